//! From a router to a listening server, and to its orderly end.

use std::{
    future::{Future, pending},
    io,
    net::SocketAddr,
    time::Duration,
};

use axum::Router;
use tokio::{net::TcpListener, sync::watch, time::sleep};

use crate::{
    Follower, Refresh, Sites,
    express::{Lane, Timeouts},
};

/// How long answers that are under way may take after the server was told to stop.
const DRAIN: Duration = Duration::from_secs(5);

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
pub async fn bind(addr: SocketAddr) -> Result<TcpListener, BindError> {
    TcpListener::bind(addr).await.map_err(|source| {
        if source.kind() == io::ErrorKind::AddrInUse {
            let next = addr.port().checked_add(1).unwrap_or(8080);
            let free = SocketAddr::new(addr.ip(), next);
            BindError::Taken { taken: addr, free }
        } else {
            BindError::Refused { addr, source }
        }
    })
}

/// Serves until `stop` is done; then ends the live event streams, lets answers under way finish
/// for up to five seconds, and returns. `report` hears of new builds.
///
/// What `express` has at a path is sent without asking `app`, which answers all other requests, or
/// all if there is no `express`; it can extract the peer's address: `ConnectInfo<SocketAddr>`. A connection on which nothing happens
/// for more than a minute, or whose request has begun and does not come to its end, is closed.
pub async fn serve(
    listener: TcpListener,
    express: Option<&Sites>,
    app: Router,
    follower: Follower,
    report: impl Fn(&Refresh),
    stop: impl Future<Output = ()>,
) {
    let (tell_stopping, stopping) = watch::channel(());
    let lane = Lane {
        sites: express.cloned(),
        app: app.with_state(()),
        timeouts: Timeouts::default(),
        stopping: stopping.clone(),
    };
    let served = async {
        let stopped = async {
            stop.await;
            tell_stopping.send_replace(());
            tell_stopping.closed().await;
        };
        tokio::join!(stopped, lane.run(listener));
    };
    // Leaving the inner `select!` drops the follower, and with it the event streams' sender.
    let drained = async {
        tokio::select! {
            () = follow_for_ever(follower, report) => {}
            () = changed(stopping) => {}
        }
        sleep(DRAIN).await;
    };
    tokio::select! {
        () = served => {}
        () = drained => {}
    }
}

async fn changed(mut stopping: watch::Receiver<()>) {
    // An error means that nobody is left to say it, which says it too.
    let _ = stopping.changed().await;
}

async fn follow_for_ever(follower: Follower, report: impl Fn(&Refresh)) {
    follower.follow(report).await;
    pending().await
}

/// Waits for Ctrl-C, or for the polite end that a process manager asks for.
pub async fn asked_to_stop() {
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
