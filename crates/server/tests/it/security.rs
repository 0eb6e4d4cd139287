//! Security events, in the store and in the log.

use std::time::Duration;

use crate::staff::join;
use crate::stages::staff_member;
use crate::support::{ADMIN, MEMBER, OTHER, TestApp, logged, number, other_than, submission};
use serde_json::{Value, json};

/// The newest events as kind and outcome, oldest first.
async fn events(app: &TestApp) -> Vec<String> {
    let events = app.events(None, 100).await;
    events.iter().rev().map(|event| format!("{} {}", event.kind, event.outcome)).collect()
}

#[tokio::test]
async fn every_login_and_logout_is_recorded_with_how_it_ended() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let (challenge, code) = app.code(&mut browser, MEMBER).await;
    let give = |code: &str| json!({ "challenge": challenge, "mode": "signup", "code": code });
    browser.post("/api/session", give(&other_than(&code))).await.is(422, "wrong-code");
    browser.post("/api/session", give(&code)).await.value();
    app.enter(&mut app.guest(), MEMBER, "signup").await.is(409, "already-registered");
    browser.delete("/api/session").await;
    browser.delete("/api/session").await;
    app.enter(&mut browser, MEMBER, "login").await.value();
    browser.delete("/api/sessions").await;
    // An unknown challenge is not recorded, so that nobody can fill the table.
    browser
        .post("/api/session", json!({ "challenge": "A".repeat(22), "mode": "login", "code": "1" }))
        .await
        .is(422, "code-expired");
    assert_eq!(
        events(&app).await,
        [
            "sign-up wrong",
            "sign-up done",
            "sign-up refused",
            "logout done",
            "login done",
            "sessions-ended done"
        ]
    );
    let person = app.state.secret.number(&number(MEMBER));
    let recorded = app.events(Some(person), 100).await;
    assert_eq!(recorded.len(), 6, "all of them are this member's");
    assert!(recorded.iter().all(|event| !event.request.is_empty()));
}

#[tokio::test]
async fn every_security_relevant_action_of_the_admin_is_audited() {
    let app = TestApp::new().await;
    // So that the admin is not the last owner in the end.
    let mut first = app.admin().await;
    join(&app, &mut first, "9000000003", "owner").await;
    first.delete("/api/session").await;
    app.wait(Duration::from_secs(30));
    let before = events(&app).await.len();
    let mut member = app.member(MEMBER).await;
    let answer = member.post("/api/referrals", submission("Asha")).await;
    let path = format!("/api/referrals/{}/points", answer.value()["key"].as_str().unwrap());
    let mut admin = app.unconfirmed_admin().await;
    let factor = "/api/session/second-factor";
    let wrong = json!({ "code": other_than(&app.second_factor()) });
    admin.post(factor, wrong.clone()).await.is(422, "second-factor-wrong");
    admin.post(factor, json!({ "code": app.second_factor() })).await.value();
    let points = json!({ "points": "5", "version": 1 });
    admin.put(&path, points.clone()).await.value();
    admin.put(&path, points).await.is(412, "referral-stale");
    let copy = admin.get("/api/export").await.text;
    admin.post_text("/api/import?preview=true", copy.clone()).await.value();
    admin.post_text("/api/import", copy).await.value();
    admin.post("/api/erasures", json!({ "phone": OTHER })).await.value();
    for _ in 0..4 {
        admin.post(factor, wrong.clone()).await.is(422, "second-factor-wrong");
    }
    for _ in 0..3 {
        admin.post(factor, wrong.clone()).await.is(429, "second-factor-paused");
    }
    admin.delete("/api/me").await.value();
    let wrong = ["second-factor wrong"; 4];
    let expected = [
        &["sign-up done", "login done", "second-factor wrong", "second-factor done"][..],
        &["award done", "export done", "import done", "erasure-of-referred done"],
        &wrong,
        &["second-factor paused", "erasure done"],
    ];
    assert_eq!(events(&app).await[before..], expected.concat());
    let met = |mobile| app.state.secret.number(&number(mobile));
    let recorded = app.events(Some(met(ADMIN)), 100).await;
    let award = recorded.iter().find(|event| event.kind == "award").unwrap();
    assert_eq!((award.actor, award.target), (Some(met(ADMIN)), Some(met(MEMBER))));
    let erasure = recorded.iter().find(|event| event.kind == "erasure-of-referred").unwrap();
    assert_eq!(erasure.target, Some(met(OTHER)));
}

#[tokio::test]
async fn repeated_own_exports_are_recorded_once_a_minute() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    for _ in 0..3 {
        assert_eq!(member.get("/api/export").await.status, 200);
    }
    assert_eq!(events(&app).await, ["sign-up done", "export done"]);
    app.wait(std::time::Duration::from_secs(61));
    member.get("/api/export").await;
    assert_eq!(events(&app).await.len(), 3);
}

