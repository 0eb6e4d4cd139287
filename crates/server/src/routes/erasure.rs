//! Erasing what is stored about somebody.

use axum::{extract::State, response::IntoResponse};
use domain::{
    hosted::{self, Erased, ErasureRequest},
    mobile::MobileNumber,
    verdict::Verdict,
};

use store::{EventKind, SecurityEvent};

use super::session::cookie;
use crate::{
    AppState,
    answer::Accepted,
    audit::Audit,
    extract::{Confirmed, Current, Sent},
    openapi::{Null, Refused},
    refusal::Result,
};

/// Erases one's own account and referrals, and logs out.
#[utoipa::path(
    delete,
    path = "/me",
    operation_id = "eraseMe",
    tag = "Erasure",
    responses(
        (status = 200, body = Verdict<Null>),
        (status = 401, response = Refused),
        (status = 403, response = Refused),
    )
)]
pub(crate) async fn me(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    let user = caller.access.freshly_confirmed(now)?;
    let event = audit.by(EventKind::Erasure, &caller);
    audit.done(event, state.store.erase_referrer(&user.mobile_number, now)).await?;
    let (session, device) = (state.cookies.take_away(), state.cookies.take_device_away());
    Ok((cookie(session), cookie(device), Accepted::done((), hosted::erased())))
}

/// Erases all referrals of a person, who has asked for it.
#[utoipa::path(
    post,
    path = "/erasures",
    operation_id = "eraseReferred",
    tag = "Erasure",
    request_body = ErasureRequest,
    responses(
        (status = 200, body = Verdict<Erased>),
        (status = 401, response = Refused),
        (status = 422, response = Refused),
    )
)]
pub(crate) async fn referred(
    State(state): State<AppState>,
    Confirmed(caller): Confirmed,
    audit: Audit,
    Sent(request): Sent<ErasureRequest>,
) -> Result<impl IntoResponse> {
    let now = state.clock.now();
    caller.access.freshly_confirmed_admin(now)?;
    let phone = request.phone()?;
    let target = MobileNumber::parse(phone).ok().map(|number| state.secret.number(&number));
    let event = SecurityEvent { target, ..audit.by(EventKind::ErasureOfReferred, &caller) };
    let erasure = audit.done(event, state.store.erase_referred(phone, now)).await?;
    let erased = Erased { referrals: erasure.referrals };
    Ok(Accepted::done(erased, hosted::erased_referred(erased.referrals)))
}
