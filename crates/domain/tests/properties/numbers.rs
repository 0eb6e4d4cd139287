//! Mobile numbers and points.

use domain::limits::POINTS_MAX;
use domain::mobile::MobileNumber;
use domain::points::Points;
use proptest::prelude::*;

use crate::config;

/// Texts close to valid ones: digits in white space, sometimes with another character inside.
fn digits() -> impl Strategy<Value = String> {
    let stranger = prop_oneof![9 => Just(String::new()), 1 => "[+\\-. a०３\u{0}]"];
    ("[ \t\u{a0}]{0,2}", "[0-9]{0,24}", stranger, "[0-9]{0,3}", "[ \n\u{3000}]{0,2}").prop_map(
        |(before, start, stranger, end, after)| before + &start + &stranger + &end + &after,
    )
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![digits(), any::<String>()]
}

fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// Compares decimal numbers as texts: without leading zeros, the longer one is greater.
fn is_at_most(digits: &str, most: &str) -> bool {
    let digits = digits.trim_start_matches('0');
    (digits.len(), digits) <= (most.len(), most)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_mobile_number_is_10_to_15_digits(text in texts()) {
        let trimmed = text.trim();
        let acceptable = are_digits(trimmed) && (10..=15).contains(&trimmed.len());
        match MobileNumber::parse(&text) {
            Ok(number) => {
                prop_assert!(acceptable);
                prop_assert_eq!(number.as_str(), trimmed);
                prop_assert_eq!(MobileNumber::parse(number.as_str()), Ok(number));
            }
            Err(_) => prop_assert!(!acceptable),
        }
    }

    #[test]
    fn a_display_name_ends_in_the_last_four_digits(text in "[0-9]{10,15}") {
        let name = MobileNumber::parse(&text).unwrap().display_name();
        prop_assert_eq!(name.strip_prefix("User"), text.get(text.len() - 4..));
    }

    #[test]
    fn a_stored_number_is_compared_exactly(text in texts()) {
        let stored = MobileNumber::try_from(text.clone());
        prop_assert_eq!(stored.is_ok(), are_digits(&text) && (10..=15).contains(&text.len()));
        prop_assert!(stored.map_or(true, |number| String::from(number) == text));
    }

    #[test]
    fn points_are_digits_up_to_the_largest_exact_integer(text in texts()) {
        let trimmed = text.trim();
        let acceptable = are_digits(trimmed) && is_at_most(trimmed, "9007199254740991");
        match Points::parse(&text) {
            Ok(points) => {
                prop_assert!(acceptable);
                let zeros = trimmed.len() - points.get().to_string().len();
                prop_assert_eq!("0".repeat(zeros) + &points.get().to_string(), trimmed);
            }
            Err(_) => prop_assert!(!acceptable),
        }
    }

    #[test]
    fn points_survive_being_written(number in 0..=POINTS_MAX) {
        let points = Points::parse(&number.to_string()).unwrap();
        let text = serde_json::to_string(&points).unwrap();
        prop_assert_eq!(serde_json::from_str::<Points>(&text).unwrap(), points);
        prop_assert_eq!(points.get(), number);
    }

    #[test]
    fn no_points_above_the_maximum_are_read(number in POINTS_MAX + 1..) {
        prop_assert!(Points::parse(&number.to_string()).is_err());
        prop_assert!(serde_json::from_str::<Points>(&number.to_string()).is_err());
    }
}
