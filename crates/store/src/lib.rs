//! Where hosted mode keeps its records: one trait, [`Store`], and a database behind it.
//!
//! A store keeps and finds; it never decides. What has to be decided and written at once (may
//! another code be sent? is this edit stale?) gets the domain's decision as a function, and calls
//! it inside the transaction that writes what follows from it.
//!
//! **Architecture invariant:** every method is one transaction: it has happened as a whole when it
//! returns `Ok`, and not at all when it returns [`StoreError`], but for [`StoreError::Unknown`], which
//! says that it may have. What was acknowledged survives a crash of the process and of the machine.

#[cfg(feature = "faulty")]
#[macro_use]
pub mod methods;

mod error;
#[cfg(feature = "faulty")]
pub mod faulty;
mod login;
mod messages;
mod programme;
pub mod security;
mod sql;

pub use error::StoreError;
pub use login::{
    Dispatched, Given, ListedSession, NewCode, NewConfirmation, NewDevice, NewDispatch, NewSession,
    StoredSession, UsedProof,
};
pub use messages::{Delivery, Kept, MessageChange, MessagePage, NewMessage, StoredMessage};
pub use programme::{
    Actor, Allowance, Author, Change, Changed, Erasure, Export, Listed, Listing, NewReferral,
    RetryKey, Stored, Submitted, Taken, Whose,
};
pub use security::{EventKind, EventOutcome, RecordedEvent, SecurityEvent};
pub use sql::{Counts, Schema, Seal, Sealed, SqlStore, Verified};

use api::{HostedCode, NotSent, Sends};
use async_trait::async_trait;
use domain::account::User;
use domain::decision::State;
use domain::event::Event;
use domain::ledger::Totals;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use domain::rejection::Rejections;

/// What a store's method comes to.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Judges, inside the transaction, whether another code may be sent.
pub type JudgeSends<'a> = &'a (dyn Fn(&Sends) -> std::result::Result<(), NotSent> + Send + Sync);

/// Judges, inside the transaction, whether a try of the second factor may be looked at: how many were
/// wrong before, and this one.
pub type JudgeTries<'a> = &'a (dyn Fn(u32) -> std::result::Result<(), HostedCode> + Send + Sync);

/// Decides, inside the transaction, what a command on a referral or an account comes to: the core's
/// [`decide`](domain::decision::decide), with a command in its hand.
pub type Decide<'a> =
    &'a (dyn Fn(&State) -> std::result::Result<Vec<Event>, Rejections> + Send + Sync);

