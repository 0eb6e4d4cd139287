//! Erasing what is stored under one's own number, so that no copy of it comes back: from a tab that
//! still knew it, or from a file (decision 9).

use alloc::vec;
use alloc::vec::Vec;

use super::Ledger;
use super::key::Key;
use super::quarantine::Source;
use crate::account::User;
use crate::case::Case;
use crate::mobile::MobileNumber;
use crate::notice::Notice;
use crate::referral::{Instant, Referral};
use crate::rejection::RejectionCode;
use crate::verdict::Verdict;
use crate::viewer::Viewer;

impl Ledger {
    /// Takes away the viewer's account and every referral made under their number, and remembers
    /// their keys, so that no copy of them comes back (decision 9). What could not be read stays:
    /// nobody can tell whose it is.
    pub fn erase(&mut self, viewer: &Viewer, now: Instant) -> Verdict<()> {
        let Some(user) = viewer.user() else {
            return Verdict::refused(RejectionCode::NotLoggedIn);
        };
        let mobile = &user.mobile_number;
        let own = self.referrals().filter(|referral| viewer.made(referral));
        let keys: Vec<_> = own.map(|referral| Key::of(referral).text()).collect();
        // Not before the account was made, even where a clock was set back.
        let account = self.accounts.iter().find(|account| account.mobile_number == *mobile);
        let at = account.and_then(|account| account.registered_at).map_or(now, |at| at.max(now));
        self.quarantine.extend(Source::ErasedReferral, keys);
        self.quarantine.extend(Source::ErasedAccount, vec![Key::erasure(mobile, at).text()]);
        self.settle();
        Verdict::accepted((), Notice::erased())
    }

    /// When what was stored under a number was last erased; `None` if it never was.
    pub(super) fn erased_at(&self, mobile: &MobileNumber) -> Option<Instant> {
        let user = User::of(mobile.clone());
        let erasures = self.quarantine.erasures();
        let of_user = erasures.accounts.iter().filter(|erasure| erasure.ends(&user));
        of_user.map(|erasure| erasure.instant()).max()
    }
}

/// The names of what was erased.
#[derive(Debug, Default)]
pub(super) struct Erasures {
    /// In order.
    referrals: Vec<Key>,
    /// Those that stand in entries of an unknown kind; in no order, and there are few.
    other_referrals: Vec<Key>,
    accounts: Vec<Key>,
}

impl Erasures {
    /// Takes in a name, if it is one; those that stand in `other` entries in any order.
    pub(super) fn add(&mut self, source: Source, text: &str, other: bool) {
        let keys = match source {
            Source::ErasedAccount => &mut self.accounts,
            Source::ErasedReferral if other => &mut self.other_referrals,
            Source::ErasedReferral => &mut self.referrals,
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

    pub(super) fn has_case(&self, case: &Case) -> bool {
        self.has_referral(case.referral())
    }

    pub(super) fn has_account(&self, user: &User) -> bool {
        self.accounts.iter().any(|erasure| erasure.ends(user))
    }

    /// The names of referrals.
    pub(super) fn referrals(&self) -> impl Iterator<Item = Key> {
        self.referrals.iter().chain(&self.other_referrals).copied()
    }
}
