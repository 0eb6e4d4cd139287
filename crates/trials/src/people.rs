//! Made-up people. Their names have parts in common, as the names of real people do.

use std::hash::{DefaultHasher, Hasher};

const GIVEN_NAMES: [&str; 48] = [
    "Ahmed", "Aisha", "Ama", "Ana", "Anjali", "Arjun", "Asha", "Binu", "Chen", "Deepa", "Dmitri",
    "Elena", "Fatima", "George", "Hans", "Ibrahim", "Ivan", "James", "John", "Jose", "Kiran",
    "Kofi", "Kwame", "Lakshmi", "Layla", "Luis", "Maria", "Marie", "Mary", "Meera", "Mohammed",
    "Nisha", "Olga", "Omar", "Pierre", "Priya", "Rahul", "Rajesh", "Sanjay", "Sofia", "Sunita",
    "Thabo", "Thomas", "Vikram", "Wei", "Yusuf", "Zanele", "Zoe",
];

/// Two or three of these make a surname.
const SYLLABLES: [&str; 48] = [
    "ba", "ber", "bo", "cho", "das", "der", "dy", "el", "fer", "ga", "gupt", "har", "ib", "ir",
    "jee", "jo", "ka", "khan", "kum", "la", "lo", "mar", "me", "mis", "na", "nor", "ob", "pa",
    "pil", "quo", "ra", "red", "rao", "ros", "sen", "sha", "si", "sul", "ta", "tel", "thom", "un",
    "ver", "vi", "wang", "yar", "yi", "zu",
];

pub(crate) struct Person {
    pub(crate) full_name: String,
    /// Ten digits.
    pub(crate) phone: String,
}

impl Person {
    /// Returns the same person for the same index.
    pub(crate) fn of(index: u64) -> Self {
        let mut rest = pseudo_random(index);
        let mut one_of = |words: &[&'static str; 48]| {
            let word = words[(rest % 48) as usize];
            rest /= 48;
            word
        };
        let given = one_of(&GIVEN_NAMES);
        let mut surname = one_of(&SYLLABLES).to_owned() + one_of(&SYLLABLES);
        if !index.is_multiple_of(3) {
            surname += one_of(&SYLLABLES);
        }
        surname[..1].make_ascii_uppercase();
        let phone = format!("9{:09}", pseudo_random(!index) % 1_000_000_000);
        Self { full_name: format!("{given} {surname}"), phone }
    }
}

/// A hash of the number: the same in every run.
pub(crate) fn pseudo_random(number: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(number);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn generated_numbers_are_almost_unique_and_names_are_not() {
        let people: Vec<_> = (0..10_000).map(Person::of).collect();
        let numbers: HashSet<_> = people.iter().map(|one| one.phone.as_str()).collect();
        let names: HashSet<_> = people.iter().map(|one| one.full_name.as_str()).collect();
        assert!(numbers.len() > people.len() - 10, "{}", numbers.len());
        assert!((people.len() / 2..people.len()).contains(&names.len()), "{}", names.len());
        assert!(numbers.iter().all(|number| number.len() == 10));
    }
}
