//! Where a referral stands.

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde::{Deserialize, Serialize};

/// A referral's status. The programme itself knows two; a stored record may hold any other word,
/// which is shown as it is and kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "ts", ts(type = r#""Pending" | "Successful" | (string & {})"#))]
#[serde(from = "String", into = "String")]
pub enum Status {
    /// Submitted, and not yet looked at.
    Pending,
    /// Anything that no rule sets.
    Other(String),
    /// The admin has assigned points.
    Successful,
}

/// How a status is coloured (section 2, Your Referrals). The word always stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Successful.
    Green,
    /// Pending.
    Yellow,
    /// Anything else.
    Red,
}

impl Status {
    /// The colour this status is shown in.
    pub fn tone(&self) -> Tone {
        match self {
            Self::Successful => Tone::Green,
            Self::Pending => Tone::Yellow,
            Self::Other(_) => Tone::Red,
        }
    }

    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pending => "Pending",
            Self::Successful => "Successful",
            Self::Other(word) => word,
        }
    }
}

impl From<String> for Status {
    fn from(word: String) -> Self {
        match word.as_str() {
            "Pending" => Self::Pending,
            "Successful" => Self::Successful,
            _ => Self::Other(word),
        }
    }
}

impl From<Status> for String {
    fn from(status: Status) -> Self {
        match status {
            Status::Pending => "Pending".to_owned(),
            Status::Successful => "Successful".to_owned(),
            Status::Other(word) => word,
        }
    }
}
