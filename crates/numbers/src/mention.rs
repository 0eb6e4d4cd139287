//! Numbers in the middle of a text.

use crate::region;
use crate::typed::{belongs, digit};

/// Fewer digits than these are in too many texts to be looked for.
const FEWEST: usize = 8;

/// Whether a text has the number of this [`key`](crate::key()) in it, however it is written there:
/// digits with at most separators between them.
pub fn mentions(text: &str, key: &str) -> bool {
    let wanted = region::find(key, true).map_or(key, |(_, national)| national);
    if wanted.len() < FEWEST || !wanted.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    text.split(|letter| !belongs(letter)).any(|run| {
        let digits: String = run.chars().filter_map(digit).collect();
        digits.contains(wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_in_any_spelling_and_no_other_is() {
        let key = "919876500001";
        for text in [
            "Call me at 98765 00001.",
            "+91-98765-00001",
            "my number:09876500001!",
            "९८७६५००००१",
            "55551234 or 9876500001",
        ] {
            assert!(mentions(text, key), "{text}");
        }
        for text in ["98765 00002", "98765 and 00001", "", "9876500"] {
            assert!(!mentions(text, key), "{text}");
        }
        assert!(!mentions("044 2345", "044 2345"), "too short to tell anybody by");
    }
}
