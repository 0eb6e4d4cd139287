//! `cargo xtask dev [--addr] [--edit | --hot | --hosted [--codes]]`: builds, serves, and rebuilds after
//! edits.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{self, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use duct::{Expression, Handle};
use serde_json::Value;

use crate::build::{Build, Done};
use crate::editor;
use crate::report::Report;
use crate::tool::{Advise, ROOT, TARGET, npm, program, tool, words_of_tool};
use crate::watch::Watch;

/// How often to check whether the server still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// A generous time limit for a server's start.
const START_LIMIT: Duration = Duration::from_secs(30);
/// How long a server may take to shut down.
const STOP_LIMIT: Duration = Duration::from_secs(4);
/// The secret of the admin's authenticator app, in base32. It is public, for development only.
const SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/// The database of hosted mode.
const DATABASE: &str = "sqlite://data/programme.db";

/// The program that serves the site.
pub(crate) enum Mode {
    /// The dev server: browser mode.
    Site {
        /// Whether with the editor of the content.
        edit: bool,
    },
    /// Vite, whose hot reloading keeps React's state.
    Hot,
    /// The server of hosted mode, with a database.
    Hosted {
        /// The file for one-time codes, which are printed otherwise.
        codes: Option<PathBuf>,
    },
}

pub(crate) struct Dev<'a> {
    report: &'a Report,
    mode: Mode,
    server: Server,
    /// With the editor: the file whose text the server shows over open pages.
    problem_file: Option<PathBuf>,
}

impl<'a> Dev<'a> {
    pub(crate) fn new(report: &'a Report, mode: Mode) -> Self {
        let edits = matches!(mode, Mode::Site { edit: true });
        let problem_file = edits.then(|| TARGET.join("xtask/problem.txt"));
        Self { report, mode, server: Server::default(), problem_file }
    }

    /// Serves until it is stopped. An error says why it cannot start or continue.
    pub(crate) fn run(&self, addr: SocketAddr) -> anyhow::Result<()> {
        let since = Instant::now();
        let addr = free(addr)?;
        // Watches first, so that edits during the first build are not lost.
        let watch = Watch::start()?;
        let server = self.server.clone();
        ctrlc::set_handler(move || {
            server.stop();
            std::process::exit(130);
        })?;
        self.show_over_pages("")?;
        let failed = match self.build(&BTreeSet::new()) {
            Err(error) if self.has_an_earlier_build() => Some(error),
            outcome => outcome.map(|_| None)?,
        };
        self.serve(addr)?;
        self.report.took("ready", &url(addr), since);
        if let Mode::Hosted { codes } = &self.mode {
            let admin = admin_number()?;
            self.report.line("admin", &format!("{admin}, authenticator: {SECRET}"));
            let place =
                codes.as_ref().map_or("below".into(), |file| format!("to {}", file.display()));
            self.report.line("codes", &format!("are written {place} instead of being sent"));
        }
        if let Mode::Site { edit: true } = self.mode {
            self.report.line("edit", &format!("{}/edit", url(addr)));
        }
        self.report.say(&"  Edits are followed. Ctrl-C stops.");
        self.report.quiet_when_fresh();
        if let Some(error) = failed {
            self.stay(&error)?;
        }
        loop {
            if self.server.has_ended() {
                bail!("The server has stopped by itself. If it printed an error, that is above.");
            }
            let edits = watch.edits(POLL_INTERVAL);
            if !edits.is_empty() {
                self.follow(&edits, addr)?;
            }
        }
    }

    /// Builds after these edits. Returns what was done, and what there is to say of the edited files.
    fn build(&self, edits: &BTreeSet<String>) -> anyhow::Result<(Done, Vec<String>)> {
        if let Mode::Site { edit: true } = self.mode {
            let build = Build::of_edited(self.report, edits);
            let done = &build.site()? | &build.editor()?;
            return Ok((done, build.said()));
        }
        let build = Build::uncompressed(self.report);
        let done = match &self.mode {
            Mode::Hot => build.sources()?,
            Mode::Site { .. } => build.site()?,
            Mode::Hosted { .. } => &build.site()? | &build.hosted()?,
        };
        Ok((done, build.said()))
    }

    fn has_an_earlier_build(&self) -> bool {
        let built = match &self.mode {
            Mode::Hot => vec![ROOT.join("web/src/rules/pkg"), ROOT.join("web/node_modules")],
            Mode::Site { .. } => vec![ROOT.join("web/dist/.build"), program("devserver")],
            Mode::Hosted { .. } => vec![ROOT.join("web/dist/.build"), program("server")],
        };
        built.iter().all(|path| path.exists())
    }

