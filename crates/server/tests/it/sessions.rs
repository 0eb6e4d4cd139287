//! How long a login holds, and how it ends.

use std::time::Duration;

use crate::support::{Browser, MEMBER, TestApp};
use domain::hosted::{DAY_MS, SESSION_IDLE_MS};
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
async fn a_session_that_is_used_every_day_ends_after_thirty() {
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
async fn logging_out_ends_the_session_here_and_for_whoever_has_kept_its_cookie() {
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
async fn a_cookie_that_nobody_was_given_is_nobodys() {
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
    })
    .await;
    let mut browser = app.guest();
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
