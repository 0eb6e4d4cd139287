//! What its owner has erased, so that no copy of it comes back: from a tab that still knew it, or
//! from a file (decision 9).

use alloc::vec::Vec;

use super::key::Key;
use super::list::Entry;
use crate::account::User;
use crate::referral::Referral;

/// The names of what was erased, each list in order.
#[derive(Debug, Default)]
pub(super) struct Graves {
    pub(super) referrals: Vec<Key>,
    pub(super) accounts: Vec<Key>,
}

impl Graves {
    pub(super) fn is_empty(&self) -> bool {
        self.referrals.is_empty() && self.accounts.is_empty()
    }

    pub(super) fn has_referral(&self, referral: &Referral) -> bool {
        self.referrals.binary_search(&Key::of(referral)).is_ok()
    }

    pub(super) fn has_account(&self, user: &User) -> bool {
        self.accounts.iter().any(|grave| grave.ends(user))
    }

    /// Whether a text that was set aside is a copy of something erased.
    pub(super) fn has_copy(&self, text: &str) -> bool {
        Entry::read(text).is_some_and(|entry| self.has_referral(&entry.record))
            || Entry::read(text).is_some_and(|entry| self.has_account(&entry.record))
    }
}
