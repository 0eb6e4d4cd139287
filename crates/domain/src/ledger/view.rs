//! The lists that a viewer is shown.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::Ledger;
use super::key::Key;
use crate::limits::POINTS_MAX;
use crate::notice::Notice;
use crate::referral::{Referral, Status, Tone};
use crate::viewer::Viewer;

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

impl Ledger {
    /// The viewer's list, newest first (section 6 says whose). A list can be very long, so that
    /// only what is taken of it is made.
    pub fn visible(&self, viewer: &Viewer) -> impl Iterator<Item = ReferralView> {
        let own = self.referrals.iter().rev().filter(|case| viewer.sees(case.referral()));
        own.map(|case| ReferralView {
            key: Key::of(case.referral()).text(),
            ..ReferralView::of(&case.shown())
        })
    }

    /// The newest `limit` of the viewer's list, what all of it adds up to, and a warning.
    pub fn view(&self, viewer: &Viewer, limit: usize) -> LedgerView {
        LedgerView {
            referrals: self.visible(viewer).take(limit).collect(),
            totals: self.totals(viewer),
            warning: self.warning(),
        }
    }

    /// What the viewer's list adds up to.
    pub fn totals(&self, viewer: &Viewer) -> Totals {
        let own = self.referrals().filter(|referral| viewer.sees(referral));
        own.fold(Totals::default(), |totals, referral| totals.with(referral))
    }
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
    fn with(self, referral: &Referral) -> Self {
        let sum = self.points.saturating_add(referral.points.get());
        Self {
            all: self.all + 1,
            pending: self.pending + usize::from(referral.status == Status::Pending),
            successful: self.successful + usize::from(referral.status == Status::Successful),
            points: sum.min(POINTS_MAX),
        }
    }
}
