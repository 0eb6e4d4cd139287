//! The rules about single texts, read a second time, in another way than the domain does.

use std::sync::LazyLock;

use domain::rejection::RejectionCode;
use regex_lite::Regex;

/// The pattern that the HTML Standard publishes beside its "valid e-mail address" production,
/// letter by letter.
const EMAIL: &str = concat!(
    r"^[a-zA-Z0-9.!#$%&'*+\/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?",
    r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$"
);

/// The same, compiled. It is a constant; if it did not compile, no text would be an address, and
/// the first good one would be told as a finding.
static PATTERN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(EMAIL).ok());

/// Whether a text is an e-mail address.
pub fn is_email(text: &str) -> bool {
    PATTERN.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// What a browser makes of the text in an e-mail field before it looks at it.
pub(crate) fn email_field(text: &str) -> String {
    single_line(text).trim_matches([' ', '\t', '\u{c}']).to_owned()
}

/// What a browser leaves of the text in a single-line field.
pub(crate) fn single_line(text: &str) -> String {
    text.replace(['\r', '\n'], "")
}

/// Whether there is nothing to be seen in a text.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// The rule that a typed mobile number breaks, if it breaks one.
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
    // As people compare: without the zeros in front, the longer number is the greater.
    let number = typed.trim_start_matches('0');
    let most = "9007199254740991";
    if (number.len(), number) > (most.len(), most) {
        return Err(RejectionCode::PointsTooMany);
    }
    Ok(number.bytes().fold(0, |sum, digit| 10 * sum + u64::from(digit - b'0')))
}
