//! A request with an expected user is answered only for that user.

use std::time::Duration;

use crate::support::{Answer, Browser, MEMBER, OTHER, TestApp, submission};
use api::SESSION_IDLE_MS;
use axum::{body::Body, http::Method};
use serde_json::json;

const EXPECTED: &str = "expected-user";

/// All requests that use the session, except submitting.
const ROUTES: &[(&str, &str)] = &[
    ("GET", "/api/referrals"),
    ("GET", "/api/inbox"),
    ("GET", "/api/duplicates"),
    ("GET", "/api/reports"),
    ("GET", "/api/reports/intervals?at=1,2"),
    ("GET", "/api/referrers"),
    ("POST", "/api/referrers/search"),
    ("POST", "/api/audit/search"),
    ("POST", "/api/referrals/commands"),
    ("POST", "/api/referrals/check-awards"),
    ("GET", "/api/referrals/counts"),
    ("POST", "/api/referrals/counts"),
    ("GET", "/api/referrals/n1"),
    ("POST", "/api/referrals/n1/commands"),
    ("GET", "/api/referrals/n1/history"),
    ("GET", "/api/referrals/n1/templates"),
    ("PUT", "/api/referrals/n1/points"),
    ("GET", "/api/export"),
    ("POST", "/api/import"),
    ("POST", "/api/spreadsheets/check"),
    ("POST", "/api/spreadsheets"),
    ("GET", "/api/spreadsheets"),
    ("GET", "/api/spreadsheets/n1"),
    ("DELETE", "/api/spreadsheets/n1"),
    ("DELETE", "/api/me"),
    ("GET", "/api/sessions"),
    ("DELETE", "/api/sessions"),
    ("DELETE", "/api/sessions/n1"),
    ("POST", "/api/session/second-factor"),
    ("POST", "/api/session/second-factor/passkey"),
    ("POST", "/api/session/second-factor/passkey/options"),
    ("GET", "/api/second-factors"),
    ("POST", "/api/second-factors/totp"),
    ("PUT", "/api/second-factors/totp"),
    ("DELETE", "/api/second-factors/totp"),
    ("POST", "/api/second-factors/passkeys"),
    ("POST", "/api/second-factors/passkeys/options"),
    ("DELETE", "/api/second-factors/passkeys/n1"),
    ("POST", "/api/second-factors/recovery-codes"),
    ("GET", "/api/colleagues"),
    ("GET", "/api/staff"),
    ("POST", "/api/staff"),
    ("PATCH", "/api/staff/n1"),
    ("DELETE", "/api/staff/n1"),
    ("POST", "/api/staff/n1/reset"),
    ("GET", "/api/staff/n1/sessions"),
    ("DELETE", "/api/staff/n1/sessions"),
    ("POST", "/api/duplicates"),
    ("POST", "/api/duplicates/decisions"),
    ("POST", "/api/erasures"),
    ("GET", "/api/messages"),
    ("POST", "/api/messages/search"),
    ("POST", "/api/referrals/check-number"),
    ("PUT", "/api/messages/n1"),
    ("GET", "/api/me/notifications"),
    ("PUT", "/api/me/notifications"),
    ("PUT", "/api/me/name"),
    ("GET", "/api/webhooks"),
    ("POST", "/api/webhooks"),
    ("PATCH", "/api/webhooks/n1"),
    ("DELETE", "/api/webhooks/n1"),
    ("POST", "/api/webhooks/n1/rotate"),
    ("POST", "/api/webhooks/n1/test"),
    ("GET", "/api/webhooks/n1/deliveries"),
    ("POST", "/api/deliveries/n1/replay"),
    ("GET", "/api/tokens"),
    ("POST", "/api/tokens"),
    ("DELETE", "/api/tokens/n1"),
    ("GET", "/api/programme"),
    ("GET", "/api/programme/versions"),
    ("PUT", "/api/programme"),
    ("GET", "/api/rulebooks"),
    ("PUT", "/api/rulebooks"),
    ("POST", "/api/rulebooks/trial"),
    ("GET", "/api/referrals/n1/rewards"),
    ("POST", "/api/referrals/n1/page"),
    ("GET", "/api/referrals/n1/consent"),
    ("GET", "/api/me/rewards"),
    ("GET", "/api/referrers/n1/rewards"),
    ("POST", "/api/referrers/n1/rewards"),
    ("GET", "/api/rewards/owed"),
    ("GET", "/api/catalogues"),
    ("PUT", "/api/catalogues"),
    ("POST", "/api/catalogues/check"),
    ("GET", "/api/leaderboard"),
    ("DELETE", "/api/leaderboard/n1"),
    ("GET", "/api/me/leaderboard"),
    ("PUT", "/api/me/leaderboard"),
    ("DELETE", "/api/me/leaderboard"),
    ("GET", "/api/me/link"),
    ("PUT", "/api/me/link"),
    ("DELETE", "/api/links/K7QM2XTD/name"),
    ("GET", "/api/me/redemptions"),
    ("POST", "/api/me/redemptions"),
    ("POST", "/api/me/redemptions/n1/cancel"),
    ("PUT", "/api/me/redemptions/n1/reference"),
    ("GET", "/api/redemptions"),
    ("POST", "/api/redemptions/n1/approve"),
    ("POST", "/api/redemptions/n1/decline"),
    ("PUT", "/api/redemptions/n1/reference"),
    ("GET", "/api/batches"),
    ("POST", "/api/batches"),
    ("GET", "/api/batches/n1"),
    ("PUT", "/api/batches/n1/lines"),
    ("POST", "/api/batches/n1/approve"),
    ("POST", "/api/batches/n1/export"),
    ("POST", "/api/batches/n1/outcomes"),
    ("POST", "/api/batches/n1/close"),
    ("GET", "/api/views"),
    ("POST", "/api/views"),
    ("DELETE", "/api/views/n1"),
    ("GET", "/api/audit"),
];

