//! Points: an integer of 0 or more (specification, sections 5 and 9).

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::{POINTS_INITIAL, POINTS_MAX};
use crate::rejection::RejectionCode;

/// Points that a referral carries: 0 to [`POINTS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct Points(u64);

/// Why a text is not a number of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PointsError {
    /// Nothing but white space.
    #[error("points are missing")]
    Missing,
    /// Something other than the digits 0 to 9: a sign, a fraction, an exponent, a word.
    #[error("points are a whole number")]
    NotWhole,
    /// More than [`POINTS_MAX`].
    #[error("points are at most {POINTS_MAX}")]
    TooMany,
}

impl Points {
    /// What a new referral starts with.
    pub const INITIAL: Self = Self(POINTS_INITIAL);

    /// Reads what the admin typed. Surrounding white space is no part of it.
    pub fn parse(text: &str) -> Result<Self, PointsError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(PointsError::Missing);
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(PointsError::NotWhole);
        }
        // With digits only, the one way to fail is to be too large.
        compact_json::number(text, 10).ok_or(PointsError::TooMany).and_then(Self::try_from)
    }

    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl PointsError {
    /// The code by which the user interface knows this error.
    pub fn code(self) -> RejectionCode {
        match self {
            Self::Missing => RejectionCode::PointsMissing,
            Self::NotWhole => RejectionCode::PointsNotWhole,
            Self::TooMany => RejectionCode::PointsTooMany,
        }
    }
}

impl TryFrom<u64> for Points {
    type Error = PointsError;

    fn try_from(number: u64) -> Result<Self, PointsError> {
        if number <= POINTS_MAX { Ok(Self(number)) } else { Err(PointsError::TooMany) }
    }
}

impl From<Points> for u64 {
    fn from(points: Points) -> Self {
        points.0
    }
}
