//! The services somebody can be referred for (specification, section 3).

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde::{Deserialize, Serialize};

/// Declares the services from one table: the value on the wire, and the label for visitors.
macro_rules! services {
    ($($Service:ident = $value:literal: $label:literal,)*) => {
        /// A service in the dropdown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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

            /// The label for visitors.
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
    /// Parses a value; `None` if it is not a service. An empty value is not one either.
    pub fn parse(value: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|option| option.value() == value)
    }
}

/// The service of a stored record: one that is offered today, or the text of another version of the
/// site. So a record is not lost when its service is no longer offered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum StoredService {
    /// A service that is offered today.
    Known(ServiceOption),
    /// Any other text.
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

    /// The label for visitors; an unknown value as it is.
    pub fn label(&self) -> &str {
        match self {
            Self::Known(option) => option.label(),
            Self::Unknown(value) => value,
        }
    }
}

impl AsRef<str> for StoredService {
    fn as_ref(&self) -> &str {
        self.value()
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
