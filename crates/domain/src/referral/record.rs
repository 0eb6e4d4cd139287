//! The stored record of a referral, and its status.

use alloc::string::String;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::INSTANT_MAX_MS;
use crate::points::Points;
use crate::service::StoredService;
use crate::words::words;

/// Milliseconds since 1970, within the range of a JavaScript `Date` ([`INSTANT_MAX_MS`]).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
pub struct Instant(u64);

/// The number is greater than [`INSTANT_MAX_MS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} ms lies beyond the last instant a calendar can name")]
pub struct InstantError(u64);

/// A referral as it is stored (section 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Referral {
    /// The instant of submission, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
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
    /// Where it stands.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub status: Status,
    /// What it has earned.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub points: Points,
    /// When the admin last saved points, in milliseconds since 1970; absent before. It tells apart
    /// the copies of a record that several tabs hold.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub awarded_at: Option<Instant>,
}

impl Referral {
    /// Its texts, which never change, in the order of the record.
    pub fn texts(&self) -> [&str; 7] {
        // Every field is named, so that the compiler asks for a new one.
        let Self {
            id: _,
            referrer_name,
            referrer_mobile,
            referred_name,
            referred_phone,
            service,
            notes,
            date,
            status: _,
            points: _,
            awarded_at: _,
        } = self;
        let service = service.value();
        [referrer_name, referrer_mobile, referred_name, referred_phone, service, notes, date]
    }

    /// The same record with each of its texts replaced by what `change` makes of it. `change` gets
    /// the field's name in the record, and its text.
    pub fn with_texts(&self, change: impl Fn(&str, &str) -> String) -> Self {
        Self {
            id: self.id,
            referrer_name: change("referrerName", &self.referrer_name),
            referrer_mobile: change("referrerMobile", &self.referrer_mobile),
            referred_name: change("referredName", &self.referred_name),
            referred_phone: change("referredPhone", &self.referred_phone),
            service: change("service", self.service.value()).into(),
            notes: change("notes", &self.notes),
            date: change("date", &self.date),
            status: self.status.clone(),
            points: self.points,
            awarded_at: self.awarded_at,
        }
    }
}

impl Instant {
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

impl From<Instant> for u64 {
    fn from(instant: Instant) -> Self {
        instant.0
    }
}

words! {
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
