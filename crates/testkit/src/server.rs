//! The program as a process, with its files in a folder. It can be killed and started again.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::Value;

/// How long a server may take to start listening.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// What holds for all commands unless a flag says otherwise.
const DEFAULTS: [[&str; 2]; 4] = [
    ["--dist", "dist"],
    ["--database", "sqlite://data/site.db"],
    ["--addr", "127.0.0.1:0"],
    ["--operators-addr", "127.0.0.1:0"],
];

/// How a server sends codes, unless a flag says otherwise.
const SENDER: [&str; 4] = ["--sender", "log", "--sender-file", "codes.jsonl"];

/// Lifts the limits, for visitors who all send requests from one address without a pause.
pub const UNLIMITED: [&str; 10] = [
    "--request-rate",
    "1000000",
    "--request-burst",
    "1000000",
    "--requests-at-once-each",
    "256",
    "--guest-referrals-from-address",
    "1000000",
    "--referrals-from-account",
    "1000000",
];

/// A program and the folder that it works in, which servers of one database may share. It sees no
/// environment variables. Unless a flag says otherwise it has an SQLite database, listens at free
/// ports of this machine, and writes the codes that it sends into a file.
#[derive(Clone, Debug)]
pub struct Setup {
    program: PathBuf,
    folder: PathBuf,
    pin: Option<String>,
    flags: Vec<String>,
}

/// A server that runs until this is dropped, and is then killed.
pub struct Server {
    setup: Setup,
    /// Where visitors find it, and where its operators do: `127.0.0.1:PORT`.
    addrs: [String; 2],
    /// `None` after it was killed.
    child: Option<Child>,
}

impl Setup {
    /// A program in a folder, with flags for all that it does there.
    #[must_use]
    pub fn new<T: AsRef<str>>(
        program: impl Into<PathBuf>,
        folder: &Path,
        flags: impl IntoIterator<Item = T>,
    ) -> Self {
        let flags = flags.into_iter().map(|flag| flag.as_ref().to_owned()).collect();
        Self { program: program.into(), folder: folder.to_owned(), pin: None, flags }
    }

    /// Lets the server run on these processors only: a list for `taskset`.
    #[must_use]
    pub fn pinned(mut self, processors: Option<String>) -> Self {
        self.pin = processors;
        self
    }

    /// Makes a site of one page, unless there is a site.
    ///
    /// # Errors
    ///
    /// If the folder cannot be written to.
    pub fn with_page(self) -> anyhow::Result<Self> {
        let dist = self.folder.join("dist");
        fs::create_dir_all(&dist)?;
        fs::write(dist.join("index.html"), "<head></head>Home")?;
        Ok(self)
    }

    /// Makes the database as an operator does, unless it is there already.
    ///
    /// # Errors
    ///
    /// What the program says.
    pub fn with_database(self) -> anyhow::Result<Self> {
        let made = self.run(&["init"])?;
        let said = String::from_utf8_lossy(&made.stderr);
        ensure!(made.status.success() || said.contains("already"), "server init: {said}");
        Ok(self)
    }

    /// The program with the flags and these words.
    #[must_use]
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = match &self.pin {
            None => Command::new(&self.program),
            Some(processors) => {
                let mut taskset = Command::new("taskset");
                taskset.args(["--cpu-list", processors]).arg(&self.program);
                taskset
            }
        };
        let is_given =
            |flag: &str| self.flags.iter().any(|own| own == flag) || words.contains(&flag);
        let defaults = DEFAULTS.into_iter().filter(|[flag, _]| !is_given(flag)).flatten();
        command.current_dir(&self.folder).env_clear();
        command.args(defaults).args(&self.flags).args(words);
        command
    }

    /// Runs the program with these words to its end.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn run(&self, words: &[&str]) -> anyhow::Result<Output> {
        let output = self.command(words).stdin(Stdio::null()).output();
        output.with_context(|| format!("{} cannot be started", self.program.display()))
    }

    /// Starts the server and waits until it listens.
    ///
    /// # Errors
    ///
    /// What it has said, if it ends or does not listen within 30 seconds.
    pub fn start(self) -> anyhow::Result<Server> {
        let addrs = ["127.0.0.1:0", "127.0.0.1:0"].map(str::to_owned);
        let mut server = Server { setup: self, addrs, child: None };
        server.spawn()?;
        Ok(server)
    }
}

