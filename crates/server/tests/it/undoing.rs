//! Undoing and restoring: each is decided by the rule of what it brings about at that moment.

use std::time::Duration;

use crate::stages::{confirm, give, staff_member};
use crate::support::{Browser, MEMBER, OTHER, TestApp, submission};
use serde_json::{Value, json};

const THIRD: &str = "9555000111";

/// A referral of [`OTHER`] by [`MEMBER`].
pub(crate) async fn referral(member: &mut Browser) -> String {
    referral_of(member, OTHER).await
}

pub(crate) async fn referral_of(member: &mut Browser, phone: &str) -> String {
    let mut submission = submission("Asha");
    submission["draft"]["referredPhone"] = phone.into();
    member.post("/api/referrals", submission).await.value()["key"].as_str().unwrap().to_owned()
}

/// Gives a command to the referral's present version.
pub(crate) async fn command(
    browser: &mut Browser,
    key: &str,
    command: Value,
) -> crate::support::Answer {
    let answer = give(browser, key, 0, command.clone()).await;
    let Some(version) = answer.body["current"]["version"].as_u64() else { return answer };
    give(browser, key, version, command).await
}

/// The id of the last event of this kind, as an owner sees it.
pub(crate) async fn last(admin: &mut Browser, key: &str, kind: &str) -> String {
    let detail = admin.get(&format!("/api/referrals/{key}")).await.body;
    let all = detail["timeline"].as_array().unwrap();
    let entry = all.iter().rfind(|entry| entry["kind"] == kind).unwrap();
    entry["id"].as_str().unwrap().to_owned()
}

pub(crate) fn undo(target: &str) -> Value {
    json!({ "kind": "undo", "target": target, "note": "" })
}

fn correct(phone: &str) -> Value {
    json!({ "kind": "correct", "field": "referredPhone", "text": phone, "note": "A slip" })
}

#[tokio::test]
async fn a_correction_is_not_taken_back_once_it_could_not_be_made() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    command(&mut member, &key, correct(THIRD)).await.value();
    let correction = last(&mut admin, &key, "corrected").await;
    let points = json!({ "kind": "points", "points": "50" });
    command(&mut admin, &key, points).await.value();
    command(&mut member, &key, undo(&correction)).await.is(422, "too-late");
    let own = member.get(&format!("/api/referrals/{key}")).await.body;
    assert_eq!(own["timeline"][1]["canUndo"], false, "{own}");
    assert_eq!(own["referral"]["referral"]["referredPhone"], THIRD);
}

#[tokio::test]
async fn undoing_a_correction_does_not_make_a_referral_of_ones_own_number() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    // Staff may correct it to any number, such as that of a referrer who asks for it.
    command(&mut admin, &key, correct("+91 98765-43210")).await.value();
    command(&mut member, &key, correct(THIRD)).await.value();
    let correction = last(&mut admin, &key, "corrected").await;
    command(&mut member, &key, undo(&correction)).await.is(422, "self-referral");
}

#[tokio::test]
async fn undoing_and_restoring_in_turn_does_not_renew_the_ten_minutes() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    command(&mut member, &key, correct(THIRD)).await.value();
    let mut target = last(&mut admin, &key, "corrected").await;
    for _ in 0..3 {
        app.wait(Duration::from_secs(180));
        command(&mut member, &key, undo(&target)).await.value();
        target = last(&mut admin, &key, "undone").await;
    }
    app.wait(Duration::from_secs(60));
    command(&mut member, &key, undo(&target)).await.is(422, "too-late");
    // An owner may, and says why.
    command(&mut admin, &key, undo(&target)).await.is(422, "note-missing");
}

#[tokio::test]
async fn nobody_undoes_what_their_role_no_longer_allows() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let key = referral(&mut member).await;
    command(&mut manager, &key, json!({ "kind": "points", "points": "5" })).await.value();
    let points = last(&mut admin, &key, "points").await;
    let mut manager = with_role(&app, &mut admin, "coordinator", 2).await;
    command(&mut manager, &key, undo(&points)).await.is(403, "not-allowed");
    let other = referral_of(&mut member, THIRD).await;
    let decline = json!({ "kind": "decline", "reason": "no-answer" });
    command(&mut manager, &other, decline).await.value();
    let declined = last(&mut admin, &other, "declined").await;
    let mut manager = with_role(&app, &mut admin, "auditor", 3).await;
    command(&mut manager, &other[..16], undo(&declined)).await.is(403, "not-allowed");
}

/// The manager with another role. That ends their sessions, so they log in again.
async fn with_role(app: &TestApp, admin: &mut Browser, role: &str, step: u64) -> Browser {
    let employment = json!({ "name": "Ravi", "role": role, "services": ["training"] });
    let path = "/api/staff/manager-9000000011";
    let answer = admin.ask(axum::http::Method::PATCH, path, employment.to_string().into()).await;
    assert!(answer.status < 300, "{answer:?}");
    let mut browser = app.guest();
    assert_eq!(app.enter(&mut browser, "9000000011", "login").await.status, 200);
    confirm(app, &browser, "9000000011", step).await;
    browser
}

/// A coordinator closes a referral whose points a manager had undone. The points come back first,
/// so that undoing the closing would award them.
#[tokio::test]
async fn undoing_a_closing_does_not_award_points() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let key = referral(&mut member).await;
    command(&mut admin, &key, json!({ "kind": "points", "points": "5" })).await.value();
    let points = last(&mut admin, &key, "points").await;
    command(&mut admin, &key, undo(&points)).await.value();
    let taken_back = last(&mut admin, &key, "undone").await;
    app.wait(Duration::from_secs(1));
    let decline = json!({ "kind": "decline", "reason": "no-answer" });
    command(&mut coordinator, &key, decline).await.value();
    let declined = last(&mut admin, &key, "declined").await;
    command(&mut admin, &key, undo(&taken_back)).await.value();
    command(&mut coordinator, &key, undo(&declined)).await.is(403, "not-allowed");
    command(&mut admin, &key, undo(&declined)).await.value();
    let detail = admin.get(&format!("/api/referrals/{key}")).await.body;
    assert_eq!(detail["referral"]["referral"]["points"], 5);
}

#[tokio::test]
async fn undoing_an_assignment_does_not_bring_back_somebody_who_has_left() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let key = referral(&mut member).await;
    let assign = |staff: &str| json!({ "kind": "assign", "staff": staff });
    command(&mut admin, &key, assign("coordinator-9000000012")).await.value();
    command(&mut admin, &key, assign("")).await.value();
    let released = last(&mut admin, &key, "assigned").await;
    assert_eq!(admin.delete("/api/staff/coordinator-9000000012").await.status, 204);
    command(&mut admin, &key, undo(&released)).await.is(422, "staff-unknown");
}

#[tokio::test]
async fn a_withdrawal_is_restored_only_as_long_as_it_could_be_made() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    command(&mut member, &key, json!({ "kind": "withdraw" })).await.value();
    let withdrawn = last(&mut admin, &key, "withdrawn").await;
    command(&mut member, &key, undo(&withdrawn)).await.value();
    let taken_back = last(&mut admin, &key, "undone").await;
    // The withdrawal is older than the move, so restoring it has no effect.
    command(&mut admin, &key, json!({ "kind": "move", "stage": "qualified" })).await.value();
    command(&mut member, &key, undo(&taken_back)).await.value();
    let detail = member.get(&format!("/api/referrals/{key}")).await.body;
    assert_eq!(detail["referral"]["progress"]["stage"], "qualified");
}
