//! The services somebody can be referred for (specification, section 3).

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde::{Deserialize, Serialize};

/// One choice of the service dropdown, by its value on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum ServiceOption {
    /// Training.
    Training,
    /// HR Recruitment.
    HrRecruitment,
    /// IT Services.
    ItServices,
    /// Non-IT Services.
    NonItServices,
    /// Royalty Card.
    RoyaltyCard,
    /// Loyalty Card.
    LoyaltyCard,
    /// Others.
    Others,
}

impl ServiceOption {
    /// All choices, in the order of the dropdown.
    pub const ALL: [Self; 7] = [
        Self::Training,
        Self::HrRecruitment,
        Self::ItServices,
        Self::NonItServices,
        Self::RoyaltyCard,
        Self::LoyaltyCard,
        Self::Others,
    ];

    /// Reads a value; `None` for anything that is not a choice, the empty value included.
    pub fn parse(value: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|option| option.value() == value)
    }

    /// The value on the wire.
    pub fn value(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::HrRecruitment => "hr-recruitment",
            Self::ItServices => "it-services",
            Self::NonItServices => "non-it-services",
            Self::RoyaltyCard => "royalty-card",
            Self::LoyaltyCard => "loyalty-card",
            Self::Others => "others",
        }
    }

    /// What a visitor reads.
    pub fn label(self) -> &'static str {
        match self {
            Self::Training => "Training",
            Self::HrRecruitment => "HR Recruitment",
            Self::ItServices => "IT Services",
            Self::NonItServices => "Non-IT Services",
            Self::RoyaltyCard => "Royalty Card",
            Self::LoyaltyCard => "Loyalty Card",
            Self::Others => "Others",
        }
    }
}

/// The service of a stored record: one of today's choices, or whatever another version of the
/// site wrote. A record is not lost because its service is no longer offered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum StoredService {
    /// A choice of today.
    Known(ServiceOption),
    /// Some other text.
    Unknown(String),
}

impl StoredService {
    /// The value on the wire.
    pub fn value(&self) -> &str {
        match self {
            Self::Known(option) => option.value(),
            Self::Unknown(value) => value,
        }
    }

    /// What a visitor reads: the label, or the unknown value as it stands.
    pub fn label(&self) -> &str {
        match self {
            Self::Known(option) => option.label(),
            Self::Unknown(value) => value,
        }
    }
}

impl From<String> for StoredService {
    fn from(value: String) -> Self {
        ServiceOption::parse(&value).map_or(Self::Unknown(value), Self::Known)
    }
}

impl From<StoredService> for String {
    fn from(service: StoredService) -> Self {
        match service {
            StoredService::Known(option) => option.value().to_owned(),
            StoredService::Unknown(value) => value,
        }
    }
}
