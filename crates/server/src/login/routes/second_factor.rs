//! Giving the second factor.

use crate::{
    audit::{security, security::SecurityEvent},
    db::{EventKind, EventOutcome},
    login::records::{GivenFactor, NewConfirmation},
    staff::records::StaffFactors,
};
use api::{
    self, Access, HostedCode, RECOVERY_CODE_DIGITS, SECOND_FACTOR_WINDOW_MS, SecondFactorRequest,
    SessionView,
};
use axum::{Json, extract::State, response::IntoResponse};
use domain::{mobile::MobileNumber, notice::Notice, verdict::Verdict};
use serde_json::Value;

use crate::login::routes::session::cookie;
use crate::{
    AppState,
    audit::{self, Audit},
    clock::{after, before},
    http::{
        answer::Accepted,
        extract::{Caller, Current, JsonBody},
        refusal::Result,
    },
    login::{
        recovery,
        session_view::Offered,
        totp::{APP_CODE_DIGITS, TotpKey},
    },
    random, secret,
    staff::passkeys::RelyingParty,
};

/// How long a passkey's challenge is valid.
const CHALLENGE_LIFE_MS: u64 = 5 * api::MINUTE_MS;

/// Confirms the session of a member of staff with a code of an authenticator app or a recovery
/// code. The session gets a new cookie, so that an old one that was stolen is worthless.
#[utoipa::path(post, path = "/session/second-factor", operation_id = "confirmSession",
    tag = "Login", request_body = SecondFactorRequest,
    responses((status = 200, body = Verdict<SessionView>)))]
pub(crate) async fn confirm(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    JsonBody(request): JsonBody<SecondFactorRequest>,
) -> Result<impl IntoResponse> {
    let (mobile, factors) = factors(&state, &caller).await?;
    let staff = caller.access.staff_even_unconfirmed()?.id();
    let given = given(&state, staff, &mobile, &factors, &request.code);
    let kind = match given {
        GivenFactor::RecoveryCode(_) => EventKind::RecoveryCode,
        _ => EventKind::SecondFactor,
    };
    let wrong = HostedCode::SecondFactorWrong;
    let notice = caller.words.done(api::confirmed());
    confirm_by(&state, &caller, &audit, kind, given, wrong, notice).await
}

/// Asks for a signature of one of the user's passkeys: `options` for `navigator.credentials.get`.
#[utoipa::path(post, path = "/session/second-factor/passkey/options",
    operation_id = "askForPasskey", tag = "Login", responses((status = 200, body = Object)))]
pub(crate) async fn ask(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<Value>> {
    let (_, factors) = factors(&state, &caller).await?;
    let begun = relying_party(&state)?.begin_authentication(&factors.passkeys);
    let begun = begun.ok_or(HostedCode::PasskeyRefused)?;
    keep_challenge(&state, &caller, &begun.state).await?;
    Ok(Json(begun.options))
}

/// Confirms the session with a passkey's signature, the result of `PublicKeyCredential.toJSON()`.
#[utoipa::path(post, path = "/session/second-factor/passkey",
    operation_id = "confirmSessionByPasskey", tag = "Login", request_body(content = Object),
    responses((status = 200, body = Verdict<SessionView>)))]
pub(crate) async fn confirm_by_passkey(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    JsonBody(credential): JsonBody<Value>,
) -> Result<impl IntoResponse> {
    let (_, factors) = factors(&state, &caller).await?;
    let staff = caller.access.staff_even_unconfirmed()?.id();
    let asked = take_challenge(&state, &caller).await?;
    let signed = serde_json::to_vec(&credential).unwrap_or_default();
    let given = relying_party(&state)?.signed(staff, &asked, &signed, &factors.passkeys);
    let given = given.unwrap_or(GivenFactor::Invalid);
    let wrong = HostedCode::PasskeyRefused;
    let kind = EventKind::SecondFactor;
    let notice = caller.words.done(api::confirmed());
    confirm_by(&state, &caller, &audit, kind, given, wrong, notice).await
}

