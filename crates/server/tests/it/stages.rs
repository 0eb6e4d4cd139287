//! The stages of referrals: who may change them, what follows, and who sees it.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::support::{ADMIN, Answer, Browser, MEMBER, OTHER, TestApp, longest, number, submission};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::pipeline::StaffRole;
use domain::rejection::Field;
use domain::rejection::RejectionCode;
use serde_json::{Value, json};
use server::{
    login::records::{GivenFactor, NewConfirmation},
    staff::records::Invitation,
};
use sha2::{Digest, Sha256};

/// A member who is neither referrer nor referred person.
pub(crate) const STRANGER: &str = "9000000009";

/// Submits a referral of [`OTHER`] by [`MEMBER`] and returns its key.
pub(crate) async fn referral(app: &TestApp, member: &mut Browser) -> String {
    referral_of(app, member, OTHER).await
}

/// Submits a referral of the person with this number by [`MEMBER`] and returns its key.
async fn referral_of(app: &TestApp, member: &mut Browser, phone: &str) -> String {
    let mut submission = submission("Asha");
    submission["draft"]["referredPhone"] = phone.into();
    app.wait(Duration::from_millis(1));
    let answer = member.post("/api/referrals", submission).await;
    answer.value()["key"].as_str().unwrap().to_owned()
}

pub(crate) async fn give(browser: &mut Browser, key: &str, version: u64, command: Value) -> Answer {
    let request = json!({ "version": version, "command": command });
    browser.post(&format!("/api/referrals/{key}/commands"), request).await
}

/// The id of a member of staff in histories.
pub(crate) async fn id_of(staff: &mut Browser) -> String {
    staff.get("/api/session").await.body["staff"]["id"].as_str().unwrap().to_owned()
}

/// A member of staff with this role, with the second factor.
pub(crate) async fn staff_member(
    app: &TestApp,
    mobile: &str,
    role: &str,
    services: &[&str],
) -> Browser {
    invite(app, mobile, role, services).await;
    let browser = app.member(mobile).await;
    confirm(app, &browser, mobile, 1).await;
    browser
}

pub(crate) async fn invite(app: &TestApp, mobile: &str, role: &str, services: &[&str]) {
    let new = Invitation {
        id: format!("{role}-{mobile}"),
        mobile: number(mobile),
        name: role.to_owned(),
        role: StaffRole::from(role.to_owned()),
        services: services.iter().map(|&service| service.to_owned()).collect(),
        team: String::new(),
        invited_by: "owner".to_owned(),
    };
    app.store.store.invite_staff(&new, app.time(), None).await.unwrap();
}

/// Gives the second factor in this session. `step` is later than in any session before.
pub(crate) async fn confirm(app: &TestApp, browser: &Browser, mobile: &str, step: u64) {
    let (_, token) = browser.cookie().unwrap().split_once('=').unwrap();
    let token: [u8; 32] = Sha256::digest(URL_SAFE_NO_PAD.decode(token).unwrap()).into();
    let confirmation = NewConfirmation {
        token,
        next: token,
        mobile: number(mobile),
        number: token,
        given: GivenFactor::Step(step),
        now: app.time(),
        since: app.time(),
    };
    assert!(app.store.store.confirm(&confirmation, &|_| Ok(())).await.unwrap().unwrap());
}

#[derive(serde::Deserialize)]
struct Table {
    roles: BTreeMap<String, BTreeMap<String, Option<String>>>,
    stages: BTreeMap<String, BTreeMap<String, BTreeMap<String, Option<String>>>>,
}

