//! Kills the server again and again while visitors submit referrals, and then compares the database
//! and the webhook deliveries with what was acknowledged.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use testkit::{Server, UNLIMITED, Visitor};

use crate::hosted::{all_referrals, make_database, must_be_empty, start_with};
use crate::{Site, receiver};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many referrals are submitted
    #[arg(long, default_value_t = 100_000)]
    writes: usize,
    /// How often the server is killed during that
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// How many visitors submit at once
    #[arg(long, default_value_t = 16)]
    visitors: usize,
}

/// How long a visitor who got no answer waits before the next try.
const RETRY_DELAY: Duration = Duration::from_millis(5);

/// How long a visitor tries one referral. After that the trial has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the visitors have done so far.
struct Progress {
    next: AtomicUsize,
    /// The key of each acknowledged referral, at its index.
    acknowledged: Mutex<Vec<Option<String>>>,
    count: AtomicUsize,
    retries: AtomicUsize,
}

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir()?;
    let database = make_database(site, folder.path())?;
    must_be_empty(&database)?;
    let receiver = receiver::add_to(&database)?;
    let settings = [&UNLIMITED[..], &["--webhooks-to-loopback"]].concat();
    let mut server = start_with(site, folder.path(), &settings)?;
    let url = server.url();
    let progress = Progress {
        next: AtomicUsize::new(0),
        acknowledged: Mutex::new(vec![None; options.writes]),
        count: AtomicUsize::new(0),
        retries: AtomicUsize::new(0),
    };
    let since = Instant::now();
    let kills = thread::scope(|scope| {
        let visitors: Vec<_> =
            (0..options.visitors).map(|_| scope.spawn(|| visit(&url, &progress))).collect();
        let kills = kill_repeatedly(&mut server, &progress, options)?;
        for visitor in visitors {
            visitor.join().map_err(|_| anyhow::anyhow!("a visitor panicked"))??;
        }
        anyhow::Ok(kills)
    })?;
    let seconds = since.elapsed().as_secs();
    // Once more, so that the last deliveries come from a server that did not write them.
    server.kill_and_restart()?;
    let deliveries = receiver::wait_for(&receiver, options.writes)?;
    drop(server);
    let acknowledged = progress.acknowledged.into_inner().unwrap_or_default();
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for stored in all_referrals(&database)? {
        found.entry(stored.case.corrected().referred_name).or_default().push(stored.key);
    }
    let differences = Differences::of(&acknowledged, &found)?;
    ensure!(
        differences == Differences::default(),
        "The database differs from what was acknowledged: {differences:?}"
    );
    let has_one_id = |key: &String| deliveries.get(key).is_some_and(|ids| ids.len() == 1);
    let wrong = acknowledged.iter().flatten().filter(|key| !has_one_id(key)).count();
    ensure!(wrong == 0, "{wrong} referrals have no delivery, or deliveries with several ids");
    ensure!(deliveries.len() == acknowledged.len(), "{} were delivered", deliveries.len());
    Ok(json!({
        "told of": deliveries.len(),
        "acknowledged": acknowledged.len(),
        "kills": kills + 1,
        "retries": progress.retries.into_inner(),
        "found": found.len(),
        "lost": differences.lost.len(),
        "doubled": differences.duplicated.len(),
        "under another key": differences.renamed.len(),
        "never submitted": differences.unexpected,
        "seconds": seconds,
    }))
}

/// Submits referrals until all are submitted. Each is sent again until it is acknowledged.
fn visit(url: &str, progress: &Progress) -> anyhow::Result<()> {
    let person = Visitor::at(url);
    loop {
        let index = progress.next.fetch_add(1, Ordering::Relaxed);
        if index >= progress.acknowledged.lock().map_or(0, |list| list.len()) {
            return Ok(());
        }
        let key = submit(&person, index, progress)?;
        if let Ok(mut list) = progress.acknowledged.lock() {
            list[index] = Some(key);
        }
        progress.count.fetch_add(1, Ordering::Relaxed);
    }
}

