//! The programme's records as a browser stores them. Stored texts are treated as hostile input.
//!
//! A ledger holds what one tab knows. It reads stored texts, whoever wrote them, and produces the
//! text to store. Reading is merging, and merging is commutative, associative and idempotent: tabs
//! that read and write in any order end up with the same records and lose no event. What cannot be
//! read is quarantined byte for byte. It is tried again at every reading, so that a later version
//! can read it. Records that their owner has erased stay erased, whatever copy of them is read.
//!
//! The domain decides what visitors may do. The ledger looks up the facts and keeps what comes out. A
//! caller tries a change on a [`Clone`] and drops it if it cannot be stored.
//!
//! **Architecture invariant:** nothing unreadable is overwritten, and nothing is decided here but what
//! an import or an erasure takes.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod actions;
pub mod csv;
pub mod export;
mod grain;
mod import;
mod list;
mod quarantine;
mod records;
mod repair;

use alloc::string::String;
use alloc::vec::Vec;

pub use grain::is_coarse;
pub use list::entries_of;
pub use records::{decode_referral, decode_user, encode_referral, encode_user};

use domain::account::{Admin, User};
use domain::case::Case;
use domain::key::Key;
use domain::limits::{KEY_ACCOUNTS, KEY_QUARANTINE, KEY_REFERRALS, QUARANTINE_MAX_BYTES};
use domain::mobile::MobileNumber;
use domain::notice::Notice;
use domain::referral::{Instant, Referral};
use domain::rejection::RejectionCode;
use domain::view::{LedgerView, ReferralView, Totals};
use domain::viewer::Viewer;

use list::{Entry, List};
use quarantine::{Entries, Erasures, Quarantine, Source};

/// Where the records are stored, each list under its own key (section 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageKey {
    /// The list of registered users.
    Accounts,
    /// The list of all referrals.
    Referrals,
    /// What could not be read, texts that another copy replaced, and the keys of erased records.
    Quarantine,
}

impl StorageKey {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Accounts, Self::Referrals, Self::Quarantine];

    /// The name of the key in local storage.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Accounts => KEY_ACCOUNTS,
            Self::Referrals => KEY_REFERRALS,
            Self::Quarantine => KEY_QUARANTINE,
        }
    }

    /// Parses a key; `None` if the programme stores no records under it.
    pub fn parse(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == key)
    }
}

/// All records that a tab knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    accounts: List<User>,
    referrals: List<Case>,
    quarantine: Quarantine,
}

impl Ledger {
    /// An empty ledger.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads a stored text into the ledger.
    pub fn read(&mut self, key: StorageKey, text: &str) {
        match key {
            StorageKey::Accounts => {
                self.accounts.read(text, Source::Accounts, &mut self.quarantine)
            }
            StorageKey::Referrals => {
                self.referrals.read(text, Source::Referrals, &mut self.quarantine)
            }
            StorageKey::Quarantine => self.read_quarantine(text),
        }
        self.drop_erased_and_merge_replaced();
    }

    /// Reads stored quarantine. What this version can read moves to the list that it belongs to.
    fn read_quarantine(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut entries = Entries::read(text);
        let (accounts, referrals) = (Source::Accounts, Source::Referrals);
        let texts = entries.take(accounts);
        self.accounts.read_entries(&borrowed(&texts), accounts, &mut self.quarantine);
        let texts = entries.take(referrals);
        self.referrals.read_entries(&borrowed(&texts), referrals, &mut self.quarantine);
        self.quarantine.add(entries);
    }

    /// Adds everything that another ledger knows.
    pub fn merge(&mut self, other: Self) {
        self.accounts.merge(other.accounts, &mut self.quarantine);
        self.referrals.merge(other.referrals, &mut self.quarantine);
        self.quarantine.merge(other.quarantine);
        self.drop_erased_and_merge_replaced();
    }

    /// Forgets what was read from there, because it was removed from storage on purpose.
    pub fn forget(&mut self, key: StorageKey) {
        match key {
            StorageKey::Accounts => self.accounts = List::default(),
            StorageKey::Referrals => self.referrals = List::default(),
            StorageKey::Quarantine => self.quarantine = Quarantine::default(),
        }
    }

    /// The text to store under this key; `None` for an empty quarantine, which is not stored. Store
    /// the quarantine before the lists.
    pub fn text(&self, key: StorageKey) -> Option<String> {
        match key {
            StorageKey::Accounts => Some(self.accounts.text()),
            StorageKey::Referrals => Some(self.referrals.text()),
            StorageKey::Quarantine => self.quarantine.text(),
        }
    }

    /// A warning about what could not be read; `None` if everything could.
    pub fn warning(&self) -> Option<Notice> {
        match self.quarantine.unreadable() {
            0 => None,
            count => Some(Notice::unreadable(count, self.is_full())),
        }
    }

