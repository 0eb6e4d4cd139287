//! How a referral came to be as it is.

use std::collections::BTreeSet;

use api::HistoryEntry;
use axum::{Json, extract::State};
use store::Change;

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
    let (stored, events) = visible(&state, &caller, &audit, &key).await?;
    let texts: BTreeSet<_> = events.iter().map(|event| event.text.as_str()).collect();
    let mut history = state.store.history(&stored.key).await?;
    history.retain(|(text, _)| text.as_deref().is_none_or(|text| texts.contains(text)));
    let entry = |(_, change): &(_, Change)| view::change(change, &caller.access);
    Ok(Json(history.iter().map(entry).collect()))
}
