//! Splits bytes into texts.

use std::borrow::Cow;

/// Separates two texts. UTF-8 has no such byte, so any text is possible.
pub const SEPARATOR: u8 = 0xff;

/// The texts in the bytes. Invalid UTF-8 becomes U+FFFD, as a lone surrogate does on its way from
/// JavaScript to the rules.
pub(crate) fn texts(bytes: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    bytes.split(|byte| *byte == SEPARATOR).map(String::from_utf8_lossy)
}
