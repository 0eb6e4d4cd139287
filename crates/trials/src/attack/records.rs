//! Attacks on stored records: reading other people's, storing too many, expensive searches and
//! imports.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, ensure};
use api::GUEST_REFERRALS_FROM_ADDRESS;
use domain::rejection::Field;
use serde_json::{Value, json};
use testkit::{Visitor, draft};

use super::logins::admin;
use super::{Outcome, Target, at, max_answered};
use crate::crowd::concurrently;

/// An admin without the second factor tries everything that needs it.
pub(super) fn unconfirmed_admin(target: &Target) -> anyhow::Result<Outcome> {
    let admin = admin(&target.server, "192.0.2.80")?;
    let key = submit_referral(target, "192.0.2.81", "919840071111")?;
    let points = json!({ "points": "5", "version": 1 }).to_string();
    let phone = json!({ "phone": "+974 4455 5666" }).to_string();
    let tries = [
        ("PUT", format!("/api/referrals/{key}/points"), Some(points)),
        ("GET", format!("/api/referrals/{key}/history"), None),
        ("GET", "/api/export?format=json".to_owned(), None),
        ("GET", "/api/messages".to_owned(), None),
        ("POST", "/api/import".to_owned(), Some("{}".to_owned())),
        ("POST", "/api/spreadsheets".to_owned(), Some("{}".to_owned())),
        ("GET", "/api/spreadsheets".to_owned(), None),
        ("DELETE", "/api/spreadsheets/1".to_owned(), None),
        ("POST", "/api/erasures".to_owned(), Some(phone)),
        ("DELETE", "/api/me".to_owned(), None),
    ];
    let tried = tries.len();
    ensure_all_refused(&admin, tries)?;
    let listed = admin.get("/api/referrals")?;
    let shown = listed.body["referrals"].as_array().map_or(0, Vec::len);
    ensure!(shown == 0, "an admin without the second factor sees {shown} referrals of others");
    Ok(Outcome { tried: tried + 1, allowed: 0 })
}

/// A member tries to read and to change another member's referral by its key.
pub(super) fn foreign_keys(target: &Target) -> anyhow::Result<Outcome> {
    let key = submit_referral(target, "192.0.2.90", "919840081111")?;
    let other = at(&target.server, "192.0.2.91");
    let other = other.log_in(&target.server, "919840082222", "signup")?;
    let mut tried = 0;
    for version in 1..=3 {
        let points = json!({ "points": "5", "version": version }).to_string();
        let tries = [
            ("PUT", format!("/api/referrals/{key}/points"), Some(points)),
            ("GET", format!("/api/referrals/{key}/history"), None),
        ];
        tried += tries.len();
        ensure_all_refused(&other, tries)?;
    }
    let exported = other.get("/api/export?format=json")?;
    ensure!(
        !exported.body.to_string().contains("919840081111"),
        "a member's export contains somebody else's number"
    );
    Ok(Outcome { tried: tried + 1, allowed: 0 })
}

/// A member submits referrals while the account is being erased.
pub(super) fn raced_erasure(target: &Target) -> anyhow::Result<Outcome> {
    const SUBMISSIONS: usize = 40;
    let (mut tried, mut allowed) = (0, 0);
    let begin = Instant::now();
    for round in 0..20 {
        if round > 0 && begin.elapsed() > target.length {
            break;
        }
        let number = format!("9198400910{round:02}");
        let address = format!("192.0.{}.5", 100 + round);
        let member = at(&target.server, &address).log_in(&target.server, &number, "signup")?;
        let next = AtomicUsize::new(0);
        let stored = AtomicUsize::new(0);
        thread::scope(|scope| {
            let submitting = scope.spawn(|| {
                concurrently(8, |_| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= SUBMISSIONS {
                            return Ok(());
                        }
                        let key = format!("raced-with-erasure-{round:02}-{index:03}");
                        let answer = member.refer(&key, &draft(&number, "Binu Thomas", ""))?;
                        stored.fetch_add(usize::from(answer.is_success()), Ordering::Relaxed);
                    }
                })
            });
            thread::sleep(Duration::from_millis(10));
            let erased = member.send("DELETE", "/api/me", None, None)?;
            ensure!(erased.is_success(), "the erasure was refused: {}", erased.body);
            submitting.join().map_err(|_| anyhow!("the submitters' thread has ended"))?
        })?;
        tried += SUBMISSIONS;
        allowed += stored.into_inner();
        let again = at(&target.server, &address);
        let again = again.log_in(&target.server, &number, "signup")?;
        let left = again.get("/api/referrals")?.body["totals"]["all"].as_u64();
        ensure!(left == Some(0), "after the erasure there are {left:?} referrals");
    }
    Ok(Outcome { tried, allowed })
}

