//! Listing and ending the user's sessions.

use crate::{db::EventKind, login::records::ListedSession};
use api::{HostedCode, SessionEntry, Sessions};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};

use crate::login::routes::session::cookie;
use crate::{
    AppState,
    audit::Audit,
    http::{
        extract::{Caller, Current},
        refusal::{Refusal, Result},
    },
    random,
};

/// How many bytes of a token's hash identify a session to its owner.
const KEY_BYTES: usize = 16;

/// Lists the user's sessions, the most recently used first.
#[utoipa::path(get, path = "/sessions", operation_id = "listSessions", tag = "Login",
    responses((status = 200, body = Sessions)))]
pub(crate) async fn list(
    State(state): State<AppState>,
    Current(caller): Current,
) -> Result<Json<Sessions>> {
    let user = caller.access.member()?;
    let sessions = state.store.sessions(&user.mobile_number, state.clock.now()).await?;
    let sessions = sessions.into_iter().map(|session| entry(session, &caller)).collect();
    Ok(Json(Sessions { sessions }))
}

/// Ends one of the user's sessions. Ending one that has ended already is no error.
#[utoipa::path(delete, path = "/sessions/{key}", operation_id = "endSession", tag = "Login",
    params(("key" = String, Path, description = "Names the session, as the list of them does")),
    responses((status = 204)))]
pub(crate) async fn end(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
    path: std::result::Result<Path<String>, axum::extract::rejection::PathRejection>,
) -> Result<impl IntoResponse> {
    let user = caller.access.member()?;
    let Path(key) = path.map_err(|_| Refusal::from(HostedCode::BadRequest))?;
    let sessions = state.store.sessions(&user.mobile_number, state.clock.now()).await?;
    let found =
        sessions.into_iter().map(|session| session.token).find(|token| session_key(token) == key);
    if let Some(token) = &found {
        let event = audit.by(EventKind::SessionEnded, &caller);
        audit.done(event, state.store.close_session(token)).await?;
    }
    let is_own = found.is_some() && found == caller.token;
    let gone = if is_own { state.cookies.clear_session() } else { None };
    Ok((StatusCode::NO_CONTENT, cookie(gone)))
}

/// Logs out everywhere.
#[utoipa::path(delete, path = "/sessions", operation_id = "logOutEverywhere", tag = "Login",
    responses((status = 204)))]
pub(crate) async fn log_out_everywhere(
    State(state): State<AppState>,
    Current(caller): Current,
    audit: Audit,
) -> Result<impl IntoResponse> {
    let user = caller.access.member()?;
    let event = audit.by(EventKind::SessionsEnded, &caller);
    audit.done(event, state.store.close_sessions(&user.mobile_number, caller.session())).await?;
    Ok((StatusCode::NO_CONTENT, cookie(state.cookies.clear_session())))
}

/// The key of a session for its owner: a part of the token's hash, which reveals nothing about the
/// token.
pub(crate) fn session_key(token: &[u8; 32]) -> String {
    random::encode(token.get(..KEY_BYTES).unwrap_or_default())
}

pub(crate) fn entry(session: ListedSession, caller: &Caller) -> SessionEntry {
    SessionEntry {
        key: session_key(&session.token),
        begun_at: session.times.created_at,
        used_at: session.times.seen_at,
        device: session.device,
        current: caller.token == Some(session.token),
    }
}
