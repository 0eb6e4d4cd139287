//! Logs and measures each request, and adds the headers that all answers of the interface have.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, Method, header::CACHE_CONTROL},
    middleware::Next,
    response::Response,
};
use site::headers::security_headers;
use tracing::Instrument;

use crate::observe::metrics::{InFlight, request_answered};
use crate::{AppState, random};

/// The request's id, in its answer and in all its lines of the log.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The request's id, for handlers.
#[derive(Clone, Debug)]
pub(crate) struct RequestId(pub(crate) String);

/// The route label for unknown paths of the interface.
pub(super) const UNKNOWN: &str = "unknown";

/// The route label for all pages and files, since an unknown path could be anything.
const SITE: &str = "site";

/// Logs and measures a request.
pub(crate) async fn observe(mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let _in_flight = InFlight::begin();
    let method = known(request.method());
    let matched = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let route = match matched {
        None => SITE.to_owned(),
        Some(route) if route.contains('*') => UNKNOWN.to_owned(),
        Some(route) => route.to_owned(),
    };
    // The id is not taken from the client, which could send anything. An answer without one is
    // fine.
    let id = random::id().unwrap_or_default();
    request.extensions_mut().insert(RequestId(id.clone()));
    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }

    let duration = begun.elapsed();
    let status = response.status().as_u16();
    span.in_scope(|| {
        let milliseconds = duration.as_micros() as f64 / 1000.0;
        tracing::info!(method, route, status, milliseconds, "answered");
    });
    request_answered(&route, status, duration);
    response
}

/// Adds the headers for answers of the interface. The site has its own.
pub(crate) async fn with_security_headers(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    add_security_headers(&state, next.run(request).await)
}

/// The same for one answer.
pub(crate) fn add_security_headers(state: &AppState, mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.extend(security_headers(state.behind_https));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The method, if it is a standard one; a client can send any word.
fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::PATCH => "PATCH",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}
