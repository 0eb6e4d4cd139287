//! The program as a process, through a real socket.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::{Command, Output},
    thread,
    time::Duration,
};

use serde_json::json;
use tempfile::TempDir;
use testkit::{Server, Setup};

const PROGRAM: &str = env!("CARGO_BIN_EXE_server");

/// A site with what a build has of it, and without a database.
pub(crate) fn site() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    setup(folder.path()).with_page().unwrap();
    let dist = folder.path().join("dist");
    fs::write(dist.join("config.json"), "{\"mode\":\"browser\"}").unwrap();
    fs::write(dist.join("config.json.br"), "an old form").unwrap();
    folder
}

/// A site with an empty database.
pub(crate) fn new_site() -> TempDir {
    let folder = site();
    setup(folder.path()).with_database().unwrap();
    folder
}

fn setup(folder: &Path) -> Setup {
    Setup::new(PROGRAM, folder, [""; 0])
}

pub(crate) fn command(folder: &Path, flags: &[&str]) -> Command {
    setup(folder).command(flags)
}

pub(crate) fn run(folder: &Path, flags: &[&str]) -> Output {
    setup(folder).run(flags).unwrap()
}

/// The program, which runs until this is dropped, with a client that reads and writes plain texts.
pub(crate) struct Running {
    server: Server,
    folder: TempDir,
}

impl Running {
    pub(crate) fn start(flags: &[&str]) -> Self {
        Self::start_in(new_site(), flags)
    }

    /// Starts one in the folder of a site.
    pub(crate) fn start_in(folder: TempDir, flags: &[&str]) -> Self {
        let server = Setup::new(PROGRAM, folder.path(), flags).start().unwrap();
        Self { server, folder }
    }

    pub(crate) fn addr(&self) -> &str {
        self.server.addr()
    }

    pub(crate) fn operators_addr(&self) -> &str {
        self.server.operators_addr()
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn log(&self) -> String {
        self.server.log()
    }

    /// Kills it as a loss of power would, and returns its folder.
    pub(crate) fn killed(mut self) -> TempDir {
        self.server.kill();
        self.folder
    }

    pub(crate) fn ask(&self, head: &str, body: &str) -> String {
        ask_at(self.addr(), head, body)
    }

    /// Logs in or signs up and returns the cookie.
    pub(crate) fn log_in(&self, mobile: &str, mode: &str, headers: &str) -> String {
        let head = |path: &str| format!("POST {path} HTTP/1.1{headers}");
        let sent = self.ask(&head("/api/codes"), &format!("{{\"mobile\":\"{mobile}\"}}"));
        let (_, rest) = sent.split_once("\"challenge\":\"").unwrap();
        let challenge = rest.split('"').next().unwrap();
        let code = self.server.code_for(mobile).unwrap();
        let entrance = json!({ "challenge": challenge, "mode": mode, "code": code });
        let entered = self.ask(&head("/api/session"), &entrance.to_string());
        cookie_of(&entered).unwrap_or_else(|| panic!("{entered}"))
    }

    pub(crate) fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1"), "")
    }

    /// One of the operators' pages.
    pub(crate) fn operators(&self, path: &str) -> String {
        ask_at(self.operators_addr(), &format!("GET {path} HTTP/1.1"), "")
    }
}

