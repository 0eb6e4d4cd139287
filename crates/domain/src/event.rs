//! What happens in the programme. An event is the outcome of a decision; the events of a referral
//! are its history.

use alloc::boxed::Box;
use alloc::string::String;

use serde::Serialize;

use crate::account::User;
use crate::points::Points;
use crate::referral::{Instant, Referral, Status};
use crate::words::words;

/// One thing that happened. Which of the fields after `kind` are set depends on the kind. A stored
/// event may have more fields than these; they are kept in its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Event {
    /// When it happened, in milliseconds since 1970; later than every event that its author had
    /// seen.
    pub at: Instant,
    /// How many events of the referral the author had seen. If more than that precede this one, two
    /// people decided at the same time.
    pub saw: u32,
    /// The author's role; absent in an event that was made from a record's fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    pub by: Option<Role>,
    /// What happened.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub kind: Kind,
    /// The points saved or recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
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
    /// The corrected field, by its name in the record.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub field: Option<String>,
    /// Depends on the kind: the field's new text, the new owner, or whether the referrer is
    /// credited.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text: Option<String>,
    /// The [id](crate::history::event_id) of the event that is undone.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub target: Option<String>,
    /// Why a referral was declined: the wire name of a reason.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
    /// The author's note.
    #[cfg(feature = "pipeline")]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub note: Option<String>,
    /// The referral that was submitted. It is stored as the record itself, not in the history.
    #[serde(skip)]
    pub submitted: Option<Box<Referral>>,
    /// The user who signed up. They are stored as an account, not in a history.
    #[serde(skip)]
    pub signed_up: Option<User>,
}

words! {
    /// What happened. Browser mode uses only the kinds up to [`Kind::Recorded`].
    pub enum Kind {
        /// A referral was submitted.
        Submitted = "submitted",
        /// Somebody registered.
        SignedUp = "signed-up",
        /// Points were saved, which makes the referral Successful.
        Points = "points",
        /// The record's fields had this status and points, without an event.
        Recorded = "recorded",
        /// The referral went to another open stage.
        Moved = "moved",
        /// The company declined it.
        Declined = "declined",
        /// The referrer or the referred person took it back.
        Withdrawn = "withdrawn",
        /// A closed referral went back to its last open stage.
        Reopened = "reopened",
        /// A field was corrected. The submitted text stays in the record.
        Corrected = "corrected",
        /// An earlier event was undone and no longer counts.
        Undone = "undone",
        /// Somebody wrote a note. Nothing else changes.
        Noted = "noted",
        /// Somebody became the owner, or the owner was removed.
        Assigned = "assigned",
        /// Somebody decided who is credited.
        Credited = "credited",
        /// Somebody proposed more points than one person may award.
        Proposed = "proposed",
    }
    or
    /// A kind of a later version. It is kept, and has no effect here.
    Unknown
}

words! {
    /// Who did something, as a role: no name, no number.
    pub enum Role {
        /// Somebody who is not logged in.
        Guest = "guest",
        /// The member who made the referral.
        Referrer = "referrer",
        /// The person who was referred (hosted mode).
        Referred = "referred",
        /// The admin.
        Admin = "admin",
    }
    or
    /// A member of staff ([`Staff::author`](crate::pipeline::Staff::author)), or a role of a later
    /// version.
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
        /// The referred person is interested, and the company can help.
        Qualified = "qualified",
        /// The company is working on it.
        InProgress = "in-progress",
        /// Points were saved.
        Successful = "successful",
        /// The company declined it.
        Declined = "declined",
        /// The referrer or the referred person withdrew it.
        Withdrawn = "withdrawn",
    }
    or
    /// A stage of a later version (it counts as open), or a status that no rule sets.
    Unknown
}

impl Stage {
    /// All stages that this version knows, in order.
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

    /// The label that staff see.
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

    /// Whether the referral is still open.
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::Successful | Self::Declined | Self::Withdrawn)
    }
}

impl Event {
    /// An event of this kind, with the optional fields left empty.
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
