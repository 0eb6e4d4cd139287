//! Writing JSON.

use alloc::string::String;

use serde::Serialize;

/// The JSON text of a record.
pub(super) fn text(record: &impl Serialize) -> String {
    compact_json::to_string(record)
}

/// A JSON array of texts that are JSON, on one line without spaces around them.
#[derive(Default)]
pub(super) struct List(String);

impl List {
    pub(super) fn push(&mut self, text: &str) {
        self.0.push(if self.0.is_empty() { '[' } else { ',' });
        self.0.push_str(text);
    }

    pub(super) fn end(mut self) -> String {
        self.0.push_str(if self.0.is_empty() { "[]" } else { "]" });
        self.0
    }
}

/// A text without the white space that JSON allows around a value.
pub(super) fn trimmed(text: &str) -> &str {
    text.trim_matches(|c| matches!(c, ' ' | '\t' | '\n' | '\r'))
}
