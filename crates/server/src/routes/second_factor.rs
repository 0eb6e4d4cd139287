//! Giving the second factor.

use axum::{extract::State, response::IntoResponse};
use domain::{
    hosted::{self, Access, HostedCode, SECOND_FACTOR_WINDOW_MS, SecondFactorRequest, SessionView},
    verdict::Verdict,
};

use crate::{
    AppState,
    answer::Accepted,
    clock::before,
    extract::{Current, Sent},
    openapi::Refused,
    refusal::Result,
};

/// Confirms the admin's session with what an authenticator app shows.
#[utoipa::path(
    post,
    path = "/session/second-factor",
    operation_id = "confirmSession",
    tag = "Login",
    request_body = SecondFactorRequest,
    responses(
        (status = 200, body = Verdict<SessionView>),
        (status = 401, response = Refused),
        (status = 422, response = Refused),
    )
)]
pub(crate) async fn confirm(
    State(state): State<AppState>,
    Current(caller): Current,
    Sent(request): Sent<SecondFactorRequest>,
) -> Result<impl IntoResponse> {
    caller.access.admin()?;
    let user = caller.access.member()?;
    let now = state.clock.now();
    // Who has waited as long as they were told may try.
    let since = before(now, SECOND_FACTOR_WINDOW_MS - 1);
    let tries = state.store.try_second_factor(&user.mobile_number, now, since).await?;
    hosted::may_try_second_factor(tries)?;

    let factor = state.second_factor.as_ref().ok_or(HostedCode::SecondFactorWrong)?;
    let step = factor.step_of(&request.code, now).ok_or(HostedCode::SecondFactorWrong)?;
    let token = caller.token.ok_or(HostedCode::SecondFactorWrong)?;
    if !state.store.confirm(&token, &user.mobile_number, step).await? {
        return Err(HostedCode::SecondFactorWrong.into());
    }
    let view = Access { confirmed: true, ..caller.access.clone() }.view();
    Ok(Accepted::done(view, hosted::confirmed()))
}
