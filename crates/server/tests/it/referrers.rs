//! The list of referrers.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    stages::{give, referral, staff_member},
    support::{Browser, MEMBER, OTHER, TestApp, submission},
};

/// A referral for another service.
fn others(name: &str) -> Value {
    let mut submission = submission(name);
    submission["draft"]["service"] = "others".into();
    submission
}

#[tokio::test]
async fn referrers_are_listed_with_a_rate_and_lead_to_their_referrals() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut other = app.member(OTHER).await;
    let mut admin = app.admin().await;
    assert_eq!(admin.get("/api/referrers").await.body, json!({ "referrers": [], "next": null }));
    let first = referral(&app, &mut member).await;
    let second = referral(&app, &mut member).await;
    let theirs = other.post("/api/referrals", others("Fatima")).await;
    let theirs = theirs.value()["key"].as_str().unwrap().to_owned();
    let ids = [&theirs, &second].map(|key| json!(key[..16]));
    give(&mut admin, &first, 1, json!({ "kind": "points", "points": "20" })).await.value();
    let list = admin.get("/api/referrers").await.body["referrers"].clone();
    assert_eq!(list[0]["latest"], ids[0]);
    let [low, high] = [0, 1].map(|place| list[1]["between"][place].as_f64().unwrap());
    assert!(low > 0.2 && high == 1.0, "{list}");
    let numbers = ["referrals", "closed", "successful", "rate", "points"];
    assert_eq!(numbers.map(|name| list[1][name].as_f64().unwrap()), [2.0, 1.0, 1.0, 1.0, 20.0]);
    assert_eq!((&list[1]["latest"], &list[1]["shown"]), (&ids[1], &json!("+91 98765 43210")));
    for referrer in [&first[..], &second, &second[..16]] {
        let own = admin.post("/api/referrals/search", json!({ "referrer": referrer })).await;
        let keys: Vec<_> =
            own.body["referrals"].as_array().unwrap().iter().map(|it| it["key"].clone()).collect();
        assert_eq!(keys, [json!(second), json!(first)]);
        let counts = admin.get(&format!("/api/referrals/counts?referrer={referrer}")).await;
        assert_eq!(counts.body["stages"]["received"], 1);
    }
    let nobody = admin.get("/api/referrals?referrer=nothing").await;
    assert_eq!(nobody.body["referrals"], json!([]));
    // Others get only their own referrals, whatever they send as `referrer`.
    let own = other.get(&format!("/api/referrals?referrer={first}")).await;
    assert_eq!(own.body["referrals"][0]["key"], theirs.as_str());

    // A login moves somebody to the top.
    app.wait(Duration::from_secs(3600));
    app.enter(&mut app.guest(), MEMBER, "login").await.value();
    let list = admin.get("/api/referrers?limit=1").await.body;
    assert_eq!(list["referrers"][0]["seenAt"], app.time().as_millis());
    assert_eq!(list["referrers"][0]["shown"], "+91 98765 43210");
    let next = list["next"].as_str().unwrap();
    let rest = admin.get(&format!("/api/referrers?after={next}")).await.body;
    assert_eq!((&rest["referrers"][0]["latest"], &rest["next"]), (&ids[0], &json!(null)));

    admin.get("/api/referrers?search=user").await.is(400, "bad-request");
    let found = admin.post("/api/referrers/search", json!({ "search": "98765" })).await;
    assert_eq!(found.body["referrers"].as_array().unwrap().len(), 1);
    let long = json!({ "search": "s".repeat(201) });
    admin.post("/api/referrers/search", long).await.is(400, "bad-request");
}

#[tokio::test]
async fn coordinators_are_notified_of_their_services_only_and_auditors_see_no_number() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    member.post("/api/referrals", others("Fatima")).await.value();
    let mut other = app.member(OTHER).await;
    other.post("/api/referrals", others("Yusuf")).await.value();
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let list = coordinator.get("/api/referrers").await;
    let [entry] = list.body["referrers"].as_array().unwrap().as_slice() else { panic!() };
    assert_eq!((&entry["referrals"], &entry["latest"]), (&json!(1), &json!(key[..16])));
    let found = coordinator.post("/api/referrers/search", json!({ "search": "user" })).await;
    assert_eq!(found.body, list.body);
    let mut nobody = staff_member(&app, "9000000013", "coordinator", &["it-services"]).await;
    assert_eq!(nobody.get("/api/referrers").await.body["referrers"], json!([]));
    let own = nobody.get(&format!("/api/referrals?referrer={key}")).await.body;
    assert_eq!(own["referrals"], json!([]));

    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    // They could guess a number, refer somebody with it as a guest, and see whose it is.
    auditor.get("/api/referrers").await.is(403, "not-allowed");
    let name = json!({ "search": "asha" });
    auditor.post("/api/referrers/search", name).await.is(403, "not-allowed");
    auditor.get(&format!("/api/referrals?referrer={key}")).await.is(403, "not-allowed");
    assert_eq!(auditor.get("/api/reports").await.body["referrers"], json!([]));

    member.get("/api/referrers").await.is(403, "not-admin");
    app.guest().get("/api/referrers").await.is(401, "not-logged-in");
    app.unconfirmed_admin().await.get("/api/referrers").await.is(403, "second-factor-missing");
}

/// A guest may type anybody's number, and see by it whether its member refers for other services.
#[tokio::test]
async fn a_login_is_shown_to_whoever_sees_a_referral_that_its_member_has_made() {
    let app = TestApp::new().await;
    let mut coordinator = staff_member(&app, "9000000011", "coordinator", &["training"]).await;
    let mut member = app.member(MEMBER).await;
    member.post("/api/referrals", others("Fatima")).await.value();
    app.wait(Duration::from_secs(1));
    let mut typed = submission("Binu");
    typed["draft"]["referrerPhone"] = MEMBER.into();
    app.guest().post("/api/referrals", typed).await.value();
    let came = app.time().as_millis();
    app.wait(Duration::from_secs(3600));
    app.enter(&mut app.guest(), MEMBER, "login").await.value();
    let login = app.time().as_millis();
    let seen = async |browser: &mut Browser| {
        browser.get("/api/referrers").await.body["referrers"][0]["seenAt"].as_u64().unwrap()
    };
    assert_eq!(seen(&mut coordinator).await, came);
    assert_eq!(seen(&mut app.admin().await).await, login);
    // Once the member has referred somebody for the coordinator's service.
    referral(&app, &mut member).await;
    app.wait(Duration::from_secs(3600));
    app.enter(&mut app.guest(), MEMBER, "login").await.value();
    let login = app.time().as_millis();
    assert_eq!(seen(&mut coordinator).await, login);
}
