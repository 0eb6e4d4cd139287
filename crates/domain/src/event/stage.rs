//! How far along a referral is.

use alloc::string::String;

use crate::open_enum::open_enum;

open_enum! {
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
    pub fn label(&self) -> &str {
        match self {
            Self::Received => "Received",
            Self::Contacted => "Contacted",
            Self::Qualified => "Suitable",
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
