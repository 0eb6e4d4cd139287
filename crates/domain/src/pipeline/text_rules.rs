//! What a text may hold on a server: one rule for every door and both databases.
//!
//! In a browser, stored texts are read whatever they hold. They are the visitor's own.

/// Whether a text may hold this character: any but control characters, of which only line breaks
/// and tabs are allowed. PostgreSQL cannot store U+0000, and nobody types the others.
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

/// The zeros of the scripts in which browsers write dates: Latin, Arabic, Persian, N’Ko,
/// Devanagari, Bengali, Tibetan, Burmese, Ol Chiki and Chakma.
const ZEROS: [char; 10] = [
    '0',
    '\u{660}',
    '\u{6f0}',
    '\u{7c0}',
    '\u{966}',
    '\u{9e6}',
    '\u{f20}',
    '\u{1040}',
    '\u{1c50}',
    '\u{11136}',
];

/// How many letters stand beside the digits at most, such as those of an era.
const DATE_LETTERS_MAX: usize = 4;

/// The length of the longest date, in characters.
const DATE_MAX: usize = 32;

/// Whether a text has the form of a date as `toLocaleDateString()` writes it in some locale: three
/// groups of digits, of which the first or the last is a year and the others are a day and a month.
/// Of all other numbers, only those pass that can be read as a date. An empty text passes.
pub fn is_date(text: &str) -> bool {
    let (mut groups, mut count, mut letters, mut in_group) = ([(0_u32, 0_usize); 3], 0, 0, false);
    for letter in text.chars() {
        if let Some(digit) = digit(letter) {
            count += usize::from(!in_group);
            let Some((number, length)) = groups.get_mut(count.wrapping_sub(1)) else {
                return false;
            };
            (*number, *length) = (number.saturating_mul(10).saturating_add(digit), *length + 1);
            in_group = true;
            continue;
        }
        in_group = false;
        let is_mark = matches!(letter, '\u{200e}' | '\u{200f}' | '\u{61c}');
        if letter.is_alphabetic() {
            letters += 1;
        } else if !is_mark && !matches!(letter, '.' | '/' | '-' | ' ' | '\u{a0}' | '\u{202f}') {
            // Vowels of some scripts are marks.
            letters += if letter.is_alphanumeric() || letter.is_ascii() { return false } else { 1 };
        }
    }
    let is_year = |(number, length): (u32, usize)| {
        // Of the Persian, Islamic, Gregorian, Buddhist and Hebrew calendars.
        length == 4 && matches!(number, 1300..=2100 | 2400..=2700 | 5700..=5900)
    };
    let is_day = |(day, length): (u32, usize), (month, length_of_month): (u32, usize)| {
        length <= 2 && length_of_month <= 2 && (1..=32).contains(&day) && (1..=13).contains(&month)
    };
    let are_day_and_month = |a, b| is_day(a, b) || is_day(b, a);
    let [a, b, c] = groups;
    let is_in_order =
        is_year(a) && are_day_and_month(b, c) || is_year(c) && are_day_and_month(a, b);
    let fits = text.chars().count() <= DATE_MAX && letters <= DATE_LETTERS_MAX;
    text.is_empty() || count == 3 && is_in_order && fits
}

fn digit(letter: char) -> Option<u32> {
    ZEROS.into_iter().find_map(|zero| {
        let value = u32::from(letter).checked_sub(zero.into())?;
        (value < 10).then_some(value)
    })
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
    fn control_characters_are_found_in_json() {
        for json in [r#"{"a":"\u0000"}"#, r#"["\\\u0001"]"#, r#""\b""#, r#""\f""#, "\"\u{7f}\""] {
            assert!(!are_allowed_in_json(json), "{json}");
        }
        for json in [r#"{"a":"\n\r\t\u0009\ud83d\ude00"}"#, r#"["\\u0000", "\\b"]"#, r#""\"""#] {
            assert!(are_allowed_in_json(json), "{json}");
        }
    }

    /// Each form that 250 locales of a browser give for four days.
    #[test]
    fn every_date_of_a_browser_is_one() {
        for text in [
            "",
            "1/1/2026",
            "23/11/2026",
            "2026-11-23",
            "23.11.2026",
            "29.2.2024",
            "2026/1/1",
            "1.01.2026 г.",
            "23. 11. 2026.",
            "2026. 11. 23.",
            "1-1-2026",
            "23/11 2026",
            "23\u{200f}/11\u{200f}/2026",
            "٢٣\u{200f}/١١\u{200f}/٢٠٢٦",
            "۱۴۰۵/۹/۲",
            "AP ۱۴۰۵-۰۹-۰۲",
            "२३/११/२०२६",
            "২৩-১১-২০২৬",
            "༢༠༢༦-༡༡-༢༣",
            "߂߀߂߆ / ߂߃ / ߁߁",
            "ပ.သ. 2569-11-23",
            "𑄸𑄹/𑄷𑄷/𑄸𑄶𑄸𑄼",
            "23/11/2569",
            "١٣‏/٦‏/١٤٤٨ هـ",
            "2026年11月23日",
        ] {
            assert!(is_date(text), "{text}");
        }
    }

    #[test]
    fn a_telephone_number_is_no_date() {
        for text in [
            "9876543210",
            "98765 43210",
            "+91 98765 43210",
            "5555 1234",
            "55551234",
            "55/55/1234",
            "30/12/3456",
            "98/76/5432",
            "1/1/2026 9876543210",
            "1/1/20260",
            "12/2026",
            "1 2 3 2026",
            "call me",
            "Monday",
            "23/11/2026 please",
            "२३/११/२०२६९८७",
            "⁹⁸/⁷⁶/⁵⁴³²",
            "1/1/2026\u{0}",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }
}
