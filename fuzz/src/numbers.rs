//! E-mail addresses, mobile numbers and points.

use domain::account::User;
use domain::form_field::{is_email, sanitise_email};
use domain::mobile::MobileNumber;
use domain::points::Points;

use crate::oracle;

/// Reads the bytes as an e-mail address, a mobile number and points. Each result must equal that of
/// a second implementation.
pub fn numbers(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    email_field(&text);
    mobile_number(&text);
    points(&text);
}

fn email_field(text: &str) {
    assert_eq!(is_email(text), oracle::is_email(text), "{text:?} as an address");
    let sanitised = sanitise_email(text.to_owned());
    assert_eq!(sanitised, oracle::email_field(text));
    assert_eq!(is_email(&sanitised), oracle::is_email(&sanitised), "{sanitised:?}");
    assert_eq!(sanitise_email(sanitised.clone()), sanitised, "sanitising again changes nothing");
}

fn mobile_number(text: &str) {
    let parsed = MobileNumber::parse(text);
    assert_eq!(parsed.as_ref().err().copied(), oracle::mobile(text), "{text:?} as a mobile number");
    let stored = MobileNumber::try_from(text.to_owned());
    // A stored number must have no other characters.
    assert_eq!(stored.is_ok(), parsed.is_ok() && oracle::digits(text) == text.len());
    if let Ok(number) = parsed {
        assert_eq!(number.as_str(), text.trim());
        assert!(stored.is_err() || stored.as_ref() == Ok(&number));
        let name = User::of(number.clone()).name;
        let last: Vec<_> = number.as_str().chars().rev().take(4).collect();
        assert_eq!(name, format!("User{}", last.iter().rev().collect::<String>()));
    }
}

fn points(text: &str) {
    let read = Points::parse(text).map(Points::get);
    assert_eq!(read, oracle::points(text), "{text:?} as points");
}
