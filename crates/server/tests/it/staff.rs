//! Staff: inviting, changing, revoking, and the rights of each role.

use std::time::Duration;

use axum::{body::Body, http::Method};
use domain::pipeline::{Reach, Right, StaffRole};
use serde_json::{Value, json};

use crate::staff_factors::set_up;
use crate::support::{Answer, Browser, MEMBER, OTHER, TestApp, number, submission};

const THIRD: &str = "9000000003";

pub(crate) async fn patch(browser: &mut Browser, id: &str, request: Value) -> Answer {
    let path = format!("/api/staff/{id}");
    browser.ask(Method::PATCH, &path, Body::from(request.to_string())).await
}

fn employment(role: &str) -> Value {
    let services = if role == "coordinator" { json!(["training"]) } else { json!([]) };
    json!({ "name": format!("The {role}"), "role": role, "services": services })
}

fn invitation(mobile: &str, role: &str) -> Value {
    let mut request = employment(role);
    request["mobile"] = mobile.into();
    request
}

/// Invites somebody and returns their id.
pub(crate) async fn invite(owner: &mut Browser, mobile: &str, role: &str) -> String {
    let invited = owner.post("/api/staff", invitation(mobile, role)).await;
    assert_eq!(invited.status, 201, "{invited:?}");
    invited.value()["id"].as_str().unwrap().to_owned()
}

/// The same; they also log in and set up an authenticator app. Returns their browser and id.
pub(crate) async fn join(
    app: &TestApp,
    owner: &mut Browser,
    mobile: &str,
    role: &str,
) -> (Browser, String) {
    let id = invite(owner, mobile, role).await;
    let mut browser = app.guest();
    app.enter(&mut browser, mobile, "login").await.value();
    set_up(app, &mut browser).await;
    (browser, id)
}

#[tokio::test]
async fn staff_are_changed_with_a_recent_second_factor() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let id = invite(&mut owner, THIRD, "auditor").await;
    app.wait(Duration::from_secs(601));
    let stale = "second-factor-stale";
    owner.post("/api/staff", invitation(OTHER, "owner")).await.is(403, stale);
    patch(&mut owner, &id, employment("owner")).await.is(403, stale);
    owner.post(&format!("/api/staff/{id}/reset"), json!({})).await.is(403, stale);
    for path in [format!("/api/staff/{id}"), format!("/api/staff/{id}/sessions")] {
        owner.delete(&path).await.is(403, stale);
    }
    assert_eq!(owner.get("/api/staff").await.status, 200);
}

#[tokio::test]
async fn invited_staff_set_up_a_second_factor_first() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let id = invite(&mut owner, "+91 90000 00003", "coordinator").await;
    let mut coordinator = app.guest();
    app.enter(&mut coordinator, THIRD, "login").await.value();
    let session = coordinator.get("/api/session").await.body;
    let staff = json!({
        "id": id, "role": "coordinator", "services": ["training"], "name": "The coordinator",
        "permissions": ["handle", "redemptions"],
    });
    assert_eq!((&session["staff"], &session["confirmed"]), (&staff, &json!(false)));
    assert_eq!(session["role"], "member");
    coordinator.get("/api/messages").await.is(403, "not-allowed");
    let referral = app.guest().post("/api/referrals", submission("Asha")).await;
    let path = format!("/api/referrals/{}", referral.value()["key"].as_str().unwrap());
    coordinator.get(&path).await.is(404, "referral-gone");
    set_up(&app, &mut coordinator).await;
    assert_eq!(coordinator.get("/api/session").await.body["confirmed"], true);
    assert_eq!(coordinator.get(&path).await.status, 200);
    let listed = owner.get("/api/staff").await.body;
    let entry = &listed["staff"][1];
    assert_eq!((&entry["id"], &entry["secured"]), (&json!(id), &json!(true)));
    assert_eq!(entry["shown"], "+91 90000 00003");
    assert_eq!(listed["staff"][0]["secured"], true);
}

