//! Writing JSON.

use alloc::string::String;

use serde::Serialize;

/// The JSON text of a record.
pub(super) fn text(record: &impl Serialize) -> String {
    lean_json::to_string(record)
}

/// A JSON array of texts that are JSON, on one line without spaces around them.
pub(super) fn list<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let mut list = String::from("[");
    for text in texts {
        list.push_str(if list.len() > 1 { "," } else { "" });
        list.push_str(text);
    }
    list.push(']');
    list
}
