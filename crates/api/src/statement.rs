//! What people have in points: their statement, and what the company owes in all.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use domain::rewards::{Balance, Expiring, StatementLine};

/// Which page of a statement.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[ts(optional_fields)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct StatementQuery {
    /// [`RewardStatement::next`] of the previous page.
    pub after: Option<String>,
}

/// What somebody has, and a page of how it came to that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct RewardStatement {
    /// What they have now: the sum of all lines.
    pub balance: Balance,
    /// What expires when, the soonest first, if they use nothing until then.
    pub expires: Vec<Expiring>,
    /// The lines of this page, the newest first; at most [`PAGE_SIZE`](crate::PAGE_SIZE).
    pub lines: Vec<StatementLine>,
    /// What the lines before those of this page come to.
    pub before: i64,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

/// Points to enter by hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PointsByHand {
    /// How many, in digits.
    pub points: String,
    /// Whether they are taken away.
    pub takes: bool,
    /// Why, which the member reads.
    pub note: String,
}

/// How many referrers a report on what is owed names.
pub const OWED_REFERRERS: u32 = 20;

/// From how many days on points belong to each of the groups by age, the youngest first.
pub const OWED_AGES: [u32; 4] = [0, 31, 91, 366];

/// Points that are owed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwedPoints {
    /// All of them. Below zero where more was exchanged than is left.
    pub points: i64,
    /// Those that are available.
    pub available: i64,
    /// Those that are on hold.
    pub on_hold: i64,
}

impl OwedPoints {
    /// So many points, of which some are on hold.
    pub fn of(points: i64, on_hold: i64) -> Self {
        Self { points, available: points.saturating_sub(on_hold), on_hold }
    }

    /// With others.
    pub fn plus(self, other: Self) -> Self {
        let points = self.points.saturating_add(other.points);
        Self::of(points, self.on_hold.saturating_add(other.on_hold))
    }

    /// Without others.
    pub fn minus(self, other: Self) -> Self {
        let points = self.points.saturating_sub(other.points);
        Self::of(points, self.on_hold.saturating_sub(other.on_hold))
    }
}

/// Points by how long ago they were awarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwedByAge {
    /// The least whole days since the award.
    pub from_days: u32,
    /// The most; `null` for any more.
    pub to_days: Option<u32>,
    /// How many points.
    pub owed: OwedPoints,
}

/// Until how many days from now on points expire, for each group of those that do.
pub const EXPIRY_DAYS: [u32; 3] = [30, 90, 365];

/// Points whose validity ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwedExpiring {
    /// After how many days at the soonest.
    pub from_days: u32,
    /// After how many at the latest.
    pub to_days: u32,
    /// At most how many points expire: what was used of them already is not taken off.
    pub points: i64,
}

/// Points by the rulebook that gave them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OwedByRulebook {
    /// The version; 0 for what was awarded without a rulebook.
    pub version: u64,
    /// How many points.
    pub owed: OwedPoints,
}

/// Somebody whom many points are owed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OwedReferrer {
    /// The key of a referral of theirs, which leads to what they have; `null` if none is left.
    pub key: Option<String>,
    /// Their name in that referral; empty without one.
    pub name: String,
    /// Their number in the format of its country; empty without a referral.
    pub shown: String,
    /// How many points.
    pub owed: OwedPoints,
}

/// What is owed in points. Those of people who were erased are nobody's, and not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OwedRewards {
    /// In all.
    pub all: OwedPoints,
    /// What was earned, by age, the youngest first.
    pub ages: Vec<OwedByAge>,
    /// What was exchanged of that, below zero, whenever it was earned.
    pub exchanged: OwedPoints,
    /// What has expired of it, below zero, whenever it was earned.
    pub expired: OwedPoints,
    /// What expires at most, the soonest first.
    pub expiring: Vec<OwedExpiring>,
    /// What was earned by each version of the rulebook, the newest first.
    pub rulebooks: Vec<OwedByRulebook>,
    /// Those whom most is owed; at most [`OWED_REFERRERS`].
    pub referrers: Vec<OwedReferrer>,
    /// What is owed to everybody else.
    pub others: OwedPoints,
}
