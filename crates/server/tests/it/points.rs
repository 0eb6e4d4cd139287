//! Awarding points.

use std::time::Duration;

use crate::support::{Browser, MEMBER, TestApp, submission};
use serde_json::json;

async fn referral(app: &TestApp) -> String {
    let answer = app.member(MEMBER).await.post("/api/referrals", submission("Asha")).await;
    answer.value()["key"].as_str().unwrap().to_owned()
}

async fn award(
    admin: &mut Browser,
    key: &str,
    points: &str,
    version: u64,
) -> crate::support::Answer {
    let request = json!({ "points": points, "version": version });
    admin.put(&format!("/api/referrals/{key}/points"), request).await
}

#[tokio::test]
async fn points_make_a_referral_successful() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    let mut admin = app.admin().await;
    let answer = award(&mut admin, &key, " 50 ", 1).await;
    let value = answer.value();
    assert_eq!(value["version"], 2);
    assert_eq!(value["referral"]["points"], 50);
    assert_eq!(value["referral"]["status"], "Successful");
    assert_eq!(value["tone"], "green");
    assert_eq!(answer.body["notice"]["description"], "Points assigned successfully.");
    let totals = &admin.get("/api/referrals").await.body["totals"];
    assert_eq!(totals, &json!({ "all": 1, "pending": 0, "successful": 1, "points": 50 }));
}

#[tokio::test]
async fn a_stale_edit_shows_the_other_change() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    let mut admin = app.admin().await;
    award(&mut admin, &key, "50", 1).await.value();
    let at = app.time().as_millis();
    app.wait(Duration::from_secs(9));
    let answer = award(&mut admin, &key, "70", 1).await;
    answer.is(412, "referral-stale");
    assert_eq!(answer.body["current"]["version"], 2);
    assert_eq!(answer.body["current"]["referral"]["points"], 50);
    let change = json!({
        "at": at, "by": "User0000", "status": "Successful", "tone": "green", "points": 50,
    });
    assert_eq!(answer.body["change"], change);
    award(&mut admin, &key, "70", 2).await.value();
}

#[tokio::test]
async fn one_of_two_simultaneous_edits_is_refused() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    let admin = app.admin().await;
    let saving = ["1", "2", "3", "4"].map(|points| {
        let (mut admin, key) = (admin.clone(), key.clone());
        tokio::spawn(async move { award(&mut admin, &key, points, 1).await.status })
    });
    let mut statuses = Vec::new();
    for saved in saving {
        statuses.push(saved.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412, 412, 412]);
}

#[tokio::test]
async fn missing_referrals_and_invalid_points_are_refused() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    let mut admin = app.admin().await;
    for (points, code) in [
        ("", "points-missing"),
        ("-1", "points-not-whole"),
        ("1.5", "points-not-whole"),
        ("9007199254740992", "points-too-many"),
    ] {
        let answer = award(&mut admin, &key, points, 1).await;
        answer.is(422, code);
        assert_eq!(answer.body["errors"][0]["field"], "points");
    }
    for gone in ["0", "00000000000000000000000000000000", "%F0%9F%98%80"] {
        award(&mut admin, gone, "5", 1).await.is(404, "referral-gone");
    }
}
