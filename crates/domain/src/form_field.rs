//! How browsers treat the values of form fields, so that a browser and this code agree on every
//! input.
//!
//! Source: HTML Standard, "Text (type=text) state" and "Email state (type=email)": value
//! sanitisation and the "valid email address" production, which is deliberately not RFC 5322.

use alloc::borrow::ToOwned;
use alloc::string::String;

/// The maximum length of one label of the domain name.
const LABEL_MAX: usize = 63;

/// Removes line breaks anywhere, as browsers do with a single-line field. A text that does not come
/// from a browser is treated the same way.
pub fn strip_line_breaks(text: String) -> String {
    if text.bytes().any(|byte| matches!(byte, b'\n' | b'\r')) {
        text.split(['\n', '\r']).collect()
    } else {
        text
    }
}

/// Removes line breaks anywhere and ASCII white space at both ends, as browsers do with an email
/// field before they validate it.
pub fn sanitise_email(text: String) -> String {
    strip_line_breaks(text).trim_matches(|c: char| c.is_ascii_whitespace()).to_owned()
}

/// Whether a text that [`sanitise_email`] returned is a valid email address.
pub fn is_email(text: &str) -> bool {
    let mut parts = text.as_bytes().splitn(2, |byte| *byte == b'@');
    let (Some(local), Some(domain)) = (parts.next(), parts.next()) else { return false };
    !local.is_empty()
        && local.iter().all(is_local)
        && domain.split(|byte| *byte == b'.').all(is_label)
}

fn is_local(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b".!#$%&'*+/=?^_`{|}~-".contains(byte)
}

fn is_label(bytes: &[u8]) -> bool {
    bytes.len() <= LABEL_MAX
        && bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}
