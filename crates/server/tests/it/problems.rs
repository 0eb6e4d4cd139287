//! All refusals have the same form, and none repeats what was sent.

use crate::support::{Browser, MEMBER, TestApp, logged, submission};
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
async fn every_answer_has_a_request_id_of_the_servers_own() {
    let app = TestApp::new().await;
    let mut browser = app.guest().with("x-request-id", ECHO);
    let first = browser.get("/api/session").await.header("x-request-id").to_owned();
    let second = browser.get("/api/nothing").await.header("x-request-id").to_owned();
    assert_eq!((first.len(), second.len()), (22, 22));
    assert_ne!(first, second);
}

#[tokio::test]
async fn internal_errors_are_named_in_the_answer_and_the_log() {
    let app = TestApp::new().await;
    let mut form = submission("Asha");
    form["draft"]["notes"] = 7.into();
    let mut incomplete = submission("Asha");
    incomplete["draft"].as_object_mut().unwrap().remove("notes");
    let member = app.member(MEMBER).await;
    let guest = app.guest();
    let post = |browser: &Browser, path: &'static str, body: String| {
        let mut browser = browser.clone();
        async move { browser.post_text(path, body).await }
    };
    let get = |browser: &Browser, path: &'static str| {
        let mut browser = browser.clone();
        async move { browser.get(path).await }
    };
    let unkeyed = guest.clone().with("idempotency-key", "short");
    let other_type = guest.clone().with("content-type", "text/plain");
    let nobody = member.clone().with("expected-user", "zzz9876543210zzz");
    for (answer, detail) in [
        (post(&guest, "/api/codes", "{}".into()).await, "The field `mobile` is missing."),
        (
            post(&guest, "/api/codes", "{\"mobile\":7}".into()).await,
            "`mobile` is not of the right type",
        ),
        (post(&guest, "/api/codes", "{\"mobile\":".into()).await, "not valid JSON at line 1"),
        (post(&guest, "/api/codes", "[]".into()).await, "The body is not of the"),
        (post(&guest, "/api/referrals", form.to_string()).await, "`draft.notes` is not of the"),
        (post(&guest, "/api/referrals", incomplete.to_string()).await, "`draft.notes` is missing."),
        (
            post(&guest, "/api/session", "{\"challenge\":\"\",\"mode\":\"x\"}".into()).await,
            "`mode` is not one of the allowed values",
        ),
        (post(&unkeyed, "/api/referrals", form.to_string()).await, "Idempotency-Key must be 16"),
        (post(&other_type, "/api/codes", "{}".into()).await, "Content-Type"),
        (get(&nobody, "/api/referrals").await, "Expected-User"),
        (get(&member, "/api/referrals?limit=many").await, "`limit` is not of the right type"),
        (
            get(&member, "/api/referrals?sort=sideways").await,
            "`sort` is not one of the allowed values",
        ),
        (get(&guest, "/api/zzz9876543210zzz").await, "nothing at this path"),
        (post(&guest, "/api/openapi.json", "{}".into()).await, "Allow"),
    ] {
        assert_eq!(answer.codes(), ["bad-request"]);
        let said = answer.body["detail"].as_str().unwrap();
        assert!(said.contains(detail), "{said} has no {detail}");
        assert!(logged().contains(said), "not in the log: {said}");
        assert!(!answer.text.contains(ECHO));
    }
}

#[tokio::test]
async fn a_submission_without_its_key_is_told_that_it_is_missing() {
    let app = TestApp::new().await;
    let form = submission("Asha").to_string();
    let request = axum::http::Request::post("/api/referrals")
        .header("host", "site.example")
        .header("content-type", "application/json")
        .body(Body::from(form))
        .unwrap();
    let response = tower::ServiceExt::oneshot(app.router.clone(), request).await.unwrap();
    assert_eq!(response.status(), 400);
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let body = String::from_utf8(body.into()).unwrap();
    assert!(body.contains("The header Idempotency-Key is missing"), "{body}");
}
