//! Writing JSON, and reading objects field by field.

use alloc::string::String;

use compact_json::Member;
use serde::{Deserialize, Serialize};

/// The JSON text of a record.
pub(crate) fn text(record: &(impl Serialize + ?Sized)) -> String {
    compact_json::to_string(record)
}

/// Builds a JSON array from texts that are JSON already, on one line without spaces.
#[derive(Default)]
pub(crate) struct List(String);

impl List {
    pub(crate) fn push(&mut self, text: &str) {
        self.0.push(if self.0.is_empty() { '[' } else { ',' });
        self.0.push_str(text);
    }

    pub(crate) fn finish(mut self) -> String {
        self.0.push_str(if self.0.is_empty() { "[]" } else { "]" });
        self.0
    }
}

/// Appends a member to the text between an object's braces.
pub(crate) fn push_member(object: &mut String, name: &str, value: &str) {
    object.push_str(if object.is_empty() { "" } else { "," });
    object.push_str(&text(name));
    object.push(':');
    object.push_str(value);
}

/// A field of an object; `None` if it is absent, of another type, or there twice. A derived reader
/// of the whole record would take four times the space in the browser's module.
pub(crate) fn field<T: for<'d> Deserialize<'d>>(
    members: &[Member<'_>],
    name: &str,
) -> Option<Option<T>> {
    let mut named = members.iter().filter(|member| member.name == name);
    match (named.next(), named.next()) {
        (None, _) => Some(None),
        (Some(member), None) => compact_json::from_str(member.value).ok(),
        _ => None,
    }
}
