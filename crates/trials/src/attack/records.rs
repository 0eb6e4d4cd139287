//! Attacks on what is stored: other people's records, too much of one's own, searches, imports.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use serde_json::{Value, json};

use super::logins::admin;
use super::{Arena, Outcome};
use crate::visitor::{Visitor, at_once, draft};

/// Everything that needs the second factor, tried without it.
pub(super) fn unconfirmed_admin(arena: &Arena) -> anyhow::Result<Outcome> {
    let admin = admin(&arena.server, "192.0.2.80")?;
    let key = some_key(arena, "192.0.2.81", "919840071111")?;
    let points = json!({ "points": "5", "version": 1 }).to_string();
    let phone = json!({ "phone": "+974 4455 5666" }).to_string();
    let tries = [
        ("PUT", format!("/api/referrals/{key}/points"), Some(points)),
        ("GET", format!("/api/referrals/{key}/history"), None),
        ("GET", "/api/export?format=json".to_owned(), None),
        ("GET", "/api/messages".to_owned(), None),
        ("POST", "/api/import".to_owned(), Some("{}".to_owned())),
        ("POST", "/api/erasures".to_owned(), Some(phone)),
        ("DELETE", "/api/me".to_owned(), None),
    ];
    let tried = tries.len();
    all_refused(&admin, tries)?;
    let listed = admin.get("/api/referrals")?;
    let shown = listed.body["referrals"].as_array().map_or(0, Vec::len);
    ensure!(shown == 0, "an admin without the second factor sees {shown} referrals of others");
    Ok(Outcome { tried: tried + 1, allowed: 0 })
}

/// A member reads and changes another member's referral by its key.
pub(super) fn foreign_keys(arena: &Arena) -> anyhow::Result<Outcome> {
    let key = some_key(arena, "192.0.2.90", "919840081111")?;
    let other = Visitor::at(&arena.server, "192.0.2.91");
    let other = other.log_in(&arena.server, "919840082222", "signup")?;
    let mut tried = 0;
    for version in 1..=3 {
        let points = json!({ "points": "5", "version": version }).to_string();
        let tries = [
            ("PUT", format!("/api/referrals/{key}/points"), Some(points)),
            ("GET", format!("/api/referrals/{key}/history"), None),
        ];
        tried += tries.len();
        all_refused(&other, tries)?;
    }
    let exported = other.get("/api/export?format=json")?;
    ensure!(
        !exported.body.to_string().contains("919840081111"),
        "an export of one's own holds somebody else's number"
    );
    Ok(Outcome { tried: tried + 1, allowed: 0 })
}

/// Forty submissions race with the erasure of the account that they are made under.
pub(super) fn raced_erasure(arena: &Arena) -> anyhow::Result<Outcome> {
    const SUBMISSIONS: usize = 40;
    let (mut tried, mut allowed) = (0, 0);
    let begin = Instant::now();
    for round in 0..20 {
        if round > 0 && begin.elapsed() > arena.length {
            break;
        }
        let number = format!("9198400910{round:02}");
        let address = format!("192.0.{}.5", 100 + round);
        let member =
            Visitor::at(&arena.server, &address).log_in(&arena.server, &number, "signup")?;
        let next = AtomicUsize::new(0);
        let kept = AtomicUsize::new(0);
        thread::scope(|scope| {
            let submitting = scope.spawn(|| {
                at_once(8, |_| {
                    loop {
                        let place = next.fetch_add(1, Ordering::Relaxed);
                        if place >= SUBMISSIONS {
                            return Ok(());
                        }
                        let key = format!("raced-with-erasure-{round:02}-{place:03}");
                        let answer = member.refer(&key, &draft(&number, "Binu Thomas", ""))?;
                        kept.fetch_add(usize::from(answer.is_done()), Ordering::Relaxed);
                    }
                })
            });
            thread::sleep(Duration::from_millis(10));
            let erased = member.send("DELETE", "/api/me", None, None)?;
            ensure!(erased.is_done(), "the erasure was refused: {}", erased.body);
            submitting.join().map_err(|_| anyhow!("the submitters' thread has ended"))?
        })?;
        tried += SUBMISSIONS;
        allowed += kept.into_inner();
        let again = Visitor::at(&arena.server, &address);
        let again = again.log_in(&arena.server, &number, "signup")?;
        let left = again.get("/api/referrals")?.body["totals"]["all"].as_u64();
        ensure!(left == Some(0), "after the erasure there are {left:?} referrals");
    }
    Ok(Outcome { tried, allowed })
}

