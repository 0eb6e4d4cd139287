//! Texts in the form that the databases store and search.

use sha2::{Digest, Sha256};

/// Separates texts in a haystack. Nobody types this character.
const BETWEEN: &str = "\u{1f}";

/// The maximum number of letters of a word in an index, because PostgreSQL limits the size of
/// entries.
const LETTERS: usize = 64;

/// Makes a text storable in both databases: PostgreSQL does not accept U+0000.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// A word in the form of its column, for storing and comparing.
pub(super) fn word(text: &str) -> String {
    storable(text).chars().take(LETTERS).collect()
}

/// The searchable form of several texts.
pub(super) fn haystack(texts: &[&str]) -> String {
    lower(&texts.join(BETWEEN))
}

/// The form of a search text that is compared with a haystack.
pub(super) fn needle(text: &str) -> String {
    lower(&storable(text))
}

/// A hash that identifies a text without storing it.
pub(super) fn digest(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}

/// Converts to lower case letter by letter, so that a part of a text stays a part of it. Greek has
/// two lower-case forms of sigma.
fn lower(text: &str) -> String {
    let small = text.chars().flat_map(char::to_lowercase);
    small.map(|letter| if letter == 'ς' { 'σ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_text_is_a_part_of_its_search_text() {
        let whole = haystack(&["ΟΔΟΣ Ärger", "İstanbul"]);
        for part in ["οδοσ", "οδος", "ΟΔΟΣ ä", "İST", "ÄRGER"] {
            assert!(whole.contains(&needle(part)), "{part}");
        }
        assert!(!whole.contains(&needle("Ärger İstanbul")));
    }
}
