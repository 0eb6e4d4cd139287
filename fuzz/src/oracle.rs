//! A second implementation of the rules for single texts, different from the domain's.

use std::sync::LazyLock;

use domain::rejection::RejectionCode;
use regex_lite::Regex;

/// The pattern for a "valid e-mail address" from the HTML Standard.
const EMAIL: &str = concat!(
    r"^[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?",
    r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$"
);

/// The pattern, compiled. If it did not compile, the first valid address would be reported as a
/// finding.
static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(EMAIL).ok());

/// Whether a text is an e-mail address.
pub fn is_email(text: &str) -> bool {
    PATTERN.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// The value of an e-mail field after the browser has sanitised it.
pub(crate) fn email_field(text: &str) -> String {
    single_line(text).trim_matches([' ', '\t', '\u{c}']).to_owned()
}

/// The value of a single-line field after the browser has sanitised it.
pub(crate) fn single_line(text: &str) -> String {
    text.replace(['\r', '\n'], "")
}

pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// The rule that a typed mobile number breaks, if any.
pub(crate) fn mobile(text: &str) -> Option<RejectionCode> {
    let typed = text.trim().chars().count();
    match (typed, digits(text)) {
        (0, _) => Some(RejectionCode::MobileMissing),
        (_, digits) if digits < typed => Some(RejectionCode::MobileNotDigits),
        (..10, _) => Some(RejectionCode::MobileTooShort),
        (16.., _) => Some(RejectionCode::MobileTooLong),
        _ => None,
    }
}

/// How many ASCII digits there are in a text.
pub(crate) fn digits(text: &str) -> usize {
    text.chars().filter(char::is_ascii_digit).count()
}

/// The points that the admin typed, or the rule that they break.
pub(crate) fn points(text: &str) -> Result<u64, RejectionCode> {
    let typed = text.trim();
    if typed.is_empty() {
        return Err(RejectionCode::PointsMissing);
    }
    if digits(typed) < typed.chars().count() {
        return Err(RejectionCode::PointsNotWhole);
    }
    // Without leading zeros, the longer number is greater.
    let number = typed.trim_start_matches('0');
    let most = "9007199254740991";
    if (number.len(), number) > (most.len(), most) {
        return Err(RejectionCode::PointsTooMany);
    }
    Ok(number.bytes().fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0')))
}
