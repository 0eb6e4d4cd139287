//! So many requests a second, whether or not the answers keep up; and as many submissions as there
//! can be.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use serde_json::{Value, json};

use crate::Site;
use crate::sample::Sample;
use crate::server::Server;
use crate::visitor::{Visitor, at_a_pace, at_once};

/// How much, and for how long.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Requests a second, of which every tenth submits a referral
    #[arg(long, default_value_t = 300)]
    rate: u32,
    /// For how many seconds
    #[arg(long, default_value_t = 120)]
    seconds: u32,
    /// For how many seconds as many referrals as possible are submitted, by one visitor and by many
    #[arg(long, default_value_t = 10)]
    full_speed_seconds: u64,
}

/// Enough that none is waited for when a request is due, as long as the server keeps up.
const VISITORS: usize = 48;

/// How many submit at once when as many referrals as possible are submitted.
const AT_ONCE: usize = 32;

const MEMBER: &str = "919840012345";

pub(crate) fn run(site: &Site, options: &Options) -> anyhow::Result<Value> {
    let folder = tempfile::tempdir()?;
    let server = Server::start(site, folder.path())?;
    let (reads, writes, failed) = steady(&server, options)?;
    let one = full_speed(&server, 1, options)?;
    let many = full_speed(&server, AT_ONCE, options)?;
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

/// Every request has its due time, and its duration counts from that: a server that falls behind
/// cannot hide it by being asked less.
fn steady(server: &Server, options: &Options) -> anyhow::Result<(Sample, Sample, usize)> {
    let failed = AtomicUsize::new(0);
    let (reads, writes) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let members: Vec<_> = (0..VISITORS)
        .map(|place| {
            // Each of them has a number of their own: codes are sent to one only now and then.
            let mobile = format!("{}{place:02}", &MEMBER[..10]);
            Visitor::new(&server.url()).log_in(server, &mobile, "signup")
        })
        .collect::<Result<_, _>>()?;
    let all = (options.rate * options.seconds) as usize;
    at_a_pace(VISITORS, options.rate, all, |person, place, due| {
        let member: &Visitor = &members[person];
        let (answer, kept, wanted) = match place % 10 {
            0 => {
                let key = format!("a-steady-visitor-{place:08}");
                (member.refer_person(&key, "Binu Thomas"), &writes, 201)
            }
            1..=4 => (member.get("/api/referrals"), &reads, 200),
            5..=7 => (member.get("/api/session"), &reads, 200),
            _ => (member.get("/referral"), &reads, 200),
        };
        if !answer.is_ok_and(|answer| answer.status == wanted) {
            failed.fetch_add(1, Ordering::Relaxed);
        }
        if let Ok(mut kept) = kept.lock() {
            kept.push(due.elapsed());
        }
        Ok(())
    })?;
    let sample = |kept: Mutex<Vec<_>>| Sample::of(kept.into_inner().unwrap_or_default());
    Ok((sample(reads), sample(writes), failed.into_inner()))
}

/// Submissions a second, by visitors of whom each waits for an answer before the next one.
fn full_speed(server: &Server, visitors: usize, options: &Options) -> anyhow::Result<f64> {
    let until = Duration::from_secs(options.full_speed_seconds);
    let begin = Instant::now();
    let counts = at_once(visitors, |visitor| {
        let person = Visitor::new(&server.url());
        let mut count = 0_u32;
        while begin.elapsed() < until {
            let key = format!("one-of-{visitors:03}-visitors-{visitor:03}-{count:08}");
            let answer = person.refer_person(&key, "Binu Thomas")?;
            ensure!(answer.status == 201, "a submission was refused with {}", answer.status);
            count += 1;
        }
        Ok(count)
    })?;
    Ok(f64::from(counts.iter().sum::<u32>()) / begin.elapsed().as_secs_f64())
}
