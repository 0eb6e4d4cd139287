//! The admin's second factor.

use std::time::Duration;

use crate::support::{MEMBER, TestApp, other_than, submission};
use serde_json::json;

const PATH: &str = "/api/session/second-factor";

#[tokio::test]
async fn without_the_second_factor_the_admin_has_no_rights() {
    let app = TestApp::new().await;
    app.guest().post("/api/referrals", submission("Asha")).await.value();
    let mut admin = app.unconfirmed_admin().await;
    let view = admin.get("/api/session").await.body;
    assert_eq!((view["role"].as_str(), view["confirmed"].as_bool()), (Some("admin"), Some(false)));
    let missing = "second-factor-missing";
    let points = json!({ "points": "5", "version": 1 });
    admin.put("/api/referrals/0/points", points).await.is(403, missing);
    admin.get("/api/export").await.is(403, missing);
    admin.post_text("/api/import", "{}").await.is(403, missing);
    admin.post("/api/erasures", json!({ "phone": "1" })).await.is(403, missing);
    admin.get("/api/messages").await.is(403, missing);
    let list = admin.get("/api/referrals").await.body;
    assert_eq!(list["totals"]["all"], 0, "only the own ones");
}

#[tokio::test]
async fn with_the_second_factor_the_admin_sees_everything() {
    let app = TestApp::new().await;
    app.guest().post("/api/referrals", submission("Asha")).await.value();
    let mut admin = app.unconfirmed_admin().await;
    let answer = admin.post(PATH, json!({ "code": app.second_factor() })).await;
    assert_eq!(answer.value()["confirmed"], true);
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["all"], 1);
    let mut elsewhere = app.unconfirmed_admin().await;
    assert_eq!(elsewhere.get("/api/session").await.body["confirmed"], false);
}

#[tokio::test]
async fn a_totp_step_is_used_once_in_all_sessions() {
    let app = TestApp::new().await;
    let mut admin = app.unconfirmed_admin().await;
    let code = json!({ "code": app.second_factor() });
    admin.post(PATH, code.clone()).await.value();
    let mut other = app.unconfirmed_admin().await;
    other.post(PATH, code.clone()).await.is(422, "second-factor-wrong");
    app.wait(Duration::from_secs(30));
    other.post(PATH, code).await.is(422, "second-factor-wrong");
    other.post(PATH, json!({ "code": app.second_factor() })).await.value();
}

#[tokio::test]
async fn the_step_before_and_the_step_after_are_good() {
    let app = TestApp::new().await;
    let mut admin = app.unconfirmed_admin().await;
    let code = app.second_factor();
    app.wait(Duration::from_secs(60));
    admin.post(PATH, json!({ "code": code })).await.is(422, "second-factor-wrong");
    let code = app.second_factor();
    app.wait(Duration::from_secs(30));
    admin.post(PATH, json!({ "code": code })).await.value();
}

#[tokio::test]
async fn after_five_tries_it_is_paused_for_five_minutes() {
    let app = TestApp::new().await;
    let mut admin = app.unconfirmed_admin().await;
    let wrong = other_than(&app.second_factor());
    for _ in 0..5 {
        admin.post(PATH, json!({ "code": wrong })).await.is(422, "second-factor-wrong");
    }
    let right = json!({ "code": app.second_factor() });
    admin.post(PATH, right).await.is(429, "second-factor-paused");
    app.wait(Duration::from_secs(5 * 60));
    admin.post(PATH, json!({ "code": app.second_factor() })).await.value();
}

#[tokio::test]
async fn a_correct_code_does_not_reset_the_tries_of_another_session() {
    let app = TestApp::new().await;
    let (mut admin, mut thief) = (app.unconfirmed_admin().await, app.unconfirmed_admin().await);
    let wrong = json!({ "code": other_than(&app.second_factor()) });
    for _ in 0..4 {
        thief.post(PATH, wrong.clone()).await.is(422, "second-factor-wrong");
    }
    admin.post(PATH, json!({ "code": app.second_factor() })).await.value();
    thief.post(PATH, wrong.clone()).await.is(422, "second-factor-wrong");
    thief.post(PATH, wrong).await.is(429, "second-factor-paused");
}

