//! What a text may hold on a server: one rule for every door and both databases.
//!
//! In a browser, stored texts are read whatever they hold. They are the visitor's own.

use alloc::string::String;
use alloc::vec::Vec;

use crate::mobile::digit;

/// The most digits in a name or a label that an erasure does not search. More could be a phone number.
pub const DIGITS_MAX: usize = 6;

/// Whether a text has more than [`DIGITS_MAX`] digits, of any script. A sign such as ⑫ stands for up to
/// three.
pub fn may_have_number(text: &str) -> bool {
    let numeric = text.chars().filter(|letter| letter.is_numeric());
    let digits: usize = numeric.map(|letter| if digit(letter).is_some() { 1 } else { 3 }).sum();
    digits > DIGITS_MAX
}

/// Whether a text may hold this character. Of control characters only line breaks and tabs may stand
/// in one: PostgreSQL cannot store U+0000, and nobody types the others.
pub fn is_allowed(letter: char) -> bool {
    !letter.is_control() || matches!(letter, '\n' | '\r' | '\t')
}

/// Whether all characters of a text [are allowed](is_allowed).
pub fn are_allowed(text: &str) -> bool {
    text.chars().all(is_allowed)
}

/// The same for all texts in a JSON text, which may hold characters as escape sequences.
pub fn are_allowed_in_json(json: &str) -> bool {
    let mut rest = json.chars();
    while let Some(letter) = rest.next() {
        let letter = match letter {
            '\\' => match rest.next() {
                Some('u') => {
                    let number = rest
                        .by_ref()
                        .take(4)
                        .try_fold(0, |number, digit| Some(number * 16 + digit.to_digit(16)?));
                    // Half of a surrogate pair is no control character.
                    number.and_then(char::from_u32).unwrap_or(' ')
                }
                Some('b' | 'f') => '\u{8}',
                _ => ' ',
            },
            letter => letter,
        };
        if !is_allowed(letter) {
            return false;
        }
    }
    true
}

/// Brings a name that others are shown into one line: without white space around it, and without signs that nobody sees.
pub fn in_one_line(typed: &str) -> String {
    let seen: String = typed.chars().filter(|letter| !is_unseen(*letter)).collect();
    let words = seen.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Signs that would turn around what stands beside a name, or make two names look alike. Joiners, which some
/// scripts need, are none of them.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{feff}' | '\u{ad}')
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{180e}')
        || matches!(letter, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_line_breaks_and_tabs_of_the_control_characters_are_allowed() {
        assert!(are_allowed("a\r\nb\tc – ü ‏ع\u{200f} \u{2028}"));
        for letter in ['\0', '\u{1}', '\u{8}', '\u{b}', '\u{c}', '\u{1f}', '\u{7f}', '\u{85}'] {
            assert!(!is_allowed(letter), "{letter:?}");
        }
    }

    #[test]
    fn a_shown_name_is_one_line_without_unseen_signs() {
        for (typed, name) in [
            (" Asha \u{202e}of\r\nDoha\u{2069} ", "Asha of Doha"),
            ("A\u{1b}[31mB\u{2028}C", "A [31mB C"),
            ("क्\u{200d}ष", "क्\u{200d}ष"),
            ("\u{200b}\u{202e}\u{7f}", ""),
        ] {
            assert_eq!(in_one_line(typed), name, "{typed:?}");
        }
    }

    #[test]
    fn a_number_is_found_in_any_signs() {
        for text in ["", "User3210", "2026-11", "६ days, ３ calls", "Plan ⑫"] {
            assert!(!may_have_number(text), "{text}");
        }
        for text in ["5550101", "a5b5c5d0e1f0g1", "٩٨٧٦٥٤٣", "Call 5555⑫㉞", "㉝⑫㉞"]
        {
            assert!(may_have_number(text), "{text}");
        }
    }

    #[test]
    fn control_characters_are_found_in_json() {
        for json in [r#"{"a":"\u0000"}"#, r#"["\\\u0001"]"#, r#""\b""#, r#""\f""#, "\"\u{7f}\""] {
            assert!(!are_allowed_in_json(json), "{json}");
        }
        for json in [r#"{"a":"\n\r\t\u0009\ud83d\ude00"}"#, r#"["\\u0000", "\\b"]"#, r#""\"""#] {
            assert!(are_allowed_in_json(json), "{json}");
        }
    }
}
