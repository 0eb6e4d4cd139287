//! Reports.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::limits::CERTAIN_FROM;
use domain::event::{Reason, Side, Stage};

/// Filters for the referrals in a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ReportQuery {
    /// Submitted at this time or later, in milliseconds since 1970.
    pub from: Option<u64>,
    /// Submitted before this time, in milliseconds since 1970.
    pub to: Option<u64>,
    /// The value of a service.
    pub service: Option<String>,
    /// The name of a team: those for which somebody is responsible who carries it now.
    pub team: Option<String>,
}

/// The most intervals that are counted at once.
pub const INTERVALS_MAX: usize = 62;

/// The intervals of submission to count, and the filter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct IntervalQuery {
    /// The instants between which there are intervals, in milliseconds since 1970, ascending, with commas
    /// between them: 2 to 63.
    #[param(value_type = String, example = "1764547200000,1767225600000")]
    pub at: Instants,
    /// The value of a service.
    pub service: Option<String>,
    /// The name of a team: those for which somebody is responsible who carries it now.
    pub team: Option<String>,
}

/// Instants in milliseconds since 1970, ascending.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Instants(Vec<u64>);

impl Instants {
    /// The intervals between them.
    pub fn intervals(&self) -> impl Iterator<Item = Range<u64>> {
        self.0.windows(2).map(|pair| pair[0]..pair[1])
    }
}

impl TryFrom<String> for Instants {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let instants = text.split(',').map(|instant| instant.parse().map_err(|_| ()));
        match instants.collect::<Result<Vec<_>, _>>() {
            Ok(instants)
                if (2..=INTERVALS_MAX + 1).contains(&instants.len())
                    && instants.is_sorted_by(|one, next| one < next) =>
            {
                Ok(Self(instants))
            }
            _ => Err(format!("expected 2 to {} ascending instants", INTERVALS_MAX + 1)),
        }
    }
}

/// What has become of the referrals that were submitted in each interval.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct Intervals {
    /// In their order in time.
    pub intervals: Vec<IntervalReport>,
}

/// What has become of the referrals that were submitted in an interval.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntervalReport {
    /// When it begins, in milliseconds since 1970.
    pub from: u64,
    /// When it ends; this instant is in the next one.
    pub to: u64,
    /// How many were submitted.
    pub received: u64,
    /// How many of them are open now.
    pub open: u64,
    /// How many of them are successful now.
    pub successful: u64,
    /// The share of the closed ones that are successful; `null` if none is closed.
    pub rate: Option<f64>,
    /// The median of the milliseconds from submission to success; `null` if none is successful.
    pub to_success: Option<u64>,
}

/// A report on the referrals of a period. Undone events are not counted.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct Report {
    /// How many referrals have ever reached each stage, in the order of the stages.
    pub funnel: Vec<StageReached>,
    /// The results for each service, those with the most referrals first.
    pub services: Vec<ServiceReport>,
    /// How long referrals were in each open stage.
    pub stages: Vec<StageTimes>,
    /// The most successful referrers.
    pub referrers: Vec<ReferrerReport>,
    /// The reasons for declining, the most frequent first.
    pub reasons: Vec<ReasonReport>,
    /// How the referrals came, in this order: by the form, by a link, by an import, by a spreadsheet.
    pub sources: Vec<SourceReport>,
    /// For which vacancies and courses they are: at most [`TOP_OPENINGS`](crate::TOP_OPENINGS), those with the most
    /// referrals first.
    pub openings: Vec<OpeningReport>,
}

/// How a referral came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SourceKind {
    /// By the form, of a member or a guest.
    Form,
    /// By the link of a member: whoever was referred typed it.
    Link,
    /// By an import of an export.
    Import,
    /// By an import of a spreadsheet.
    Spreadsheet,
}

impl SourceKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Form, Self::Link, Self::Import, Self::Spreadsheet];

    /// The name on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Form => "form",
            Self::Link => "link",
            Self::Import => "import",
            Self::Spreadsheet => "spreadsheet",
        }
    }
}

/// What became of the referrals that came in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SourceReport {
    /// How they came.
    pub source: SourceKind,
    /// How often browsers opened the links of members in the period, by whole days (UTC). Only for links, and `null`
    /// in a report on some services, because a link is for all.
    pub opened: Option<u64>,
    /// How many were submitted.
    pub submitted: u64,
    /// Of how many whoever was referred was asked whether the company may call, or has said so by themselves.
    pub asked: u64,
    /// How many of these agree now.
    pub agreed: u64,
    /// How many of them refuse now.
    pub refused: u64,
    /// How many of those that were submitted are successful now.
    pub successful: u64,
}

