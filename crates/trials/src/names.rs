//! People with names and numbers that share their parts as those of real people do.

use std::hash::{DefaultHasher, Hasher};

/// Given names, of which each is had by many.
const GIVEN: [&str; 24] = [
    "Aisha", "Ana", "Arjun", "Asha", "Binu", "Chen", "Deepa", "Elena", "Fatima", "George",
    "Ibrahim", "Jose", "Kofi", "Lakshmi", "Maria", "Meera", "Omar", "Priya", "Rahul", "Sanjay",
    "Thomas", "Wei", "Yusuf", "Zanele",
];

/// What surnames are made of, two or three at a time.
const SYLLABLES: [&str; 24] = [
    "ba", "cho", "das", "ga", "ir", "jo", "ka", "khan", "la", "mar", "me", "na", "nor", "pa",
    "pil", "ra", "rao", "sen", "sha", "si", "ta", "ver", "vi", "yar",
];

/// Somebody.
pub(crate) struct Named {
    pub(crate) full_name: String,
    /// Ten digits.
    pub(crate) phone: String,
}

impl Named {
    /// The one of this place in the sample, always the same.
    pub(crate) fn of(place: u64) -> Self {
        let mut rest = scattered(place);
        let mut one_of = |words: &[&'static str; 24]| {
            let word = words[(rest % 24) as usize];
            rest /= 24;
            word
        };
        let given = one_of(&GIVEN);
        let mut surname = one_of(&SYLLABLES).to_owned() + one_of(&SYLLABLES);
        if !place.is_multiple_of(3) {
            surname += one_of(&SYLLABLES);
        }
        surname[..1].make_ascii_uppercase();
        let phone = format!("9{:09}", scattered(!place) % 1_000_000_000);
        Self { full_name: format!("{given} {surname}"), phone }
    }
}

/// A number that looks like any other, and is always the same for this one.
pub(crate) fn scattered(number: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(number);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn numbers_are_had_by_one_and_names_by_a_few() {
        let people: Vec<_> = (0..10_000).map(Named::of).collect();
        let numbers: HashSet<_> = people.iter().map(|one| one.phone.as_str()).collect();
        let names: HashSet<_> = people.iter().map(|one| one.full_name.as_str()).collect();
        assert!(numbers.len() > people.len() - 10, "{}", numbers.len());
        assert!((people.len() / 2..people.len()).contains(&names.len()), "{}", names.len());
        assert!(numbers.iter().all(|number| number.len() == 10));
    }
}
