//! The bodies of contact messages.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::referral::Instant;

/// A contact message, for the admin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MessageView {
    /// Names the message.
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
