//! The contact form and the referral form with random answers, which `fuzz::forms` checks.

use domain::account::User;
use domain::mobile::MobileNumber;
use domain::service::ServiceOption;
use proptest::prelude::*;

use crate::config;

/// An answer: empty, blank or a text, with or without white space around it.
fn answer() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), "[ \n\r\t]{1,2}", "[ \n]?[a-z\u{e9}<]{1,3} ?", any::<String>()]
}

fn address() -> impl Strategy<Value = String> {
    prop_oneof![answer(), " ?[a-z]@[a-z.-]{1,4}\n?"]
}

fn service() -> impl Strategy<Value = String> {
    let offered = prop::sample::select(ServiceOption::ALL.to_vec());
    let value = offered.prop_map(|option| option.value().to_owned());
    prop_oneof![2 => value, 1 => answer(), 1 => Just("__proto__".to_owned())]
}

fn user() -> impl Strategy<Value = Option<User>> {
    let user = ("[0-9]{10,15}", answer()).prop_map(|(number, name)| User {
        mobile_number: MobileNumber::parse(&number).unwrap(),
        name,
        registered_at: None,
    });
    prop::option::of(user)
}

/// An action and its fields, as `fuzz::forms` reads them.
fn action<const N: usize>(what: &str, fields: [String; N]) -> Vec<u8> {
    let texts: Vec<_> =
        std::iter::once(what.to_owned()).chain(fields).map(String::into_bytes).collect();
    texts.join(&fuzz::SEPARATOR)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_contact_message_is_accepted_or_refused_with_codes_of_its_fields(
        (name, email, subject, message) in (answer(), address(), answer(), answer())
    ) {
        fuzz::forms(&action("contact", [name, email, subject, message]));
    }

    #[test]
    fn a_referral_is_accepted_or_refused_with_codes_of_its_fields(
        (referrer_name, referrer_phone, name, phone, service, notes) in
            (answer(), answer(), answer(), answer(), service(), answer()),
        user in user(),
    ) {
        let known = user.map(|user| action("user", [serde_json::to_string(&user).unwrap()]));
        let referral = action("refer", [referrer_name, referrer_phone, name, phone, service, notes]);
        let all: Vec<_> = known.into_iter().chain([referral]).collect();
        fuzz::forms(&all.join(&fuzz::SEPARATOR));
    }
}
