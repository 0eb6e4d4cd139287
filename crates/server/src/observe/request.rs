//! One line and one measurement for each request, and the headers that all answers of the interface
//! have.

use std::time::Instant;

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, Method, header::CACHE_CONTROL},
    middleware::Next,
    response::Response,
};
use site::headers::security_headers;
use tracing::Instrument;

use super::request_answered;
use crate::{AppState, random};

/// Names a request in its answer and in every line of the log that it causes.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// That name, for whoever handles the request.
#[derive(Clone, Debug)]
pub(crate) struct RequestId(pub(crate) String);

/// The route of what the interface has no route for.
const UNKNOWN: &str = "unknown";

/// The route of all pages and files: a path that is none of theirs could be anything.
const SITE: &str = "site";

/// Watches a request from its first to its last step.
pub(crate) async fn observe(mut request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = known(request.method());
    let matched = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let route = match matched {
        None => SITE.to_owned(),
        Some(route) if route.contains('*') => UNKNOWN.to_owned(),
        Some(route) => route.to_owned(),
    };
    // A name that the client has sent could be anything; and without one, the answer is as good.
    let id = random::name().unwrap_or_default();
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
    request_answered(method, &route, status, duration);
    response
}

/// The headers that all answers have but those of the site, which brings its own.
pub(crate) async fn protected(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    protect(&state, next.run(request).await)
}

/// The same for one answer.
pub(crate) fn protect(state: &AppState, mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.extend(security_headers(state.behind_https));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The method, if it is one of HTTP's own: a client can send any word.
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
