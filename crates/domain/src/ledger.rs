//! The programme's records as they are stored, read as hostile input (decision 4 of the design).
//!
//! A ledger holds what one tab knows. It absorbs stored texts, whoever wrote them, and gives back
//! the text to store. Absorbing is a union: commutative, associative and idempotent, so that tabs
//! which read and write in any order end with the same records, and a points edit is never undone
//! by an older copy. What cannot be read is set aside byte for byte, and so is the text of a
//! replaced copy that held more than its record. It is tried again at each reading, so that a later
//! version finds it. What its owner has erased stays away, whatever copy of it is absorbed.
//!
//! A change is tried on a [`Clone`]: if the changed ledger cannot be stored, it is dropped.

mod actions;
mod aside;
pub mod csv;
mod erase;
mod exact;
pub mod export;
mod graves;
mod import;
mod json;
mod key;
mod list;
mod stored;
mod union;
mod view;

use alloc::string::String;
use alloc::vec::Vec;

pub use import::Import;
pub use stored::{decode_user, encode_referral, encode_user};
pub use view::{ReferralView, Totals};

use crate::account::User;
use crate::limits::ASIDE_MAX_BYTES;
use crate::mobile::MobileNumber;
use crate::notice::Notice;
use crate::referral::{Instant, Referral};
use crate::rejection::RejectionCode;
use crate::viewer::Admin;
use aside::{Aside, Entries, Source};
use key::Key;
use list::List;

/// All records that a tab knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    accounts: List<User>,
    referrals: List<Referral>,
    aside: Aside,
}

impl Ledger {
    /// A ledger that knows nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in the registered users list as it is stored.
    pub fn absorb_accounts(&mut self, text: &str) {
        self.accounts.absorb(text, Source::Accounts, &mut self.aside);
        self.bury();
    }

    /// Takes in the all-referrals list as it is stored.
    pub fn absorb_referrals(&mut self, text: &str) {
        self.referrals.absorb(text, Source::Referrals, &mut self.aside);
        self.bury();
    }

    /// Takes in what was set aside before. What can be read by now goes where it belongs.
    pub fn absorb_aside(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut entries = Entries::read(text);
        let (accounts, referrals) = (Source::Accounts, Source::Referrals);
        let set_aside = entries.take(accounts);
        self.accounts.absorb_entries(&borrowed(&set_aside), accounts, &mut self.aside);
        let set_aside = entries.take(referrals);
        self.referrals.absorb_entries(&borrowed(&set_aside), referrals, &mut self.aside);
        self.aside.add(entries);
        self.bury();
    }

    /// Takes in all that another ledger knows.
    pub fn merge(&mut self, other: Self) {
        self.accounts.merge(other.accounts, &mut self.aside);
        self.referrals.merge(other.referrals, &mut self.aside);
        self.aside.merge(other.aside);
        self.bury();
    }

    /// Forgets the registered users: they were removed from storage on purpose.
    pub fn forget_accounts(&mut self) {
        self.accounts = List::default();
    }

    /// Forgets the referrals: they were removed from storage on purpose.
    pub fn forget_referrals(&mut self) {
        self.referrals = List::default();
    }

    /// Forgets what was set aside: it was removed from storage on purpose.
    pub fn forget_aside(&mut self) {
        self.aside = Aside::default();
    }

    /// The registered users list to store.
    pub fn accounts_text(&self) -> String {
        self.accounts.text()
    }

    /// The all-referrals list to store.
    pub fn referrals_text(&self) -> String {
        self.referrals.text()
    }

    /// What could not be read, to store before either list is written; `None` if all could.
    pub fn aside_text(&self) -> Option<String> {
        self.aside.text()
    }

    /// What to say of what could not be read; `None` if all could.
    pub fn warning(&self) -> Option<Notice> {
        match self.aside.unreadable() {
            0 => None,
            count => Some(Notice::unreadable(count, self.is_full())),
        }
    }

    /// What could not be read, as it would be stored, for the admin: nobody can tell whose it is.
    pub fn unreadable(&self, _: &Admin) -> String {
        self.aside.text().unwrap_or_default()
    }

    /// Whether so much is set aside that there is no room for more ([`ASIDE_MAX_BYTES`]). Then the
    /// lists may not be written any more: that would lose what could not be read in them.
    pub fn is_full(&self) -> bool {
        self.aside.size() > ASIDE_MAX_BYTES
    }

    /// Refuses a change of the lists if they may not be written.
    fn room(&self) -> Result<(), RejectionCode> {
        if self.is_full() { Err(RejectionCode::AsideFull) } else { Ok(()) }
    }

    /// The registered users, by number.
    pub fn accounts(&self) -> impl ExactSizeIterator<Item = &User> {
        self.accounts.iter()
    }

    /// The referrals, oldest first.
    pub fn referrals(&self) -> impl ExactSizeIterator<Item = &Referral> {
        self.referrals.iter()
    }

    /// Lets go of what was erased, wherever a copy of it came from.
    fn bury(&mut self) {
        let graves = self.aside.graves();
        if graves.is_empty() {
            return;
        }
        self.accounts.retain(&|user| !graves.has_account(user));
        self.referrals.retain(&|referral| !graves.has_referral(referral));
        self.aside.bury(&graves);
    }

    /// Whether a number has an account.
    pub fn is_registered(&self, mobile: &MobileNumber) -> bool {
        self.accounts.iter().any(|user| user.mobile_number == *mobile)
    }

    /// The id for a referral submitted `now`: that instant, or the next one that no known
    /// referral has or had; at the end of time, the last one, taken or not. A tab that knows of
    /// others still has to claim it among them.
    pub fn free_id(&self, now: Instant) -> Instant {
        let erased = self.aside.graves();
        let mut id = now;
        loop {
            let before = id;
            // The lists are in the order of the ids, so that a walk meets all that is in the way.
            let taken = self.referrals.iter().map(|referral| referral.id.as_millis());
            for taken in taken.chain(erased.referrals().map(Key::id)) {
                if taken == id.as_millis() {
                    id = id.next();
                }
            }
            if id == before {
                return id;
            }
        }
    }
}

fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
