//! Texts in the form that the databases store and search.

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// Separates texts in a haystack. Nobody types this character.
const BETWEEN: &str = "\u{1f}";

/// The maximum number of letters of a word in an index, because PostgreSQL limits the size of
/// entries.
const LETTERS: usize = 64;

/// Makes a text storable in both databases: PostgreSQL does not accept U+0000.
pub(crate) fn storable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// A word in the form of its column, for storing and comparing.
pub(crate) fn word(text: &str) -> String {
    storable(text).chars().take(LETTERS).collect()
}

/// The searchable form of texts, and of numbers in any spelling. An empty one leaves no mark, so that a later version can
/// search another optional text and those that are stored without it are still as they should be.
pub(crate) fn haystack(texts: &[&str], numbers: &[&str]) -> String {
    let texts = texts.iter().map(|text| letters(text));
    let all = texts.chain(numbers.iter().map(|number| of_number(number)));
    let all: Vec<_> = all.filter(|text| !text.is_empty()).collect();
    all.join(BETWEEN)
}

/// How many parts of a search text are looked for: each is one more condition of the query.
const PARTS_MAX: usize = 10;

/// The first [`PARTS_MAX`] parts of a search text. Whatever has all of them in its [`haystack`], in any order, is
/// found. Empty for a text without letters and digits.
pub(crate) fn needles(text: &str) -> Vec<String> {
    let (mut parts, mut number) = (Vec::new(), String::new());
    let flush = |number: &mut String, parts: &mut Vec<String>| {
        let digits = numbers::searched(&std::mem::take(number));
        parts.extend(Some(digits).filter(|digits| !digits.is_empty()));
    };
    for word in text.split_whitespace() {
        let letters = letters(word);
        if letters.bytes().all(|byte| byte.is_ascii_digit()) {
            // The groups of one number.
            number.push(' ');
            number.push_str(word);
        } else {
            flush(&mut number, &mut parts);
            parts.push(letters);
        }
    }
    flush(&mut number, &mut parts);
    parts.truncate(PARTS_MAX);
    parts
}

/// Whether a haystack has all parts of a search text.
pub(crate) fn has_all(haystack: &str, needles: &[String]) -> bool {
    needles.iter().all(|needle| haystack.contains(needle.as_str()))
}

/// A hash that identifies a text without storing it.
pub(crate) fn digest(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}

/// The letters and digits of a text, as people look for them: in lower case, without accents and
/// other marks, and without what is between them. So `D’Souza` is `dsouza`, and a part of a text
/// stays a part of it. Digits of any script are ASCII.
fn letters(text: &str) -> String {
    let marked = text.nfkd().filter(|&letter| canonical_combining_class(letter) == 0);
    let small = marked.flat_map(char::to_lowercase);
    let mut letters = String::new();
    for letter in small {
        match letter {
            'ß' => letters.push_str("ss"),
            'æ' => letters.push_str("ae"),
            'œ' => letters.push_str("oe"),
            'þ' => letters.push_str("th"),
            _ => letters.extend(plain(letter)),
        }
    }
    letters
}

/// The letter or digit that people type for a letter; `None` for what is neither.
fn plain(letter: char) -> Option<char> {
    match letter {
        'ς' => Some('σ'),
        'ø' => Some('o'),
        'đ' | 'ð' => Some('d'),
        'ł' => Some('l'),
        'ı' => Some('i'),
        // Arabic has several forms of these, which people use for each other.
        'ى' | 'ی' => Some('ي'),
        'ة' => Some('ه'),
        'ک' => Some('ك'),
        // Letters for Unicode, but apostrophes and a line for people.
        '\u{2b9}'..='\u{2c1}' | '\u{2c8}' | '\u{2ee}' | '\u{a78b}' | '\u{a78c}' | '\u{640}' => None,
        _ => numbers::digit(letter).or(Some(letter).filter(|letter| letter.is_alphanumeric())),
    }
}