/// Guests send the longest texts that are taken, and longer ones, as often as they may.
pub(super) fn longest_records(arena: &Arena) -> anyhow::Result<Outcome> {
    let guest = Visitor::at(&arena.server, "192.0.2.110");
    let too_long = draft("9840012345", "Binu Thomas", &"n".repeat(10_000));
    let answer = guest.refer("a-record-too-long-0001", &too_long)?;
    ensure!(!answer.is_done(), "notes of ten thousand letters were taken");
    let longest = draft("9840012345", "Binu Thomas", &"n".repeat(2_000));
    let sent = arena.repeat(50..=2_000, |place| {
        let answer = guest.refer(&format!("a-longest-record-{place:06}"), &longest)?;
        if !answer.is_done() {
            thread::sleep(Duration::from_millis(20));
        }
        Ok(answer.is_done())
    })?;
    let Outcome { allowed, .. } = sent;
    ensure!(allowed <= 500, "one network of guests wrote {allowed} records of full length");
    Ok(sent)
}

/// Texts that are no export, but cost who reads them.
pub(super) fn import_bombs(arena: &Arena) -> anyhow::Result<Outcome> {
    let admin = &arena.admin;
    let wide: Vec<_> = (0..60_000).map(|id| json!({ "id": id })).collect();
    let bombs = [
        format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)),
        "{\"a\":".repeat(200_000),
        json!({ "format": "referral-programme", "referrals": wide }).to_string(),
        format!("{{\"referrals\":[\"{}\"]}}", "x".repeat(4_000_000)),
        format!("{{\"referrals\":[{}1]}}", "1,".repeat(1_000_000)),
        "9".repeat(1_000_000),
    ];
    let mut allowed = 0;
    for (place, bomb) in bombs.iter().enumerate() {
        let answer = admin.send("POST", "/api/import", None, Some(bomb.as_bytes()))?;
        ensure!(answer.status < 500, "import {place} made the server fail: {}", answer.status);
        ensure!(
            answer.took < Duration::from_secs(30),
            "import {place} took {} s",
            answer.took.as_secs()
        );
        allowed += usize::from(answer.is_done());
    }
    Ok(Outcome { tried: bombs.len(), allowed })
}

/// Searches for what is everywhere, for what is nowhere, and for what a pattern would mean.
pub(super) fn searches(arena: &Arena) -> anyhow::Result<Outcome> {
    let admin = &arena.admin;
    let long = "a".repeat(5_000);
    let texts = ["%", "_", "a", "%%%%%%%%%%", "'", "\"", "\\", "*", "a* OR b*", "NEAR(a b)", &long];
    arena.repeat(texts.len()..=1_000, |place| {
        let text = texts[place % texts.len()];
        let answer = admin.post("/api/referrals/search", &json!({ "search": text }))?;
        ensure!(answer.status < 500, "a search made the server fail with {}", answer.status);
        // Within what one address may ask for: what a single search costs is tried here.
        thread::sleep(Duration::from_millis(60));
        Ok(answer.is_done())
    })
}

/// The key of a referral that a member with this number has just submitted.
fn some_key(arena: &Arena, address: &str, number: &str) -> anyhow::Result<String> {
    let member = Visitor::at(&arena.server, address).log_in(&arena.server, number, "signup")?;
    let key = format!("a-referral-of-{number}");
    let answer = member.refer(&key, &draft(number, "Binu Thomas", ""))?;
    let key = answer.body["value"]["key"].as_str().map(str::to_owned);
    key.with_context(|| format!("nothing was submitted: {}", answer.body))
}

fn all_refused<const N: usize>(
    visitor: &Visitor,
    tries: [(&str, String, Option<String>); N],
) -> anyhow::Result<()> {
    for (method, path, body) in tries {
        let body = body.as_deref().map(str::as_bytes);
        let answer = visitor.send(method, &path, Some("an-attackers-own-key"), body)?;
        ensure!((400..500).contains(&answer.status), "{method} {path}: {}", answer.status);
        ensure!(answer.body["value"] == Value::Null, "{method} {path} told {}", answer.body);
    }
    Ok(())
}
