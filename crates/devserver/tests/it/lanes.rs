//! The express lane and the router behind it: one server, whichever of them answers.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    thread::sleep,
    time::{Duration, Instant},
};

use crate::{
    running::{PATIENCE, Running},
    support::{TestSite, dist},
};

/// An answer as it came over the wire.
#[derive(Debug)]
struct Answer {
    status: String,
    fields: Vec<String>,
    body: Vec<u8>,
}

impl Answer {
    fn read(from: &mut impl BufRead) -> Self {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            from.read_line(&mut line).unwrap();
            match line.trim_end() {
                "" => break,
                text => lines.push(text.to_owned()),
            }
        }
        let status = lines.remove(0);
        let mut answer = Self { status, fields: lines, body: Vec::new() };
        if !answer.status.contains("304") {
            answer.body = vec![0; answer.field("content-length").parse().unwrap()];
            from.read_exact(&mut answer.body).unwrap();
        }
        answer
    }

    fn field(&self, name: &str) -> &str {
        let mut fields = self.fields.iter().filter_map(|line| line.split_once(": "));
        fields.find(|field| field.0 == name).map_or("", |field| field.1)
    }

    /// Only the express lane, which writes answers by itself, begins with the date.
    fn is_express(&self) -> bool {
        self.fields[0].starts_with("date: ")
    }

    /// All fields but those that differ from one request to the next.
    fn lasting_fields(&self) -> Vec<&str> {
        let lasting =
            |line: &&str| !line.starts_with("date: ") && !line.starts_with("connection: ");
        let mut fields: Vec<_> = self.fields.iter().map(String::as_str).filter(lasting).collect();
        fields.sort_unstable();
        fields
    }
}

fn ask(server: &Running, requests: &str) -> BufReader<TcpStream> {
    let mut stream = server.connect();
    stream.write_all(requests.as_bytes()).unwrap();
    BufReader::new(stream)
}

#[test]
fn both_lanes_give_the_same_answer() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    for path in ["/", "/services", "/blog/a-post", "/assets/app-1a2b3c4d.js", "/favicon.svg"] {
        for fields in [
            "",
            "Accept-Encoding: gzip, deflate, br, zstd\r\n",
            "accept-encoding: br;q=0, gzip\r\n",
            "Accept-Encoding: gzip\r\nAccept-Encoding: br\r\n",
            "If-None-Match: *\r\n",
            "If-None-Match: \"old\"\r\nAccept-Encoding: br\r\n",
        ] {
            let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\n{fields}");
            let both = format!("{request}\r\n{request}Connection: close\r\n\r\n");
            let mut answers = ask(&server, &both);
            let express = Answer::read(&mut answers);
            let routed = Answer::read(&mut answers);

            assert!(express.is_express() && !routed.is_express(), "{path} {fields}");
            assert_eq!(express.status, routed.status, "{path} {fields}");
            assert_eq!(express.lasting_fields(), routed.lasting_fields(), "{path} {fields}");
            assert_eq!(express.body, routed.body, "{path} {fields}");
            assert_eq!(express.field("date").len(), routed.field("date").len());
            let more = answers.read(&mut [0]).unwrap();
            assert_eq!(more, 0, "{path} {fields}");
        }
    }
}

#[test]
fn a_request_that_comes_in_pieces_is_answered() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    let mut answers = ask(&server, &format!("{request}{}", &request[..20]));
    assert!(Answer::read(&mut answers).is_express());
    sleep(Duration::from_millis(50));
    answers.get_mut().write_all(&request.as_bytes()[20..]).unwrap();
    let answer = Answer::read(&mut answers);
    assert_eq!(answer.status, "HTTP/1.1 200 OK");
    assert!(!answer.is_express());
}

#[test]
fn a_request_too_long_for_the_express_lane_is_answered() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    let cookie = "a".repeat(10_000);
    let request = format!("GET /services HTTP/1.1\r\nHost: a\r\nCookie: {cookie}\r\n\r\n");
    let answer = Answer::read(&mut ask(&server, &request));
    assert_eq!(answer.status, "HTTP/1.1 200 OK");
}

#[test]
fn an_open_connection_gets_the_new_build() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    let request = "GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n";
    let mut answers = ask(&server, request);
    assert_eq!(Answer::read(&mut answers).body, b"User-agent: *");

    fs::write(dist.path().join("robots.txt"), "A new build").unwrap();
    fs::write(dist.path().join(".build"), "build 2\n").unwrap();
    let start = Instant::now();
    loop {
        answers.get_mut().write_all(request.as_bytes()).unwrap();
        let answer = Answer::read(&mut answers);
        assert!(answer.is_express());
        if answer.body == b"A new build" {
            break;
        }
        assert!(start.elapsed() < PATIENCE);
        sleep(Duration::from_millis(20));
    }
}

/// More than any socket buffer holds.
#[cfg(unix)]
fn large() -> Vec<u8> {
    (0..32_000_000u32).map(|number| (number % 251) as u8).collect()
}

#[cfg(unix)]
#[test]
fn an_answer_under_way_is_finished_before_the_server_ends() {
    let dist = dist();
    fs::write(dist.path().join("large.pdf"), large()).unwrap();
    let mut server = Running::start(dist.path(), &[]);
    let mut answers = ask(&server, "GET /large.pdf HTTP/1.1\r\nHost: a\r\n\r\n");
    answers.fill_buf().unwrap();
    server.signal("-TERM");
    sleep(Duration::from_millis(200));
    let answer = Answer::read(&mut answers);
    assert!(answer.is_express());
    assert!(answer.body == large());
    assert!(server.has_ended_well());
}

#[tokio::test]
async fn a_handler_of_a_connection_that_was_handed_over_knows_the_peer() {
    use axum::{Router, extract::ConnectInfo, routing::get};
    use devserver::serve;
    use std::net::SocketAddr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    let TestSite { sites, follower, dist: _dist } = TestSite::new();
    let peer = get(|ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.to_string() });
    let app = Router::new().route("/peer", peer).fallback_service(devserver::router(&sites));
    let listener = serve::bind(([127, 0, 0, 1], 0).into()).await.unwrap();
    let addr = listener.local_addr().unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let stopped = async {
        let _ = stopped.await;
    };
    let asked = async {
        let mut stream = tokio::net::TcpStream::connect(addr).await.unwrap();
        // The first request is the express lane's, the second is handed over.
        let requests = "GET / HTTP/1.1\r\nHost: a\r\n\r\n\
            GET /peer HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
        stream.write_all(requests.as_bytes()).await.unwrap();
        let mut answers = String::new();
        stream.read_to_string(&mut answers).await.unwrap();
        assert!(answers.ends_with(&stream.local_addr().unwrap().to_string()), "{answers}");
        stop.send(()).unwrap();
    };
    let served = serve::serve(listener, Some(&sites), app, follower, |_| {}, stopped);
    tokio::join!(served, asked);
}
