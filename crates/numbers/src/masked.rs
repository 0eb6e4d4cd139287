//! Masking numbers, for staff who may not call people.

use crate::typed::{belongs, digit};

/// Shorter runs of digits (with separators) are not masked.
const DIGITS_MIN: usize = 5;

/// Replaces the digits of every number in a text by dots, except for the last two. That is enough
/// to tell people apart, and too little to call them.
pub fn masked(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut masked = letters.clone();
    let mut place = 0;
    while place < letters.len() {
        let is_of_number = |letter: &&char| digit(**letter).is_some() || belongs(**letter);
        let length = letters[place..].iter().take_while(is_of_number).count();
        let digits: Vec<usize> =
            (place..place + length).filter(|&at| digit(letters[at]).is_some()).collect();
        if digits.len() >= DIGITS_MIN {
            digits[..digits.len() - 2].iter().for_each(|&at| masked[at] = '•');
        }
        place += length.max(1);
    }
    masked.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn all_but_the_last_two_digits_of_a_number_are_masked() {
        for (text, wanted) in [
            ("98765 43210", "••••• •••10"),
            ("+974 5555-1234", "+••• ••••-••34"),
            ("Call ٩٨٧٦٥ after 6, or 5550101", "Call •••٦٥ after 6, or •••••01"),
            ("Suite 12, floor 3", "Suite 12, floor 3"),
            ("", ""),
        ] {
            assert_eq!(masked(text), wanted);
        }
    }
}
