//! API tokens of other programs: `Authorization: Bearer kg_…`.
//!
//! **Architecture invariant:** a token allows the routes in [`TokenScope::routes`] and nothing
//! else. Routes that need a recent second factor are not among them.

use api::{Access, HostedCode, TokenScope};
use axum::{
    extract::{MatchedPath, Request},
    http::{HeaderMap, Method, StatusCode, header, request::Parts},
};
use domain::account::User;

use crate::http::extract::caller::{Caller, staff};
use crate::{
    AppState,
    http::refusal::{Refusal, Result},
    random, secret,
};

/// The prefix of every token.
pub(crate) const PREFIX: &str = "kg_";

/// The scope that a route needs; `None` if no token may use it.
fn scope_of(method: &Method, route: &str) -> Option<TokenScope> {
    TokenScope::of(method.as_str(), route.strip_prefix("/api")?)
}

/// Whether a request has a bearer token, valid or not.
pub(crate) fn has_bearer(headers: &HeaderMap) -> bool {
    bearer(headers).is_some()
}

/// Removes the headers about the page that made a request. With a token they do not matter:
/// browsers do not add tokens by themselves, so no other site can misuse one.
pub(crate) fn without_origin(mut request: Request) -> Request {
    if has_bearer(request.headers()) {
        for name in ["origin", "sec-fetch-site"] {
            request.headers_mut().remove(name);
        }
    }
    request
}

/// The maker of a request's token, limited to its scopes.
pub(crate) async fn caller(parts: &Parts, state: &AppState) -> Result<Option<Caller>> {
    let Some(text) = bearer(&parts.headers) else { return Ok(None) };
    let unknown = || {
        Refusal::malformed("The token is unknown, has expired or was revoked.")
            .with_status(StatusCode::UNAUTHORIZED)
    };
    let token = text.strip_prefix(PREFIX).and_then(random::decode::<32>).ok_or_else(unknown)?;
    let (hash, now) = (secret::hash(&token), state.clock.now());
    let (token, maker, member) = state.store.token(&hash, now).await?.ok_or_else(unknown)?;
    let turn = state.token_rate().take(hash, 1.0, now);
    turn.map_err(|seconds| Refusal::from(HostedCode::TooManyRequests).retry_after(seconds))?;
    let route = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let scope = scope_of(&parts.method, route);
    if !scope.is_some_and(|scope| token.scopes.contains(&scope)) {
        let detail = match scope {
            Some(scope) => format!("The token lacks the scope {}.", scope.as_str()),
            None => "API tokens cannot use this route: log in.".to_owned(),
        };
        return Err(Refusal::malformed(detail).with_status(StatusCode::FORBIDDEN));
    }
    let user = User::of(maker);
    // The token was made with the second factor, but it never counts as recent.
    let access = match staff(member, &user) {
        Some(staff) => Access::of_staff(staff, None),
        None => Access::of_member(user),
    };
    let access = access.with_contact(state.policy.contact);
    Ok(Some(Caller {
        access,
        token: Some(hash),
        ended: false,
        is_program: true,
        ..Caller::guest()
    }))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
}
