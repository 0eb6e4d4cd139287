//! What differs between a committed file and what it should be.

use similar::TextDiff;

/// A unified diff; empty where nothing differs.
pub(crate) fn unified(path: &str, committed: &str, wanted: &str) -> String {
    TextDiff::from_lines(committed, wanted)
        .unified_diff()
        .context_radius(2)
        .header(&format!("{path} (committed)"), &format!("{path} (from the domain)"))
        .to_string()
}
