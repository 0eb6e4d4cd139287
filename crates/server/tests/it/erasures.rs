//! Erasures.

use std::time::Duration;

use crate::stages::{confirm, give, staff_member};
use crate::support::{Fault, MEMBER, OTHER, TestApp, submission};
use serde_json::json;

#[tokio::test]
async fn a_member_erases_account_referrals_and_sessions() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut elsewhere = app.guest();
    app.enter(&mut elsewhere, MEMBER, "login").await.value();
    let answer = member.post("/api/referrals", submission("Asha")).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    app.member(OTHER).await.post("/api/referrals", submission("Balu")).await.value();

    let erased = member.delete("/api/me").await;
    let counted = json!({
        "accounts": 1, "sessions": 2, "staff": 0, "invitations": 0, "factors": 0, "tokens": 0,
        "webhooks": 0, "leaderNames": 0, "referrals": 1, "messages": 0, "blanked": 0,
        "changes": 0, "accountStays": false,
    });
    assert_eq!(erased.value(), &counted);
    assert!(!erased.body["notice"]["description"].as_str().unwrap().contains("browser"));
    assert_eq!(member.cookie(), None);
    let taken_away: Vec<_> = erased.headers.get_all("set-cookie").iter().collect();
    assert!(taken_away.iter().all(|cookie| cookie.to_str().unwrap().contains("Max-Age=0")));
    assert_eq!(taken_away.len(), 2, "{taken_away:?}");
    assert_eq!(elsewhere.get("/api/session").await.body["role"], "guest");

    let mut admin = app.admin().await;
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["all"], 1);
    admin.get(&format!("/api/referrals/{key}/history")).await.is(404, "referral-gone");
    let copy = admin.get("/api/export").await;
    assert!(!copy.text.contains(MEMBER));
    app.enter(&mut app.guest(), MEMBER, "login").await.is(409, "not-registered");
    app.guest().delete("/api/me").await.is(401, "not-logged-in");
}

#[tokio::test]
async fn an_erasure_key_belongs_to_its_requester() {
    let app = TestApp::new().await;
    for mobile in [MEMBER, OTHER] {
        let mut member = app.member(mobile).await.with("idempotency-key", "0123456789abcdef");
        assert_eq!(member.delete("/api/me").await.value()["accounts"], 1, "{mobile}");
        app.enter(&mut app.guest(), mobile, "login").await.is(409, "not-registered");
    }
}

#[tokio::test]
async fn a_long_erasure_is_finished_after_its_request_and_others_wait_their_turn() {
    let app = TestApp::with(|parts| parts.limits.request_timeout = Duration::from_secs(1)).await;
    let mut member = app.member(MEMBER).await.with("idempotency-key", "0123456789abcdef");
    let (mut same, mut other) = (member.clone(), app.member(OTHER).await);
    let mut admin = app.admin().await;
    app.store.fail(Some(("erase_referrer", Fault::Waits)));
    member.delete("/api/me").await.is(503, "outcome-unknown");
    for answer in [
        same.delete("/api/me").await,
        other.delete("/api/me").await,
        admin.post("/api/erasures", json!({ "phone": "044 2345" })).await,
    ] {
        answer.is(429, "too-many-requests");
        assert_eq!(answer.header("retry-after"), "5");
    }
    assert_eq!(other.get("/api/referrals").await.status, 200);
    app.store.fail(None);
    let done = async {
        while other.delete("/api/me").await.status == 429 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), done).await.expect("the erasure did not end");
    assert_eq!(member.delete("/api/me").await.value()["accounts"], 1);
    app.enter(&mut app.guest(), MEMBER, "login").await.is(409, "not-registered");
}

/// Whoever has the number to which a referral was changed can have it erased, without the right that staff need for that.
#[tokio::test]
async fn staff_change_few_numbers_in_a_day() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let answer = member.post("/api/referrals", submission("Asha")).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    let mut coordinator = staff_member(&app, "9000000031", "coordinator", &["training"]).await;
    let correct = |field: &str, text: &str| json!({ "kind": "correct", "field": field, "text": text, "note": "A slip" });
    for version in 1..=20 {
        let number = format!("90000001{version:02}");
        give(&mut coordinator, &key, version, correct("referredPhone", &number)).await.value();
    }
    let other = correct("referredPhone", OTHER);
    give(&mut coordinator, &key, 21, other.clone()).await.is(429, "allowance-used");
    // Taking a change back is one, another spelling of the same number is none.
    let timeline = coordinator.get(&format!("/api/referrals/{key}")).await.body["timeline"].clone();
    let last = timeline.as_array().unwrap().last().unwrap()["id"].clone();
    let undo = json!({ "kind": "undo", "target": last, "note": "A slip" });
    give(&mut coordinator, &key, 21, undo).await.is(429, "allowance-used");
    give(&mut coordinator, &key, 21, correct("referredPhone", "+91 90000 00120")).await.value();
    give(&mut coordinator, &key, 22, correct("referredName", "Asha K")).await.value();
    // Each has their own.
    give(&mut app.admin().await, &key, 23, other.clone()).await.value();
    app.wait(Duration::from_secs(86_400));
    let mut coordinator = app.guest();
    app.enter(&mut coordinator, "9000000031", "login").await.value();
    confirm(&app, &coordinator, "9000000031", 2).await;
    give(&mut coordinator, &key, 24, correct("referredPhone", "9000000199")).await.value();
}