    /// What could not be read, in its stored form. Only the admin may see it, since nobody can tell
    /// whose it is.
    pub fn unreadable(&self, _: &Admin) -> String {
        self.quarantine.text().unwrap_or_default()
    }

    /// Whether the quarantine has no room left ([`QUARANTINE_MAX_BYTES`]). The lists must not be
    /// written then: their unreadable entries would be lost.
    pub fn is_full(&self) -> bool {
        self.quarantine.size() > QUARANTINE_MAX_BYTES
    }

    /// Refuses a change while the quarantine is full.
    fn check_quarantine_has_room(&self) -> Result<(), RejectionCode> {
        if self.is_full() { Err(RejectionCode::QuarantineFull) } else { Ok(()) }
    }

    /// The registered users, by number.
    pub fn accounts(&self) -> impl ExactSizeIterator<Item = &User> {
        self.accounts.iter()
    }

    /// The referrals with their histories, oldest first.
    pub fn cases(&self) -> impl ExactSizeIterator<Item = &Case> {
        self.referrals.iter()
    }

    /// The referrals as they are stored, oldest first.
    pub fn referrals(&self) -> impl ExactSizeIterator<Item = &Referral> {
        self.referrals.iter().map(Case::referral)
    }

    /// The registered users and the referrals, without their texts.
    pub fn into_records(self) -> (Vec<User>, Vec<Case>) {
        (self.accounts.into_records(), self.referrals.into_records())
    }

    /// The viewer's list, newest first (section 6). It is lazy, because a list can be very long.
    pub fn visible(&self, viewer: &Viewer) -> impl Iterator<Item = ReferralView> {
        let own = self.referrals.iter().rev().filter(|case| viewer.can_see(case.referral()));
        own.map(|case| ReferralView {
            key: Key::of(case.referral()).text(),
            ..ReferralView::of(&case.corrected())
        })
    }

    /// The newest `limit` referrals of the viewer's list, the totals of the whole list, and a
    /// warning.
    pub fn view(&self, viewer: &Viewer, limit: usize) -> LedgerView {
        LedgerView {
            referrals: self.visible(viewer).take(limit).collect(),
            totals: self.totals(viewer),
            warning: self.warning(),
        }
    }

    /// The totals of the viewer's list.
    pub fn totals(&self, viewer: &Viewer) -> Totals {
        let own = self.referrals().filter(|referral| viewer.can_see(referral));
        own.fold(Totals::default(), |totals, referral| totals.with(referral))
    }

    /// Drops erased records, wherever a copy of them came from. Also merges texts that another copy
    /// had replaced back into their record, because they may hold some of its history.
    fn drop_erased_and_merge_replaced(&mut self) {
        let erasures = self.quarantine.erasures();
        if !erasures.is_empty() {
            self.accounts.retain(&|user| !erasures.has_account(user));
            self.referrals.retain(&|case| !erasures.has_case(case));
        }
        let copies = self.quarantine.take(Source::Replaced);
        let lists = (&mut self.accounts, &mut self.referrals);
        let left_over = merge_replaced(copies, lists, &erasures, &mut self.quarantine);
        self.quarantine.extend(Source::Replaced, left_over);
    }

    /// The account of a number.
    pub fn account(&self, mobile: &MobileNumber) -> Option<&User> {
        self.accounts.iter().find(|user| user.mobile_number == *mobile)
    }

    /// An id for a referral submitted at `now`: that instant, or the next one that no known
    /// referral has or had. At the end of time it is the last instant, even if it is taken. Other
    /// tabs may have taken the id too: the caller still has to claim it among them.
    pub fn free_id(&self, now: Instant) -> Instant {
        let erased = self.quarantine.erasures();
        let mut id = now;
        loop {
            let before = id;
            // The lists are sorted by id, so that one pass sees all ids that are in the way.
            let taken = self.referrals().map(|referral| referral.id.as_millis());
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

/// Merges texts that another copy had replaced into the records of the lists, all at once, and drops
/// those of erased records. Returns those whose record is not there.
fn merge_replaced(
    texts: Vec<String>,
    (accounts, referrals): (&mut List<User>, &mut List<Case>),
    erasures: &Erasures,
    quarantine: &mut Quarantine,
) -> Vec<String> {
    let (mut users, mut cases, mut left_over) = (Vec::new(), Vec::new(), Vec::new());
    for text in texts {
        if let Some(case) = Entry::<Case>::read(&text) {
            if !erasures.has_case(&case.record) {
                if referrals.has(&case.record) { cases.push(case) } else { left_over.push(text) }
            }
        } else if let Some(user) = Entry::<User>::read(&text) {
            if !erasures.has_account(&user.record) {
                if accounts.has(&user.record) { users.push(user) } else { left_over.push(text) }
            }
        } else {
            left_over.push(text);
        }
    }
    accounts.merge_entries(users, quarantine);
    referrals.merge_entries(cases, quarantine);
    left_over
}

fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
