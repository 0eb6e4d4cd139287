//! What a search asks SQLite's index of grams. A text that has a needle in it has all of the needle's
//! grams; whether it has them at one place, the text itself has to say.

/// The letters of a gram that the index holds, and of the beginnings of one that it finds.
const GRAM: usize = 5;
const BEGINNING: usize = 3;

/// More than these make no search quicker.
const MOST: usize = 32;

/// The condition on the index, in the language of FTS5; `None` for a needle that has no gram.
pub(super) fn condition(needle: &str) -> Option<String> {
    let letters: Vec<char> = needle.chars().collect();
    let terms: Vec<_> = if letters.len() < GRAM {
        grams(&letters, BEGINNING, 1).map(|gram| format!("{gram} *")).collect()
    } else {
        grams(&letters, GRAM, GRAM).collect()
    };
    (!terms.is_empty()).then(|| terms.join(" AND "))
}

/// Grams at every `step` and at the end: together they have all letters.
fn grams(letters: &[char], size: usize, step: usize) -> impl Iterator<Item = String> {
    let last = letters.len().saturating_sub(size);
    let starts = (0..last).step_by(step).take(MOST - 1).chain([last]);
    let grams = starts.filter_map(move |start| letters.get(start..start + size));
    // In the index, a control character separates one gram from the next.
    let grams = grams.filter(|gram| !gram.iter().any(char::is_ascii_control));
    grams.map(|gram| format!("\"{}\"", gram.iter().collect::<String>().replace('"', "\"\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_needle_is_asked_for_by_its_grams() {
        let asked = |needle| condition(needle).unwrap();
        assert_eq!(asked("asha"), r#""ash" * AND "sha" *"#);
        assert_eq!(asked("asha "), r#""asha ""#);
        assert_eq!(asked("asha rao of doha"), r#""asha " AND "rao o" AND "f doh" AND " doha""#);
        assert_eq!(asked("a\"b"), r#""a""b" *"#);
    }

    #[test]
    fn one_without_a_gram_is_not() {
        for needle in ["", "as", "as\nha", "asha\nrao\ni"] {
            assert_eq!(condition(needle), None, "{needle}");
        }
    }

    #[test]
    fn a_long_one_asks_for_no_more_than_helps() {
        let asked = condition(&"0123456789".repeat(100)).unwrap();
        assert_eq!(asked.split(" AND ").count(), MOST);
    }
}
