//! What is said to referrers: templates, sending, and who reads it.

use std::time::Duration;

use api::TO_REFERRER_IN_A_DAY;
use serde_json::{Value, json};

use crate::outbox::deliver;
use crate::programme::set;
use crate::stages::staff_member;
use crate::support::{Answer, Browser, MEMBER, OTHER, TestApp, logged, submission};
use crate::undoing::{command, last, referral};

/// The words of the texts that were sent since.
fn texts(app: &TestApp) -> Vec<(String, String)> {
    let sent = std::mem::take(&mut *app.letters.texts.lock().unwrap());
    sent.into_iter().map(|text| (text.mobile.as_str().to_owned(), text.text)).collect()
}

async fn want_texts(member: &mut Browser, notify: &str) {
    member.put("/api/me/notifications", json!({ "notify": notify })).await.value();
}

async fn say(staff: &mut Browser, key: &str, way: &str, words: &str) -> Answer {
    command(staff, key, json!({ "kind": "say", "way": way, "words": words })).await
}

async fn templates(staff: &mut Browser, key: &str) -> Value {
    staff.get(&format!("/api/referrals/{key}/templates")).await.body
}

#[tokio::test]
async fn what_a_coordinator_writes_is_sent_and_read_by_the_referrer_only() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    want_texts(&mut member, "sms").await;
    let key = referral(&mut member).await;
    let mut coordinator = staff_member(&app, "9000000031", "coordinator", &["training"]).await;
    let found = templates(&mut coordinator, &key).await;
    let nothing = json!(null);
    let free = |way| json!({ "way": way, "refused": nothing, "why": nothing });
    let ways = json!([free("text"), free("whatsapp")]);
    assert_eq!((&found["ways"], &found["digits"]), (&ways, &json!("919876543210")));
    assert_eq!(found["templates"][0]["label"], "Thank you");
    let filled = found["templates"][0]["words"].as_str().unwrap();
    assert!(
        filled.contains("thank you for referring Asha.") && filled.contains("Training"),
        "{filled}"
    );

    let words = "Hello,\r\nAsha starts on Monday. Ask Ravi, 98400 12345.";
    let answer = say(&mut coordinator, &key, "text", words).await;
    assert_eq!(answer.body["notice"]["title"], "Text Message on Its Way");
    say(&mut coordinator, &key, "whatsapp", "More on Tuesday.").await.value();
    deliver(&app).await;
    let sent = "Hello,\nAsha starts on Monday. Ask Ravi, 98400 12345.";
    assert_eq!(texts(&app), [(MEMBER.to_owned(), sent.to_owned())], "at once, and only the text");
    assert!(!logged().contains("starts on Monday"));

    let path = format!("/api/referrals/{key}");
    // For whoever sees no number.
    let short = format!("/api/referrals/{}", &key[..16]);
    let shown = |detail: &Value| {
        let entries = detail["timeline"].as_array().unwrap().iter();
        let said = entries.filter(|entry| entry["kind"] == "said");
        said.map(|it| json!([it["way"], it["text"], it["by"]["shown"]])).collect::<Vec<_>>()
    };
    let staff = coordinator.get(&path).await.body;
    let by_staff = [
        json!(["text", sent, "coordinator"]),
        json!(["whatsapp", "More on Tuesday.", "coordinator"]),
    ];
    assert_eq!(shown(&staff), by_staff);
    let own = member.get(&path).await.body;
    let by_us = by_staff.map(|mut entry| {
        entry[2] = json!("The company");
        entry
    });
    assert_eq!(shown(&own), by_us);
    assert_eq!(shown(&app.member(OTHER).await.get(&short).await.body), [nothing; 0]);
    let mut auditor = staff_member(&app, "9000000032", "auditor", &[]).await;
    let masked = shown(&auditor.get(&short).await.body);
    assert!(masked[0][1].as_str().unwrap().contains("Ask Ravi, ••••• •••45."), "{masked:?}");
    auditor.get(&format!("{short}/templates")).await.is(403, "not-allowed");
    member.get(&format!("{path}/templates")).await.is(403, "not-allowed");

    let target = last(&mut app.admin().await, &key, "said").await;
    let undo = json!({ "kind": "undo", "target": target, "note": "A slip" });
    command(&mut coordinator, &key, undo.clone()).await.is(422, "already-said");
    command(&mut app.admin().await, &key, undo).await.is(422, "already-said");
}

