//! The lists that a viewer is shown.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::key::Key;
use crate::limits::POINTS_MAX;
use crate::notice::Notice;
use crate::referral::{Referral, Status, Tone};

/// A referral as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReferralView {
    /// Names the record in further calls, and is unique even where ids are not.
    pub key: String,
    /// The record.
    pub referral: Referral,
    /// The service as a visitor reads it.
    pub service_label: String,
    /// The colour of the status.
    pub tone: Tone,
}

/// A viewer's list and what goes with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LedgerView {
    /// The newest referrals of the list.
    pub referrals: Vec<ReferralView>,
    /// What all of the list adds up to.
    pub totals: Totals,
    /// What to say of what could not be read; `null` if all could.
    pub warning: Option<Notice>,
}

/// What a list adds up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Totals {
    /// How many referrals there are.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub all: usize,
    /// How many are Pending.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub pending: usize,
    /// How many are Successful.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub successful: usize,
    /// All points together; not more than a JavaScript number holds exactly.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: u64,
}

impl ReferralView {
    /// As a list shows this referral.
    pub fn of(referral: &Referral) -> Self {
        Self {
            key: Key::of(referral).text(),
            service_label: referral.service.label().to_owned(),
            tone: referral.status.tone(),
            referral: referral.clone(),
        }
    }
}

impl Totals {
    pub(super) fn with(self, referral: &Referral) -> Self {
        let sum = self.points.saturating_add(referral.points.get());
        Self {
            all: self.all + 1,
            pending: self.pending + usize::from(referral.status == Status::Pending),
            successful: self.successful + usize::from(referral.status == Status::Successful),
            points: sum.min(POINTS_MAX),
        }
    }
}
