//! What may be said to the referrer of a referral, and how.

use api::{FilledTemplates, WayState};
use axum::{Json, extract::State};
use domain::event::Way;
use domain::pipeline::{Known, Template, ways};
use domain::rejection::RejectionCode;

use crate::{
    AppState,
    audit::Audit,
    http::{
        extract::{Current, Key},
        refusal::Result,
    },
    referrals::visible::{Visible, visible},
};

/// The templates for a referral with their fields filled in, and the ways of writing to its referrer, for
/// those who may.
#[utoipa::path(get, path = "/referrals/{key}/templates", operation_id = "listTemplates",
    tag = "Referrals", params(("key" = String, Path, description = "Names the referral")),
    responses((status = 200, body = FilledTemplates)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    Key(key): Key,
) -> Result<Json<FilledTemplates>> {
    let Visible { stored, known, .. } = visible(&state, &caller, &audit, &key).await?;
    // Only now, or the time would tell more about referrals that they may not see.
    let referrer = state.store.referrer(&stored.key).await?;
    let known = Known { referrer, ..known };
    let ways = ways(&known, &caller.access.viewer, &state.policy, state.clock.now())?;
    let number = &stored.referral().referrer_mobile;
    let (programme, company) = (&known.programme, &state.policy.company);
    let filled = |it: &Template| it.filled(&stored.case, programme, company);
    Ok(Json(FilledTemplates {
        templates: programme.templates().iter().map(filled).collect(),
        ways: ways.into_iter().map(way_state).collect(),
        digits: numbers::is_clear(number).then(|| numbers::key(number)),
    }))
}

fn way_state((way, refused): (Way, Option<RejectionCode>)) -> WayState {
    WayState { way, refused, why: refused.map(|code| code.words().hint.to_owned()) }
}
