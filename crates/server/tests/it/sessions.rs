//! How long a login lasts, and how it ends.

use std::time::Duration;

use crate::support::{BEGINNING, Browser, MEMBER, OTHER, PEER, TestApp};
use api::{DAY_MS, SESSION_IDLE_MS};
use serde_json::json;
use server::Cookies;

async fn role(browser: &mut Browser) -> String {
    browser.get("/api/session").await.body["role"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_session_that_is_not_used_ends_and_stays_ended() {
    let app = TestApp::new().await;
    let mut browser = app.member(MEMBER).await;
    app.wait(Duration::from_millis(SESSION_IDLE_MS - 1));
    assert_eq!(role(&mut browser).await, "member");
    app.wait(Duration::from_millis(SESSION_IDLE_MS));
    assert_eq!(role(&mut browser).await, "guest");
    assert_eq!(role(&mut browser).await, "guest");
}

#[tokio::test]
async fn a_session_used_every_day_ends_after_thirty_days() {
    let app = TestApp::new().await;
    let mut browser = app.member(MEMBER).await;
    for _ in 0..59 {
        app.wait(Duration::from_millis(DAY_MS / 2 - 1000));
        assert_eq!(role(&mut browser).await, "member");
    }
    app.wait(Duration::from_millis(DAY_MS / 2));
    assert_eq!(role(&mut browser).await, "guest");
}

#[tokio::test]
async fn logging_in_again_ends_the_session_before() {
    let app = TestApp::new().await;
    let mut browser = app.member(MEMBER).await;
    let mut before = browser.clone();
    app.enter(&mut browser, MEMBER, "login").await.value();
    assert_ne!(browser.cookie(), before.cookie());
    assert_eq!(role(&mut browser).await, "member");
    assert_eq!(role(&mut before).await, "guest");
}

#[tokio::test]
async fn logging_out_ends_the_session_for_every_copy_of_its_cookie() {
    let app = TestApp::new().await;
    let mut browser = app.member(MEMBER).await;
    let mut kept = browser.clone();
    let answer = browser.delete("/api/session").await;
    assert_eq!((answer.status, answer.text.as_str()), (204, ""));
    assert_eq!(browser.cookie(), None);
    assert_eq!(role(&mut kept).await, "guest");
    assert_eq!(browser.delete("/api/session").await.status, 204);
}

#[tokio::test]
async fn logging_out_everywhere_ends_every_session_of_the_number() {
    let app = TestApp::new().await;
    let mut phone = app.member(MEMBER).await;
    let mut desk = app.guest();
    app.enter(&mut desk, MEMBER, "login").await.value();
    assert_eq!(phone.delete("/api/sessions").await.status, 204);
    assert_eq!(role(&mut phone).await, "guest");
    assert_eq!(role(&mut desk).await, "guest");
    app.guest().delete("/api/sessions").await.is(401, "not-logged-in");
}

#[tokio::test]
async fn sessions_are_listed_for_their_owner_and_ended_one_by_one() {
    let app = TestApp::new().await;
    let mut phone = app
        .guest()
        .with("user-agent", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0");
    app.enter(&mut phone, MEMBER, "signup").await.value();
    app.wait(Duration::from_secs(120));
    let mut desk = app.guest();
    app.enter(&mut desk, MEMBER, "login").await.value();
    app.member(OTHER).await;

    let listed = desk.get("/api/sessions").await.body;
    let [here, there] = listed["sessions"].as_array().unwrap().as_slice() else {
        panic!("{listed}");
    };
    assert_eq!((&here["current"], &there["current"]), (&json!(true), &json!(false)));
    assert_eq!((&here["device"], &there["device"]), (&json!(null), &json!("Firefox on Android")));
    assert_eq!(there["begunAt"], BEGINNING);
    assert_eq!(here["usedAt"], BEGINNING + 120_000);
    // The id of a session reveals nothing about its cookie.
    assert!(!phone.cookie().unwrap().contains(there["key"].as_str().unwrap()));

    let key = there["key"].as_str().unwrap();
    assert_eq!(desk.delete(&format!("/api/sessions/{key}")).await.status, 204);
    assert_eq!(role(&mut phone).await, "guest");
    assert_eq!(desk.delete(&format!("/api/sessions/{key}")).await.status, 204);
    assert_eq!(desk.get("/api/sessions").await.body["sessions"].as_array().unwrap().len(), 1);
    let own = format!("/api/sessions/{}", here["key"].as_str().unwrap());
    assert_eq!(desk.delete(&own).await.status, 204);
    assert_eq!(desk.cookie(), None);
}

#[tokio::test]
async fn nobody_sees_or_ends_a_session_of_somebody_else() {
    let app = TestApp::new().await;
    let (mut member, mut other) = (app.member(MEMBER).await, app.member(OTHER).await);
    let listed = member.get("/api/sessions").await.body;
    let path = format!("/api/sessions/{}", listed["sessions"][0]["key"].as_str().unwrap());
    assert_eq!(other.delete(&path).await.status, 204);
    assert_eq!(role(&mut member).await, "member");
    app.guest().get("/api/sessions").await.is(401, "not-logged-in");
    app.guest().delete(&path).await.is(401, "not-logged-in");
}

#[tokio::test]
async fn an_unknown_cookie_is_no_session() {
    let app = TestApp::new().await;
    for value in ["session=", "session=AAAA", &format!("session={}", "A".repeat(43))] {
        let mut browser = app.guest().with("cookie", value);
        assert_eq!(role(&mut browser).await, "guest");
    }
}

#[tokio::test]
async fn behind_https_the_cookie_goes_over_https_only() {
    let app = TestApp::with(|parts| {
        parts.cookies = Cookies::Secure;
        parts.behind_https = true;
        parts.trusted_proxies = PEER.parse().unwrap();
    })
    .await;
    let mut browser = app.guest().with("x-forwarded-for", "192.0.2.1");
    let answer = app.enter(&mut browser, MEMBER, "signup").await;
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("__Host-session="), "{cookie}");
    for part in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    assert!(answer.header("strict-transport-security").starts_with("max-age="));
    assert_eq!(role(&mut browser).await, "member");
}