    fn serve(&self, addr: SocketAddr) -> anyhow::Result<()> {
        self.server.stop();
        if matches!(self.mode, Mode::Hosted { .. }) && !ROOT.join("data/programme.db").exists() {
            tool(program("server"), &["init", "--database", DATABASE]).stdout_null().run()?;
        }
        self.server.start(&self.command(addr)?)?;
        let deadline = Instant::now() + START_LIMIT;
        while TcpStream::connect(reached_at(addr)).is_err() {
            if self.server.has_ended() || Instant::now() > deadline {
                bail!(
                    "The server does not answer at {addr}. Its own words stand above, if it had any."
                );
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    fn command(&self, addr: SocketAddr) -> anyhow::Result<Expression> {
        let at = addr.to_string();
        Ok(match &self.mode {
            Mode::Hot => {
                let (host, port) = (addr.ip().to_string(), addr.port().to_string());
                let options = ["--strictPort", "--host", &host, "--port", &port];
                npm("web", &[&["run", "--silent", "hot", "--"], &options[..]].concat())
            }
            // Its own messages are hidden, because this program reports the same.
            Mode::Site { edit } => {
                let options = ["--dist", "web/dist", "--addr", &at, "--live"];
                let editor: &[_] = if *edit { &["--editor", editor::FOLDER] } else { &[] };
                let problem = self.problem_file.as_ref().and_then(|file| file.to_str());
                let problem = problem.map_or(vec![], |file| vec!["--problem", file]);
                tool(program("devserver"), &[&options, editor, &problem].concat()).stdout_null()
            }
            // Its standard output has the one-time codes, unless a file has them.
            Mode::Hosted { codes } => {
                let admin = admin_number()?;
                let file = codes.as_ref().map(path::absolute).transpose()?;
                let file = file.as_ref().and_then(|file| file.to_str());
                let file = file.map_or(vec![], |file| vec!["--sender-file", file]);
                let site = ["serve", "--dist", "web/dist", "--addr", &at, "--live"];
                let operators = ["--operators-addr", "127.0.0.1:0"];
                let records = ["--database", DATABASE, "--sender", "log"];
                let admin = ["--admin-number", &admin, "--admin-totp-secret", SECRET];
                let all =
                    [&site[..], &operators, &records, &file, &admin, &["--log-level", "warn"]]
                        .concat();
                tool(program("server"), &all)
            }
        })
    }

    fn follow(&self, edits: &BTreeSet<String>, addr: SocketAddr) -> anyhow::Result<()> {
        let since = Instant::now();
        self.report.say(&format!("  {:<10} {}", "changed", summary(edits)));
        // What was wrong may be mended now.
        self.show_over_pages("")?;
        let (done, said) = match self.build(edits) {
            Ok(built) => built,
            Err(error) => return self.stay(&error),
        };
        let restarts = match &self.mode {
            // Vite keeps using the packages that it started with.
            Mode::Hot => ["packages"].as_slice(),
            // It lists the editor's files once.
            Mode::Site { .. } => &["server", "editor"],
            Mode::Hosted { .. } => &["hosted"],
        };
        if restarts.iter().any(|step| done.contains(*step)) {
            self.serve(addr)?;
        }
        self.report.took("ready", "open pages follow", since);
        if !said.is_empty() {
            let said = said.join("\n");
            self.report.say(&said);
            self.show_over_pages(&said)?;
        }
        Ok(())
    }

    /// Says what is wrong; with the editor, last and alone.
    fn stay(&self, error: &anyhow::Error) -> anyhow::Result<()> {
        if self.problem_file.is_none() {
            self.report.failure(error);
            self.report.line("waiting", "the site stays as it was until the next edit");
            return Ok(());
        }
        let words = words_of_tool(error);
        self.report.failure(&anyhow!(words.clone()));
        self.show_over_pages(&format!(
            "The website stays as it was until this is mended:\n\n{words}"
        ))
    }

    /// With the editor: shows a text over open pages, or nothing.
    fn show_over_pages(&self, text: &str) -> anyhow::Result<()> {
        let Some(file) = &self.problem_file else { return Ok(()) };
        let folder = file.parent().unwrap_or(&ROOT);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(file, text))
            .with_context(|| file.display().to_string())
    }
}

/// The running server, which ends with this program.
#[derive(Clone, Default)]
struct Server(Arc<Mutex<Option<Handle>>>);

impl Server {
    fn start(&self, command: &Expression) -> anyhow::Result<()> {
        let handle = command.unchecked().start()?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle);
        Ok(())
    }

    fn has_ended(&self) -> bool {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        !running.as_ref().is_some_and(|server| matches!(server.try_wait(), Ok(None)))
    }

    /// Asks the server to stop, so that npm can pass that on to its children; then kills it.
    fn stop(&self) {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(server) = running else { return };
        ask_to_end(&server.pids());
        if !matches!(server.wait_timeout(STOP_LIMIT), Ok(Some(_))) {
            let _ = server.kill();
        }
    }
}

#[cfg(unix)]
fn ask_to_end(pids: &[u32]) {
    use rustix::process::{Pid, Signal, kill_process};
    let pids = pids.iter().filter_map(|&pid| Pid::from_raw(i32::try_from(pid).ok()?));
    for pid in pids {
        let _ = kill_process(pid, Signal::TERM);
    }
}

/// Windows has no such signal.
#[cfg(not(unix))]
fn ask_to_end(_pids: &[u32]) {}

/// A free address: `addr` itself, with a free port in place of 0. Fails if it is in use.
fn free(addr: SocketAddr) -> anyhow::Result<SocketAddr> {
    TcpListener::bind(addr).and_then(|listener| listener.local_addr()).map_err(|error| {
        if error.kind() == io::ErrorKind::AddrInUse {
            let other = SocketAddr::new(addr.ip(), addr.port().checked_add(1).unwrap_or(8080));
            return anyhow!(
                "{addr} is taken by another program.\n  \
                 Stop that program, or add another address: --addr {other}"
            );
        }
        anyhow!("{addr} cannot be served at: {error}.\n  Try --addr 127.0.0.1:8080")
    })
}

/// The address for a browser on this machine.
fn url(addr: SocketAddr) -> String {
    format!("http://{}", reached_at(addr))
}

/// Replaces the address for "all interfaces", which cannot be opened, by loopback.
fn reached_at(addr: SocketAddr) -> SocketAddr {
    let ip = match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, addr.port())
}

