//! All that a store can do; how it is done stands in the files of the same words. The statements are
//! shared: where the two databases differ, `dialect` says how.

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
mod duplicates;
mod erase;
mod factors;
mod fault;
mod fingerprints;
mod forwards;
mod grams;
mod import;
mod listing;
mod locks;
mod mentions;
mod messages;
mod migrations;
mod outbox;
mod people;
mod projection;
mod referrals;
mod reports;
mod row;
mod schema;
mod second_factor;
mod security;
mod sends;
mod sessions;
mod staff;
mod submit;
mod sweep;
#[cfg(feature = "faulty")]
mod testing;
mod text;
mod tokens;
mod transport;
mod verify;
mod webhooks;

use std::collections::BTreeMap;
use std::sync::Arc;

use api::{Erased, HostedCode, MessageAction, Notify, SendHistory, SendRefusal, WebhookChange};
use domain::account::User;
use domain::ledger::Totals;
use domain::mobile::MobileNumber;
use domain::pipeline::DuplicatePolicy;
use domain::referral::Instant;
use domain::rejection::Rejections;
use sqlx::{Any, AnyPool, Transaction};
use tokio::sync::Semaphore;

pub use copy::Counts;
pub use fingerprints::{Seal, Sealed};
pub use schema::Schema;
#[cfg(feature = "faulty")]
pub use testing::Watch;
pub use verify::Verified;

use crate::{
    Actor, Author, Change, Changed, ClaimedDelivery, CodeToSend, Decide, DeliveryPage, EventPage,
    Export, FailedTry, FoundCode, Imported, Invitation, JudgeSends, JudgeTries, Listed,
    ListedSession, Listing, MessageOutcome, MessagePage, NewCode, NewConfirmation, NewDevice,
    NewMessage, NewReferral, NewSession, NewToken, NewWebhook, RecordedEvent, RemovedFactor,
    ReportScope, ReportSums, Result, RetryKey, Scope, SecurityEvent, StaffChange, StaffChanged,
    StaffFactors, StaffMember, Stored, StoredDelivery, StoredMessage, StoredSession, StoredToken,
    Submitted, Webhook,
};
use dialect::Dialect;
use fault::{again, store_error};

/// Records in a database of SQLite or PostgreSQL.
#[derive(Clone, Debug)]
pub struct Store {
    dialect: Dialect,
    writers: AnyPool,
    readers: AnyPool,
    seal: Seal,
    duplicates: DuplicatePolicy,
    /// How many may count and send codes at once, which they do one after the other: the others'
    /// connections are not theirs to wait in.
    code_turns: Arc<Semaphore>,
    #[cfg(feature = "faulty")]
    watch: Option<Arc<dyn Watch>>,
}

impl Store {
    /// The same store, with another policy for duplicates.
    pub fn with_duplicates(self, duplicates: DuplicatePolicy) -> Self {
        Self { duplicates, ..self }
    }

