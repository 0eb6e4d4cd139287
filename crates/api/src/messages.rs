//! Contact messages.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use domain::referral::Instant;

use crate::named::named;

/// A contact message, as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct MessageView {
    /// Its key.
    pub key: String,
    /// When it arrived, in milliseconds since 1970.
    pub at: Instant,
    /// The name of the visitor.
    pub name: String,
    /// The address for the answer.
    pub email: String,
    /// The subject.
    pub subject: String,
    /// The text.
    pub message: String,
    /// Its state.
    pub state: MessageState,
    /// Why forwarding failed, if it did.
    pub reason: Option<String>,
    /// The id of the member of staff who owns it; `null` for nobody.
    pub owner: Option<String>,
}

named! {
    /// The state of a message.
    #[derive(Default, TS, ToSchema)]
    pub enum MessageState {
        /// It arrived, and messages are not forwarded, or were not at that time.
        #[default]
        Received = "received",
        /// It waits to be forwarded.
        Waiting = "waiting",
        /// It was forwarded.
        Forwarded = "forwarded",
        /// Forwarding failed after all retries.
        Undeliverable = "undeliverable",
        /// Somebody has dealt with it.
        Handled = "handled",
    }
}

/// Filters for messages. Absent or empty fields do not filter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct MessageQuery {
    /// The state.
    #[param(inline)]
    pub state: Option<MessageState>,
    /// Words of a message, or a number in any spelling.
    #[param(ignore)]
    pub search: Option<String>,
    /// The id of the owner, or [`NOBODY`](crate::NOBODY).
    pub owner: Option<String>,
    /// [`Messages::next`] of the previous page.
    pub after: Option<String>,
}

/// A request to assign a message, or to change one that could not be delivered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct MessageRequest {
    /// The action.
    pub action: MessageAction,
    /// When assigning: the id of the new owner; empty for nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub staff: Option<String>,
    /// When assigning: the id of the owner whom the page showed; empty for nobody. If there is
    /// another owner by now, the message is not assigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

impl From<MessageAction> for MessageRequest {
    fn from(action: MessageAction) -> Self {
        Self { action, staff: None, shown: None }
    }
}

/// An action on a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MessageAction {
    /// Try to forward it again.
    SendAgain,
    /// Mark an undelivered message as handled. It is not forwarded any more.
    MarkHandled,
    /// Change its owner.
    Assign,
}

/// A page of contact messages, newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Messages {
    /// The messages.
    pub messages: Vec<MessageView>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}