async fn ask(browser: &mut Browser, (method, path): (&str, &str)) -> Answer {
    browser.ask(Method::from_bytes(method.as_bytes()).unwrap(), path, Body::from("{}")).await
}

async fn submitted(app: &TestApp) -> serde_json::Value {
    app.admin().await.get("/api/referrals").await.body["totals"]["all"].clone()
}

fn until_it_ends() -> Duration {
    Duration::from_millis(SESSION_IDLE_MS)
}

#[tokio::test]
async fn a_submission_is_accepted_only_from_the_expected_user() {
    let app = TestApp::new().await;
    let mut guest = app.guest().with(EXPECTED, "guest");
    let answer = guest.post("/api/referrals", submission("Asha")).await;
    assert_eq!(answer.value()["referral"]["referrerName"], "Gita");
    let mut member = app.member(MEMBER).await.with(EXPECTED, MEMBER);
    let answer = member.post("/api/referrals", submission("Balu")).await;
    assert_eq!(answer.value()["referral"]["referrerMobile"], MEMBER);
}

#[tokio::test]
async fn a_submission_for_somebody_else_stores_nothing() {
    let app = TestApp::new().await;
    let member = app.member(MEMBER).await;
    for shown in [OTHER, "guest"] {
        let mut page = member.clone().with(EXPECTED, shown);
        page.post("/api/referrals", submission("Asha")).await.is(409, "session-changed");
    }
    assert_eq!(submitted(&app).await, 0);
}

#[tokio::test]
async fn a_submission_of_a_member_whose_login_has_ended_stores_nothing() {
    let app = TestApp::new().await;
    let mut page = app.member(MEMBER).await.with(EXPECTED, MEMBER);
    app.wait(until_it_ends());
    let answer = page.post("/api/referrals", submission("Asha")).await;
    answer.is(401, "session-ended");
    // The same without the cookie, because the request was meant for a member.
    let mut without = app.guest().with(EXPECTED, MEMBER);
    without.post("/api/referrals", submission("Asha")).await.is(401, "session-ended");
    assert_eq!(submitted(&app).await, 0);
}