/// The admin's number, as in browser mode.
fn admin_number() -> anyhow::Result<String> {
    let read = || {
        let site: Value = serde_json::from_slice(&fs::read(ROOT.join("content/site.json"))?)?;
        let number = site["programme"]["adminNumber"].as_str().map(str::to_owned);
        number.context("it names no admin")
    };
    read()
        .context("content/site.json")
        .advise("Name the admin's number: \"programme\": { \"adminNumber\": \"…\" }.")
}

/// The first file name and the number of others.
fn summary(paths: &BTreeSet<String>) -> String {
    let first = paths.first().map(String::as_str).unwrap_or_default();
    match paths.len() {
        0 | 1 => first.into(),
        2 => format!("{first} and another"),
        many => format!("{first} and {} others", many - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::failed;

    #[test]
    fn many_edits_are_reported_in_one_line() {
        let named = |names: &[&str]| summary(&names.iter().map(|&name| name.into()).collect());
        assert_eq!(named(&["a"]), "a");
        assert_eq!(named(&["b", "a"]), "a and another");
        assert_eq!(named(&["b", "a", "c"]), "a and 2 others");
    }

    #[test]
    fn a_taken_address_is_named_with_another_to_try() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let addr = taken.local_addr().unwrap();
        let error = free(addr).unwrap_err().to_string();
        assert!(error.contains(&format!("{addr} is taken")), "{error}");
        assert!(error.contains("--addr 127.0.0.1:"), "{error}");
    }

    #[test]
    fn a_url_needs_a_host() {
        assert_eq!(url("0.0.0.0:80".parse().unwrap()), "http://127.0.0.1:80");
        assert_eq!(url("[::]:80".parse().unwrap()), "http://[::1]:80");
        assert_eq!(url("192.0.2.1:80".parse().unwrap()), "http://192.0.2.1:80");
    }

    #[test]
    fn with_the_editor_what_is_wrong_is_shown_in_the_words_of_the_build() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("xtask/problem.txt");
        let report = Report::new();
        let mode = Mode::Site { edit: true };
        let dev = Dev { problem_file: Some(file.clone()), ..Dev::new(&report, mode) };
        let shown = || fs::read_to_string(&file).unwrap();
        let error = failed("content/en/posts/a.md: no title\n", "`cargo run` failed.");
        dev.stay(&error).unwrap();
        assert_eq!(
            shown(),
            "The website stays as it was until this is mended:\n\ncontent/en/posts/a.md: no title"
        );
        dev.show_over_pages("").unwrap();
        assert_eq!(shown(), "");
        assert!(Dev::new(&report, Mode::Site { edit: false }).problem_file.is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_server_is_stopped_and_its_end_is_noticed() {
        let server = Server::default();
        assert!(server.has_ended());
        server.start(&tool("sleep", &["60"])).unwrap();
        assert!(!server.has_ended());
        let before = Instant::now();
        server.stop();
        assert!(server.has_ended() && before.elapsed() < STOP_LIMIT);
    }
}
