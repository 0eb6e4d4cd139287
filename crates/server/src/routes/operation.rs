//! The operator's routes: health, readiness and metrics.

use axum::{
    extract::{FromRequestParts, State},
    http::{StatusCode, header::CONTENT_TYPE, request::Parts},
    response::{IntoResponse, Response},
};

use crate::{
    AppState,
    client_ip::{ClientIp, unknown_proxy},
    refusal::{Refusal, Result},
};

/// The media type of Prometheus metrics.
const METRICS: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The warning for a wrong setting of proxies, which prevents some or all visitors from getting
/// codes.
const UNKNOWN_PROXY: &str = "forwarding headers come from a proxy that --trusted-proxies does not \
    name: its visitors get no codes\n";

/// The process is running.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The store answers. Also says whether visitors can be told apart.
pub(crate) async fn readyz(State(state): State<AppState>, _: Operator) -> Response {
    let now = state.clock.now();
    let readiness = state.readiness();
    if !readiness.store_answers(&state.store, now).await {
        return (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response();
    }
    // Anybody can send such a header, so it must not take the server out of service.
    if readiness.met_unknown_proxy(now) {
        return ["ready\n", UNKNOWN_PROXY].concat().into_response();
    }
    "ready\n".into_response()
}

/// Shows the metrics.
pub(crate) async fn metrics(State(state): State<AppState>, _: Operator) -> Result<Response> {
    match &state.metrics {
        Some(metrics) => Ok(metrics_response(metrics.render())),
        None => Err(Refusal::no_such_path()),
    }
}

/// The metrics as an answer.
pub(crate) fn metrics_response(counted: String) -> Response {
    ([(CONTENT_TYPE, METRICS)], counted).into_response()
}

/// Requires that the request comes from a network of the operator. Everybody else gets status 404,
/// as does whoever came through an untrusted proxy.
pub(crate) struct Operator;

impl FromRequestParts<AppState> for Operator {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let (headers, extensions, proxies) =
            (&parts.headers, &parts.extensions, &state.trusted_proxies);
        let ClientIp(address) = ClientIp::of(headers, extensions, proxies);
        let is_known = unknown_proxy(headers, extensions, proxies).is_none();
        if is_known && state.operators.contains(address) {
            return Ok(Self);
        }
        Err(Refusal::no_such_path())
    }
}
