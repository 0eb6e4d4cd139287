//! The list of duplicates, and decisions about who is credited.

use domain::pipeline::{Credit, CreditReason};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::commands::{KeyedCommand, ReferralCommand};
use crate::referrals::HostedReferral;
use crate::rejection::Code;

/// Filters for duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct DuplicateQuery {
    /// Open or decided ones; open by default.
    #[param(inline)]
    pub state: DuplicateState,
    /// [`Duplicates::next`] of the previous page.
    pub after: Option<String>,
}

/// Whether somebody has decided on a duplicate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DuplicateState {
    /// Nobody has decided, and the later referral was not declined or withdrawn.
    #[default]
    Open,
    /// Somebody has decided, or the later referral was declined or withdrawn.
    Decided,
}

/// A page of duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Duplicates {
    /// The pairs, latest first.
    pub pairs: Vec<DuplicatePair>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

/// Two referrals of the same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct DuplicatePair {
    /// The earlier one.
    pub earlier: HostedReferral,
    /// The later one.
    pub later: HostedReferral,
    /// Which referrer is credited.
    pub credited: Credited,
    /// The reason.
    pub why: CreditReason,
}

/// Which of two referrers is credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Credited {
    /// The earlier one.
    Earlier,
    /// The later one.
    Later,
    /// Both, because somebody has decided so.
    Both,
    /// Nobody.
    Neither,
}

/// A decision about who is credited for a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DuplicateDecision {
    /// The earlier referral.
    pub earlier: DuplicateSide,
    /// The later referral.
    pub later: DuplicateSide,
    /// Who is credited.
    pub credited: Credited,
    /// The reason.
    pub note: String,
}

/// Several decisions. Each is done or refused independently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DuplicateDecisions {
    /// At most [`DECISIONS_AT_ONCE`](crate::DECISIONS_AT_ONCE). Pairs may have a referral in common, in the version that
    /// was shown before all of them.
    pub decisions: Vec<DuplicateDecision>,
}

/// The outcome of one of several decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum DuplicateOutcome {
    /// The decision was made for both referrals.
    Done {
        /// The pair as it is now.
        pair: Box<DuplicatePair>,
        /// The ids of the events, for undoing them: of the later referral, then of the earlier one. Empty in the answer to
        /// a retry.
        events: Vec<String>,
    },
    /// The decision was refused, and neither referral changed.
    Refused {
        /// All reasons; never empty.
        codes: Vec<Code>,
        /// What to do about each of them.
        hints: Vec<String>,
    },
}

/// One referral of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DuplicateSide {
    /// The key of the referral.
    pub key: String,
    /// The [`HostedReferral::version`] that was shown.
    pub version: u64,
}

impl DuplicateDecision {
    /// The commands for the two referrals, the later one first. Both are done, or neither.
    pub fn commands(self) -> [KeyedCommand; 2] {
        let Self { earlier, later, credited, note } = self;
        let of = |DuplicateSide { key, version }, credited| {
            let note = note.clone();
            KeyedCommand { key, version, command: ReferralCommand::Credit { credited, note } }
        };
        let both = credited == Credited::Both;
        [
            of(later, both || credited == Credited::Later),
            of(earlier, both || credited == Credited::Earlier),
        ]
    }
}

impl From<Credit> for Credited {
    fn from(Credit { earlier, later, .. }: Credit) -> Self {
        match (earlier, later) {
            (true, true) => Self::Both,
            (true, false) => Self::Earlier,
            (false, true) => Self::Later,
            (false, false) => Self::Neither,
        }
    }
}
