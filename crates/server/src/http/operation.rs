//! The operators' pages: health, readiness and metrics. They have an address of their own, because
//! whoever can reach them can read them. Visitors can reach [`healthz`] only.

use axum::{
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use metrics_exporter_prometheus::PrometheusHandle;

use crate::AppState;

pub(crate) const HEALTHZ: &str = "/healthz";
pub(crate) const READYZ: &str = "/readyz";
pub(crate) const METRICS: &str = "/metrics";

/// The media type of Prometheus metrics.
const METRICS_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The warning for a wrong setting of proxies, which prevents some or all visitors from getting
/// codes.
const UNKNOWN_PROXY: &str = "requests come through a proxy that --trusted-proxies does not name, \
    or that sends no X-Forwarded-For: its visitors get no codes and share one network's limits\n";

/// The process is running.
pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether the store can be read and written, and what fails otherwise. Also says whether visitors
/// can be told apart.
pub(crate) async fn readyz(State(state): State<AppState>) -> Response {
    let now = state.clock.now();
    let readiness = state.readiness();
    if let Some(fault) = readiness.fault(&state.store, now).await {
        return not_ready(&fault);
    }
    // Anybody can send such a header, so it must not take the server out of service.
    if readiness.met_unknown_proxy(now) {
        return ["ready\n", UNKNOWN_PROXY].concat().into_response();
    }
    "ready\n".into_response()
}

/// The server cannot work, and why.
pub(crate) fn not_ready(why: &str) -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {why}\n")).into_response()
}

/// Shows the metrics.
pub(crate) fn metrics(metrics: &PrometheusHandle) -> Response {
    ([(CONTENT_TYPE, METRICS_TYPE)], metrics.render()).into_response()
}

/// What there is at this address.
pub(crate) async fn no_such_page() -> (StatusCode, String) {
    (StatusCode::NOT_FOUND, format!("There are only {HEALTHZ}, {READYZ} and {METRICS}.\n"))
}
