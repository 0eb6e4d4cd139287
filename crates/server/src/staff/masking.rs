//! What staff read of texts that may contain phone numbers.

use domain::pipeline::Staff;

/// A text as a member of staff sees it: with masked numbers, unless their role reads them.
pub(crate) fn seen_by(staff: &Staff, text: &str) -> String {
    if staff.role().reads_numbers() { text.to_owned() } else { numbers::masked(text) }
}
