//! The stored record of a referral, and its status.

use alloc::string::String;

use compact_json::FromJson;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::INSTANT_MAX_MS;
use crate::open_enum::open_enum;
use crate::points::Points;
use crate::service::StoredService;

/// Milliseconds since 1970, within the range of a JavaScript `Date` ([`INSTANT_MAX_MS`]).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "u64", into = "u64")]
pub struct Instant(u64);

/// The number is greater than [`INSTANT_MAX_MS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} ms is later than the last instant of a calendar date")]
pub struct InstantError(u64);

/// A referral as it is stored (section 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Referral {
    /// The instant of submission, in milliseconds since 1970.
    pub id: Instant,
    /// The referrer's name.
    pub referrer_name: String,
    /// The referrer's number: a member's mobile number, or whatever a guest typed.
    pub referrer_mobile: String,
    /// Who is referred.
    pub referred_name: String,
    /// How to reach the referred person.
    pub referred_phone: String,
    /// The service that they may need.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub service: StoredService,
    /// The referrer's notes; may be empty.
    #[serde(default)]
    pub notes: String,
    /// The day of submission in the format of the visitor's locale.
    pub date: String,
    /// The title of the vacancy or course that somebody is referred for. Only hosted mode has it; empty without one.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>", optional))]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub opening: String,
    /// Where it stands.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub status: Status,
    /// What it has earned.
    pub points: Points,
    /// When the admin last saved points, in milliseconds since 1970; absent before. It tells apart
    /// the copies of a record that several tabs hold.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub awarded_at: Option<Instant>,
}

/// Declares the texts of a record from one table: each field, with its name in the record.
macro_rules! texts {
    ($($field:ident = $name:literal,)*) => {
        impl Referral {
            /// The names of its texts in the record. New ones go to the end, so that older records
            /// keep their keys.
            pub const TEXTS: &[&str] = &[$($name,)*];

            /// Its texts, which never change, in the order of [`Self::TEXTS`].
            pub fn texts(&self) -> [&str; Self::TEXTS.len()] {
                [$(self.$field.as_ref(),)*]
            }

            /// A record as it is submitted, with the text that `text` returns for each name.
            ///
            /// # Errors
            ///
            /// The first error of `text`.
            pub fn submitted<E>(
                id: Instant,
                mut text: impl FnMut(&'static str) -> Result<String, E>,
            ) -> Result<Self, E> {
                Ok(Self {
                    id,
                    $($field: text($name)?.into(),)*
                    status: Status::Pending,
                    points: Points::INITIAL,
                    awarded_at: None,
                })
            }

            /// The same record with each of its texts replaced by what `change` makes of it.
            /// `change` gets the name and the text.
            pub fn with_texts(&self, change: impl Fn(&'static str, &str) -> String) -> Self {
                Self { $($field: change($name, self.$field.as_ref()).into(),)* ..self.clone() }
            }
        }
    };
}

texts! {
    referrer_name = "referrerName",
    referrer_mobile = "referrerMobile",
    referred_name = "referredName",
    referred_phone = "referredPhone",
    service = "service",
    notes = "notes",
    date = "date",
    opening = "opening",
}

impl Referral {
    /// The texts that a stored record may lack.
    pub const OPTIONAL: &[&str] = &["notes", "opening"];
}

impl Instant {
    /// The last one.
    pub const MAX: Self = Self(INSTANT_MAX_MS);

    /// The number.
    pub fn as_millis(self) -> u64 {
        self.0
    }

    /// One millisecond later. The last instant returns itself.
    pub fn next(self) -> Self {
        Self((self.0 + 1).min(INSTANT_MAX_MS))
    }
}

impl TryFrom<u64> for Instant {
    type Error = InstantError;

    fn try_from(millis: u64) -> Result<Self, InstantError> {
        if millis <= INSTANT_MAX_MS { Ok(Self(millis)) } else { Err(InstantError(millis)) }
    }
}

impl FromJson for Instant {
    fn from_json(text: &str) -> Option<Self> {
        u64::from_json(text)?.try_into().ok()
    }
}

impl From<Instant> for u64 {
    fn from(instant: Instant) -> Self {
        instant.0
    }
}

open_enum! {
    /// A referral's status. The programme itself has two; a stored record may have any other text,
    /// which is kept and shown.
    #[derive(Deserialize)]
    #[serde(from = "String")]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""Pending" | "Successful" | (string & {})"#))]
    pub enum Status {
        /// Submitted, and not yet looked at.
        Pending = "Pending",
        /// The admin has assigned points.
        Successful = "Successful",
    }
    or
    /// Any other text.
    Other
}

/// The colour of a status (section 2, Your Referrals). The text of the status is always shown
/// beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Successful.
    Green,
    /// Pending.
    Yellow,
    /// Any other status.
    Red,
}

impl Status {
    /// The colour of this status.
    pub fn tone(&self) -> Tone {
        match self {
            Self::Successful => Tone::Green,
            Self::Pending => Tone::Yellow,
            Self::Other(_) => Tone::Red,
        }
    }
}
