//! With `contact = after-consent`, the number of whoever was referred is sent to nobody below manager until they
//! have agreed to be called: asked of every route that answers with something about a referral.

use axum::body::Body;
use axum::http::Method;
use domain::event::{ConsentAnswer, ConsentWay};
use domain::pipeline::{
    CONSENT_TEXT, Command, ContactPolicy, Known, PipelineCommand, Relation, decide,
};
use domain::viewer::Viewer;
use serde_json::{Value, json};
use server::referrals::records::{Author, Changed};

use crate::stages::{give, staff_member};
use crate::support::{Browser, MEMBER, TestApp, submission};

/// A number that stands in no other text.
const PHONE: &str = "9345678912";

/// What is left of a number that is shown in whatever spelling.
fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

fn shows(text: &str) -> bool {
    digits(text).contains(PHONE)
}

async fn after_consent() -> TestApp {
    TestApp::with(|parts| parts.policy.contact = ContactPolicy::AfterConsent).await
}

async fn referred(member: &mut Browser) -> String {
    let mut sent = submission("Asha");
    sent["draft"]["referredPhone"] = json!("93456 78912");
    sent["draft"]["notes"] = json!("Call +91 93456-78912 after six");
    member.post("/api/referrals", sent).await.value()["key"].as_str().unwrap().to_owned()
}

/// The person agrees on their page.
async fn agree(app: &TestApp, key: &str) {
    let store = &app.store.store;
    let version = store.referral(key).await.unwrap().unwrap().version;
    let (answer, way) = (ConsentAnswer::Agreed, ConsentWay::Page);
    let answer =
        PipelineCommand::Answer { answer: &answer, way: &way, text: CONSENT_TEXT, note: "" };
    let decide = |found: &Known| {
        let theirs = Known { relation: Relation::Referred, ..found.clone() };
        decide(&theirs, &Command::Pipeline(answer), &Viewer::Guest, &app.state.policy, app.time())
    };
    let by = Author::guest();
    let changed = store.change(key, version, &by, &decide, None).await.unwrap();
    assert!(matches!(changed, Changed::Done(_)), "{changed:?}");
}

/// The answers of all routes that only read, and of those that search.
async fn everything(browser: &mut Browser, key: &str) -> Vec<(String, String)> {
    let document = serde_json::to_value(server::document()).unwrap();
    let mut answers = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        if item.get("get").is_some() {
            let path = path.replace("{key}", key).replace("{id}", "1");
            let answer = browser.ask(Method::GET, &path, Body::empty()).await;
            answers.push((format!("get {path}"), answer.text));
        }
    }
    for path in ["/api/referrals/search", "/api/referrers/search", "/api/messages/search"] {
        let answer = browser.post(path, json!({ "search": "Asha" })).await;
        answers.push((format!("post {path}"), answer.text));
    }
    answers
}

#[tokio::test]
async fn no_route_sends_a_number_to_a_role_below_manager_before_consent() {
    let app = after_consent().await;
    let mut member = app.member(MEMBER).await;
    let mut admin = app.admin().await;
    let key = referred(&mut member).await;
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": PHONE,
        "note": "Their own spelling is 0 93456 78912" });
    give(&mut admin, &key, 1, correct).await.value();
    let note = json!({ "kind": "note", "note": "Try 093456 78912" });
    give(&mut admin, &key, 2, note).await.value();
    let roles = [("manager", true), ("coordinator", false), ("auditor", false)];
    let mut staff = Vec::new();
    for (place, (role, sees)) in roles.into_iter().enumerate() {
        let mobile = format!("900000001{place}");
        staff.push((role, sees, staff_member(&app, &mobile, role, &["training"]).await));
    }
    staff.push(("owner", true, admin));
    let id = &key[..16];
    for (role, sees, browser) in &mut staff {
        let answers = everything(browser, id).await;
        assert!(answers.len() > 40, "{}", answers.len());
        // The key has a hash of the number in it.
        let tells = |text: &str| shows(text) || text.contains(&key);
        let shown: Vec<_> =
            answers.iter().filter(|(_, text)| tells(text)).map(|(route, _)| route).collect();
        assert_eq!(shown.is_empty(), !*sees, "{role}: {shown:?}");
        let listed = browser.get("/api/referrals").await.body;
        let first = &listed["referrals"][0];
        let known = first["key"].as_str().unwrap();
        assert_eq!(known.len() > 16, *sees, "{role}");
        let record = &first["referral"];
        assert_eq!(record["referredName"], "Asha");
        if !*sees {
            assert_eq!(
                (&record["referredPhone"], &first["referredShown"]),
                (&json!(""), &json!(""))
            );
        }
        assert_eq!(record["referrerMobile"] == MEMBER, *role != "auditor", "{role}");
        let found = browser.post("/api/referrals/search", json!({ "search": PHONE })).await;
        match sees {
            true => assert_eq!(found.body["referrals"].as_array().unwrap().len(), 1),
            false => found.is(400, "bad-request"),
        }
        // What a command answers.
        if *role == "coordinator" {
            let noted = give(browser, id, 3, json!({ "kind": "note", "note": "Hm" })).await;
            assert!(noted.status == 200 && !shows(&noted.text), "{noted:?}");
            let stale = give(browser, id, 1, json!({ "kind": "note", "note": "Hm" })).await;
            assert!(stale.status == 412 && !shows(&stale.text), "{stale:?}");
            let several = json!([{ "key": id, "version": 4, "command": { "kind": "finish" } }]);
            let several =
                browser.post("/api/referrals/commands", json!({ "commands": several })).await;
            assert!(several.status == 200 && !shows(&several.text), "{several:?}");
        }
    }
    agree(&app, &key).await;
    for (role, _, browser) in &mut staff {
        let listed = browser.get("/api/referrals").await.text;
        assert_eq!(shows(&listed), *role != "auditor", "{role}");
        let detail = browser.get(&format!("/api/referrals/{id}")).await.text;
        assert_eq!(shows(&detail), *role != "auditor", "{role}");
    }
}