#[tokio::test]
async fn a_retry_is_recognised_with_and_without_an_expected_user() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await.with("idempotency-key", "0123456789abcdef");
    let first = member.post("/api/referrals", submission("Asha")).await;
    let again = member.with(EXPECTED, MEMBER).post("/api/referrals", submission("Asha")).await;
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(first.text, again.text);
}

#[tokio::test]
async fn a_guest_submits_with_an_expired_session_cookie() {
    let app = TestApp::new().await;
    let mut page = app.member(MEMBER).await;
    app.wait(until_it_ends());
    page.clone().post("/api/referrals", submission("Asha")).await.is(401, "session-ended");
    page = page.with(EXPECTED, "guest");
    page.post("/api/referrals", submission("Asha")).await.value();
}

#[tokio::test]
async fn requests_that_expect_another_user_are_refused() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    member.post("/api/referrals", submission("Asha")).await.value();
    for &route in ROUTES {
        for shown in [OTHER, "guest"] {
            let mut page = member.clone().with(EXPECTED, shown);
            ask(&mut page, route).await.is(409, "session-changed");
        }
    }
    let page = member.get("/api/referrals").await;
    assert_eq!(page.body["totals"]["all"], 1);
}

#[tokio::test]
async fn an_ended_session_is_reported_and_the_cookie_stays() {
    let app = TestApp::new().await;
    let member = app.member(MEMBER).await;
    app.wait(until_it_ends());
    for &route in ROUTES {
        let forged = app.guest().with("cookie", "session=AAAA");
        let without = app.guest().with(EXPECTED, MEMBER);
        for mut page in [member.clone(), member.clone().with(EXPECTED, MEMBER), forged, without] {
            let answer = ask(&mut page, route).await;
            answer.is(401, "session-ended");
            // A slow request may arrive after another login has changed the cookie.
            assert_eq!(answer.header("set-cookie"), "", "{route:?}");
        }
    }
}

#[tokio::test]
async fn session_and_login_work_with_any_expected_user() {
    let app = TestApp::new().await;
    let mut page = app.member(MEMBER).await.with(EXPECTED, OTHER);
    assert_eq!(page.get("/api/session").await.body["user"]["mobileNumber"], MEMBER);
    app.wait(until_it_ends());
    assert_eq!(page.get("/api/session").await.body["role"], "guest");
    app.enter(&mut page, MEMBER, "login").await.value();
    assert_eq!(page.delete("/api/session").await.status, 204);
}

#[tokio::test]
async fn a_text_that_is_not_a_number_matches_nobody() {
    let app = TestApp::new().await;
    let page = app.member(MEMBER).await;
    for shown in ["", "Guest", "User3210", "98765432101234567890", "९८७६५४३२१०"]
    {
        let mut page = page.clone().with(EXPECTED, shown);
        page.get("/api/referrals").await.is(400, "bad-request");
    }
    page.with(EXPECTED, MEMBER).delete("/api/me").await.value();
}

#[tokio::test]
async fn the_document_names_the_header_wherever_it_is_required() {
    let app = TestApp::new().await;
    let document = app.guest().get("/api/openapi.json").await.body;
    let mut described = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let parameters = operation["parameters"].as_array();
            let named = |it: &serde_json::Value| it["name"] == "Expected-User";
            if parameters.is_some_and(|all| all.iter().any(named)) {
                let path = path.replace("{key}", "n1").replace("{id}", "n1");
                let path = path.replace("{code}", "K7QM2XTD");
                described.push(json!([method.to_uppercase(), path]));
            }
        }
    }
    let without_query = |path: &'static str| path.split('?').next();
    let wanted = ROUTES.iter().map(|&(method, path)| json!([method, without_query(path)]));
    let mut wanted = wanted.collect::<Vec<_>>();
    wanted.push(json!(["POST", "/api/referrals"]));
    wanted.push(json!(["POST", "/api/referrals/search"]));
    for list in [&mut described, &mut wanted] {
        list.sort_by_key(ToString::to_string);
    }
    assert_eq!(described, wanted);
}
