//! Paying for requests over the interface: approving them, and batches, by people who had no part in the points.

use std::time::Duration;

use domain::rejection::RejectionCode;
use serde_json::{Value, json};

use crate::programme::set;
use crate::redeeming::{MANAGER, SECOND, ask, earn, offers, publish};
use crate::stages::{confirm, invite, staff_member};
use crate::support::{Browser, MEMBER, TestApp};
use crate::undoing::{command, last, referral_of};

async fn make(staff: &mut Browser, ids: &[&Value]) -> crate::support::Answer {
    let mut keyed = staff.clone().with("idempotency-key", "0123456789abcdef");
    keyed.post("/api/batches", json!({ "redemptions": ids })).await
}

#[tokio::test]
async fn a_batch_is_made_approved_by_another_exported_alike_and_settled() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    // Letters that nobody sees could show another name to whoever pays.
    let name = json!({ "name": "As\u{202e}ha\u{200b}" });
    member.put("/api/me/name", name).await.value();
    let mut maker = staff_member(&app, MANAGER, "manager", &[]).await;
    let mut ids = Vec::new();
    for (tab, offer) in [("a", "transfer"), ("b", "voucher")] {
        ids.push(ask(&mut member, offer, tab).await.value()["id"].clone());
    }
    make(&mut maker, &[&ids[0]]).await.is(409, "request-moved");
    for id in &ids {
        let path = format!("/api/redemptions/{id}/approve");
        admin.post(&path, Value::Null).await.is(403, "awarded-by-you");
        assert_eq!(
            maker.post(&path, Value::Null).await.value()["redemption"]["status"],
            "approved"
        );
    }
    let made = make(&mut maker, &[&ids[0], &ids[1]]).await;
    assert_eq!((made.status, &made.value()["batch"]["lines"]), (201, &json!(2)));
    assert_eq!(made.value()["sums"], json!([{ "currency": "KWD", "number": "12.345" }]));
    let version = json!({ "version": made.value()["batch"]["version"] });
    maker.post("/api/batches/1/approve", version.clone()).await.is(403, "batch-by-you");
    admin.post("/api/batches/1/export", Value::Null).await.is(409, "batch-moved");
    // Another reference is another batch to approve.
    let reference = json!({ "reference": "EMP-79" });
    maker.put(&format!("/api/redemptions/{}/reference", ids[0]), reference).await.value();
    admin.post("/api/batches/1/approve", version).await.is(412, "batch-stale");
    admin.post("/api/batches/1/approve", json!({ "version": 2 })).await.value();
    let first = admin.post("/api/batches/1/export", Value::Null).await;
    assert_eq!(first.header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<_> = first.text.lines().collect();
    assert_eq!(lines.len(), 5, "{lines:?}");
    // Or a spreadsheet takes the names for another encoding.
    assert!(lines[0].starts_with("\u{feff}\"Request\""), "{lines:?}");
    assert!(lines[1].contains(r#","Asha","#), "{lines:?}");
    let line = r#","To your bank","500","KWD","12.345","EMP-79","Being paid""#;
    assert!(lines[1].ends_with(line), "{lines:?}");
    // No formula, and the sums of points and of each currency at the end.
    assert!(
        lines[2].contains(r#","'=Gift voucher","300","","","EMP-77","Being paid""#),
        "{lines:?}"
    );
    assert_eq!(lines[3], r#""Sum","","","","800","","","","""#);
    assert_eq!(lines[4], r#""Sum","","","","","KWD","12.345","","""#);
    let failed = json!({ "redemption": ids[1], "paid": false, "reason": "None was left" });
    let paid = json!({ "redemption": ids[0], "paid": true });
    let outcomes = |all: Value| json!({ "outcomes": all });
    let path = "/api/batches/1/outcomes";
    maker.post(path, outcomes(json!([paid, paid]))).await.is(400, "bad-request");
    let unknown = json!({ "redemption": 99, "paid": true });
    maker.post(path, outcomes(json!([paid, unknown]))).await.is(404, "redemption-gone");
    maker.post("/api/batches/1/close", Value::Null).await.is(422, "batch-open");
    let settled = maker.post(path, outcomes(json!([paid, failed]))).await;
    assert_eq!(settled.value()["batch"]["settled"], 2);
    // The same lines, which say what is not to be paid again.
    let again = admin.post("/api/batches/1/export", Value::Null).await.text;
    let state = |state| format!(r#","{state}""#);
    let was = state("Being paid");
    let now = first.text.replacen(&was, &state("Paid"), 1).replacen(&was, &state("Failed"), 1);
    assert_eq!(again, now);
    let own = member.get("/api/me/redemptions").await.body;
    assert_eq!(own["balance"]["available"], 400);
    let step = &own["redemptions"][0]["steps"][3];
    assert_eq!((&step["status"], &step["reason"]), (&json!("failed"), &json!("None was left")));
    assert_eq!((&step["by"], &step["name"]), (&Value::Null, &Value::Null));
    maker.post("/api/batches/1/close", Value::Null).await.value();
    assert_eq!(maker.get("/api/batches").await.body["batches"][0]["label"], "Closed");
    // What failed can be asked for again.
    ask(&mut member, "voucher", "c").await.value();
}

/// Two people, not one through the draft of a colleague, nor by erasing what they awarded.
#[tokio::test]
async fn whoever_changed_a_draft_or_awarded_its_points_approves_nothing_of_it() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let mut maker = staff_member(&app, MANAGER, "manager", &[]).await;
    let mut second = staff_member(&app, SECOND, "manager", &[]).await;
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    maker.post(&format!("/api/redemptions/{id}/approve"), Value::Null).await.value();
    make(&mut maker, &[&id]).await.value();
    let reference = json!({ "reference": "EMP-79" });
    second.put(&format!("/api/redemptions/{id}/reference"), reference).await.value();
    let version = json!({ "version": 2 });
    second.post("/api/batches/1/approve", version.clone()).await.is(403, "batch-by-you");
    admin.post("/api/batches/1/approve", version).await.value();
    let erased = admin.post("/api/erasures", json!({ "phone": "9000000021" })).await;
    assert_eq!(erased.value()["referrals"], 1, "{erased:?}");
    let id = ask(&mut member, "voucher", "b").await.value()["id"].clone();
    let path = format!("/api/redemptions/{id}/approve");
    admin.post(&path, Value::Null).await.is(403, "awarded-by-you");
    second.post(&path, Value::Null).await.value();
}

/// The rule asks who had a part in an award, and not whether it holds at this moment, who was the last to touch it, or by
/// which invitation they are here.
#[tokio::test]
async fn whoever_had_any_part_in_an_award_approves_no_payment_of_it() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    let mut maker = staff_member(&app, MANAGER, "manager", &[]).await;
    let key = referral_of(&mut member, "9000000021").await;
    let award = json!({ "kind": "points", "points": "900", "note": "" });
    command(&mut maker, &key, award).await.value();
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    let path = format!("/api/redemptions/{id}/approve");
    // Taken back for a while, and by whom it was taken back.
    let awarded = last(&mut admin, &key, "points").await;
    let undo = |target: &str| json!({ "kind": "undo", "target": target, "note": "A mistake" });
    command(&mut admin, &key, undo(&awarded)).await.value();
    let taken = last(&mut admin, &key, "undone").await;
    for staff in [&mut maker, &mut admin] {
        staff.post(&path, Value::Null).await.is(403, "awarded-by-you");
    }
    let shown = admin.get("/api/redemptions?status=requested").await.body;
    assert_eq!(shown["redemptions"][0]["points"], -300);
    let mut second = staff_member(&app, SECOND, "manager", &[]).await;
    second.post(&path, Value::Null).await.is(409, "points-taken-back");
    command(&mut admin, &key, undo(&taken)).await.value();
    // Revoked and invited again, they are still the one who awarded.
    let former = "/api/staff/manager-9000000011";
    assert_eq!(admin.delete(former).await.status, 204);
    invite(&app, MANAGER, "owner", &[]).await;
    let mut again = app.guest();
    app.enter(&mut again, MANAGER, "login").await.value();
    confirm(&app, &again, MANAGER, 2).await;
    assert!(!admin.get("/api/staff").await.text.contains("owner-9000000011"));
    again.post(&path, Value::Null).await.is(403, "awarded-by-you");
    second.post(&path, Value::Null).await.value();
}

#[tokio::test]
async fn a_request_keeps_that_it_takes_two_people_whoever_switches_that_off() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    set(&mut admin, |settings| settings["twoPeople"] = json!(false)).await.value();
    let path = format!("/api/redemptions/{id}/approve");
    admin.post(&path, Value::Null).await.is(403, "awarded-by-you");
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    manager.post(&path, Value::Null).await.value();
    make(&mut admin, &[&id]).await.value();
    let version = json!({ "version": 1 });
    admin.post("/api/batches/1/approve", version.clone()).await.is(403, "batch-by-you");
    manager.post("/api/batches/1/approve", version).await.value();
    // One that is made from now on needs one person.
    let id = ask(&mut member, "transfer", "b").await.value()["id"].clone();
    admin.post(&format!("/api/redemptions/{id}/approve"), Value::Null).await.value();
}

#[tokio::test]
async fn what_lets_money_leave_needs_a_recent_second_factor() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    app.wait(Duration::from_secs(700));
    let paid = json!({ "outcomes": [{ "redemption": id, "paid": true }] });
    for (path, body) in [
        (format!("/api/redemptions/{id}/approve"), Value::Null),
        ("/api/batches/1/approve".to_owned(), json!({ "version": 1 })),
        ("/api/batches/1/export".to_owned(), Value::Null),
        ("/api/batches/1/outcomes".to_owned(), paid),
        ("/api/batches/1/close".to_owned(), Value::Null),
    ] {
        manager.post(&path, body).await.is(403, "second-factor-stale");
    }
    let reference = json!({ "reference": "thief@example.com" });
    let path = format!("/api/redemptions/{id}/reference");
    manager.put(&path, reference.clone()).await.is(403, "second-factor-stale");
    // Staff without the second factor do not exchange their own points either.
    let mut unconfirmed = app.unconfirmed_admin().await;
    let missing = "second-factor-missing";
    ask(&mut unconfirmed, "voucher", "b").await.is(403, missing);
    unconfirmed.put("/api/me/redemptions/1/reference", reference).await.is(403, missing);
    unconfirmed.post("/api/me/redemptions/1/cancel", Value::Null).await.is(403, missing);
}

/// What is said to be paid may turn out not to be, until the batch is closed.
#[tokio::test]
async fn a_line_that_was_said_to_be_paid_can_still_fail_but_not_by_whoever_awarded_its_points() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let mut maker = staff_member(&app, MANAGER, "manager", &[]).await;
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    maker.post(&format!("/api/redemptions/{id}/approve"), Value::Null).await.value();
    make(&mut maker, &[&id]).await.value();
    admin.post("/api/batches/1/approve", json!({ "version": 1 })).await.value();
    admin.post("/api/batches/1/export", Value::Null).await;
    let (path, of) = (
        "/api/batches/1/outcomes",
        |paid: bool| json!({ "outcomes": [{ "redemption": id, "paid": paid, "reason": "Sent back" }] }),
    );
    maker.post(path, of(true)).await.value();
    admin.post(path, of(false)).await.is(403, "awarded-by-you");
    maker.post(path, of(false)).await.value();
    assert_eq!(member.get("/api/me/redemptions").await.body["balance"]["available"], 900);
    maker.post(path, of(true)).await.is(409, "request-moved");
    maker.post("/api/batches/1/close", Value::Null).await.value();
    maker.post(path, of(false)).await.is(409, "batch-moved");
}

/// What a request and its batch offer to each of the staff is what the rules would accept from them, and the same
/// wherever it is shown.
#[tokio::test]
async fn nobody_is_offered_what_would_be_refused() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let mut maker = staff_member(&app, MANAGER, "manager", &[]).await;
    let mut auditor = staff_member(&app, SECOND, "auditor", &[]).await;
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    // The member becomes a manager, whose own request it is from then on.
    invite(&app, MEMBER, "manager", &[]).await;
    let mut own = member.clone();
    app.enter(&mut own, MEMBER, "login").await.value();
    confirm(&app, &own, MEMBER, 1).await;
    let possible = async |staff: &mut Browser| {
        let listed = staff.get("/api/redemptions").await.body;
        listed["redemptions"][0]["possible"].clone()
    };
    let batch = async |staff: &mut Browser| {
        let shown = staff.get("/api/batches/1").await.body;
        let line = shown["lines"][0]["possible"].clone();
        assert_eq!(possible(staff).await, line);
        (shown["possible"].clone(), line)
    };
    assert_eq!(possible(&mut maker).await, json!(["approve", "decline", "refer"]));
    assert_eq!(possible(&mut admin).await, json!(["decline", "refer"]));
    let approved = maker.post(&format!("/api/redemptions/{id}/approve"), Value::Null).await;
    assert_eq!(approved.value()["possible"], json!(["decline", "refer"]));
    assert_eq!(possible(&mut maker).await, json!(["decline", "refer"]));
    assert_eq!(possible(&mut own).await, json!([]));
    assert_eq!(possible(&mut auditor).await, json!([]));
    make(&mut maker, &[&id]).await.value();
    assert_eq!(batch(&mut maker).await, (json!(["add", "take-out"]), json!(["refer"])));
    assert_eq!(batch(&mut admin).await, (json!(["add", "take-out", "approve"]), json!(["refer"])));
    assert_eq!(batch(&mut own).await, (json!(["add", "take-out"]), json!([])));
    admin.post("/api/batches/1/approve", json!({ "version": 1 })).await.value();
    assert_eq!(batch(&mut maker).await, (json!(["take-out", "export"]), json!([])));
    admin.post("/api/batches/1/export", Value::Null).await;
    assert_eq!(batch(&mut maker).await, (json!(["export"]), json!(["pay", "fail"])));
    assert_eq!(batch(&mut admin).await, (json!(["export"]), json!(["pay"])));
    assert_eq!(batch(&mut own).await, (json!(["export"]), json!([])));
    // Why is said at the line.
    let why = async |staff: &mut Browser| {
        staff.get("/api/batches/1").await.body["lines"][0]["whyNot"].clone()
    };
    let hint = |code: RejectionCode| Value::from(code.to_string());
    assert_eq!(why(&mut maker).await, Value::Null);
    assert_eq!(why(&mut admin).await, Value::Null);
    assert_eq!(why(&mut own).await, hint(RejectionCode::OwnRequest));
    let paid = json!({ "outcomes": [{ "redemption": id, "paid": true }] });
    own.post("/api/batches/1/outcomes", paid.clone()).await.is(403, "own-request");
    maker.post("/api/batches/1/outcomes", paid).await.value();
    assert_eq!(batch(&mut maker).await, (json!(["export", "close"]), json!(["fail"])));
    assert_eq!(batch(&mut admin).await, (json!(["export", "close"]), json!([])));
    maker.post("/api/batches/1/close", Value::Null).await.value();
    assert_eq!(batch(&mut maker).await, (json!(["export"]), json!([])));
    assert_eq!(batch(&mut auditor).await, (json!([]), json!([])));
}

#[tokio::test]
async fn an_answer_to_a_change_offers_no_more_than_the_list_does() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    let reference = json!({ "reference": "EMP-79" });
    let referred = admin.put(&format!("/api/redemptions/{id}/reference"), reference).await;
    let listed = admin.get("/api/redemptions?status=requested").await.body;
    assert_eq!(referred.value(), &listed["redemptions"][0]);
    assert_eq!(referred.value()["possible"], json!(["decline", "refer"]));
    let reason = json!({ "reason": "None is left" });
    let declined = admin.post(&format!("/api/redemptions/{id}/decline"), reason).await;
    assert_eq!(declined.value()["possible"], json!([]));
    let listed = admin.get("/api/redemptions").await.body;
    assert_eq!(listed["redemptions"][0]["possible"], json!([]));
}
