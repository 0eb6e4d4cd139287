//! Texts out of bytes.

use std::borrow::Cow;

/// Stands between two texts. UTF-8 has no such byte, so no text is out of reach.
pub const BETWEEN: u8 = 0xff;

/// The texts that bytes stand for. What is no UTF-8 becomes U+FFFD, as half a character does on
/// its way from JavaScript into the rules.
pub(crate) fn texts(bytes: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    bytes.split(|byte| *byte == BETWEEN).map(String::from_utf8_lossy)
}