fn ask_at(addr: &str, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(addr).unwrap();
    let request = format!(
        "{head}\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// The cookie that an answer sets.
fn cookie_of(answer: &str) -> Option<String> {
    let (_, rest) = answer.split_once("set-cookie: ")?;
    rest.split(';').next().map(str::to_owned)
}

#[test]
fn the_site_and_its_interface_are_served_together() {
    let server = Running::start(&[]);
    assert!(server.get("/").ends_with("Home"));
    let config = server.get("/config.json");
    assert!(config.ends_with("{\"mode\":\"hosted\"}"), "{config}");
    assert!(config.contains("cache-control: no-cache"), "{config}");
    // Even if the folder has a compressed file.
    let mut stream = TcpStream::connect(server.addr()).unwrap();
    stream
        .write_all(b"GET /config.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n")
        .unwrap();
    let mut answer = [0; 4096];
    let mut length = 0;
    while !answer[..length].ends_with(b"}") {
        length += stream.read(&mut answer[length..]).unwrap();
    }
    assert!(answer[..length].ends_with(b"{\"mode\":\"hosted\"}"));
    assert!(server.get("/api/session").contains("\"role\":\"guest\""));
    assert!(server.get("/api/nothing").contains("application/problem+json"));
    assert!(server.get("/nothing.txt").starts_with("HTTP/1.1 404"));
}

#[test]
fn pages_and_files_are_measured_logged_and_limited_too() {
    let server = Running::start(&["--request-rate", "1", "--request-burst", "2"]);
    // The simplest possible request.
    let mut stream = TcpStream::connect(server.addr()).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut answer = String::new();
    while !answer.ends_with("Home") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.push(char::from(byte[0]));
    }
    assert!(answer.contains("x-request-id: "), "{answer}");
    let metrics = server.operators("/metrics");
    let line = "http_requests_total{class=\"site\",status=\"2xx\"} 1";
    assert!(metrics.contains(line), "{metrics}");
    let limited = (0..30).map(|_| server.get("/")).find(|answer| answer.contains(" 429 "));
    let limited = limited.unwrap();
    assert!(limited.contains("content-security-policy: "), "{limited}");
    let said = server.log();
    assert!(said.contains("route=\"site\" status=200"), "{said}");
    assert!(said.contains("route=\"site\" status=429"), "{said}");
}

#[test]
fn a_count_of_proxies_is_refused_with_what_to_write_instead() {
    let folder = site();
    fs::write(folder.path().join("site.toml"), "trusted-proxies = 1\n").unwrap();
    let output = run(folder.path(), &["--sender", "log", "--config", "site.toml"]);
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("127.0.0.1,10.0.0.0/8"), "{said}");
    assert!(!folder.path().join("data").exists());
}

#[test]
fn a_code_is_written_where_a_developer_finds_it() {
    let server = Running::start(&[]);
    let sent = server.ask("POST /api/codes HTTP/1.1", "{\"mobile\":\"9876543210\"}");
    assert!(sent.starts_with("HTTP/1.1 202"), "{sent}");
    let line = server.server.codes().pop().unwrap();
    assert!(line["text"].as_str().unwrap().contains("\n\n@127.0.0.1 #"), "{line}");
    assert_eq!(line["mobile"], "9876543210");
    assert_eq!(line["code"].as_str().unwrap().len(), 6);
}

#[test]
fn the_operator_makes_a_login_code() {
    let server = Running::start(&[]);
    let post = |path: &str, body: String| server.ask(&format!("POST {path} HTTP/1.1"), &body);
    let made = || {
        let output = run(server.folder(), &["login-code", "9876543210"]);
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("login-code-made"), "{said}");
        assert!(!said.contains("9876543210"), "{said}");
        String::from_utf8(output.stdout).unwrap().lines().next().unwrap().to_owned()
    };
    let enter = |mode: &str, code: &str| {
        let body = serde_json::json!({ "challenge": "", "mode": mode, "code": code });
        post("/api/session", body.to_string())
    };
    let code = made();
    let entered = enter("signup", &code);
    assert!(entered.starts_with("HTTP/1.1 200"), "{entered}");
    assert!(entered.contains("\"mobileNumber\":\"9876543210\""), "{entered}");
    assert!(enter("login", &code).contains("code-expired"), "it is good once");
    assert!(enter("login", &made()).starts_with("HTTP/1.1 200"));
    let guess = "01234-56789-01234-56789";
    assert!(enter("login", guess).contains("code-expired"));
    // Nothing was sent or counted.
    assert!(server.server.codes().is_empty());
    for _ in 0..3 {
        let sent = post("/api/codes", "{\"mobile\":\"9876543210\"}".to_owned());
        assert!(sent.starts_with("HTTP/1.1 202"), "{sent}");
    }
    let refused = run(server.folder(), &["login-code", "12"]);
    assert!(!refused.status.success(), "{refused:?}");
}

