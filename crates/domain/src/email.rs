//! The e-mail rule that browsers apply to `<input type="email">`.
//!
//! Source: HTML Standard, "Email state (type=email)": value sanitisation and the "valid e-mail
//! address" production. The domain follows the browser so that both agree on every input; it is
//! deliberately not RFC 5322.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::single_line::strip_line_breaks;

/// The longest a label of the domain may be.
const LABEL_MAX: usize = 63;

/// Strips line breaks anywhere and ASCII white space around, as the browser does before it looks.
pub fn sanitise(text: String) -> String {
    strip_line_breaks(text).trim_matches(|c: char| c.is_ascii_whitespace()).to_owned()
}

/// Whether a sanitised text is a valid e-mail address.
pub fn is_valid(text: &str) -> bool {
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
