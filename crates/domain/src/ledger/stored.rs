//! How users and referrals are told apart, and the stored form of the logged-in user.

use alloc::string::String;
use core::cmp::Ordering;

use super::list::Record;
use super::{exact, json};
use crate::account::User;
use crate::referral::{Referral, Status};

/// Reads the logged-in user's storage entry; `None` if it cannot be read, in which case the
/// specification has it removed (section 4).
pub fn decode_user(text: &str) -> Option<User> {
    compact_json::from_str(text).ok()
}

/// A referral as an export holds it.
pub fn encode_referral(referral: &Referral) -> String {
    json::text(referral)
}

/// The logged-in user's storage entry.
pub fn encode_user(user: &User) -> String {
    json::text(user)
}

impl User {
    /// Whether this is a later version of the same account: of two copies, the one to keep.
    pub fn supersedes(&self, older: &Self) -> bool {
        self.version(older).is_gt()
    }
}

impl Referral {
    /// Whether this is a later version of the same referral: of two copies, the one to keep.
    pub fn supersedes(&self, older: &Self) -> bool {
        self.version(older).is_gt()
    }
}

impl Record for User {
    fn identity(&self, other: &Self) -> Ordering {
        self.mobile_number.cmp(&other.mobile_number)
    }

    fn version(&self, other: &Self) -> Ordering {
        (self.registered_at.cmp(&other.registered_at)).then_with(|| self.name.cmp(&other.name))
    }

    fn mended(text: &str) -> Option<String> {
        exact::user(text)
    }
}

/// Two referrals are copies of one only if everything that no edit changes is the same. Equal ids
/// alone prove nothing: two tabs can submit in the same millisecond.
impl Record for Referral {
    fn identity(&self, other: &Self) -> Ordering {
        self.id
            .cmp(&other.id)
            .then_with(|| self.referred_name.cmp(&other.referred_name))
            .then_with(|| self.referred_phone.cmp(&other.referred_phone))
            .then_with(|| self.referrer_name.cmp(&other.referrer_name))
            .then_with(|| self.referrer_mobile.cmp(&other.referrer_mobile))
            .then_with(|| self.service.cmp(&other.service))
            .then_with(|| self.notes.cmp(&other.notes))
            .then_with(|| self.date.cmp(&other.date))
    }

    fn version(&self, other: &Self) -> Ordering {
        (self.awarded_at.cmp(&other.awarded_at))
            .then_with(|| rank(&self.status).cmp(&rank(&other.status)))
            .then_with(|| self.points.cmp(&other.points))
            .then_with(|| self.status.cmp(&other.status))
    }

    fn mended(text: &str) -> Option<String> {
        exact::referral(text)
    }
}

/// How far along its life a referral is. Nothing leads back to Pending.
fn rank(status: &Status) -> u8 {
    match status {
        Status::Pending => 0,
        Status::Other(_) => 1,
        Status::Successful => 2,
    }
}
