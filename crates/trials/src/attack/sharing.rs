//! Attacks on what reaches the people who are referred: the addresses of their pages, and the links by which they come
//! themselves.

use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use testkit::{Answer, Visitor, draft};

use super::{Outcome, Target, at, stranger};
use crate::crowd::concurrently;

/// How many people use one page at once.
const RACERS: usize = 20;

/// The text that the pages show now. The forms say which one was read.
fn text() -> String {
    domain::pipeline::CONSENT_TEXT.to_string()
}

/// Strangers open the page of whoever was referred as previews do, guess tokens, use one that has ended, and answer on
/// one that was passed on without the code, and with one that was used up.
pub(super) fn tokens(target: &Target) -> anyhow::Result<Outcome> {
    const REFERRER: &str = "919840110001";
    const PERSON: &str = "919840110002";
    let server = &target.server;
    let referrer = at(server, "192.0.2.130").log_in(server, REFERRER, "signup")?;
    let key = refer(&referrer, PERSON)?;
    let ended = token(&referrer, &key)?;
    let shared = token(&referrer, &key)?;
    let stands = || consent(&referrer, &key);
    let before = stands()?;
    let guest = |number: usize| stranger(server, 10_000 + number);

    // A preview opens the address without what stands behind its `#`, and must neither learn nor change anything.
    let mut outcome = target.repeat(50..=500, |index| {
        let preview = guest(index).get("/p")?;
        ensure!(preview.status == 200 && !says(&preview, "Binu"), "a preview saw {}", preview.body);
        let guess = format!("{index:022}");
        let guessed = guest(index).post_form("/p", &[("token", &guess), ("answer", "refuse")])?;
        ensure!(guessed.status == 404 && !says(&guessed, "Binu"), "a guess: {}", guessed.status);
        std::thread::sleep(Duration::from_millis(5));
        Ok(false)
    })?;
    let old = guest(0).post_form("/p", &[("token", &ended)])?;
    ensure!(old.status == 404 && !says(&old, "Binu"), "a page that has ended is shown");

    // Whoever has the address alone.
    let seen = guest(1).post_form("/p", &[("token", &shared)])?;
    ensure!(
        says(&seen, "Binu") && !says(&seen, "10002"),
        "the page shows the number: {}",
        seen.body
    );
    for wish in ["agree", "refuse", "never", "delete"] {
        let fields =
            [("token", shared.as_str()), ("want", "done"), ("answer", wish), ("code", "1")];
        let answer = guest(2).post_form("/p", &fields)?;
        ensure!(answer.status >= 400, "{wish} without a code: {}", answer.status);
        outcome.tried += 1;
    }
    ensure!(stands()? == before, "somebody without a code has answered");

    // Two who share it, and many more, with one code at once, and once again.
    let asked = [("token", shared.as_str()), ("want", "code"), ("answer", "refuse")];
    let sent = guest(3).post_form("/p", &asked)?;
    let (challenge, code) = (challenge(&sent)?, server.code_for(PERSON)?);
    let done = |number: usize| {
        let (challenge, code) = (challenge.as_str(), code.as_str());
        let own =
            [("want", "done"), ("answer", "refuse"), ("challenge", challenge), ("code", code)];
        guest(number).post_form("/p", &[&[("token", shared.as_str())], &own[..]].concat())
    };
    let answers = concurrently(RACERS, done)?;
    let accepted = answers.iter().filter(|answer| answer.is_success()).count();
    ensure!(accepted == 1, "one code was an answer {accepted} times");
    ensure!(!done(RACERS)?.is_success(), "a used code is an answer");
    let timeline = referrer.get(&format!("/api/referrals/{key}"))?.body["timeline"].clone();
    let closings = timeline.as_array().into_iter().flatten();
    let closings = closings.filter(|entry| entry["kind"] == "declined").count();
    ensure!(closings == 1, "the referral was closed {closings} times");
    Ok(Outcome { tried: outcome.tried + RACERS + 1, allowed: accepted })
}