/// Confirms a session within the limits for tries; `wrong` is the refusal for a wrong factor.
pub(crate) async fn confirm_by(
    state: &AppState,
    caller: &Caller,
    audit: &Audit,
    kind: EventKind,
    given: GivenFactor,
    wrong: HostedCode,
    notice: Notice,
) -> Result<impl IntoResponse + use<>> {
    let staff = caller.access.staff_even_unconfirmed()?;
    let mobile = &caller.access.member()?.mobile_number;
    let now = state.clock.now();
    // Read first: what fails after the write would hide that it was done.
    let offered = Offered::today(state, caller.words.clone()).await?;
    let next = random::bytes()?;
    let new = NewConfirmation {
        token: caller.token.ok_or(wrong)?,
        next: secret::hash(&next),
        mobile: mobile.clone(),
        number: state.secret.number(mobile),
        given,
        now,
        // Whoever has waited exactly as long as they were told may try.
        since: before(now, SECOND_FACTOR_WINDOW_MS - 1),
    };
    let event = audit.by(kind, caller);
    let confirmed = state.store.confirm(&new, &api::may_try_second_factor);
    let confirmed = security::recorded(event.clone(), confirmed).await?;
    audit::log(&SecurityEvent { outcome: outcome(confirmed), ..event });
    if !confirmed? {
        return Err(wrong.into());
    }
    let access = Access::of_staff(staff.clone(), Some(now));
    let view = offered.view(&access);
    Ok((cookie(state.cookies.set_session(&next)), Accepted::done(view, notice)))
}

/// The number and the second factors of the caller.
pub(crate) async fn factors(
    state: &AppState,
    caller: &Caller,
) -> Result<(MobileNumber, StaffFactors)> {
    let staff = caller.access.staff_even_unconfirmed()?;
    let mobile = caller.access.member()?.mobile_number.clone();
    let factors = state.store.factors(staff.id(), &state.secret.number(&mobile)).await?;
    Ok((mobile, factors))
}

/// The site as the relying party of passkeys.
pub(crate) fn relying_party(state: &AppState) -> Result<RelyingParty<'_>> {
    let party = RelyingParty::of(&state.origin);
    Ok(party.ok_or(HostedCode::PasskeyRefused)?)
}

/// Stores the challenge for the session's passkey.
pub(crate) async fn keep_challenge(state: &AppState, caller: &Caller, asked: &[u8]) -> Result<()> {
    let session = caller.token.ok_or(HostedCode::PasskeyRefused)?;
    let expires_at = after(state.clock.now(), CHALLENGE_LIFE_MS);
    Ok(state.store.keep_challenge(&session, asked, expires_at).await?)
}

/// Removes and returns the challenge for the session's passkey.
pub(crate) async fn take_challenge(state: &AppState, caller: &Caller) -> Result<Vec<u8>> {
    let session = caller.token.ok_or(HostedCode::PasskeyRefused)?;
    let asked = state.store.take_challenge(&session, state.clock.now()).await?;
    Ok(asked.ok_or(HostedCode::PasskeyRefused)?)
}

/// The authenticator app that a member has set up or, for the first owner, that the operator has
/// configured.
fn totp_key(
    state: &AppState,
    staff: &str,
    mobile: &MobileNumber,
    factors: &StaffFactors,
) -> Option<TotpKey> {
    match &factors.totp {
        Some(part) => Some(TotpKey::of_bytes(&state.secret.totp(staff, part), "")),
        None => state.configured_totp(Some(mobile), factors.reset_at).cloned(),
    }
}

/// Parses what somebody typed. People write long codes in groups with blanks or hyphens.
fn given(
    state: &AppState,
    staff: &str,
    mobile: &MobileNumber,
    factors: &StaffFactors,
    typed: &str,
) -> GivenFactor {
    let code = recovery::without_groups(typed);
    if code.len() == RECOVERY_CODE_DIGITS as usize {
        return GivenFactor::RecoveryCode(state.secret.recovery_code(mobile, &code));
    }
    if code.len() != usize::from(APP_CODE_DIGITS) {
        return GivenFactor::Invalid;
    }
    let factor = totp_key(state, staff, mobile, factors);
    let step = factor.and_then(|factor| factor.step_of(&code, state.clock.now()));
    step.map_or(GivenFactor::WrongAppCode, GivenFactor::Step)
}

fn outcome(confirmed: std::result::Result<bool, HostedCode>) -> EventOutcome {
    match confirmed {
        Ok(true) => EventOutcome::Done,
        Ok(false) => EventOutcome::Wrong,
        Err(HostedCode::SecondFactorPaused | HostedCode::SecondFactorUsedUp) => {
            EventOutcome::Paused
        }
        Err(_) => EventOutcome::Refused,
    }
}

#[cfg(test)]
mod tests {
    use api::{FactorTries, SECOND_FACTOR_TRIES, SECOND_FACTOR_TRIES_A_DAY};

    use super::*;

    #[test]
    fn whatever_the_rule_refuses_is_logged_as_it_is_stored() {
        let too_many = [(SECOND_FACTOR_TRIES + 1, 0), (1, SECOND_FACTOR_TRIES_A_DAY + 1)];
        for (recent, in_a_day) in too_many {
            let refused = api::may_try_second_factor(FactorTries { recent, in_a_day });
            assert_eq!(outcome(refused.map(|()| true)), EventOutcome::Paused);
        }
    }
}
