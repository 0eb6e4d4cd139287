//! The store's methods for referrals, imports, erasures and maintenance.

use std::collections::BTreeMap;

use api::Erased;
use domain::account::User;
use domain::ledger::Totals;
use domain::mobile::MobileNumber;
use domain::referral::Instant;

use super::fault::{self, retry, store_error};
use super::{
    Store, accounts, answers, change, changes, duplicates, erase, import, listing, referrals,
    referrers, reports, row, submit, sweep,
};
use crate::{
    Author, Change, Changed, Decide, Export, Imported, Listed, Listing, NewReferral,
    ReferrerListing, ReferrerPage, ReportScope, ReportSums, Result, RetryKey, Scope, Stored,
    Submitted, VersionedCommand,
};

impl Store {
    /// Stores a referral, once for each idempotency key, if the session is still open. The id is
    /// the instant of submission or the next free one.
    pub async fn submit(&self, new: &NewReferral) -> Result<Submitted> {
        retry!(self, "submit", submit::submit(self, new))
    }

    /// The referral with this key.
    pub async fn referral(&self, key: &str) -> Result<Option<Stored>> {
        retry!(self, "referral", referrals::find(self, key))
    }

    /// Carries out a command on a referral, if it still has this version and the session is still
    /// open; once for each retry key. All commands use this method: the events of `decide` are
    /// added to the history, and the record is updated from it.
    pub async fn change(
        &self,
        key: &str,
        version: u64,
        by: &Author,
        decide: Decide<'_>,
        retry: Option<&RetryKey>,
    ) -> Result<Changed> {
        let wanted = VersionedCommand { key, version, decide };
        retry!(self, "change", change::change(self, &wanted, by, retry))
    }

    /// The same for several referrals. If one is refused, none is changed and the result is that
    /// refusal.
    pub async fn change_together(
        &self,
        all: &[VersionedCommand<'_>],
        by: &Author,
        retry: Option<&RetryKey>,
    ) -> Result<Vec<Changed>> {
        retry!(self, "change_together", change::change_together(self, all, by, retry))
    }

    /// A page of a list.
    pub async fn list(&self, listing: &Listing) -> Result<Listed> {
        retry!(self, "list", listing::list(self, listing))
    }

    /// The number of referrals in each stage, over all pages of a list; in a search, among the
    /// newest [`COUNTED`](api::COUNTED).
    pub async fn stage_counts(&self, listing: &Listing) -> Result<BTreeMap<String, u64>> {
        retry!(self, "stage_counts", listing::counts(self, listing))
    }

    /// Pairs of an earlier and a later referral of the same number, latest first, whose later one
    /// has an id below `before`: the undecided ones, or the others.
    pub async fn duplicates(
        &self,
        scope: &Scope,
        is_open: bool,
        before: Option<Instant>,
        limit: u32,
    ) -> Result<Vec<(Stored, Stored)>> {
        let before = before.map(row::millis);
        retry!(self, "duplicates", duplicates::list(self, scope, is_open, before, limit))
    }

    /// The numbers of a report.
    pub async fn report(&self, scope: &ReportScope) -> Result<ReportSums> {
        retry!(self, "report", reports::sums(self, scope))
    }

    /// A page of referrers, with the results of their referrals.
    pub async fn referrers(&self, listing: &ReferrerListing) -> Result<ReferrerPage> {
        retry!(self, "referrers", referrers::list(self, listing))
    }

    /// The totals of a whole list.
    pub async fn totals(&self, scope: &Scope) -> Result<Totals> {
        retry!(self, "totals", listing::totals(self, scope))
    }

    /// All changes of a referral, oldest first, with the text of each event; the arrival has none.
    /// Empty if there is no such referral.
    pub async fn history(&self, key: &str) -> Result<Vec<(Option<String>, Change)>> {
        retry!(self, "history", changes::history(self, key))
    }

    /// Imports accounts and referrals. Existing records stay; records that were erased here are
    /// refused; copies of a referral are merged. With `dry`, it only reads what an import would do.
    /// An import is one transaction that others wait for, so long imports should be split. It
    /// requires that the session is still open.
    pub async fn import(
        &self,
        export: &Export,
        now: Instant,
        dry: bool,
        session: Option<&[u8; 32]>,
    ) -> Result<Imported> {
        retry!(self, "import", import::import(self, export, now, dry, session))
    }

    /// A page of the accounts, in the order of their numbers: those after `after`.
    pub async fn accounts(&self, after: Option<&MobileNumber>, limit: u32) -> Result<Vec<User>> {
        retry!(self, "accounts", accounts::list(self, after, limit))
    }

    /// Erases everything stored about the person with a number, in any spelling: account, sessions,
    /// codes, devices, the referrals that they made and those about them with their histories,
    /// messages from an address with the number in it, the number in other texts, and their name as
    /// author of changes. It requires that the session is still open. Counts of sent codes stay. A
    /// retry gets the result of the first try.
    pub async fn erase_referrer(
        &self,
        mobile: &MobileNumber,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erased> {
        retry!(
            self,
            "erase_referrer",
            erase::person(self, mobile.as_str(), Some(mobile), now, session, retry)
        )
    }

    /// Erases everything stored about a person by their phone number, except for their own account
    /// and the referrals that they made under it.
    pub async fn erase_referred(
        &self,
        phone: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erased> {
        retry!(self, "erase_referred", erase::person(self, phone, None, now, session, retry))
    }

    /// The answer to the write with this [`RetryKey`]; `None` if it was not done, or too long ago.
    pub async fn answer(&self, name: &str) -> Result<Option<String>> {
        retry!(self, "answer", answers::find(self, name))
    }

    /// Stores the answer to a write, unless there is one already.
    pub async fn keep_answer(&self, retry: &RetryKey, answer: &str) -> Result<()> {
        retry!(self, "keep_answer", answers::keep(self, retry, answer))
    }

    /// Erases what is older than the company keeps it: referrals and messages from before `before`.
    /// Returns the number of both.
    pub async fn retain(&self, before: Instant) -> Result<u64> {
        retry!(self, "retain", erase::retain(self, before))
    }

    /// Deletes expired data: ended sessions, codes and sends from before yesterday, devices and
    /// proofs, idempotency keys after a week, security events after 400 days, deliveries after 90
    /// days, and tokens 90 days after they expire.
    pub async fn sweep(&self, now: Instant) -> Result<u64> {
        retry!(self, "sweep", sweep::sweep(self, now))
    }
}
