//! The way from the express lane to axum.

use std::{future::Future, net::SocketAddr, pin::pin, time::Duration};

use axum::{
    Router,
    extract::{ConnectInfo, Request},
};
use hyper::{
    body::Incoming,
    server::conn::http1,
    service::{Service, service_fn},
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::io::{AsyncRead, AsyncWrite};

use super::timed_stream::TimedStream;

/// Lets `app` answer everything that comes over a connection, until it is silent for as long as
/// `idle`, or the server is stopping and the answer under way is sent.
///
/// Hyper is asked directly, because axum's own `serve` would wait for a request for ever.
pub(super) async fn serve<S>(
    stream: TimedStream<S>,
    peer: SocketAddr,
    app: Router,
    idle: Duration,
    stopped: impl Future,
) where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let phase = stream.phase();
    let app = TowerToHyperService::new(app);
    let answer = service_fn(|mut request: Request<Incoming>| {
        phase.begin_answer();
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer = app.call(request);
        async {
            let answer = answer.await;
            phase.end_answer();
            answer
        }
    });
    let mut connection = pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            // Hyper's time for a head begins with the end of the answer before, so it is the time
            // for which a connection may be idle.
            .header_read_timeout(idle)
            .serve_connection(TokioIo::new(stream), answer)
    );
    // However a connection ends, there is nobody left to tell.
    tokio::select! {
        _ = connection.as_mut() => return,
        _ = stopped => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
