//! Reading and writing JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a record, which is an object. Left to itself, serde would take an array of the fields'
/// values as well, and what no other reader knows as a record would be written back as one.
pub(super) fn record<T: DeserializeOwned>(text: &str) -> Option<T> {
    if text.trim_start().starts_with('{') { serde_json::from_str(text).ok() } else { None }
}

/// The JSON text of a record.
#[expect(clippy::expect_used, reason = "texts and integers in structs always have a JSON form")]
pub(super) fn text(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("a record has a JSON form")
}
