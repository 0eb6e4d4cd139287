//! What has happened that matters to security.

use api::{AuditEntry, AuditPage, AuditPerson, PAGE_SIZE};
use axum::{Json, extract::State};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    AppState,
    audit::person,
    extract::{May, QueryParams, Read},
    refusal::{Refused, Result},
};

/// Which events are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditQuery {
    /// `next` of the part before.
    after: Option<String>,
    /// How many: 1 to 1,000; 50 if that is not said.
    limit: Option<u32>,
}

/// How many events a part has at most.
const PART_MAX: u32 = 1000;

/// Lists what has happened, by anybody, the newest first. People are fingerprints of their numbers,
/// but for those who work here.
#[utoipa::path(
    get,
    path = "/audit",
    operation_id = "listEvents",
    tag = "Audit",
    params(AuditQuery),
    responses(
        (status = 200, body = AuditPage),
        (status = 401, response = Refused),
        (status = 403, response = Refused),
    )
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    _: May<Read>,
    QueryParams(AuditQuery { after, limit }): QueryParams<AuditQuery>,
) -> Result<Json<AuditPage>> {
    let names = staff(&state).await?;
    let shown = |print: Option<[u8; 32]>| {
        print.map(|print| AuditPerson {
            fingerprint: person(Some(&print)),
            name: names.iter().find(|(known, _)| *known == print).map(|(_, name)| name.clone()),
        })
    };
    let limit = limit.unwrap_or(PAGE_SIZE).clamp(1, PART_MAX);
    let page = state.store.event_page(after.as_deref(), limit).await?;
    let entries = page.events.into_iter().map(|event| AuditEntry {
        at: event.at,
        kind: event.kind,
        outcome: event.outcome,
        actor: shown(event.actor),
        target: shown(event.target),
        request: event.request,
    });
    Ok(Json(AuditPage { entries: entries.collect(), next: page.next }))
}

/// The fingerprints and names of those who work here.
async fn staff(state: &AppState) -> Result<Vec<([u8; 32], String)>> {
    let staff = state.store.staff().await?.into_iter();
    Ok(staff.filter_map(|it| Some((state.secret.number(&it.mobile?), it.name))).collect())
}
