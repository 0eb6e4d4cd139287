//! Limits of requests.

use std::{convert::Infallible, time::Duration};

use crate::support::{Answer, Fault, MEMBER, OTHER, PEER, TestApp, submission, with_frames};
use axum::{
    body::{Body, Bytes},
    http::Method,
};
use futures_util::stream;
use serde_json::json;
use tokio::task::JoinHandle;

/// A client behind the proxy.
fn at(app: &TestApp, last: u8) -> crate::support::Browser {
    app.guest().with("x-forwarded-for", &format!("192.0.2.{last}"))
}

/// Sends only the beginning of a body.
fn send_slowly(app: &TestApp, last: u8) -> JoinHandle<Answer> {
    let mut browser = at(app, last);
    tokio::spawn(async move {
        let beginning = stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"{"))]);
        let body = futures_util::StreamExt::chain(beginning, stream::pending());
        browser.ask(Method::POST, "/api/codes", Body::from_stream(body)).await
    })
}

#[tokio::test]
async fn requests_that_are_too_frequent_must_wait() {
    let app = TestApp::with(|parts| {
        parts.limits.request_rate = 1;
        parts.limits.request_burst = 3;
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

/// Commands in one request count like commands in separate requests.
#[tokio::test]
async fn too_many_commands_at_once_must_wait() {
    let app = TestApp::with(|parts| parts.limits.request_rate = 20).await;
    let mut member = app.member(MEMBER).await;
    let note = json!({ "key": "none", "version": 1, "command": { "kind": "note", "note": "A" } });
    let many = json!({ "commands": vec![note; 100] });
    for _ in 0..5 {
        assert_eq!(member.post("/api/referrals/commands", many.clone()).await.status, 200);
    }
    let answer = member.post("/api/referrals/commands", many.clone()).await;
    answer.is(429, "too-many-requests");
    assert_eq!(answer.header("retry-after"), "5");
    let mut other = app.member(OTHER).await;
    assert_eq!(other.post("/api/referrals/commands", many.clone()).await.status, 200);
    app.wait(Duration::from_secs(5));
    assert_eq!(member.post("/api/referrals/commands", many).await.status, 200);
}

#[tokio::test]
async fn one_address_does_not_use_up_anothers_share() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.request_rate = 1;
        parts.limits.request_burst = 1;
    })
    .await;
    let mut one = app.guest().with("x-forwarded-for", "6.6.6.6, 192.0.2.1");
    let mut same = app.guest().with("x-forwarded-for", "7.7.7.7, 192.0.2.1");
    let mut other = app.guest().with("x-forwarded-for", "192.0.2.2");
    assert_eq!(one.get("/api/session").await.status, 200);
    same.get("/api/session").await.is(429, "too-many-requests");
    assert_eq!(other.get("/api/session").await.status, 200);
}

/// A page that is written for each visitor takes as long as an answer, and counts as one.
#[tokio::test]
async fn a_written_page_costs_as_much_as_a_request() {
    let app = TestApp::with(|parts| {
        parts.limits.request_rate = 1;
        parts.limits.request_burst = 3;
    })
    .await;
    let mut browser = with_frames(&app);
    for path in ["/p", "/p/", "/p/page"] {
        assert_eq!(browser.get(path).await.status, 200, "{path}");
    }
    assert_eq!(browser.get("/p").await.status, 429);
    app.wait(Duration::from_secs(3));
    for _ in 0..20 {
        assert_eq!(browser.get("/").await.status, 200);
    }
}

#[tokio::test]
async fn an_ipv6_48_network_has_one_share() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.request_rate = 1;
        parts.limits.request_burst = 2;
        parts.limits.guest_referrals_from_address = 1;
        parts.limits.messages_from_address = 1;
    })
    .await;
    let from =
        |network: u16| app.guest().with("x-forwarded-for", &format!("2001:db8:1:{network:x}::1"));
    from(1).post("/api/referrals", submission("Asha")).await.value();
    from(2).post("/api/referrals", submission("Balu")).await.is(429, "allowance-used");
    from(3).get("/api/session").await.is(429, "too-many-requests");
    app.wait(Duration::from_secs(2));
    let message = json!({ "name": "A", "email": "a@b.example", "subject": "S", "message": "M" });
    from(4).post("/api/messages", message.clone()).await.value();
    from(5).post("/api/messages", message).await.is(429, "allowance-used");
}

