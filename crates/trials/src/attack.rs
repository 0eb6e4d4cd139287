//! What an outsider, a member, an admin without the second factor and a competitor's bot would try,
//! one after the other, while bystanders go on using the site.
//!
//! Each attack says what was tried, what was allowed, and what it cost a bystander: the 99th
//! percentile of their waiting times against that of a quiet run. All of it goes to a server on this
//! machine that the trial starts itself, and is bounded in count and time.

mod bystander;
mod floods;
mod logins;
mod records;

use std::fmt;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::{Value, json};

use self::bystander::Bystanders;
use crate::Site;
use crate::server::Server;
use crate::visitor::Visitor;

/// How much of it.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A second for each attack in place of ten, and no judgement of waiting times: for the tests
    #[arg(long)]
    short: bool,
    /// Only the attacks whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

/// How many times the bystanders' p99 of a quiet run may be reached under an attack.
const MOST_COST: f64 = 3.0;

/// What the server listens to as its proxy: the trial itself.
const PROXY: [&str; 2] = ["--trusted-proxies", "127.0.0.1/32"];

/// A server under attack.
pub(crate) struct Arena {
    server: Server,
    /// An admin with the second factor, who is logged in once: a code of the app is good once, too.
    admin: Visitor,
    /// How long an attack that can go on goes on.
    length: Duration,
}

impl Arena {
    /// Does something again and again for as long as the attack lasts, within a number of times; `act` is
    /// told which time it is, and says whether the server did it.
    fn repeat(
        &self,
        times: RangeInclusive<usize>,
        act: impl Fn(usize) -> anyhow::Result<bool>,
    ) -> anyhow::Result<Outcome> {
        let begin = Instant::now();
        let (mut tried, mut allowed) = (0, 0);
        while tried < *times.end() && (tried < *times.start() || begin.elapsed() < self.length) {
            allowed += usize::from(act(tried)?);
            tried += 1;
        }
        Ok(Outcome { tried, allowed })
    }
}

/// What an attacker tried, and what came of it.
struct Outcome {
    /// Requests or rounds.
    tried: usize,
    /// How many of them the server did.
    allowed: usize,
}

/// Fails where a promise is broken.
type Attack = fn(&Arena) -> anyhow::Result<Outcome>;

/// A group of attacks on a server of its own, with the settings that it needs.
type Group = (&'static [&'static str], &'static [(&'static str, Attack)]);

const GROUPS: [Group; 2] = [
    (
        &[],
        &[
            ("asking for codes until a number is locked out", logins::lock_out),
            ("one number in many spellings", logins::spellings),
            ("a code used twenty times at once", logins::replayed_code),
            ("guessing a code", logins::guessed_code),
            ("imports that are deep, wide and long", records::import_bombs),
            ("searches that make the database work", records::searches),
            ("an admin without the second factor", records::unconfirmed_admin),
            ("another member's keys and versions", records::foreign_keys),
            ("submitting while one's account is erased", records::raced_erasure),
            ("the longest records a guest may send", records::longest_records),
            ("made-up addresses in front of the proxy's", floods::forged_addresses),
            ("bodies that never end", floods::slow_bodies),
            ("asking whether the server is ready", floods::readiness),
            ("a second factor used twenty times at once", logins::replayed_second_factor),
            // Last, because nobody may try the second factor for five minutes after it.
            ("guessing the second factor, erasing oneself in between", logins::reset_second_factor),
        ],
    ),
    (&["--codes-a-day", "60"], &[("using up the day's codes", logins::daily_codes)]),
];

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let mut reports = Vec::new();
    for (settings, attacks) in GROUPS {
        let named = |name: &str| options.only.as_deref().is_none_or(|only| name.contains(only));
        let attacks: Vec<_> = attacks.iter().filter(|(name, _)| named(name)).collect();
        if attacks.is_empty() {
            continue;
        }
        let folder = tempfile::tempdir()?;
        let settings = [&PROXY, settings].concat();
        let length = Duration::from_secs(if options.short { 1 } else { 10 });
        let server = Server::start_with(site, folder.path(), &settings)?;
        let admin = logins::admin(&server, "192.0.2.1")?.confirm()?;
        let arena = Arena { server, admin, length };
        let bystanders = Bystanders::log_in(&arena.server)?;
        let ((), quiet) = bystanders.beside(length, || ());
        ensure!(quiet.refused == 0, "{} requests of a quiet run were refused", quiet.refused);
        for (name, attack) in attacks {
            let quiet = quiet.sample.per_mille(990);
            let report = Report::of(name, *attack, &arena, &bystanders, quiet);
            eprintln!("{report}");
            reports.push(report);
        }
    }
    let broken: Vec<_> = reports.iter().filter_map(|it| it.broken(!options.short)).collect();
    eprintln!("attack result: {} passed, {} failed", reports.len() - broken.len(), broken.len());
    ensure!(broken.is_empty(), "{}", broken.join("\n"));
    Ok(json!({ "attacks": reports.iter().map(Report::json).collect::<Vec<_>>() }))
}

/// An attack and its outcome.
struct Report {
    name: &'static str,
    outcome: anyhow::Result<Outcome>,
    /// The bystanders' p99 in milliseconds, without and with the attack.
    quiet: f64,
    during: f64,
    /// How many of the bystanders' requests were refused.
    refused: usize,
    took: Duration,
}

impl Report {
    fn of(
        name: &'static str,
        attack: Attack,
        arena: &Arena,
        bystanders: &Bystanders,
        quiet: f64,
    ) -> Self {
        let begin = Instant::now();
        let (outcome, noticed) = bystanders.beside(arena.length, || attack(arena));
        let during = noticed.sample.per_mille(990);
        Self { name, outcome, quiet, during, refused: noticed.refused, took: begin.elapsed() }
    }

    fn cost(&self) -> f64 {
        self.during / self.quiet.max(f64::MIN_POSITIVE)
    }

    /// Which promise was broken, if one was.
    fn broken(&self, judges_cost: bool) -> Option<String> {
        let Self { name, refused, .. } = self;
        match &self.outcome {
            Err(error) => Some(format!("{name}: {error:#}")),
            Ok(_) if *refused > 0 => Some(format!("{name}: {refused} bystanders were refused")),
            Ok(_) if judges_cost && self.cost() > MOST_COST => {
                Some(format!("{name}: bystanders waited {:.1} times as long", self.cost()))
            }
            Ok(_) => None,
        }
    }

    fn json(&self) -> Value {
        let (tried, allowed) = self.outcome.as_ref().map_or((0, 0), |it| (it.tried, it.allowed));
        let rounded = |figure: f64| (figure * 100.0).round() / 100.0;
        json!({
            "attack": self.name,
            "tried": tried,
            "allowed": allowed,
            "bystanders' p99, ms": rounded(self.during),
            "in a quiet run, ms": rounded(self.quiet),
            "ratio": rounded(self.cost()),
            "bystanders refused": self.refused,
            "seconds": rounded(self.took.as_secs_f64()),
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outcome {
            Ok(Outcome { tried, allowed }) => {
                write!(out, "{}: {tried} tried, {allowed} allowed", self.name)?;
            }
            Err(error) => write!(out, "{}: BROKEN: {error:#}", self.name)?,
        }
        write!(
            out,
            "; bystanders' p99 {:.1} ms, {:.1} times that of a quiet run",
            self.during,
            self.cost()
        )
    }
}
