//! The limits that every request has to pass.

use std::{
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use api::HostedCode;
use axum::{
    body::{Body, HttpBody},
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::time::timeout;

use crate::http::limits::{
    RateLimiter,
    concurrency::{Concurrency, Full, Permit},
};
use crate::{
    AppState,
    http::{
        client_ip::{ClientIp, network},
        operation::HEALTHZ,
        refusal::Refusal,
    },
    observe::add_security_headers,
    pages::no_script_forms::is_written,
};

/// The only routes with large bodies, which are read after the right to import is checked; and the one that
/// takes out again what came so.
const IMPORTS: [&str; 4] =
    ["/api/import", "/api/spreadsheets", "/api/spreadsheets/check", "/api/spreadsheets/{id}"];

/// How many bodies may be in transfer for each request that may be handled at once.
const BODIES_PER_REQUEST: u32 = 4;

/// The cost of a page or a file, in requests to the interface. They come by the dozen and are
/// answered from memory, but for a page that is [written](is_written) for one visitor.
const FILE_COST: f64 = 0.1;

/// The counters of the limits.
#[derive(Clone, Debug)]
pub(crate) struct Limiter {
    rate: Arc<RateLimiter<IpAddr>>,
    reading: Concurrency,
    answering: Concurrency,
}

impl Limiter {
    /// The limiter of an application.
    pub(crate) fn new(state: &AppState) -> Self {
        let limits = &state.limits;
        let (all, each) = (limits.requests_at_once, limits.requests_at_once_each);
        Self {
            rate: Arc::new(RateLimiter::new(
                limits.request_rate.into(),
                limits.request_burst.into(),
            )),
            reading: Concurrency::new(all.saturating_mul(BODIES_PER_REQUEST), each),
            answering: Concurrency::new(all, each),
        }
    }

    /// Counts a request and returns its network, unless that has made too many.
    fn pass(&self, state: &AppState, request: &Request, cost: f64) -> Result<IpAddr, Refusal> {
        let (headers, extensions) = (request.headers(), request.extensions());
        // A proxy that checks whether this server is alive names no client.
        if request.uri().path() != HEALTHZ
            && let Some(proxy) = state.unknown_proxy(headers, extensions)
        {
            state.note_unknown_proxy(proxy);
        }
        let ClientIp(address) = ClientIp::of(headers, extensions, &state.trusted_proxies);
        let network = network(address);
        let taken = self.rate.take(network, cost, state.clock.now());
        taken.map_err(|seconds| Refusal::from(HostedCode::TooManyRequests).retry_after(seconds))?;
        Ok(network)
    }
}

/// A request's place among those that are answered at the same time. The handler finds it in the
/// request's extensions.
#[derive(Clone, Debug)]
pub(crate) struct Place(Arc<Mutex<Option<Permit>>>);

impl Place {
    /// Leaves the place to others, because from now on this request only waits for another machine.
    pub(crate) fn leave(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Refuses requests of networks that make too many, and all requests while too many are in
/// progress; cancels those that take too long. A cancelled write was done as a whole or not at all,
/// as the store promises; a retry finds out which.
///
/// A request counts as in progress once its body is there, so that slow uploads block nobody.
pub(crate) async fn guard(
    State((state, limiter)): State<(AppState, Limiter)>,
    request: Request,
    next: Next,
) -> Response {
    match run_within_limits(&state, &limiter, request, next).await {
        Ok(response) => response,
        Err(refusal) => refusal.into_response(),
    }
}

/// The same for pages and files, which have no body and take no time.
pub(crate) async fn guard_site(
    State((state, limiter)): State<(AppState, Limiter)>,
    request: Request,
    next: Next,
) -> Response {
    let cost = if is_written(&request) { 1.0 } else { FILE_COST };
    match limiter.pass(&state, &request, cost) {
        Ok(_) => next.run(request).await,
        Err(refusal) => add_security_headers(&state, refusal.into_response()),
    }
}

async fn run_within_limits(
    state: &AppState,
    limiter: &Limiter,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let network = limiter.pass(state, &request, 1.0)?;
    let matched = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let is_import = matched.is_some_and(|path| IMPORTS.contains(&path));
    let mut request = if is_import || request.body().is_end_stream() {
        request
    } else {
        let _permit = limiter.reading.take(network)?;
        let (head, body) = request.into_parts();
        Request::from_parts(head, read(state, body).await?)
    };
    let place = Place(Arc::new(Mutex::new(Some(limiter.answering.take(network)?))));
    request.extensions_mut().insert(place.clone());
    let limits = &state.limits;
    let time_limit = if is_import { limits.import_timeout } else { limits.request_timeout };
    let only_reads = request.method().is_safe();
    timeout(time_limit, next.run(request)).await.map_err(|_| {
        tracing::warn!("a request took too long");
        // The write may have been done anyway.
        if only_reads { HostedCode::Unavailable } else { HostedCode::OutcomeUnknown }.into()
    })
}

/// Reads the whole body within the limits for time and size.
async fn read(state: &AppState, body: Body) -> Result<Body, Refusal> {
    let body = Limited::new(body, state.limits.body_limit).collect();
    match timeout(state.limits.body_timeout, body).await {
        Ok(Ok(read)) => Ok(Body::from(read.to_bytes())),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(HostedCode::TextTooLong.into()),
        Ok(Err(_)) => Err(Refusal::malformed("The body is incomplete.")),
        Err(_) => Err(Refusal::too_slow()),
    }
}

impl From<Full> for Refusal {
    fn from(full: Full) -> Self {
        match full {
            Full::Share => HostedCode::TooManyRequests.into(),
            Full::All => HostedCode::Unavailable.into(),
        }
    }
}
