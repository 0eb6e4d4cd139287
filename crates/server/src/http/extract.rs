//! Extractors for handlers. Each refuses in the words of the rules and never repeats what it was
//! sent.

mod api_token;
mod caller;
mod current;
mod idempotency_key;
mod input;

pub(crate) use crate::http::extract::api_token::{PREFIX, without_origin};
pub(crate) use crate::http::extract::caller::{Caller, staff};
pub(crate) use crate::http::extract::current::{
    Authorized, Award, Current, EXPECTED_USER, GUEST, Handle, Payouts, Read, Records, Redemptions,
    Settings,
};
pub(crate) use crate::http::extract::idempotency_key::{
    IdempotencyHeader, IdempotencyKey, OptionalIdempotencyHeader,
};
pub(crate) use crate::http::extract::input::{ImportJson, ImportText, JsonBody, Key, QueryParams};

use std::convert::Infallible;

use api::HostedCode;
use axum::{extract::FromRequestParts, http::request::Parts};

use crate::{
    AppState,
    http::{client_ip::ClientIp, refusal::Refusal},
};

/// Requires that the client's address is known: that the request came through no untrusted proxy,
/// and through none that does not name its client. Otherwise all visitors would count as one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownClientIp;

impl FromRequestParts<AppState> for ClientIp {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &parts.extensions, &state.trusted_proxies))
    }
}

impl FromRequestParts<AppState> for KnownClientIp {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        match state.unknown_proxy(&parts.headers, &parts.extensions) {
            None => Ok(Self),
            Some(_) => Err(HostedCode::SendingFailed.into()),
        }
    }
}
