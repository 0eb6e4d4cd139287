//! Short keys for records, which reveal nothing about the record.

use alloc::string::String;

use crate::account::User;
use crate::fingerprint::{DIGITS, fingerprint, hex};
use crate::mobile::MobileNumber;
use crate::referral::{Instant, Referral};

/// How many digits at the start of a referral's key are its id.
#[cfg(feature = "pipeline")]
pub const ID_DIGITS: usize = DIGITS;

/// How many texts a record of the first version has.
const FIRST_TEXTS: usize = 7;

/// Two numbers, written as 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key(u64, u64);

impl Key {
    /// A referral's key: its id, and a hash of everything else in it that never changes.
    pub(super) fn of(referral: &Referral) -> Self {
        Self(referral.id.as_millis(), fingerprint(hashed(&referral.texts())))
    }

    /// The key of an account's erasure at this instant.
    pub(super) fn erasure(mobile: &MobileNumber, at: Instant) -> Self {
        Self(fingerprint(&[mobile.as_str()]), at.as_millis())
    }

    /// Whether this is the erasure of an account with that number, and the account is older.
    pub(super) fn erases(self, user: &User) -> bool {
        let since = user.registered_at.unwrap_or_default().as_millis();
        self.0 == fingerprint(&[user.mobile_number.as_str()]) && since <= self.1
    }

    /// When the account was erased.
    pub(super) fn instant(self) -> Instant {
        Instant::try_from(self.1).unwrap_or_default()
    }

    /// The id of a referral.
    pub(super) fn id(self) -> u64 {
        self.0
    }

    /// Parses exactly 32 lower-case hexadecimal digits.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let number = |digits: &str| compact_json::number(digits, 16);
        let key = Self(number(text.get(..DIGITS)?)?, number(text.get(DIGITS..)?)?);
        // Rejects signs, capitals and missing digits: a key has only one spelling.
        (key.text() == text).then_some(key)
    }

    pub(super) fn text(self) -> String {
        let mut text = String::with_capacity(2 * DIGITS);
        hex(self.0, &mut text);
        hex(self.1, &mut text);
        text
    }
}

/// Without the empty texts of later versions, which are at the end: a record that lacks them keeps
/// its key.
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
}
