//! Notices and refusals of the interface in the language of the page that asks, whichever it is and wherever they come
//! from. What only staff read is English.

use std::collections::BTreeSet;
use std::time::Duration;

use api::Done;
use axum::http::Method;
use domain::say::{Say, Value as Put};
use serde_json::{Value, json};
use server::Limits;
use words::Words;

use crate::languages::{languages, open};
use crate::leaderboard::show;
use crate::redeeming::{earn, offers, publish, wish};
use crate::support::{ADMIN, Answer, Browser, MEMBER, OTHER, TestApp, submission};
use crate::undoing::{command, last, undo};

/// The title and the text of a notice, in these words.
fn in_words(words: &Words, done: &Done) -> [String; 2] {
    let id = done.id.unwrap();
    let values = done.value.iter().map(|(name, text)| (*name, Put::Text(text)));
    let values: Vec<_> = values.collect();
    let title = words.message(&format!("{id}-title"), &[]);
    let text = words.message(id, &values);
    [title.unwrap_or(done.english.title.clone()), text.unwrap_or(done.english.description.clone())]
}

fn shown(answer: &Answer) -> [String; 2] {
    let said = |part: &str| answer.body["notice"][part].as_str().unwrap().to_owned();
    [said("title"), said("description")]
}

/// What a browser's answers said, by the ids of its words.
struct Heard<'a> {
    code: &'a str,
    words: &'a Words,
    ids: BTreeSet<&'static str>,
}

impl Heard<'_> {
    fn says(&mut self, answer: &Answer, done: &Done) {
        let said = shown(answer);
        assert_eq!(answer.body["outcome"], "accepted", "{answer:?}");
        assert_eq!(said, in_words(self.words, done), "{}: {:?}", self.code, done.id);
        let english = [&done.english.title, &done.english.description];
        for (said, english) in said.iter().zip(english) {
            assert_eq!(said == english, self.code == "en", "{}: {said}", self.code);
        }
        assert_eq!(answer.header("cache-control"), "no-store");
        self.ids.insert(done.id.unwrap());
    }
}

/// A number's code, as a page in a language gets it.
async fn enter(app: &TestApp, heard: &mut Heard<'_>, browser: &mut Browser, mode: &str) {
    let sent = browser.post("/api/codes", json!({ "mobile": MEMBER })).await;
    heard.says(&sent, &api::code_sent("+91 98765 43210"));
    let code = app.letters.sent.lock().unwrap().last().unwrap().code.clone().unwrap();
    let challenge = sent.value()["challenge"].clone();
    let entrance = json!({ "challenge": challenge, "mode": mode, "code": code });
    let entered = browser.post("/api/session", entrance).await;
    heard.says(&entered, &if mode == "login" { api::logged_in() } else { api::signed_up() });
}

#[tokio::test]
async fn every_notice_to_visitors_and_members_is_said_in_the_language_of_the_page() {
    let all: BTreeSet<_> = Done::all_of_visitors().iter().map(|done| done.id.unwrap()).collect();
    for (code, words) in languages() {
        let app = TestApp::new().await;
        open(&app);
        let mut heard = Heard { code, words: &words, ids: BTreeSet::new() };
        let mut member = app.guest().with("accept-language", code);

        let message =
            json!({ "name": "A", "email": "a@b.example", "subject": "S", "message": "M" });
        let sent = member.post("/api/messages", message).await;
        heard.says(&sent, &api::message_sent());
        enter(&app, &mut heard, &mut member, "signup").await;
        member = member.logged_out();
        app.wait(Duration::from_secs(60));
        enter(&app, &mut heard, &mut member, "login").await;
        let named = member.put("/api/me/name", json!({ "name": "Asha" })).await;
        heard.says(&named, &api::name_saved());
        let notified = member.put("/api/me/notifications", json!({ "notify": "sms" })).await;
        heard.says(&notified, &api::notifications_saved());

        let name = "A $& \"B\"";
        let referred = member.post("/api/referrals", submission(name)).await;
        heard.says(&referred, &api::referral_submitted(name));
        let key = referred.value()["key"].as_str().unwrap().to_owned();
        let path = format!("/api/referrals/{key}/page");
        heard.says(&member.post(&path, json!({})).await, &api::person_page_made());
        let mut admin = app.admin().await;
        let of = |given: Value| (given.clone(), serde_json::from_value(given).unwrap());
        let correct = json!({ "kind": "correct", "field": "notes", "text": "N", "note": "" });
        let withdraw = json!({ "kind": "withdraw", "note": "" });
        let says = |says: bool| json!({ "kind": "say-who", "says": says, "note": "" });
        for (given, done) in [says(true), says(false), correct, withdraw].map(of) {
            heard.says(&command(&mut member, &key, given).await, &api::command_done(&done));
        }
        let (given, done) = of(undo(&last(&mut admin, &key, "withdrawn").await));
        heard.says(&command(&mut member, &key, given).await, &api::command_done(&done));

        for done in [api::link_made(), api::link_saved()] {
            let link = json!({ "name": "Asha", "renew": false });
            heard.says(&member.put("/api/me/link", link).await, &done);
        }
        show(&mut admin, "members").await;
        let joined = member.put("/api/me/leaderboard", json!({ "name": "Asha" })).await;
        heard.says(&joined, &api::leader_name_saved());
        heard.says(&member.delete("/api/me/leaderboard").await, &api::leader_name_removed());
        earn(&mut member, &mut admin, OTHER, "300").await;
        publish(&mut admin, offers()).await.value();
        let asked = member.post("/api/me/redemptions", wish("voucher")).await;
        heard.says(&asked, &api::redemption_requested());
        let path = format!("/api/me/redemptions/{}", asked.value()["id"]);
        let reference =
            member.put(&format!("{path}/reference"), json!({ "reference": "E-7" })).await;
        heard.says(&reference, &api::reference_saved());
        let cancelled = member.post(&format!("{path}/cancel"), json!({})).await;
        heard.says(&cancelled, &api::redemption_cancelled());

        let mut owner = app.guest().with("accept-language", code);
        app.wait(Duration::from_secs(60));
        app.enter(&mut owner, ADMIN, "login").await.value();
        let factor = json!({ "code": app.second_factor() });
        let confirmed = owner.post("/api/session/second-factor", factor).await;
        heard.says(&confirmed, &api::confirmed());

        let erased = member.delete("/api/me").await;
        let counted = serde_json::from_value(erased.value().clone()).unwrap();
        heard.says(&erased, &api::erased(&counted));

        // It is said by forms alone (`frame_languages.rs`).
        heard.ids.insert("page-code-sent");
        assert_eq!(heard.ids, all, "{code}");
    }
}

