//! The history of a referral.

use std::collections::BTreeSet;

use api::HistoryEntry;
use axum::{Json, extract::State};
use domain::pipeline::TimelineEvent;

use crate::referrals::{
    records::StoredEntry,
    view,
    visible::{Visible, visible},
};
use crate::{
    AppState,
    audit::Audit,
    http::{
        extract::{Current, Key},
        refusal::Result,
    },
};

/// Lists the entries of a referral, oldest first. A referral that the member may not see counts as
/// missing. Entries from before the member became the referred person are left out.
#[utoipa::path(get, path = "/referrals/{key}/history", operation_id = "getHistory",
    tag = "Referrals", params(("key" = String, Path, description = "Names the referral")),
    responses((status = 200, body = Vec<HistoryEntry>)))]
pub(crate) async fn history(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(key): Key,
) -> Result<Json<Vec<HistoryEntry>>> {
    let Visible { stored, history, events, .. } = visible(&state, &caller, &audit, &key).await?;
    let visibility = view::Visibility::of(&stored.case, &caller.access);
    let entry = |entry| view::history_entry(&entry, &visibility, &caller.access);
    Ok(Json(seen(history, &events).map(entry).collect()))
}

/// The entries that the caller may see: the submission, and those whose event the timeline shows.
fn seen(
    history: Vec<(Option<String>, StoredEntry)>,
    events: &[TimelineEvent],
) -> impl Iterator<Item = StoredEntry> {
    let shown: BTreeSet<_> = events.iter().map(|event| event.text.clone()).collect();
    let is_seen = move |text: Option<String>| text.is_none_or(|text| shown.contains(&text));
    history.into_iter().filter_map(move |(text, entry)| is_seen(text).then_some(entry))
}