/// A guest sends a text that is too long, and then the longest allowed ones as often as possible.
pub(super) fn longest_records(target: &Target) -> anyhow::Result<Outcome> {
    let guest = at(&target.server, "192.0.2.110");
    let too_long = draft("9840012345", "Binu Thomas", &"n".repeat(10_000));
    let answer = guest.refer("a-record-too-long-0001", &too_long)?;
    ensure!(!answer.is_success(), "notes of ten thousand letters were accepted");
    let of_notes = api::LENGTHS.iter().find(|length| length.field == Field::Notes);
    let longest = of_notes.context("the maximum length of notes is not in the table")?.max;
    let longest = draft("9840012345", "Binu Thomas", &"n".repeat(longest));
    // So many that the limit of requests lets more than the day's limit through.
    let begin = Instant::now();
    let outcome = target.repeat(180..=2_000, |index| {
        let answer = guest.refer(&format!("a-longest-record-{index:06}"), &longest)?;
        if !answer.is_success() {
            thread::sleep(Duration::from_millis(20));
        }
        Ok(answer.is_success())
    })?;
    let Outcome { tried, allowed } = outcome;
    let max = max_answered(begin.elapsed()).min(GUEST_REFERRALS_FROM_ADDRESS as usize);
    ensure!(tried > max, "{tried} submissions prove nothing: one network of guests may make {max}");
    ensure!(
        allowed <= max,
        "one network of guests wrote {allowed} records of full length, and may write {max}"
    );
    Ok(outcome)
}

/// An admin imports texts that are no export and expensive to parse.
pub(super) fn import_bombs(target: &Target) -> anyhow::Result<Outcome> {
    let admin = &target.admin;
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
    for (index, bomb) in bombs.iter().enumerate() {
        let answer = admin.send("POST", "/api/import", None, Some(bomb.as_bytes()))?;
        ensure!(answer.status < 500, "import {index} made the server fail: {}", answer.status);
        ensure!(
            answer.took < Duration::from_secs(30),
            "import {index} took {} s",
            answer.took.as_secs()
        );
        allowed += usize::from(answer.is_success());
    }
    Ok(Outcome { tried: bombs.len(), allowed })
}

/// Searches for wildcards, operators, a common letter and a very long text.
pub(super) fn searches(target: &Target) -> anyhow::Result<Outcome> {
    let admin = &target.admin;
    let long = "a".repeat(5_000);
    let texts = ["%", "_", "a", "%%%%%%%%%%", "'", "\"", "\\", "*", "a* OR b*", "NEAR(a b)", &long];
    target.repeat(texts.len()..=1_000, |index| {
        let text = texts[index % texts.len()];
        let answer = admin.post("/api/referrals/search", &json!({ "search": text }))?;
        ensure!(answer.status < 500, "a search made the server fail with {}", answer.status);
        // Slow enough for the rate limit, because this measures what a single search costs.
        thread::sleep(Duration::from_millis(60));
        Ok(answer.is_success())
    })
}

/// Submits a referral as a member with this number, and returns its key.
fn submit_referral(target: &Target, address: &str, number: &str) -> anyhow::Result<String> {
    let member = at(&target.server, address).log_in(&target.server, number, "signup")?;
    let key = format!("a-referral-of-{number}");
    let answer = member.refer(&key, &draft(number, "Binu Thomas", ""))?;
    let key = answer.body["value"]["key"].as_str().map(str::to_owned);
    key.with_context(|| format!("nothing was submitted: {}", answer.body))
}

fn ensure_all_refused<const N: usize>(
    visitor: &Visitor,
    tries: [(&str, String, Option<String>); N],
) -> anyhow::Result<()> {
    for (method, path, body) in tries {
        let body = body.as_deref().map(str::as_bytes);
        let answer = visitor.send(method, &path, Some("an-attackers-own-key"), body)?;
        ensure!((400..500).contains(&answer.status), "{method} {path}: {}", answer.status);
        ensure!(answer.body["value"] == Value::Null, "{method} {path} revealed {}", answer.body);
    }
    Ok(())
}