/// The command with this name, for a referral in this stage. `id` is a member of staff, and `due` a
/// time to come.
fn command(name: &str, stage: &str, id: &str, due: u64) -> Value {
    let to = if stage == "contacted" { "qualified" } else { "contacted" };
    match name {
        "move" => json!({ "kind": "move", "stage": to }),
        "decline" => json!({ "kind": "decline", "reason": "no-answer" }),
        "assign" => json!({ "kind": "assign", "staff": id }),
        "credit" => json!({ "kind": "credit", "credited": false, "note": "Why" }),
        "correct" => {
            json!({ "kind": "correct", "field": "referredName", "text": "Bina", "note": "Why" })
        }
        "points" => json!({ "kind": "points", "points": "3" }),
        "say" => json!({ "kind": "say", "way": "whatsapp", "words": "Hello" }),
        "say-who" => json!({ "kind": "say-who", "says": true, "note": "Why" }),
        "call" => json!({ "kind": "call", "outcome": "no-answer" }),
        "schedule" => json!({ "kind": "schedule", "task": { "kind": "call", "due": due } }),
        name => json!({ "kind": name, "note": "Why" }),
    }
}

/// The table of the domain's tests, over HTTP.
#[tokio::test]
async fn every_role_may_do_in_every_stage_what_the_tables_say() {
    let table = include_str!("../../../domain/tests/pipeline/pipeline.json");
    let table: Table = serde_json::from_str(table).unwrap();
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let id = id_of(&mut admin).await;
    let mut member = app.member(MEMBER).await;
    let mut people: BTreeMap<&str, Browser> = BTreeMap::from([
        ("owner", admin.clone()),
        ("manager", staff_member(&app, "9000000011", "manager", &[]).await),
        ("coordinator", staff_member(&app, "9000000012", "coordinator", &["training"]).await),
        ("other-coordinator", staff_member(&app, "9000000013", "coordinator", &["others"]).await),
        ("auditor", staff_member(&app, "9000000014", "auditor", &[]).await),
        ("referrer", member.clone()),
        ("referred", app.member(OTHER).await),
        ("stranger", app.member(STRANGER).await),
        ("guest", app.guest()),
    ]);
    let due = app.time().as_millis() + 3_600_000;
    let mut pairs = 0;
    // Asking is a route of its own, and the answers are given on the person's page.
    let over_http = |name: &&String| !["ask", "agree", "refuse"].contains(&name.as_str());
    for name in table.roles.keys().filter(over_http) {
        for (role, refused_role) in &table.roles[name] {
            let person = people.get_mut(role.as_str()).unwrap();
            let of_command = &table.stages[name];
            let stages = of_command.get(role).unwrap_or(&of_command["anybody"]);
            for (stage, refused_stage) in stages {
                // Others' referrals are of somebody new, since duplicates of one number add up.
                let phone = format!("98{pairs:08}");
                let phone = if role == "referred" { OTHER } else { &phone };
                let key = referral_of(&app, &mut member, phone).await;
                let there = match stage.as_str() {
                    "received" => None,
                    "declined" => Some(command("decline", stage, &id, due)),
                    "withdrawn" => Some(command("withdraw", stage, &id, due)),
                    "successful" => Some(command("points", stage, &id, due)),
                    open => Some(json!({ "kind": "move", "stage": open })),
                };
                let mut version = 1;
                if let Some(there) = there {
                    version =
                        give(&mut admin, &key, 1, there).await.value()["version"].as_u64().unwrap();
                }
                // Not everybody may ask by the whole key.
                let answer =
                    give(person, &key[..16], version, command(name, stage, &id, due)).await;
                let context = format!("{name}: {role}, {stage}");
                // A guest always gets "not logged in".
                let refused = refused_role.clone().or_else(|| refused_stage.clone());
                let refused = refused.map(|code| match role.as_str() {
                    "guest" => "not-logged-in".to_owned(),
                    _ => code,
                });
                match refused {
                    Some(code) => assert_eq!(answer.codes(), [code], "{context}"),
                    None => assert_eq!(answer.value()["version"], version + 1, "{context}"),
                }
                pairs += 1;
            }
        }
    }
    assert_eq!(pairs, 15 * 9 * 7);
}

