//! Whatever is refused is refused in one form, and no answer repeats what it was sent.

use crate::support::{MEMBER, TestApp};
use axum::{body::Body, http::Method};

const ECHO: &str = "zzz9876543210zzz";

#[tokio::test]
async fn a_path_or_method_that_is_unknown() {
    let app = TestApp::new().await;
    for path in ["/api", "/api/", "/api/zzz9876543210zzz", "/api/session/x/y", "/api/openapi.json/"]
    {
        let answer = app.guest().get(path).await;
        answer.is(404, "bad-request");
        assert!(!answer.text.contains(ECHO));
    }
    for (method, path) in [
        (Method::PATCH, "/api/session"),
        (Method::PUT, "/api/codes"),
        (Method::GET, "/api/import"),
        (Method::DELETE, "/api/referrals"),
        (Method::OPTIONS, "/api/session"),
        (Method::from_bytes(b"ZZZ9876543210ZZZ").unwrap(), "/api/session"),
    ] {
        let answer = app.guest().ask(method.clone(), path, Body::empty()).await;
        answer.is(405, "bad-request");
        assert!(!answer.header("allow").is_empty(), "{method} {path}");
    }
}

#[tokio::test]
async fn a_body_that_cannot_be_read() {
    let app = TestApp::new().await;
    for body in [
        "",
        "zzz9876543210zzz",
        "{\"mobile\": zzz9876543210zzz}",
        "{\"zzz9876543210zzz\": 1}",
        "{\"mobile\": {\"zzz9876543210zzz\": 1}}",
        "[[[[[[",
    ] {
        let answer = app.guest().post_text("/api/codes", body).await;
        answer.is(400, "bad-request");
        assert!(!answer.text.contains(ECHO), "{body}");
    }
    let mode = "{\"challenge\":\"\",\"mode\":\"zzz9876543210zzz\",\"code\":\"\"}";
    let answer = app.guest().post_text("/api/session", mode).await;
    answer.is(400, "bad-request");
    assert!(!answer.text.contains(ECHO));
    app.guest().post_text("/api/codes", vec![0xff, 0xfe, 0x00]).await.is(400, "bad-request");
}

#[tokio::test]
async fn a_query_that_cannot_be_read() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    for path in ["/api/referrals?sort=zzz9876543210zzz", "/api/export?format=zzz9876543210zzz"] {
        let answer = member.get(path).await;
        answer.is(400, "bad-request");
        assert!(!answer.text.contains(ECHO));
    }
    member.get("/api/referrals/%FF/history").await.is(400, "bad-request");
}

#[tokio::test]
async fn every_answer_is_named_and_no_name_is_taken_from_outside() {
    let app = TestApp::new().await;
    let mut browser = app.guest().with("x-request-id", ECHO);
    let first = browser.get("/api/session").await.header("x-request-id").to_owned();
    let second = browser.get("/api/nothing").await.header("x-request-id").to_owned();
    assert_eq!((first.len(), second.len()), (22, 22));
    assert_ne!(first, second);
}
