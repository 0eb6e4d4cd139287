//! Submitting referrals, and listing them.

use api::{
    Access, DATE_MAX, HostedCode, HostedReferral, PAGE_SIZE, Page, ReferralQuery, SEARCH_MAX,
    Submission,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderName, HeaderValue},
    response::{AppendHeaders, IntoResponse},
};
use domain::{
    decision::{Command, State as Known, decide},
    ledger::Totals,
    notice::Notice,
    rejection::RejectionCode,
    verdict::Verdict,
};
use store::{Listing, NewReferral, Scope, Submitted};

use super::view;
use crate::{
    AppState,
    answer::Accepted,
    extract::{Caller, ClientIp, Current, IdempotencyKey, JsonBody, QueryParams},
    observe,
    refusal::{Refusal, Refused, Result},
    secret::Purpose,
};

/// Says that an answer is that of an earlier request.
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// Submits a referral, once for each key.
#[utoipa::path(
    post,
    path = "/referrals",
    operation_id = "submitReferral",
    tag = "Referrals",
    params(("Idempotency-Key" = String, Header, min_length = 16, max_length = 64,
        description = "The same for every try of one submission: visible ASCII characters")),
    request_body = Submission,
    responses(
        (status = 201, body = Verdict<HostedReferral>,
            headers(("Idempotent-Replayed" = String, description = "On the answer to a retry"))),
        (status = 401, response = Refused),
        (status = 409, response = Refused),
        (status = 422, response = Refused),
    )
)]
pub(crate) async fn submit(
    State(state): State<AppState>,
    Current(caller): Current,
    client: ClientIp,
    retry: IdempotencyKey,
    JsonBody(submission): JsonBody<Submission>,
) -> Result<impl IntoResponse> {
    submission.fits()?;
    if !submission.date_fits() {
        return Err(Refusal::malformed(format!(
            "The field `date` has at most {DATE_MAX} characters."
        )));
    }
    let (viewer, now) = (&caller.access.viewer, state.clock.now());
    let sent = compact_json::to_string(&submission);
    let Submission { draft, date } = submission;
    let command = Command::Submit { draft: &draft, id: now, date: &date };
    let events = decide(&Known::default(), &command, viewer, &state.policy, now)?;
    let referral = events.into_iter().find_map(|event| event.submitted);
    let new = NewReferral {
        referral: *referral.ok_or(RejectionCode::ReferralGone)?,
        now,
        by: caller.author(),
        idempotency: retry.name(&caller, &state, &[]),
        allowance: Some(state.referrals_allowance(client, viewer.user())),
        fingerprint: state.secret.seal(Purpose::Fingerprint, &[sent.as_bytes()]),
    };
    let (stored, replayed) = match state.store.submit(&new).await? {
        Submitted::New(stored) => {
            observe::referral_submitted();
            (stored, None)
        }
        Submitted::Repeated(stored) => (stored, Some((REPLAYED, HeaderValue::from_static("true")))),
        Submitted::KeyReused => return Err(HostedCode::KeyReused.into()),
        Submitted::AllowanceUsed => return Err(Refusal::allowance_used(new.now)),
    };
    let notice = Notice::referral_submitted(&stored.referral().referred_name);
    Ok((
        AppendHeaders(replayed),
        Accepted::created(view::referral(&stored, &caller.access), notice),
    ))
}

/// Lists referrals: all of them for the admin with the second factor, the own ones for a member,
/// none for a guest.
#[utoipa::path(
    get,
    path = "/referrals",
    operation_id = "listReferrals",
    tag = "Referrals",
    params(ReferralQuery),
    responses((status = 200, body = Page), (status = 401, response = Refused))
)]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
    QueryParams(find): QueryParams<ReferralQuery>,
) -> Result<Json<Page>> {
    if find.search.is_some() {
        return Err(Refusal::malformed(
            "A text to search for stands in the body of POST /api/referrals/search, where nobody \
             in between logs it.",
        ));
    }
    page(&state, &caller, find).await
}

/// Finds referrals by a text, among those that the same person would be listed.
#[utoipa::path(
    post,
    path = "/referrals/search",
    operation_id = "searchReferrals",
    tag = "Referrals",
    request_body = ReferralQuery,
    responses((status = 200, body = Page), (status = 401, response = Refused))
)]
pub(crate) async fn search(
    State(state): State<AppState>,
    Current(caller): Current,
    JsonBody(find): JsonBody<ReferralQuery>,
) -> Result<Json<Page>> {
    if !find.search_fits() {
        let detail = format!("The field `search` has at most {SEARCH_MAX} characters.");
        return Err(Refusal::malformed(detail));
    }
    page(&state, &caller, find).await
}

async fn page(state: &AppState, caller: &Caller, find: ReferralQuery) -> Result<Json<Page>> {
    let given = |text: &String| !text.is_empty();
    let Some(scope) = scope(&caller.access) else {
        let totals = Totals::default();
        return Ok(Json(Page { referrals: Vec::new(), totals, next: None }));
    };
    let totals = state.store.totals(&scope).await?;
    let listing = Listing {
        scope,
        search: find.search.unwrap_or_default(),
        status: find.status.filter(given),
        service: find.service.filter(given),
        sort: find.sort.unwrap_or_default(),
        after: find.after,
        limit: find.limit.unwrap_or(PAGE_SIZE).clamp(1, PAGE_SIZE),
    };
    let listed = state.store.list(&listing).await?;
    let shown = |stored| view::referral(stored, &caller.access);
    let referrals = listed.referrals.iter().map(shown).collect();
    Ok(Json(Page { referrals, totals, next: listed.next }))
}

/// Scope referrals somebody may see; `None` if nobody's.
pub(crate) fn scope(access: &Access) -> Option<Scope> {
    if access.sees_all() {
        return Some(Scope::All);
    }
    access.viewer.user().map(|user| Scope::Of(user.mobile_number.clone()))
}
