//! Codes that an operator makes for somebody whom no message reaches. They are long, so that nobody
//! guesses one, and name themselves, so that nobody else's tries count against them.

use domain::hosted::Entrance;

use crate::{
    random::{self, NoRandomness},
    secret::{Purpose, Secret},
};

/// Digits and letters that are not taken for one another.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many of them a code has: 80 bits.
const LENGTH: usize = 16;

/// A code that nobody can guess.
pub(crate) fn make() -> Result<String, NoRandomness> {
    let bytes = random::bytes::<LENGTH>()?;
    let letters = bytes.iter().map(|byte| LETTERS[usize::from(byte % 32)]);
    Ok(letters.map(char::from).collect())
}

/// In groups, as it is shown.
pub(crate) fn spell(code: &str) -> String {
    let letters: Vec<_> = code.chars().collect();
    let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Under which name a code is kept.
pub(crate) fn challenge(secret: &Secret, code: &str) -> String {
    let seal = secret.seal(Purpose::LoginCode, &[code.as_bytes()]);
    random::encode(&seal[..16])
}

/// A login with such a code names the code's own challenge, whatever the page has asked for; any
/// other is as it was.
pub(crate) fn resolve(secret: &Secret, entrance: Entrance) -> Entrance {
    match read(&entrance.code) {
        Some(code) => Entrance { challenge: challenge(secret, &code), code, ..entrance },
        None => entrance,
    }
}

/// Reads a code as people write one down.
fn read(text: &str) -> Option<String> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
    let code: String = letters
        .map(|letter| match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            letter => letter,
        })
        .take(LENGTH + 1)
        .collect();
    let known = code.bytes().all(|letter| LETTERS.contains(&letter));
    (code.len() == LENGTH && known).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_was_written_down() {
        let code = make().unwrap();
        assert_eq!(read(&spell(&code)), Some(code.clone()));
        assert_eq!(read(&format!(" {} ", spell(&code).to_lowercase())), Some(code));
        assert_eq!(read("oil0-oil0-oil0-oil0").unwrap(), "0110011001100110");
    }

    #[test]
    fn a_code_that_was_sent_is_no_such_code() {
        for other in ["", "123456", "0123456789ABCDEF0", "0123456789ABCDEU", "0123 4567 89AB CDE"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