#[tokio::test]
async fn a_request_that_takes_too_long_times_out() {
    let app = TestApp::with(|parts| parts.limits.request_timeout = Duration::from_secs(3)).await;
    let mut member = app.member(MEMBER).await;
    app.store.fail(Some(("submit", Fault::Hangs)));
    let answer = member.post("/api/referrals", submission("Asha")).await;
    answer.is(503, "outcome-unknown");
    let words = answer.body["detail"].as_str().unwrap();
    assert!(words.contains("we do not know whether this was saved"), "{words}");
    app.store.fail(Some(("totals", Fault::Hangs)));
    member.get("/api/referrals").await.is(503, "unavailable");
    app.store.fail(None);
    assert_eq!(member.get("/api/referrals").await.body["totals"]["all"], 0);
}

#[tokio::test]
async fn requests_above_the_concurrency_limit_are_refused_at_once() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.requests_at_once = 2;
        parts.limits.requests_at_once_each = 1;
    })
    .await;
    app.store.fail(Some(("store_code", Fault::Hangs)));
    let waiting: Vec<_> = (1..=2)
        .map(|last| {
            let mut browser = at(&app, last);
            tokio::spawn(
                async move { browser.post("/api/codes", json!({ "mobile": MEMBER })).await },
            )
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(50)).await;
    at(&app, 1).get("/api/session").await.is(429, "too-many-requests");
    at(&app, 3).get("/api/session").await.is(503, "unavailable");
    for task in waiting {
        task.abort();
        let _ = task.await;
    }
    assert_eq!(app.guest().get("/api/session").await.status, 200);
}

#[tokio::test]
async fn a_body_that_is_too_long_is_not_read() {
    let app = TestApp::with(|parts| parts.limits.body_limit = 1000).await;
    let mobile = "9".repeat(1000);
    let answer = app.guest().post("/api/codes", json!({ "mobile": mobile })).await;
    answer.is(413, "text-too-long");
}

#[tokio::test]
async fn slow_bodies_do_not_block_others() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.requests_at_once = 2;
        parts.limits.requests_at_once_each = 2;
    })
    .await;
    let slow: Vec<_> = [1, 1, 2, 2].map(|last| send_slowly(&app, last)).into();
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut other = at(&app, 3);
    assert_eq!(other.get("/api/session").await.status, 200);
    let code = other.post("/api/codes", json!({ "mobile": MEMBER })).await;
    assert_eq!(code.status, 202, "{code:?}");
    assert_eq!(at(&app, 1).get("/api/session").await.status, 200, "who sends no body");
    let more = at(&app, 1).post("/api/codes", json!({ "mobile": MEMBER })).await;
    more.is(429, "too-many-requests");
    slow.iter().for_each(JoinHandle::abort);
}

#[tokio::test]
async fn a_request_whose_body_never_arrives_times_out() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.body_timeout = Duration::from_millis(100);
    })
    .await;
    let answer = send_slowly(&app, 1).await.unwrap();
    answer.is(408, "unavailable");
    assert!(answer.body["detail"].as_str().unwrap().contains("took too long"), "{answer:?}");
}

#[tokio::test]
async fn one_network_gets_only_its_share_of_concurrent_requests() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.requests_at_once = 8;
        parts.limits.requests_at_once_each = 2;
    })
    .await;
    app.store.fail(Some(("store_code", Fault::Hangs)));
    let waiting: Vec<_> = [1, 1, 2, 2]
        .map(|last| {
            let mut browser = at(&app, last);
            let code = json!({ "mobile": MEMBER });
            tokio::spawn(async move { browser.post("/api/codes", code).await })
        })
        .into();
    tokio::time::sleep(Duration::from_millis(50)).await;
    at(&app, 1).get("/api/session").await.is(429, "too-many-requests");
    assert_eq!(at(&app, 3).get("/api/session").await.status, 200);
    waiting.iter().for_each(JoinHandle::abort);
}

/// Somebody may take as long as they like to read an export, and some parts of it wait for them.
#[tokio::test]
async fn an_account_has_two_exports_on_their_way_at_most() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let begun = (member.begin("/api/export").await, member.begin("/api/export").await);
    member.get("/api/export").await.is(429, "too-many-requests");
    // Nobody else waits for them, from the same network either.
    assert_eq!(app.member(OTHER).await.get("/api/export").await.status, 200);
    drop(begun.0);
    assert_eq!(member.get("/api/export").await.status, 200);
}
