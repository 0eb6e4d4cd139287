//! A mobile number: 10 to 15 ASCII digits (specification, sections 5 and 9).

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

use compact_json::{FromJson, concat};
use serde::{Deserialize, Serialize};

use crate::limits::{DISPLAY_NAME_DIGITS, MOBILE_MAX_DIGITS, MOBILE_MIN_DIGITS};
use crate::rejection::RejectionCode;

/// A mobile number that [`MobileNumber::parse`] has accepted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MobileNumber(String);

impl MobileNumber {
    /// Parses a number as a visitor typed it and ignores white space around it. Anything else that
    /// is not an ASCII digit is refused, not repaired: a wrong guess could reach a stranger.
    pub fn parse(text: &str) -> Result<Self, RejectionCode> {
        let text = text.trim();
        if text.is_empty() {
            return Err(RejectionCode::MobileMissing);
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(RejectionCode::MobileNotDigits);
        }
        match text.len() {
            ..MOBILE_MIN_DIGITS => Err(RejectionCode::MobileTooShort),
            MOBILE_MIN_DIGITS..=MOBILE_MAX_DIGITS => Ok(Self(text.to_owned())),
            _ => Err(RejectionCode::MobileTooLong),
        }
    }

    /// The number to suggest for a text with separators or a plus sign; `None` if the text is a
    /// valid number already, or contains anything else.
    pub fn suggested(text: &str) -> Option<Self> {
        let text = text.trim();
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        if plain || !text.chars().all(|c| digit(c).is_some() || is_separator(c)) {
            return None;
        }
        Self::parse(&digits(text).map(char::from).collect::<String>()).ok()
    }

    /// Whether a text means this number: the digits are equal, after removing a leading `+` or
    /// `00`. The country code must be in both or in neither.
    pub fn is(&self, text: &str) -> bool {
        digits(&self.0).eq(digits(text))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A member's display name: `User` and the last four digits (section 3).
    pub fn display_name(&self) -> String {
        let last = self.0.len() - DISPLAY_NAME_DIGITS;
        concat(&["User", self.0.get(last..).unwrap_or_default()])
    }
}

/// The digits of a number as ASCII, without a leading `00` (which some people dial in place of a
/// plus sign).
fn digits(text: &str) -> impl Iterator<Item = u8> {
    let all = text.chars().filter_map(digit);
    let international = all.clone().take(2).eq([b'0', b'0']);
    all.skip(if international { 2 } else { 0 })
}

/// The ASCII form of a Latin, Arabic, Persian, Devanagari or full-width digit.
pub(crate) fn digit(c: char) -> Option<u8> {
    let zeros = ['0', '\u{660}', '\u{6f0}', '\u{966}', '\u{ff10}'];
    zeros.into_iter().find_map(|zero| match u32::from(c).checked_sub(zero.into()) {
        Some(value @ 0..10) => Some(b'0' + value as u8),
        _ => None,
    })
}

/// Characters that people write between digits, and invisible ones that are pasted with them.
fn is_separator(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '+' | '-' | '.' | '/' | '(' | ')')
        || matches!(c, '\u{2010}'..='\u{2015}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
}

impl fmt::Display for MobileNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<MobileNumber> for String {
    fn from(number: MobileNumber) -> Self {
        number.0
    }
}

/// A stored number must match exactly: other programs may have added white space, this one never
/// does.
impl TryFrom<String> for MobileNumber {
    type Error = RejectionCode;

    fn try_from(text: String) -> Result<Self, RejectionCode> {
        let number = Self::parse(&text)?;
        if number.0.len() == text.len() { Ok(number) } else { Err(RejectionCode::MobileNotDigits) }
    }
}

impl FromJson for MobileNumber {
    fn from_json(text: &str) -> Option<Self> {
        String::from_json(text)?.try_into().ok()
    }
}
