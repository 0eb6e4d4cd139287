//! Contact messages.

use serde::{Deserialize, Serialize};

use domain::referral::Instant;

/// A contact message, for the admin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageView {
    /// Its key.
    pub key: String,
    /// When it came, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub at: Instant,
    /// The visitor's name.
    pub name: String,
    /// Where to answer.
    pub email: String,
    /// What it is about.
    pub subject: String,
    /// The message itself.
    pub message: String,
    /// Where it stands.
    pub state: MessageState,
    /// Why nobody has it yet, where it was tried.
    pub reason: Option<String>,
}

/// Where a message stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MessageState {
    /// It is here. Messages are not forwarded, or were not when it came.
    Received,
    /// It is forwarded as soon as somebody takes it.
    Waiting,
    /// Somebody has it.
    Forwarded,
    /// It was tried as often as it is worth while, and is not tried any more.
    Undeliverable,
    /// The admin has seen to it.
    Handled,
}

/// Changes a message that has reached nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageRequest {
    /// What is to be done.
    pub action: MessageAction,
}

/// What can be done with a message that has reached nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MessageAction {
    /// Try an undeliverable one again.
    SendAgain,
    /// Mark it as handled: it is not tried any more.
    MarkHandled,
}

/// A part of the contact messages, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Messages {
    /// The messages.
    pub messages: Vec<MessageView>,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}
