//! Who refers.

use serde::{Deserialize, Serialize};

use domain::referral::Instant;

/// Which of those who refer to list. Without a search it is a query string; a search is sent as a body,
/// because proxies log addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema, utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(default)]
pub struct ReferrerQuery {
    /// A part of a name or a number, in any case. It is looked for among the newest
    /// [`COUNTED`](crate::COUNTED) referrals that have it in any text.
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "openapi", param(ignore))]
    pub search: Option<String>,
    /// [`Referrers::next`] of the part before.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub after: Option<String>,
    /// How many at most; [`PAGE_SIZE`](crate::PAGE_SIZE) if absent, which is also the limit.
    #[cfg_attr(feature = "ts", ts(optional))]
    pub limit: Option<u32>,
}

/// Somebody who refers. Of whoever works for some services, those referrals alone count.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReferrerView {
    /// The key of their newest referral. It names them in [`ReferralQuery`](crate::ReferralQuery).
    pub latest: String,
    /// Their name, as it stands there.
    pub name: String,
    /// Their number as their country writes it.
    pub shown: String,
    /// How many they have made.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub referrals: u64,
    /// How many of these are closed.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub closed: u64,
    /// How many of these are successful.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub successful: u64,
    /// The share of the closed that are successful; `null` where none is closed.
    pub rate: Option<f64>,
    /// Between which rates it lies with a confidence of 95 %, where fewer than
    /// [`CERTAIN_FROM`](crate::CERTAIN_FROM) are closed (Wilson's interval).
    pub between: Option<[f64; 2]>,
    /// What they have earned.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub points: u64,
    /// When they made the newest one or, as a member, logged in after that; in milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    #[cfg_attr(feature = "openapi", schema(value_type = u64))]
    pub seen_at: Instant,
}

/// A part of those who refer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Referrers {
    /// Who was seen last comes first.
    pub referrers: Vec<ReferrerView>,
    /// Names the part after this one; `null` at the end.
    pub next: Option<String>,
}
