//! Erasing what is stored under one's own number.

use alloc::vec;
use alloc::vec::Vec;

use super::Ledger;
use super::aside::Source;
use super::key::Key;
use crate::account::User;
use crate::notice::Notice;
use crate::referral::Instant;
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
        let own = self.referrals.iter().filter(|referral| viewer.made(referral));
        let keys: Vec<_> = own.map(|referral| Key::of(referral).text()).collect();
        // Not before the account was made, even where a clock was set back.
        let account = self.accounts.iter().find(|account| account.mobile_number == *mobile);
        let at = account.and_then(|account| account.registered_at).map_or(now, |at| at.max(now));
        self.aside.extend(Source::Erased, keys);
        self.aside.extend(Source::Departed, vec![Key::departed(mobile, at).text()]);
        self.bury();
        Verdict::accepted((), Notice::erased())
    }

    /// When what was stored under a number was last erased; `None` if it never was.
    pub(super) fn departed_at(&self, user: &User) -> Option<Instant> {
        let graves = self.aside.graves();
        graves.accounts().filter(|grave| grave.ends(user)).map(Key::instant).max()
    }
}
