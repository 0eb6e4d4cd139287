//! The server is killed again and again while visitors submit referrals, of which it tells another
//! program.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};

use crate::Site;
use crate::receiver::Receiver;
use crate::server::{Server, UNLIMITED, all_referrals};
use crate::visitor::Visitor;

/// How often, and during how much.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many referrals are submitted
    #[arg(long, default_value_t = 100_000)]
    writes: usize,
    /// How often the server is killed meanwhile
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// How many visitors submit at once
    #[arg(long, default_value_t = 16)]
    visitors: usize,
}

/// A visitor who gets no answer tries again soon.
const PAUSE: Duration = Duration::from_millis(5);

/// A visitor who gets none for so long gives up, and with that the trial has failed.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the visitors know: under which key each of their referrals was acknowledged.
struct Ledger {
    next: AtomicUsize,
    acknowledged: Mutex<Vec<Option<String>>>,
    count: AtomicUsize,
    retries: AtomicUsize,
}

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir()?;
    let database = Server::database(folder.path());
    let receiver = Receiver::add_to(&database)?;
    let settings = [&UNLIMITED[..], &["--webhooks-to-loopback"]].concat();
    let mut server = Server::start_with(site, folder.path(), &settings)?;
    let url = server.url();
    let ledger = Ledger {
        next: AtomicUsize::new(0),
        acknowledged: Mutex::new(vec![None; options.writes]),
        count: AtomicUsize::new(0),
        retries: AtomicUsize::new(0),
    };
    let since = Instant::now();
    let kills = thread::scope(|scope| {
        let visitors: Vec<_> =
            (0..options.visitors).map(|_| scope.spawn(|| visit(&url, &ledger))).collect();
        let kills = kill_on_the_way(&mut server, &ledger, options)?;
        for visitor in visitors {
            visitor.join().map_err(|_| anyhow::anyhow!("a visitor panicked"))??;
        }
        anyhow::Ok(kills)
    })?;
    let seconds = since.elapsed().as_secs();
    // And once more, so that what was written last is found by a server that did not write it.
    server.kill_and_restart()?;
    let told = receiver.wait_for(options.writes)?;
    drop(server);
    let acknowledged = ledger.acknowledged.into_inner().unwrap_or_default();
    let mut found: HashMap<String, Vec<String>> = HashMap::new();
    for stored in all_referrals(&database)? {
        found.entry(stored.case.shown().referred_name).or_default().push(stored.key);
    }
    let compared = Compared::of(&acknowledged, &found)?;
    ensure!(compared == Compared::default(), "Not all is as it was acknowledged: {compared:?}");
    let is_told = |key: &String| told.get(key).is_some_and(|names| names.len() == 1);
    let untold = acknowledged.iter().flatten().filter(|key| !is_told(key)).count();
    ensure!(untold == 0, "{untold} referrals were told of by no name, or by several");
    ensure!(told.len() == acknowledged.len(), "told of {} referrals", told.len());
    Ok(json!({
        "told of": told.len(),
        "acknowledged": acknowledged.len(),
        "kills": kills + 1,
        "retries": ledger.retries.into_inner(),
        "found": found.len(),
        "lost": compared.lost.len(),
        "doubled": compared.doubled.len(),
        "under another key": compared.renamed.len(),
        "never submitted": compared.invented,
        "seconds": seconds,
    }))
}

/// Submits until nothing is left to submit, each referral until it is acknowledged.
fn visit(url: &str, ledger: &Ledger) -> anyhow::Result<()> {
    let person = Visitor::new(url);
    loop {
        let place = ledger.next.fetch_add(1, Ordering::Relaxed);
        if place >= ledger.acknowledged.lock().map_or(0, |list| list.len()) {
            return Ok(());
        }
        let key = submit(&person, place, ledger)?;
        if let Ok(mut list) = ledger.acknowledged.lock() {
            list[place] = Some(key);
        }
        ledger.count.fetch_add(1, Ordering::Relaxed);
    }
}

