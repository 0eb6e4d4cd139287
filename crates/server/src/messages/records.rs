//! Contact messages.

use api::{MessageState, MessageView};
use domain::contact::ContactDraft;
use domain::referral::Instant;

use crate::db::allowances::Allowance;

/// A message to store.
#[derive(Clone, Debug)]
pub struct NewMessage {
    /// The message, checked by the rules. One that came by a link has a number in place of the email.
    pub message: ContactDraft,
    /// The hash of the session's token. The session must still be open when the message is stored.
    pub session: Option<[u8; 32]>,
    /// When it arrived.
    pub now: Instant,
    /// The idempotency key: it tells a retry from another message.
    pub idempotency_key: String,
    /// Whether it is to be forwarded.
    pub forward: bool,
    /// The daily limit that it counts towards.
    pub allowance: Option<Allowance>,
}

/// The outcome of storing a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageOutcome {
    /// It was stored.
    New,
    /// It was already stored with the same idempotency key.
    Repeated,
    /// The network has reached its daily limit.
    AllowanceUsed,
}

/// The outcome of changing a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageChanged {
    /// The message has the requested state. The flag says whether it was changed just now.
    Done(Box<MessageView>, bool),
    /// Somebody else changed it first. It stays as it is.
    Stale,
    /// There is no message with this key.
    Gone,
}

/// Filters for messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageFilter {
    /// In this state.
    pub state: Option<MessageState>,
    /// With this owner, by staff id; without an owner if it is empty.
    pub owner: Option<String>,
    /// With all parts of this text, in any spelling; empty for all messages.
    pub search: String,
}
