//! The error of reading.

use core::fmt::{self, Display};

/// The text is not JSON, or not of the requested type. There is no reason in it, because nobody
/// would read the words that browsers would have to download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error;

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unexpected JSON")
    }
}

impl core::error::Error for Error {}

impl serde::de::Error for Error {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}