    /// Begins a transaction that writes.
    async fn begin(&self) -> sqlx::Result<Transaction<'static, Any>> {
        self.writers.begin_with(self.dialect.begin()).await
    }

    /// Closes all connections; what is under way is finished before.
    pub async fn close(&self) {
        self.readers.close().await;
        self.writers.close().await;
    }

    /// Whether the store can be read now. Nothing is written: whoever asks takes no turn of a
    /// writer's.
    pub async fn check(&self) -> Result<()> {
        again!(self, "check", connect::check(self))
    }

    // Login

    /// Counts the codes sent before, asks `judge`, and, if it agrees, keeps the new code. All three
    /// at once, also among several servers: two requests never both take the last place. Says how
    /// many there were before this one.
    pub async fn dispatch(
        &self,
        new: &CodeToSend,
        judge: JudgeSends<'_>,
    ) -> Result<std::result::Result<SendHistory, SendRefusal>> {
        again!(self, "dispatch", codes::dispatch(self, new, judge))
    }

    /// A code that could not be sent counts no longer, and lets nobody in.
    pub async fn take_back(&self, challenge: &str) -> Result<()> {
        again!(self, "take_back", codes::take_back(self, challenge))
    }

    /// Keeps a code that is not sent, and not counted.
    pub async fn keep_code(&self, new: &NewCode) -> Result<()> {
        again!(self, "keep_code", codes::keep(self, new))
    }

    /// A device is known from now on.
    pub async fn remember_device(&self, new: &NewDevice) -> Result<()> {
        again!(self, "remember_device", devices::remember(self, new))
    }

    /// Finds a code that was sent and counts this try of it, at once; what is returned is as it was
    /// before this try. A code at [`CODE_TRIES`](api::CODE_TRIES) is found and counted no
    /// further, so that however many tries arrive together, no more than that many are told of
    /// fewer tries than the limit.
    pub async fn try_code(&self, challenge: &str) -> Result<Option<FoundCode>> {
        again!(self, "try_code", codes::try_code(self, challenge))
    }

    /// Marks a code as used. False if it was used before: it lets in once.
    pub async fn use_code(&self, challenge: &str) -> Result<bool> {
        again!(self, "use_code", codes::use_code(self, challenge))
    }

    /// The account of a number.
    pub async fn account(&self, mobile: &MobileNumber) -> Result<Option<User>> {
        again!(self, "account", accounts::find(self, mobile))
    }

    /// Looks up the account of a number, asks `decide` what a login or a sign-up comes to, and
    /// registers whom it says and begins the session: all of it, or, where it refuses, nothing. Says
    /// what they are to the company, if they work for it.
    pub async fn open_session(
        &self,
        new: &NewSession,
        decide: Decide<'_>,
    ) -> Result<std::result::Result<Option<StaffMember>, Rejections>> {
        again!(self, "open_session", sessions::open(self, new, decide))
    }

    /// The session of a token, by its hash. Where `seen_at` is more than a minute old, it becomes
    /// `now`, unless the session has ended: looking for one that has ended does not prolong it. Nor
    /// does it where nothing can be written just now, which is no reason to fail or to wait long.
    pub async fn session(&self, token: &[u8; 32], now: Instant) -> Result<Option<StoredSession>> {
        again!(self, "session", sessions::find(self, token, now))
    }

    /// Ends a session.
    pub async fn close_session(&self, token: &[u8; 32]) -> Result<()> {
        again!(self, "close_session", sessions::close(self, token))
    }

    /// Ends all sessions of a number; says how many there were.
    pub async fn close_sessions(&self, mobile: &MobileNumber) -> Result<u64> {
        again!(self, "close_sessions", sessions::close_all(self, mobile))
    }

    /// The sessions of a number that have not ended, last used first.
    pub async fn sessions(
        &self,
        mobile: &MobileNumber,
        now: Instant,
    ) -> Result<Vec<ListedSession>> {
        again!(self, "sessions", sessions::list(self, mobile, now))
    }

    /// Confirms a session by the second factor, all at once, also among several servers: counts the
    /// tries that were wrong, asks `judge`, and, if it agrees, uses what was given. A time step must
    /// be later than any used before, a recovery code unused. True if it was right: the session has
    /// its new token then, and the one before is nobody's. Wrong tries stay counted until they are
    /// too old to count; what the judge refuses is not counted.
    pub async fn confirm(
        &self,
        new: &NewConfirmation,
        judge: JudgeTries<'_>,
    ) -> Result<std::result::Result<bool, HostedCode>> {
        again!(self, "confirm", second_factor::confirm(self, new, judge))
    }

    /// Keeps new recovery codes, as their HMACs, in the place of all that a number (its fingerprint)
    /// had, or beside them.
    pub async fn add_recovery_codes(
        &self,
        number: &[u8; 32],
        codes: &[[u8; 32]],
        keeps_others: bool,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<()> {
        again!(
            self,
            "add_recovery_codes",
            second_factor::add_recovery_codes(self, number, codes, keeps_others, now, session)
        )
    }

    /// The second factors of a member of staff, by their id and the fingerprint of their number.
    pub async fn factors(&self, staff: &str, number: &[u8; 32]) -> Result<StaffFactors> {
        again!(self, "factors", factors::find(self, staff, number))
    }

    /// Keeps the random part of an authenticator app's secret until a code shows that there is an
    /// app.
    pub async fn offer_totp(
        &self,
        staff: &str,
        part: &[u8],
        session: Option<&[u8; 32]>,
    ) -> Result<()> {
        again!(self, "offer_totp", factors::offer_totp(self, staff, part, session))
    }

    /// Keeps what a session's passkey is asked to sign, in the place of what it was asked before.
    pub async fn keep_challenge(
        &self,
        session: &[u8; 32],
        state: &[u8],
        expires_at: Instant,
    ) -> Result<()> {
        again!(self, "keep_challenge", factors::keep_challenge(self, session, state, expires_at))
    }

    /// Takes what a session's passkey was asked to sign, if that is still good: it is good once.
    pub async fn take_challenge(
        &self,
        session: &[u8; 32],
        now: Instant,
    ) -> Result<Option<Vec<u8>>> {
        again!(self, "take_challenge", factors::take_challenge(self, session, now))
    }

    /// Removes a second factor, unless it is the last one; `has_settled` says whether the operator
    /// has settled another. False if nothing is removed.
    pub async fn remove_factor(
        &self,
        staff: &str,
        removed: &RemovedFactor,
        has_settled: bool,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        again!(
            self,
            "remove_factor",
            factors::remove(self, staff, removed, has_settled, now, session)
        )
    }

    /// Records an event that is part of no other change; for those, see [`security::recorded`]. With
    /// `once_since`, not if there is one like it of the same person since then.
    pub async fn record_event(
        &self,
        event: &SecurityEvent,
        once_since: Option<Instant>,
    ) -> Result<()> {
        again!(self, "record_event", security::record(self, event, once_since))
    }

    /// Security events, newest first: all, or those that name a person by this fingerprint.
    pub async fn events(
        &self,
        person: Option<&[u8; 32]>,
        limit: u32,
    ) -> Result<Vec<RecordedEvent>> {
        again!(self, "events", security::list(self, person, limit))
    }

    /// A part of all security events, newest first. `after` is the `next` of the part before.
    pub async fn event_page(&self, after: Option<&str>, limit: u32) -> Result<EventPage> {
        again!(self, "event_page", security::page(self, after, limit))
    }

    // Staff

    /// Everybody who works here or did, in the order in which they came.
    pub async fn staff(&self) -> Result<Vec<StaffMember>> {
        again!(self, "staff", staff::list(self))
    }

    /// Makes whoever the operator has named the first owner, with this id, unless somebody is one
    /// already.
    pub async fn name_owner(&self, id: &str, user: &User, now: Instant) -> Result<()> {
        again!(self, "name_owner", staff::name_owner(self, id, user, now))
    }

    /// Invites somebody to work here, if the session is still open under which it is asked for. Their
    /// own sessions end.
    pub async fn invite_staff(
        &self,
        new: &Invitation,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<StaffChanged> {
        again!(self, "invite_staff", staff::invite(self, new, now, session))
    }

    /// Changes what somebody is here, if the session is still open under which it is asked for. What
    /// they may do no longer, they may not from then on: their sessions end.
    pub async fn change_staff(
        &self,
        id: &str,
        change: &StaffChange,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<StaffChanged> {
        again!(self, "change_staff", staff::change(self, id, change, now, session))
    }

    // Programme

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
        again!(self, "change", change::change(self, key, version, by, decide, retry))
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

    /// What somebody's whole list adds up to.
    pub async fn totals(&self, scope: &Scope) -> Result<Totals> {
        again!(self, "totals", counters::totals(self, scope))
    }

    /// Every change of a referral, oldest first; empty if there is no such referral.
    pub async fn history(&self, key: &str) -> Result<Vec<Change>> {
        again!(self, "history", changes::history(self, key))
    }

    /// By whom each event of a referral was written down, by its text; without one, that it came. In
    /// the order in which they were written, and empty if there is no such referral.
    pub async fn authors(&self, key: &str) -> Result<Vec<(Option<String>, Actor)>> {
        again!(self, "authors", changes::authors(self, key))
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

    // Messages

    /// Keeps a contact message, once for each idempotency key.
    pub async fn keep_message(&self, new: &NewMessage) -> Result<MessageOutcome> {
        again!(self, "keep_message", messages::keep(self, new))
    }

    /// Contact messages, newest first.
    pub async fn messages(&self, after: Option<&str>, limit: u32) -> Result<MessagePage> {
        again!(self, "messages", messages::list(self, after, limit))
    }

    /// Messages whose next try is due and that nobody else has claimed: those that have been due
    /// for longest. They are this caller's until `until`, and the try is counted.
    pub async fn claim_forwards(
        &self,
        now: Instant,
        until: Instant,
        limit: u32,
    ) -> Result<Vec<StoredMessage>> {
        again!(self, "claim_forwards", forwards::claim(self, now, until, limit))
    }

    /// A message has been forwarded.
    pub async fn forwarded(&self, key: &str, now: Instant) -> Result<()> {
        again!(self, "forwarded", forwards::done(self, key, now))
    }

    /// The try to forward a message that was claimed so has failed, for the reason with this code.
    /// It is tried again at `next`; never, if there is none.
    pub async fn not_forwarded(
        &self,
        tried: &StoredMessage,
        failure: &str,
        next: Option<Instant>,
        now: Instant,
    ) -> Result<()> {
        again!(self, "not_forwarded", forwards::failed(self, tried, failure, next, now))
    }

    /// Changes what becomes of a message that nobody has; the message as it is then, or `None` if
    /// there is none of this key. The same again changes nothing.
    pub async fn change_message(
        &self,
        key: &str,
        action: MessageAction,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredMessage>> {
        again!(self, "change_message", forwards::change(self, key, action, now, session))
    }

    /// How the holder of an account is told of what becomes of their referrals.
    pub async fn notify(&self, mobile: &MobileNumber) -> Result<Notify> {
        again!(self, "notify", async {
            accounts::notify(&mut *self.readers.acquire().await?, mobile).await
        })
    }

    /// Says how they want to be told, if the session is still open under which this is asked for;
    /// false if there is no such account.
    pub async fn set_notify(
        &self,
        mobile: &MobileNumber,
        notify: Notify,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        again!(self, "set_notify", accounts::set_notify(self, mobile, notify, session))
    }

    // Webhooks and tokens. What changes one of them is done only while the session is open under
    // which it is asked for.

    /// Adds a webhook; `None` if there are [`WEBHOOKS_MAX`](api::WEBHOOKS_MAX).
    pub async fn add_webhook(
        &self,
        new: &NewWebhook,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        again!(self, "add_webhook", webhooks::add(self, new, session))
    }

    /// All webhooks, the oldest first.
    pub async fn webhooks(&self) -> Result<Vec<Webhook>> {
        again!(self, "webhooks", webhooks::list(self))
    }

    /// Changes a webhook; `None` if there is none of this id.
    pub async fn change_webhook(
        &self,
        id: &str,
        change: &WebhookChange,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        again!(self, "change_webhook", webhooks::change(self, id, change, session))
    }

    /// Gives a webhook another seed; the one before is good until `until` as well. `None` if there
    /// is none of this id.
    pub async fn rotate_webhook(
        &self,
        id: &str,
        seed: &[u8; 32],
        until: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        again!(self, "rotate_webhook", webhooks::rotate(self, id, seed, until, session))
    }

    /// Removes a webhook with its deliveries; false if there is none of this id.
    pub async fn remove_webhook(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        again!(self, "remove_webhook", webhooks::remove(self, id, session))
    }

    /// Has a webhook told of nothing, to try it out; `None` if there is none of this id.
    pub async fn test_webhook(
        &self,
        id: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredDelivery>> {
        again!(self, "test_webhook", outbox::test(self, id, now, session))
    }

    /// Deliveries to a webhook, the newest first.
    pub async fn deliveries(
        &self,
        webhook: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<DeliveryPage> {
        again!(self, "deliveries", outbox::list(self, webhook, after, limit))
    }

    /// The delivery that has been due for longest, of those that nobody else has claimed and whose
    /// webhook is on and may be asked again. It is this caller's until `until`, and the try is
    /// counted.
    pub async fn claim_delivery(
        &self,
        now: Instant,
        until: Instant,
    ) -> Result<Option<ClaimedDelivery>> {
        again!(self, "claim_delivery", outbox::claim(self, now, until))
    }

    /// Its receiver has taken a delivery, with this status if there is one.
    pub async fn delivered(&self, id: &str, status: Option<u16>, now: Instant) -> Result<()> {
        again!(self, "delivered", outbox::delivered(self, id, status, now))
    }

    /// The try of a delivery that was claimed so has failed.
    pub async fn not_delivered(
        &self,
        tried: &ClaimedDelivery,
        how: &FailedTry,
        now: Instant,
    ) -> Result<()> {
        again!(self, "not_delivered", outbox::failed(self, tried, how, now))
    }

    /// Sends a delivery that is done or given up again, as if it were new; `None` if there is none
    /// of this id. One that still waits is left as it is.
    pub async fn replay_delivery(
        &self,
        id: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredDelivery>> {
        again!(self, "replay_delivery", outbox::replay(self, id, now, session))
    }

    /// Keeps an API token; false if there are [`TOKENS_MAX`](api::TOKENS_MAX).
    pub async fn add_token(&self, new: &NewToken, session: Option<&[u8; 32]>) -> Result<bool> {
        again!(self, "add_token", tokens::add(self, new, session))
    }

    /// All tokens, the oldest first.
    pub async fn tokens(&self) -> Result<Vec<StoredToken>> {
        again!(self, "tokens", tokens::list(self))
    }

    /// Revokes a token; false if there is none of this id.
    pub async fn remove_token(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        again!(self, "remove_token", tokens::remove(self, id, session))
    }

    /// The token of a hash, if it has not expired, with its maker and what they are to the company.
    /// Where its last use is more than a minute ago, it becomes `now`, unless nothing can be written
    /// just now.
    pub async fn token(
        &self,
        hash: &[u8; 32],
        now: Instant,
    ) -> Result<Option<(StoredToken, MobileNumber, Option<StaffMember>)>> {
        again!(self, "token", tokens::find(self, hash, now))
    }
}
