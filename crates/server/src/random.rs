//! Random values from the operating system.

use std::ops::RangeInclusive;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

/// The operating system provides no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("the system gives no random numbers: {0}")]
pub struct NoRandomness(#[from] getrandom::Error);

/// Random bytes.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// A random id of 128 bits, which is unique. It begins with no dash: a command line would take it
/// for a flag.
pub(crate) fn id() -> Result<String, NoRandomness> {
    loop {
        let id = encode(&bytes::<16>()?);
        if !id.starts_with('-') {
            return Ok(id);
        }
    }
}

/// Whether a text has the form of such an id.
pub(crate) fn is_id(text: &str) -> bool {
    decode::<16>(text).is_some()
}

/// This many digits, all equally likely.
pub(crate) fn digits(count: u32) -> Result<String, NoRandomness> {
    let mut digits = String::new();
    while digits.len() < count as usize {
        let [byte] = bytes::<1>()?;
        // Larger values are rejected, because the modulo would make small digits slightly more
        // likely.
        if byte < 250 {
            digits.push(char::from(b'0' + byte % 10));
        }
    }
    Ok(digits)
}

/// Encodes bytes for addresses, cookies and ids.
pub(crate) fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes a text, if it has exactly the right length.
pub(crate) fn decode<const N: usize>(text: &str) -> Option<[u8; N]> {
    URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok()
}

/// The range of all 32-byte values whose encoding begins with a text; `None` if there are none.
pub(crate) fn beginning(text: &str) -> Option<RangeInclusive<[u8; 32]>> {
    const LENGTH: usize = 43;
    let rest = LENGTH.checked_sub(text.len())?;
    // The last letter encodes four bits.
    let last = match rest {
        0 => String::new(),
        rest => "_".repeat(rest - 1) + "8",
    };
    Some(decode(&(text.to_owned() + &"A".repeat(rest)))?..=decode(&(text.to_owned() + &last))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_six_digits_and_every_first_digit_is_equally_likely() {
        let codes: Vec<_> = (0..5_000).map(|_| digits(6).unwrap()).collect();
        assert!(codes.iter().all(|code| code.len() == 6));
        assert!(codes.iter().all(|code| code.bytes().all(|byte| byte.is_ascii_digit())));
        for first in '0'..='9' {
            let count = codes.iter().filter(|code| code.starts_with(first)).count();
            assert!((350..650).contains(&count), "{first}: {count}");
        }
    }

    #[test]
    fn no_id_looks_like_a_flag() {
        for _ in 0..5_000 {
            let id = id().unwrap();
            assert!(is_id(&id) && !id.starts_with('-'), "{id}");
        }
    }

    #[test]
    fn a_prefix_of_encoded_bytes_selects_their_range() {
        for _ in 0..100 {
            let (one, other) = (bytes::<32>().unwrap(), bytes::<32>().unwrap());
            let (text, others) = (encode(&one), encode(&other));
            for length in [0, 1, 2, 7, 16, 42, 43] {
                let range = beginning(&text[..length]).unwrap();
                assert!(range.contains(&one), "{length}");
                assert_eq!(range.contains(&other), others.starts_with(&text[..length]), "{length}");
            }
        }
        for nothing in ["Asha Nair", "é", &"A".repeat(44)] {
            assert_eq!(beginning(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_token_is_parsed_exactly() {
        let token = bytes::<32>().unwrap();
        assert_eq!(decode(&encode(&token)), Some(token));
        for other in ["", "short", &encode(&[0; 33]), &format!("{}=", encode(&token))] {
            assert_eq!(decode::<32>(other), None, "{other}");
        }
    }
}