#[tokio::test]
async fn tries_during_the_pause_do_not_prolong_it() {
    let app = TestApp::new().await;
    let mut admin = app.unconfirmed_admin().await;
    let wrong = json!({ "code": other_than(&app.second_factor()) });
    for _ in 0..5 {
        admin.post(PATH, wrong.clone()).await.is(422, "second-factor-wrong");
    }
    for _ in 0..4 {
        app.wait(Duration::from_secs(60));
        for _ in 0..2 {
            admin.post(PATH, wrong.clone()).await.is(429, "second-factor-paused");
        }
    }
    app.wait(Duration::from_secs(60));
    admin.post(PATH, json!({ "code": app.second_factor() })).await.value();
}

#[tokio::test]
async fn strangers_cannot_use_up_the_admins_tries() {
    let app = TestApp::new().await;
    let mut strangers = [app.guest(), app.member(MEMBER).await];
    for _ in 0..6 {
        for stranger in &mut strangers {
            stranger.post(PATH, json!({ "code": "000000" })).await.codes();
        }
    }
    let mut admin = app.unconfirmed_admin().await;
    admin.post(PATH, json!({ "code": app.second_factor() })).await.value();
}

#[tokio::test]
async fn the_second_factor_replaces_the_cookie() {
    let app = TestApp::new().await;
    let mut admin = app.unconfirmed_admin().await;
    let mut thief = admin.clone();
    admin.post(PATH, json!({ "code": app.second_factor() })).await.value();
    assert_ne!(admin.cookie(), thief.cookie());
    assert_eq!(admin.get("/api/session").await.body["confirmed"], true);
    assert_eq!(thief.get("/api/session").await.body["role"], "guest");
}

#[tokio::test]
async fn irreversible_actions_need_it_again_after_ten_minutes() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let copy = admin.get("/api/export").await.text;
    app.wait(Duration::from_secs(10 * 60));
    let stale = "second-factor-stale";
    admin.get("/api/export").await.is(403, stale);
    admin.get("/api/export?format=csv").await.is(403, stale);
    admin.post_text("/api/import", copy.clone()).await.is(403, stale);
    admin.post("/api/erasures", json!({ "phone": "1" })).await.is(403, stale);
    admin.delete("/api/me").await.is(403, stale);
    // A preview tells which of the numbers in a file have an account here.
    admin.post_text("/api/import?preview=true", copy.clone()).await.is(403, stale);
    // Reads still work.
    assert_eq!(admin.get("/api/messages").await.status, 200);
    admin.post(PATH, json!({ "code": app.second_factor() })).await.value();
    assert_eq!(admin.get("/api/export").await.status, 200);
    admin.post_text("/api/import", copy).await.value();
    admin.post("/api/erasures", json!({ "phone": "1" })).await.value();
    // Another reason than the second factor: nobody else is an owner.
    admin.delete("/api/me").await.is(409, "last-owner");
}

#[tokio::test]
async fn a_member_exports_and_erases_own_data_without_one() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    assert_eq!(member.get("/api/export").await.status, 200);
    member.delete("/api/me").await.value();
}

#[tokio::test]
async fn nobody_else_has_one() {
    let app = TestApp::new().await;
    let code = json!({ "code": app.second_factor() });
    app.guest().post(PATH, code.clone()).await.is(401, "not-logged-in");
    app.member(MEMBER).await.post(PATH, code).await.is(403, "not-admin");
}

#[tokio::test]
async fn without_an_admin_number_there_is_no_admin() {
    let app = TestApp::with(|parts| parts.policy.admin = None).await;
    let mut browser = app.guest();
    let answer = app.enter(&mut browser, crate::support::OTHER, "login").await;
    answer.is(409, "not-registered");
    let asked = serde_json::json!({ "mobile": crate::support::ADMIN });
    browser.post("/api/codes", asked).await.is(422, "country-code-missing");
}
