//! Attacks on login codes and on the second factor.

use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::json;
use testkit::{ADMIN, Answer, Server, Visitor, second_factor};

use super::{Outcome, Target, at, stranger};
use crate::crowd::concurrently;

/// How many identical requests a race sends at once.
const RACERS: usize = 20;

/// How many wrong second factors the server compares before it refuses to compare more.
const MAX_WRONG_GUESSES: usize = 5;

/// How long the authenticator app shows the same code.
const TOTP_STEP: Duration = Duration::from_secs(30);

/// Strangers in many networks ask for codes for one number. Then the owner of the number asks.
pub(super) fn lock_out(target: &Target) -> anyhow::Result<Outcome> {
    const VICTIM: &str = "919840022222";
    let outcome = target.repeat(60..=300, |index| {
        let stranger = stranger(&target.server, index / 4);
        Ok(stranger.ask_for_code(VICTIM)?.is_success())
    })?;
    at(&target.server, "192.0.2.10")
        .log_in(&target.server, VICTIM, "signup")
        .context("the owner of the number is locked out")?;
    let Outcome { allowed, .. } = outcome;
    ensure!(allowed <= 10, "strangers had {allowed} codes sent to one number without any work");
    Ok(outcome)
}

/// One network asks for codes for one number in many spellings.
pub(super) fn spellings(target: &Target) -> anyhow::Result<Outcome> {
    const SPELLINGS: [&str; 9] = [
        "9840033333",
        "09840033333",
        "919840033333",
        "+919840033333",
        "00919840033333",
        "+91 98400 33333",
        "98400-33333",
        "٩٨٤٠٠٣٣٣٣٣",
        "९८४००३३३३३",
    ];
    let visitor = at(&target.server, "192.0.2.20");
    let answers: Vec<_> =
        SPELLINGS.iter().map(|mobile| visitor.get_code(mobile)).collect::<Result<_, _>>()?;
    let allowed = answers.iter().filter(|answer| answer.is_success()).count();
    ensure!(allowed <= 3, "one number had {allowed} codes, by spelling it differently");
    Ok(Outcome { tried: SPELLINGS.len(), allowed })
}

/// A correct code is sent many times at once, and then once more.
pub(super) fn replayed_code(target: &Target) -> anyhow::Result<Outcome> {
    const NUMBER: &str = "919840044444";
    let visitor = at(&target.server, "192.0.2.30");
    let sent = visitor.get_code(NUMBER)?;
    let code = target.server.code_for(NUMBER)?;
    let allowed = race(|| visitor.submit_code(&sent, &code, "signup"))?;
    ensure!(allowed == 1, "one code logged somebody in {allowed} times");
    ensure!(
        !visitor.submit_code(&sent, &code, "login")?.is_success(),
        "a used code logs somebody in"
    );
    Ok(Outcome { tried: RACERS + 1, allowed })
}

/// Many wrong codes at once, and then the correct one.
pub(super) fn guessed_code(target: &Target) -> anyhow::Result<Outcome> {
    const NUMBER: &str = "919840055555";
    let visitor = at(&target.server, "192.0.2.40");
    let sent = visitor.get_code(NUMBER)?;
    let code = target.server.code_for(NUMBER)?;
    let wrong = format!("{:06}", (code.parse::<u32>()? + 1) % 1_000_000);
    let logged_in = race(|| visitor.submit_code(&sent, &wrong, "signup"))?;
    ensure!(logged_in == 0, "a wrong code logs somebody in");
    let last = visitor.submit_code(&sent, &code, "signup")?;
    ensure!(!last.is_success(), "after {RACERS} wrong codes the correct one was still compared");
    Ok(Outcome { tried: RACERS + 1, allowed: 0 })
}

/// Strangers ask for codes for many numbers, without proof of work, until the day's codes are used
/// up. Then a member who has logged in before asks for one.
pub(super) fn daily_codes(target: &Target) -> anyhow::Result<Outcome> {
    const REGULAR: &str = "919840066666";
    let regular = at(&target.server, "192.0.2.50");
    let regular = regular.log_in(&target.server, REGULAR, "signup")?;
    let outcome = target.repeat(100..=1000, |index| {
        let stranger = stranger(&target.server, index);
        Ok(stranger.ask_for_code(&format!("9198500{index:05}"))?.is_success())
    })?;
    regular
        .log_in(&target.server, REGULAR, "login")
        .context("a member who has logged in before gets no code any more")?;
    Ok(outcome)
}

/// A correct second factor is sent many times at once, and once more in another session.
pub(super) fn replayed_second_factor(target: &Target) -> anyhow::Result<Outcome> {
    let first = admin(&target.server, "192.0.2.60")?;
    let second = admin(&target.server, "192.0.2.61")?;
    // The current code was used to log in the target's admin. The server already accepts the next
    // one.
    let code = json!({ "code": second_factor(TOTP_STEP)? });
    let allowed = race(|| first.post("/api/session/second-factor", &code))?;
    ensure!(allowed == 1, "one code of the app was accepted {allowed} times");
    let again = second.post("/api/session/second-factor", &code)?;
    ensure!(!again.is_success(), "a used code of the app is accepted in another session");
    Ok(Outcome { tried: RACERS + 1, allowed })
}

/// Somebody guesses the second factor and, between guesses, tries to erase the account so that the
/// wrong ones are forgotten.
pub(super) fn reset_second_factor(target: &Target) -> anyhow::Result<Outcome> {
    let (mut tried, mut compared) = (0, 0);
    for round in 0..3 {
        let admin = admin(&target.server, &format!("192.0.2.{}", 70 + round))?;
        for guess in 0..10 {
            let code = json!({ "code": format!("{:06}", round * 10 + guess) });
            let answer = admin.post("/api/session/second-factor", &code)?;
            ensure!(!answer.is_success(), "a guess was accepted");
            tried += 1;
            // A guess that the server does not compare gets 429.
            compared += usize::from(answer.status != 429);
        }
        let erased = admin.send("DELETE", "/api/me", None, None)?;
        ensure!(!erased.is_success(), "an admin without the second factor may erase the account");
    }
    ensure!(compared <= MAX_WRONG_GUESSES, "{compared} guesses were compared within five minutes");
    Ok(Outcome { tried, allowed: compared })
}

/// Logs in with the admin's number and a code, without the second factor.
pub(super) fn admin(server: &Server, address: &str) -> anyhow::Result<Visitor> {
    at(server, address).log_in(server, ADMIN, "login")
}

/// Sends the same request many times at once and returns how many were allowed.
fn race(attempt: impl Fn() -> anyhow::Result<Answer> + Sync) -> anyhow::Result<usize> {
    let answers = concurrently(RACERS, |_| attempt())?;
    Ok(answers.iter().filter(|answer| answer.is_success()).count())
}
