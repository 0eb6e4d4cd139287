//! What its owner has erased, so that no copy of it comes back: from a tab that still knew it, or
//! from a file (decision 9).

use alloc::vec::Vec;

use super::aside::Source;
use super::key::Key;
use super::list::Entry;
use crate::account::User;
use crate::referral::Referral;

/// The names of what was erased.
#[derive(Debug, Default)]
pub(super) struct Graves {
    /// In order.
    referrals: Vec<Key>,
    /// Those that stand in entries of an unknown kind; in no order, and there are few.
    other_referrals: Vec<Key>,
    accounts: Vec<Key>,
}

impl Graves {
    /// Takes in a name, if it is one; those that stand in `other` entries in any order.
    pub(super) fn add(&mut self, source: Source, text: &str, other: bool) {
        let keys = match source {
            Source::Departed => &mut self.accounts,
            Source::Erased if other => &mut self.other_referrals,
            Source::Erased => &mut self.referrals,
            _ => return,
        };
        keys.extend(Key::parse(text));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.accounts.is_empty() && self.referrals().next().is_none()
    }

    pub(super) fn has_referral(&self, referral: &Referral) -> bool {
        let key = Key::of(referral);
        self.referrals.binary_search(&key).is_ok() || self.other_referrals.contains(&key)
    }

    /// The names of referrals.
    pub(super) fn referrals(&self) -> impl Iterator<Item = Key> {
        self.referrals.iter().chain(&self.other_referrals).copied()
    }

    /// The names of accounts.
    pub(super) fn accounts(&self) -> impl Iterator<Item = Key> {
        self.accounts.iter().copied()
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
