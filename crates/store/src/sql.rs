//! The store behind hosted mode: SQLite or PostgreSQL, by the address it is opened with.
//!
//! The statements are shared. Where the two databases differ, `dialect` says how.

mod accounts;
mod allowances;
mod answers;
mod backup;
mod change;
mod changes;
mod codes;
mod connect;
mod copy;
mod counters;
mod cursor;
mod devices;
mod dialect;
mod erase;
mod fault;
mod fingerprints;
mod forwards;
mod gates;
mod grams;
mod import;
mod listing;
mod mentions;
mod messages;
mod migrations;
mod people;
mod referrals;
#[cfg(feature = "faulty")]
mod room;
mod row;
mod schema;
mod second_factor;
mod security;
mod sends;
mod sessions;
mod submit;
mod sweep;
mod text;
mod transport;
mod verify;

use std::sync::Arc;

use api::{HostedCode, NotSent, Sends};
use async_trait::async_trait;
use domain::account::User;
use domain::ledger::Totals;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use domain::rejection::Rejections;
use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::Semaphore;

pub use copy::Counts;
pub use fingerprints::{Seal, Sealed};
pub use schema::Schema;
pub use verify::Verified;

use crate::{
    Author, Change, Changed, Decide, Dispatched, Erasure, Export, JudgeSends, JudgeTries, Kept,
    Listed, ListedSession, Listing, MessageChange, MessagePage, NewCode, NewConfirmation,
    NewDevice, NewDispatch, NewMessage, NewReferral, NewSession, RecordedEvent, Result, RetryKey,
    SecurityEvent, Store, Stored, StoredMessage, StoredSession, Submitted, Taken, Whose,
};
use dialect::Dialect;
use fault::{again, store_error};

/// Records in a database of SQLite or PostgreSQL.
#[derive(Clone, Debug)]
pub struct SqlStore {
    dialect: Dialect,
    writers: AnyPool,
    readers: AnyPool,
    seal: Seal,
    /// How many may count and send codes at once, which they do one after the other: the others'
    /// connections are not theirs to wait in.
    code_turns: Arc<Semaphore>,
}

impl SqlStore {
    /// Begins a transaction that writes.
    async fn begin(&self) -> sqlx::Result<Transaction<'static, Any>> {
        self.writers.begin_with(self.dialect.begin()).await
    }

    /// Closes all connections; what is under way is finished before.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }
}

#[async_trait]
impl Store for SqlStore {
    async fn check(&self) -> Result<()> {
        again!(connect::check(self))
    }

    async fn dispatch(
        &self,
        new: &NewDispatch,
        judge: JudgeSends<'_>,
    ) -> Result<std::result::Result<Sends, NotSent>> {
        again!(codes::dispatch(self, new, judge))
    }

    async fn take_back(&self, challenge: &str) -> Result<()> {
        again!(codes::take_back(self, challenge))
    }

    async fn keep_code(&self, new: &NewCode) -> Result<()> {
        again!(codes::keep(self, new))
    }

    async fn remember_device(&self, new: &NewDevice) -> Result<()> {
        again!(devices::remember(self, new))
    }

    async fn try_code(&self, challenge: &str) -> Result<Option<Dispatched>> {
        again!(codes::try_code(self, challenge))
    }

    async fn use_code(&self, challenge: &str) -> Result<bool> {
        again!(codes::use_code(self, challenge))
    }

    async fn account(&self, mobile: &MobileNumber) -> Result<Option<User>> {
        again!(accounts::find(self, mobile))
    }

    async fn open_session(
        &self,
        new: &NewSession,
        decide: Decide<'_>,
    ) -> Result<std::result::Result<(), Rejections>> {
        again!(sessions::open(self, new, decide))
    }

    async fn session(&self, token: &[u8; 32], now: Instant) -> Result<Option<StoredSession>> {
        again!(sessions::find(self, token, now))
    }

    async fn close_session(&self, token: &[u8; 32]) -> Result<()> {
        again!(sessions::close(self, token))
    }

    async fn close_sessions(&self, mobile: &MobileNumber) -> Result<u64> {
        again!(sessions::close_all(self, mobile))
    }