#[tokio::test]
async fn the_admin_erases_a_referred_person_who_asks_for_it() {
    let app = TestApp::new().await;
    for name in ["Asha", "Asha again"] {
        app.guest().post("/api/referrals", submission(name)).await.value();
    }
    let mut admin = app.admin().await;
    let answer = admin.post("/api/erasures", json!({ "phone": "044 2345" })).await;
    assert_eq!(answer.value()["referrals"], 2);
    assert_eq!(answer.body["notice"]["description"], "Erased: 2 referrals.");
    let answer = admin.post("/api/erasures", json!({ "phone": "044 2345" })).await;
    assert_eq!(answer.value()["referrals"], 0);
    let answer = admin.post("/api/erasures", json!({ "phone": " " })).await;
    answer.is(422, "referred-phone-missing");
    let request = json!({ "phone": "044 2345" });
    app.guest().post("/api/erasures", request.clone()).await.is(401, "not-logged-in");
    app.member(MEMBER).await.post("/api/erasures", request).await.is(403, "not-admin");
}

/// An erasure changes the texts of events, by which an undoing names the one that it undoes.
#[tokio::test]
async fn an_erasure_wakes_nothing_that_was_undone() {
    const NUMBER: &str = "9876512345";
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    app.member(OTHER).await.post("/api/referrals", submission("Balu")).await.value();
    app.wait(Duration::from_secs(60));
    let at = app.time().as_millis() - 1000;
    let award = json!({ "at": at, "saw": 0, "by": NUMBER, "kind": "points", "points": 900 });
    let target = domain::history::event_id(&award.to_string());
    // In a file the undoing may come before what it undoes.
    let undone = json!({ "at": at, "saw": 0, "kind": "undone", "target": target });
    let mut file = admin.get("/api/export").await.body;
    file["allReferrals"][0]["history"] = json!([undone, award, { "at": at, "kind": "future" }]);
    assert_eq!(admin.post_text("/api/import", file.to_string()).await.value()["changed"], 1);
    let pending = |totals: serde_json::Value| (totals["pending"].clone(), totals["points"].clone());
    let totals = admin.get("/api/referrals").await.body["totals"].clone();
    assert_eq!(pending(totals.clone()), (json!(1), json!(0)));
    let erased = admin.post("/api/erasures", json!({ "phone": NUMBER })).await;
    assert_eq!(erased.value()["blanked"], 1);
    let after = admin.get("/api/referrals").await.body["totals"].clone();
    assert_eq!(pending(after), pending(totals));
}

/// What was erased does not come back with a file from before.
#[tokio::test]
async fn a_number_in_a_note_is_not_brought_back_by_an_earlier_export() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let answer = app.member(OTHER).await.post("/api/referrals", submission("Balu")).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    let note = json!({ "kind": "note", "note": "Her sister is 98765 12345" });
    crate::undoing::command(&mut admin, &key, note).await.value();
    let before = admin.get("/api/export").await.text;
    admin.post("/api/erasures", json!({ "phone": "9876512345" })).await.value();
    app.wait(Duration::from_secs(60));
    let taken = admin.post_text("/api/import", before).await;
    assert_eq!((&taken.value()["refused"], &taken.value()["changed"]), (&json!(1), &json!(0)));
    assert!(!admin.get("/api/export").await.text.contains("98765 12345"));
}

/// An erasure is another way to make one's own referral the first.
#[tokio::test]
async fn nobody_erases_a_rival_of_their_own_referral() {
    const PHONE: &str = "9555000111";
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut manager = crate::stages::staff_member(&app, "9000000011", "manager", &[]).await;
    let mut first = submission("Meera");
    first["draft"]["referredPhone"] = PHONE.into();
    let guests = first["draft"]["referrerPhone"].clone();
    app.guest().post("/api/referrals", first).await.value();
    app.wait(Duration::from_secs(1));
    crate::undoing::referral_of(&mut manager, PHONE).await;
    crate::stages::confirm(&app, &manager, "9000000011", 2).await;
    let erase = json!({ "phone": guests });
    manager.post("/api/erasures", erase.clone()).await.is(403, "own-referral");
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["all"], 2);
    // What one has made oneself goes like everybody's, and so do both at once.
    assert_eq!(
        manager.post("/api/erasures", json!({ "phone": PHONE })).await.value()["referrals"],
        2
    );
    let mut again = submission("Meera");
    again["draft"]["referredPhone"] = PHONE.into();
    app.guest().post("/api/referrals", again).await.value();
    crate::undoing::referral_of(&mut manager, PHONE).await;
    let admin_may = admin.post("/api/erasures", erase).await;
    assert_eq!(admin_may.value()["referrals"], 1, "{admin_may:?}");
}
