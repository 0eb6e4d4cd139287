//! How a referral came to be as it is.

use std::time::Duration;

use crate::support::{BEGINNING, Browser, MEMBER, OTHER, TestApp, submission};
use serde_json::json;

async fn who(browser: &mut Browser, key: &str) -> Vec<String> {
    let answer = browser.get(&format!("/api/referrals/{key}/history")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let entries = answer.body.as_array().unwrap().clone();
    entries.iter().map(|entry| entry["by"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_change_is_there_with_who_made_it() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let answer = member.post("/api/referrals", submission("Asha")).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    let mut admin = app.admin().await;
    for (version, points) in [(1, "5"), (2, "7")] {
        app.wait(Duration::from_secs(1));
        let award = json!({ "points": points, "version": version });
        admin.put(&format!("/api/referrals/{key}/points"), award).await.value();
    }
    assert_eq!(who(&mut admin, &key).await, ["User3210", "User0000", "User0000"]);
    // The referrer is told of no other member's number, not even a part of it.
    assert_eq!(who(&mut member, &key).await, ["User3210", "Admin", "Admin"]);
    let entries = member.get(&format!("/api/referrals/{key}/history")).await.body;
    let first = json!({
        "at": BEGINNING, "by": "User3210", "status": "Pending", "tone": "yellow", "points": 0,
    });
    assert_eq!(entries[0], first);
    assert_eq!(entries[2]["points"], 7);
}

#[tokio::test]
async fn a_guests_referral_is_by_a_guest_and_the_numbers_owner_may_see_it() {
    let app = TestApp::new().await;
    let answer = app.guest().post("/api/referrals", submission("Asha")).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    let mut owner = app.member("9000000001").await;
    assert_eq!(who(&mut owner, &key).await, ["Guest"]);

    let path = format!("/api/referrals/{key}/history");
    app.guest().get(&path).await.is(401, "not-logged-in");
    app.member(OTHER).await.get(&path).await.is(404, "referral-gone");
    app.unconfirmed_admin().await.get(&path).await.is(404, "referral-gone");
    app.admin().await.get("/api/referrals/nothing/history").await.is(404, "referral-gone");
}
