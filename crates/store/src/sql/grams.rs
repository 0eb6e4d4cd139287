//! What a search asks SQLite's index of grams. A text that has a needle in it has all of the needle's
//! grams; whether it has them at one place, the text itself has to say.

use api::SEARCH_ALL_FROM as BEGINNING;

/// The letters of a gram that the index holds; it finds the beginnings of one as well.
const GRAM: usize = 5;

/// More than these make no search quicker.
const MOST: usize = 32;

/// The condition on the index, in the language of FTS5; `None` for a needle that has no gram.
pub(super) fn condition(needle: &str) -> Option<String> {
    let letters: Vec<char> = needle.chars().collect();
    let (size, rest) = if letters.len() < GRAM { (BEGINNING, " *") } else { (GRAM, "") };
    let grams = starts(&letters, size).into_iter().map(|start| &letters[start..start + size]);
    // In the index, a control character separates one gram from the next.
    let grams = grams.filter(|gram| !gram.iter().any(char::is_ascii_control));
    let terms = grams.map(|gram| {
        let gram = gram.iter().collect::<String>().replace('"', "\"\"");
        format!("\"{gram}\"{rest}")
    });
    let terms: Vec<_> = terms.collect();
    (!terms.is_empty()).then(|| terms.join(" AND "))
}

/// Where those grams start that find the least: those across a space, since many have the one word
/// and many the other, but few have both; without a space, those that have all letters between them.
fn starts(letters: &[char], size: usize) -> Vec<usize> {
    let Some(last) = letters.len().checked_sub(size) else {
        return Vec::new();
    };
    let spaces = (0..letters.len()).filter(|&place| letters[place] == ' ');
    let mut starts: Vec<_> = spaces.map(|place| place.saturating_sub(size / 2).min(last)).collect();
    if starts.is_empty() {
        starts.extend((0..last).step_by(size));
    }
    starts.truncate(MOST);
    starts.push(last);
    starts.dedup();
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_needle_is_asked_for_by_its_grams() {
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
    fn one_without_a_gram_is_not() {
        for needle in ["", "as", "as\nha", "asha\nrao\ni"] {
            assert_eq!(condition(needle), None, "{needle}");
        }
    }

    #[test]
    fn a_long_one_asks_for_no_more_than_helps() {
        let asked = condition(&"0123456789".repeat(100)).unwrap();
        assert_eq!(asked.split(" AND ").count(), MOST + 1);
    }
}
