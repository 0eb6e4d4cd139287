//! A mobile number: 10 to 15 ASCII digits (specification, sections 5 and 9).

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::{DISPLAY_NAME_DIGITS, MOBILE_MAX_DIGITS, MOBILE_MIN_DIGITS};
use crate::rejection::RejectionCode;

/// A mobile number that has passed [`MobileNumber::parse`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MobileNumber(String);

/// Why a text is not a mobile number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MobileError {
    /// Nothing but white space.
    #[error("a mobile number is missing")]
    Missing,
    /// Something other than the digits 0 to 9, such as a plus sign, a space or a Devanagari digit.
    #[error("a mobile number has digits only")]
    NotDigits,
    /// Fewer than [`MOBILE_MIN_DIGITS`].
    #[error("{digits} digits are fewer than {MOBILE_MIN_DIGITS}")]
    TooShort {
        /// How many there are.
        digits: usize,
    },
    /// More than [`MOBILE_MAX_DIGITS`].
    #[error("{digits} digits are more than {MOBILE_MAX_DIGITS}")]
    TooLong {
        /// How many there are.
        digits: usize,
    },
}

impl MobileNumber {
    /// Reads a number as a visitor typed it. Surrounding white space is no part of it; anything
    /// else that is not an ASCII digit is refused rather than repaired, since a guess could reach
    /// a stranger.
    pub fn parse(text: &str) -> Result<Self, MobileError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(MobileError::Missing);
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(MobileError::NotDigits);
        }
        match text.len() {
            digits if digits < MOBILE_MIN_DIGITS => Err(MobileError::TooShort { digits }),
            digits if digits > MOBILE_MAX_DIGITS => Err(MobileError::TooLong { digits }),
            _ => Ok(Self(text.to_owned())),
        }
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name a member goes by: `User` and the last four digits (section 3).
    pub fn display_name(&self) -> String {
        let last = self.0.len() - DISPLAY_NAME_DIGITS;
        ["User", self.0.get(last..).unwrap_or_default()].into_iter().collect()
    }
}

impl MobileError {
    /// The code by which the user interface knows this error.
    pub fn code(self) -> RejectionCode {
        match self {
            Self::Missing => RejectionCode::MobileMissing,
            Self::NotDigits => RejectionCode::MobileNotDigits,
            Self::TooShort { .. } => RejectionCode::MobileTooShort,
            Self::TooLong { .. } => RejectionCode::MobileTooLong,
        }
    }
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

/// A stored number is read to the letter: white space around it was put there by something else.
impl TryFrom<String> for MobileNumber {
    type Error = MobileError;

    fn try_from(text: String) -> Result<Self, MobileError> {
        let number = Self::parse(&text)?;
        if number.0.len() == text.len() { Ok(number) } else { Err(MobileError::NotDigits) }
    }
}
