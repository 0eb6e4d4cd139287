//! Recovery codes, which replace a lost second factor; the operator's login codes look the same.

use api::RECOVERY_CODE_DIGITS;

use crate::random::{self, NoRandomness};

/// The number of digits in a group.
const GROUP: usize = 5;

/// This many codes.
pub(crate) fn codes(count: usize) -> Result<Vec<String>, NoRandomness> {
    (0..count).map(|_| code()).collect()
}

/// Random digits, all equally likely.
pub(crate) fn code() -> Result<String, NoRandomness> {
    let mut code = String::new();
    while code.len() < RECOVERY_CODE_DIGITS as usize {
        let [byte] = random::bytes::<1>()?;
        // Larger values are rejected, because the modulo would make small digits slightly more
        // likely.
        if byte < 250 {
            code.push(char::from(b'0' + byte % 10));
        }
    }
    Ok(code)
}

/// A code in groups of digits, as it is shown.
pub(crate) fn in_groups(code: &str) -> String {
    let digits: Vec<char> = code.chars().collect();
    digits.chunks(GROUP).map(String::from_iter).collect::<Vec<_>>().join("-")
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
