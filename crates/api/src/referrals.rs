//! Referrals: submitted, listed and awarded.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::progress::ProgressView;
use domain::ledger::{ReferralView, Totals};
use domain::referral::{Instant, ReferralDraft, Tone};

/// Submits a referral.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Submission {
    /// The form.
    pub draft: ReferralDraft,
    /// The day, as the visitor's locale writes it.
    pub date: String,
}

/// Saves points.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AwardRequest {
    /// As they were typed.
    pub points: String,
    /// [`HostedReferral::version`] of what was shown when they were typed.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
}

/// A referral as a server's list shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct HostedReferral {
    /// As any list shows it.
    #[serde(flatten)]
    pub view: ReferralView,
    /// Counts its changes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: u64,
    /// The referrer's number as their country writes it.
    pub referrer_shown: String,
    /// The referred person's number as their country writes it.
    pub referred_shown: String,
    /// Where it stands in the programme.
    pub progress: ProgressView,
    /// The key of an earlier referral of the same number; for staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub duplicate_of: Option<String>,
    /// Whether it is not clear whose number the referred person's is; for staff.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub number_unclear: bool,
}

fn is_false(it: &bool) -> bool {
    !it
}

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// The latest submission first.
    #[default]
    Newest,
    /// The earliest submission first.
    Oldest,
    /// The most points first.
    Points,
    /// Those that are open, the longest in its stage first.
    Waiting,
}

/// What a referral is marked with in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Flag {
    /// The number was referred before: [`HostedReferral::duplicate_of`].
    Duplicate,
}

/// Which referrals to list. Without a search it is a query string; a search is sent as a body, because
/// proxies log addresses. What is absent or empty does not narrow the list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(default)]
pub struct ReferralQuery {
    /// A part of a name, a number or the notes, in any case.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", param(ignore))]
    pub search: Option<String>,
    /// A status, word for word.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub status: Option<String>,
    /// A service's value.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub service: Option<String>,
    /// A stage.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub stage: Option<String>,
    /// The id of whoever of the staff is responsible, or [`NOBODY`](crate::NOBODY). For staff.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub owner: Option<String>,
    /// The key of a referral: those of the same referrer. For staff.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub referrer: Option<String>,
    /// Those that are marked so. For staff who read all referrals.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub flag: Option<Flag>,
    /// Submitted then or later, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<u64>,
    /// Submitted before then, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to: Option<u64>,
    /// Those in which the number of whoever asks is referred, in place of those that they made.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub about: Option<bool>,
    /// In which order.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub sort: Option<Sort>,
    /// [`Page::next`] of the page before.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub after: Option<String>,
    /// How many at most; [`PAGE_SIZE`](crate::PAGE_SIZE) if absent, which is also the limit.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub limit: Option<u32>,
}

/// A part of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Page {
    /// In the order that was asked for.
    pub referrals: Vec<HostedReferral>,
    /// What the viewer's whole list adds up to, whatever was looked for.
    pub totals: Totals,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}

/// What [`ReferralQuery::owner`] says where nobody is responsible.
pub const NOBODY: &str = "none";

/// How many referrals of a list are in each stage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StageCounts {
    /// By the word for the stage; one without any may be left out. Where a text is looked for, no more
    /// than [`COUNTED`](crate::COUNTED) are counted, the newest.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, number>"))]
    pub stages: BTreeMap<String, u64>,
}

/// A change of a referral's status or points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HistoryEntry {
    /// When, in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub at: Instant,
    /// Who: a display name, or `Guest`, or `Import`.
    pub by: String,
    /// The status since then.
    pub status: String,
    /// The colour of that status.
    pub tone: Tone,
    /// The points since then.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: u64,
}