fn submit(person: &Visitor, index: usize, progress: &Progress) -> anyhow::Result<String> {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        match person.refer_person(&format!("visitor-of-the-trial-{index:08}"), &name(index)) {
            Ok(answer) if answer.status == 201 => {
                let key = answer.body["value"]["key"].as_str();
                return key.map(str::to_owned).context("an acknowledgement without a key");
            }
            Ok(answer) if answer.status < 500 => {
                bail!("Referral {index} was refused with {}: {}", answer.status, answer.body);
            }
            // The server was killed before it could answer, or is starting again.
            Ok(_) | Err(_) => {
                progress.retries.fetch_add(1, Ordering::Relaxed);
                thread::sleep(RETRY_DELAY);
            }
        }
    }
    bail!("Referral {index} was not acknowledged for {} seconds", PATIENCE.as_secs())
}

/// Kills the server `options.kills` times, spread evenly over the submissions.
fn kill_repeatedly(
    server: &mut Server,
    progress: &Progress,
    options: &Options,
) -> anyhow::Result<usize> {
    let share = options.writes / (options.kills + 1).max(1);
    let mut last_progress = Instant::now();
    let mut kills = 0;
    let mut seen = 0;
    while kills < options.kills {
        let count = progress.count.load(Ordering::Relaxed);
        if count > seen {
            (seen, last_progress) = (count, Instant::now());
        }
        ensure!(last_progress.elapsed() < PATIENCE, "nothing was acknowledged for a minute");
        if count >= share * (kills + 1) {
            server.kill_and_restart()?;
            kills += 1;
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(kills)
}

/// How the database differs from what was acknowledged. The numbers are indices of referrals, in
/// the order of submission.
#[derive(Debug, Default, PartialEq, Eq)]
struct Differences {
    /// Acknowledged, but not stored.
    lost: Vec<usize>,
    /// Stored more than once.
    duplicated: Vec<usize>,
    /// Stored with another key than the acknowledged one.
    renamed: Vec<usize>,
    /// How many are stored that nobody submitted.
    unexpected: usize,
}

impl Differences {
    /// Fails if a referral was never acknowledged.
    fn of(
        acknowledged: &[Option<String>],
        found: &HashMap<String, Vec<String>>,
    ) -> anyhow::Result<Self> {
        let mut differences = Self::default();
        for (index, key) in acknowledged.iter().enumerate() {
            let key =
                key.as_ref().with_context(|| format!("referral {index} was never submitted"))?;
            match found.get(&name(index)).map(Vec::as_slice) {
                None | Some([]) => differences.lost.push(index),
                Some([one]) if one == key => {}
                Some([_]) => differences.renamed.push(index),
                Some(_) => differences.duplicated.push(index),
            }
        }
        let known = acknowledged.len() - differences.lost.len();
        differences.unexpected = found.len().saturating_sub(known);
        Ok(differences)
    }
}

fn name(index: usize) -> String {
    format!("Person {index}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(entries: &[(usize, &[&str])]) -> HashMap<String, Vec<String>> {
        let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
        entries.iter().map(|(index, list)| (name(*index), keys(list))).collect()
    }

    #[test]
    fn lost_duplicated_renamed_and_unexpected_referrals_are_found() {
        let acknowledged = [Some("a".to_owned()), Some("b".to_owned())];
        let differences = |entries| Differences::of(&acknowledged, &found(entries)).unwrap();
        assert_eq!(differences(&[(0, &["a"]), (1, &["b"])]), Differences::default());
        assert_eq!(differences(&[(0, &["a"])]).lost, [1]);
        assert_eq!(differences(&[(0, &["a"]), (1, &["b", "c"])]).duplicated, [1]);
        assert_eq!(differences(&[(0, &["a"]), (1, &["c"])]).renamed, [1]);
        assert_eq!(differences(&[(0, &["a"]), (1, &["b"]), (2, &["c"])]).unexpected, 1);
        assert!(Differences::of(&[None], &found(&[(0, &["a"])])).is_err());
    }
}
