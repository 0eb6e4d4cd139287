//! Requests from pages of other sites.

use crate::support::{MEMBER, TestApp, submission};
use serde_json::json;

#[tokio::test]
async fn requests_of_other_sites_are_refused() {
    let app = TestApp::new().await;
    let member = app.member(MEMBER).await;
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "https://evil.example"),
        ("origin", "null"),
    ] {
        let mut browser = member.clone().with(name, value);
        browser.delete("/api/me").await.is(403, "cross-site");
        browser.delete("/api/session").await.is(403, "cross-site");
        browser.post("/api/referrals", submission("Asha")).await.is(403, "cross-site");
        browser.post("/api/codes", json!({ "mobile": MEMBER })).await.is(403, "cross-site");
    }
    let mut own = member.with("sec-fetch-site", "same-origin");
    own.post("/api/referrals", submission("Asha")).await.value();
}

#[tokio::test]
async fn a_form_of_another_site_cannot_send_what_is_read() {
    let app = TestApp::new().await;
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let mut browser = app.guest().with("content-type", kind);
        browser.post("/api/codes", json!({ "mobile": MEMBER })).await.is(415, "bad-request");
    }
}

#[tokio::test]
async fn answers_cannot_be_cached_framed_or_read_by_other_sites() {
    let app = TestApp::new().await;
    let answer = app.guest().with("origin", "https://evil.example").get("/api/session").await;
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("x-frame-options"), "DENY");
    assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
    assert_eq!(answer.header("access-control-allow-origin"), "");
}
