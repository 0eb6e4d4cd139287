//! Listening, time limits, and shutdown.

use std::{
    future::{Future, pending},
    io,
    net::SocketAddr,
    time::Duration,
};

pub use axum::serve::Listener;
use axum::{
    Router,
    extract::{ConnectInfo, Request},
    serve::ListenerExt,
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulConnection, GracefulShutdown},
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    time::sleep,
};
use tokio_io_timeout::TimeoutWriter;
use tower::Service;

use crate::{BuildWatcher, Refresh};

/// How long a connection may wait for the head of its next request. Proxies close an idle
/// connection after a minute. So the proxy closes first, and never sends a request into a
/// connection that this server is closing.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(75);

/// How long a client may read nothing of a response. A slow client reads some of it every few
/// seconds.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(60);

/// How long responses may take to finish after the server was told to stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Listens at an address. Port 0 selects a free one.
///
/// # Errors
///
/// The system's error, with the address.
pub async fn bind(
    addr: SocketAddr,
) -> io::Result<impl Listener<Io = TcpStream, Addr = SocketAddr>> {
    let listener = TcpListener::bind(addr).await.map_err(|error| {
        io::Error::new(error.kind(), format!("Cannot listen at {addr}: {error}"))
    })?;
    Ok(listener.tap_io(|stream| {
        // A response is written at once, so waiting for more data would only delay it.
        let _ = stream.set_nodelay(true);
    }))
}

/// Serves until `stop` resolves. Then it ends the live event streams, waits up to five seconds for
/// responses in progress, and returns. `report` is called for new builds.
///
/// Handlers can extract the client's address: `ConnectInfo<SocketAddr>`. A connection that exceeds
/// [`IDLE_TIMEOUT`] or [`WRITE_TIMEOUT`] is closed.
pub async fn serve(
    mut listener: impl Listener<Addr = SocketAddr>,
    app: Router,
    watcher: BuildWatcher,
    report: impl Fn(&Refresh),
    stop: impl Future<Output = ()>,
) {
    let connections = GracefulShutdown::new();
    let accept = async {
        loop {
            let (stream, peer) = listener.accept().await;
            let connection = connections.watch(connection(stream, peer, app.clone()));
            tokio::spawn(async {
                // When a connection ends with an error, there is nobody to tell.
                let _ = connection.await;
            });
        }
    };
    // The other futures are dropped here: no more connections are accepted, and the live event
    // streams end because the watcher is gone.
    tokio::select! {
        // First, so that the signal handler is installed before anybody is answered.
        biased;
        () = stop => {}
        () = accept => {}
        () = watcher.watch(report) => {}
    }
    tokio::select! {
        () = connections.shutdown() => {}
        () = sleep(DRAIN_TIMEOUT) => {}
    }
}

/// Serves one connection. Axum's own `serve` does the same without time limits.
fn connection(
    stream: impl AsyncRead + AsyncWrite + Send + 'static,
    peer: SocketAddr,
    app: Router,
) -> impl GracefulConnection<Error = hyper::Error> + Send {
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        app.clone().call(request)
    });
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(WRITE_TIMEOUT));
    http1::Builder::new()
        .timer(TokioTimer::new())
        // Hyper counts from the end of the previous response, so this limits idle time too.
        .header_read_timeout(IDLE_TIMEOUT)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer)
}

/// Waits for Ctrl-C or for the signal with which process managers stop a program.
pub async fn stop_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            pending().await
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};

    match signal(SignalKind::terminate()) {
        Ok(mut signal) => {
            signal.recv().await;
        }
        Err(_) => pending().await,
    }
}

#[cfg(not(unix))]
async fn terminated() {
    pending().await
}
