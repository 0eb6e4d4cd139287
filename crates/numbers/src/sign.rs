//! What the characters of a text are to somebody who reads a phone number in it.
//!
//! | Characters | Examples | To a reader |
//! |---|---|---|
//! | Decimal digits of any script, alone or in a frame | `৯`, `𝟗`, `⑨`, `❾`, `9️⃣`, `⁹` | a digit |
//! | Plus signs | `+`, `＋` | the beginning of an international number |
//! | Spaces, hyphens, dots, round brackets | `-`, `–`, `.`, `(` | a separator inside a number |
//! | All other punctuation and symbols | `/`, `:`, `*`, `📞` | a separator inside a number or between two |
//! | Invisible characters, combining marks | soft hyphen, zero-width space | nothing |
//! | Letters, and numbers that are no decimal digits | `x`, `Ⅸ`, `九` | the end of a number |
//!
//! So a number is as long as digits follow each other with anything but letters between them. A
//! plus sign begins another number. Numbers that are written in words, in Roman or in Chinese
//! numerals, or with letters between their digits, are not recognised.

use std::ops::Range;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// What a character is to a reader of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// A decimal digit, in ASCII.
    Digit(char),
    /// A plus sign.
    Plus,
    /// A separator that stands inside numbers.
    Inner,
    /// A separator that stands inside a number, or between two.
    Outer,
    /// A letter: a number ends here.
    Letter,
}

/// Visits the visible signs of a text, with their positions in bytes. A character may be several
/// signs: `⑽` is a bracket, two digits and a bracket.
pub(crate) fn each_sign(text: &str, mut visit: impl FnMut(Range<usize>, Sign)) {
    for (start, letter) in text.char_indices() {
        let range = start..start + letter.len_utf8();
        if letter.is_ascii() {
            visit(range, sign(letter));
            continue;
        }
        decompose_compatible(letter, |part| {
            if !is_invisible(part) {
                visit(range.clone(), sign(part));
            }
        });
    }
}

/// Visits the decimal digits of a text, in ASCII, whatever is between them.
pub(crate) fn each_digit(text: &str, mut visit: impl FnMut(char)) {
    for letter in text.chars() {
        if letter.is_ascii() {
            digit(letter).into_iter().for_each(&mut visit);
        } else {
            decompose_compatible(letter, |part| digit(part).into_iter().for_each(&mut visit));
        }
    }
}

/// The decimal digit that a character is, in ASCII. The character has been decomposed (NFKD).
pub fn digit(letter: char) -> Option<char> {
    if letter.is_ascii() {
        return Some(letter).filter(char::is_ascii_digit);
    }
    let value = match letter {
        // Digits in frames that Unicode does not decompose.
        '\u{24ff}' | '\u{1f10b}' | '\u{1f10c}' => 0,
        '\u{2776}'..='\u{277e}' => u32::from(letter) - 0x2775,
        '\u{2780}'..='\u{2788}' => u32::from(letter) - 0x277f,
        '\u{278a}'..='\u{2792}' => u32::from(letter) - 0x2789,
        '\u{24f5}'..='\u{24fd}' => u32::from(letter) - 0x24f4,
        // The digits of a script follow each other, from 0 to 9.
        _ if is_decimal(letter) => {
            let before = (1..).map(|steps| char::from_u32(u32::from(letter) - steps));
            let before = before.take_while(|before| before.is_some_and(is_decimal)).count();
            u32::try_from(before % 10).unwrap_or_default()
        }
        _ => return None,
    };
    char::from_digit(value, 10)
}

fn is_decimal(letter: char) -> bool {
    letter.general_category() == GeneralCategory::DecimalNumber
}

fn sign(letter: char) -> Sign {
    match letter {
        '+' => Sign::Plus,
        '-' | '.' | '(' | ')' | '\u{2212}' => Sign::Inner,
        _ if letter.is_whitespace() => Sign::Inner,
        _ => match digit(letter) {
            Some(digit) => Sign::Digit(digit),
            None if letter.is_alphanumeric() => Sign::Letter,
            None if letter.general_category() == GeneralCategory::DashPunctuation => Sign::Inner,
            None => Sign::Outer,
        },
    }
}

/// Whether nobody sees the character, or sees it only on the one before it.
fn is_invisible(letter: char) -> bool {
    is_combining_mark(letter)
        || letter.general_category() == GeneralCategory::Format
        // Blank letters of Korean.
        || matches!(letter, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(letter: char) -> Vec<Sign> {
        let mut signs = Vec::new();
        each_sign(&letter.to_string(), |_, sign| signs.push(sign));
        signs
    }

    #[test]
    fn every_decimal_digit_of_unicode_has_its_value() {
        let (mut digits, mut zeros) = (0, 0);
        for letter in ('\0'..=char::MAX).filter(|&letter| is_decimal(letter)) {
            let [Sign::Digit(digit)] = of(letter)[..] else { panic!("{letter:?}") };
            // Digits stand in order, so each has the value of its place.
            assert_eq!(digit.to_digit(10), Some(digits % 10), "{letter:?}");
            digits += 1;
            zeros += u32::from(digit == '0');
        }
        assert_eq!(digits, zeros * 10);
        assert!(zeros > 70, "{zeros}");
    }

    #[test]
    fn a_character_may_be_several_signs_or_none() {
        use Sign::{Digit, Inner, Letter, Outer};
        assert_eq!(of('⑽'), [Inner, Digit('1'), Digit('0'), Inner]);
        assert_eq!(of('½'), [Digit('1'), Outer, Digit('2')]);
        assert_eq!(of('Ⅷ'), [Letter; 4]);
        assert_eq!(of('九'), [Letter]);
        assert_eq!(of('\u{ad}'), []);
        assert_eq!(of('\u{fe0f}'), []);
    }
}
