//! Points: an integer of 0 or more (specification, sections 5 and 9).

use compact_json::FromJson;
use serde::{Deserialize, Serialize};

use crate::limits::{POINTS_INITIAL, POINTS_MAX};
use crate::rejection::RejectionCode;

/// Points that a referral carries: 0 to [`POINTS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(try_from = "u64", into = "u64")]
pub struct Points(u64);

impl Points {
    /// The points of a new referral.
    pub const INITIAL: Self = Self(POINTS_INITIAL);

    /// The most points that a record can hold.
    pub const MAX: Self = Self(POINTS_MAX);

    /// Parses what the admin typed, ignoring white space around it.
    pub fn parse(text: &str) -> Result<Self, RejectionCode> {
        let text = text.trim();
        if text.is_empty() {
            return Err(RejectionCode::PointsMissing);
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(RejectionCode::PointsNotWhole);
        }
        // The text has only digits, so it can only be too large.
        compact_json::number(text, 10).ok_or(RejectionCode::PointsTooMany).and_then(Self::try_from)
    }

    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl TryFrom<u64> for Points {
    type Error = RejectionCode;

    fn try_from(number: u64) -> Result<Self, RejectionCode> {
        if number <= POINTS_MAX { Ok(Self(number)) } else { Err(RejectionCode::PointsTooMany) }
    }
}

impl FromJson for Points {
    fn from_json(text: &str) -> Option<Self> {
        u64::from_json(text)?.try_into().ok()
    }
}

impl From<Points> for u64 {
    fn from(points: Points) -> Self {
        points.0
    }
}
