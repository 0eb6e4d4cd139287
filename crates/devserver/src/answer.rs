//! The router: every request goes to the site as it is now.

use axum::{
    Router,
    extract::{Request, State},
    http::Method,
    response::Response,
};

use crate::{live, sites::Sites};

/// A router that answers every path and method from `sites`. It needs no socket: a test can call
/// it, and another server can mount it behind its own routes with
/// [`fallback_service`](Router::fallback_service).
pub fn router(sites: &Sites) -> Router {
    Router::new().fallback(answer).with_state(sites.clone())
}

async fn answer(State(sites): State<Sites>, request: Request) -> Response {
    let site = sites.current();
    if site.is_live() && request.method() == Method::GET && request.uri().path() == live::EVENTS {
        return live::events(sites.builds());
    }
    site.answer(request.method(), request.uri(), request.headers())
}
