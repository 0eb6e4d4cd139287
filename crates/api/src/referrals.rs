//! Referrals: submitting, listing and saving points.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use crate::progress::ProgressView;
use domain::referral::{Instant, ReferralDraft, Tone};
use domain::view::{ReferralView, Totals};

/// A request to submit a referral.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Submission {
    /// The form.
    pub draft: ReferralDraft,
    /// Whether the person may be told who referred them. The referrer says so; without it, they are not told.
    #[serde(default)]
    #[ts(as = "Option<bool>", optional)]
    #[schema(required = false)]
    pub say_who: bool,
    /// The address of the vacancy or course on the website that the person is referred for, such as
    /// `/vacancies/planner`. Any other text is ignored.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    #[schema(required = false)]
    pub opening: String,
}

/// A request to save points.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AwardRequest {
    /// As they were typed.
    pub points: String,
    /// The reason; required for other points than the rulebook gives.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub note: String,
    /// The [`HostedReferral::version`] that was shown when the points were typed.
    pub version: u64,
}

/// A question about a phone number that staff type.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NumberQuestion {
    /// As it was typed.
    pub text: String,
}

/// What is known of a phone number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct NumberAnswer {
    /// Whether the text is exactly one number that is possible in its country. Others can be saved
    /// as well, because it may be all that there is.
    pub clear: bool,
}

/// A referral in a server's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HostedReferral {
    /// The fields that every list shows.
    #[serde(flatten)]
    pub view: ReferralView,
    /// The number of its changes.
    pub version: u64,
    /// The referrer's number in the format of its country.
    pub referrer_shown: String,
    /// The referred person's number in the format of its country.
    pub referred_shown: String,
    /// Its progress in the pipeline.
    pub progress: ProgressView,
    /// The key of an earlier referral of the same number; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub duplicate_of: Option<String>,
    /// Whether it is unclear whose number the referred person's is; for staff.
    #[serde(skip_serializing_if = "is_false")]
    #[ts(as = "Option<bool>", optional)]
    #[schema(required = false)]
    pub number_unclear: bool,
}

fn is_false(it: &bool) -> bool {
    !it
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// By submission, latest first.
    #[default]
    Newest,
    /// By submission, earliest first.
    Oldest,
    /// By points, highest first.
    Points,
    /// Open referrals only, those longest in their stage first.
    Waiting,
}

/// A mark that a list can filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Flag {
    /// The number was referred before; see [`HostedReferral::duplicate_of`].
    Duplicate,
}

/// Filters for referrals. Absent or empty fields do not filter. It is sent as a query string or, if
/// it has a search text, as a body, because proxies log addresses.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[ts(optional_fields)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ReferralQuery {
    /// A part of a name, a number or the notes; case is ignored.
    #[param(ignore)]
    pub search: Option<String>,
    /// The exact status.
    pub status: Option<String>,
    /// The value of a service.
    pub service: Option<String>,
    /// The name of a stage.
    pub stage: Option<String>,
    /// The id of the owner, or [`NOBODY`](crate::NOBODY). For staff.
    pub owner: Option<String>,
    /// The name of a team: those for which somebody is responsible who carries it now. For staff.
    pub team: Option<String>,
    /// The key of a referral, or the id in it, to list all referrals of its referrer. For staff.
    pub referrer: Option<String>,
    /// The mark. For staff who see all referrals.
    pub flag: Option<Flag>,
    /// Submitted at this time or later, in milliseconds since 1970.
    pub from: Option<u64>,
    /// Submitted before this time, in milliseconds since 1970.
    pub to: Option<u64>,
    /// If true: the referrals in which the user's own number is referred, instead of those that
    /// they made.
    pub about: Option<bool>,
    /// If true: only the referrals that the user made, also for staff.
    pub own: Option<bool>,
    /// The order.
    pub sort: Option<Sort>,
    /// [`Page::next`] of the previous page.
    pub after: Option<String>,
    /// The page size; the default and the maximum are [`PAGE_SIZE`](crate::PAGE_SIZE).
    pub limit: Option<u32>,
}

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Page {
    /// The referrals, in the requested order.
    pub referrals: Vec<HostedReferral>,
    /// The totals of the viewer's whole list, regardless of filters.
    pub totals: Totals,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}

/// The value of [`ReferralQuery::owner`] for referrals without an owner.
pub const NOBODY: &str = "none";

/// The number of referrals in each stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct StageCounts {
    /// The numbers by the name of the stage; stages without referrals may be absent. In a search,
    /// only the newest [`COUNTED`](crate::COUNTED) matches are counted.
    #[ts(type = "Record<string, number>")]
    pub stages: BTreeMap<String, u64>,
}

/// A change of a referral's status or points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct HistoryEntry {
    /// When it happened, in milliseconds since 1970.
    pub at: Instant,
    /// The author: a display name, `Guest` or `Import`.
    pub by: String,
    /// The status after the change.
    pub status: String,
    /// The colour of that status.
    pub tone: Tone,
    /// The points after the change.
    pub points: u64,
}
