//! Attacks on codes, and on the second factor.

use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::json;

use super::{Arena, Outcome};
use crate::server::{ADMIN, Server};
use crate::visitor::{Answer, Visitor, at_once, second_factor};

/// How many send the same thing at once, in a race.
const RACERS: usize = 20;

/// How often the second factor may be wrong in a row, and a code as well.
const WRONG_TRIES: usize = 5;

/// After how long the app shows another code.
const STEP: Duration = Duration::from_secs(30);

/// Strangers in many networks ask for codes for one number; then its owner needs one.
pub(super) fn lock_out(arena: &Arena) -> anyhow::Result<Outcome> {
    const VICTIM: &str = "919840022222";
    let asked = arena.repeat(60..=300, |place| {
        let stranger = Visitor::stranger(&arena.server, place / 4);
        Ok(stranger.ask_for_code(VICTIM)?.is_done())
    })?;
    Visitor::at(&arena.server, "192.0.2.10")
        .log_in(&arena.server, VICTIM, "signup")
        .context("the owner of the number is locked out")?;
    let Outcome { allowed, .. } = asked;
    ensure!(allowed <= 10, "strangers had {allowed} codes sent to one number without any work");
    Ok(asked)
}

/// One network asks for codes for one number, each time written in another way.
pub(super) fn spellings(arena: &Arena) -> anyhow::Result<Outcome> {
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
    let visitor = Visitor::at(&arena.server, "192.0.2.20");
    let answers: Vec<_> =
        SPELLINGS.iter().map(|mobile| visitor.work_for_code(mobile)).collect::<Result<_, _>>()?;
    let allowed = answers.iter().filter(|answer| answer.is_done()).count();
    ensure!(allowed <= 3, "one number had {allowed} codes, by spelling it differently");
    Ok(Outcome { tried: SPELLINGS.len(), allowed })
}

/// A right code is given back many times at once.
pub(super) fn replayed_code(arena: &Arena) -> anyhow::Result<Outcome> {
    const NUMBER: &str = "919840044444";
    let visitor = Visitor::at(&arena.server, "192.0.2.30");
    let sent = visitor.work_for_code(NUMBER)?;
    let code = arena.server.code_for(NUMBER)?;
    let allowed = race(|| visitor.give_code(&sent, &code, "signup"))?;
    ensure!(allowed == 1, "one code let somebody in {allowed} times");
    ensure!(!visitor.give_code(&sent, &code, "login")?.is_done(), "a used code lets somebody in");
    Ok(Outcome { tried: RACERS + 1, allowed })
}

/// Wrong codes, many at once, and then the right one.
pub(super) fn guessed_code(arena: &Arena) -> anyhow::Result<Outcome> {
    const NUMBER: &str = "919840055555";
    let visitor = Visitor::at(&arena.server, "192.0.2.40");
    let sent = visitor.work_for_code(NUMBER)?;
    let code = arena.server.code_for(NUMBER)?;
    let wrong = format!("{:06}", (code.parse::<u32>()? + 1) % 1_000_000);
    let let_in = race(|| visitor.give_code(&sent, &wrong, "signup"))?;
    ensure!(let_in == 0, "a wrong code lets somebody in");
    let last = visitor.give_code(&sent, &code, "signup")?;
    ensure!(!last.is_done(), "after {RACERS} wrong codes the right one was still compared");
    Ok(Outcome { tried: RACERS + 1, allowed: 0 })
}

/// Strangers who do no work ask for codes for many numbers, until the day's are used up; then
/// somebody who was here before needs one.
pub(super) fn daily_codes(arena: &Arena) -> anyhow::Result<Outcome> {
    const REGULAR: &str = "919840066666";
    let regular = Visitor::at(&arena.server, "192.0.2.50");
    let regular = regular.log_in(&arena.server, REGULAR, "signup")?;
    let asked = arena.repeat(100..=1000, |place| {
        let stranger = Visitor::stranger(&arena.server, place);
        Ok(stranger.ask_for_code(&format!("9198500{place:05}"))?.is_done())
    })?;
    regular
        .log_in(&arena.server, REGULAR, "login")
        .context("somebody who was here before gets no code any more")?;
    Ok(asked)
}

/// A right second factor is given many times at once, and once more in another session.
pub(super) fn replayed_second_factor(arena: &Arena) -> anyhow::Result<Outcome> {
    let first = admin(&arena.server, "192.0.2.60")?;
    let second = admin(&arena.server, "192.0.2.61")?;
    // The app's next code, which is good already, because the present one was used before.
    let code = json!({ "code": second_factor(STEP)? });
    let allowed = race(|| first.post("/api/session/second-factor", &code))?;
    ensure!(allowed == 1, "one code of the app was good {allowed} times");
    let again = second.post("/api/session/second-factor", &code)?;
    ensure!(!again.is_done(), "a used code of the app is good in another session");
    Ok(Outcome { tried: RACERS + 1, allowed })
}

/// An admin without the second factor guesses it, erases the account to be forgotten, and goes on.
pub(super) fn reset_second_factor(arena: &Arena) -> anyhow::Result<Outcome> {
    let (mut tried, mut compared) = (0, 0);
    for round in 0..3 {
        let admin = admin(&arena.server, &format!("192.0.2.{}", 70 + round))?;
        for guess in 0..10 {
            let code = json!({ "code": format!("{:06}", round * 10 + guess) });
            let answer = admin.post("/api/session/second-factor", &code)?;
            ensure!(!answer.is_done(), "a guess was right");
            tried += 1;
            // What is not compared is told to wait.
            compared += usize::from(answer.status != 429);
        }
        let erased = admin.send("DELETE", "/api/me", None, None)?;
        ensure!(!erased.is_done(), "an admin without the second factor may erase the account");
    }
    ensure!(compared <= WRONG_TRIES, "{compared} guesses were compared within five minutes");
    Ok(Outcome { tried, allowed: compared })
}

/// Somebody who has the admin's number and its codes, but no second factor.
pub(super) fn admin(server: &Server, address: &str) -> anyhow::Result<Visitor> {
    Visitor::at(server, address).log_in(server, ADMIN, "login")
}

/// Does the same thing many times at once; says how often it was allowed.
fn race(attempt: impl Fn() -> anyhow::Result<Answer> + Sync) -> anyhow::Result<usize> {
    let answers = at_once(RACERS, |_| attempt())?;
    Ok(answers.iter().filter(|answer| answer.is_done()).count())
}
