//! Contact messages.

use crate::support::{BEGINNING, MEMBER, TestApp};
use serde_json::{Value, json};

fn message(subject: &str) -> Value {
    json!({ "name": "Asha", "email": "asha@b.example", "subject": subject, "message": "A word." })
}

#[tokio::test]
async fn a_message_is_kept_once_and_the_admin_reads_it() {
    let app = TestApp::new().await;
    let mut browser = app.guest().with("idempotency-key", "0123456789abcdef");
    for _ in 0..2 {
        let answer = browser.post("/api/messages", message("Hello")).await;
        assert_eq!(answer.status, 201);
        assert_eq!(answer.body["notice"]["title"], "Message Sent!");
    }
    let mut admin = app.admin().await;
    let page = admin.get("/api/messages").await.body;
    let messages = page["messages"].as_array().unwrap();
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["subject"], "Hello");
    assert_eq!(messages[0]["at"], BEGINNING);
    assert_eq!(page["next"], Value::Null);
}

#[tokio::test]
async fn other_words_under_the_same_key_are_another_message() {
    let app = TestApp::new().await;
    let mut browser = app.guest().with("idempotency-key", "0123456789abcdef");
    browser.post("/api/messages", message("One")).await.value();
    browser.post("/api/messages", message("Two")).await.value();
    let page = app.admin().await.get("/api/messages").await.body;
    assert_eq!(page["messages"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn messages_come_in_parts() {
    let app = TestApp::new().await;
    for number in 0..51 {
        app.guest().post("/api/messages", message(&number.to_string())).await.value();
    }
    let mut admin = app.admin().await;
    let first = admin.get("/api/messages?after=").await.body;
    assert_eq!(first["messages"][0]["subject"], "50");
    let next = first["next"].as_str().unwrap();
    let last = admin.get(&format!("/api/messages?after={next}")).await.body;
    assert_eq!(last["messages"].as_array().unwrap().len(), 1);
    assert_eq!(last["messages"][0]["subject"], "0");
}

#[tokio::test]
async fn what_is_missing_is_named_and_nobody_else_reads() {
    let app = TestApp::new().await;
    let empty = json!({ "name": "", "email": "nobody", "subject": "", "message": "" });
    let answer = app.guest().post("/api/messages", empty).await;
    assert_eq!(
        (answer.status, answer.codes()),
        (
            422,
            vec![
                "contact-name-missing",
                "contact-email-invalid",
                "contact-subject-missing",
                "contact-message-missing",
            ]
        )
    );
    let mut long = message("Hello");
    long["message"] = "m".repeat(5_001).into();
    let answer = app.guest().post("/api/messages", long).await;
    answer.is(413, "text-too-long");
    assert_eq!(answer.body["errors"][0]["field"], "message");
    app.guest().get("/api/messages").await.is(401, "not-logged-in");
    let handled = json!({ "action": "mark-handled" });
    let path = "/api/messages/1";
    app.guest().put(path, handled.clone()).await.is(401, "not-logged-in");
    app.member("9333222111").await.put(path, handled.clone()).await.is(403, "not-admin");
    app.admin().await.put(path, handled).await.is(404, "message-gone");
    app.member(MEMBER).await.get("/api/messages").await.is(403, "not-admin");
}

#[tokio::test]
async fn one_network_sends_so_many_messages_a_day_whoever_logs_in() {
    let app = TestApp::with(|parts| parts.limits.messages_from_address = 2).await;
    let mut guest = app.guest();
    for subject in ["one", "two"] {
        guest.post("/api/messages", message(subject)).await.value();
    }
    guest.post("/api/messages", message("three")).await.is(429, "allowance-used");
    let mut member = app.member(MEMBER).await;
    member.post("/api/messages", message("four")).await.is(429, "allowance-used");
    let subjects = app.admin().await.get("/api/messages").await.body;
    assert_eq!(subjects["messages"].as_array().unwrap().len(), 2);
}
