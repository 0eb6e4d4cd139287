//! The program itself: messages, socket and shutdown.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Output},
    thread::sleep,
    time::{Duration, Instant},
};

use crate::running::{PROGRAM, Running, TIMEOUT, dist};

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

#[test]
fn it_says_what_it_serves_where_and_how_to_stop_it() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    assert_eq!(
        server.greeting,
        format!("Serving {} at http://{} (Ctrl-C stops)\n", dist.path().display(), server.addr)
    );
}

#[test]
fn odd_requests_through_a_real_socket_get_plain_answers() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    for (target, status) in [
        ("/../../etc/passwd", "404 Not Found"),
        ("/..%2f..%2fetc/passwd", "404 Not Found"),
        ("//evil.example/", "404 Not Found"),
        ("http://evil.example/services/", "308 Permanent Redirect"),
        ("*", "404 Not Found"),
        ("/", "200 OK"),
    ] {
        let request = format!("GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        let answer = server.send(request.as_bytes());
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}\r\n")), "{target}: {answer}");
        assert!(!answer.contains("root:"), "{target}");
        assert!(!answer.contains("location: http") && !answer.contains("location: //"), "{target}");
    }
}

#[test]
fn invalid_http_is_refused_and_the_next_request_answered() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    for bytes in [
        &b"nonsense\r\n\r\n"[..],
        b"GET /\x00 HTTP/1.1\r\n\r\n",
        b"GET /a b HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ] {
        let answer = server.send(bytes);
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    let answer = server.send(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"));
}

#[test]
fn one_connection_carries_many_requests_and_a_304_has_no_body() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    let answer = server.send(
        b"GET / HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n\
          HEAD /services HTTP/1.1\r\nHost: a\r\n\r\n\
          GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    );
    let statuses: Vec<_> = answer.lines().filter(|line| line.starts_with("HTTP/1.1 ")).collect();
    assert_eq!(statuses, ["HTTP/1.1 304 Not Modified", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK"]);
    assert!(!answer.contains("Home") && !answer.contains("Services"));
    assert!(answer.ends_with("\r\n\r\nUser-agent: *"));
}

#[cfg(unix)]
#[test]
fn it_stops_promptly_when_asked_even_with_open_pages() {
    for name in ["-TERM", "-INT"] {
        let dist = dist();
        let mut server = Running::start(dist.path(), &["--live"]);
        let mut idle = server.connect();
        idle.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        let mut events = server.connect();
        events.write_all(b"GET /__live HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        let mut head = [0; 12];
        idle.read_exact(&mut head).unwrap();
        events.read_exact(&mut head).unwrap();

        let asked = Instant::now();
        server.signal(name);
        assert!(server.has_ended_well(), "{name}");
        assert!(asked.elapsed() < Duration::from_secs(3), "{name}: {:?}", asked.elapsed());
    }
}

#[test]
fn a_request_that_comes_in_pieces_and_is_long_is_answered() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    let mut stream = server.connect();
    let cookie = "a".repeat(10_000);
    for piece in ["GET /robots.txt HTTP/1.1\r\nHo", "st: a\r\nCookie: ", &cookie, "\r\n\r\n"] {
        stream.write_all(piece.as_bytes()).unwrap();
        sleep(Duration::from_millis(20));
    }
    let mut status = [0; 15];
    stream.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 200 OK");
}

#[test]
fn a_new_build_is_noticed_and_served_on_open_connections_too() {
    let dist = dist();
    let server = Running::start(dist.path(), &[]);
    let mut answers = BufReader::new(server.connect());
    let mut text_after_head = || {
        answers.get_mut().write_all(b"GET /robots.txt HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        let head: Vec<_> = answers
            .by_ref()
            .lines()
            .map(Result::unwrap)
            .take_while(|line| !line.is_empty())
            .collect();
        let length = head.iter().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        answers.read_exact(&mut body).unwrap();
        String::from_utf8(body).unwrap()
    };
    assert_eq!(text_after_head(), "User-agent: *");
    fs::write(dist.path().join("robots.txt"), "A new build").unwrap();
    fs::write(dist.path().join(".build"), "build 2\n").unwrap();
    let start = Instant::now();
    while text_after_head() != "A new build" {
        assert!(start.elapsed() < TIMEOUT);
        sleep(Duration::from_millis(20));
    }
}

/// Larger than any socket buffer.
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
    let mut stream = server.connect();
    stream.write_all(b"GET /large.pdf HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).unwrap();
    server.signal("-TERM");
    sleep(Duration::from_millis(200));
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.ends_with(&large()));
    assert!(server.has_ended_well());
}

#[test]
fn a_taken_port_is_named() {
    let dist = dist();
    let first = Running::start(dist.path(), &[]);
    let output = run(&["--addr", &first.addr, "--dist", dist.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with(&format!("Cannot listen at {}: ", first.addr)), "{error}");
}

#[test]
fn a_site_that_is_not_built_names_the_command_that_builds_it() {
    let empty = tempfile::tempdir().unwrap();
    let missing = empty.path().join("missing");
    for folder in [empty.path(), &missing] {
        let folder = folder.to_str().unwrap();
        for arguments in [&["--dist", folder][..], &["--dist", folder, "--write-headers"]] {
            let output = run(arguments);
            assert_eq!(output.status.code(), Some(1));
            assert_eq!(
                String::from_utf8(output.stderr).unwrap(),
                format!(
                    "There is no built site in {folder}: it has no index.html\n\
                     `cargo xtask build` makes one in web/dist.\n"
                )
            );
        }
    }
}

#[test]
fn the_files_for_static_hosts_are_written_and_named() {
    let dist = dist();
    let output = run(&["--write-headers", "--dist", dist.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stdout).unwrap();
    for name in ["_headers", "_redirects", "404.txt", "blog/404.html"] {
        assert!(said.contains(&format!("Wrote {}\n", dist.path().join(name).display())), "{said}");
        assert!(dist.path().join(name).is_file(), "{name}");
    }
}