    async fn sessions(&self, mobile: &MobileNumber, now: Instant) -> Result<Vec<ListedSession>> {
        again!(sessions::list(self, mobile, now))
    }

    async fn confirm(
        &self,
        new: &NewConfirmation,
        judge: JudgeTries<'_>,
    ) -> Result<std::result::Result<bool, HostedCode>> {
        again!(second_factor::confirm(self, new, judge))
    }

    async fn replace_recovery_codes(
        &self,
        number: &[u8; 32],
        codes: &[[u8; 32]],
        now: Instant,
    ) -> Result<()> {
        again!(second_factor::replace_recovery_codes(self, number, codes, now))
    }

    async fn record_event(&self, event: &SecurityEvent, once_since: Option<Instant>) -> Result<()> {
        again!(security::record(self, event, once_since))
    }

    async fn events(&self, person: Option<&[u8; 32]>, limit: u32) -> Result<Vec<RecordedEvent>> {
        again!(security::list(self, person, limit))
    }

    async fn submit(&self, new: &NewReferral) -> Result<Submitted> {
        again!(submit::submit(self, new))
    }

    async fn referral(&self, key: &str) -> Result<Option<Stored>> {
        again!(referrals::find(self, key))
    }

    async fn change(
        &self,
        key: &str,
        version: u64,
        by: &Author,
        decide: Decide<'_>,
        retry: Option<&RetryKey>,
    ) -> Result<Changed> {
        again!(change::change(self, key, version, by, decide, retry))
    }

    async fn list(&self, listing: &Listing) -> Result<Listed> {
        again!(listing::list(self, listing))
    }

    async fn totals(&self, whose: &Whose) -> Result<Totals> {
        again!(counters::totals(self, whose))
    }

    async fn history(&self, key: &str) -> Result<Vec<Change>> {
        again!(changes::history(self, key))
    }

    async fn import(
        &self,
        export: &Export,
        now: Instant,
        dry: bool,
        session: Option<&[u8; 32]>,
    ) -> Result<Taken> {
        again!(import::import(self, export, now, dry, session))
    }

    async fn accounts(&self, after: Option<&MobileNumber>, most: u32) -> Result<Vec<User>> {
        again!(accounts::list(self, after, most))
    }

    async fn erase_referrer(
        &self,
        mobile: &MobileNumber,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erasure> {
        again!(erase::referrer(self, mobile, now, session, retry))
    }

    async fn erase_referred(
        &self,
        phone: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erasure> {
        again!(erase::referred(self, phone, now, session, retry))
    }

    async fn answer(&self, name: &str) -> Result<Option<String>> {
        again!(answers::find(self, name))
    }

    async fn keep_answer(&self, retry: &RetryKey, answer: &str) -> Result<()> {
        again!(answers::keep(self, retry, answer))
    }

    async fn retain(&self, before: Instant) -> Result<u64> {
        again!(erase::retain(self, before))
    }

    async fn sweep(&self, now: Instant) -> Result<u64> {
        again!(sweep::sweep(self, now))
    }

    async fn keep_message(&self, new: &NewMessage) -> Result<Kept> {
        again!(messages::keep(self, new))
    }

    async fn messages(&self, after: Option<&str>, most: u32) -> Result<MessagePage> {
        again!(messages::list(self, after, most))
    }

    async fn claim_forwards(
        &self,
        now: Instant,
        until: Instant,
        most: u32,
    ) -> Result<Vec<StoredMessage>> {
        again!(forwards::claim(self, now, until, most))
    }

    async fn forwarded(&self, key: &str, now: Instant) -> Result<()> {
        again!(forwards::done(self, key, now))
    }

    async fn not_forwarded(
        &self,
        tried: &StoredMessage,
        failure: &str,
        next: Option<Instant>,
        now: Instant,
    ) -> Result<()> {
        again!(forwards::failed(self, tried, failure, next, now))
    }

    async fn change_message(
        &self,
        key: &str,
        change: MessageChange,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredMessage>> {
        again!(forwards::change(self, key, change, now, session))
    }
}
