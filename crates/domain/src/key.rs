//! Short keys for records, which reveal nothing about the record.

use alloc::string::String;

use crate::account::User;
use crate::mobile::MobileNumber;
use crate::referral::{Instant, Referral};

/// How many hexadecimal digits a number of a key has. So many at the start of a referral's key are
/// its id.
pub const ID_DIGITS: usize = 16;

/// How many texts every record has. More can be added at the end.
const FIRST_TEXTS: usize = 7;

/// Two numbers, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u64, u64);

impl Key {
    /// A referral's key: its id, and a hash of everything else in it that never changes.
    pub fn of(referral: &Referral) -> Self {
        Self(referral.id.as_millis(), fingerprint(hashed(&referral.texts())))
    }

    /// The key of an account's erasure at this instant.
    pub fn erasure(mobile: &MobileNumber, at: Instant) -> Self {
        Self(fingerprint(&[mobile.as_str()]), at.as_millis())
    }

    /// Whether this is the erasure of an account with that number, and the account is older.
    pub fn erases(self, user: &User) -> bool {
        let since = user.registered_at.unwrap_or_default().as_millis();
        self.0 == fingerprint(&[user.mobile_number.as_str()]) && since <= self.1
    }

    /// When the account was erased.
    pub fn instant(self) -> Instant {
        Instant::try_from(self.1).unwrap_or_default()
    }

    /// The id of a referral.
    pub fn id(self) -> u64 {
        self.0
    }

    /// Parses exactly 32 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| compact_json::number(digits, 16);
        let key = Self(number(text.get(..ID_DIGITS)?)?, number(text.get(ID_DIGITS..)?)?);
        // Rejects signs, capitals and missing digits: a key has only one spelling.
        (key.text() == text).then_some(key)
    }

    /// The 32 digits.
    pub fn text(self) -> String {
        let mut text = String::with_capacity(2 * ID_DIGITS);
        hex(self.0, &mut text);
        hex(self.1, &mut text);
        text
    }
}

/// Writes a number as 16 hexadecimal digits.
pub(crate) fn hex(number: u64, text: &mut String) {
    let digit = |place: usize| char::from_digit((number >> (4 * place)) as u32 & 0xf, 16);
    text.extend((0..ID_DIGITS).rev().filter_map(digit));
}

/// 64-bit FNV-1a over the texts. Each text ends with a byte that never occurs in UTF-8, so that
/// moving a character from one text to the next changes the hash.
pub(crate) fn fingerprint(texts: &[&str]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// Without the empty texts that were added at the end: a record that lacks them keeps its key.
fn hashed<'t>(mut texts: &'t [&'t str]) -> &'t [&'t str] {
    while let [earlier @ .., ""] = texts
        && earlier.len() >= FIRST_TEXTS
    {
        texts = earlier;
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_a_later_version_counts_if_it_is_not_empty() {
        let first = ["Asha", "1", "Binu", "2", "training", "", ""];
        assert_eq!(hashed(&first), first);
        let later = |texts: [&'static str; 2]| [&first[..], &texts].concat();
        assert_eq!(hashed(&later(["", ""])), first);
        assert_eq!(hashed(&later(["b@c.de", ""])), &later(["b@c.de", ""])[..8]);
        assert_eq!(hashed(&later(["", "b@c.de"])), later(["", "b@c.de"]));
    }

    #[test]
    fn a_fingerprint_is_fnv_1a_over_texts_that_each_end_with_a_byte() {
        assert_eq!(fingerprint(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(&["a"]), 0x089b_c907_b544_c769);
        assert_eq!(fingerprint(&["Asha", ""]), 0x5ac6_3a83_b30a_c740);
    }

    #[test]
    fn the_boundary_between_texts_matters() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_ne!(fingerprint(&["", "a"]), fingerprint(&["a", ""]));
        assert_ne!(fingerprint(&["a"]), fingerprint(&["a", ""]));
    }
}
