//! Health, readiness and metrics.

use std::time::Duration;

use crate::support::{Fault, MEMBER, PEER, TestApp, logged};
use serde_json::json;
use server::Networks;

#[tokio::test]
async fn readiness_checks_the_store_at_most_once_a_second() {
    let app = TestApp::new().await;
    app.store.calls();
    for _ in 0..20 {
        assert_eq!(app.operator().get("/readyz").await.text, "ready\n");
    }
    assert_eq!(app.store.calls(), ["check", "check_writing"]);
    app.wait(Duration::from_secs(4));
    assert_eq!(app.operator().get("/readyz").await.text, "ready\n");
    assert_eq!(app.store.calls(), ["check"]);
    app.wait(Duration::from_secs(1));
    app.store.fail(Some(("check", Fault::Unavailable)));
    assert_eq!(app.operator().get("/readyz").await.status, 503);
    app.store.fail(None);
    assert_eq!(app.operator().get("/readyz").await.status, 503, "for a second");
}

#[tokio::test]
async fn readiness_and_metrics_are_not_at_the_visitors_address() {
    let app = TestApp::new().await;
    for path in ["/readyz", "/metrics"] {
        app.guest().get(path).await.is(404, "bad-request");
        assert_eq!(app.operator().get(path).await.status, 200, "{path}");
    }
    for mut browser in [app.guest(), app.operator()] {
        assert_eq!(browser.get("/healthz").await.text, "ok\n");
    }
    let elsewhere = app.operator().get("/").await;
    assert_eq!(elsewhere.status, 404);
    assert!(elsewhere.text.contains("/metrics"), "{elsewhere:?}");
}

#[tokio::test]
async fn a_direct_client_cannot_forge_an_address() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = "10.0.0.1".parse().unwrap();
        parts.limits.request_rate = 1;
        parts.limits.request_burst = 1;
    })
    .await;
    let mut one = app.guest().with("x-forwarded-for", "192.0.2.1");
    let mut same = app.guest().with("x-forwarded-for", "192.0.2.2");
    assert_eq!(one.get("/api/session").await.status, 200);
    same.get("/api/session").await.is(429, "too-many-requests");
}

#[tokio::test]
async fn no_codes_are_sent_through_an_unknown_proxy() {
    let app = TestApp::new().await;
    for header in ["x-forwarded-for", "forwarded", "x-real-ip"] {
        let mut browser = app.guest().with(header, "192.0.2.1");
        let answer = browser.post("/api/codes", json!({ "mobile": MEMBER })).await;
        answer.is(503, "sending-failed");
    }
    assert!(app.letters.sent.lock().unwrap().is_empty());
    assert!(logged().contains("--trusted-proxies"));
    let answer = app.operator().get("/readyz").await;
    assert_eq!(answer.status, 200, "whoever makes up a proxy stops no server: {answer:?}");
    assert!(answer.text.contains("--trusted-proxies"), "{answer:?}");
    app.wait(Duration::from_secs(60));
    assert_eq!(app.operator().get("/readyz").await.text, "ready\n");
    app.code(&mut app.guest(), MEMBER).await;
}

#[tokio::test]
async fn a_forged_proxy_does_not_stop_codes_for_others() {
    let proxies: Networks = "10.0.0.1".parse().unwrap();
    let app = TestApp::with(|parts| parts.trusted_proxies = proxies).await;
    app.guest().with("x-forwarded-for", "192.0.2.1").get("/api/session").await;
    let answer = app.operator().get("/readyz").await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert!(answer.text.contains("--trusted-proxies"), "it says so all the same");
    app.code(&mut app.guest(), MEMBER).await;
}

#[tokio::test]
async fn a_forged_address_does_not_hide_the_real_one() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.request_rate = 1;
        parts.limits.request_burst = 1;
    })
    .await;
    let from = |forwarded: &str| app.guest().with("x-forwarded-for", forwarded);
    assert_eq!(from("\u{e9}, 192.0.2.1").get("/api/session").await.status, 200);
    assert_eq!(from("\u{e9}, 192.0.2.2").get("/api/session").await.status, 200);
    from("\u{e8}, 192.0.2.1").get("/api/session").await.is(429, "too-many-requests");
}

#[tokio::test]
async fn a_client_with_an_unreadable_address_gets_no_codes() {
    let app = TestApp::with(|parts| parts.trusted_proxies = PEER.parse().unwrap()).await;
    for (header, value) in
        [("x-forwarded-for", "\u{e9}"), ("x-forwarded-for", ""), ("x-real-ip", "192.0.2.1")]
    {
        let mut browser = app.guest().with(header, value);
        let answer = browser.post("/api/codes", json!({ "mobile": MEMBER })).await;
        answer.is(503, "sending-failed");
    }
}

/// All its visitors would be one network.
#[tokio::test]
async fn a_proxy_that_adds_no_address_is_noticed() {
    for (proxies, behind_https) in [(PEER, false), (PEER, true), ("", true)] {
        let app = TestApp::with(|parts| {
            parts.trusted_proxies = proxies.parse().unwrap();
            parts.behind_https = behind_https;
        })
        .await;
        // Its own check does not come from a visitor.
        app.guest().get("/healthz").await;
        assert_eq!(app.operator().get("/readyz").await.text, "ready\n");
        let answer = app.guest().post("/api/codes", json!({ "mobile": MEMBER })).await;
        answer.is(503, "sending-failed");
        let ready = app.operator().get("/readyz").await;
        assert!(ready.text.contains("X-Forwarded-For"), "{proxies} {behind_https}: {ready:?}");
    }
    assert!(logged().contains("that does not send X-Forwarded-For"));
}
