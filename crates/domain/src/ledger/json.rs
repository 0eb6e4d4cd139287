//! Writing JSON.

use alloc::string::String;

use serde::Serialize;

/// The JSON text of a record. Only a type can lack one, never a value, and the types here have
/// one; so there is nothing to fail, and no words for it to be downloaded.
pub(super) fn text(record: &impl Serialize) -> String {
    lean_json::to_string(record).unwrap_or_default()
}
