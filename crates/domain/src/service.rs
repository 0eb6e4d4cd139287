//! The services somebody can be referred for (specification, section 3).

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde::{Deserialize, Serialize};

/// Declares the choices out of one table: for each its value on the wire, and what a visitor reads.
macro_rules! services {
    ($($Service:ident = $value:literal: $label:literal,)*) => {
        /// One choice of the service dropdown, by its value on the wire.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub enum ServiceOption {
            $(#[doc = $label] #[serde(rename = $value)] $Service,)*
        }

        impl ServiceOption {
            /// All choices, in the order of the dropdown.
            pub const ALL: &[Self] = &[$(Self::$Service,)*];

            /// The value on the wire.
            pub fn value(self) -> &'static str {
                match self { $(Self::$Service => $value,)* }
            }

            /// What a visitor reads.
            pub fn label(self) -> &'static str {
                match self { $(Self::$Service => $label,)* }
            }
        }
    };
}

services! {
    Training = "training": "Training",
    HrRecruitment = "hr-recruitment": "HR Recruitment",
    ItServices = "it-services": "IT Services",
    NonItServices = "non-it-services": "Non-IT Services",
    RoyaltyCard = "royalty-card": "Royalty Card",
    LoyaltyCard = "loyalty-card": "Loyalty Card",
    Others = "others": "Others",
}

impl ServiceOption {
    /// Reads a value; `None` for anything that is not a choice, the empty value included.
    pub fn parse(value: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|option| option.value() == value)
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
