//! Queries for SQLite's index of grams. A text that contains a needle has all grams of the needle.
//! Whether they are in the right place must be checked in the text itself.

use api::SEARCH_ALL_FROM as BEGINNING;

/// The length of the grams in the index, which also finds their beginnings.
const GRAM: usize = 5;

/// More grams than this do not make a search faster.
const GRAMS_MAX: usize = 32;

/// The FTS5 condition for a needle; `None` if it has no gram.
pub(super) fn condition(needle: &str) -> Option<String> {
    let letters: Vec<char> = needle.chars().collect();
    let (size, rest) = if letters.len() < GRAM { (BEGINNING, " *") } else { (GRAM, "") };
    let grams = starts(&letters, size).into_iter().map(|start| &letters[start..start + size]);
    // In the index, control characters separate grams.
    let grams = grams.filter(|gram| !gram.iter().any(char::is_ascii_control));
    let terms = grams.map(|gram| {
        let gram = gram.iter().collect::<String>().replace('"', "\"\"");
        format!("\"{gram}\"{rest}")
    });
    let terms: Vec<_> = terms.collect();
    (!terms.is_empty()).then(|| terms.join(" AND "))
}

/// The positions of the most selective grams. With a space these are the grams across it, because
/// few texts have both words; without one, grams that together cover all letters.
fn starts(letters: &[char], size: usize) -> Vec<usize> {
    let Some(last) = letters.len().checked_sub(size) else {
        return Vec::new();
    };
    let spaces = (0..letters.len()).filter(|&place| letters[place] == ' ');
    let mut starts: Vec<_> = spaces.map(|place| place.saturating_sub(size / 2).min(last)).collect();
    if starts.is_empty() {
        starts.extend((0..last).step_by(size));
    }
    starts.truncate(GRAMS_MAX);
    starts.push(last);
    starts.dedup();
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_uses_the_grams_of_its_text() {
        let asked = |needle| condition(needle).unwrap();
        assert_eq!(asked("asha"), r#""ash" * AND "sha" *"#);
        assert_eq!(asked("asha "), r#""asha ""#);
        assert_eq!(asked("9744555666"), r#""97445" AND "55666""#);
        assert_eq!(asked("974455566"), r#""97445" AND "55566""#);
        assert_eq!(asked("asha raman"), r#""ha ra" AND "raman""#);
        assert_eq!(asked("a  ra"), r#""a  ra""#);
        assert_eq!(asked("a\"b"), r#""a""b" *"#);
    }

    #[test]
    fn a_search_shorter_than_the_smallest_gram_uses_no_index() {
        for needle in ["", "as", "as\nha", "asha\nrao\ni"] {
            assert_eq!(condition(needle), None, "{needle}");
        }
    }

    #[test]
    fn a_long_search_uses_a_limited_number_of_grams() {
        let asked = condition(&"0123456789".repeat(100)).unwrap();
        assert_eq!(asked.split(" AND ").count(), GRAMS_MAX + 1);
    }
}
