//! Nobody awards what they referred or what refers to them, and nobody awards very much alone.

use crate::stages::staff_member;
use crate::support::{MEMBER, TestApp, submission};
use crate::undoing::{command, last, referral, referral_of};
use domain::points::Points;
use serde_json::{Value, json};

const MANAGER: &str = "9000000011";

fn points(points: &str) -> Value {
    json!({ "kind": "points", "points": points })
}

fn undo(target: &str) -> Value {
    json!({ "kind": "undo", "target": target, "note": "Why" })
}

#[tokio::test]
async fn nobody_awards_what_they_referred_or_what_refers_to_them() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let own = referral(&mut manager).await;
    let about = referral_of(&mut member, "+91 90000-00011").await;
    // Typed by a guest.
    let mut typed = submission("Balu");
    typed["draft"]["referrerPhone"] = json!("0091 90000 00011");
    let typed = app.guest().post("/api/referrals", typed).await.value()["key"].clone();
    let all = [own.as_str(), &about, typed.as_str().unwrap()];
    for (key, phone) in all.into_iter().zip(["9555000111", "9555000112", "9555000113"]) {
        command(&mut manager, key, points("5")).await.is(403, "own-referral");
        let detail = manager.get(&format!("/api/referrals/{key}")).await.body;
        assert!(!detail["possible"].as_array().unwrap().contains(&json!("points")));
        let request = json!({ "points": "5", "version": 1 });
        manager.put(&format!("/api/referrals/{key}/points"), request).await.is(403, "own-referral");
        let credit = json!({ "kind": "credit", "credited": true, "note": "Mine" });
        command(&mut manager, key, credit).await.is(403, "own-referral");
        // A correction of the number changes nothing, and is somebody else's to make.
        let phone = json!({
            "kind": "correct", "field": "referredPhone", "text": phone, "note": "A slip",
        });
        command(&mut manager, key, phone.clone()).await.is(403, "own-referral");
        command(&mut admin, key, phone).await.value();
        command(&mut manager, key, points("5")).await.is(403, "own-referral");
        command(&mut admin, key, points("5")).await.value();
        // Nor by undoing and restoring; nobody gains by taking an award away from themselves.
        let award = last(&mut admin, key, "points").await;
        command(&mut manager, key, undo(&award)).await.value();
        let taken_back = last(&mut admin, key, "undone").await;
        command(&mut manager, key, undo(&taken_back)).await.is(403, "own-referral");
    }
}

#[tokio::test]
async fn nobody_imports_an_award_for_themselves() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    referral(&mut manager).await;
    let mut file: Value = serde_json::from_str(&admin.get("/api/export").await.text).unwrap();
    let award = json!({
        "at": app.time().as_millis(), "saw": 0, "by": "staff:somebody", "kind": "points", "points": 9,
    });
    let record = &mut file["allReferrals"][0];
    record["history"] = json!([award]);
    (record["status"], record["points"]) = (json!("Successful"), json!(9));
    record["awardedAt"] = award["at"].clone();
    let text = file.to_string();
    let taken = manager.post_text("/api/import", text.clone()).await;
    assert_eq!((&taken.value()["denied"], &taken.value()["changed"]), (&json!(1), &json!(0)));
    let said = taken.body["notice"]["description"].as_str().unwrap();
    assert!(said.contains("someone else has to import or award it"), "{said}");
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["points"], 0);
    assert_eq!(admin.post_text("/api/import", text).await.value()["changed"], 1);
}