/// Nor do they get it as the referrer, before the second factor or by their own export.
#[tokio::test]
async fn staff_do_not_see_a_corrected_number_in_a_referral_of_their_own() {
    let app = after_consent().await;
    let mut admin = app.admin().await;
    for (mobile, role) in [("9000000011", "coordinator"), ("9000000012", "auditor")] {
        let mut own = staff_member(&app, mobile, role, &["training"]).await;
        let key = own.post("/api/referrals", submission("Asha")).await.value()["key"].clone();
        let correct =
            json!({ "kind": "correct", "field": "referredPhone", "text": PHONE, "note": "A slip" });
        let version = admin.get(&format!("/api/referrals/{}", key.as_str().unwrap())).await;
        let version = version.body["referral"]["version"].as_u64().unwrap();
        give(&mut admin, key.as_str().unwrap(), version, correct).await.value();
        let mut before = app.guest();
        app.enter(&mut before, mobile, "login").await.value();
        for browser in [&mut own, &mut before] {
            for path in ["/api/referrals", "/api/export?format=csv", "/api/export"] {
                let answer = browser.get(path).await;
                assert!(!shows(&answer.text), "{role} {path}: {}", answer.text);
            }
        }
        assert!(own.get("/api/export?format=csv").await.text.contains("Asha"));
        // Nor what a guest submitted in their name.
        let mut guests = submission("Binu");
        guests["draft"]["referredPhone"] = json!(PHONE);
        guests["draft"]["referrerPhone"] = json!(mobile);
        app.guest().post("/api/referrals", guests).await.value();
        let copy = own.get("/api/export").await;
        assert!(!shows(&copy.text), "{role}: {}", copy.text);
        let hidden = copy.body["numberHidden"].as_array().unwrap();
        assert!(hidden.iter().any(|it| it["referredName"] == "Binu"), "{hidden:?}");
    }
}

/// The coordinator of one service moves it to another, where they see nothing.
#[tokio::test]
async fn correcting_the_service_shows_nobody_what_they_did_not_see() {
    let app = after_consent().await;
    let mut member = app.member(MEMBER).await;
    let key = referred(&mut member).await;
    let id = &key[..16];
    let mut coordinator = staff_member(&app, "9000000010", "coordinator", &["training"]).await;
    let before = coordinator.get("/api/referrals").await.body["referrals"][0]["referral"].clone();
    let correct = json!({ "kind": "correct", "field": "service", "text": "others", "note": "So" });
    let answer = give(&mut coordinator, id, 1, correct.clone()).await;
    let after = &answer.value()["referral"];
    assert!(!shows(&answer.text), "{answer:?}");
    assert_eq!((&after["referredName"], &after["notes"]), (&before["referredName"], &json!("")));
    assert_eq!(answer.value()["key"], id);
    let second = json!([{ "key": referred(&mut member).await, "version": 1, "command": correct }]);
    let several = coordinator.post("/api/referrals/commands", json!({ "commands": second })).await;
    assert!(several.status == 200 && !shows(&several.text), "{several:?}");
    coordinator.get(&format!("/api/referrals/{id}")).await.is(404, "referral-gone");
}

/// Or a coordinator would correct the number to a telephone of their own, and agree on that.
#[tokio::test]
async fn an_agreement_shows_the_number_that_it_was_given_for_and_no_other_one() {
    let app = after_consent().await;
    let mut member = app.member(MEMBER).await;
    let key = referred(&mut member).await;
    let mut coordinator = staff_member(&app, "9000000010", "coordinator", &["training"]).await;
    let id = &key[..16];
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": "97444555667",
        "note": "A slip" });
    give(&mut coordinator, id, 1, correct.clone()).await.is(403, "not-allowed");
    give(&mut app.admin().await, &key, 1, correct).await.value();
    agree(&app, &key).await;
    let answers = everything(&mut coordinator, id).await;
    let shown: Vec<_> = answers.iter().filter(|(_, text)| shows(text)).collect();
    assert_eq!(shown, Vec::<&(String, String)>::new());
    let listed = coordinator.get("/api/referrals").await.text;
    assert!(listed.contains("97444555667"), "{listed}");
}

/// The address of the page is for whoever passes it on, and the number is not needed for that.
#[tokio::test]
async fn whoever_does_not_see_the_number_asks_for_consent() {
    let app = after_consent().await;
    let mut member = app.member(MEMBER).await;
    let key = referred(&mut member).await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let possible = |detail: &Value| detail["possible"].as_array().unwrap().clone();
    let detail = coordinator.get(&format!("/api/referrals/{}", &key[..16])).await.body;
    assert!(possible(&detail).contains(&json!("ask")), "{detail}");
    assert!(!possible(&detail).contains(&json!("note-agreement")), "{detail}");
    let path = format!("/api/referrals/{}/page", &key[..16]);
    let made = coordinator.post(&path, json!({})).await;
    assert!(made.status == 201 && !shows(&made.text), "{made:?}");
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let noted = json!({ "kind": "note-agreement", "note": "Called on Monday" });
    crate::undoing::command(&mut manager, &key, noted).await.value();
    let shown = coordinator.get("/api/referrals").await.body;
    assert_eq!(digits(shown["referrals"][0]["referral"]["referredPhone"].as_str().unwrap()), PHONE);
}
