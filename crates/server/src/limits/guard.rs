//! What every request to the interface has to pass first.

use std::sync::Arc;

use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::hosted::HostedCode;
use tokio::{sync::Semaphore, time::timeout};

use super::Buckets;
use crate::{
    AppState,
    extract::{Client, network},
    refusal::Refusal,
};

/// The one route that carries megabytes.
const IMPORT: &str = "/api/import";

/// The counters behind the limits.
#[derive(Clone, Debug)]
pub(crate) struct Gate {
    buckets: Arc<Buckets>,
    places: Arc<Semaphore>,
}

impl Gate {
    /// The gate of an application.
    pub(crate) fn new(state: &AppState) -> Self {
        let limits = &state.limits;
        Self {
            buckets: Arc::new(Buckets::new(limits.rate, limits.burst)),
            places: Arc::new(Semaphore::new(limits.at_once)),
        }
    }
}

/// Turns away who asks too often, and all while too much is under way; gives up what takes too
/// long. What was given up has happened as a whole or not at all, as the store promises.
pub(crate) async fn guard(
    State((state, gate)): State<(AppState, Gate)>,
    request: Request,
    next: Next,
) -> Response {
    let Client(address) =
        Client::of(request.headers(), request.extensions(), state.trusted_proxies);
    if let Err(seconds) = gate.buckets.take(network(address), state.clock.now()) {
        return Refusal::from(HostedCode::TooManyRequests).retry_after(seconds).into_response();
    }
    let Ok(_place) = gate.places.try_acquire() else {
        return Refusal::from(HostedCode::Unavailable).into_response();
    };
    let matched = request.extensions().get::<MatchedPath>();
    let patience = match matched.map(MatchedPath::as_str) {
        Some(IMPORT) => state.limits.import_patience,
        _ => state.limits.patience,
    };
    match timeout(patience, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            tracing::warn!("a request took too long");
            Refusal::from(HostedCode::Unavailable).into_response()
        }
    }
}
