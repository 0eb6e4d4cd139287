//! Where hosted mode keeps its records: [`Store`], over SQLite or PostgreSQL.
//!
//! A store keeps and finds; it never decides. What has to be decided and written at once (may
//! another code be sent? is this edit stale?) gets the domain's decision as a function, and calls
//! it inside the transaction that writes what follows from it.
//!
//! **Architecture invariant:** every method is one transaction: it has happened as a whole when it
//! returns `Ok`, and not at all when it returns [`StoreError`], but for [`StoreError::Unknown`], which
//! says that it may have. What was acknowledged survives a crash of the process and of the machine.

mod error;
mod login;
mod messages;
mod outbox;
mod programme;
pub mod security;
mod sql;
mod staff;

pub use error::StoreError;
pub use login::{
    CodeToSend, FoundCode, Given, ListedSession, NewCode, NewConfirmation, NewDevice, NewFactor,
    NewSession, RemovedFactor, StoredSession, UsedProof,
};
pub use messages::{
    Delivery, MessageChanged, MessageFilter, MessageOutcome, MessagePage, NewMessage, StoredMessage,
};
pub use outbox::{
    ClaimedDelivery, DeliveryPage, FailedTry, NewToken, NewWebhook, Recipient, StoredDelivery,
    StoredToken, Subject, Webhook,
};
pub use programme::{
    Actor, Allowance, Author, Change, Changed, Export, Imported, Listed, Listing, NewReferral,
    Quantiles, Referrer, ReferrerListing, ReferrerPage, ReferrerSum, ReportScope, ReportSums,
    RetryKey, Scope, StageSum, Stored, Submitted, Waiting,
};
pub use security::{EventFilter, EventPage, RecordedEvent, SecurityEvent};
#[cfg(feature = "faulty")]
pub use sql::Watch;
pub use sql::{Counts, Schema, Seal, Sealed, Store, Verified};
pub use staff::{Invitation, StaffChange, StaffChanged, StaffFactors, StaffMember, StoredPasskey};

pub use api::{EventKind, EventOutcome};

use api::{HostedCode, SendHistory, SendRefusal};
use domain::decision::State;
use domain::event::Event;
use domain::rejection::Rejections;

/// What a store's method comes to.
pub type Result<T> = std::result::Result<T, StoreError>;

/// Judges, inside the transaction, whether another code may be sent.
pub type JudgeSends<'a> =
    &'a (dyn Fn(&SendHistory) -> std::result::Result<(), SendRefusal> + Send + Sync);

/// Judges, inside the transaction, whether a try of the second factor may be looked at: how many were
/// wrong before, and this one.
pub type JudgeTries<'a> = &'a (dyn Fn(u32) -> std::result::Result<(), HostedCode> + Send + Sync);

/// A command on a referral that has this version.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Names the referral.
    pub key: &'a str,
    /// Counts its changes.
    pub version: u64,
    /// What the command comes to.
    pub decide: Decide<'a>,
}

/// Decides, inside the transaction, what a command on a referral or an account comes to: the core's
/// [`decide`](domain::decision::decide), with a command in its hand.
pub type Decide<'a> =
    &'a (dyn Fn(&State) -> std::result::Result<Vec<Event>, Rejections> + Send + Sync);
