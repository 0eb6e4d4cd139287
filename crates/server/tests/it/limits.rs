//! How much is borne.

use std::time::Duration;

use crate::support::{Fault, MEMBER, TestApp, submission};
use serde_json::json;

#[tokio::test]
async fn who_asks_too_often_waits() {
    let app = TestApp::with(|parts| {
        parts.limits.rate = 1.0;
        parts.limits.burst = 3.0;
    })
    .await;
    let mut browser = app.guest();
    for _ in 0..3 {
        assert_eq!(browser.get("/api/session").await.status, 200);
    }
    let answer = browser.get("/api/session").await;
    answer.is(429, "too-many-requests");
    assert_eq!(answer.header("retry-after"), "1");
    app.wait(Duration::from_secs(1));
    assert_eq!(browser.get("/api/session").await.status, 200);
}

#[tokio::test]
async fn one_address_does_not_use_up_anothers_share() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = 1;
        parts.limits.rate = 1.0;
        parts.limits.burst = 1.0;
    })
    .await;
    let mut one = app.guest().with("x-forwarded-for", "6.6.6.6, 192.0.2.1");
    let mut same = app.guest().with("x-forwarded-for", "7.7.7.7, 192.0.2.1");
    let mut other = app.guest().with("x-forwarded-for", "192.0.2.2");
    assert_eq!(one.get("/api/session").await.status, 200);
    same.get("/api/session").await.is(429, "too-many-requests");
    assert_eq!(other.get("/api/session").await.status, 200);
}

#[tokio::test]
async fn what_takes_too_long_is_given_up() {
    let app = TestApp::with(|parts| parts.limits.patience = Duration::from_secs(1)).await;
    let mut member = app.member(MEMBER).await;
    app.store.fail(Some(("submit", Fault::Hangs)));
    let answer = member.post("/api/referrals", submission("Asha")).await;
    answer.is(503, "unavailable");
    app.store.fail(None);
    assert_eq!(member.get("/api/referrals").await.body["totals"]["all"], 0);
}

#[tokio::test]
async fn more_than_can_be_done_at_once_is_turned_away_at_once() {
    let app = TestApp::with(|parts| parts.limits.at_once = 2).await;
    app.store.fail(Some(("dispatch", Fault::Hangs)));
    let waiting: Vec<_> = (0..2)
        .map(|_| {
            let mut browser = app.guest();
            tokio::spawn(
                async move { browser.post("/api/codes", json!({ "mobile": MEMBER })).await },
            )
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(50)).await;
    app.guest().get("/api/session").await.is(503, "unavailable");
    for task in waiting {
        task.abort();
        let _ = task.await;
    }
    assert_eq!(app.guest().get("/api/session").await.status, 200);
}

#[tokio::test]
async fn a_body_that_is_too_long_is_not_read() {
    let app = TestApp::with(|parts| parts.limits.body = 1000).await;
    let mobile = "9".repeat(1000);
    let answer = app.guest().post("/api/codes", json!({ "mobile": mobile })).await;
    answer.is(413, "text-too-long");
}