/// All that hosted mode keeps.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Whether the store can be read now. Nothing is written: whoever asks takes no turn of a
    /// writer's.
    async fn check(&self) -> Result<()>;

    // Login

    /// Counts the codes sent before, asks `judge`, and, if it agrees, keeps the new code. All three
    /// at once, also among several servers: two requests never both take the last place. Says how
    /// many there were before this one.
    async fn dispatch(
        &self,
        new: &NewDispatch,
        judge: JudgeSends<'_>,
    ) -> Result<std::result::Result<Sends, NotSent>>;

    /// A code that could not be sent counts no longer, and lets nobody in.
    async fn take_back(&self, challenge: &str) -> Result<()>;

    /// Keeps a code that is not sent, and not counted.
    async fn keep_code(&self, new: &NewCode) -> Result<()>;

    /// A device is known from now on.
    async fn remember_device(&self, new: &NewDevice) -> Result<()>;

    /// Finds a code that was sent and counts this try of it, at once; what is returned is as it was
    /// before this try. A code at [`CODE_TRIES`](api::CODE_TRIES) is found and counted no
    /// further, so that however many tries arrive together, no more than that many are told of
    /// fewer tries than the limit.
    async fn try_code(&self, challenge: &str) -> Result<Option<Dispatched>>;

    /// Marks a code as used. False if it was used before: it lets in once.
    async fn use_code(&self, challenge: &str) -> Result<bool>;

    /// The account of a number.
    async fn account(&self, mobile: &MobileNumber) -> Result<Option<User>>;

    /// Looks up the account of a number, asks `decide` what a login or a sign-up comes to, and
    /// registers whom it says and begins the session: all of it, or, where it refuses, nothing.
    async fn open_session(
        &self,
        new: &NewSession,
        decide: Decide<'_>,
    ) -> Result<std::result::Result<(), Rejections>>;

    /// The session of a token, by its hash. Where `seen_at` is more than a minute old, it becomes
    /// `now`, unless the session has ended: looking for one that has ended does not prolong it. Nor
    /// does it where nothing can be written just now, which is no reason to fail or to wait long.
    async fn session(&self, token: &[u8; 32], now: Instant) -> Result<Option<StoredSession>>;

    /// Ends a session.
    async fn close_session(&self, token: &[u8; 32]) -> Result<()>;

    /// Ends all sessions of a number; says how many there were.
    async fn close_sessions(&self, mobile: &MobileNumber) -> Result<u64>;

    /// The sessions of a number that have not ended, last used first.
    async fn sessions(&self, mobile: &MobileNumber, now: Instant) -> Result<Vec<ListedSession>>;

    /// Confirms a session by the second factor, all at once, also among several servers: counts the
    /// tries that were wrong, asks `judge`, and, if it agrees, uses what was given. A time step must
    /// be later than any used before, a recovery code unused. True if it was right: the session has
    /// its new token then, and the one before is nobody's. Wrong tries stay counted until they are
    /// too old to count; what the judge refuses is not counted.
    async fn confirm(
        &self,
        new: &NewConfirmation,
        judge: JudgeTries<'_>,
    ) -> Result<std::result::Result<bool, HostedCode>>;

    /// Puts new recovery codes, as their HMACs, in the place of all that a number (its fingerprint)
    /// had.
    async fn replace_recovery_codes(
        &self,
        number: &[u8; 32],
        codes: &[[u8; 32]],
        now: Instant,
    ) -> Result<()>;

    /// Records an event that is part of no other change; for those, see [`security::recorded`]. With
    /// `once_since`, not if there is one like it of the same person since then.
    async fn record_event(&self, event: &SecurityEvent, once_since: Option<Instant>) -> Result<()>;

    /// Security events, newest first: all, or those that name a person by this fingerprint.
    async fn events(&self, person: Option<&[u8; 32]>, limit: u32) -> Result<Vec<RecordedEvent>>;

    // Programme

    /// Keeps a referral, once for each idempotency key, if the session is still open under which it
    /// is submitted. The id is the submission's instant or the next free one.
    async fn submit(&self, new: &NewReferral) -> Result<Submitted>;

    /// The referral that a view's key names.
    async fn referral(&self, key: &str) -> Result<Option<Stored>>;

    /// Does a command on a referral, if it still has this version and the session is still open
    /// under which this is asked for; once for each key of a retry. All commands come this way: what
    /// `decide` says is added to the history, and the record is what that comes to.
    async fn change(
        &self,
        key: &str,
        version: u64,
        by: &Author,
        decide: Decide<'_>,
        retry: Option<&RetryKey>,
    ) -> Result<Changed>;

    /// A part of a list.
    async fn list(&self, listing: &Listing) -> Result<Listed>;

    /// What somebody's whole list adds up to.
    async fn totals(&self, whose: &Whose) -> Result<Totals>;

    /// Every change of a referral, oldest first; empty if there is no such referral.
    async fn history(&self, key: &str) -> Result<Vec<Change>>;

    /// Imports accounts and referrals of an export: a union. What is here stays; an account or a
    /// referral that was erased here is refused; of two copies of a referral, the histories are
    /// united.
    /// With `dry`, it is only read what that would come to. All of it is one transaction, for which
    /// others wait: whoever has much to import does so in parts. Nothing is kept if the session has
    /// ended under which it is asked for.
    async fn import(
        &self,
        export: &Export,
        now: Instant,
        dry: bool,
        session: Option<&[u8; 32]>,
    ) -> Result<Taken>;

    /// All accounts, in the order of their numbers, in parts: those after `after`.
    async fn accounts(&self, after: Option<&MobileNumber>, most: u32) -> Result<Vec<User>>;

    /// Erases all that is stored about whoever has a number, however it is written: accounts,
    /// sessions, codes, devices, the referrals that they made and those that are about them with their
    /// history, messages from an address with the number in it, the number in the texts of other
    /// messages, and their name for what they changed. Not if
    /// the session has ended under which it is asked for. What was counted of codes that were sent
    /// counts on. A retry is told what the first try has erased.
    async fn erase_referrer(
        &self,
        mobile: &MobileNumber,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erasure>;

    /// Erases what is stored about a person, by the phone number in any spelling: the same, but for
    /// an account of their own and the referrals that they made under it.
    async fn erase_referred(
        &self,
        phone: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
        retry: Option<&RetryKey>,
    ) -> Result<Erasure>;

    /// What was answered to the write that a [`RetryKey`] names; `None` if it was not done, or is
    /// long ago.
    async fn answer(&self, name: &str) -> Result<Option<String>>;

    /// Keeps what was answered to a write, unless something is kept for it already.
    async fn keep_answer(&self, retry: &RetryKey, answer: &str) -> Result<()>;

    /// Erases what is older than the company keeps it: referrals submitted and messages received
    /// before `before`. Says how many of both.
    async fn retain(&self, before: Instant) -> Result<u64>;

    /// Lets go of what has no use any more: ended sessions, codes and sends of the day before
    /// yesterday, devices and proofs that have expired, idempotency keys older than a week, security
    /// events older than a year and a bit.
    async fn sweep(&self, now: Instant) -> Result<u64>;

    // Messages

    /// Keeps a contact message, once for each idempotency key.
    async fn keep_message(&self, new: &NewMessage) -> Result<Kept>;

    /// Contact messages, newest first.
    async fn messages(&self, after: Option<&str>, most: u32) -> Result<MessagePage>;

    /// Messages whose next try is due and that nobody else has claimed: those that have been due
    /// for longest. They are this caller's until `until`, and the try is counted.
    async fn claim_forwards(
        &self,
        now: Instant,
        until: Instant,
        most: u32,
    ) -> Result<Vec<StoredMessage>>;

    /// A message has been forwarded.
    async fn forwarded(&self, key: &str, now: Instant) -> Result<()>;

    /// The try to forward a message that was claimed so has failed, for the reason with this code.
    /// It is tried again at `next`; never, if there is none.
    async fn not_forwarded(
        &self,
        tried: &StoredMessage,
        failure: &str,
        next: Option<Instant>,
        now: Instant,
    ) -> Result<()>;

    /// Changes what becomes of a message that nobody has; the message as it is then, or `None` if
    /// there is none of this key. The same again changes nothing.
    async fn change_message(
        &self,
        key: &str,
        change: MessageChange,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<StoredMessage>>;
}
