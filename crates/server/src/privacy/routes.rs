//! Erasing everything stored about a person.

use api::{Erased, ErasureRequest, HostedCode};
use axum::{extract::State, http::HeaderMap, response::IntoResponse};
use domain::{
    pipeline::{Known, Right, may_erase},
    verdict::Verdict,
};
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument;

use crate::{audit::security::SecurityEvent, db::EventKind};

use crate::{
    AppState,
    audit::Audit,
    http::{
        answer::Accepted,
        extract::{
            Authorized, Current, IdempotencyKey, JsonBody, OptionalIdempotencyHeader, QueryParams,
            Records,
        },
        language::Translation,
        refusal::Result,
    },
    secret,
};
use crate::{
    login::routes::session::cookie, referrals::relation, staff::routes::staff::LeavingQuery,
};

/// Erases everything stored about the user, and logs out.
#[utoipa::path(delete, path = "/me", operation_id = "eraseMe", tag = "Erasure",
    params(OptionalIdempotencyHeader, LeavingQuery),
    responses((status = 200, body = Verdict<Erased>)))]
pub(crate) async fn me(
    State(state): State<AppState>,
    QueryParams(leaving): QueryParams<LeavingQuery>,
    headers: HeaderMap,
    retry: Option<IdempotencyKey>,
    current: Result<Current>,
    words: Translation,
    audit: Audit,
) -> Result<impl IntoResponse> {
    let token = state.cookies.session(&headers).as_ref().map(secret::hash);
    // The session may already be gone with the account, so the key uses the token alone.
    let retry = retry.zip(token).map(|(retry, token)| retry.retry_key(&token, &state, &[b"me"]));
    let done = |erased: Erased| {
        let (session, device) = (state.cookies.clear_session(), state.cookies.clear_device());
        let notice = words.done(api::erased(&erased));
        (cookie(session), cookie(device), Accepted::done(erased, notice))
    };
    let Current(caller) = match (current, &retry) {
        (Ok(current), _) => current,
        // The session was erased with the account. A client that did not get the answer asks again.
        (Err(refusal), Some(retry)) => match state.store.answer(&retry.stored_key).await? {
            // An unreadable answer is from another version of this program; the erasure was done.
            Some(answer) => return Ok(done(serde_json::from_str(&answer).unwrap_or_default())),
            None => return Err(refusal),
        },
        (Err(refusal), None) => return Err(refusal),
    };
    let now = state.clock.now();
    let user = caller.access.recently_confirmed(now)?;
    let event = audit.by(EventKind::Erasure, &caller);
    let (mobile, integrations) = (user.mobile_number.clone(), leaving.integrations(None));
    let (store, session) = (state.store.clone(), caller.session().copied());
    let erase = async move {
        let (integrations, session) = (integrations.as_ref(), session.as_ref());
        let erase = store.erase_referrer(&mobile, integrations, now, session, retry.as_ref());
        audit.done(event, erase).await
    };
    Ok(done(finish(&state, erase).await?))
}

/// Erases everything stored about a person who has asked for it.
#[utoipa::path(post, path = "/erasures", operation_id = "eraseReferred", tag = "Erasure",
    params(OptionalIdempotencyHeader),
    request_body = ErasureRequest, responses((status = 200, body = Verdict<Erased>)))]
pub(crate) async fn referred(
    State(state): State<AppState>,
    Authorized { caller, .. }: Authorized<Records>,
    audit: Audit,
    retry: Option<IdempotencyKey>,
    JsonBody(request): JsonBody<ErasureRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    caller.access.may_with_recent_factor(Right::Records, now)?;
    let phone = request.phone()?;
    let who = caller.access.member()?.mobile_number.as_str().as_bytes();
    let what: [&[u8]; 2] = [b"erasure", phone.as_bytes()];
    let retry = retry.map(|retry| retry.retry_key(who, &state, &what));
    let target = state.fingerprint(phone);
    let by = audit.by(EventKind::ErasureOfReferred, &caller);
    let event = SecurityEvent { at: now, target, ..by };
    let (store, phone, session) =
        (state.store.clone(), phone.to_owned(), caller.session().copied());
    let viewer = caller.access.viewer;
    let erase = async move {
        let may = |found: &Known| Ok(may_erase(&relation::for_viewer(found.clone(), &viewer))?);
        let erase = store.erase_referred(&phone, now, session.as_ref(), retry.as_ref(), &may);
        audit.done(event, erase).await
    };
    let erased = finish(&state, erase).await?;
    let notice = api::erased_referred(&erased);
    Ok(Accepted::done(erased, notice))
}

/// Erases everything stored about somebody who has proved that this number is theirs, without logging in: an
/// account that somebody has logged in to stays.
pub(crate) async fn erase_themselves(
    state: &AppState,
    audit: &Audit,
    phone: &str,
    permit: Option<OwnedSemaphorePermit>,
) -> Result<Erased> {
    let target = state.fingerprint(phone);
    let (store, phone, now) = (state.store.clone(), phone.to_owned(), state.clock.now());
    let event = SecurityEvent { at: now, actor: target, ..audit.of(EventKind::Erasure, None) };
    let audit = audit.clone();
    let erase = async move {
        audit.done(event, store.erase_referred(&phone, now, None, None, &|_| Ok(()))).await
    };
    let permit = permit.map_or_else(|| state.take_erasure(), Ok)?;
    finish_with(permit, erase).await
}

/// Erases in a task of its own, so that an erasure which takes longer than a request may is finished,
/// and the next try finds it done. While it lasts, others are refused.
async fn finish(
    state: &AppState,
    erase: impl Future<Output = Result<Erased>> + Send + 'static,
) -> Result<Erased> {
    finish_with(state.take_erasure()?, erase).await
}

async fn finish_with(
    permit: OwnedSemaphorePermit,
    erase: impl Future<Output = Result<Erased>> + Send + 'static,
) -> Result<Erased> {
    let erase = async move {
        let _permit = permit;
        erase.await
    };
    let erased = tokio::spawn(erase.in_current_span()).await;
    erased.unwrap_or_else(|_| Err(HostedCode::OutcomeUnknown.into()))
}
