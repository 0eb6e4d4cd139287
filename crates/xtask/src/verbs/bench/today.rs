//! The date of a run.

use std::time::{SystemTime, UNIX_EPOCH};

use chrono::DateTime;

/// Today's date in Greenwich, such as `2025-05-28`.
pub(super) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let seconds = i64::try_from(seconds).unwrap_or_default();
    DateTime::from_timestamp(seconds, 0).unwrap_or_default().date_naive().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_is_written_as_iso_8601_has_it() {
        let today = today();
        let numbers: Vec<u32> = today.split('-').filter_map(|part| part.parse().ok()).collect();
        assert_eq!((today.len(), numbers.len()), (10, 3), "{today}");
        assert!(numbers[0] >= 2025, "{today}");
    }
}