/// The owner of a link sends numbers there to find out whom the company knows: members, people who were referred, who
/// are never to be contacted, and who are unknown, and their own number in another spelling. Then they look at what is
/// counted.
pub(super) fn owner_of_a_link(target: &Target) -> anyhow::Result<Outcome> {
    const OWNER: &str = "919840120001";
    const MEMBER: &str = "919840120002";
    const REFERRED: &str = "919840120003";
    let server = &target.server;
    let owner = at(server, "192.0.2.140").log_in(server, OWNER, "signup")?;
    let made = owner.put("/api/me/link", &json!({ "name": "", "renew": true }))?;
    let address = made.body["value"]["link"]["address"].as_str().context("no link")?;
    let path = address.get(address.find("/r/").context("no path")?..).context("no path")?;
    let member = at(server, "192.0.2.141").log_in(server, MEMBER, "signup")?;
    refer(&member, REFERRED)?;

    // A number gets three codes a day, and the owner's has had one to log in with.
    let spellings = ["09840120001"];
    let numbers = [MEMBER, REFERRED, "919840120004", OWNER];
    let (mut tried, mut told) = (0, Vec::new());
    for (place, mobile) in numbers.into_iter().chain(spellings).enumerate() {
        let answer = stranger(server, 11_000 + place).post_form(path, &wish(mobile, &text()))?;
        tried += 1;
        told.push((answer.status, length(&answer)));
    }
    ensure!(told.iter().all(|it| *it == told[0]), "a link tells numbers apart: {told:?}");
    ensure!(told[0].0 == 200, "no code was sent: {:?}", told[0]);
    // What is proved is theirs, whoever the company knows.
    let own = |mobile: &str, place: usize| -> anyhow::Result<Value> {
        let visitor = stranger(server, 12_000 + place);
        let sent = visitor.post_form(path, &wish(mobile, &text()))?;
        let (challenge, code) = (challenge(&sent)?, server.code_for(mobile)?);
        let text = text();
        let proof = [("challenge", challenge.as_str()), ("code", code.as_str())];
        visitor.post_form(path, &[&wish(mobile, &text)[..], &proof].concat())?;
        let listed = owner.get("/api/referrals")?.body["referrals"][0].clone();
        Ok(json!([
            listed["progress"]["stage"],
            listed["referral"]["points"],
            listed["referral"]["referredPhone"].as_str().map(|it| it.ends_with(&mobile[10..]))
        ]))
    };
    let (known, unknown) = (own(REFERRED, 0)?, own("919840120005", 1)?);
    ensure!(known == unknown, "the list tells {known} from {unknown}");

    // Opening it and previews of it count browsers, and nobody else.
    let opened = || -> anyhow::Result<Value> { Ok(owner.get("/api/me/link")?.body.clone()) };
    let before = opened()?;
    for place in 0..20 {
        let page = stranger(server, 13_000 + place).get(path)?;
        ensure!(page.status == 200 && page.body == owner.get(path)?.body, "a page of its own");
        tried += 1;
    }
    ensure!(opened()? == before, "what is no browser that shows the page is counted");
    Ok(Outcome { tried, allowed: 0 })
}

/// How long the words of a page are, but for those with the number in them.
fn length(answer: &Answer) -> usize {
    let text = answer.body.as_str().unwrap_or_default();
    let words = text.split('<').map(|it| it.split('>').next_back().unwrap_or_default());
    words.filter(|words| !words.contains(|it: char| it.is_ascii_digit())).map(str::len).sum()
}

fn wish<'a>(mobile: &'a str, text: &'a str) -> [(&'a str, &'a str); 5] {
    [
        ("referredName", "Binu Thomas"),
        ("mobile", mobile),
        ("service", "training"),
        ("agreed", "yes"),
        ("text", text),
    ]
}

fn says(answer: &Answer, words: &str) -> bool {
    answer.body.as_str().is_none_or(|page| page.contains(words))
}

/// What the form of the next step has in its hidden field.
fn challenge(answer: &Answer) -> anyhow::Result<String> {
    let page = answer.body.as_str().unwrap_or_default();
    let tag = page.split('<').find(|tag| tag.contains("name=\"challenge\""));
    let value = tag.and_then(|tag| tag.split("value=\"").nth(1)?.split('"').next());
    let value = value.filter(|value| !value.is_empty());
    value.map(str::to_owned).with_context(|| format!("no code was sent: {}", answer.status))
}

fn refer(referrer: &Visitor, phone: &str) -> anyhow::Result<String> {
    let mut draft = draft("", "Binu Thomas", "");
    draft["referredPhone"] = format!("+{phone}").into();
    let answer = referrer.refer(&format!("a-referral-of-{phone}"), &draft)?;
    let key = answer.body["value"]["key"].as_str().map(str::to_owned);
    key.with_context(|| format!("nothing was submitted: {}", answer.body))
}

/// The token of a new page.
fn token(referrer: &Visitor, key: &str) -> anyhow::Result<String> {
    let made = referrer.post(&format!("/api/referrals/{key}/page"), &Value::Null)?;
    let address = made.body["value"]["address"].as_str().unwrap_or_default();
    let (_, token) = address.split_once('#').with_context(|| format!("{}", made.body))?;
    Ok(token.to_owned())
}

/// Where the consent stands, as the referrer reads it.
fn consent(referrer: &Visitor, key: &str) -> anyhow::Result<Value> {
    Ok(referrer.get(&format!("/api/referrals/{key}"))?.body["referral"]["progress"].clone())
}
