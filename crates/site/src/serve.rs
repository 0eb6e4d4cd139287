//! Listening, time limits, and the orderly end.

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

/// How long a connection may be open until the next request's head is there. Proxies close theirs
/// after a minute without a request: so they close first, and send no request into a connection that
/// this server is closing.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(75);

/// How long a client may take none of a response. A slow one takes some of it every few seconds.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(60);

/// How long responses that are being sent may take after the server was told to stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Why no server can listen at an address.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BindError {
    /// Somebody else listens there.
    #[error(
        "Another program listens at {taken} already. Stop it, or use another address: --addr {free}"
    )]
    Taken {
        /// The address that was asked for.
        taken: SocketAddr,
        /// One that may be free.
        free: SocketAddr,
    },
    /// Anything else, such as an address of another machine.
    #[error("Cannot listen at {addr}: {source}")]
    Refused {
        /// The address that was asked for.
        addr: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
}

/// Listens at an address. Port 0 stands for any that is free.
///
/// # Errors
///
/// [`BindError`], whose text says what to do.
pub async fn bind(
    addr: SocketAddr,
) -> Result<impl Listener<Io = TcpStream, Addr = SocketAddr>, BindError> {
    let listener = TcpListener::bind(addr).await.map_err(|source| {
        if source.kind() == io::ErrorKind::AddrInUse {
            let next = addr.port().checked_add(1).unwrap_or(8080);
            let free = SocketAddr::new(addr.ip(), next);
            BindError::Taken { taken: addr, free }
        } else {
            BindError::Refused { addr, source }
        }
    })?;
    Ok(listener.tap_io(|stream| {
        // A response is written whole, so that waiting for more to send would only delay it.
        let _ = stream.set_nodelay(true);
    }))
}

/// Serves until `stop` is done; then ends the live event streams, lets responses that are being sent
/// finish for up to five seconds, and returns. `report` hears of new builds.
///
/// Handlers can extract the peer's address: `ConnectInfo<SocketAddr>`. A connection that exceeds
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
                // However a connection ends, there is nobody left to tell.
                let _ = connection.await;
            });
        }
    };
    // The futures that are not done are dropped here: nobody is accepted any more, and the live
    // event streams end because nobody watches the builds.
    tokio::select! {
        // First, so that a signal is listened for before anybody is answered.
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

/// Answers the requests of one connection. Axum's own `serve` does the same without time limits.
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
        // Hyper counts from the end of the previous response, so that this limits idleness too.
        .header_read_timeout(IDLE_TIMEOUT)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer)
}

/// Waits for Ctrl-C, or for the signal by which a process manager ends a program.
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
