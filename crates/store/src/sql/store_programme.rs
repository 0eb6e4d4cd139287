//! What a store does about referrals, and with all that is stored.

use std::collections::BTreeMap;

use api::Erased;
use domain::account::User;
use domain::ledger::Totals;
use domain::mobile::MobileNumber;
use domain::referral::Instant;

use super::fault::{self, again, store_error};
use super::{
    Store, accounts, answers, change, changes, counters, duplicates, erase, import, listing,
    referrals, referrers, reports, row, submit, sweep,
};
use crate::{
    Author, Change, Changed, Decide, Export, Imported, Listed, Listing, NewReferral,
    ReferrerListing, ReferrerPage, ReportScope, ReportSums, Result, RetryKey, Scope, Stored,
    Submitted, Wanted,
};

impl Store {
    /// Keeps a referral, once for each idempotency key, if the session is still open under which it
    /// is submitted. The id is the submission's instant or the next free one.
    pub async fn submit(&self, new: &NewReferral) -> Result<Submitted> {
        again!(self, "submit", submit::submit(self, new))
    }

    /// The referral that a view's key names.
    pub async fn referral(&self, key: &str) -> Result<Option<Stored>> {
        again!(self, "referral", referrals::find(self, key))
    }

    /// Does a command on a referral, if it still has this version and the session is still open
    /// under which this is asked for; once for each key of a retry. All commands come this way: what
    /// `decide` says is added to the history, and the record is what that comes to.
    pub async fn change(
        &self,
        key: &str,
        version: u64,
        by: &Author,
        decide: Decide<'_>,
        retry: Option<&RetryKey>,
    ) -> Result<Changed> {
        let wanted = Wanted { key, version, decide };
        again!(self, "change", change::change(self, &wanted, by, retry))
    }

    /// The same with several referrals, all of which change or none: what came of each, or of the one
    /// that was refused.
    pub async fn change_together(
        &self,
        all: &[Wanted<'_>],
        by: &Author,
        retry: Option<&RetryKey>,
    ) -> Result<Vec<Changed>> {
        again!(self, "change_together", change::change_together(self, all, by, retry))
    }

    /// A part of a list.
    pub async fn list(&self, listing: &Listing) -> Result<Listed> {
        again!(self, "list", listing::list(self, listing))
    }

    /// How many referrals of a list are in each stage, whichever part of it is wanted; where a text is
    /// looked for, of the newest [`COUNTED`](api::COUNTED).
    pub async fn stage_counts(&self, listing: &Listing) -> Result<BTreeMap<String, u64>> {
        again!(self, "stage_counts", listing::counts(self, listing))
    }

    /// Pairs of an earlier and a later referral of the same number, the latest first, before the later
    /// one of this id: those that somebody has yet to decide about, or the others.
    pub async fn duplicates(
        &self,
        scope: &Scope,
        is_open: bool,
        before: Option<Instant>,
        limit: u32,
    ) -> Result<Vec<(Stored, Stored)>> {
        let before = before.map(row::millis);
        again!(self, "duplicates", duplicates::list(self, scope, is_open, before, limit))
    }

    /// What the referrals of a period add up to.
    pub async fn report(&self, scope: &ReportScope) -> Result<ReportSums> {
        again!(self, "report", reports::sums(self, scope))
    }

    /// A part of those who refer, with what became of their referrals.
    pub async fn referrers(&self, listing: &ReferrerListing) -> Result<ReferrerPage> {
        again!(self, "referrers", referrers::list(self, listing))
    }

    /// What somebody's whole list adds up to.
    pub async fn totals(&self, scope: &Scope) -> Result<Totals> {
        again!(self, "totals", counters::totals(self, scope))
    }

    /// Every change of a referral, oldest first, with the text of its event; without one, that it
    /// came. Empty if there is no such referral.
    pub async fn history(&self, key: &str) -> Result<Vec<(Option<String>, Change)>> {
        again!(self, "history", changes::history(self, key))
    }

    /// Imports accounts and referrals of an export: a union. What is here stays; an account or a
    /// referral that was erased here is refused; of two copies of a referral, the histories are
    /// united.
    /// With `dry`, it is only read what that would come to. All of it is one transaction, for which
    /// others wait: whoever has much to import does so in parts. Nothing is kept if the session has
    /// ended under which it is asked for.
    pub async fn import(
        &self,
        export: &Export,
        now: Instant,
        dry: bool,
        session: Option<&[u8; 32]>,
    ) -> Result<Imported> {
        again!(self, "import", import::import(self, export, now, dry, session))
    }

    /// All accounts, in the order of their numbers, in parts: those after `after`.
    pub async fn accounts(&self, after: Option<&MobileNumber>, limit: u32) -> Result<Vec<User>> {
        again!(self, "accounts", accounts::list(self, after, limit))
    }

    /// Erases all that is stored about whoever has a number, however it is written: accounts,
    /// sessions, codes, devices, the referrals that they made and those that are about them with their
    /// history, messages from an address with the number in it, the number in the texts of other
    /// messages, and their name for what they changed. Not if
    /// the session has ended under which it is asked for. What was counted of codes that were sent
    /// counts on. A retry is told what the first try has erased.
    pub async fn erase_referrer(
        &self,
        mobile: &MobileNumber,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erased> {
        again!(
            self,
            "erase_referrer",
            erase::person(self, mobile.as_str(), Some(mobile), now, session, retry)
        )
    }

    /// Erases what is stored about a person, by the phone number in any spelling: the same, but for
    /// an account of their own and the referrals that they made under it.
    pub async fn erase_referred(
        &self,
        phone: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erased> {
        again!(self, "erase_referred", erase::person(self, phone, None, now, session, retry))
    }

    /// What was answered to the write that a [`RetryKey`] names; `None` if it was not done, or is
    /// long ago.
    pub async fn answer(&self, name: &str) -> Result<Option<String>> {
        again!(self, "answer", answers::find(self, name))
    }

    /// Keeps what was answered to a write, unless something is kept for it already.
    pub async fn keep_answer(&self, retry: &RetryKey, answer: &str) -> Result<()> {
        again!(self, "keep_answer", answers::keep(self, retry, answer))
    }

    /// Erases what is older than the company keeps it: referrals submitted and messages received
    /// before `before`. Says how many of both.
    pub async fn retain(&self, before: Instant) -> Result<u64> {
        again!(self, "retain", erase::retain(self, before))
    }

    /// Lets go of what has no use any more: ended sessions, codes and sends of the day before
    /// yesterday, devices and proofs that have expired, idempotency keys older than a week, security
    /// events older than a year and a bit, deliveries older than 90 days, tokens as long expired.
    pub async fn sweep(&self, now: Instant) -> Result<u64> {
        again!(self, "sweep", sweep::sweep(self, now))
    }
}
