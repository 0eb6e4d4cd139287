//! Security events, which form the audit log: who did what, to whom, with what outcome.
//!
//! They contain no number, name or code. A person is a fingerprint of their number, which can be
//! computed only with the server's secret.

use std::ops::RangeInclusive;

use api::{EventKind, EventOutcome};
use domain::referral::Instant;
use tokio::task_local;

task_local! {
    static CURRENT: SecurityEvent;
}

/// An event to record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// When it happened.
    pub at: Instant,
    /// What happened.
    pub kind: EventKind,
    /// The outcome.
    pub outcome: EventOutcome,
    /// The fingerprint of the actor, if known.
    pub actor: Option<[u8; 32]>,
    /// The fingerprint of the person it was done to, if that is somebody else.
    pub target: Option<[u8; 32]>,
    /// The id of the request; empty for the operator's commands.
    pub request: String,
}

/// A recorded event. A later version may have recorded it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// When it happened.
    pub at: Instant,
    /// [`EventKind::as_str`].
    pub kind: String,
    /// [`EventOutcome::as_str`].
    pub outcome: String,
    /// The fingerprint of the actor.
    pub actor: Option<[u8; 32]>,
    /// The fingerprint of the person it was done to.
    pub target: Option<[u8; 32]>,
    /// The id of the request.
    pub request: String,
}

/// Filters for events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Of these kinds; empty for all.
    pub kinds: Vec<String>,
    /// With a person whose fingerprint is in one of these ranges; `None` for all.
    pub people: Option<Vec<RangeInclusive<[u8; 32]>>>,
}

/// Runs `write`, a call of one store method, as part of an event: the method's change and the event
/// are written in one transaction.
pub async fn recorded<F: Future>(event: SecurityEvent, write: F) -> F::Output {
    CURRENT.scope(event, write).await
}

/// The event that the current call belongs to.
pub(crate) fn current() -> Option<SecurityEvent> {
    CURRENT.try_with(Clone::clone).ok()
}
