//! The one error, which only reading has.

use core::fmt::{self, Display};

/// The text is no JSON, or not of the type that was asked for.
/// Why is left out on purpose: the words would be downloaded, and nobody would read them.
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
