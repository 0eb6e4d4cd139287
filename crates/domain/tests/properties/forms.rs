//! The contact form and the referral form: accepted, or refused with every broken rule.

use domain::account::User;
use domain::contact::ContactDraft;
use domain::form_field::{is_email, sanitise_email};
use domain::mobile::MobileNumber;
use domain::referral::{Instant, ReferralDraft};
use domain::rejection::RejectionCode;
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

fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// The expected codes: each rule with whether it is broken, in the order of the form.
fn broken<const N: usize>(rules: [(RejectionCode, bool); N]) -> Vec<RejectionCode> {
    rules.into_iter().filter(|(_, broken)| *broken).map(|(code, _)| code).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_contact_message_is_accepted_unless_a_rule_is_broken(
        (name, email, subject, message) in (answer(), address(), answer(), answer())
    ) {
        let address = sanitise_email(email.clone());
        let expected = broken([
            (RejectionCode::ContactNameMissing, is_blank(&name)),
            (RejectionCode::ContactEmailMissing, address.is_empty()),
            (
                RejectionCode::ContactEmailInvalid,
                !address.is_empty() && !is_email(&address),
            ),
            (RejectionCode::ContactSubjectMissing, is_blank(&subject)),
            (RejectionCode::ContactMessageMissing, is_blank(&message)),
        ]);
        let draft = ContactDraft { name, email, subject, message };
        match draft.clone().check() {
            Err(rejections) => {
                prop_assert!(!rejections.codes().is_empty());
                prop_assert_eq!(rejections.codes(), expected);
            }
            Ok(checked) => {
                prop_assert_eq!(expected, []);
                prop_assert_eq!(&checked.values().message, &draft.message);
                prop_assert_eq!(&checked.values().email, &address);
                let again = checked.values().clone().check();
                prop_assert_eq!(again.as_ref(), Ok(&checked));
            }
        }
    }

    #[test]
    fn a_referral_is_accepted_unless_a_rule_is_broken(
        texts in (answer(), answer(), answer(), answer(), service(), answer()),
        user in user(),
    ) {
        let (referrer_name, referrer_phone, referred_name, referred_phone, service, notes) = texts;
        let guest = user.is_none();
        let offered = ServiceOption::ALL.iter().any(|option| option.value() == service.trim());
        let expected = broken([
            (RejectionCode::ReferrerNameMissing, guest && is_blank(&referrer_name)),
            (RejectionCode::ReferrerPhoneMissing, guest && is_blank(&referrer_phone)),
            (RejectionCode::ReferredNameMissing, is_blank(&referred_name)),
            (RejectionCode::ReferredPhoneMissing, is_blank(&referred_phone)),
            (RejectionCode::ServiceMissing, is_blank(&service)),
            (RejectionCode::ServiceUnknown, !is_blank(&service) && !offered),
        ]);
        let draft = ReferralDraft {
            referrer_name, referrer_phone, referred_name, referred_phone, service, notes,
        };
        match draft.check(user.as_ref()) {
            Err(rejections) => {
                prop_assert!(!rejections.codes().is_empty());
                prop_assert_eq!(rejections.codes(), expected);
            }
            Ok(checked) => {
                prop_assert_eq!(expected, []);
                let stored = checked.submit(Instant::default(), String::new());
                let number = user.map(|user| user.mobile_number.to_string());
                let phone = number.as_deref().unwrap_or(draft.referrer_phone.trim());
                prop_assert_eq!(&stored.referrer_mobile, phone);
                prop_assert_eq!(&stored.referred_name, draft.referred_name.trim());
                prop_assert_eq!(&stored.referred_phone, draft.referred_phone.trim());
                prop_assert_eq!(stored.service.value(), draft.service.trim());
                prop_assert_eq!(&stored.notes, draft.notes.trim());
                prop_assert!(!is_blank(&stored.referrer_name));
                prop_assert_eq!(stored.referrer_name.trim(), &stored.referrer_name);
            }
        }
    }
}
