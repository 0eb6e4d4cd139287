//! The audit log.

use std::ops::RangeInclusive;

use crate::{audit::security::EventFilter, staff::records::StaffMember};
use api::{AuditEntry, AuditPage, AuditPerson, AuditQuery, EventKind, PAGE_SIZE};
use axum::{Json, extract::State};
use domain::pipeline::Staff;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::{
    AppState,
    audit::person,
    http::{
        extract::{Authorized, Caller, JsonBody, QueryParams, Read},
        refusal::{Refusal, Result},
        search::search_fits,
    },
    random,
    staff::masking::seen_by,
};

/// The query of a page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuditPart {
    /// `next` of the previous page.
    after: Option<String>,
    /// The page size: 1 to 1,000; 50 by default.
    limit: Option<u32>,
}

/// The maximum page size.
const PART_MAX: u32 = 1000;

/// Lists the audit log, newest first. People are shown as fingerprints of their numbers; staff also
/// by name.
#[utoipa::path(get, path = "/audit", operation_id = "listEvents", tag = "Audit", params(AuditPart),
    responses((status = 200, body = AuditPage)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Read>,
    QueryParams(AuditPart { after, limit }): QueryParams<AuditPart>,
) -> Result<Json<AuditPage>> {
    page(&state, &caller, AuditQuery { after, limit, ..AuditQuery::default() }).await
}

/// Searches the audit log by kind and by person.
#[utoipa::path(post, path = "/audit/search", operation_id = "searchEvents", tag = "Audit",
    request_body = AuditQuery, responses((status = 200, body = AuditPage)))]
pub(crate) async fn search(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Read>,
    JsonBody(query): JsonBody<AuditQuery>,
) -> Result<Json<AuditPage>> {
    search_fits(query.search.as_deref())?;
    if query.kinds.len() > EventKind::ALL.len() {
        return Err(Refusal::malformed("The field `kinds` has more entries than there are kinds."));
    }
    page(&state, &caller, query).await
}

async fn page(state: &AppState, caller: &Caller, query: AuditQuery) -> Result<Json<AuditPage>> {
    let AuditQuery { kinds, search, after, limit } = query;
    let reader = caller.access.confirmed_staff()?;
    let names = staff(state, reader).await?;
    // Whoever reads no numbers could learn whose fingerprint is whose by a wrong code for a number.
    let reads_numbers = reader.role().reads_numbers();
    let shown = |print: Option<[u8; 32]>| {
        let print = print?;
        let known = names.iter().find(|(known, _)| *known == print);
        let name = known.map(|(_, name)| name.clone());
        let is_shown = reads_numbers || name.is_some();
        is_shown.then(|| AuditPerson { fingerprint: person(Some(&print)), name })
    };
    let search = search.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let people = search.map(|text| people(text, &names, reads_numbers));
    let limit = limit.unwrap_or(PAGE_SIZE).clamp(1, PART_MAX);
    let filter = EventFilter { kinds, people };
    let page = state.store.event_page(&filter, after.as_deref(), limit).await?;
    let entries = page.items.into_iter().map(|event| AuditEntry {
        at: event.at,
        kind: event.kind,
        outcome: event.outcome,
        actor: shown(event.actor),
        target: shown(event.target),
        request: event.request,
    });
    Ok(Json(AuditPage { entries: entries.collect(), next: page.next }))
}

/// The fingerprints that a text matches: those of colleagues with it in their names and, for whoever
/// reads numbers, those that begin with it.
fn people(
    text: &str,
    names: &[([u8; 32], String)],
    reads_numbers: bool,
) -> Vec<RangeInclusive<[u8; 32]>> {
    let wanted = text.to_lowercase();
    let named = names.iter().filter(|(_, name)| name.to_lowercase().contains(&wanted));
    let beginning = random::beginning(text).filter(|_| reads_numbers);
    named.map(|(print, _)| *print..=*print).chain(beginning).collect()
}

/// The fingerprints of the staff, and their names as `reader` sees them.
async fn staff(state: &AppState, reader: &Staff) -> Result<Vec<([u8; 32], String)>> {
    let staff = state.store.staff().await?.into_iter();
    let named =
        |it: StaffMember| Some((state.secret.number(&it.mobile?), seen_by(reader, &it.name)));
    Ok(staff.filter_map(named).collect())
}
