//! Attacks, one after the other, while bystanders go on using the site.
//!
//! Each attack reports how many tries it made, how many the server allowed, and the 99th percentile
//! of the bystanders' waiting times, compared with a quiet run. The attacks go only to a server
//! that the trial starts on this machine, and are limited in number and time.

mod bystander;
mod floods;
mod logins;
mod records;
mod rewards;
mod sharing;

use std::fmt;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::{Value, json};
use testkit::{Server, Visitor};

use self::bystander::Bystanders;
use crate::Site;
use crate::hosted;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// A third of a second for each attack instead of ten, without checking the waiting times. The
    /// tests use it
    #[arg(long)]
    short: bool,
    /// Run only the attacks whose names contain this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

/// How many times as long bystanders may wait (p99) during an attack as in a quiet run.
const MAX_SLOWDOWN: f64 = 3.0;

/// The defaults of `--request-burst` and `--request-rate`, which limit what one network may send.
const BURST: f64 = 60.0;
const REQUESTS_A_SECOND: f64 = 20.0;

/// Makes the trial the trusted proxy, so that it can send requests from any address.
const PROXY_SETTINGS: [&str; 2] = ["--trusted-proxies", "127.0.0.1/32"];

/// A server under attack.
pub(crate) struct Target {
    server: Server,
    /// An admin with the second factor. The attacks share one, because a code of the app works
    /// once.
    admin: Visitor,
    /// How long a repeated attack lasts.
    length: Duration,
}

impl Target {
    /// Calls `act` until the attack's time is over, but at least `times.start()` and at most
    /// `times.end()` times. `act` gets the number of the call and returns whether the server
    /// allowed it.
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

/// How many requests or rounds an attacker tried, and how many the server allowed.
struct Outcome {
    tried: usize,
    allowed: usize,
}

/// How many requests of one network the server may answer in this time: a tenth more than the
/// limit, because the two clocks may differ.
fn max_answered(time: Duration) -> usize {
    (1.1 * (BURST + REQUESTS_A_SECOND * time.as_secs_f64())).ceil() as usize
}

/// Returns an error if the server allowed what it must not.
type Attack = fn(&Target) -> anyhow::Result<Outcome>;

/// A server's settings, and the attacks on that server, by name.
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
            ("staff who award, exchange and pay for themselves", rewards::serving_oneself),
            ("tokens of a person's page, guessed, ended, shared and previewed", sharing::tokens),
            ("whom the company knows, asked by one's own link", sharing::owner_of_a_link),
            ("made-up addresses in front of the proxy's", floods::forged_addresses),
            ("bodies that never end", floods::slow_bodies),
            ("asking whether the server is ready", floods::readiness),
            ("a second factor used twenty times at once", logins::replayed_second_factor),
            // Last, because the server accepts no second factor for five minutes after it.
            ("guessing the second factor, erasing oneself in between", logins::reset_second_factor),
        ],
    ),
    (&["--codes-a-day", "60"], &[("using up the day's codes", logins::daily_codes)]),
];

/// A visitor at this address, behind the proxy that the trial acts as.
fn at(server: &Server, address: &str) -> Visitor {
    Visitor::at(&server.url()).forwarded_for(address)
}

/// One of many strangers. Each number below 62,500 has a network of its own.
fn stranger(server: &Server, number: usize) -> Visitor {
    at(server, &format!("203.{}.{}.9", number / 250 % 250, number % 250))
}

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let mut reports = Vec::new();
    for (settings, attacks) in GROUPS {
        let named = |name: &str| options.only.as_deref().is_none_or(|only| name.contains(only));
        let attacks: Vec<_> = attacks.iter().filter(|(name, _)| named(name)).collect();
        if attacks.is_empty() {
            continue;
        }
        let folder = tempfile::tempdir()?;
        let settings = [&PROXY_SETTINGS, settings].concat();
        let length = Duration::from_millis(if options.short { 333 } else { 10_000 });
        let server = hosted::start_with(site, folder.path(), &settings)?;
        let admin = logins::admin(&server, "192.0.2.1")?.confirm()?;
        let target = Target { server, admin, length };
        let bystanders = Bystanders::log_in(&target.server)?;
        let ((), quiet) = bystanders.during(length, || ());
        ensure!(quiet.refused == 0, "{} requests of a quiet run were refused", quiet.refused);
        for (name, attack) in attacks {
            let quiet = quiet.latencies.percentile(990);
            let report = Report::of(name, *attack, &target, &bystanders, quiet);
            eprintln!("{report}");
            reports.push(report);
        }
    }
    let failures: Vec<_> = reports.iter().filter_map(|it| it.failure(!options.short)).collect();
    let passed = reports.len() - failures.len();
    eprintln!("attack result: {passed} passed, {} failed", failures.len());
    ensure!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(json!({ "attacks": reports.iter().map(Report::json).collect::<Vec<_>>() }))
}

struct Report {
    name: &'static str,
    outcome: anyhow::Result<Outcome>,
    /// The bystanders' p99 in milliseconds, without and with the attack.
    quiet: f64,
    during: f64,
    /// How many of the bystanders' requests were refused or failed.
    refused: usize,
    took: Duration,
}

impl Report {
    fn of(
        name: &'static str,
        attack: Attack,
        target: &Target,
        bystanders: &Bystanders,
        quiet: f64,
    ) -> Self {
        let begin = Instant::now();
        let (outcome, service) = bystanders.during(target.length, || attack(target));
        let during = service.latencies.percentile(990);
        Self { name, outcome, quiet, during, refused: service.refused, took: begin.elapsed() }
    }

    fn slowdown(&self) -> f64 {
        self.during / self.quiet.max(f64::MIN_POSITIVE)
    }

    /// Why the attack failed the trial, if it did.
    fn failure(&self, check_slowdown: bool) -> Option<String> {
        let Self { name, refused, .. } = self;
        match &self.outcome {
            Err(error) => Some(format!("{name}: {error:#}")),
            Ok(_) if *refused > 0 => {
                Some(format!("{name}: {refused} requests of bystanders were refused"))
            }
            Ok(_) if check_slowdown && self.slowdown() > MAX_SLOWDOWN => {
                Some(format!("{name}: bystanders waited {:.1} times as long", self.slowdown()))
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
            "ratio": rounded(self.slowdown()),
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
            self.slowdown()
        )
    }
}
