//! The outcome of an import.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::notice::Notice;

/// What happened to the entries of an export: referrals, registered users, and unreadable entries.
/// Each entry of the file counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Import {
    /// Added.
    pub new: usize,
    /// Merged into an older version of the same record.
    pub changed: usize,
    /// Already here in this version or a later one, or repeated in the file.
    pub same: usize,
    /// Not taken, because the owner has erased it here.
    pub refused: usize,
    /// Not taken, because it cannot be read.
    pub unreadable: usize,
    /// Not taken, because it is dated later than now (hosted mode).
    #[serde(default)]
    pub future: usize,
    /// Not taken, because it concerns its importer, or would award more than one person may; or
    /// because its history is full (hosted mode).
    #[serde(default)]
    pub denied: usize,
    /// Not records: notes of what was erased elsewhere (they erase nothing here), notes of a later
    /// version, and older copies of records.
    pub ignored: usize,
}

impl Import {
    /// A summary of one or two sentences: `New: 2. Unreadable: 1.`
    pub fn words(&self) -> String {
        let counts = [
            ("New: ", self.new),
            ("Changed: ", self.changed),
            ("Here already: ", self.same),
            ("Refused, because it was erased here: ", self.refused),
            ("Unreadable: ", self.unreadable),
            ("Refused, because it is dated in the future: ", self.future),
            (
                "Refused, because someone else has to import or award it or its history is full: ",
                self.denied,
            ),
            ("Ignored: ", self.ignored),
        ];
        let mut words = String::new();
        for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            words.push_str(if words.is_empty() { "" } else { " " });
            words.push_str(name);
            words.push_str(&compact_json::to_string(&count));
            words.push('.');
        }
        words
    }

    /// The notice after the admin has imported an export.
    pub fn notice(&self) -> Notice {
        Notice::success("Import Finished", self.words())
    }
}
