//! Recovery codes, which replace a lost second factor; the operator's login codes look the same.

use api::RECOVERY_CODE_DIGITS;

use crate::random::{self, NoRandomness};

/// The number of digits in a group.
const GROUP: usize = 5;

/// This many codes.
pub(crate) fn codes(count: usize) -> Result<Vec<String>, NoRandomness> {
    (0..count).map(|_| code()).collect()
}

/// A code without groups.
pub(crate) fn code() -> Result<String, NoRandomness> {
    random::digits(RECOVERY_CODE_DIGITS)
}

/// A code in groups of digits, as it is shown.
pub(crate) fn in_groups(code: &str) -> String {
    let digits: Vec<char> = code.chars().collect();
    digits.chunks(GROUP).map(String::from_iter).collect::<Vec<_>>().join("-")
}

/// What somebody typed, without the blanks and hyphens of groups.
pub(crate) fn without_groups(typed: &str) -> String {
    typed.chars().filter(|sign| !sign.is_whitespace() && *sign != '-').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_code_is_twenty_random_digits_in_groups() {
        let codes: Vec<_> = (0..500).map(|_| code().unwrap()).collect();
        for digit in '0'..='9' {
            let count = codes.iter().flat_map(|code| code.chars()).filter(|&c| c == digit).count();
            assert!((800..1200).contains(&count), "{digit}: {count}");
        }
        assert_eq!(in_groups("01234567890123456789"), "01234-56789-01234-56789");
    }
}
