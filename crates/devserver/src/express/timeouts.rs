//! How long a connection may keep the server waiting.

use std::time::Duration;

/// What is waited for, and how long. Without these limits, a few hundred connections that say next
/// to nothing would be a few hundred that nobody else gets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeouts {
    /// For the rest of a request's head. A slow phone's takes a second.
    pub(crate) head: Duration,
    /// For the next request. Proxies keep a connection for a minute: so it is they who close it,
    /// and none sends a request into one that is being closed.
    pub(crate) idle: Duration,
    /// For the peer to take more of an answer. A slow one takes some of it every few seconds.
    pub(crate) write: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            idle: Duration::from_secs(75),
            write: Duration::from_secs(60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, express::Lane, open};
    use axum::{
        Router,
        body::{Body, Bytes},
        routing::{get, post},
    };
    use futures_util::stream;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
        sync::watch,
        time::{Instant, sleep},
    };

    /// Answered by the express lane.
    const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    /// With a word about a body, so that it is axum's to answer.
    const ROUTED: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n";
    /// Written out once more, so that a limit which is loosened by mistake is noticed.
    const LIMITS: Timeouts = Timeouts {
        head: Duration::from_secs(10),
        idle: Duration::from_secs(75),
        write: Duration::from_secs(60),
    };

    #[test]
    fn a_connection_may_keep_the_server_waiting_for_a_minute_or_so() {
        let Timeouts { head, idle, write } = Timeouts::default();
        assert_eq!((head, idle, write), (LIMITS.head, LIMITS.idle, LIMITS.write));
    }

    /// The other end of a connection that holds `room` bytes on their way. Nothing here touches
    /// the network, so that the clock stands still and goes on when all wait.
    struct Peer {
        stream: DuplexStream,
        _running: watch::Sender<()>,
    }

    impl Peer {
        fn connected(room: usize) -> Self {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("index.html"), "<head></head>Home").unwrap();
            let dist = folder.path().to_owned();
            let config = Config { dist, live: false, behind_https: false, overlay: Vec::new() };
            let (sites, _) = open(&config).unwrap();
            let app = Router::new()
                .route("/length", post(async |body: Bytes| body.len().to_string()))
                .route("/late", get(async || sleep(LIMITS.idle * 2).await))
                .route("/ticks", get(async || Body::from_stream(ticks())))
                .fallback_service(crate::router(&sites));
            let (running, stopping) = watch::channel(());
            let (stream, other) = duplex(room);
            let lane = Lane { sites: Some(sites), app, timeouts: LIMITS, stopping };
            tokio::spawn(lane.converse(other, ([127, 0, 0, 1], 1).into()));
            Self { stream, _running: running }
        }

        async fn send(&mut self, bytes: &[u8]) {
            self.stream.write_all(bytes).await.unwrap();
        }

        /// What comes until `end`.
        async fn read_until(&mut self, end: &str) -> String {
            let mut text = String::new();
            while !text.ends_with(end) {
                let byte = self.stream.read_u8().await;
                text.push(char::from(byte.unwrap_or_else(|error| panic!("{text}: {error}"))));
            }
            text
        }

        /// How long it takes until the server closes, and how much comes before.
        async fn closed(mut self) -> (Duration, usize) {
            let start = Instant::now();
            let mut rest = Vec::new();
            self.stream.read_to_end(&mut rest).await.unwrap();
            (start.elapsed(), rest.len())
        }
    }

    /// One every half hour.
    fn ticks() -> impl futures_util::Stream<Item = Result<&'static str, std::io::Error>> + Send {
        stream::unfold((), |()| async {
            sleep(Duration::from_secs(1800)).await;
            Some((Ok("tick"), ()))
        })
    }

    /// Whether a time is a limit; timers tick in milliseconds.
    #[track_caller]
    fn assert_is(time: Duration, limit: Duration) {
        assert!(time.abs_diff(limit) < Duration::from_millis(10), "{time:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_on_which_nothing_was_asked_is_closed() {
        let (time, length) = Peer::connected(9999).closed().await;
        assert_is(time, LIMITS.idle);
        assert_eq!(length, 0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_is_kept_as_long_as_requests_come_in_either_lane() {
        for request in [GET, ROUTED] {
            let mut peer = Peer::connected(9999);
            for _ in 0..5 {
                peer.send(request).await;
                peer.read_until("Home").await;
                sleep(LIMITS.idle - Duration::from_secs(1)).await;
            }
            peer.send(request).await;
            peer.read_until("Home").await;
            assert_is(peer.closed().await.0, LIMITS.idle);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_stops_is_not_waited_for() {
        let before: [(&[u8], &str); 3] = [(b"", ""), (GET, "Home"), (ROUTED, "Home")];
        for (request, end) in before {
            let mut peer = Peer::connected(9999);
            peer.send(request).await;
            peer.read_until(end).await;
            sleep(LIMITS.idle / 2).await;
            peer.send(&GET[..20]).await;
            assert_is(peer.closed().await.0, LIMITS.head);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_head_that_trickles_in_has_no_more_time() {
        for request in [GET, ROUTED] {
            let mut peer = Peer::connected(9999);
            peer.send(request).await;
            let start = Instant::now();
            let mut head = b"GET / HTTP/1.1\r\nHost: a\r\nCookie: a=b".iter();
            let closed = loop {
                sleep(Duration::from_secs(1)).await;
                let byte = *head.next().unwrap();
                if peer.stream.write_all(&[byte]).await.is_err() {
                    break start.elapsed();
                }
            };
            // The first byte came after a second; the one after the end finds it closed.
            assert_is(closed, LIMITS.head + Duration::from_secs(2));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_may_take_as_long_as_whoever_reads_it_bears() {
        let mut peer = Peer::connected(9999);
        for _ in 0..2 {
            peer.send(b"POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n").await;
            for _ in 0..20 {
                sleep(LIMITS.head).await;
                peer.send(b"a").await;
            }
            assert!(peer.read_until("\r\n\r\n20").await.starts_with("HTTP/1.1 200 OK\r\n"));
        }
        assert_is(peer.closed().await.0, LIMITS.idle);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_may_take_as_long_as_whoever_makes_it_needs() {
        let mut peer = Peer::connected(9999);
        peer.send(b"GET /late HTTP/1.1\r\nHost: a\r\n\r\n").await;
        peer.read_until("\r\n\r\n").await;
        peer.send(b"GET /ticks HTTP/1.1\r\nHost: a\r\n\r\n").await;
        for _ in 0..5 {
            peer.read_until("tick").await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_nobody_takes_is_given_up() {
        for request in [GET, ROUTED] {
            let mut peer = Peer::connected(100);
            peer.send(request).await;
            sleep(LIMITS.write + Duration::from_secs(1)).await;
            let (time, length) = peer.closed().await;
            assert_is(time, Duration::ZERO);
            assert_eq!(length, 100);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_that_is_taken_slowly_is_sent() {
        for request in [GET, ROUTED] {
            let mut peer = Peer::connected(100);
            peer.send(request).await;
            let mut answer = Vec::new();
            while !answer.ends_with(b"Home") {
                sleep(LIMITS.write - Duration::from_secs(1)).await;
                let length = peer.stream.read_buf(&mut answer).await.unwrap();
                assert!(length > 0, "{}", String::from_utf8_lossy(&answer));
            }
            assert!(answer.len() > 500);
        }
    }
}
