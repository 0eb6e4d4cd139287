//! Nobody keeps a colleague from deciding by writing that colleague's number somewhere.

use serde_json::{Value, json};

use crate::spreadsheets::{row, sheet};
use crate::stages::staff_member;
use crate::support::{ADMIN as OWNER, MEMBER, TestApp, submission};
use crate::undoing::{command, last, referral_of};

const MANAGER: &str = "9000000011";

#[tokio::test]
async fn a_number_that_a_colleague_wrote_into_a_referral_makes_no_award_final() {
    let app = TestApp::new().await;
    let (mut owner, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let points = json!({ "kind": "points", "points": "10000" });
    let phone = |text: &str| json!({ "kind": "correct", "field": "referredPhone", "text": text, "note": "A slip" });
    // The colleague's number stays, is corrected back, or stands beside the person's own.
    let beside = format!("9744222555/{OWNER}");
    for texts in [&[OWNER][..], &[OWNER, "9744222555"], &[beside.as_str()]] {
        let key = referral_of(&mut member, "9744222555").await;
        for text in texts {
            command(&mut manager, &key, phone(text)).await.value();
        }
        command(&mut manager, &key, points.clone()).await.value();
        let award = last(&mut owner, &key, "points").await;
        let undo = json!({ "kind": "undo", "target": award, "note": "Why" });
        let undone = command(&mut owner, &key, undo).await;
        assert_eq!(undone.value()["referral"]["points"], 0, "{texts:?}");
        // While the number is theirs, the referral is, too.
        let again = command(&mut owner, &key, points.clone()).await;
        match texts {
            [OWNER] => again.is(403, "own-referral"),
            _ => drop(again.value().clone()),
        }
    }
    // Nor does a member who submits it so.
    let key = referral_of(&mut member, &beside).await;
    command(&mut owner, &key, points).await.value();
}

/// Once it is closed, they could not even withdraw it.
#[tokio::test]
async fn an_import_that_was_declined_keeps_nobody_from_deciding() {
    let app = TestApp::new().await;
    let (mut owner, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let key = referral_of(&mut member, "9744222555").await;
    command(&mut manager, &key, json!({ "kind": "points", "points": "9999" })).await.value();
    let award = last(&mut owner, &key, "points").await;
    let mut planted = row("Planted", "9744222555");
    planted["referrerPhone"] = json!(OWNER);
    manager.post("/api/spreadsheets", sheet(&[planted])).await.value();
    let all = owner.get("/api/referrals").await.body;
    let is_planted = |it: &&Value| it["referral"]["referredName"] == "Planted";
    let planted =
        all["referrals"].as_array().unwrap().iter().find(is_planted).unwrap()["key"].clone();
    let planted = planted.as_str().unwrap().to_owned();
    let undo = json!({ "kind": "undo", "target": award, "note": "Why" });
    command(&mut owner, &key, undo.clone()).await.is(403, "own-referral");
    let decline = json!({ "kind": "decline", "reason": "no-answer", "note": "" });
    command(&mut manager, &planted, decline).await.value();
    assert_eq!(command(&mut owner, &key, undo).await.value()["referral"]["points"], 0);
}

/// Nobody gains by taking points away.
#[tokio::test]
async fn whoever_refers_an_owner_does_not_keep_them_from_taking_points_back() {
    let app = TestApp::new().await;
    let (mut owner, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral_of(&mut member, OWNER).await;
    let by_hand = |takes: bool| json!({ "points": "5", "takes": takes, "note": "A slip" });
    let path = format!("/api/referrers/{key}/rewards");
    owner.post(&path, by_hand(false)).await.is(403, "own-referral");
    owner.post(&path, by_hand(true)).await.value();
}

/// Anybody could write both numbers.
#[tokio::test]
async fn a_guest_does_not_keep_an_owner_from_giving_points() {
    let app = TestApp::new().await;
    let (mut owner, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral_of(&mut member, "9744222555").await;
    let mut made_up = submission("Asha");
    made_up["draft"]["referrerPhone"] = MEMBER.into();
    made_up["draft"]["referredPhone"] = OWNER.into();
    app.guest().post("/api/referrals", made_up).await.value();
    let by_hand = json!({ "points": "5", "takes": false, "note": "A slip" });
    owner.post(&format!("/api/referrers/{key}/rewards"), by_hand).await.value();
}

#[tokio::test]
async fn whoever_an_import_names_withdraws_it_and_decides_about_its_rivals() {
    let app = TestApp::new().await;
    let (mut owner, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let key = referral_of(&mut member, "9744222555").await;
    command(&mut manager, &key, json!({ "kind": "points", "points": "9999" })).await.value();
    let mut planted = row("Planted", "9744222555");
    planted["referrerPhone"] = json!(OWNER);
    let taken = manager.post("/api/spreadsheets", sheet(&[planted])).await;
    assert_eq!(taken.value()["added"], 1, "{taken:?}");
    let award = last(&mut owner, &key, "points").await;
    let undo = json!({ "kind": "undo", "target": award, "note": "Why" });
    command(&mut owner, &key, undo.clone()).await.is(403, "own-referral");
    let all = owner.get("/api/referrals").await.body;
    let is_planted = |it: &&Value| it["referral"]["referredName"] == "Planted";
    let planted =
        all["referrals"].as_array().unwrap().iter().find(is_planted).unwrap()["key"].clone();
    let planted = planted.as_str().unwrap().to_owned();
    command(&mut owner, &planted, json!({ "kind": "withdraw", "note": "Not mine" })).await.value();
    assert_eq!(command(&mut owner, &key, undo).await.value()["referral"]["points"], 0);
}
