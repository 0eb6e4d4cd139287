//! What waits for somebody, which referrals are duplicates, and how the programme goes.

use serde::{Deserialize, Serialize};

use crate::commands::{KeyedCommand, ReferralCommand};
use crate::limits::{CERTAIN_FROM, DAY_MS, STAGE_DAYS};
use crate::referrals::HostedReferral;
use domain::event::Stage;
use domain::pipeline::{Credit, CreditReason, Progress, Reason, Side};
use domain::referral::Instant;

/// What waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Inbox {
    /// The longest in its stage first.
    pub referrals: Vec<InboxEntry>,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}

/// A referral that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InboxEntry {
    /// The referral.
    #[serde(flatten)]
    pub referral: HostedReferral,
    /// For what; never empty.
    pub why: Vec<Waits>,
}

/// Why a referral waits for somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Waits {
    /// Nobody is responsible for it.
    Unowned,
    /// It is longer in its stage than the policy allows.
    Overdue,
    /// It may be a duplicate, and nobody has decided.
    Duplicate,
    /// Whose number it is is not clear, and nobody has been in touch with them yet.
    Number,
}

/// For each stage that has one, the instant since when a referral in it is longer there than the
/// policy allows.
pub fn overdue_since(now: Instant) -> impl Iterator<Item = (&'static Stage, u64)> {
    let before = move |days| now.as_millis().saturating_sub(days * DAY_MS);
    STAGE_DAYS.iter().map(move |(stage, days)| (stage, before(*days)))
}

/// Why a referral waits for somebody, as far as it does; `is_duplicate` as far as whoever asks may
/// know. A store finds them by the same rule.
pub fn waits(progress: &Progress, is_duplicate: bool, is_clear: bool, now: Instant) -> Vec<Waits> {
    if !progress.stage.is_open() {
        return Vec::new();
    }
    let since = progress.since.as_millis();
    let is_overdue =
        overdue_since(now).any(|(stage, before)| *stage == progress.stage && since <= before);
    let is_open_duplicate = is_duplicate && progress.credited.is_none();
    [
        (progress.owner.is_none(), Waits::Unowned),
        (is_overdue, Waits::Overdue),
        (is_open_duplicate, Waits::Duplicate),
        (!is_clear && progress.stage == Stage::Received, Waits::Number),
    ]
    .into_iter()
    .filter_map(|(holds, why)| holds.then_some(why))
    .collect()
}

/// Which duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(default)]
pub struct DuplicateQuery {
    /// Those that somebody has yet to decide about, or the others; open, if nothing is said.
    #[cfg_attr(feature = "openapi", param(inline))]
    pub state: DuplicateState,
    /// [`Duplicates::next`] of the page before.
    pub after: Option<String>,
}

/// Whether somebody has yet to decide about a duplicate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum DuplicateState {
    /// Nobody has decided, and the later referral came not to nothing.
    #[default]
    Open,
    /// Somebody has decided, or the later referral was declined or withdrawn.
    Decided,
}

/// A part of the list of duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Duplicates {
    /// The latest first.
    pub pairs: Vec<DuplicatePair>,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}

/// Two referrals of the same number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicatePair {
    /// The earlier one.
    pub earlier: HostedReferral,
    /// The later one.
    pub later: HostedReferral,
    /// Whose referrer is credited.
    pub credited: Credited,
    /// Why.
    pub why: CreditReason,
}

/// Whose referrer of two is credited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Credited {
    /// The earlier one's.
    Earlier,
    /// The later one's.
    Later,
    /// Both, as somebody has decided.
    Both,
    /// Nobody.
    Neither,
}

/// Who of two is credited from now on, whatever the rule says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicateDecision {
    /// The earlier one, as it was shown.
    pub earlier: DuplicateSide,
    /// The later one, as it was shown.
    pub later: DuplicateSide,
    /// Whose referrer is.
    pub credited: Credited,
    /// Why.
    pub note: String,
}

/// One of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DuplicateSide {
    /// Names the referral.
    pub key: String,
    /// [`HostedReferral::version`] of what was shown when it was decided.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
}