/// What became of the referrals for a vacancy or a course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OpeningReport {
    /// Its title when they were submitted.
    pub opening: String,
    /// How many were submitted.
    pub submitted: u64,
    /// How many of them are successful now.
    pub successful: u64,
}

/// The number of referrals that have reached a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StageReached {
    /// The stage.
    #[schema(value_type = String)]
    pub stage: Stage,
    /// How many have ever been in it.
    pub reached: u64,
}

/// The results for a service.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct ServiceReport {
    /// The value of the service.
    pub service: String,
    /// How many are successful.
    pub successful: u64,
    /// How many are closed, including the successful ones.
    pub closed: u64,
    /// How many are open.
    pub open: u64,
    /// The share of closed referrals that are successful; `null` if none is closed.
    pub rate: Option<f64>,
    /// The 95 % confidence interval of the rate (Wilson), if fewer than
    /// [`CERTAIN_FROM`](crate::CERTAIN_FROM) are closed.
    pub between: Option<[f64; 2]>,
}

impl ServiceReport {
    /// Computes the rate from these numbers.
    pub fn of(service: String, successful: u64, closed: u64, open: u64) -> Self {
        let (rate, between) = rate(successful, closed);
        Self { service, successful, closed, open, rate, between }
    }
}

/// The share of closed referrals that are successful; and its 95 % confidence interval if fewer
/// than [`CERTAIN_FROM`] are closed.
pub fn rate(successful: u64, closed: u64) -> (Option<f64>, Option<[f64; 2]>) {
    let rate = (closed > 0).then(|| successful as f64 / closed as f64);
    let is_uncertain = (1..CERTAIN_FROM).contains(&closed);
    (rate, is_uncertain.then(|| wilson(successful as f64, closed as f64)))
}

/// Wilson's score interval with a confidence of 95 %.
fn wilson(successes: f64, all: f64) -> [f64; 2] {
    const Z: f64 = 1.959_963_985;
    let rate = successes / all;
    let middle = rate + Z * Z / (2.0 * all);
    let half = Z * (rate * (1.0 - rate) / all + Z * Z / (4.0 * all * all)).sqrt();
    let scale = 1.0 + Z * Z / all;
    [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
}

/// How long referrals were in a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StageTimes {
    /// The stage.
    #[schema(value_type = String)]
    pub stage: Stage,
    /// Of referrals that have left it; `null` if there are none.
    pub finished: Option<Times>,
    /// Of referrals that are still in it; `null` if there are none.
    pub running: Option<Times>,
}

/// A distribution of durations, counted over all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Times {
    /// The number of durations.
    pub count: u64,
    /// The median, in milliseconds.
    pub median: u64,
    /// The 90th percentile, in milliseconds.
    pub p90: u64,
}

/// The results of a referrer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ReferrerReport {
    /// The name in their latest referral.
    pub name: String,
    /// Their number in the format of its country.
    pub shown: String,
    /// How many referrals they have made in the period.
    pub referrals: u64,
    /// How many of them are successful.
    pub successful: u64,
    /// The points of all of them.
    pub points: u64,
}

/// How often a reason for declining was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ReasonReport {
    /// The reason; `null` if none is recorded.
    #[schema(value_type = Option<String>)]
    pub reason: Option<Reason>,
    /// Where the reason comes from.
    pub side: Side,
    /// The number of referrals that were declined for it.
    pub count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_few_and_ascend() {
        let read = |text: &str| Instants::try_from(text.to_owned());
        let intervals: Vec<_> = read("0,5,9").unwrap().intervals().collect();
        assert_eq!(intervals, [0..5, 5..9]);
        let many = |count: usize| (0..count).map(|at| at.to_string()).collect::<Vec<_>>().join(",");
        assert!(read(&many(INTERVALS_MAX + 1)).is_ok());
        for text in ["", "5", "5,5", "9,5", "5,", "-1,5", "1,2.5", &many(INTERVALS_MAX + 2)] {
            assert_eq!(read(text), Err("expected 2 to 63 ascending instants".into()), "{text}");
        }
    }

    #[test]
    fn a_rate_of_few_has_an_interval() {
        let of = |successful, closed| ServiceReport::of("training".into(), successful, closed, 1);
        assert_eq!((of(0, 0).rate, of(0, 0).between), (None, None));
        assert_eq!((of(15, 30).rate, of(15, 30).between), (Some(0.5), None));
        // The published values for 8 of 10.
        let [low, high] = of(8, 10).between.unwrap();
        assert!((low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4, "{low} {high}");
        let [low, high] = of(0, 1).between.unwrap();
        assert!(low == 0.0 && high < 1.0);
    }
}
