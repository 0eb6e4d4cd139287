//! Logging in and out.

use crate::{
    audit::{security, security::SecurityEvent},
    db::{EventKind, EventOutcome},
    login::records::NewSession,
};
use api::{Access, CodeMatch, HostedCode, LoginRequest, OwnName, SessionView};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header::SET_COOKIE},
    response::{AppendHeaders, IntoResponse},
};
use domain::{
    account::{Challenge, LoginMode, Registration, User, Verified},
    rejection::{RejectionCode, Rejections},
    verdict::Verdict,
};

use crate::{
    AppState,
    audit::{self, Audit},
    http::{
        answer::Accepted,
        extract::{Caller, Current, JsonBody, staff},
        language::Language,
        refusal::Result,
    },
    login::{devices, login_codes, session_view::Offered},
    observe, random,
    secret::{self, Purpose},
};

/// Shows who is logged in.
#[utoipa::path(get, path = "/session", operation_id = "getSession", tag = "Login",
    responses((status = 200, body = SessionView)))]
pub(crate) async fn view(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<SessionView>> {
    Ok(Json(Offered::today(&state, caller.words).await?.view(&caller.access)))
}

/// Logs in or signs up with a one-time code, and sets a new session's cookie.
#[utoipa::path(post, path = "/session", operation_id = "logIn", tag = "Login",
    request_body = LoginRequest, responses((status = 200, body = Verdict<SessionView>)))]
pub(crate) async fn log_in(
    State(state): State<AppState>,
    caller: Caller,
    audit: Audit,
    headers: HeaderMap,
    language: Language,
    JsonBody(request): JsonBody<LoginRequest>,
) -> Result<impl IntoResponse> {
    let request = login_codes::resolve(&state.secret, request);
    // The order matters: the number is looked up only after a correct code, and the code is used up
    // before the answer.
    let kind = match request.mode {
        LoginMode::Login => EventKind::Login,
        LoginMode::Signup => EventKind::SignUp,
    };
    let verified = verify(&state, &audit, kind, &request).await?;
    // Read before the code is used up: if it fails, the same code works again.
    let offered = Offered::today(&state, caller.words.clone()).await?;
    if !state.store.use_code(&request.challenge).await? {
        return Err(HostedCode::CodeExpired.into());
    }
    let event = audit.of(kind, Some(verified.mobile()));
    let user = User::of(verified.mobile().clone());
    let (token, now) = (random::bytes()?, state.clock.now());
    let new = NewSession {
        token: secret::hash(&token),
        user: user.clone(),
        now,
        replaces: caller.token,
        device: devices::family(&headers),
        language: language.code(),
        first_owner: first_owner(&state, &user)?,
    };
    let enter = |found: Registration| {
        verified.enter(request.mode, found, &state.policy, now).map_err(Rejections::from)
    };
    let opened = state.store.open_session(&new, &enter);
    let (user, staff) = match security::recorded(event.clone(), opened).await? {
        Ok((user, member)) => {
            let staff = staff(member, &user);
            (user, staff)
        }
        Err(rejections) => {
            audit.note(SecurityEvent { outcome: EventOutcome::Refused, ..event }, None).await;
            return Err(rejections.into());
        }
    };
    audit::log(&event);
    let device = devices::remember(&state, &headers, &user.mobile_number, new.token).await;
    let access = staff.map_or_else(|| Access::of_member(user), Access::of_unconfirmed);
    let view = offered.view(&access);
    let done = match request.mode {
        LoginMode::Login => api::logged_in(),
        LoginMode::Signup => api::signed_up(),
    };
    let session = state.cookies.set_session(&token);
    Ok((cookie(session), cookie(device), Accepted::done(view, caller.words.done(done))))
}

/// Logs out.
#[utoipa::path(delete, path = "/session", operation_id = "logOut", tag = "Login",
    responses((status = 204)))]
pub(crate) async fn log_out(
    State(state): State<AppState>,
    caller: Caller,
    audit: Audit,
) -> Result<impl IntoResponse> {
    if let (Some(token), Some(_)) = (&caller.token, caller.access.viewer.user()) {
        let event = audit.by(EventKind::Logout, &caller);
        audit.done(event, state.store.close_session(token)).await?;
    }
    Ok((StatusCode::NO_CONTENT, cookie(state.cookies.clear_session())))
}

/// Changes what a member is called. What staff are called, their colleagues know them by: an owner
/// changes it.
#[utoipa::path(put, path = "/me/name", operation_id = "setName", tag = "Login",
    request_body = OwnName, responses((status = 200, body = Verdict<OwnName>)))]
pub(crate) async fn set_name(
    State(state): State<AppState>,
    Current(caller): Current,
    JsonBody(request): JsonBody<OwnName>,
) -> Result<impl IntoResponse> {
    let mobile = &caller.access.member()?.mobile_number;
    if caller.access.staff_even_unconfirmed().is_ok() {
        return Err(RejectionCode::NotAllowed.into());
    }
    request.fits()?;
    let name = request.check()?;
    if !state.store.set_name(mobile, &name, caller.session()).await? {
        return Err(RejectionCode::NotRegistered.into());
    }
    Ok(Accepted::done(OwnName { name }, caller.words.done(api::name_saved())))
}

/// The id for the first owner, if this is the configured number.
fn first_owner(state: &AppState, user: &User) -> Result<Option<(String, User)>> {
    let owner = state.policy.first_owner(&user.mobile_number);
    owner.map(|owner| Ok((random::id()?, owner))).transpose()
}

/// The header that sets a cookie.
pub(crate) fn cookie(
    value: Option<HeaderValue>,
) -> AppendHeaders<Option<(HeaderName, HeaderValue)>> {
    AppendHeaders(value.map(|value| (SET_COOKIE, value)))
}

/// Compares a code with the one that was sent.
async fn verify(
    state: &AppState,
    audit: &Audit,
    kind: EventKind,
    request: &LoginRequest,
) -> Result<Verified> {
    let challenge = &request.challenge;
    if !random::is_id(challenge) {
        return Err(HostedCode::CodeExpired.into());
    }
    let Some(found) = state.store.try_code(challenge).await? else {
        return Err(HostedCode::CodeExpired.into());
    };
    let now = state.clock.now();
    found.sent.may_be_tried(now)?;
    let code = request.code.trim();
    let texts = [challenge.as_bytes(), code.as_bytes()];
    let right = state.secret.verify_hmac(Purpose::Code, &texts, &found.code);
    observe::code_compared(right);
    if !right {
        // At most as many as a code's tries, so that nobody can fill the table.
        let event = audit.of(kind, Some(&found.mobile));
        audit.note(SecurityEvent { outcome: EventOutcome::Wrong, ..event }, None).await;
    }
    let tried = if right { CodeMatch::Right } else { CodeMatch::Wrong };
    // Parsed again, because a challenge can only be made from a checked number.
    let requested = Challenge::request(found.mobile.as_str())?;
    Ok(found.sent.verify(requested, tried, now)?)
}