/// Scenario 7 of the programme.
#[tokio::test]
async fn one_of_two_simultaneous_moves_is_stale() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let admin = app.admin().await;
    let moving = ["contacted", "qualified"].map(|stage| {
        let (mut admin, key) = (admin.clone(), key.clone());
        let command = json!({ "kind": "move", "stage": stage });
        tokio::spawn(async move { give(&mut admin, &key, 1, command).await })
    });
    let mut answers = Vec::new();
    for moved in moving {
        answers.push(moved.await.unwrap());
    }
    answers.sort_by_key(|answer| answer.status);
    let done = answers[0].value();
    answers[1].is(412, "referral-stale");
    // They see the other change and decide again. Both events are stored.
    assert_eq!(answers[1].body["current"]["progress"], done["progress"]);
    assert_eq!(answers[1].body["current"]["version"], 2);
    assert_eq!(answers[1].body["change"]["by"], "User0000");
    let mut admin = admin;
    give(&mut admin, &key, 2, json!({ "kind": "move", "stage": "in-progress" })).await.value();
    let detail = admin.get(&format!("/api/referrals/{key}")).await.body;
    assert_eq!(kinds(&detail), ["submitted", "moved", "moved"]);
    assert_eq!(detail["referral"]["progress"]["stage"], "in-progress");
}

fn kinds(detail: &Value) -> Vec<&str> {
    let timeline = detail["timeline"].as_array().unwrap();
    timeline.iter().map(|entry| entry["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_hidden_referral_looks_missing_and_the_request_is_audited() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut stranger = app.member(STRANGER).await;
    let note = json!({ "kind": "note", "note": "Hm" });
    let mut answers = Vec::new();
    for (key, version) in [(key.as_str(), 1), (&key, 7), ("nothing", 1)] {
        let answer = give(&mut stranger, key, version, note.clone()).await;
        answer.is(404, "referral-gone");
        answers.push(answer.text);
        let answer = stranger.get(&format!("/api/referrals/{key}")).await;
        answer.is(404, "referral-gone");
        answers.push(answer.text);
        let points = json!({ "kind": "points", "points": "1" });
        give(&mut stranger, key, version, points).await.is(403, "not-admin");
    }
    assert!(answers.iter().all(|text| *text == answers[0]), "{answers:?}");
    let events = app.events(None, 9).await;
    let looks: Vec<_> = events.iter().filter(|event| event.kind == "look").collect();
    assert_eq!(looks.len(), 1, "once a minute");
    assert_eq!(looks[0].outcome, "refused");
}

#[tokio::test]
async fn staff_can_do_nothing_without_the_second_factor() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut admin = app.unconfirmed_admin().await;
    let note = json!({ "kind": "note", "note": "Hm" });
    give(&mut admin, &key, 1, note.clone()).await.is(403, "second-factor-missing");
    let many = json!({ "commands": [{ "key": key, "version": 1, "command": note }] });
    admin.post("/api/referrals/commands", many).await.is(403, "second-factor-missing");
    admin.get(&format!("/api/referrals/{key}")).await.is(404, "referral-gone");
}

/// Scenario 5 of the programme: what is undone counts in no report.
#[tokio::test]
async fn an_undone_decline_is_in_the_timeline_and_no_longer_counts() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut admin = app.admin().await;
    let decline = json!({ "kind": "decline", "reason": "duplicate", "note": "Of 17" });
    let declined = give(&mut admin, &key, 1, decline).await;
    assert_eq!(declined.body["notice"]["title"], "Referral Declined");
    let progress = &declined.value()["progress"];
    assert_eq!(progress["reason"], "duplicate");
    assert_eq!(progress["open"], "received");
    assert_eq!(declined.value()["referral"]["status"], "Declined");
    assert_eq!(declined.value()["tone"], "red");
    let path = format!("/api/referrals/{key}");
    let detail = admin.get(&path).await.body;
    let entry = &detail["timeline"][1];
    let owner = app.store.staff().await.unwrap().remove(0).id;
    assert_eq!(entry["by"], json!({ "kind": "staff", "staff": owner, "shown": "User0000" }));
    assert_eq!((&entry["note"], &entry["canUndo"]), (&json!("Of 17"), &json!(true)));

    // The referrer sees no name, and no reason that reveals whom the company knows.
    let told = member.get(&path).await;
    let entry = json!({
        "id": "1", "at": detail["timeline"][1]["at"],
        "by": { "kind": "staff", "shown": "The company" }, "kind": "declined", "stage": "declined",
        "text": "We could not take this referral further.", "undone": false, "canUndo": false,
    });
    assert_eq!(told.body["timeline"][1], entry);
    for secret in ["duplicate", "Of 17", "User0000", "staff:admin", "\"admin\""] {
        assert!(!told.text.contains(secret), "{secret}: {}", told.text);
    }

    let undo = json!({ "kind": "undo", "target": detail["timeline"][1]["id"] });
    let undone = give(&mut admin, &key, 2, undo).await;
    assert_eq!(undone.value()["progress"]["stage"], "received");
    assert_eq!(undone.value()["referral"]["status"], "Pending");
    let detail = admin.get(&path).await.body;
    assert_eq!(kinds(&detail), ["submitted", "declined", "undone"]);
    assert_eq!(detail["timeline"][1]["undone"], true);
    assert_eq!(detail["timeline"][2]["target"], detail["timeline"][1]["id"]);
    assert_eq!(kinds(&member.get(&path).await.body), ["submitted"]);
}

