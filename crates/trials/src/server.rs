//! A hosted server with its database in a folder. It can be killed and started again.

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

/// The admin's mobile number.
pub(crate) const ADMIN: &str = "1000000000";

/// The server's secret.
const SECRET: &str = "at least thirty-two bytes for a trial";

/// How many referrals are read from the database at once.
const PAGE_SIZE: u32 = 1000;

/// The admin's TOTP secret, in base 32.
pub(crate) const ADMIN_TOTP_SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/// Lifts the limits, for trials whose visitors all send requests from one address without a pause.
pub(crate) const UNLIMITED: [&str; 10] = [
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

/// How long a server may take to start listening.
const START_TIMEOUT: Duration = Duration::from_secs(30);

pub(crate) struct Server {
    site: Site,
    folder: PathBuf,
    addr: SocketAddr,
    operators_addr: SocketAddr,
    settings: Vec<String>,
    /// `None` after it was killed.
    child: Option<Child>,
}

impl Server {
    /// Starts a server without limits on requests and waits until it listens.
    pub(crate) fn start(site: &Site, folder: &Path) -> anyhow::Result<Self> {
        Self::start_with(site, folder, &UNLIMITED)
    }

    /// Starts a server with these settings and waits until it listens.
    pub(crate) fn start_with(
        site: &Site,
        folder: &Path,
        settings: &[&str],
    ) -> anyhow::Result<Self> {
        let [addr, operators_addr] = free_addresses()?;
        let settings = settings.iter().map(ToString::to_string).collect();
        Self::make_database(site, folder)?;
        let (site, folder) = (site.clone(), folder.to_owned());
        let mut server = Self { site, folder, addr, operators_addr, settings, child: None };
        server.spawn()?;
        Ok(server)
    }

    /// Makes the database of a folder, as an operator does, unless it is there already.
    pub(crate) fn make_database(site: &Site, folder: &Path) -> anyhow::Result<()> {
        let secret = folder.join("programme.db.secret");
        fs::write(&secret, SECRET)?;
        let made = Command::new(&site.program)
            .args(["init", "--database", &Self::database(site, folder), "--secret-file"])
            .arg(&secret)
            .output()
            .with_context(|| format!("{} cannot be started", site.program.display()))?;
        let said = String::from_utf8_lossy(&made.stderr);
        ensure!(made.status.success() || said.contains("already"), "server init: {said}");
        Ok(())
    }

    /// Kills the server with `SIGKILL` and starts it again.
    pub(crate) fn kill_and_restart(&mut self) -> anyhow::Result<()> {
        self.kill();
        self.spawn()
    }

    /// The base URL, without a slash at the end.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// The base URL of the operators' pages, without a slash at the end.
    pub(crate) fn operators_url(&self) -> String {
        format!("http://{}", self.operators_addr)
    }

    /// The URL of the database: an SQLite file in the folder, or `--database` with the folder's
    /// name in place of `{}`.
    pub(crate) fn database(site: &Site, folder: &Path) -> String {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        match &site.database {
            None => format!("sqlite://{}", folder.join("programme.db").display()),
            Some(address) => address.replace("{}", &name),
        }
    }

    /// The last code that was sent to a number.
    pub(crate) fn code_for(&self, mobile: &str) -> anyhow::Result<String> {
        let log = fs::read_to_string(self.folder.join("codes"))?;
        let line = log.lines().rev().find(|line| line.contains(mobile));
        let code = line.and_then(|line| {
            let is_code = |word: &&str| word.len() == 6 && word.bytes().all(|b| b.is_ascii_digit());
            line.split(|letter: char| !letter.is_ascii_digit()).find(is_code)
        });
        code.map(str::to_owned).with_context(|| format!("no code was sent to {mobile}"))
    }

    /// Starts the program and waits until it prints its address. A thread reads the output, so that
    /// the wait can time out.
    fn spawn(&mut self) -> anyhow::Result<()> {
        let Site { program, dist, pin, .. } = &self.site;
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
            .args(["--database", &Self::database(&self.site, &self.folder)])
            .arg("--secret-file")
            .arg(self.folder.join("programme.db.secret"))
            .args(["--addr", &self.addr.to_string()])
            .args(["--operators-addr", &self.operators_addr.to_string()])
            .args(["--sender", "log", "--sender-file"])
            .arg(self.folder.join("codes"))
            .args(["--admin-number", ADMIN, "--admin-totp-secret", ADMIN_TOTP_SECRET])
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
        wait_for_address(&lines, START_TIMEOUT)
    }

    fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // Both fail if it has already stopped, which the next request finds out.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Two addresses of this machine that nobody listens at.
fn free_addresses() -> anyhow::Result<[SocketAddr; 2]> {
    // Both are held until the second is known, so that they differ.
    let held = [TcpListener::bind("127.0.0.1:0")?, TcpListener::bind("127.0.0.1:0")?];
    Ok([held[0].local_addr()?, held[1].local_addr()?])
}

/// Fails if a database already has referrals or accounts.
pub(crate) fn must_be_empty(database: &str) -> anyhow::Result<()> {
    Runtime::new()?.block_on(async {
        let store = Store::open(database).await?;
        let referrals = store.list(&Listing::of(Scope::All, 1)).await?.items;
        let is_empty = referrals.is_empty() && store.accounts(None, 1).await?.is_empty();
        ensure!(is_empty, "The database is not empty, and the trial would write into it");
        Ok(())
    })
}

/// Reads all referrals of a database. Fails if the database is damaged.
pub(crate) fn all_referrals(database: &str) -> anyhow::Result<Vec<Stored>> {
    Runtime::new()?.block_on(async {
        let store = Store::open_current(database).await?;
        let faults = store.integrity().await?;
        ensure!(faults.is_empty(), "the database is damaged: {}", faults.join("; "));
        let mut referrals = Vec::new();
        let mut listing = Listing::of(Scope::All, PAGE_SIZE);
        loop {
            let page = store.list(&listing).await?;
            referrals.extend(page.items);
            listing.after = page.next;
            if listing.after.is_none() {
                return Ok(referrals);
            }
        }
    })
}

/// Waits for a line of output that contains an address.
fn wait_for_address(lines: &Receiver<String>, timeout: Duration) -> anyhow::Result<()> {
    let deadline = Instant::now() + timeout;
    let mut output = String::new();
    loop {
        let remaining = deadline.saturating_duration_since(Instant::now());
        match lines.recv_timeout(remaining) {
            Ok(line) if line.contains("http://") => return Ok(()),
            Ok(line) => output += &format!("\n{line}"),
            Err(_) => bail!("The server did not start.{output}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_prints_no_address_times_out() {
        let (sender, lines) = mpsc::channel();
        let timeout = Duration::from_millis(20);
        assert!(wait_for_address(&lines, timeout).is_err());
        sender.send("reading the site".to_owned()).unwrap();
        sender.send("serving at http://127.0.0.1:1".to_owned()).unwrap();
        assert!(wait_for_address(&lines, timeout).is_ok());
        sender.send("no such folder".to_owned()).unwrap();
        drop(sender);
        let error = wait_for_address(&lines, START_TIMEOUT).unwrap_err();
        assert!(error.to_string().contains("no such folder"), "{error}");
    }
}