impl DuplicateDecision {
    /// What it comes to for each of the two, the later one first. Both are done or neither.
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

/// Of which referrals a report tells.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(default)]
pub struct ReportQuery {
    /// Submitted then or later, in milliseconds since 1970.
    pub from: Option<u64>,
    /// Submitted before then, in milliseconds since 1970.
    pub to: Option<u64>,
    /// A service's value.
    pub service: Option<String>,
}

/// How the programme goes. What was undone is not counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    /// How many referrals of the period have ever reached each stage, in the order of the stages.
    pub funnel: Vec<StageReached>,
    /// What became of them by their services, the one with the most first.
    pub services: Vec<ServiceReport>,
    /// How long they were in each open stage.
    pub stages: Vec<StageTimes>,
    /// Who has referred most successfully.
    pub referrers: Vec<ReferrerReport>,
    /// Why they were declined, the most frequent reason first.
    pub reasons: Vec<ReasonReport>,
}

/// How many referrals have reached a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StageReached {
    /// The stage.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub stage: Stage,
    /// How many were ever in it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub reached: u64,
}

/// What became of the referrals for a service.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ServiceReport {
    /// The service's value.
    pub service: String,
    /// How many are successful.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub successful: u64,
    /// How many are closed, those included.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub closed: u64,
    /// How many are open.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub open: u64,
    /// The share of the closed that are successful; `null` where none is closed.
    pub rate: Option<f64>,
    /// Between which rates it lies with a confidence of 95 %, where fewer than
    /// [`CERTAIN_FROM`](crate::CERTAIN_FROM) are closed (Wilson's interval).
    pub between: Option<[f64; 2]>,
}

impl ServiceReport {
    /// With the rate that these numbers come to.
    pub fn of(service: String, successful: u64, closed: u64, open: u64) -> Self {
        let (rate, between) = rate(successful, closed);
        Self { service, successful, closed, open, rate, between }
    }
}

/// The share of the closed that are successful, if any is closed, and where fewer than [`CERTAIN_FROM`]
/// are, between which rates it lies.
pub fn rate(successful: u64, closed: u64) -> (Option<f64>, Option<[f64; 2]>) {
    let rate = (closed > 0).then(|| successful as f64 / closed as f64);
    let is_uncertain = (1..CERTAIN_FROM).contains(&closed);
    (rate, is_uncertain.then(|| wilson(successful as f64, closed as f64)))
}

/// Wilson's score interval with a confidence of 95 % for so many of so many.
fn wilson(successes: f64, all: f64) -> [f64; 2] {
    const Z: f64 = 1.959_963_985;
    let rate = successes / all;
    let middle = rate + Z * Z / (2.0 * all);
    let half = Z * (rate * (1.0 - rate) / all + Z * Z / (4.0 * all * all)).sqrt();
    let scale = 1.0 + Z * Z / all;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}

/// How long referrals were in a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StageTimes {
    /// The stage.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub stage: Stage,
    /// The stays that are over; `null` if none is.
    pub finished: Option<Times>,
    /// The stays that go on; `null` if none does.
    pub running: Option<Times>,
}

/// How long stays were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Times {
    /// How many there were.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub count: u64,
    /// The median, in milliseconds.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub median: u64,
    /// The 90th percentile, in milliseconds.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub p90: u64,
}

/// How somebody refers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReferrerReport {
    /// Their name, as it stands in the latest referral.
    pub name: String,
    /// Their number as their country writes it.
    pub shown: String,
    /// How many they have made in the period.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub referrals: u64,
    /// How many of these are successful.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub successful: u64,
    /// What these have earned.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: u64,
}

/// For what referrals were declined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReasonReport {
    /// Why; `null` where it is not on record.
    pub reason: Option<Reason>,
    /// Whose reason it is.
    pub side: Side,
    /// How many are declined for it.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_of_few_is_told_with_its_uncertainty() {
        let of = |successful, closed| ServiceReport::of("training".into(), successful, closed, 1);
        assert_eq!((of(0, 0).rate, of(0, 0).between), (None, None));
        assert_eq!((of(15, 30).rate, of(15, 30).between), (Some(0.5), None));
        // As published for 8 of 10.
        let [low, high] = of(8, 10).between.unwrap();
        assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4, "{low} {high}");
        let [low, high] = of(0, 1).between.unwrap();
        assert!(low == 0.0 && high < 1.0);
    }

    #[test]
    fn every_open_stage_of_this_version_has_its_days() {
        for stage in Stage::ALL {
            let has = STAGE_DAYS.iter().any(|(known, _)| *known == stage);
            assert_eq!(has, stage.is_open(), "{stage:?}");
        }
    }
}
