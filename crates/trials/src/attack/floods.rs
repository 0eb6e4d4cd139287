//! Attacks on the server's time: requests without end, and without number.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::ensure;

use super::{Arena, Outcome};
use crate::visitor::{Visitor, at_a_pace};

/// How many requests a second a flood has, from all its senders together.
const FLOOD: u32 = 1_500;

/// How many send at once.
const SENDERS: usize = 8;

/// One network asks as fast as it can, each time with another address in front of its own.
pub(super) fn forged_addresses(arena: &Arena) -> anyhow::Result<Outcome> {
    let attacker = Visitor::at(&arena.server, "192.0.2.140");
    let tried = flood(arena, |place| {
        let forged = format!("10.{}.{}.{}", place / 65_536, place / 256 % 256, place % 256);
        attacker.claiming(&forged).get("/api/session").map(|answer| answer.is_done())
    })?;
    // A burst, and the rate since then; twice that, so that a slow clock is no fault.
    let most = 2 * (60 + 20 * (arena.length.as_secs() as usize + 2));
    let Outcome { allowed, .. } = tried;
    ensure!(allowed <= most, "{allowed} requests of one network were answered, not {most}");
    Ok(tried)
}

/// An outsider asks again and again whether the server is ready, and for its metrics.
pub(super) fn readiness(arena: &Arena) -> anyhow::Result<Outcome> {
    let tried = flood(arena, |place| {
        let path = if place % 2 == 0 { "/readyz" } else { "/metrics" };
        Visitor::stranger(&arena.server, place % 500).get(path).map(|answer| answer.is_done())
    })?;
    ensure!(tried.allowed == 0, "an outsider was answered {} times", tried.allowed);
    Ok(tried)
}

/// Two networks open hundreds of requests whose bodies never come to an end.
pub(super) fn slow_bodies(arena: &Arena) -> anyhow::Result<Outcome> {
    const CONNECTIONS: usize = 400;
    let addr = arena.server.url().replace("http://", "");
    let open = |place: usize| -> anyhow::Result<TcpStream> {
        let mut stream = TcpStream::connect(&addr)?;
        stream.set_read_timeout(Some(Duration::from_millis(1)))?;
        write!(
            stream,
            "POST /api/referrals HTTP/1.1\r\nHost: localhost\r\n\
             X-Forwarded-For: 192.0.{}.150\r\nIdempotency-Key: a-body-without-end-{place}\r\n\
             Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{{",
            place % 2
        )?;
        Ok(stream)
    };
    let mut streams: Vec<_> = (0..CONNECTIONS).map(open).collect::<Result<_, _>>()?;
    let begin = Instant::now();
    while begin.elapsed() < arena.length {
        for stream in &mut streams {
            // One that was refused and closed is no longer written to.
            let _ = stream.write(b" ");
        }
        thread::sleep(Duration::from_millis(200));
    }
    let answered = |stream: &mut TcpStream| stream.read(&mut [0; 64]).is_ok_and(|bytes| bytes > 0);
    let refused = streams.iter_mut().map(answered).filter(|&it| it).count();
    Ok(Outcome { tried: CONNECTIONS, allowed: CONNECTIONS - refused })
}

/// Sends requests at the pace of a flood for as long as the attack lasts.
fn flood(
    arena: &Arena,
    ask: impl Fn(usize) -> anyhow::Result<bool> + Sync,
) -> anyhow::Result<Outcome> {
    let all = FLOOD as usize * arena.length.as_secs() as usize;
    let (tried, allowed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let begin = Instant::now();
    at_a_pace(SENDERS, FLOOD, all, |_, place, _| {
        // A server that is slow is asked less, and the attack ends in time all the same.
        if begin.elapsed() <= 2 * arena.length {
            tried.fetch_add(1, Ordering::Relaxed);
            allowed.fetch_add(usize::from(ask(place)?), Ordering::Relaxed);
        }
        Ok(())
    })?;
    Ok(Outcome { tried: tried.into_inner(), allowed: allowed.into_inner() })
}