#[tokio::test]
async fn more_points_than_one_person_may_award_need_a_second_one() {
    let app = TestApp::with(|parts| {
        parts.policy.points_at_most = Points::try_from(100).unwrap();
    })
    .await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let key = referral(&mut member).await;
    let proposed = command(&mut manager, &key, points("101")).await;
    let progress = &proposed.value()["progress"];
    let by_manager = json!({ "points": 101, "staff": "manager-9000000011", "imported": false });
    assert_eq!(progress["proposed"], by_manager);
    assert_eq!(progress["stage"], "received");
    assert_eq!(proposed.value()["referral"]["points"], 0);
    let said = &proposed.body["notice"];
    assert_eq!(said["title"], "Waiting for a Second Person");
    assert!(said["description"].as_str().unwrap().contains("up to 100 points"), "{said}");
    // Neither the same person nor a coordinator; the referrer sees nothing of it.
    command(&mut manager, &key, points("101")).await.is(422, "second-person-needed");
    command(&mut coordinator, &key, points("101")).await.is(403, "not-allowed");
    let own = member.get(&format!("/api/referrals/{key}")).await.body;
    assert!(own["referral"]["progress"].get("proposed").is_none(), "{own}");
    assert_eq!(own["timeline"].as_array().unwrap().len(), 1);
    let mine = member.get(&format!("/api/referrals/{key}/history")).await.body;
    assert!(mine.as_array().unwrap().iter().all(|entry| entry["points"] == 0), "{mine}");
    let done = command(&mut admin, &key, points("101")).await;
    assert_eq!(done.value()["referral"]["points"], 101);
    assert_eq!(done.value()["referral"]["status"], "Successful");
    assert!(done.value()["progress"].get("proposed").is_none());
    // Restoring the award is an award of as much by one person.
    let award = last(&mut admin, &key, "points").await;
    command(&mut admin, &key, undo(&award)).await.value();
    let taken_back = last(&mut admin, &key, "undone").await;
    command(&mut admin, &key, undo(&taken_back)).await.is(422, "second-person-needed");
    // Another number is another proposal.
    command(&mut manager, &key, points("300")).await.value();
    assert_eq!(command(&mut admin, &key, points("301")).await.value()["referral"]["points"], 0);
    assert_eq!(command(&mut manager, &key, points("301")).await.value()["referral"]["points"], 301);
}

#[tokio::test]
async fn a_proposal_that_was_taken_back_is_restored_by_its_author_only() {
    let app = TestApp::with(|parts| {
        parts.policy.points_at_most = Points::try_from(100).unwrap();
    })
    .await;
    let mut admin = app.admin().await;
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let key = referral(&mut app.member(MEMBER).await).await;
    command(&mut manager, &key, points("101")).await.value();
    let proposal = last(&mut admin, &key, "proposed").await;
    command(&mut manager, &key, undo(&proposal)).await.value();
    let taken_back = last(&mut admin, &key, "undone").await;
    command(&mut admin, &key, undo(&taken_back)).await.is(422, "second-person-needed");
    assert_eq!(command(&mut admin, &key, points("101")).await.value()["referral"]["points"], 0);
    let other = last(&mut admin, &key, "proposed").await;
    command(&mut admin, &key, undo(&other)).await.value();
    command(&mut manager, &key, undo(&taken_back)).await.value();
    assert_eq!(command(&mut admin, &key, points("101")).await.value()["referral"]["points"], 101);
}

#[tokio::test]
async fn a_correction_that_is_taken_back_keeps_nobody_else_from_deciding() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let key = referral(&mut app.member(MEMBER).await).await;
    let correct =
        json!({ "kind": "correct", "field": "referredPhone", "text": MANAGER, "note": "A slip" });
    command(&mut coordinator, &key, correct).await.value();
    command(&mut manager, &key, points("5")).await.is(403, "own-referral");
    let correction = last(&mut admin, &key, "corrected").await;
    command(&mut coordinator, &key, undo(&correction)).await.value();
    command(&mut manager, &key, points("5")).await.value();
}

/// Two people decide, not one and the proposal of somebody who has left or may not award any more.
#[tokio::test]
async fn a_proposal_of_somebody_who_may_not_award_any_more_is_nobodys() {
    let app = TestApp::with(|parts| {
        parts.policy.points_at_most = Points::try_from(100).unwrap();
    })
    .await;
    let mut admin = app.admin().await;
    let mut third = staff_member(&app, "9000000013", "manager", &[]).await;
    for (number, is_revoked) in [(MANAGER, false), ("9000000012", true)] {
        let mut manager = staff_member(&app, number, "manager", &[]).await;
        let key = referral(&mut app.member(&number.replace("00001", "00002")).await).await;
        command(&mut manager, &key, points("101")).await.value();
        let path = format!("/api/staff/manager-{number}");
        let other = json!({ "name": "Mani", "role": "coordinator", "services": ["training"] });
        let left = match is_revoked {
            true => admin.delete(&path).await,
            false => admin.patch(&path, other).await,
        };
        assert!(left.status < 300, "{left:?}");
        let proposed = command(&mut admin, &key, points("101")).await;
        assert_eq!(proposed.value()["referral"]["points"], 0, "{proposed:?}");
        assert_eq!(
            command(&mut third, &key, points("101")).await.value()["referral"]["points"],
            101
        );
    }
}
