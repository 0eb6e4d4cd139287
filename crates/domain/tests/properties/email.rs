//! The email rule against the pattern that the HTML Standard publishes beside its production.

use std::sync::LazyLock;

use domain::form_field::{is_email, sanitise_email};
use proptest::prelude::*;
use regex_lite::Regex;

use crate::{config, samples};

/// The pattern for a "valid email address" from the HTML Standard.
const PATTERN: &str = concat!(
    r"^[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?",
    r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$"
);

fn matches_pattern(text: &str) -> bool {
    static COMPILED: LazyLock<Regex> = LazyLock::new(|| Regex::new(PATTERN).unwrap());
    COMPILED.is_match(text)
}

/// Addresses that are valid or invalid by one character.
fn near_addresses() -> impl Strategy<Value = String> {
    let label = prop_oneof![
        6 => "[a-zA-Z0-9]([a-z0-9-]{0,3}[a-z0-9])?",
        1 => "[a-zA-Z0-9-]{0,4}",
        1 => "-?[a-z]{62,64}-?",
        1 => "[a-z._ -]{1,3}",
    ];
    let domain = prop::collection::vec(label, 1..4).prop_map(|labels| labels.join("."));
    let stranger = prop_oneof![6 => Just(String::new()), 1 => "[@ ,(\u{e9}]"];
    let at = prop_oneof![6 => Just("@".to_owned()), 1 => "@{0,2}"];
    ("[a-z.!#$%&'*+/=?^_`{|}~-]{0,6}", stranger, at, domain)
        .prop_map(|(start, stranger, at, domain)| start + &stranger + &at + &domain)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_rule_agrees_with_the_published_pattern(text in prop_oneof![
        8 => near_addresses(),
        1 => "[a-z@.\\-]{0,12}",
        1 => any::<String>(),
    ]) {
        prop_assert_eq!(is_email(&text), matches_pattern(&text));
    }

    #[test]
    fn sanitising_removes_line_breaks_and_outer_white_space(text in "[a@ \t\n\r\u{c}\u{a0}]{0,12}") {
        let sanitised = sanitise_email(text.clone());
        prop_assert!(!sanitised.contains(['\n', '\r']));
        let blank = [' ', '\t', '\u{c}'];
        prop_assert!(!sanitised.starts_with(blank) && !sanitised.ends_with(blank));
        prop_assert_eq!(sanitise_email(sanitised.clone()), sanitised.as_str());
        let kept = |text: &str| text.chars().filter(|c| !c.is_ascii_whitespace()).collect::<String>();
        prop_assert_eq!(kept(&sanitised), kept(&text));
    }

    #[test]
    fn an_address_stays_valid_in_white_space(text in near_addresses(), around in "[ \t\r\n\u{c}]{0,3}") {
        let padded = format!("{around}{text}{around}");
        let plain = text.trim_matches(' ');
        prop_assert_eq!(
            is_email(&sanitise_email(padded.clone())),
            matches_pattern(plain)
        );
    }
}

#[test]
fn the_generated_addresses_are_of_both_kinds() {
    let valid = samples(near_addresses()).filter(|address| is_email(address)).count();
    assert!((100..300).contains(&valid), "{valid} of 400 are valid");
}
