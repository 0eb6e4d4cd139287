//! Texts as the databases hold them.

use sha2::{Digest, Sha256};

/// What stands between two texts of a haystack, and in no text that anybody types.
const BETWEEN: &str = "\u{1f}";

/// How many letters of a word stand in an index: PostgreSQL takes no long ones.
const LETTERS: usize = 64;

/// A text that both databases can hold: PostgreSQL knows no U+0000.
pub(super) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// A word as it stands in a column, and as it is looked for there.
pub(super) fn word(text: &str) -> String {
    storable(text).chars().take(LETTERS).collect()
}

/// Texts as a search looks at them.
pub(super) fn haystack(texts: &[&str]) -> String {
    lower(&texts.join(BETWEEN))
}

/// What is looked for, as it is compared with a haystack.
pub(super) fn needle(text: &str) -> String {
    lower(&storable(text))
}

/// By which a text is recognised and not read.
pub(super) fn digest(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}

/// Letter by letter, so that a part of a text is a part of the text in lower case. Greek has two
/// small letters for one capital.
fn lower(text: &str) -> String {
    let small = text.chars().flat_map(char::to_lowercase);
    small.map(|letter| if letter == 'ς' { 'σ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_text_is_a_part_of_its_haystack() {
        let whole = haystack(&["ΟΔΟΣ Ärger", "İstanbul"]);
        for part in ["οδοσ", "οδος", "ΟΔΟΣ ä", "İST", "ÄRGER"] {
            assert!(whole.contains(&needle(part)), "{part}");
        }
        assert!(!whole.contains(&needle("Ärger İstanbul")));
    }
}
