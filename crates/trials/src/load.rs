//! A fixed number of requests a second, and then as many submissions as the server can take.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::{Value, json};
use testkit::{Server, Visitor};

use crate::Site;
use crate::crowd::{at_rate, concurrently};
use crate::hosted::{make_database, must_be_empty, start};
use crate::latencies::Latencies;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Requests a second. Every tenth submits a referral
    #[arg(long, default_value_t = 300)]
    rate: u32,
    /// How many seconds this lasts
    #[arg(long, default_value_t = 120)]
    seconds: u32,
    /// How many seconds one visitor, and then 32 at once, submit as many referrals as they can
    #[arg(long, default_value_t = 10)]
    full_speed_seconds: u64,
}

/// Enough that one is always free when the next request is due, as long as the server keeps up.
const VISITORS: usize = 48;

/// How many visitors submit at once at full speed.
const CONCURRENT_VISITORS: usize = 32;

const MEMBER: &str = "919840012345";

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir()?;
    must_be_empty(&make_database(site, folder.path())?)?;
    let server = start(site, folder.path())?;
    let (reads, writes, failed) = steady_rate(&server, options)?;
    let one = full_speed(&server, 1, options)?;
    let many = full_speed(&server, CONCURRENT_VISITORS, options)?;
    Ok(json!({
        "rate": options.rate,
        "seconds": options.seconds,
        "failed": failed,
        "reads, ms": reads.report(),
        "submissions, ms": writes.report(),
        "submissions a second": many.round(),
        "by one visitor": one.round(),
    }))
}

/// Sends requests at the given rate. A request's duration counts from the time it was due, so that
/// a server that falls behind does not look better because it receives fewer requests.
fn steady_rate(
    server: &Server,
    options: &Options,
) -> anyhow::Result<(Latencies, Latencies, usize)> {
    let failed = AtomicUsize::new(0);
    let (reads, writes) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let members: Vec<_> = (0..VISITORS)
        .map(|index| {
            // Each has a number of their own, because the codes for one number are limited.
            let mobile = format!("{}{index:02}", &MEMBER[..10]);
            Visitor::at(&server.url()).log_in(server, &mobile, "signup")
        })
        .collect::<Result<_, _>>()?;
    let total = (options.rate * options.seconds) as usize;
    at_rate(VISITORS, options.rate, total, |person, index, due| {
        let member: &Visitor = &members[person];
        let (answer, durations, expected) = match index % 10 {
            0 => {
                let key = format!("a-steady-visitor-{index:08}");
                (member.refer_person(&key, "Binu Thomas"), &writes, 201)
            }
            1..=4 => (member.get("/api/referrals"), &reads, 200),
            5..=7 => (member.get("/api/session"), &reads, 200),
            _ => (member.get("/referral"), &reads, 200),
        };
        if !answer.is_ok_and(|answer| answer.status == expected) {
            failed.fetch_add(1, Ordering::Relaxed);
        }
        if let Ok(mut durations) = durations.lock() {
            durations.push(due.elapsed());
        }
        Ok(())
    })?;
    let latencies = |list: Mutex<Vec<_>>| Latencies::of(list.into_inner().unwrap_or_default());
    Ok((latencies(reads), latencies(writes), failed.into_inner()))
}

/// Submissions a second. Each visitor waits for the answer before the next submission.
fn full_speed(server: &Server, visitors: usize, options: &Options) -> anyhow::Result<f64> {
    let length = Duration::from_secs(options.full_speed_seconds);
    let begin = Instant::now();
    let counts = concurrently(visitors, |visitor| {
        let person = Visitor::at(&server.url());
        let mut count = 0_u32;
        while begin.elapsed() < length {
            let key = format!("one-of-{visitors:03}-visitors-{visitor:03}-{count:08}");
            let answer = person.refer_person(&key, "Binu Thomas")?;
            ensure!(answer.status == 201, "a submission was refused with {}", answer.status);
            count += 1;
        }
        Ok(count)
    })?;
    Ok(f64::from(counts.iter().sum::<u32>()) / begin.elapsed().as_secs_f64())
}