#[tokio::test]
async fn a_correction_is_shown_beside_what_was_submitted() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": STRANGER });
    let done = give(&mut member, &key, 1, correct).await;
    assert_eq!(done.value()["key"], key.as_str());
    assert_eq!(done.value()["referral"]["referredPhone"], STRANGER);
    let detail = member.get(&format!("/api/referrals/{key}")).await.body;
    assert_eq!(detail["submitted"]["referredPhone"], OTHER);
    assert_eq!(detail["timeline"][1]["by"], json!({ "kind": "referrer", "shown": "You" }));
    assert_eq!(detail["timeline"][1]["canUndo"], true);
    // It is now about somebody else, who may withdraw it. The previous person may not any more.
    let withdraw = json!({ "kind": "withdraw" });
    give(&mut app.member(OTHER).await, &key, 2, withdraw.clone()).await.is(404, "referral-gone");
    let answer = give(&mut app.member(STRANGER).await, &key[..16], 2, withdraw).await;
    let value = answer.value();
    assert_eq!(value["referral"]["status"], "Withdrawn");
    // The referred person sees neither name nor number of somebody who has not said that we may tell.
    assert_eq!(
        (&value["referrerShown"], &value["referral"]["referrerName"]),
        (&json!(""), &json!(""))
    );
    assert!(!answer.text.contains(MEMBER), "{answer:?}");
}

