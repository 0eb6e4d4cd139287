//! Erased records, by their keys.

use std::collections::BTreeSet;

use domain::account::User;
use domain::referral::{Instant, Referral};
use serde::Deserialize;

use super::{Records, object};

/// How many texts every record has. Those that were added count if they are not
/// empty.
const FIRST_TEXTS: usize = 7;

/// The keys of the erased records.
pub(super) struct Erasures {
    referrals: BTreeSet<(u64, u64)>,
    accounts: BTreeSet<(u64, u64)>,
}

/// An entry with a key, whatever other members it has.
#[derive(Deserialize)]
struct Named {
    from: String,
    text: String,
}

impl Erasures {
    pub(super) fn named_in(kept: &Records) -> Self {
        let unknown: Vec<Named> = kept.unknown.iter().filter_map(|text| object(text)).collect();
        let keys = |source: &str| {
            let named = unknown.iter().filter(|named| named.from == source);
            let named = named.map(|named| named.text.as_str());
            kept.from(source).into_iter().chain(named).filter_map(key).collect()
        };
        Self { referrals: keys("erased"), accounts: keys("erased-account") }
    }

    pub(super) fn have_referral(&self, it: &Referral) -> bool {
        let record = serde_json::to_value(it).unwrap_or_default();
        let text = |name: &&str| record[*name].as_str().unwrap_or_default().to_owned();
        let mut texts: Vec<_> = Referral::TEXTS.iter().map(text).collect();
        while texts.len() > FIRST_TEXTS && texts.last().is_some_and(String::is_empty) {
            texts.pop();
        }
        self.referrals.contains(&(it.id.as_millis(), fnv(&texts)))
    }

    pub(super) fn have_account(&self, user: &User) -> bool {
        let number = fnv(&[user.mobile_number.as_str()]);
        let since = user.registered_at.map_or(0, Instant::as_millis);
        self.accounts.iter().any(|(erased, at)| *erased == number && since <= *at)
    }
}

/// Two numbers of 16 lower-case hexadecimal digits.
fn key(text: &str) -> Option<(u64, u64)> {
    let spelled = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let (first, second) = text.split_at_checked(16).filter(|_| spelled && text.len() == 32)?;
    let number = |digits| u64::from_str_radix(digits, 16).ok();
    Some((number(first)?, number(second)?))
}

/// 64-bit FNV-1a of texts, each with a 0xff byte at its end.
pub(super) fn fnv(texts: &[impl AsRef<str>]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for text in texts {
        for byte in text.as_ref().bytes().chain([0xff]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}
