//! Contact messages.

use domain::contact::ContactDraft;
use domain::referral::Instant;

/// A message that is about to be kept.
#[derive(Clone, Debug)]
pub struct NewMessage {
    /// What the rules have accepted.
    pub message: ContactDraft,
    /// When it came.
    pub now: Instant,
    /// What tells a retry from another message.
    pub idempotency: String,
    /// Whether it is to be forwarded.
    pub forward: bool,
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
}

/// A part of the messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessagePage {
    /// Newest first.
    pub messages: Vec<StoredMessage>,
    /// Names the part after this one; `None` at the end.
    pub next: Option<String>,
}
