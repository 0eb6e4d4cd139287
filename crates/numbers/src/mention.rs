//! Finding numbers in texts.

use std::ops::Range;

use crate::group::{DIGITS_MAX, Gap, Group, Plus, groups};
use crate::sign::each_digit;

/// Shorter numbers occur in too many texts to be searched for.
const DIGITS_MIN: usize = 8;

/// How many digits at the end are compared first, before the spelling is parsed.
const COMPARED_DIGITS: u32 = 7;

/// Whether a text contains the number with this [`key`](crate::key()) in any spelling: groups of
/// digits with only separators between them that are this number, and not just a part of a longer
/// one.
pub fn mentions(text: &str, key: &str) -> bool {
    !places(text, key).is_empty()
}

/// Whether a text has the number's last digits in a row, whatever is between them. Every text that
/// mentions the number does. This is much faster than [`mentions`].
pub fn may_mention(text: &str, key: &str) -> bool {
    let Some(tail) = tail(key).and_then(|tail| tail.parse::<u32>().ok()) else { return false };
    let (mut last, mut count, mut found) = (0, 0, false);
    each_digit(text, |digit| {
        last = (last * 10 + digit.to_digit(10).unwrap_or_default()) % 10_u32.pow(COMPARED_DIGITS);
        count += 1;
        found |= last == tail && count >= COMPARED_DIGITS;
    });
    found
}

/// Replaces the number with this key by a mark; `None` if the text does not contain it.
pub fn redact(text: &str, key: &str, mark: &str) -> Option<String> {
    let places = places(text, key);
    let mut redacted = text.to_owned();
    for place in places.iter().rev() {
        redacted.replace_range(place.clone(), mark);
    }
    (!places.is_empty()).then_some(redacted)
}

/// The positions of the number, in bytes.
fn places(text: &str, key: &str) -> Vec<Range<usize>> {
    let Some(tail) = tail(key).filter(|_| may_mention(text, key)) else { return Vec::new() };
    let (groups, _) = groups(text);
    let (mut places, mut start) = (Vec::new(), 0);
    while start < groups.len() {
        let end = end_of(&groups[start..], tail, key);
        if let Some(count) = end {
            let last = start + count - 1;
            places.push(groups[start].range.start..groups[last].range.end);
        }
        start += end.unwrap_or(1);
    }
    places
}

/// The compared digits of a key; `None` if it is not searched for.
fn tail(key: &str) -> Option<&str> {
    let is_number = key.len() >= DIGITS_MIN && key.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| &key[key.len() - COMPARED_DIGITS as usize..])
}