/// The searchable form of a number: as it was typed, and with its country code.
fn of_number(text: &str) -> String {
    let (typed, key) = (letters(text), numbers::key(text));
    let is_number = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_digit());
    match is_number && !typed.contains(&key) {
        true if key.contains(&typed) => key,
        true => [typed, key].join(BETWEEN),
        false => typed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(texts: &[&str], numbers: &[&str], search: &str) -> bool {
        let needles = needles(search);
        !needles.is_empty() && has_all(&haystack(texts, numbers), &needles)
    }

    #[test]
    fn an_empty_text_leaves_no_mark() {
        assert_eq!(
            haystack(&["", "Asha", "", "IT"], &["", "9"]),
            haystack(&["Asha", "IT"], &["9"])
        );
        assert_eq!(haystack(&[""], &[""]), "");
    }

    #[test]
    fn a_person_is_found_by_every_spelling_of_their_name() {
        for (name, searches) in [
            (
                "D’Souza, José",
                &["d'souza", "D´SOUZA", "dsouza", "d souza", "jose souza", "José D`Souza"][..],
            ),
            (
                "Rashid Al-Mansoori",
                &["al mansoori", "almansoori", "al-mansoori", "Mansoori Rashid", "al–mansoori"],
            ),
            ("Rashid Al Mansoori", &["al-mansoori", "almansoori", "rashid al mansoori"]),
            ("Søren Weiß", &["soren weiss", "SØREN", "weiß"]),
            ("Łukasz Ðorđe", &["lukasz", "dorde"]),
            ("İstanbul ΟΔΟΣ", &["istanbul", "İST", "οδοσ", "οδος"]),
            ("Müller", &["muller", "MÜLL"]),
            ("Oʻzbek Qurʾān", &["ozbek", "o'zbek", "quran", "qur'an"]),
            ("فاطمة", &["فاطمه", "فَاطِمَة"]),
            ("मीरा", &["मीरा"]),
            ("Ｆｕｌｌ Ｗｉｄｔｈ", &["full width", "width full"]),
        ] {
            for search in searches {
                assert!(finds(&[name], &[], search), "{name}: {search}");
            }
        }
        for (name, search) in
            [("Ann", "anne"), ("Bo", "-"), ("Bo", " "), ("Bo", "’"), ("Bo", "bo x")]
        {
            assert!(!finds(&[name], &[], search), "{name}: {search}");
        }
    }

    #[test]
    fn a_person_is_found_by_every_spelling_of_their_number() {
        for stored in
            ["9230252536", "+91 92302-52536", "0923 025 2536", "९२३०२५२५३६", "0091 92302/52536"]
        {
            for search in [
                "9230252536",
                "92302 52536",
                "092302 52536",
                "+91 92302 52536",
                "+919230252536",
                "0091 92302 52536",
                "+91 (0) 92302-52536",
                "(+91) 92302 52536",
                "९२३०२ ५२५३६",
                "92302/52536",
                "52536",
                "302 52536",
                "+91 9230",
                "2536",
                "asha 92302 52536",
                "92302 52536 asha",
            ] {
                assert!(finds(&["Asha"], &[stored], search), "{stored}: {search}");
            }
            for search in ["92302 52537", "+44 92302 52536", "9230252536 1"] {
                assert!(!finds(&["Asha"], &[stored], search), "{stored}: {search}");
            }
        }
        for search in ["5555 1234", "+974 5555 1234", "00974 55551234", "974 5555"] {
            assert!(finds(&[], &["5555-1234"], search), "{search}");
        }
        assert!(finds(&["Call 092302 52536 after six"], &[], "+91 92302 52536"));
        assert!(finds(&[], &["044 2345"], "044-2345"));
        assert!(finds(&[], &["0"], "0"));
    }

    #[test]
    fn one_text_does_not_end_in_another() {
        assert!(!finds(&["Asha", "Raman"], &["12", "34"], "asharaman"));
        assert!(!finds(&["Asha", "Raman"], &["12", "34"], "1234"));
    }
}