#[tokio::test]
async fn staff_are_told_beforehand_who_gets_no_texts() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut member = app.member(MEMBER).await;
    let refused =
        |found: &Value| [found["ways"][0]["refused"].clone(), found["ways"][1]["refused"].clone()];
    let key = referral(&mut member).await;
    assert_eq!(
        refused(&templates(&mut admin, &key).await),
        [json!("texts-not-wanted"), json!(null)]
    );
    say(&mut admin, &key, "text", "Hello").await.is(422, "texts-not-wanted");
    say(&mut admin, &key, "pigeon", "Hello").await.is(422, "way-unknown");
    say(&mut admin, &key, "whatsapp", " \r\n").await.is(422, "words-missing");
    say(&mut admin, &key, "whatsapp", &"a".repeat(601)).await.is(413, "text-too-long");
    say(&mut admin, &key, "whatsapp", "\u{7}").await.is(422, "control-characters");
    let of_guest = async |phone: &str| {
        let mut form = submission("Binu");
        form["draft"]["referrerName"] = json!("Gita");
        form["draft"]["referrerPhone"] = json!(phone);
        let made = app.guest().post("/api/referrals", form).await;
        made.value()["key"].as_str().unwrap().to_owned()
    };
    let guests = of_guest("98400 12345").await;
    let found = templates(&mut admin, &guests).await;
    assert_eq!(refused(&found), [json!("no-account"), json!(null)]);
    assert_eq!(found["digits"], "919840012345");
    say(&mut admin, &guests, "text", "Hello").await.is(422, "no-account");
    // A guest has typed the number of a member, who must not read their words.
    want_texts(&mut app.member(OTHER).await, "sms").await;
    let theirs = of_guest(OTHER).await;
    say(&mut admin, &theirs, "text", "Hello").await.is(422, "no-account");
    let unclear = of_guest("ask at the desk").await;
    let found = templates(&mut admin, &unclear).await;
    assert_eq!(refused(&found), [json!("no-account"), json!("referrer-number-unclear")]);
    assert_eq!(found["digits"], json!(null));
    let possible = admin.get(&format!("/api/referrals/{unclear}")).await.body["possible"].clone();
    assert!(possible.as_array().unwrap().contains(&json!("say")), "so that one is told why not");

    // Whoever stops the texts before one is sent gets none.
    want_texts(&mut member, "sms").await;
    say(&mut admin, &key, "text", "Hello").await.value();
    want_texts(&mut member, "none").await;
    deliver(&app).await;
    assert_eq!(texts(&app), []);
}

/// No text goes out for as long as one is tried: nine pauses of up to a day, each up to a fifth longer by chance.
async fn until_given_up(app: &TestApp) {
    app.letters.fails.store(true, std::sync::atomic::Ordering::SeqCst);
    for _ in 0..10 {
        deliver(app).await;
        app.wait(Duration::from_secs(29 * 3600));
    }
    app.letters.fails.store(false, std::sync::atomic::Ordering::SeqCst);
}

#[tokio::test]
async fn staff_see_which_texts_were_not_delivered() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    want_texts(&mut member, "sms").await;
    let key = referral(&mut member).await;
    let path = format!("/api/referrals/{key}");
    let mut admin = app.admin().await;
    say(&mut admin, &key, "text", "Ask Ravi, 98400 12345.").await.value();
    let undelivered = |detail: &Value| {
        let entries = detail["timeline"].as_array().unwrap().iter();
        let found = entries.filter(|entry| entry["kind"] == "undelivered");
        found.map(|it| json!([it["text"], it["note"], it["canUndo"]])).collect::<Vec<_>>()
    };
    assert_eq!(undelivered(&admin.get(&path).await.body), [json!(null); 0], "it may yet be sent");
    until_given_up(&app).await;
    let mut admin = app.admin().await;
    let moved = json!({ "kind": "move", "stage": "contacted" });
    command(&mut admin, &key, moved).await.value();
    app.wait(Duration::from_secs(600));
    until_given_up(&app).await;

    let why = "Tried 10 times: whoever sends our texts did not take it.";
    let mut admin = app.admin().await;
    let detail = admin.get(&path).await.body;
    let of_words = json!([why, "Ask Ravi, 98400 12345.", false]);
    assert_eq!(undelivered(&detail), [of_words, json!([why, null, false])]);
    let kinds: Vec<_> =
        detail["timeline"].as_array().unwrap().iter().map(|entry| entry["kind"].clone()).collect();
    assert_eq!(kinds, ["submitted", "said", "undelivered", "moved", "undelivered"]);
    let mut auditor = staff_member(&app, "9000000032", "auditor", &[]).await;
    let masked = undelivered(&auditor.get(&format!("/api/referrals/{}", &key[..16])).await.body);
    assert_eq!(masked[0][1], "Ask Ravi, ••••• •••45.");
    let mut member = app.guest();
    app.enter(&mut member, MEMBER, "login").await.value();
    assert_eq!(
        undelivered(&member.get(&path).await.body),
        [json!(null); 0],
        "not for the referrer"
    );

    say(&mut admin, &key, "text", "Once more").await.value();
    deliver(&app).await;
    assert_eq!(undelivered(&admin.get(&path).await.body).len(), 2, "that one is delivered");
}

