//! What a single-line field of a form holds.

use alloc::string::String;

/// Strips line breaks anywhere, as browsers do with the value of a single-line field (HTML
/// Standard, "Text (type=text) state", value sanitisation). A text that comes by another way than
/// a browser is held to the same.
pub fn strip_line_breaks(text: String) -> String {
    if text.bytes().any(|byte| matches!(byte, b'\n' | b'\r')) {
        text.split(['\n', '\r']).collect()
    } else {
        text
    }
}
