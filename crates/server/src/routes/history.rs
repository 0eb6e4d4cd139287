//! How a referral came to be as it is.

use api::{Access, HistoryEntry};
use axum::{Json, extract::State};
use domain::{referral::Referral, rejection::RejectionCode};

use super::view;
use crate::{
    AppState,
    extract::{Current, Key},
    refusal::{Refused, Result},
};

/// Every change of a referral, oldest first. Somebody else's referral is not there for a member.
#[utoipa::path(
    get,
    path = "/referrals/{key}/history",
    operation_id = "getHistory",
    tag = "Referrals",
    params(("key" = String, Path, description = "Names the referral")),
    responses(
        (status = 200, body = Vec<HistoryEntry>),
        (status = 401, response = Refused),
        (status = 404, response = Refused),
    )
)]
pub(crate) async fn history(
    State(state): State<AppState>,
    Current(caller): Current,
    Key(key): Key,
) -> Result<Json<Vec<HistoryEntry>>> {
    let access = &caller.access;
    access.member()?;
    let stored = state.store.referral(&key).await?;
    let shown = stored.filter(|stored| access.sees_all() || made(access, stored.referral()));
    shown.ok_or(RejectionCode::ReferralGone)?;
    let changes = state.store.history(&key).await?;
    Ok(Json(changes.iter().map(|change| view::change(change, access)).collect()))
}

/// Whether a referral was made under the viewer's own number, however it was written.
fn made(access: &Access, referral: &Referral) -> bool {
    let user = access.viewer.user();
    user.is_some_and(|user| {
        numbers::key(user.mobile_number.as_str()) == numbers::key(&referral.referrer_mobile)
    })
}