#[test]
fn the_operators_pages_have_an_address_of_their_own() {
    let server = Running::start(&[]);
    server.get("/api/session");
    let metrics = server.operators("/metrics");
    let line = "http_requests_total{class=\"login\",status=\"2xx\"} 1";
    assert!(metrics.contains(line), "{metrics}");
    assert!(metrics.contains("http_request_duration_seconds_bucket"), "{metrics}");
    assert!(server.operators("/readyz").ends_with("ready\n"));
    for path in ["/readyz", "/metrics"] {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    let folder = site();
    let taken = ["--sender", "log", "--operators-addr", server.operators_addr()];
    let second = run(folder.path(), &taken);
    assert!(!second.status.success());
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains(server.operators_addr()) && said.contains("--operators-addr"), "{said}");
}

#[test]
fn a_flag_wins_over_the_environment_and_the_environment_over_the_file() {
    let folder = site();
    fs::write(folder.path().join("site.toml"), "admin-number = \"12\"\nsender = \"log\"\n")
        .unwrap();
    let said = |flags: &[&str], variable: Option<&str>| {
        let mut command = command(folder.path(), &[flags, &["--config", "site.toml"]].concat());
        command.envs(variable.map(|number| ("SITE_ADMIN_NUMBER", number)));
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    assert!(said(&[], None).contains("admin-number (line 1 of site.toml): "));
    let good = "SITE_ADMIN_NUMBER needs a second factor";
    assert!(said(&[], Some("1000000000")).contains(good));
    let bad = "--admin-number: ";
    assert!(said(&["--admin-number", "12"], Some("1000000000")).contains(bad));
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_asked_to() {
    let server = Running::start(&[]);
    server.get("/api/session");
    assert!(server.server.stop().unwrap().success());
}

#[cfg(unix)]
#[test]
fn it_ends_when_it_is_asked_to_at_the_moment_it_serves() {
    for _ in 0..5 {
        let server = Running::start(&[]).server;
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || tell.send(server.stop().unwrap().success()));
        assert_eq!(told.recv_timeout(Duration::from_secs(60)), Ok(true));
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_server_waits_for_postgresql_and_says_so() {
    let Some(database) = testkit::postgres::database().await else { return };
    let folder = site();
    let place = folder.path().join("sockets");
    let (sockets, name) =
        database.strip_prefix("postgres://postgres@").unwrap().rsplit_once('/').unwrap();
    let later = place.display().to_string().replace('/', "%2F");
    let later = format!("postgres://postgres@{later}/{name}");
    fs::write(folder.path().join("secret"), [7; 32]).unwrap();
    let flags = |database| ["--database", database, "--secret-file", "secret"];
    let made = run(folder.path(), &[&["init"], &flags(&database)[..]].concat());
    assert!(made.status.success(), "{made:?}");
    let operators_addr = format!("127.0.0.1:{}", testkit::free_port());
    let more = ["--operators-addr", &operators_addr];
    let setup = Setup::new(PROGRAM, folder.path(), [&flags(&later)[..], &more].concat());
    let starting = thread::spawn(|| setup.start().unwrap());
    let log = || fs::read_to_string(folder.path().join("log")).unwrap_or_default();
    while log().matches("waiting").count() < 2 {
        thread::sleep(Duration::from_millis(100));
    }
    let said = log();
    assert!(said.contains("waiting for PostgreSQL; the next try is in 1 s"), "{said}");
    assert!(said.contains("the next try is in 2 s"), "{said}");
    let waiting = ask_at(&operators_addr, "GET /readyz HTTP/1.1", "");
    assert!(waiting.starts_with("HTTP/1.1 503"), "{waiting}");
    assert!(waiting.contains("not ready: PostgreSQL does not answer"), "{waiting}");
    // PostgreSQL is there.
    std::os::unix::fs::symlink(sockets.replace("%2F", "/"), place).unwrap();
    let server = Running { server: starting.join().unwrap(), folder };
    assert!(server.operators("/readyz").ends_with("\r\n\r\nready\n"));
}

#[test]
fn conflicting_settings_are_reported_at_the_start() {
    for (flags, words) in [
        (&[][..], "Set --sender webhook"),
        (&["--sender", "log", "--admin-number", "1000000000"], "server totp"),
        (&["--sender", "log", "--admin-number", "12"], "--admin-number"),
        (&["--sender", "log", "--addr", "0.0.0.0:0"], "--behind-https"),
        (&["--sender", "webhook"], "--sender-key-file"),
        (&["--sender", "log", "--behind-https"], "--public-url"),
        (&["--sender", "log", "--public-url", "https://site.example/path"], "--public-url"),
        (&["--sender", "log", "--public-url", "site.example"], "--public-url"),
        (&["--sender", "log", "--behind-https", "--public-url", "http://a.example"], "https://"),
        (&["--sender", "log", "--forward", "smtp"], "--forward-to"),
    ] {
        let folder = site();
        let output = run(folder.path(), flags);
        assert!(!output.status.success(), "{flags:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(words), "{flags:?}: {said}");
        assert!(!folder.path().join("data").exists());
    }
}

#[test]
fn the_operator_lists_and_ends_sessions_and_reads_what_happened() {
    let server = Running::start(&[]);
    server.log_in("9876543210", "signup", "");
    let run = |flags: &[&str]| {
        let output = run(server.folder(), flags);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let listed = run(&["sessions", "list", "9876543210"]);
    assert!(listed.contains("begun 20") && listed.contains("unknown device"), "{listed}");
    assert_eq!(run(&["sessions", "list", "9123456780"]), "");
    assert_eq!(run(&["sessions", "revoke", "9876543210"]), "Ended: 1\n");
    assert_eq!(run(&["sessions", "list", "9876543210"]), "");
    let events = run(&["events", "--number", "9876543210"]);
    let [login, revoked] = events.lines().collect::<Vec<_>>()[..] else { panic!("{events}") };
    assert!(login.contains("sign-up") && revoked.contains("sessions-ended"), "{events}");
    assert!(!events.contains("9876543210"), "{events}");
    assert_eq!(run(&["events"]).lines().count(), 2);
}

#[test]
fn a_recovery_code_replaces_the_app_once() {
    let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    let admin = ["--admin-number", "1000000000", "--admin-totp-secret", secret];
    let server = Running::start(&admin);
    let run = |flags: &[&str]| {
        let output = run(server.folder(), &[flags, &admin].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let made = run(&["recovery-codes"]);
    let codes: Vec<_> =
        made.lines().take_while(|line| line.starts_with(char::is_numeric)).collect();
    assert_eq!(codes.len(), 10, "{made}");
    let mut cookie = server.log_in("1000000000", "login", "");
    let mut give = |code: &str| {
        let head = format!("POST /api/session/second-factor HTTP/1.1\r\nCookie: {cookie}");
        let answer = server.ask(&head, &format!("{{\"code\":\"{code}\"}}"));
        cookie = cookie_of(&answer).unwrap_or(cookie.clone());
        answer
    };
    assert!(give(codes[0]).starts_with("HTTP/1.1 200"));
    assert!(give(codes[0]).contains("second-factor-wrong"));
    assert!(give(&codes[1].replace('-', " ")).starts_with("HTTP/1.1 200"));
    run(&["recovery-codes"]);
    assert!(give(codes[2]).contains("second-factor-wrong"));
    let events = run(&["events"]);
    for event in ["recovery-codes-made", "recovery-code  ", "wrong"] {
        assert!(events.contains(event), "{event}: {events}");
    }
    assert!(!events.contains(&codes[0].replace('-', "")), "{events}");
}
