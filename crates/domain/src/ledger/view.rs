//! The lists that a viewer is shown.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::Ledger;
use crate::limits::POINTS_MAX;
use crate::referral::{Referral, Status, Tone};
use crate::viewer::Viewer;

/// How many hexadecimal digits of a view's key are the id.
const ID_DIGITS: usize = 16;

/// A referral as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReferralView {
    /// Names the record in further calls, and is unique even where ids are not.
    pub key: String,
    /// The record.
    pub referral: Referral,
    /// The service as a visitor reads it.
    pub service_label: String,
    /// The colour of the status.
    pub tone: Tone,
}

/// What a list adds up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Totals {
    /// How many are Pending.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub pending: usize,
    /// How many are Successful.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub successful: usize,
    /// All points together; not more than a JavaScript number holds exactly.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: u64,
}

impl Ledger {
    /// The viewer's list, newest first (section 6 says whose).
    pub fn visible(&self, viewer: &Viewer) -> Vec<ReferralView> {
        let own = self.referrals.iter().rev().filter(|referral| viewer.sees(referral));
        own.map(ReferralView::of).collect()
    }

    /// What the viewer's list adds up to.
    pub fn totals(&self, viewer: &Viewer) -> Totals {
        let own = self.referrals.iter().filter(|referral| viewer.sees(referral));
        own.fold(Totals::default(), |totals, referral| totals.with(referral))
    }

    /// The referral that a view's key names.
    pub fn find(&self, key: &str) -> Option<&Referral> {
        let id = u64::from_str_radix(key.get(..ID_DIGITS)?, 16).ok()?;
        let mut same_id = self.referrals.iter().filter(|referral| referral.id.as_millis() == id);
        same_id.find(|referral| key_of(referral) == key)
    }
}

impl ReferralView {
    fn of(referral: &Referral) -> Self {
        Self {
            key: key_of(referral),
            service_label: referral.service.label().to_owned(),
            tone: referral.status.tone(),
            referral: referral.clone(),
        }
    }
}

impl Totals {
    fn with(self, referral: &Referral) -> Self {
        let sum = self.points.saturating_add(referral.points.get());
        Self {
            pending: self.pending + usize::from(referral.status == Status::Pending),
            successful: self.successful + usize::from(referral.status == Status::Successful),
            points: sum.min(POINTS_MAX),
        }
    }
}

/// The id, and a fingerprint of all else that no edit changes.
fn key_of(referral: &Referral) -> String {
    let fixed = [
        &referral.referrer_name,
        &referral.referrer_mobile,
        &referral.referred_name,
        &referral.referred_phone,
        referral.service.value(),
        &referral.notes,
        &referral.date,
    ];
    let mut key = String::with_capacity(2 * ID_DIGITS);
    for number in [referral.id.as_millis(), fingerprint(&fixed)] {
        let digit = |place: usize| char::from_digit((number >> (4 * place)) as u32 & 0xf, 16);
        key.extend((0..ID_DIGITS).rev().filter_map(digit));
    }
    key
}

/// FNV-1a with 64 bits over the texts, each closed by a byte that UTF-8 does not have.
fn fingerprint(texts: &[&str]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

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
