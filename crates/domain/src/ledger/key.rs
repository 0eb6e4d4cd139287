//! Names for records that are short, and tell nobody what is in the record.

use alloc::string::String;

use crate::account::User;
use crate::mobile::MobileNumber;
use crate::referral::{Instant, Referral};

/// How many hexadecimal digits a number has.
const DIGITS: usize = 16;

/// Two numbers, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(u64, u64);

impl Key {
    /// A referral's: its id, and a fingerprint of all else that no edit changes.
    pub(super) fn of(referral: &Referral) -> Self {
        let fixed = [
            &referral.referrer_name,
            &referral.referrer_mobile,
            &referral.referred_name,
            &referral.referred_phone,
            referral.service.value(),
            &referral.notes,
            &referral.date,
        ];
        Self(referral.id.as_millis(), fingerprint(&fixed))
    }

    /// An account's erasure at an instant.
    pub(super) fn erasure(mobile: &MobileNumber, at: Instant) -> Self {
        Self(fingerprint(&[mobile.as_str()]), at.as_millis())
    }

    /// Whether this is the erasure of an account with that number, and the account is older.
    pub(super) fn ends(self, user: &User) -> bool {
        let since = user.registered_at.unwrap_or_default().as_millis();
        self.0 == fingerprint(&[user.mobile_number.as_str()]) && since <= self.1
    }

    /// The instant of an account's erasure.
    pub(super) fn instant(self) -> Instant {
        Instant::try_from(self.1).unwrap_or_default()
    }

    /// The id of a referral.
    pub(super) fn id(self) -> u64 {
        self.0
    }

    /// Reads 32 lower-case digits, and nothing else.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| compact_json::number(digits, 16);
        let key = Self(number(text.get(..DIGITS)?)?, number(text.get(DIGITS..)?)?);
        // A sign, a capital or a missing digit is another spelling, and no key has two.
        (key.text() == text).then_some(key)
    }

    pub(super) fn text(self) -> String {
        let mut text = String::with_capacity(2 * DIGITS);
        hex(self.0, &mut text);
        hex(self.1, &mut text);
        text
    }
}

/// Writes a number as 16 hexadecimal digits.
pub(crate) fn hex(number: u64, text: &mut String) {
    let digit = |place: usize| char::from_digit((number >> (4 * place)) as u32 & 0xf, 16);
    text.extend((0..DIGITS).rev().filter_map(digit));
}

/// FNV-1a with 64 bits over the texts, each closed by a byte that UTF-8 does not have.
pub(crate) fn fingerprint(texts: &[&str]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_is_fnv_1a_over_the_closed_texts() {
        assert_eq!(fingerprint(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(&["a"]), 0x089b_c907_b544_c769);
        assert_eq!(fingerprint(&["Asha", ""]), 0x5ac6_3a83_b30a_c740);
    }

    #[test]
    fn where_one_text_ends_and_the_next_begins_counts() {
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
        assert_ne!(fingerprint(&["", "a"]), fingerprint(&["a", ""]));
        assert_ne!(fingerprint(&["a"]), fingerprint(&["a", ""]));
    }
}
