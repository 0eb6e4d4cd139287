//! The list of referrers.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::{IntoParams, ToSchema};

use domain::referral::Instant;

/// Filters for referrers. It is sent as a query string or, if it has a search text, as a body,
/// because proxies log addresses.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema, IntoParams,
)]
#[ts(optional_fields)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct ReferrerQuery {
    /// A part of a name or a number; case is ignored. If at most 1,000 referrals have it in any
    /// text, the names and numbers of all of these are searched. Otherwise each page looks at up to
    /// [`COUNTED`](crate::COUNTED) referrers, by the name and number in their newest referral.
    #[param(ignore)]
    pub search: Option<String>,
    /// [`Referrers::next`] of the previous page.
    pub after: Option<String>,
    /// The page size; the default and the maximum are [`PAGE_SIZE`](crate::PAGE_SIZE).
    pub limit: Option<u32>,
}

/// A referrer. Coordinators see the numbers for their own services only.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReferrerView {
    /// The id in the key of their newest referral, for [`ReferralQuery`](crate::ReferralQuery).
    pub latest: String,
    /// Their name in that referral.
    pub name: String,
    /// Their number in the format of its country.
    pub shown: String,
    /// The number of their referrals.
    pub referrals: u64,
    /// How many of them are closed.
    pub closed: u64,
    /// How many of them are successful.
    pub successful: u64,
    /// The share of closed referrals that are successful; `null` if none is closed.
    pub rate: Option<f64>,
    /// The 95 % confidence interval of the rate (Wilson), if fewer than
    /// [`CERTAIN_FROM`](crate::CERTAIN_FROM) are closed.
    pub between: Option<[f64; 2]>,
    /// The points that they have earned.
    pub points: u64,
    /// When they made their newest referral or, if later, logged in; in milliseconds since 1970.
    pub seen_at: Instant,
}

/// A page of referrers.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct Referrers {
    /// The referrers, the most recently seen first. A page of a search may be short or empty before
    /// the end.
    pub referrers: Vec<ReferrerView>,
    /// The cursor of the next page; `null` at the end.
    pub next: Option<String>,
}