#[tokio::test]
async fn many_commands_are_decided_one_by_one_and_undone_together() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let keys = [referral(&app, &mut member).await, referral(&app, &mut member).await];
    let mut admin = app.admin().await;
    let moved = |key: &str, version: u64| {
        let command = json!({ "kind": "move", "stage": "contacted" });
        json!({ "key": key, "version": version, "command": command })
    };
    let many = json!({ "commands": [moved(&keys[0], 1), moved("gone", 1), moved(&keys[1], 9),
        moved(&keys[1], 1), moved(&keys[1], 2)] });
    let path = "/api/referrals/commands";
    let mut same = admin.clone().with("idempotency-key", "the-same-every-time");
    let outcomes = same.post(path, many.clone()).await.value().clone();
    let said: Vec<_> = outcomes.as_array().unwrap().iter().collect();
    assert_eq!(said[0]["outcome"], "done");
    assert_eq!(said[0]["referral"]["progress"]["stage"], "contacted");
    let hint = api::Code::from(RejectionCode::ReferralGone).words().hint;
    let gone = json!({ "outcome": "refused", "codes": ["referral-gone"], "hints": [hint] });
    assert_eq!(said[1], &gone);
    assert_eq!(said[2]["codes"], json!(["referral-stale"]));
    assert_eq!(said[2]["current"]["version"], 1);
    assert_eq!((&said[3]["outcome"], &said[4]["outcome"]), (&json!("done"), &json!("done")));
    assert!(said[4].get("event").is_none(), "it was there already");
    // A retry changes nothing.
    let again = same.post(path, many).await.value().clone();
    assert_eq!(again[0]["referral"], said[0]["referral"]);
    assert!(again[0].get("event").is_none());
    let undo: Vec<_> = [0, 3]
        .map(|place| {
            let command = json!({ "kind": "undo", "target": said[place]["event"] });
            json!({ "key": said[place]["referral"]["key"], "version": 2, "command": command })
        })
        .into();
    let undone = admin.post(path, json!({ "commands": undo })).await.value().clone();
    for outcome in undone.as_array().unwrap() {
        assert_eq!(outcome["referral"]["progress"]["stage"], "received", "{outcome}");
    }
    let too_many = json!({ "commands": vec![moved(&keys[0], 3); 101] });
    admin.post(path, too_many).await.is(400, "bad-request");
}

#[tokio::test]
async fn a_retried_command_is_executed_once() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut admin = app.admin().await.with("idempotency-key", "the-same-every-time");
    let note = json!({ "kind": "note", "note": "They called" });
    give(&mut admin, &key, 1, note.clone()).await.value();
    assert_eq!(give(&mut admin, &key, 1, note).await.value()["version"], 2);
    // A command without effect is not an event.
    let release = json!({ "kind": "assign", "staff": "" });
    assert_eq!(give(&mut admin, &key, 2, release).await.value()["version"], 2);
}

#[tokio::test]
async fn long_and_unknown_commands_are_refused() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut admin = app.admin().await;
    let long = |field| "1".repeat(longest(field) + 1);
    let note = json!({ "kind": "note", "note": long(Field::Note) });
    let answer = give(&mut admin, &key, 1, note).await;
    answer.is(413, "text-too-long");
    assert_eq!(answer.body["errors"][0]["field"], "note");
    let correct = json!({ "kind": "correct", "field": "referredPhone",
        "text": long(Field::ReferredPhone), "note": "Why" });
    give(&mut admin, &key, 1, correct).await.is(413, "text-too-long");
    for nonsense in [
        json!({ "kind": "move", "stage": "x".repeat(65) }),
        json!({ "kind": "decline", "reason": "x".repeat(65) }),
        json!({ "kind": "dance" }),
        json!({ "note": ADMIN }),
    ] {
        let answer = give(&mut admin, &key, 1, nonsense).await;
        answer.is(400, "bad-request");
        assert!(!answer.text.contains(ADMIN));
    }
}

/// The page undoes by that id.
#[tokio::test]
async fn the_answer_to_a_retry_names_no_event_that_is_not_stored() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let noted = json!({ "key": key, "version": 1, "command": { "kind": "note", "note": "Hm" } });
    let mut admin = app.admin().await.with("idempotency-key", "0123456789abcdef");
    let mut answers = Vec::new();
    for _ in 0..2 {
        let body = json!({ "commands": [noted] });
        let answer = admin.post("/api/referrals/commands", body).await;
        answers.push(answer.body["value"][0]["event"].clone());
        app.wait(std::time::Duration::from_secs(5));
    }
    let detail = admin.get(&format!("/api/referrals/{key}")).await.body;
    assert_eq!(answers, [detail["timeline"][1]["id"].clone(), Value::Null]);
}
