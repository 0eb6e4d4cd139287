//! The stored record of a referral.

use alloc::string::String;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::status::Status;
use crate::limits::INSTANT_MAX_MS;
use crate::points::Points;
use crate::service::StoredService;

/// Milliseconds since 1970, within the range of a JavaScript `Date` ([`INSTANT_MAX_MS`]).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
pub struct Instant(u64);

/// The number lies beyond [`INSTANT_MAX_MS`].
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
    /// Who referred.
    pub referrer_name: String,
    /// Under which number: a member's mobile number, or whatever a guest gave.
    pub referrer_mobile: String,
    /// Who is referred.
    pub referred_name: String,
    /// How to reach them.
    pub referred_phone: String,
    /// For which service.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub service: StoredService,
    /// What the referrer added; may be empty.
    #[serde(default)]
    pub notes: String,
    /// The local date string at submission.
    pub date: String,
    /// Where it stands.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub status: Status,
    /// What it has earned.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub points: Points,
    /// When the admin last saved points, in milliseconds since 1970; absent until then. It tells
    /// two copies of a record apart when several tabs hold one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u64>))]
    pub awarded_at: Option<Instant>,
}

impl Instant {
    /// The number.
    pub fn as_millis(self) -> u64 {
        self.0
    }

    /// A millisecond later; the last instant is its own successor.
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
