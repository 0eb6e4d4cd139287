//! The lists that a viewer is shown.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use crate::key::Key;
use crate::limits::POINTS_MAX;
use crate::notice::Notice;
use crate::referral::{Referral, Status, Tone};

/// A referral as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReferralView {
    /// Identifies the record in further calls. It is unique, unlike the id.
    pub key: String,
    /// The record.
    pub referral: Referral,
    /// The name of the service that visitors read.
    pub service_label: String,
    /// The colour of the status.
    pub tone: Tone,
}

/// A viewer's list, with its totals and a warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LedgerView {
    /// The newest referrals of the list.
    pub referrals: Vec<ReferralView>,
    /// The totals of the whole list.
    pub totals: Totals,
    /// A warning about what could not be read; `null` if everything could.
    pub warning: Option<Notice>,
}

/// The sums of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Totals {
    /// How many referrals there are.
    pub all: usize,
    /// How many are Pending.
    pub pending: usize,
    /// How many are Successful.
    pub successful: usize,
    /// The sum of all points, capped at the largest integer that JavaScript holds exactly.
    pub points: u64,
}

impl ReferralView {
    /// The view of a referral.
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
    /// These totals and one more referral.
    pub fn with(self, referral: &Referral) -> Self {
        let sum = self.points.saturating_add(referral.points.get());
        Self {
            all: self.all + 1,
            pending: self.pending + usize::from(referral.status == Status::Pending),
            successful: self.successful + usize::from(referral.status == Status::Successful),
            points: sum.min(POINTS_MAX),
        }
    }
}
