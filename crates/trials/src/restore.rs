//! A drill for the day the database or the machine is lost. A backup is made while visitors submit
//! referrals, and the server is killed. Then the operator does what the page about hosting says, and
//! nothing else.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use testkit::Visitor;

use crate::Site;
use crate::hosted;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many seconds visitors submit before the backup begins
    #[arg(long, default_value_t = 15)]
    before: u64,
    /// How many seconds they go on after the backup, until the server is killed
    #[arg(long, default_value_t = 5)]
    after: u64,
    /// How many visitors submit at once
    #[arg(long, default_value_t = 8)]
    visitors: usize,
}

/// What the visitors have done so far.
#[derive(Default)]
struct Progress {
    /// The keys of the acknowledged referrals, in the order of the answers.
    keys: Mutex<Vec<String>>,
    next: AtomicUsize,
    stop: AtomicBool,
}

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let (old, backups) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let server = hosted::start(site, old.path())?;
    let url = server.url();
    let copy = backups.path().join("copy.db");
    let progress = Progress::default();
    let (before, backup) = thread::scope(|scope| {
        for _ in 0..options.visitors {
            scope.spawn(|| visit(&url, &progress));
        }
        let outcome = back_up_under_load(site, options, old.path(), &copy, &progress);
        // This kills the server in the middle of its work.
        drop(server);
        progress.stop.store(true, Ordering::Relaxed);
        outcome
    })?;
    let all = progress.keys.into_inner().unwrap_or_default();
    ensure!(before > 0, "nothing was acknowledged before the backup began");
    let log = fs::metadata(old.path().join("programme.db-wal")).map_or(0, |log| log.len());
    ensure!(log > 0, "the killed server has left no log, so this tries nothing");
    let drill = Drill { site, all: &all, visitors: options.visitors };

    // On the same machine, where the log of the killed server is beside the database.
    let since = Instant::now();
    let restored = command(site, old.path(), &["restore", &copy.to_string_lossy()])?;
    let verified = command(site, old.path(), &["verify"])?;
    let restore = since.elapsed();
    let found = drill.all_are_there(old.path(), before)?;

    // Back to what was there, as the command has said.
    let aside = restored.lines().find_map(|line| line.strip_prefix("  /"));
    let aside = format!("sqlite:///{}", aside.context("it does not say where the old one is")?);
    let back = backups.path().join("back.db").to_string_lossy().into_owned();
    let secret = old.path().join("programme.db.secret").to_string_lossy().into_owned();
    command(site, old.path(), &["backup", &back, "--database", &aside, "--secret-file", &secret])?;
    command(site, old.path(), &["restore", &back])?;
    let went_back = drill.all_are_there(old.path(), all.len())?;

    // On a new machine, which has the backup and the secret.
    let new = tempfile::tempdir()?;
    fs::copy(&secret, new.path().join("programme.db.secret"))?;
    command(site, new.path(), &["restore", &copy.to_string_lossy()])?;
    command(site, new.path(), &["verify"])?;
    let elsewhere = drill.all_are_there(new.path(), before)?;
    Ok(json!({
        "acknowledged before the backup": before,
        "acknowledged in all": all.len(),
        "bytes of the log that the killed server left": log,
        "restored": found,
        "after going back": went_back,
        "on a new machine": elsewhere,
        "lost": 0,
        "backup seconds": backup.as_secs_f64(),
        "restore seconds": restore.as_secs_f64(),
        "said by restore": restored.lines().filter(|line| !is_count(line)).collect::<Vec<_>>(),
        "said by verify": verified.lines().filter(|line| !is_count(line)).collect::<Vec<_>>(),
    }))
}

/// Whether a line only says how many rows a table has.
fn is_count(line: &str) -> bool {
    let rows = line.split_once(": ").map(|(_, rows)| rows);
    rows.is_some_and(|rows| rows.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What has to be true of a restored database.
struct Drill<'a> {
    site: &'a Site,
    /// The keys of the acknowledged referrals.
    all: &'a [String],
    visitors: usize,
}

impl Drill<'_> {
    /// Starts a server, which must get ready, and looks for the first of the acknowledged referrals.
    /// Returns how many referrals there are.
    fn all_are_there(&self, folder: &Path, first: usize) -> anyhow::Result<usize> {
        let server = hosted::start(self.site, folder)?;
        let answer = Visitor::at(&server.operators_url()).get("/readyz")?;
        ensure!(answer.status == 200, "the restored server is not ready");
        drop(server);
        let found = hosted::all_referrals(&hosted::database(self.site, folder))?;
        let found: HashSet<_> = found.into_iter().map(|stored| stored.key).collect();
        let lost = self.all[..first].iter().filter(|key| !found.contains(*key)).count();
        ensure!(lost == 0, "{lost} acknowledged referrals are lost");
        let known: HashSet<_> = self.all.iter().collect();
        let unanswered = found.iter().filter(|key| !known.contains(key)).count();
        ensure!(
            unanswered <= self.visitors,
            "{unanswered} referrals are there that were never acknowledged"
        );
        Ok(found.len())
    }
}

/// Returns how many referrals were acknowledged before the backup began, and how long it took.
fn back_up_under_load(
    site: &Site,
    options: &Options,
    folder: &Path,
    copy: &Path,
    progress: &Progress,
) -> anyhow::Result<(usize, Duration)> {
    thread::sleep(Duration::from_secs(options.before));
    let before = progress.keys.lock().map_or(0, |keys| keys.len());
    let since = Instant::now();
    command(site, folder, &["backup", &copy.to_string_lossy()])?;
    let took = since.elapsed();
    thread::sleep(Duration::from_secs(options.after));
    Ok((before, took))
}

/// Submits referrals until `stop`. A referral that gets no answer is not sent again.
fn visit(url: &str, progress: &Progress) {
    let person = Visitor::at(url);
    while !progress.stop.load(Ordering::Relaxed) {
        let index = progress.next.fetch_add(1, Ordering::Relaxed);
        let answer = person
            .refer_person(&format!("visitor-of-the-drill-{index:08}"), &format!("Person {index}"));
        let key = match &answer {
            Ok(answer) if answer.status == 201 => answer.body["value"]["key"].as_str(),
            _ => None,
        };
        if let (Some(key), Ok(mut keys)) = (key, progress.keys.lock()) {
            keys.push(key.to_owned());
        }
    }
}

/// Runs a command of the server's program on the database in a folder, and returns its output.
fn command(site: &Site, folder: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let names_one = arguments.contains(&"--database");
    let database = hosted::database(site, folder);
    let database = if names_one { vec![] } else { vec!["--database", &database] };
    let output = Command::new(&site.program)
        .args(database)
        .args(arguments)
        .output()
        .with_context(|| format!("{} cannot be started", site.program.display()))?;
    if !output.status.success() {
        bail!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
