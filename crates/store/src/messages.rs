//! Contact messages.

use api::MessageState;
use domain::contact::ContactDraft;
use domain::referral::Instant;

use crate::Allowance;

/// A message that is about to be kept.
#[derive(Clone, Debug)]
pub struct NewMessage {
    /// What the rules have accepted.
    pub message: ContactDraft,
    /// The hash of the token of the session that it is sent under, which must still be open then.
    pub session: Option<[u8; 32]>,
    /// When it came.
    pub now: Instant,
    /// What tells a retry from another message.
    pub idempotency: String,
    /// Whether it is to be forwarded.
    pub forward: bool,
    /// What it is counted against.
    pub allowance: Option<Allowance>,
}

/// What came of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageOutcome {
    /// It is kept.
    New,
    /// It was kept before, under the same idempotency key.
    Repeated,
    /// The network has sent as much as it may today.
    AllowanceUsed,
}

/// A message as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMessage {
    /// Names it.
    pub key: String,
    /// The message.
    pub message: ContactDraft,
    /// When it came.
    pub at: Instant,
    /// How forwarding it goes.
    pub delivery: Delivery,
    /// The id of whoever of the staff is responsible.
    pub owner: Option<String>,
}

/// What came of a change to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageChanged {
    /// It is as was asked: the message, and whether it was not before.
    Done(Box<StoredMessage>, bool),
    /// Somebody was quicker: it stays as it is.
    Stale,
    /// There is none of this key.
    Gone,
}

/// Which messages are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageFilter {
    /// Those that stand there.
    pub state: Option<MessageState>,
    /// Those for which the member of staff with this id is responsible; nobody, if it is empty.
    pub owner: Option<String>,
}

/// How forwarding a message goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delivery {
    /// Whether it is to be forwarded at all.
    pub wanted: bool,
    /// How often that was tried, a try under way included.
    pub attempts: u64,
    /// Why the last try failed: the code that came with it. `None` if none has failed.
    pub failure: Option<String>,
    /// Since when it is not tried any more.
    pub failed_at: Option<Instant>,
    /// Since when somebody has it.
    pub forwarded_at: Option<Instant>,
    /// Since when it is done with, whoever has seen to it.
    pub handled_at: Option<Instant>,
}

/// A part of the messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessagePage {
    /// Newest first.
    pub messages: Vec<StoredMessage>,
    /// Names the part after this one; `None` at the end.
    pub next: Option<String>,
}
