//! Masking numbers, for staff who may not call people.

use std::ops::Range;

use crate::sign::{Sign, each_sign};

/// Fewer digits (with separators) are not masked.
const DIGITS_MIN: usize = 5;

/// How many digits at the end stay, which is enough to tell people apart, and too little to call
/// them.
const SHOWN: usize = 2;

/// Replaces the digits of every number in a text by dots, except for the last two.
pub fn masked(text: &str) -> String {
    let mut hidden = Vec::new();
    let mut number: Vec<Range<usize>> = Vec::new();
    each_sign(text, |range, sign| match sign {
        Sign::Digit(_) => number.push(range),
        Sign::Letter => hidden.extend(digits_to_hide(&mut number)),
        Sign::Plus | Sign::Inner | Sign::Outer => {}
    });
    hidden.extend(digits_to_hide(&mut number));
    let (mut masked, mut done) = (String::new(), 0);
    for Range { start, end } in hidden {
        masked += text.get(done..start).unwrap_or_default();
        masked.push('•');
        done = end;
    }
    masked + text.get(done..).unwrap_or_default()
}

/// The positions of the digits to hide, of a number that ends here.
fn digits_to_hide(number: &mut Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut digits = std::mem::take(number);
    if digits.len() < DIGITS_MIN {
        return Vec::new();
    }
    digits.truncate(digits.len() - SHOWN);
    // One character may be two digits.
    digits.dedup();
    digits
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::masked;
    use crate::has_digit;
    use crate::spellings::cases;

    #[test]
    fn all_but_the_last_two_digits_of_a_number_are_masked() {
        for (text, wanted) in [
            ("98765 43210", "••••• •••10"),
            ("+974 5555-1234", "+••• ••••-••34"),
            ("Call ٩٨٧٦٥ after 6, or 5550101", "Call •••٦٥ after 6, or •••••01"),
            ("⑩⑩⑩ 55", "••• 55"),
            ("9️⃣8️⃣7️⃣6️⃣5️⃣", "•️⃣•️⃣•️⃣6️⃣5️⃣"),
            ("Suite 12, floor 3", "Suite 12, floor 3"),
            ("Mon 9:30", "Mon 9:30"),
            ("", ""),
        ] {
            assert_eq!(masked(text), wanted);
        }
    }

    /// A file may bring a long text, which each list masks for whoever sees no numbers.
    #[test]
    fn masking_takes_time_in_proportion_to_the_length() {
        let time = |many: usize| {
            let text = "1".repeat(many);
            let begun = Instant::now();
            assert_eq!(masked(&text).chars().filter(|letter| *letter == '•').count(), many - 2);
            begun.elapsed()
        };
        let least = |many| (0..5).map(|_| time(many)).min().unwrap_or_default();
        assert!(least(160_000) < 64 * least(10_000));
    }

    #[test]
    fn a_number_is_masked_in_every_spelling() {
        for case in cases().spellings {
            let text = masked(&format!("Ask Ravi: {}, at home", case.text));
            let digits = text.chars().filter(|letter| has_digit(&letter.to_string())).count();
            assert_eq!(digits, 2, "{}: {text}", case.name);
            assert!(text.starts_with("Ask Ravi: ") && text.ends_with(", at home"), "{text}");
        }
    }
}