/// Requests for each right, and whether they were refused because the right is missing.
async fn is_refused(browser: &mut Browser, right: Right) -> bool {
    let json = Value::Null;
    let catalogue = json!({ "version": 0, "offers": [] });
    let by_hand = json!({ "points": "5", "takes": false, "note": "Why" });
    let answers = match right {
        Right::Read => vec![
            browser.get("/api/messages").await,
            browser.get("/api/audit").await,
            browser.get("/api/batches").await,
            browser.get("/api/batches/none").await,
        ],
        Right::Handle => {
            let handled = json!({ "action": "mark-handled" });
            vec![browser.put("/api/messages/none", handled).await]
        }
        Right::Award => {
            let award = json!({ "points": "5", "version": 1 });
            vec![
                browser.put("/api/referrals/none/points", award).await,
                browser.delete("/api/leaderboard/none").await,
                browser.delete("/api/links/none/name").await,
                browser.post("/api/referrals/check-awards", json!({ "referrals": [] })).await,
            ]
        }
        Right::Records => vec![
            browser.post("/api/erasures", json!({ "phone": "1" })).await,
            browser.post_text("/api/import?preview=true", "{}").await,
            browser.post("/api/spreadsheets/check", json!({ "rows": [] })).await,
            browser.post("/api/spreadsheets", json!({ "rows": [] })).await,
            browser.get("/api/spreadsheets").await,
            browser.get("/api/referrals/none/consent").await,
            browser.get("/api/spreadsheets/1").await,
            browser.delete("/api/spreadsheets/1").await,
        ],
        Right::Settings => vec![
            browser.get("/api/staff").await,
            browser.get("/api/tokens").await,
            browser.get("/api/webhooks").await,
            browser.post("/api/staff", invitation(MEMBER, "owner")).await,
            patch(browser, "none", employment("owner")).await,
            browser.delete("/api/staff/none").await,
            browser.post("/api/staff/none/reset", json.clone()).await,
            browser.get("/api/staff/none/sessions").await,
            browser.delete("/api/staff/none/sessions").await,
            browser.post("/api/referrers/none/rewards", by_hand.clone()).await,
            browser.put("/api/catalogues", catalogue.clone()).await,
            browser.post("/api/catalogues/check", catalogue).await,
        ],
        Right::Redemptions => vec![browser.get("/api/redemptions").await],
        Right::Payouts => {
            let lines = json!({ "version": 1, "redemptions": [] });
            let mut keyed = browser.clone().with("idempotency-key", "0123456789abcdef");
            vec![
                browser.post("/api/redemptions/1/approve", json.clone()).await,
                browser.post("/api/redemptions/1/decline", json!({ "reason": "No" })).await,
                browser.put("/api/redemptions/1/reference", json!({ "reference": "" })).await,
                keyed.post("/api/batches", json!({ "redemptions": [] })).await,
                browser.put("/api/batches/none/lines", lines).await,
                browser.post("/api/batches/none/approve", json!({ "version": 1 })).await,
                browser.post("/api/batches/none/export", json.clone()).await,
                browser.post("/api/batches/none/outcomes", json!({ "outcomes": [] })).await,
                browser.post("/api/batches/none/close", json.clone()).await,
            ]
        }
    };
    let refused: Vec<_> = answers
        .iter()
        .map(|answer| answer.status == 403 && answer.codes() == ["not-allowed"])
        .collect();
    assert!(refused.iter().all(|it| *it == refused[0]), "{right:?}: {answers:?}");
    refused[0]
}

#[tokio::test]
async fn every_role_may_read_what_its_rights_allow() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let numbers = ["9000000003", "9000000004", "9000000005", "9000000006"];
    for (role, mobile) in StaffRole::ALL.into_iter().zip(numbers) {
        let (mut browser, _) = join(&app, &mut owner, mobile, role.as_str()).await;
        for right in [
            Right::Read,
            Right::Handle,
            Right::Award,
            Right::Records,
            Right::Settings,
            Right::Redemptions,
            Right::Payouts,
        ] {
            let may = role.reach(right) == Reach::All;
            assert_eq!(is_refused(&mut browser, right).await, !may, "{role:?} {right:?}");
        }
    }
}

#[tokio::test]
async fn a_coordinator_sees_the_referrals_of_their_services_and_no_others() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut coordinator, _) = join(&app, &mut owner, THIRD, "coordinator").await;
    let mut other = submission("Bina");
    other["draft"]["service"] = "others".into();
    let mut statuses = Vec::new();
    for submission in [submission("Asha"), other] {
        let answer = app.guest().post("/api/referrals", submission).await;
        let key = answer.value()["key"].as_str().unwrap().to_owned();
        statuses.push(coordinator.get(&format!("/api/referrals/{key}")).await.status);
        let moved = json!({ "version": 1, "command": { "kind": "move", "stage": "contacted" } });
        let moved = coordinator.post(&format!("/api/referrals/{key}/commands"), moved).await;
        assert_eq!(moved.status, *statuses.last().unwrap());
    }
    assert_eq!(statuses, [200, 404]);
}

