//! Logging in and signing up.

use std::time::Duration;

use crate::support::{MEMBER, OTHER, TestApp, other_than};
use serde_json::json;

fn entrance(challenge: &str, mode: &str, code: &str) -> serde_json::Value {
    json!({ "challenge": challenge, "mode": mode, "code": code })
}

#[tokio::test]
async fn a_code_is_sent_and_logs_in() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let sent = browser.post("/api/codes", json!({ "mobile": MEMBER })).await;
    assert_eq!(sent.status, 202);
    assert_eq!(sent.body["notice"]["title"], "OTP Sent");
    let sentence = "An OTP was sent to +91 98765 43210. Enter it to continue.";
    assert_eq!(sent.body["notice"]["description"], sentence);
    assert_eq!(sent.value()["digits"], 6);
    assert_eq!(sent.value()["expiresAt"], app.time().as_millis() + 5 * 60_000);
    let letter = app.letters.sent.lock().unwrap()[0].clone();
    let code = letter.code.unwrap();
    assert_eq!((letter.mobile.as_str(), code.len()), (MEMBER, 6));
    assert_eq!(
        letter.text,
        format!(
            "Your code to log in or sign up at site.example is {code}. It expires in 5 minutes. \
             Do not share it.\n\n@site.example #{code}"
        )
    );
    assert!(!sent.text.contains(&code));

    let challenge = sent.value()["challenge"].as_str().unwrap();
    let code = format!(" {code} ");
    let entered = browser.post("/api/session", entrance(challenge, "signup", &code)).await;
    assert_eq!(entered.value()["role"], "member");
    assert_eq!(entered.value()["user"]["name"], "User3210");
    assert_eq!(entered.body["notice"]["title"], "Signup Successful!");
    let seen = browser.get("/api/session").await;
    assert_eq!(&seen.body, entered.value());
}

#[tokio::test]
async fn a_wrong_number_is_refused_by_its_rule() {
    let app = TestApp::new().await;
    for (mobile, code) in [
        ("", "mobile-missing"),
        ("12345", "country-code-missing"),
        ("98765abcde", "country-code-missing"),
        ("1234567890123456", "country-code-missing"),
        ("447911123456", "country-code-missing"),
    ] {
        let answer = app.guest().post("/api/codes", json!({ "mobile": mobile })).await;
        answer.is(422, code);
        assert_eq!(answer.body["errors"][0]["field"], "mobile");
    }
}

#[tokio::test]
async fn the_simulated_code_does_not_log_in() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let (challenge, code) = app.code(&mut browser, MEMBER).await;
    assert_ne!(code, "1234");
    let answer = browser.post("/api/session", entrance(&challenge, "signup", "1234")).await;
    answer.is(422, "wrong-code");
}

#[tokio::test]
async fn after_five_wrong_codes_the_right_one_is_refused() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let (challenge, code) = app.code(&mut browser, MEMBER).await;
    let wrong = other_than(&code);
    for _ in 0..5 {
        let answer = browser.post("/api/session", entrance(&challenge, "signup", &wrong)).await;
        answer.is(422, "wrong-code");
    }
    let answer = browser.post("/api/session", entrance(&challenge, "signup", &code)).await;
    answer.is(422, "code-expired");
}

#[tokio::test]
async fn a_code_is_valid_for_five_minutes() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let early = app.code(&mut browser, MEMBER).await;
    let late = app.code(&mut browser, OTHER).await;
    app.wait(Duration::from_millis(5 * 60_000 - 1));
    let answer = browser.post("/api/session", entrance(&early.0, "signup", &early.1)).await;
    assert_eq!(answer.status, 200);
    app.wait(Duration::from_millis(1));
    let answer = browser.post("/api/session", entrance(&late.0, "signup", &late.1)).await;
    answer.is(422, "code-expired");
}

#[tokio::test]
async fn a_code_logs_in_once() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let (challenge, code) = app.code(&mut browser, MEMBER).await;
    let entrance = entrance(&challenge, "signup", &code);
    assert_eq!(browser.post("/api/session", entrance.clone()).await.status, 200);
    app.guest().post("/api/session", entrance).await.is(422, "code-expired");
}

#[tokio::test]
async fn a_code_is_valid_for_its_own_challenge_only() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let (challenge, code) = app.code(&mut browser, MEMBER).await;
    let (_, others) = app.code(&mut browser, OTHER).await;
    let others = if others == code { other_than(&code) } else { others };
    let answer = browser.post("/api/session", entrance(&challenge, "signup", &others)).await;
    answer.is(422, "wrong-code");
    for unknown in ["", "nobody", "AAAAAAAAAAAAAAAAAAAAAA"] {
        let answer = browser.post("/api/session", entrance(unknown, "signup", &code)).await;
        answer.is(422, "code-expired");
    }
    let answer = browser.post("/api/session", entrance("\u{0}", "signup", &code)).await;
    answer.is(422, "control-characters");
}

#[tokio::test]
async fn signing_up_twice_is_refused_and_logging_in_is_not() {
    let app = TestApp::new().await;
    app.member(MEMBER).await;
    let mut browser = app.guest();
    app.enter(&mut browser, MEMBER, "signup").await.is(409, "already-registered");
    let answer = app.enter(&mut browser, MEMBER, "login").await;
    assert_eq!(answer.body["notice"]["title"], "Login Successful!");
}

#[tokio::test]
async fn an_unregistered_number_is_told_only_after_a_right_code() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let (challenge, code) = app.code(&mut browser, MEMBER).await;
    let login = entrance(&challenge, "login", &code);
    app.store.calls();
    browser.post("/api/session", login.clone()).await.is(409, "not-registered");
    // Nothing is looked up before a correct code was used.
    let asked = app.store.calls();
    let told = ["programme", "rulebook", "catalogue"];
    let wanted = [&["try_code"][..], &told, &["use_code", "open_session", "record_event"]].concat();
    assert_eq!(asked, wanted);
    browser.post("/api/session", login).await.is(422, "code-expired");
    let signup = entrance(&challenge, "signup", &code);
    browser.post("/api/session", signup).await.is(422, "code-expired");
}

/// The answer and its calls of the store, without random values.
async fn asked(app: &TestApp, mobile: &str) -> (u16, serde_json::Value, Vec<&'static str>) {
    app.store.calls();
    let answer = app.guest().post("/api/codes", json!({ "mobile": mobile })).await;
    let mut body = answer.body;
    body["value"]["challenge"] = "".into();
    let text = body.to_string().replace(&numbers::shown(mobile), "");
    (answer.status, serde_json::from_str(&text).unwrap(), app.store.calls())
}

#[tokio::test]
async fn nobody_learns_whether_a_number_is_registered_without_its_code() {
    let app = TestApp::new().await;
    app.member(MEMBER).await;
    let known = asked(&app, MEMBER).await;
    let unknown = asked(&app, OTHER).await;
    let admin = asked(&app, crate::support::ADMIN).await;
    assert_eq!(known, unknown);
    assert_eq!(known, admin);
    assert_eq!(known.2, ["store_code", "language"]);

    // A wrong code does not reveal it either.
    let mut tried = Vec::new();
    for mobile in [MEMBER, OTHER] {
        let mut browser = app.guest();
        let (challenge, code) = app.code(&mut browser, mobile).await;
        app.store.calls();
        let wrong = entrance(&challenge, "login", &other_than(&code));
        let answer = browser.post("/api/session", wrong).await;
        tried.push((answer.status, answer.text, app.store.calls()));
    }
    assert_eq!(tried[0], tried[1]);
    assert_eq!(tried[0].2, ["try_code", "record_event"]);
}