/// A refusal, in these words: its notice, and the hint of its first error. The body is whole.
fn refuses(answer: &Answer, code: &str, words: &Words, status: u16, id: &str) {
    assert_eq!(answer.status, status, "{code}: {answer:?}");
    answer.codes();
    let Some(said) = words.message(id, &[]) else { return assert_eq!(code, "en", "{id}") };
    let toast = words.message(&format!("{id}-toast"), &[]).unwrap_or_else(|| said.clone());
    let title = words.message(&format!("{id}-title"), &[]).or_else(|| words.message("error", &[]));
    assert_eq!(shown(answer), [title.unwrap(), toast], "{code}: {id}");
    if let Some(error) = answer.body["errors"].get(0) {
        assert_eq!(error["hint"], said, "{code}: {id}");
    }
    assert_eq!(answer.header("cache-control"), "no-store");
    let length = answer.header("content-length");
    assert!(length.is_empty() || length == answer.text.len().to_string(), "{code}: {answer:?}");
}

#[tokio::test]
async fn a_refusal_is_said_in_the_language_of_the_page_wherever_it_comes_from() {
    for (code, words) in languages() {
        let app = TestApp::new().await;
        open(&app);
        let guest = app.guest().with("accept-language", code);
        let is = |answer: Answer, status: u16, id: &str| refuses(&answer, code, &words, status, id);

        let foreign = guest.clone().with("sec-fetch-site", "cross-site");
        is(foreign.clone().post("/api/messages", json!({})).await, 403, "cross-site");
        is(guest.clone().post_text("/api/messages", "{").await, 400, "bad-request");
        is(guest.clone().get("/api/nothing").await, 404, "bad-request");
        is(guest.clone().ask(Method::DELETE, "/api/codes", "".into()).await, 405, "bad-request");
        is(guest.clone().put("/api/me/name", json!({ "name": "A" })).await, 401, "not-logged-in");
        let without = json!({ "mobile": "5551234567" });
        is(guest.clone().post("/api/codes", without).await, 422, "country-code-missing");
        let hidden = json!({ "mobile": "98\u{7}" });
        is(guest.clone().post("/api/codes", hidden).await, 422, "control-characters");

        let mut member = guest.clone();
        app.enter(&mut member, MEMBER, "signup").await.value();
        let (challenge, _) = app.code(&mut guest.clone(), MEMBER).await;
        let wrong = json!({ "challenge": challenge, "mode": "login", "code": "000000" });
        is(guest.clone().post("/api/session", wrong).await, 422, "wrong-code");
        is(member.get("/api/referrals/none").await, 404, "referral-gone-here");
        is(member.get("/api/leaderboard").await, 404, "leaderboard-off");
        let mut own = submission("Asha");
        own["draft"]["referredPhone"] = json!(MEMBER);
        is(member.post("/api/referrals", own).await, 422, "self-referral");
        let mut stranger = guest.clone().with("expected-user", MEMBER);
        is(stranger.post("/api/referrals", submission("A")).await, 401, "session-ended");

        let too_long = json!({ "name": "a".repeat(1000) });
        let answer = member.put("/api/me/name", too_long).await;
        answer.is(413, "text-too-long");
        let max = words.message("too-long", &[("max", Put::Part("100"))]);
        assert_eq!(max.is_none(), code == "en");
        if let Some(max) = max {
            assert_eq!(answer.body["errors"][0]["hint"], max, "{code}");
            assert_eq!(shown(&answer)[1], words.message("text-too-long", &[]).unwrap());
        }
    }
}