#[tokio::test]
async fn an_auditor_reads_everything_with_numbers_masked() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut auditor, _) = join(&app, &mut owner, THIRD, "auditor").await;
    let mut draft = submission("Asha");
    draft["draft"]["notes"] = "Call 98765 43210".into();
    let answer = app.guest().post("/api/referrals", draft).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    let path = format!("/api/referrals/{}", &key[..16]);
    let (masked, whole) = (auditor.get(&path).await.text, owner.get(&path).await.text);
    for number in ["9000000001", "98765 43210"] {
        assert!(whole.contains(number) && !masked.contains(number), "{masked}");
    }
    let message = json!({
        "name": "Asha", "email": "asha@example.com", "subject": "Hello",
        "message": "Call me at 98765 43210",
    });
    app.guest().post("/api/messages", message).await.value();
    let (masked, whole) =
        (auditor.get("/api/messages").await.text, owner.get("/api/messages").await);
    assert!(whole.text.contains("98765 43210") && !masked.contains("98765 43210"), "{masked}");
    let moved = json!({ "version": 1, "command": { "kind": "move", "stage": "contacted" } });
    let refused = auditor.post(&format!("{path}/commands"), moved).await;
    refused.is(403, "not-allowed");
}

#[tokio::test]
async fn a_changed_role_and_a_revocation_hold_at_once() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut manager, id) = join(&app, &mut owner, THIRD, "manager").await;
    patch(&mut owner, &id, json!({ "name": "New", "role": "manager" })).await.value();
    assert_eq!(manager.get("/api/session").await.body["staff"]["name"], "New");
    patch(&mut owner, &id, employment("auditor")).await.value();
    manager.get("/api/messages").await.is(401, "session-ended");
    app.enter(&mut manager, THIRD, "login").await.value();
    assert_eq!(manager.get("/api/session").await.body["staff"]["role"], "auditor");
    assert_eq!(owner.delete(&format!("/api/staff/{id}")).await.status, 204);
    manager.get("/api/messages").await.is(401, "session-ended");
    app.enter(&mut manager, THIRD, "login").await.is(409, "not-registered");
    owner.delete(&format!("/api/staff/{id}")).await.is(404, "staff-gone");
    let listed = owner.get("/api/staff").await.body;
    assert_eq!(listed["staff"][1]["shown"], Value::Null);
    assert_eq!(listed["staff"][1]["revokedAt"], app.time().as_millis());
}

#[tokio::test]
async fn the_last_owner_stays_and_nobody_is_invited_twice() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let own = owner.get("/api/session").await.body["staff"]["id"].as_str().unwrap().to_owned();
    owner.delete(&format!("/api/staff/{own}")).await.is(409, "last-owner");
    patch(&mut owner, &own, employment("manager")).await.is(409, "last-owner");
    let (mut second, id) = join(&app, &mut owner, THIRD, "owner").await;
    owner.post("/api/staff", invitation(THIRD, "manager")).await.is(409, "staff-known");
    for bad in [
        json!({ "mobile": OTHER, "name": "", "role": "owner" }),
        json!({ "mobile": OTHER, "name": "A", "role": "king" }),
        json!({ "mobile": OTHER, "name": "A", "role": "coordinator" }),
    ] {
        owner.post("/api/staff", bad).await.is(400, "bad-request");
    }
    assert_eq!(second.delete(&format!("/api/staff/{own}")).await.status, 204);
    owner.get("/api/staff").await.is(401, "session-ended");
    // The setting counts only if there is no owner.
    app.enter(&mut app.guest(), crate::support::ADMIN, "login").await.is(409, "not-registered");
    second.delete(&format!("/api/staff/{id}")).await.is(409, "last-owner");
}

