//! What reports and the list of referrers cover, and what they come to.

use std::collections::BTreeMap;
use std::ops::Range;

use api::{OpeningReport, SourceReport};
use domain::referral::Instant;

use crate::referrals::records::Scope;

/// The referrals that a report covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportScope {
    /// The services, by value; `None` for all.
    pub services: Option<Vec<String>>,
    /// The staff ids of the owners; `None` for all.
    pub owners: Option<Vec<String>>,
    /// The period of submission, in milliseconds since 1970; the end is exclusive.
    pub submitted: Range<u64>,
}

/// The numbers of a report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportSums {
    /// For each service, stage and reason, if there are any.
    pub sums: Vec<StageSum>,
    /// For each open stage that has had some: how long finished stays were.
    pub finished: BTreeMap<String, Quantiles>,
    /// For each open stage: when the current stays began.
    pub running: BTreeMap<String, Quantiles>,
    /// The most successful referrers.
    pub referrers: Vec<ReferrerSum>,
    /// How they came, and how many of each are successful.
    pub sources: Vec<SourceReport>,
    /// For which vacancies and courses they are, those with the most referrals first.
    pub openings: Vec<OpeningReport>,
}

/// What has become of the referrals that were submitted in an interval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntervalSum {
    /// How many are in each stage now, by its name.
    pub stages: BTreeMap<String, u64>,
    /// The median (nearest rank) of the milliseconds from submission to success, if any is successful.
    pub to_success: Option<u64>,
}

/// How many referrals have been in a stage, and are in it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageSum {
    /// The value of the service.
    pub service: String,
    /// The name of the stage.
    pub stage: String,
    /// The reason for declining; empty for other stages.
    pub reason: String,
    /// How many have ever reached the stage.
    pub reached: u64,
    /// How many stays in it are over; a referral may have had several.
    pub finished: u64,
    /// How many are in the stage now.
    pub here: u64,
}

/// The median and the 90th percentile (nearest rank) of durations or instants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantiles {
    /// The number of values.
    pub count: u64,
    /// The median.
    pub median: u64,
    /// The 90th percentile, counted towards the longest.
    pub p90: u64,
}

/// The results of a referrer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferrerSum {
    /// The name in their latest referral.
    pub name: String,
    /// The number in their latest referral.
    pub mobile: String,
    /// The number of their referrals.
    pub referrals: u64,
    /// How many of them are successful.
    pub successful: u64,
    /// The points of these.
    pub points: u64,
}

/// The filters and the page of the list of referrers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferrerListing {
    /// Which referrals count: all, or those for some services. The other scopes have no such list.
    pub scope: Scope,
    /// A part of a name or number; case is ignored; empty for all. If at most 1,000
    /// referrals have it in any text, the names and numbers of all of these are searched. Otherwise
    /// each page looks at up to [`COUNTED`](api::COUNTED) referrers, by the name and number in
    /// their newest referral.
    pub search: String,
    /// [`Page::next`](crate::db::Page::next) of the previous page; an invalid text starts at the
    /// beginning.
    pub after: Option<String>,
    /// The page size.
    pub limit: u32,
}

/// A referrer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referrer {
    /// The key of their newest referral, which identifies them.
    pub latest: String,
    /// Their name in that referral.
    pub name: String,
    /// Their number in that referral.
    pub mobile: String,
    /// The number of their referrals.
    pub referrals: u64,
    /// How many of them are closed.
    pub closed: u64,
    /// How many of them are successful.
    pub successful: u64,
    /// The points of these.
    pub points: u64,
    /// When they made their newest referral or, if later, logged in.
    pub seen_at: Instant,
}
