//! How a referral came to be as it is.

use api::HistoryEntry;
use axum::{Json, extract::State};

use super::{timeline::visible, view};
use crate::{
    AppState,
    audit::Audit,
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
    audit: Audit,
    Key(key): Key,
) -> Result<Json<Vec<HistoryEntry>>> {
    visible(&state, &caller, &audit, &key).await?;
    let access = &caller.access;
    let changes = state.store.history(&key).await?;
    Ok(Json(changes.iter().map(|change| view::change(change, access)).collect()))
}
