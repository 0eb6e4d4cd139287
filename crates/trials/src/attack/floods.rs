//! Attacks that try to keep the server busy: too many requests, and requests that never end.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::ensure;

use super::{Outcome, Target, at, max_answered, stranger};
use crate::crowd::at_rate;

/// Requests a second, from all senders together.
const FLOOD_RATE: u32 = 1_500;

/// A flood has at least this many requests even on a slow machine: more than one network may send.
const FLOOD_MIN: usize = 200;

const SENDERS: usize = 8;

/// One network sends requests as fast as it can, and claims another address in `X-Forwarded-For`
/// each time.
pub(super) fn forged_addresses(target: &Target) -> anyhow::Result<Outcome> {
    let attacker = at(&target.server, "192.0.2.140");
    let begin = Instant::now();
    let outcome = flood(target, |index| {
        let forged = format!("10.{}.{}.{}", index / 65_536, index / 256 % 256, index % 256);
        attacker.claiming(&forged).get("/api/session").map(|answer| answer.is_success())
    })?;
    let max = max_answered(begin.elapsed());
    let Outcome { tried, allowed } = outcome;
    ensure!(tried > max, "{tried} requests prove nothing: one network may send {max}");
    ensure!(
        allowed <= max,
        "{allowed} requests of one network were answered, and at most {max} may be"
    );
    Ok(outcome)
}

/// Outsiders ask for the readiness probe and the metrics again and again.
pub(super) fn readiness(target: &Target) -> anyhow::Result<Outcome> {
    let tried = flood(target, |index| {
        let path = if index % 2 == 0 { "/readyz" } else { "/metrics" };
        stranger(&target.server, index % 500).get(path).map(|answer| answer.is_success())
    })?;
    ensure!(tried.allowed == 0, "outsiders were answered {} times", tried.allowed);
    Ok(tried)
}

/// Two networks open hundreds of requests whose bodies never end.
pub(super) fn slow_bodies(target: &Target) -> anyhow::Result<Outcome> {
    const CONNECTIONS: usize = 400;
    let addr = target.server.url().replace("http://", "");
    let open = |index: usize| -> anyhow::Result<TcpStream> {
        let mut stream = TcpStream::connect(&addr)?;
        stream.set_read_timeout(Some(Duration::from_millis(1)))?;
        write!(
            stream,
            "POST /api/referrals HTTP/1.1\r\nHost: localhost\r\n\
             X-Forwarded-For: 192.0.{}.150\r\nIdempotency-Key: a-body-without-end-{index}\r\n\
             Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{{",
            index % 2
        )?;
        Ok(stream)
    };
    let mut streams: Vec<_> = (0..CONNECTIONS).map(open).collect::<Result<_, _>>()?;
    let begin = Instant::now();
    while begin.elapsed() < target.length {
        for stream in &mut streams {
            // Writing to a connection that the server has closed fails, which does not matter.
            let _ = stream.write(b" ");
        }
        thread::sleep(Duration::from_millis(200));
    }
    let answered = |stream: &mut TcpStream| stream.read(&mut [0; 64]).is_ok_and(|bytes| bytes > 0);
    let refused = streams.iter_mut().map(answered).filter(|&it| it).count();
    Ok(Outcome { tried: CONNECTIONS, allowed: CONNECTIONS - refused })
}

/// Sends requests at `FLOOD_RATE` for as long as the attack lasts. `request` says whether the
/// server did what it was asked for.
fn flood(
    target: &Target,
    request: impl Fn(usize) -> anyhow::Result<bool> + Sync,
) -> anyhow::Result<Outcome> {
    let total = (f64::from(FLOOD_RATE) * target.length.as_secs_f64()) as usize;
    let (tried, allowed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let begin = Instant::now();
    at_rate(SENDERS, FLOOD_RATE, total, |_, index, _| {
        // A slow server gets fewer requests, so that the attack still ends in time.
        let is_late = begin.elapsed() > 2 * target.length;
        if !is_late || tried.load(Ordering::Relaxed) < FLOOD_MIN {
            tried.fetch_add(1, Ordering::Relaxed);
            allowed.fetch_add(usize::from(request(index)?), Ordering::Relaxed);
        }
        Ok(())
    })?;
    Ok(Outcome { tried: tried.into_inner(), allowed: allowed.into_inner() })
}
