//! The time limits of connections.

use std::{future::pending, io, net::SocketAddr, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::ConnectInfo,
    routing::{get, post},
    serve::Listener,
};
use futures_util::stream;
use site::serve::serve;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
    task::JoinHandle,
    time::{Instant, sleep},
};

use crate::support::TestSite;

const GET: &[u8] = b"GET /services HTTP/1.1\r\nHost: a\r\n\r\n";
const END: &str = "</head>Services";
/// Repeated here, so that a change by mistake is noticed.
const IDLE: Duration = Duration::from_secs(75);
const WRITE: Duration = Duration::from_secs(60);
const DRAIN: Duration = Duration::from_secs(5);
const PEER: &str = "203.0.113.7:1";

/// A listener that accepts one connection. It is not a socket, so that tokio's paused clock
/// advances when all tasks wait.
struct OneConnection(Option<DuplexStream>);

impl Listener for OneConnection {
    type Io = DuplexStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (DuplexStream, SocketAddr) {
        match self.0.take() {
            Some(stream) => (stream, PEER.parse().unwrap()),
            None => pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(([127, 0, 0, 1], 1).into())
    }
}

/// The client's end of a connection with a buffer of `room` bytes.
struct Peer {
    stream: DuplexStream,
    server: JoinHandle<()>,
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Peer {
    fn connected(room: usize) -> Self {
        Self::connected_until(room, pending())
    }

    /// The same, to a server that is told to stop by `stop`.
    fn connected_until(room: usize, stop: impl Future<Output = ()> + Send + 'static) -> Self {
        let TestSite { site, watcher, dist } = TestSite::new();
        let app = Router::new()
            .route("/length", post(async |body: Bytes| body.len().to_string()))
            .route("/late", get(async || sleep(IDLE * 2).await))
            .route("/ticks", get(async || Body::from_stream(ticks())))
            .route(
                "/peer",
                get(async |ConnectInfo(peer): ConnectInfo<SocketAddr>| peer.to_string()),
            )
            .fallback_service(site::router(&site));
        let (stream, other) = duplex(room);
        let server = tokio::spawn(async move {
            let _dist = dist;
            serve(OneConnection(Some(other)), app, watcher, |_| {}, stop).await;
        });
        Self { stream, server }
    }

    async fn send(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).await.unwrap();
    }

    /// Reads until `end`.
    async fn read_until(&mut self, end: &str) -> String {
        let mut text = String::new();
        while !text.ends_with(end) {
            let byte = self.stream.read_u8().await;
            text.push(char::from(byte.unwrap_or_else(|error| panic!("{text}: {error}"))));
        }
        text
    }

    /// How long the server takes to close the connection, and what it sends before.
    async fn closed(&mut self) -> (Duration, usize) {
        let start = Instant::now();
        let mut rest = Vec::new();
        self.stream.read_to_end(&mut rest).await.unwrap();
        (start.elapsed(), rest.len())
    }
}

/// One byte at a time, with pauses longer than any limit.
fn ticks() -> impl futures_util::Stream<Item = Result<&'static str, io::Error>> + Send {
    stream::unfold((), |()| async {
        sleep(IDLE * 2).await;
        Some((Ok("tick"), ()))
    })
}

/// Whether a duration equals a limit, within the milliseconds of timers.
#[track_caller]
fn assert_is(time: Duration, limit: Duration) {
    assert!(time.abs_diff(limit) < Duration::from_millis(10), "{time:?}");
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_closed() {
    let (time, length) = Peer::connected(9999).closed().await;
    assert_is(time, IDLE);
    assert_eq!(length, 0);
}

#[tokio::test(start_paused = true)]
async fn a_client_that_never_finishes_its_request_delays_a_stop_by_five_seconds() {
    let start = Instant::now();
    let stop = Duration::from_secs(1);
    let mut peer = Peer::connected_until(9999, sleep(stop));
    peer.send(&GET[..20]).await;
    (&mut peer.server).await.unwrap();
    assert_is(start.elapsed(), stop + DRAIN);
}

#[tokio::test(start_paused = true)]
async fn a_connection_is_kept_as_long_as_requests_come() {
    let mut peer = Peer::connected(9999);
    for _ in 0..5 {
        peer.send(GET).await;
        peer.read_until(END).await;
        sleep(IDLE - Duration::from_secs(1)).await;
    }
    peer.send(GET).await;
    peer.read_until(END).await;
    assert_is(peer.closed().await.0, IDLE);
}

#[tokio::test(start_paused = true)]
async fn an_unfinished_head_times_out_like_an_idle_connection() {
    for before in ["", END] {
        let mut peer = Peer::connected(9999);
        if !before.is_empty() {
            peer.send(GET).await;
            peer.read_until(before).await;
        }
        sleep(IDLE / 2).await;
        peer.send(&GET[..20]).await;
        assert_is(peer.closed().await.0, IDLE / 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_head_that_arrives_slowly_times_out_too() {
    let mut peer = Peer::connected(9999);
    peer.send(GET).await;
    peer.read_until(END).await;
    let start = Instant::now();
    peer.send(b"GET / HTTP/1.1\r\nHost: a\r\nCookie: ").await;
    let closed = loop {
        sleep(Duration::from_secs(2)).await;
        if peer.stream.write_all(b"a").await.is_err() {
            break start.elapsed();
        }
    };
    // The connection is closed before the late byte.
    assert_is(closed, IDLE + Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn a_body_may_take_as_long_as_its_reader_allows() {
    let mut peer = Peer::connected(9999);
    for _ in 0..2 {
        peer.send(b"POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n").await;
        for _ in 0..20 {
            sleep(IDLE / 2).await;
            peer.send(b"a").await;
        }
        assert!(peer.read_until("\r\n\r\n20").await.starts_with("HTTP/1.1 200 OK\r\n"));
    }
    assert_is(peer.closed().await.0, IDLE);
}

#[tokio::test(start_paused = true)]
async fn a_slow_handler_is_not_timed_out() {
    let mut peer = Peer::connected(9999);
    peer.send(b"GET /late HTTP/1.1\r\nHost: a\r\n\r\n").await;
    peer.read_until("\r\n\r\n").await;
    peer.send(b"GET /ticks HTTP/1.1\r\nHost: a\r\n\r\n").await;
    for _ in 0..5 {
        peer.read_until("tick").await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_not_read_times_out() {
    let mut peer = Peer::connected(100);
    peer.send(GET).await;
    sleep(WRITE + Duration::from_secs(1)).await;
    let (time, length) = peer.closed().await;
    assert_is(time, Duration::ZERO);
    assert_eq!(length, 100);
}

#[tokio::test(start_paused = true)]
async fn a_slowly_read_answer_is_sent_completely() {
    let mut peer = Peer::connected(100);
    peer.send(GET).await;
    let mut answer = Vec::new();
    while !answer.ends_with(END.as_bytes()) {
        sleep(WRITE - Duration::from_secs(1)).await;
        let length = peer.stream.read_buf(&mut answer).await.unwrap();
        assert!(length > 0, "{}", String::from_utf8_lossy(&answer));
    }
    assert!(answer.len() > 500);
}

#[tokio::test(start_paused = true)]
async fn a_handler_knows_the_address_of_the_peer() {
    let mut peer = Peer::connected(9999);
    peer.send(b"GET /peer HTTP/1.1\r\nHost: a\r\n\r\n").await;
    peer.read_until(PEER).await;
}
