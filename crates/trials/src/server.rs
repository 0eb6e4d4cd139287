//! A hosted server in a folder of its own, which can be killed and started again.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use store::{Listing, Scope, Store, Stored};
use tokio::runtime::Runtime;

use crate::Site;

/// The number that its admin has.
pub(crate) const ADMIN: &str = "1000000000";

/// How many referrals are read at once.
const PART: u32 = 1000;

/// Its admin's second factor, in base 32.
pub(crate) const SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/// For trials whose visitors all ask from one address and without a pause, which a server refuses by
/// itself.
pub(crate) const UNLIMITED: [&str; 10] = [
    "--request-rate",
    "1000000",
    "--request-burst",
    "1000000",
    "--requests-at-once-each",
    "256",
    "--guest-referrals-from-address",
    "1000000000",
    "--referrals-from-account",
    "1000000000",
];

/// How long a server may take from its start to its first answer.
const START: Duration = Duration::from_secs(30);

/// A server over a database in a folder.
pub(crate) struct Server {
    site: Site,
    folder: PathBuf,
    addr: SocketAddr,
    settings: Vec<String>,
    /// Until it is killed.
    child: Option<Child>,
}

impl Server {
    /// Starts one that bears any number of requests from one address, and waits until it listens.
    pub(crate) fn start(site: &Site, folder: &Path) -> anyhow::Result<Self> {
        Self::start_with(site, folder, &UNLIMITED)
    }

    /// Starts one with these settings, and waits until it listens.
    pub(crate) fn start_with(
        site: &Site,
        folder: &Path,
        settings: &[&str],
    ) -> anyhow::Result<Self> {
        let addr = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let settings = settings.iter().map(ToString::to_string).collect();
        let (site, folder) = (site.clone(), folder.to_owned());
        let mut server = Self { site, folder, addr, settings, child: None };
        server.spawn()?;
        Ok(server)
    }

    /// Kills it without a warning, as a power cut would, and starts it again.
    pub(crate) fn kill_and_restart(&mut self) -> anyhow::Result<()> {
        self.end();
        self.spawn()
    }

    /// Where it answers.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// Its database.
    pub(crate) fn database(folder: &Path) -> String {
        format!("sqlite://{}", folder.join("programme.db").display())
    }

    /// The last code that was sent to a number.
    pub(crate) fn code_for(&self, mobile: &str) -> anyhow::Result<String> {
        let log = fs::read_to_string(self.folder.join("codes"))?;
        let line = log.lines().rev().find(|line| line.contains(mobile));
        let word = line.and_then(|line| {
            let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|b| b.is_ascii_digit());
            line.split(|letter: char| !letter.is_ascii_digit()).find(is_code)
        });
        word.map(str::to_owned).context("no code was sent to that number")
    }

    /// Starts the program, and waits until it says where it listens. That is read by a thread of its
    /// own, because a server that says nothing at all must not be waited for without end.
    fn spawn(&mut self) -> anyhow::Result<()> {
        let Site { program, dist, pin } = &self.site;
        let program = fs::canonicalize(program).with_context(|| {
            format!("There is no {}: cargo build --release --package server", program.display())
        })?;
        let mut command = match pin {
            None => Command::new(&program),
            Some(list) => {
                let mut command = Command::new("taskset");
                command.args(["--cpu-list", list]).arg(&program);
                command
            }
        };
        command
            .arg("serve")
            .arg("--dist")
            .arg(dist)
            .args(["--database", &Self::database(&self.folder)])
            .args(["--addr", &self.addr.to_string()])
            .args(["--sender", "log", "--sender-file"])
            .arg(self.folder.join("codes"))
            .args(["--admin-number", ADMIN, "--admin-totp-secret", SECRET])
            .args(&self.settings)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let child = command.spawn();
        let child = child.with_context(|| format!("{} cannot be started", program.display()))?;
        let stdout = self.child.insert(child).stdout.take().context("its output is not there")?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        wait_for_address(&lines, START)
    }

    fn end(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself, which the next request finds out.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// All referrals of a database, which has to be sound.
pub(crate) fn all_referrals(database: &str) -> anyhow::Result<Vec<Stored>> {
    Runtime::new()?.block_on(async {
        let store = Store::open_current(database).await?;
        let faults = store.integrity().await?;
        ensure!(faults.is_empty(), "the database is damaged: {}", faults.join("; "));
        let mut found = Vec::new();
        let mut listing = Listing::of(Scope::All, PART);
        loop {
            let part = store.list(&listing).await?;
            found.extend(part.referrals);
            listing.after = part.next;
            if listing.after.is_none() {
                return Ok(found);
            }
        }
    })
}

/// Waits for a line with an address in it, for so long at most.
fn wait_for_address(lines: &Receiver<String>, patience: Duration) -> anyhow::Result<()> {
    let deadline = Instant::now() + patience;
    let mut said = String::new();
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match lines.recv_timeout(left) {
            Ok(line) if line.contains("http://") => return Ok(()),
            Ok(line) => said += &format!("\n{line}"),
            Err(_) => bail!("The server did not start.{said}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_stays_silent_is_given_up() {
        let (sender, lines) = mpsc::channel();
        let patience = Duration::from_millis(20);
        assert!(wait_for_address(&lines, patience).is_err());
        sender.send("reading the site".to_owned()).unwrap();
        sender.send("serving at http://127.0.0.1:1".to_owned()).unwrap();
        assert!(wait_for_address(&lines, patience).is_ok());
        sender.send("no such folder".to_owned()).unwrap();
        drop(sender);
        let error = wait_for_address(&lines, START).unwrap_err();
        assert!(error.to_string().contains("no such folder"), "{error}");
    }
}