#[tokio::test]
async fn a_retry_sends_once_and_nobody_is_flooded() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    want_texts(&mut member, "sms").await;
    let key = referral(&mut member).await;
    let path = format!("/api/referrals/{key}/commands");
    let mut admin = app.admin().await.with("idempotency-key", "0123456789abcdef");
    let hello =
        json!({ "version": 1, "command": { "kind": "say", "way": "text", "words": "Hello" } });
    assert_eq!(admin.post(&path, hello.clone()).await.value()["version"], 2);
    assert_eq!(admin.post(&path, hello).await.value()["version"], 2);
    deliver(&app).await;
    assert_eq!(texts(&app).len(), 1);
    let mut admin = app.admin().await;
    for number in 1..TO_REFERRER_IN_A_DAY {
        say(&mut admin, &key, "text", &format!("Message {number}")).await.value();
    }
    say(&mut admin, &key, "text", "Once more").await.is(422, "said-too-often");
    say(&mut admin, &key, "whatsapp", "Once more").await.is(422, "said-too-often");
    // Another referral of the same referrer is no way round it, and neither is a batch.
    let other = crate::undoing::referral_of(&mut member, "9111111111").await;
    let more = json!({ "kind": "say", "way": "text", "words": "Once more" });
    let batch = json!({ "commands": [{ "key": other, "version": 1, "command": more }] });
    let refused = admin.post("/api/referrals/commands", batch).await;
    assert_eq!(refused.value()[0]["codes"], json!(["said-too-often"]));
    app.wait(Duration::from_secs(1));
    deliver(&app).await;
    assert_eq!(texts(&app).len(), TO_REFERRER_IN_A_DAY - 1);
    app.wait(Duration::from_secs(24 * 3600));
    let mut admin = app.admin().await;
    say(&mut admin, &other, "text", "Once more").await.value();
}

/// They come from the company's number, in whatever words.
#[tokio::test]
async fn one_person_writes_fifty_texts_in_a_day() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut sent = 0;
    for place in 10..21 {
        let mut member = app.member(&format!("98765432{place}")).await;
        want_texts(&mut member, "sms").await;
        let key = crate::undoing::referral_of(&mut member, "9111111111").await;
        for number in 0..TO_REFERRER_IN_A_DAY {
            let said = say(&mut admin, &key, "text", &format!("Message {number}")).await;
            match sent {
                50 => said.is(429, "allowance-used"),
                _ => {
                    said.value();
                    sent += 1;
                }
            }
        }
    }
    assert_eq!(sent, 50);
}

#[tokio::test]
async fn what_a_file_says_was_said_is_shown_as_imported_and_sent_to_nobody() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    want_texts(&mut member, "sms").await;
    referral(&mut member).await;
    app.wait(Duration::from_secs(60));
    let mut admin = app.admin().await;
    let mut copy: Value = serde_json::from_str(&admin.get("/api/export").await.text).unwrap();
    let record = &mut copy["allReferrals"][0];
    let at = record["id"].as_u64().unwrap() + 1;
    record["history"] =
        json!([{ "at": at, "saw": 0, "kind": "said", "way": "text", "text": "Hello" }]);
    let taken = admin.post("/api/import", copy).await;
    assert_eq!(taken.value()["changed"], 1, "{taken:?}");
    deliver(&app).await;
    assert_eq!(texts(&app), []);
    let listed = admin.get("/api/referrals").await.body;
    let path = format!("/api/referrals/{}", listed["referrals"][0]["key"].as_str().unwrap());
    let entry = admin.get(&path).await.body["timeline"][1].clone();
    assert_eq!((&entry["kind"], &entry["text"]), (&json!("said"), &json!("Hello")));
    assert_eq!((&entry["by"]["kind"], entry["imported"].is_u64()), (&json!("import"), true));
}

#[tokio::test]
async fn templates_are_set_by_an_owner_and_used_at_once() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let with = |label: &str, words: &str| json!([{ "label": label, "words": words }]);
    let wrong = with("News", "Hello {referer}, {person} starts.");
    let refused = set(&mut admin, |settings| settings["templates"] = wrong).await;
    refused.is(422, "field-unknown");
    let hint = refused.body["errors"][0]["hint"].as_str().unwrap();
    assert!(hint.starts_with("There is no field {referer}. Use braces"), "{hint}");
    let right = with("News", "{person} starts: {service}, {stage}.");
    set(&mut admin, |settings| settings["templates"] = right).await.value();
    let found = templates(&mut admin, &key).await;
    assert_eq!(found["templates"], with("News", "Asha starts: Training, Received."));
    // History keeps the words of a template that is gone.
    say(&mut admin, &key, "whatsapp", "Asha starts: Training, Received.").await.value();
    set(&mut admin, |settings| settings["templates"] = json!([])).await.value();
    assert_eq!(templates(&mut admin, &key).await["templates"], json!([]));
    let detail = admin.get(&format!("/api/referrals/{key}")).await.body;
    assert_eq!(detail["timeline"][1]["text"], "Asha starts: Training, Received.");
}
