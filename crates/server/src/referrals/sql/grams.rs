//! Queries for SQLite's index of grams. A text that contains a needle has all grams of the needle.
//! Whether they are in the right place must be checked in the text itself.

use api::SEARCH_ALL_FROM as BEGINNING;

/// The length of the grams in the index, which also finds their beginnings.
const GRAM: usize = 5;

/// More grams than this do not make a search faster.
const GRAMS_MAX: usize = 32;

/// The FTS5 condition that a text has all needles; `None` if none of them has a gram.
pub(crate) fn condition(needles: &[String]) -> Option<String> {
    let terms: Vec<_> = needles.iter().flat_map(|needle| terms(needle)).take(GRAMS_MAX).collect();
    (!terms.is_empty()).then(|| terms.join(" AND "))
}

/// Grams that together cover all letters of a needle.
fn terms(needle: &str) -> Vec<String> {
    let letters: Vec<char> = needle.chars().collect();
    let (size, rest) = if letters.len() < GRAM { (BEGINNING, " *") } else { (GRAM, "") };
    let Some(last) = letters.len().checked_sub(size) else { return Vec::new() };
    let mut starts: Vec<_> = (0..last).step_by(size).collect();
    starts.push(last);
    let gram = |start: usize| letters[start..start + size].iter().collect::<String>();
    starts.into_iter().map(|start| format!("\"{}\"{rest}", gram(start))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(needles: &[&str]) -> Option<String> {
        condition(&needles.iter().map(|&needle| needle.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_search_uses_the_grams_of_its_text() {
        for (needles, grams) in [
            (&["ash"][..], r#""ash" *"#),
            (&["asha"], r#""ash" * AND "sha" *"#),
            (&["9744555666"], r#""97445" AND "55666""#),
            (&["974455566"], r#""97445" AND "55566""#),
            (&["asha", "raman"], r#""ash" * AND "sha" * AND "raman""#),
            (&["d", "souza"], r#""souza""#),
        ] {
            assert_eq!(asked(needles).as_deref(), Some(grams));
        }
    }

    #[test]
    fn a_search_shorter_than_the_smallest_gram_uses_no_index() {
        assert_eq!(asked(&[]), None);
        assert_eq!(asked(&["as", "d"]), None);
    }

    #[test]
    fn a_long_search_uses_a_limited_number_of_grams() {
        let asked = asked(&[&"0123456789".repeat(100)]).unwrap();
        assert_eq!(asked.split(" AND ").count(), GRAMS_MAX);
    }
}