#[tokio::test]
async fn the_sessions_permissions_match_the_routes() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let made = app.guest().post("/api/referrals", submission("Asha")).await;
    let key = made.value()["key"].as_str().unwrap().to_owned();
    for (role, mobile) in ["owner", "manager", "coordinator", "auditor"].into_iter().zip(2..) {
        let (mut browser, _) = join(&app, &mut owner, &format!("900000000{mobile}"), role).await;
        let told = browser.get("/api/session").await.body["staff"]["permissions"].clone();
        let nothing = json!({});
        let stale = json!({ "version": 99, "command": { "kind": "note", "note": "Called" } });
        let credit = json!({ "version": 99,
            "command": { "kind": "credit", "credited": true, "note": "She was first" } });
        let command = format!("/api/referrals/{}/commands", &key[..16]);
        let tried = [
            ("handle", browser.post(&command, stale).await),
            ("award", browser.post(&command, credit).await),
            ("messages", browser.put("/api/messages/x", json!({ "action": "markHandled" })).await),
            ("audit", browser.get("/api/audit").await),
            ("privacy", browser.post("/api/erasures", nothing.clone()).await),
            ("staff", browser.get("/api/staff").await),
            ("integrations", browser.post("/api/tokens", nothing.clone()).await),
            ("settings", browser.put("/api/programme", nothing.clone()).await),
            ("redemptions", browser.get("/api/redemptions").await),
            ("batches", browser.get("/api/batches").await),
            ("payouts", browser.post("/api/redemptions/1/approve", nothing).await),
        ];
        let let_do = tried.iter().filter(|(_, answer)| answer.status != 403);
        let let_do: Vec<_> = let_do.map(|(permission, _)| *permission).collect();
        assert_eq!(told, json!(let_do), "{role}: {tried:?}");
    }
}

#[tokio::test]
async fn an_owner_sees_and_ends_the_sessions_of_staff() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut auditor, id) = join(&app, &mut owner, THIRD, "auditor").await;
    let path = format!("/api/staff/{id}/sessions");
    let sessions = owner.get(&path).await.body;
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 1);
    assert_eq!(sessions["sessions"][0]["current"], false);
    assert_eq!(owner.delete(&path).await.status, 204);
    auditor.get("/api/messages").await.is(401, "session-ended");
    assert_eq!(owner.get(&path).await.body["sessions"], json!([]));
}

#[tokio::test]
async fn erased_and_revoked_staff_remain_in_histories_as_ids() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut manager, id) = join(&app, &mut owner, THIRD, "manager").await;
    let answer = app.guest().post("/api/referrals", submission("Asha")).await;
    let path = format!("/api/referrals/{}", answer.value()["key"].as_str().unwrap());
    let moved = json!({ "version": 1, "command": { "kind": "move", "stage": "contacted" } });
    manager.post(&format!("{path}/commands"), moved).await.value();
    let by = owner.get(&path).await.body["timeline"][1]["by"].clone();
    assert_eq!(by, json!({ "kind": "staff", "staff": id, "shown": "The manager" }));
    manager.delete("/api/me").await.value();
    let by = owner.get(&path).await.body["timeline"][1]["by"].clone();
    assert_eq!((&by["staff"], &by["shown"]), (&json!(id), &json!("Admin")));
    let staff = owner.get("/api/staff").await.body["staff"][1].clone();
    assert_eq!((&staff["name"], &staff["shown"]), (&json!(""), &Value::Null));
}

#[tokio::test]
async fn changes_of_staff_are_recorded_with_their_targets() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (_, id) = join(&app, &mut owner, THIRD, "auditor").await;
    patch(&mut owner, &id, employment("coordinator")).await.value();
    owner.post(&format!("/api/staff/{id}/reset"), Value::Null).await.value();
    owner.delete(&format!("/api/staff/{id}")).await;
    app.wait(Duration::from_secs(1));
    let own = owner.get("/api/session").await.body["staff"]["id"].as_str().unwrap().to_owned();
    owner.delete(&format!("/api/staff/{own}")).await.is(409, "last-owner");
    let person = app.state.secret.number(&number(THIRD));
    let events = app.events(Some(person), 100).await;
    let kinds: Vec<_> = events.iter().rev().map(|event| event.kind.as_str()).collect();
    let expected =
        ["staff-invited", "login", "factor-added", "staff-changed", "staff-reset", "staff-revoked"];
    assert_eq!(kinds, expected);
    let last = app.events(None, 1).await.remove(0);
    assert_eq!((last.kind.as_str(), last.outcome.as_str()), ("staff-revoked", "refused"));
}
