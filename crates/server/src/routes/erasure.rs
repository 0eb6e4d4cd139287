//! Erasing what is stored about somebody.

use axum::{extract::State, response::IntoResponse};
use domain::{
    hosted::{self, Erased, ErasureRequest},
    verdict::Verdict,
};

use super::session::cookie;
use crate::{
    AppState,
    answer::Accepted,
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
    responses((status = 200, body = Verdict<Null>), (status = 401, response = Refused))
)]
pub(crate) async fn me(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<impl IntoResponse> {
    let user = caller.access.member()?;
    state.store.erase_referrer(&user.mobile_number, state.clock.now()).await?;
    Ok((cookie(state.cookies.take_away()), Accepted::done((), hosted::erased())))
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
    _: Confirmed,
    Sent(request): Sent<ErasureRequest>,
) -> Result<impl IntoResponse> {
    let erasure = state.store.erase_referred(request.phone()?, state.clock.now()).await?;
    let erased = Erased { referrals: erasure.referrals };
    Ok(Accepted::done(erased, hosted::erased_referred(erased.referrals)))
}