#[tokio::test]
async fn the_log_has_one_line_with_the_request_and_no_number() {
    let app = TestApp::new().await;
    let mobile = "9444555666";
    let mut member = app.guest();
    let answer = app.enter(&mut member, mobile, "signup").await;
    let id = answer.header("x-request-id").to_owned();
    let log = logged();
    let line = log.lines().find(|line| line.contains("sign-up") && line.contains(&id)).unwrap();
    assert!(line.contains("security") && line.contains("outcome=\"done\""), "{line}");
    assert!(!line.contains(mobile), "{line}");
    let events = app.events(None, 9).await;
    assert_eq!(events[0].request, id);
}

#[tokio::test]
async fn the_admin_reads_the_audit_without_numbers() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    member.get("/api/audit").await.is(403, "not-admin");
    let mut admin = app.unconfirmed_admin().await;
    admin.get("/api/audit").await.is(403, "second-factor-missing");
    admin.post("/api/session/second-factor", json!({ "code": app.second_factor() })).await.value();
    let answer = admin.get("/api/audit").await;
    let entries = answer.body["entries"].as_array().unwrap();
    let told: Vec<_> = entries
        .iter()
        .map(|entry| (entry["kind"].as_str().unwrap(), entry["actor"]["name"].as_str()))
        .collect();
    let own = Some("User0000");
    assert_eq!(told, [("second-factor", own), ("login", own), ("sign-up", None)]);
    assert!(!answer.text.contains(MEMBER) && !answer.text.contains("User3210"));
    assert!(entries.iter().all(|entry| entry["actor"]["fingerprint"] != ""));
    let newest = admin.get("/api/audit?limit=2").await;
    let path = format!("/api/audit?limit=2&after={}", newest.body["next"].as_str().unwrap());
    let oldest = admin.get(&path).await.body;
    assert_eq!((&oldest["entries"][0]["kind"], &oldest["next"]), (&json!("sign-up"), &Value::Null));
}

/// A wrong code for a guessed number would show its fingerprint, and the log what else it did.
#[tokio::test]
async fn whoever_reads_no_numbers_reads_no_fingerprint_of_a_member() {
    let app = TestApp::new().await;
    app.member(MEMBER).await;
    let all = app.admin().await.get("/api/audit").await.body;
    let sign_up = all["entries"].as_array().unwrap().iter().find(|it| it["kind"] == "sign-up");
    let print = sign_up.unwrap()["actor"]["fingerprint"].as_str().unwrap().to_owned();
    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    let page = auditor.get("/api/audit").await;
    assert!(!page.text.contains(&print));
    let people = page.body["entries"].as_array().unwrap().iter().map(|it| &it["actor"]);
    assert!(people.filter(|it| !it.is_null()).all(|it| it["name"].is_string()));
    let found = auditor.post("/api/audit/search", json!({ "search": print })).await.body;
    assert_eq!(found["entries"], json!([]));
}

/// Anybody could fill the log otherwise.
#[tokio::test]
async fn a_command_that_changes_nothing_is_not_recorded() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = member.post("/api/referrals", submission("Meera")).await.value()["key"].clone();
    let path = format!("/api/referrals/{}/commands", key.as_str().unwrap());
    let same = json!({ "version": 1,
        "command": { "kind": "correct", "field": "notes", "text": "", "note": "" } });
    let before = app.events(None, 99).await.len();
    assert_eq!(member.post(&path, same).await.value()["version"], 1);
    assert_eq!(app.events(None, 99).await.len(), before);
}

#[tokio::test]
async fn the_audit_is_filtered_by_action_and_person() {
    let app = TestApp::new().await;
    app.member(MEMBER).await;
    let mut admin = app.admin().await;
    let mut find = async |asked: Value| {
        let page = admin.post("/api/audit/search", asked).await.body;
        let entries = page["entries"].as_array().unwrap().iter();
        entries.map(|it| it["kind"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(find(json!({ "kinds": ["sign-up"] })).await, ["sign-up"]);
    assert_eq!(find(json!({ "kinds": ["sign-up"], "search": "User" })).await, [""; 0]);
    let own = find(json!({ "search": " user0000 " })).await;
    assert!(own.contains(&"login".to_owned()) && !own.contains(&"sign-up".to_owned()), "{own:?}");
    assert_eq!(find(json!({ "search": "user0000", "kinds": ["export"] })).await, [""; 0]);
    let all = find(json!({})).await;
    assert!(all.len() > own.len(), "{all:?}");
    let page = admin.get("/api/audit").await.body;
    let sign_up = page["entries"].as_array().unwrap().iter().find(|it| it["kind"] == "sign-up");
    let print = sign_up.unwrap()["actor"]["fingerprint"].as_str().unwrap().to_owned();
    for beginning in [&print[..], &print[..5]] {
        let found = admin.post("/api/audit/search", json!({ "search": beginning })).await.body;
        assert_eq!(found["entries"][0]["kind"], "sign-up", "{beginning}");
        assert_eq!(found["entries"].as_array().unwrap().len(), 1, "{beginning}");
    }
    admin
        .post("/api/audit/search", json!({ "search": "s".repeat(201) }))
        .await
        .is(400, "bad-request");
    let many = json!({ "kinds": vec!["login"; 99] });
    admin.post("/api/audit/search", many).await.is(400, "bad-request");
    app.member(OTHER).await.post("/api/audit/search", json!({})).await.is(403, "not-admin");
}
