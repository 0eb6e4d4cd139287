//! What whoever runs this server asks it: is it there, can it work, what has it counted?

use axum::{
    extract::{Request, State},
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};

use devserver::headers::{BARE_POLICY, everywhere};

use crate::{AppState, extract::Client, observe::redact, refusal::Result, routes::unknown};

/// The media type of what Prometheus reads.
const METRICS: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The process is there.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// The store can be read and written.
pub(crate) async fn readyz(State(state): State<AppState>) -> Response {
    match state.store.check().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => {
            tracing::error!(error = redact(&error.to_string()), "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "not ready\n").into_response()
        }
    }
}

/// What was counted, for this machine only: a request that came through a proxy is not from here,
/// whatever its address.
pub(crate) async fn metrics(State(state): State<AppState>, request: Request) -> Result<Response> {
    let headers = request.headers();
    let Client(address) = Client::of(headers, request.extensions(), 0);
    let came_by_proxy =
        ["forwarded", "x-forwarded-for"].iter().any(|name| headers.contains_key(*name));
    match &state.metrics {
        Some(metrics) if address.is_loopback() && !came_by_proxy => Ok(shown(metrics.render())),
        _ => Err(unknown::path().await),
    }
}

/// What was counted, as an answer.
pub(crate) fn shown(counted: String) -> Response {
    ([(CONTENT_TYPE, METRICS)], counted).into_response()
}

/// The headers of every answer here.
pub(crate) async fn plain(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.extend(everywhere());
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(BARE_POLICY));
    response
}
