//! How a call went, and what is to be done next.

use alloc::string::String;

use crate::open_enum::open_enum;
use crate::referral::Instant;

open_enum! {
    /// How a call to the referred person went.
    #[derive(serde::Deserialize)]
    #[serde(from = "String")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""reached" | "no-answer" | "wrong-number" | "call-again" | (string & {})"#))]
    pub enum CallOutcome {
        /// Somebody spoke with them.
        Reached = "reached",
        /// Nobody answered.
        NoAnswer = "no-answer",
        /// The number belongs to somebody else, or to nobody.
        WrongNumber = "wrong-number",
        /// They asked to be called at another time.
        CallAgain = "call-again",
    }
    or
    /// An outcome of a later version.
    Other
}

open_enum! {
    /// What somebody is to do.
    #[derive(serde::Deserialize)]
    #[serde(from = "String")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""call" | "write" | "meet" | "check" | (string & {})"#))]
    pub enum TaskKind {
        /// Call the referred person.
        Call = "call",
        /// Write to them.
        Write = "write",
        /// Meet them.
        Meet = "meet",
        /// Look at the referral again.
        Check = "check",
    }
    or
    /// Something of a later version.
    Other
}

/// The next thing to do for a referral. There is one at a time.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Task {
    /// What.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub kind: TaskKind,
    /// By when, in milliseconds since 1970.
    pub due: Instant,
    /// The id of the member of staff who does it; empty for whoever is responsible for the referral.
    #[serde(default)]
    pub staff: String,
}

impl CallOutcome {
    /// All outcomes that this version knows, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Reached, Self::NoAnswer, Self::WrongNumber, Self::CallAgain];

    /// What staff read.
    pub fn label(&self) -> &str {
        match self {
            Self::Reached => "Reached",
            Self::NoAnswer => "No answer",
            Self::WrongNumber => "Wrong number",
            Self::CallAgain => "Call again",
            Self::Other(word) => word,
        }
    }

    /// Whether somebody spoke with the referred person.
    pub(crate) fn is_contact(&self) -> bool {
        matches!(self, Self::Reached | Self::CallAgain)
    }
}

impl TaskKind {
    /// All that this version knows, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Call, Self::Write, Self::Meet, Self::Check];

    /// What staff read.
    pub fn label(&self) -> &str {
        match self {
            Self::Call => "Call",
            Self::Write => "Write",
            Self::Meet => "Meet",
            Self::Check => "Look again",
            Self::Other(word) => word,
        }
    }
}
