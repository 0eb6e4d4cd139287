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
    /// The id of whoever of the staff is responsible; `null` for nobody.
    pub owner: Option<String>,
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

impl MessageState {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Waiting => "waiting",
            Self::Forwarded => "forwarded",
            Self::Undeliverable => "undeliverable",
            Self::Handled => "handled",
        }
    }
}

/// Which messages to list. What is absent or empty does not narrow the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(default)]
pub struct MessageQuery {
    /// Where they stand.
    #[cfg_attr(feature = "openapi", param(inline))]
    pub state: Option<MessageState>,
    /// The id of whoever of the staff is responsible, or [`NOBODY`](crate::NOBODY).
    pub owner: Option<String>,
    /// [`Messages::next`] of the part before.
    pub after: Option<String>,
}

/// Says who is responsible for a message, or changes one that has reached nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageRequest {
    /// What is to be done.
    pub action: MessageAction,
    /// To assign it: the id of whoever of the staff is responsible from now on; empty for nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub staff: Option<String>,
    /// To assign it: the id of whoever was responsible when it was shown; empty for nobody. If
    /// somebody else is by now, it stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub shown: Option<String>,
}

impl From<MessageAction> for MessageRequest {
    fn from(action: MessageAction) -> Self {
        Self { action, staff: None, shown: None }
    }
}

/// What can be done with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MessageAction {
    /// Try an undeliverable one again.
    SendAgain,
    /// Mark one that has reached nobody as handled: it is not tried any more.
    MarkHandled,
    /// Say who is responsible for it.
    Assign,
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
