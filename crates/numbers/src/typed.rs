//! Parsing the digits of a typed text.

/// The first run of digits that is long enough for a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Typed {
    /// In ASCII, without a leading `00`.
    pub(crate) digits: String,
    /// Whether a plus sign or `00` precedes them.
    pub(crate) is_international: bool,
    /// Whether the text contains anything else.
    pub(crate) has_more: bool,
}

/// Shorter runs are not numbers.
const DIGITS_MIN: usize = 8;

/// Parses a text.
pub(crate) fn typed(text: &str) -> Option<Typed> {
    let mut runs = text.split(|letter| !belongs(letter));
    let run = runs.find(|run| run.chars().filter_map(digit).count() >= DIGITS_MIN)?;
    let has_more = run.trim() != text.trim();
    let sign = run.chars().position(is_plus);
    let first = run.chars().position(|letter| digit(letter).is_some());
    let digits: String = run.chars().filter_map(digit).collect();
    // A plus sign in the middle means two numbers, or none.
    let signs = run.chars().filter(|&letter| is_plus(letter)).count();
    let has_sign = sign.is_some() && sign < first;
    if signs > usize::from(has_sign) {
        return Some(Typed { digits, is_international: false, has_more: true });
    }
    match digits.strip_prefix("00").filter(|_| !has_sign) {
        Some(rest) => Some(Typed { digits: rest.to_owned(), is_international: true, has_more }),
        None => Some(Typed { digits, is_international: has_sign, has_more }),
    }
}

/// Whether a character is a plus sign, including the full-width one.
pub(crate) fn is_plus(letter: char) -> bool {
    matches!(letter, '+' | '\u{ff0b}')
}

/// The ASCII digit for an Arabic-Indic, Persian, Devanagari, full-width or ASCII digit.
pub(crate) fn digit(letter: char) -> Option<char> {
    let zero = match letter {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6f0}'..='\u{6f9}' => '\u{6f0}',
        '\u{966}'..='\u{96f}' => '\u{966}',
        '\u{ff10}'..='\u{ff19}' => '\u{ff10}',
        _ => return None,
    };
    char::from_digit(u32::from(letter) - u32::from(zero), 10)
}

/// Whether a character may be part of a number: a digit, a plus sign, a separator, or a mark of
/// writing direction, which copied numbers often contain.
pub(crate) fn belongs(letter: char) -> bool {
    digit(letter).is_some()
        || is_plus(letter)
        || letter.is_whitespace()
        || matches!(
            letter,
            '-' | '.' | '(' | ')' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff0d}' | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}
