//! A drill for the day the machine is lost. A backup is made while visitors submit referrals, the
//! server is killed, and another server starts from the backup in a new folder.

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

use crate::Site;
use crate::server::{Server, all_referrals};
use crate::visitor::Visitor;

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
    let (old, new) = (tempfile::tempdir()?, tempfile::tempdir()?);
    let server = Server::start(site, old.path())?;
    let url = server.url();
    let copy = old.path().join("copy.db");
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

    let since = Instant::now();
    fs::copy(&copy, new.path().join("programme.db"))?;
    fs::copy(old.path().join("programme.db.secret"), new.path().join("programme.db.secret"))?;
    let verified = command(site, new.path(), &["verify"])?;
    let restored = Server::start(site, new.path())?;
    let restore = since.elapsed();
    let answer = Visitor::new(&restored.operators_url()).get("/readyz")?;
    ensure!(answer.status == 200, "the restored server is not ready");
    drop(restored);
    let found = all_referrals(&Server::database(site, new.path()))?;
    let found: HashSet<_> = found.into_iter().map(|stored| stored.key).collect();
    let lost = all[..before].iter().filter(|key| !found.contains(*key)).count();
    ensure!(lost == 0, "{lost} referrals that were acknowledged before the backup are lost");
    let known: HashSet<_> = all.iter().collect();
    let unanswered = found.iter().filter(|key| !known.contains(key)).count();
    ensure!(
        unanswered <= options.visitors,
        "{unanswered} referrals are there that were never acknowledged"
    );
    Ok(json!({
        "acknowledged before the backup": before,
        "acknowledged in all": all.len(),
        "restored": found.len(),
        "lost": lost,
        "backup seconds": backup.as_secs_f64(),
        "restore seconds": restore.as_secs_f64(),
        "verified": verified.lines().last().unwrap_or_default(),
    }))
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
    let person = Visitor::new(url);
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
    let output = Command::new(&site.program)
        .args(["--database", &Server::database(site, folder)])
        .args(arguments)
        .output()
        .with_context(|| format!("{} cannot be started", site.program.display()))?;
    if !output.status.success() {
        bail!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
