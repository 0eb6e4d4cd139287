//! What happens in the programme. An event is the outcome of a decision; those about a referral
//! make up its history.

use alloc::boxed::Box;
use alloc::string::String;

use serde::Serialize;

use crate::account::User;
use crate::points::Points;
use crate::referral::{Instant, Referral, Status};
use crate::words::words;

/// One thing that happened. The fields after `kind` are there or not, depending on the kind; a
/// stored event may hold more than these, which is kept in its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Event {
    /// When, in milliseconds since 1970; later than all that its author had seen of the referral.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: Instant,
    /// How many events of the referral the author had seen. Fewer than come before this one means
    /// that two people decided at once.
    pub saw: u32,
    /// In which role; absent where an earlier version did not write it down.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub by: Option<Role>,
    /// What happened.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub kind: Kind,
    /// The points saved or recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub points: Option<Points>,
    /// The status recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub status: Option<Status>,
    /// The stage moved to.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub stage: Option<Stage>,
    /// The field corrected, by its name in the record.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub field: Option<String>,
    /// What the field says now; whom it was assigned to; whether the referrer is credited.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text: Option<String>,
    /// The event undone, by its [`name`](crate::history::name).
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub target: Option<String>,
    /// Why a referral was declined, by a word of the programme's.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
    /// What the author wrote about it.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub note: Option<String>,
    /// The referral submitted. It is stored as the record itself, not in its history.
    #[serde(skip)]
    pub submitted: Option<Box<Referral>>,
    /// The user signed up. They are stored as an account, not in a history.
    #[serde(skip)]
    pub signed_up: Option<User>,
}

words! {
    /// What happened. Only the kinds up to [`Kind::Recorded`] occur in browser mode.
    pub enum Kind {
        /// A referral was submitted.
        Submitted = "submitted",
        /// Somebody registered.
        SignedUp = "signed-up",
        /// Points were saved: the referral is Successful.
        Points = "points",
        /// A record said so, and no history tells why: an earlier version wrote it.
        Recorded = "recorded",
        /// The referral went to another open stage.
        Moved = "moved",
        /// The company declined it.
        Declined = "declined",
        /// The referrer or the referred person took it back.
        Withdrawn = "withdrawn",
        /// A closed referral went back to its last open stage.
        Reopened = "reopened",
        /// A field says something else now. What was submitted stays in the record.
        Corrected = "corrected",
        /// An earlier event no longer counts.
        Undone = "undone",
        /// Somebody wrote something down; nothing changes.
        Noted = "noted",
        /// Somebody became responsible, or nobody.
        Assigned = "assigned",
        /// Somebody decided who is credited.
        Credited = "credited",
    }
    or
    /// A kind that a later version knows. It is kept, and has no effect here.
    Unknown
}

words! {
    /// Who did something, without their name or number.
    pub enum Role {
        /// Somebody who is not logged in.
        Guest = "guest",
        /// The member who referred.
        Referrer = "referrer",
        /// The admin.
        Admin = "admin",
    }
    or
    /// A role, or a member of staff, that a later version or hosted mode names.
    Other
}

words! {
    /// How far along a referral is.
    #[derive(serde::Deserialize)]
    #[serde(from = "String")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""received" | "contacted" | "qualified" | "in-progress" | "successful" | "declined" | "withdrawn" | (string & {})"#))]
    pub enum Stage {
        /// Submitted, and not yet looked at.
        Received = "received",
        /// Somebody has spoken to the referred person.
        Contacted = "contacted",
        /// They are interested, and the company can help.
        Qualified = "qualified",
        /// The company is at it.
        InProgress = "in-progress",
        /// Points were saved.
        Successful = "successful",
        /// The company declined it.
        Declined = "declined",
        /// It was taken back.
        Withdrawn = "withdrawn",
    }
    or
    /// A stage of a later version's, which counts as open; or a status that no rule sets.
    Unknown
}

impl Stage {
    /// Those that this version knows, in their order.
    #[cfg(feature = "pipeline")]
    pub const ALL: [Self; 7] = [
        Self::Received,
        Self::Contacted,
        Self::Qualified,
        Self::InProgress,
        Self::Successful,
        Self::Declined,
        Self::Withdrawn,
    ];

    /// What staff read.
    #[cfg(feature = "pipeline")]
    pub fn label(&self) -> &str {
        match self {
            Self::Received => "Received",
            Self::Contacted => "Contacted",
            Self::Qualified => "Qualified",
            Self::InProgress => "In progress",
            Self::Successful => "Successful",
            Self::Declined => "Declined",
            Self::Withdrawn => "Withdrawn",
            Self::Unknown(word) => word,
        }
    }

    /// Whether somebody may still do something about the referral.
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::Successful | Self::Declined | Self::Withdrawn)
    }
}

impl Event {
    /// An event of a kind, with none of the fields that depend on it.
    pub fn new(kind: Kind, at: Instant, saw: u32, by: Option<Role>) -> Self {
        Self {
            at,
            saw,
            by,
            kind,
            points: None,
            status: None,
            #[cfg(feature = "pipeline")]
            stage: None,
            #[cfg(feature = "pipeline")]
            field: None,
            #[cfg(feature = "pipeline")]
            text: None,
            #[cfg(feature = "pipeline")]
            target: None,
            #[cfg(feature = "pipeline")]
            reason: None,
            #[cfg(feature = "pipeline")]
            note: None,
            submitted: None,
            signed_up: None,
        }
    }
}
