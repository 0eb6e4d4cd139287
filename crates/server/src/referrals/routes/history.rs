//! The history of a referral.

use std::{collections::BTreeSet, mem};

use api::HistoryEntry;
use axum::{Json, extract::State};
use domain::{history::StatusAndPoints, pipeline::TimelineEvent};

use crate::referrals::routes::{
    timeline::{Visible, visible},
    view,
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
    let is_whole = events.len() == stored.case.history().len();
    let history = seen(history, &events, is_whole);
    let entry =
        |entry: &crate::referrals::records::StoredEntry| view::history_entry(entry, &caller.access);
    Ok(Json(history.iter().map(entry).collect()))
}

/// The entries that the caller may see. If some events are hidden, the submission's status and
/// points are hidden too, because an earlier version may have imported the referral with those of
/// the previous person.
fn seen(
    history: Vec<(Option<String>, crate::referrals::records::StoredEntry)>,
    events: &[TimelineEvent],
    is_whole: bool,
) -> Vec<crate::referrals::records::StoredEntry> {
    let texts: BTreeSet<_> = events.iter().map(|event| event.text.as_str()).collect();
    let StatusAndPoints { status, points, .. } = StatusAndPoints::SUBMITTED;
    let mut has_submission = false;
    let seen = |(text, entry): (Option<String>, crate::referrals::records::StoredEntry)| match text
    {
        Some(text) => texts.contains(text.as_str()).then_some(entry),
        None if is_whole => Some(entry),
        // Later entries without an event are an earlier version's, to the previous person's
        // referral.
        None if mem::replace(&mut has_submission, true) => None,
        None => Some(crate::referrals::records::StoredEntry {
            status: status.clone(),
            points: points.get(),
            ..entry
        }),
    };
    history.into_iter().filter_map(seen).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referrals::records::Actor;
    use domain::referral::Status;

    #[test]
    fn an_imported_referral_is_new_for_a_person_named_later() {
        let submission = || crate::referrals::records::StoredEntry {
            at: Default::default(),
            by: Actor::Import { id: String::new(), name: String::new() },
            status: Status::Successful,
            points: 7,
        };
        let earlier = || (Some("earlier".to_owned()), submission());
        let hidden = || vec![(None, submission()), (None, submission()), earlier()];
        let new = crate::referrals::records::StoredEntry {
            status: Status::Pending,
            points: 0,
            ..submission()
        };
        assert_eq!(seen(hidden(), &[], false), [new]);
        assert_eq!(seen(hidden(), &[], true), [submission(), submission()]);
    }
}