#[tokio::test]
async fn whoever_is_turned_away_before_the_interface_looks_reads_why_in_their_language() {
    let limits = Limits { request_burst: 1, request_rate: 1, ..Limits::default() };
    let app = TestApp::with(|parts| parts.limits = limits).await;
    open(&app);
    for (code, words) in languages() {
        let mut guest = app.guest().with("accept-language", code);
        guest.get("/api/session").await;
        refuses(&guest.get("/api/session").await, code, &words, 429, "too-many-requests");
        app.wait(Duration::from_secs(10));
    }
}

/// What is stored of an answer is no text, so each try is answered in the language of its own page.
#[tokio::test]
async fn a_retry_is_answered_in_the_language_of_the_page_that_sends_it() {
    let app = TestApp::new().await;
    open(&app);
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    earn(&mut member, &mut admin, OTHER, "300").await;
    publish(&mut admin, offers()).await.value();
    let member = member.with("idempotency-key", "0123456789abcdef");
    let mut ids = BTreeSet::new();
    for (code, words) in languages() {
        let mut page = member.clone().with("accept-language", code);
        let asked = page.post("/api/me/redemptions", wish("voucher")).await;
        assert_eq!(shown(&asked), in_words(&words, &api::redemption_requested()), "{code}");
        let referred = page.post("/api/referrals", submission("Meera")).await;
        assert_eq!(referred.header("idempotent-replayed") == "true", code != "en", "{code}");
        assert_eq!(shown(&referred), in_words(&words, &api::referral_submitted("Meera")), "{code}");
        let label = words.service("training", "Training");
        assert_eq!(referred.value()["serviceLabel"], label, "{code}");
        ids.insert([asked.value()["id"].to_string(), referred.value()["key"].to_string()]);
    }
    assert_eq!(ids.len(), 1, "each was done once");
}

#[tokio::test]
async fn money_is_written_as_points_are_and_can_be_chosen_as_it_was_shown() {
    let app = TestApp::new().await;
    open(&app);
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    earn(&mut member, &mut admin, OTHER, "500").await;
    let offer = json!({ "id": "pay", "title": "With your pay", "text": "", "points": 100,
        "kind": "bank-transfer", "amount": { "currency": "INR", "number": "100000" } });
    publish(&mut admin, json!([offer])).await.value();
    for (code, worth) in [
        ("en", "INR 100,000.00"),
        ("ar", "INR 100,000.00"),
        ("hi", "INR 1,00,000.00"),
        ("ta", "INR 1,00,000.00"),
    ] {
        let mut page = member.clone().with("accept-language", code);
        let shown = page.get("/api/me/redemptions").await.body["offers"][0].clone();
        assert_eq!((&shown["worth"], &shown["whyNot"]), (&json!(worth), &Value::Null), "{code}");
        let told = page.get("/api/programme/rewards").await.body["explanations"].to_string();
        assert!(told.contains(worth), "{code}: {told}");
        let wish = json!({ "offer": "pay", "points": 100, "worth": worth, "reference": "E-7" });
        let asked = page.post("/api/me/redemptions", wish.clone()).await;
        assert_eq!(asked.value()["worth"], worth, "{code}");
        for other in ["INR 1,00,000.01", "USD 100,000.00", "100,000.00"] {
            let mut wish = wish.clone();
            wish["worth"] = json!(other);
            page.post("/api/me/redemptions", wish).await.is(412, "offer-changed-since");
        }
    }
}

#[tokio::test]
async fn what_only_staff_read_and_what_no_page_asks_for_is_english() {
    let app = TestApp::new().await;
    open(&app);
    let mut member = app.member(MEMBER).await;
    let key = member.post("/api/referrals", submission("Asha")).await.value()["key"].clone();
    let key = key.as_str().unwrap();
    let mut admin = app.admin().await.with("accept-language", "ar");
    let refused = command(&mut admin, key, json!({ "kind": "reopen", "note": "N" })).await;
    refused.is(422, "stage-open");
    assert_eq!(shown(&refused), ["Error", "This referral is already open."]);
    let call = json!({ "kind": "call", "outcome": "", "note": "" });
    let refused = command(&mut admin, key, call).await;
    assert_eq!(shown(&refused), ["Error", "Choose how the call went."]);
    let noted = command(&mut admin, key, json!({ "kind": "note", "note": "N" })).await;
    assert_eq!(shown(&noted), ["Note Saved", "It is in the timeline of this referral."]);
    for wanted in ["", "fr", "*", "\u{e9}", "en-IN, hi;q=0.9"] {
        let mut guest = app.guest().with("accept-language", wanted);
        let refused = guest.get("/api/me/link").await;
        let english = "Log in first to manage what is stored under your number.";
        assert_eq!(shown(&refused), ["Error", english], "{wanted}");
    }
}
