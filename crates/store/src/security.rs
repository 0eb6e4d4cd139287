//! What has happened that matters to security: who, to whom, and how it ended.
//!
//! No number, name or code is in it. A person is a fingerprint of their number, which only somebody
//! with the server's secret can make again.

use std::ops::RangeInclusive;

use api::{EventKind, EventOutcome};
use domain::referral::Instant;
use tokio::task_local;

task_local! {
    static CURRENT: SecurityEvent;
}

/// Something that happens, on its way to being recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityEvent {
    /// When.
    pub at: Instant,
    /// What.
    pub kind: EventKind,
    /// How it ended.
    pub outcome: EventOutcome,
    /// The fingerprint of whoever does it, if that is known.
    pub actor: Option<[u8; 32]>,
    /// The fingerprint of whom it is done to, if that is somebody else.
    pub target: Option<[u8; 32]>,
    /// The id of the request that asked for it; empty for a command of the operator.
    pub request: String,
}

/// The same as it was recorded, also by a later version of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedEvent {
    /// When.
    pub at: Instant,
    /// [`EventKind::as_str`].
    pub kind: String,
    /// [`EventOutcome::as_str`].
    pub outcome: String,
    /// The fingerprint of whoever did it.
    pub actor: Option<[u8; 32]>,
    /// The fingerprint of whom it was done to.
    pub target: Option<[u8; 32]>,
    /// The id of the request.
    pub request: String,
}

/// A part of what was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPage {
    /// The newest first.
    pub events: Vec<RecordedEvent>,
    /// Names the part after this one; `None` at the end.
    pub next: Option<String>,
}

/// Which events are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventFilter {
    /// Of these kinds; of all if none is named.
    pub kinds: Vec<String>,
    /// Those that name a person whose fingerprint is in one of these ranges; all, if there is nothing.
    pub people: Option<Vec<RangeInclusive<[u8; 32]>>>,
}

/// Does `write`, one call of a store's method, as a part of an event: what the method changes and
/// the event are written in one transaction, or neither is.
pub async fn recorded<F: Future>(event: SecurityEvent, write: F) -> F::Output {
    CURRENT.scope(event, write).await
}

/// The event that the call under way is a part of.
pub(crate) fn current() -> Option<SecurityEvent> {
    CURRENT.try_with(Clone::clone).ok()
}