/// How many of the groups, from the first, form the number.
fn end_of(groups: &[Group], tail: &str, key: &str) -> Option<usize> {
    let plus = groups.first().map_or(Plus::None, |group| group.plus);
    let mut digits = String::new();
    for (place, group) in groups.iter().enumerate() {
        if place > 0 && group.gap == Gap::Apart || digits.len() > DIGITS_MAX {
            return None;
        }
        digits.push_str(&group.digits);
        if !digits.ends_with(tail) {
            continue;
        }
        let is_number = |text: &str| crate::key(text) == key;
        // A plus sign that stands apart may belong to something else.
        if plus != Plus::Adjacent && is_number(&digits)
            || plus != Plus::None && is_number(&format!("+{digits}"))
        {
            return Some(place + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::spellings::cases;

    const KEY: &str = "919876500001";

    #[test]
    fn a_number_is_found_in_any_spelling_and_no_other_number_is() {
        for text in [
            "Call me at 98765 00001.",
            "+91-98765-00001",
            "+91 (0) 98765 00001",
            "my number:09876500001!",
            "९८७६५००००१",
            "９８７６５－００００１",
            "55551234 or 9876500001",
            "9123456780 9876500001",
            "9876500001 / 9123456780",
            "on 1.2.2025 98765 00001 12",
        ] {
            assert!(mentions(text, KEY), "{text}");
        }
        for text in [
            "98765 00002",
            "98765 and 00001",
            "",
            "9876500",
            "order 12398765000014",
            "order 4-9876500001234",
            "+44 7896500001",
        ] {
            assert!(!mentions(text, KEY), "{text}");
        }
        assert!(mentions("+44 (0)7911 123456", "447911123456"));
        for key in ["044 2345", "1234567"] {
            assert!(!mentions(key, key), "{key}: too short to tell anybody by");
        }
    }

    #[test]
    fn a_number_is_found_in_every_spelling() {
        let cases = cases();
        let key = crate::key(&cases.number);
        for case in cases.spellings {
            let text = format!("Ask Ravi: {}, at home", case.text);
            let left = redact(&text, &key, "[erased]").unwrap_or_default();
            let stripped: String = left.chars().filter(char::is_ascii_graphic).collect();
            assert!(stripped.starts_with("AskRavi:"), "{}: {left}", case.name);
            assert!(stripped.ends_with(",athome"), "{}: {left}", case.name);
            assert!(!left.chars().any(char::is_numeric), "{}: {left}", case.name);
        }
        for case in cases.others {
            assert!(!mentions(&case.text, &key), "{}: {}", case.name, case.text);
        }
    }

    #[test]
    fn the_fast_search_misses_no_spelling() {
        let cases = cases();
        let key = crate::key(&cases.number);
        for case in cases.spellings {
            // As a text and in a record with other numbers around it.
            let record = format!("{{\"id\":1750000000001,\"note\":\"{}\",\"at\":12}}", case.text);
            for text in [&case.text, &record] {
                assert!(may_mention(text, &key), "{}: {text}", case.name);
            }
        }
        assert!(may_mention("447911 123456", "447911123456"));
        assert!(may_mention("0000000", "440000000000"), "zeros are digits");
        for text in ["", "000001", "9123456780", "98765 00002"] {
            assert!(!may_mention(text, &key), "{text}");
        }
    }

    #[test]
    fn a_long_text_of_digits_is_scanned_once() {
        let text = "650 000 112 ".repeat(20_000);
        let started = Instant::now();
        assert!(!mentions(&text, KEY));
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    }

    #[test]
    fn whatever_is_mentioned_is_found_without_knowing_it() {
        let key = crate::key(&cases().number);
        let around =
            ["", "Flat 12, ", "1) ", "2345678 / ", "between 10:30-11:00 (", "5/7 ", "+ 4 "];
        for case in cases().spellings {
            for before in around {
                for after in ["", " 12", " / 2345678"] {
                    let text = [before, case.text.as_str(), after].concat();
                    if mentions(&text, &key) {
                        let keys = crate::mentioned(&text);
                        assert!(keys.contains(&key), "{}: {text}: {keys:?}", case.name);
                        assert_eq!(keys.first(), Some(&crate::key(&text)), "{text}");
                    }
                }
            }
        }
        for text in [
            "Flat 12, 98765 00001",
            "2345678 / 98765 00001",
            "98765 00001, 12",
            "98765 00001 12",
            "1. 9876500001",
            "9123456780 9876500001",
            "98765 00001 (12)",
        ] {
            assert!(crate::keys(text).contains(&KEY.to_owned()), "{text}");
        }
        // A part of a number is somebody else's, or nobody's.
        assert_eq!(crate::keys("98 7654 3210 home"), ["919876543210"]);
        assert_eq!(crate::keys("98 76 54 32 10 home"), ["919876543210"]);
    }

    #[test]
    fn only_the_number_is_redacted() {
        let text =
            "Asha: +91-98765 00001, Ravi: 9123456780 (or 098765 00001); order 12398765000014";
        assert_eq!(
            redact(text, KEY, "[erased]").as_deref(),
            Some("Asha: [erased], Ravi: 9123456780 (or [erased]); order 12398765000014")
        );
        assert_eq!(redact("９８７６５００００１番", KEY, "*").as_deref(), Some("*番"));
        assert_eq!(redact("nobody", KEY, "*"), None);
    }
}