fn submit(person: &Visitor, place: usize, ledger: &Ledger) -> anyhow::Result<String> {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        match person.refer_person(&format!("visitor-of-the-trial-{place:08}"), &name(place)) {
            Ok(answer) if answer.status == 201 => {
                let key = answer.body["value"]["key"].as_str();
                return key.map(str::to_owned).context("an acknowledgement without a key");
            }
            Ok(answer) if answer.status < 500 => {
                bail!("Referral {place} was refused with {}: {}", answer.status, answer.body);
            }
            // Killed before it could answer, or on its way up again.
            Ok(_) | Err(_) => {
                ledger.retries.fetch_add(1, Ordering::Relaxed);
                thread::sleep(PAUSE);
            }
        }
    }
    bail!("Referral {place} was not acknowledged for {} seconds", PATIENCE.as_secs())
}

/// Kills the server each time another share of the referrals is acknowledged.
fn kill_on_the_way(
    server: &mut Server,
    ledger: &Ledger,
    options: &Options,
) -> anyhow::Result<usize> {
    let share = options.writes / (options.kills + 1).max(1);
    let mut stuck = Instant::now();
    let mut kills = 0;
    let mut seen = 0;
    while kills < options.kills {
        let count = ledger.count.load(Ordering::Relaxed);
        if count > seen {
            (seen, stuck) = (count, Instant::now());
        }
        ensure!(stuck.elapsed() < PATIENCE, "nothing was acknowledged for a minute");
        if count >= share * (kills + 1) {
            server.kill_and_restart()?;
            kills += 1;
        }
        thread::sleep(Duration::from_millis(1));
    }
    Ok(kills)
}

/// How what the database holds differs from what was acknowledged: referrals by their place in the
/// order of submissions.
#[derive(Debug, Default, PartialEq, Eq)]
struct Compared {
    /// Acknowledged, and not there.
    lost: Vec<usize>,
    /// There more than once.
    doubled: Vec<usize>,
    /// There under another key than was acknowledged.
    renamed: Vec<usize>,
    /// How many are there that nobody submitted.
    invented: usize,
}

impl Compared {
    /// Fails if a referral was never acknowledged at all.
    fn of(
        acknowledged: &[Option<String>],
        found: &HashMap<String, Vec<String>>,
    ) -> anyhow::Result<Self> {
        let mut compared = Self::default();
        for (place, key) in acknowledged.iter().enumerate() {
            let key =
                key.as_ref().with_context(|| format!("referral {place} was never submitted"))?;
            match found.get(&name(place)).map(Vec::as_slice) {
                None | Some([]) => compared.lost.push(place),
                Some([one]) if one == key => {}
                Some([_]) => compared.renamed.push(place),
                Some(_) => compared.doubled.push(place),
            }
        }
        let known = acknowledged.len() - compared.lost.len();
        compared.invented = found.len().saturating_sub(known);
        Ok(compared)
    }
}

fn name(place: usize) -> String {
    format!("Person {place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(entries: &[(usize, &[&str])]) -> HashMap<String, Vec<String>> {
        let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect();
        entries.iter().map(|(place, list)| (name(*place), keys(list))).collect()
    }

    #[test]
    fn what_is_lost_doubled_changed_or_invented_is_told() {
        let acknowledged = [Some("a".to_owned()), Some("b".to_owned())];
        let compared = |entries| Compared::of(&acknowledged, &found(entries)).unwrap();
        assert_eq!(compared(&[(0, &["a"]), (1, &["b"])]), Compared::default());
        assert_eq!(compared(&[(0, &["a"])]).lost, [1]);
        assert_eq!(compared(&[(0, &["a"]), (1, &["b", "c"])]).doubled, [1]);
        assert_eq!(compared(&[(0, &["a"]), (1, &["c"])]).renamed, [1]);
        assert_eq!(compared(&[(0, &["a"]), (1, &["b"]), (2, &["c"])]).invented, 1);
        assert!(Compared::of(&[None], &found(&[(0, &["a"])])).is_err());
    }
}
