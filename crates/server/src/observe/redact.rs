//! What a failure says must not tell whose record it met.

/// As many digits in a row may be a number somebody has, or a code.
const TELLING: usize = 4;

/// The text with every longer run of digits struck out.
pub(crate) fn redact(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut digits = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        plain.push_str(if digits.len() < TELLING { &digits } else { "…" });
        digits.clear();
        plain.push(if letter.is_control() { ' ' } else { letter });
    }
    plain.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_codes_are_struck_out_and_line_breaks_with_them() {
        assert_eq!(redact("Key (mobile)=(9876543210) exists\n"), "Key (mobile)=(…) exists");
        assert_eq!(redact("error 23 after\n123456"), "error 23 after …");
    }
}