/// A port of this machine that nothing listens at, for what has to know it beforehand. It is below
/// those that systems give away unasked (32768 and up), so that nobody gets it in between.
#[must_use]
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        // Processes that run at the same time begin at different ones.
        let from = std::process::id() as u16 % 100 * 100;
        let port = 20_000 + (from + NEXT.fetch_add(1, Ordering::Relaxed)) % 10_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

impl Server {
    /// The address that visitors connect to, as `127.0.0.1:PORT`.
    #[must_use]
    pub fn addr(&self) -> &str {
        &self.addrs[0]
    }

    /// The address that operators connect to, as `127.0.0.1:PORT`.
    #[must_use]
    pub fn operators_addr(&self) -> &str {
        &self.addrs[1]
    }

    /// The base URL, without a slash at the end.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.addr())
    }

    /// The base URL of the operators' pages, without a slash at the end.
    #[must_use]
    pub fn operators_url(&self) -> String {
        format!("http://{}", self.operators_addr())
    }

    /// What it has been started with, to run further commands.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What it has written to standard error. It is kept in a file of the folder.
    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(self.setup.folder.join("log")).unwrap_or_default()
    }

    /// The messages with codes, oldest first; see the documents for their form.
    #[must_use]
    pub fn codes(&self) -> Vec<Value> {
        let sent = fs::read_to_string(self.setup.folder.join("codes.jsonl")).unwrap_or_default();
        sent.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The last code that was sent to a number, as it was typed or with its country code.
    ///
    /// # Errors
    ///
    /// If none was.
    pub fn code_for(&self, mobile: &str) -> anyhow::Result<String> {
        let (sent, whole) = (self.codes(), format!("+{mobile}"));
        let last = sent.iter().rfind(|sent| sent["mobile"] == mobile || sent["number"] == *whole);
        let code = last.and_then(|sent| sent["code"].as_str());
        code.map(str::to_owned).with_context(|| format!("no code was sent to {mobile}"))
    }

    /// Kills it as a loss of power would.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // Both fail if it has stopped already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Asks it to end (`SIGTERM`), and waits until it has.
    ///
    /// # Errors
    ///
    /// If it was killed before, or cannot be asked.
    pub fn stop(mut self) -> anyhow::Result<ExitStatus> {
        let mut child = self.child.take().context("it does not run")?;
        let asked = Command::new("kill").args(["-TERM", &child.id().to_string()]).status()?;
        ensure!(asked.success(), "it cannot be asked to end");
        Ok(child.wait()?)
    }

    /// Kills it and starts it again at the same addresses.
    ///
    /// # Errors
    ///
    /// As [`Setup::start`].
    pub fn kill_and_restart(&mut self) -> anyhow::Result<()> {
        self.kill();
        self.spawn()
    }

    fn spawn(&mut self) -> anyhow::Result<()> {
        let [addr, operators_addr] = self.addrs.each_ref().map(String::as_str);
        let flags = &self.setup.flags;
        let own = [["--addr", addr], ["--operators-addr", operators_addr]];
        let is_given = |flag: &&str| flags.iter().any(|given| given == flag);
        let mut words: Vec<_> =
            own.into_iter().filter(|[flag, _]| !is_given(flag)).flatten().collect();
        if !is_given(&"--sender") {
            words.extend(SENDER);
        }
        let log = self.setup.folder.join("log");
        let mut command = self.setup.command(&words);
        command.stdout(Stdio::piped()).stderr(File::options().create(true).append(true).open(log)?);
        let child = command.spawn();
        let child =
            child.with_context(|| format!("{} cannot be started", self.setup.program.display()))?;
        let output = self.child.insert(child).stdout.take().context("its output is not there")?;
        // A thread reads the output: so the wait can time out, and the pipe is never full.
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        for addr in &mut self.addrs {
            let line = lines.recv_timeout(START_TIMEOUT).unwrap_or_default();
            let found = line.split_once("http://").and_then(|(_, rest)| rest.split(' ').next());
            let Some(found) = found else {
                let log = fs::read_to_string(self.setup.folder.join("log")).unwrap_or_default();
                anyhow::bail!("The server did not start: {line}\n{log}");
            };
            found.clone_into(addr);
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
