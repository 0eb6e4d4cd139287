//! Giving the second factor.

use api::{
    self, Access, HostedCode, RECOVERY_CODE_DIGITS, SECOND_FACTOR_WINDOW_MS, SecondFactorRequest,
    SessionView,
};
use axum::{extract::State, response::IntoResponse};
use domain::{mobile::MobileNumber, verdict::Verdict};
use store::{EventKind, EventOutcome, Given, NewConfirmation, SecurityEvent, security};

use super::session::cookie;
use crate::{
    AppState,
    answer::Accepted,
    audit::{self, Audit},
    clock::before,
    extract::{Current, JsonBody},
    random,
    refusal::{Refused, Result},
    secret,
};

/// Confirms the admin's session with what an authenticator app shows, or with a recovery code, and
/// brings a new cookie: whoever had the one before has nothing.
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
    audit: Audit,
    JsonBody(request): JsonBody<SecondFactorRequest>,
) -> Result<impl IntoResponse> {
    let staff = caller.access.employee()?;
    let mobile = &caller.access.member()?.mobile_number;
    let now = state.clock.now();
    let next = random::bytes()?;
    let new = NewConfirmation {
        token: caller.token.ok_or(HostedCode::SecondFactorWrong)?,
        next: secret::hash(&next),
        mobile: mobile.clone(),
        number: state.secret.number(mobile),
        given: given(&state, mobile, &request.code),
        now,
        // Who has waited as long as they were told may try.
        since: before(now, SECOND_FACTOR_WINDOW_MS - 1),
    };
    let kind = match new.given {
        Given::RecoveryCode(_) => EventKind::RecoveryCode,
        _ => EventKind::SecondFactor,
    };
    let event = audit.by(kind, &caller);
    let confirmed = state.store.confirm(&new, &api::may_try_second_factor);
    let confirmed = security::recorded(event.clone(), confirmed).await?;
    audit::log(&SecurityEvent { outcome: outcome(confirmed), ..event });
    if !confirmed? {
        return Err(HostedCode::SecondFactorWrong.into());
    }
    let access = Access::of_staff(staff.clone(), Some(now));
    Ok((
        cookie(state.cookies.set_session(&next)),
        Accepted::done(access.view(numbers::shown), api::confirmed()),
    ))
}

/// What somebody has typed: people write the groups of a long code with blanks or hyphens.
fn given(state: &AppState, mobile: &MobileNumber, typed: &str) -> Given {
    let code: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if code.len() == RECOVERY_CODE_DIGITS as usize {
        return Given::RecoveryCode(state.secret.recovery_code(mobile, &code));
    }
    // The one that the operator has settled is the first owner's.
    let is_named = state.policy.admin.as_ref() == Some(mobile);
    let factor = state.second_factor.as_ref().filter(|_| is_named);
    let step = factor.and_then(|factor| factor.step_of(&code, state.clock.now()));
    step.map_or(Given::Nothing, Given::Step)
}

fn outcome(confirmed: std::result::Result<bool, HostedCode>) -> EventOutcome {
    match confirmed {
        Ok(true) => EventOutcome::Done,
        Ok(false) => EventOutcome::Wrong,
        Err(_) => EventOutcome::Paused,
    }
}
