//! Forwarding of contact messages.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::support::TestApp;
use api::{DeliveryFailure, MessageView};
use async_trait::async_trait;
use serde_json::json;
use server::messages::forwarding::{ForwardError, Forwarder, once};

#[derive(Default)]
struct FakeForwarder {
    brought: Mutex<Vec<String>>,
    is_ill: AtomicBool,
    /// Never answers.
    hangs: AtomicBool,
}

#[async_trait]
impl Forwarder for FakeForwarder {
    async fn forward(&self, message: &MessageView) -> Result<(), ForwardError> {
        if self.hangs.load(Ordering::SeqCst) {
            // A minute later on the test's clock.
            tokio::time::pause();
            tokio::time::advance(Duration::from_secs(61)).await;
            tokio::time::resume();
            std::future::pending::<()>().await;
        }
        if self.is_ill.load(Ordering::SeqCst) || message.subject == "poison" {
            return Err(ForwardError::new(DeliveryFailure::Refused, "ill"));
        }
        self.brought.lock().unwrap().push(message.subject.clone());
        Ok(())
    }
}

async fn send(app: &TestApp, subject: &str) {
    let message =
        json!({ "name": "A", "email": "a@b.example", "subject": subject, "message": "A word." });
    app.guest().post("/api/messages", message).await.value();
}

#[tokio::test]
async fn each_message_is_delivered_once_oldest_first() {
    let app = TestApp::new().await;
    for number in 0..7 {
        send(&app, &number.to_string()).await;
    }
    let postman = FakeForwarder::default();
    once(&app.state, &postman).await.unwrap();
    once(&app.state, &postman).await.unwrap();
    assert_eq!(*postman.brought.lock().unwrap(), ["0", "1", "2", "3", "4", "5", "6"]);
}

#[tokio::test]
async fn undelivered_messages_are_delivered_later() {
    let app = TestApp::new().await;
    send(&app, "Hello").await;
    let postman = FakeForwarder::default();
    postman.is_ill.store(true, Ordering::SeqCst);
    assert!(once(&app.state, &postman).await.is_err());
    postman.is_ill.store(false, Ordering::SeqCst);
    once(&app.state, &postman).await.unwrap();
    assert!(postman.brought.lock().unwrap().is_empty(), "still the ill one's");
    app.wait(Duration::from_secs(121));
    once(&app.state, &postman).await.unwrap();
    assert_eq!(*postman.brought.lock().unwrap(), ["Hello"]);
}

#[tokio::test]
async fn a_message_that_cannot_be_forwarded_does_not_delay_others() {
    let app = TestApp::new().await;
    for subject in ["one", "poison", "two", "three", "four", "five", "six"] {
        send(&app, subject).await;
    }
    let postman = FakeForwarder::default();
    assert!(once(&app.state, &postman).await.is_err());
    assert_eq!(*postman.brought.lock().unwrap(), ["one", "two", "three", "four", "five", "six"]);
}

#[tokio::test]
async fn many_refused_messages_do_not_delay_a_later_one() {
    let app = TestApp::new().await;
    for _ in 0..60 {
        send(&app, "poison").await;
    }
    app.wait(Duration::from_secs(1));
    send(&app, "Hello").await;
    let postman = FakeForwarder::default();
    assert!(once(&app.state, &postman).await.is_err());
    assert_eq!(*postman.brought.lock().unwrap(), ["Hello"]);
}

#[tokio::test]
async fn a_message_is_tried_ten_times_and_then_the_admin_decides() {
    let app = TestApp::new().await;
    send(&app, "poison").await;
    let postman = FakeForwarder::default();
    let mut tries = 0;
    let mut hours = 0;
    while hours < 24 * 10 {
        tries += usize::from(once(&app.state, &postman).await.is_err());
        app.wait(Duration::from_secs(3600));
        hours += 1;
    }
    assert_eq!(tries, 10);
    let mut admin = app.admin().await;
    let message = admin.get("/api/messages").await.body["messages"][0].clone();
    assert_eq!(message["state"], "undeliverable");
    let reason = "Tried 10 times: the forwarding address refused it.";
    assert_eq!(message["reason"], reason);

    let path = format!("/api/messages/{}", message["key"].as_str().unwrap());
    for _ in 0..2 {
        let answer = admin.put(&path, json!({ "action": "send-again" })).await;
        assert_eq!(answer.value()["state"], "waiting");
        assert_eq!(answer.value()["reason"], json!(null));
    }
    assert!(once(&app.state, &postman).await.is_err(), "it is tried again");

    let answer = admin.put(&path, json!({ "action": "mark-handled" })).await;
    assert_eq!(answer.value()["state"], "handled");
    assert_eq!(answer.body["notice"]["title"], "Message Handled");
    app.wait(Duration::from_secs(24 * 3600));
    once(&app.state, &postman).await.unwrap();
}

#[tokio::test]
async fn a_forwarder_times_out_before_the_claim_ends() {
    let app = TestApp::new().await;
    send(&app, "Hello").await;
    let postman = FakeForwarder::default();
    postman.hangs.store(true, Ordering::SeqCst);
    assert!(once(&app.state, &postman).await.is_err());
    postman.hangs.store(false, Ordering::SeqCst);
    let page = app.admin().await.get("/api/messages").await.body;
    assert_eq!(page["messages"][0]["state"], "waiting");
    let reason = page["messages"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("did not answer in time"), "{reason}");
    app.wait(Duration::from_secs(6));
    once(&app.state, &postman).await.unwrap();
    assert_eq!(*postman.brought.lock().unwrap(), ["Hello"]);
}

#[tokio::test]
async fn without_forwarding_messages_wait_in_the_inbox() {
    let app = TestApp::with(|parts| parts.forwards = false).await;
    send(&app, "Hello").await;
    let postman = FakeForwarder::default();
    once(&app.state, &postman).await.unwrap();
    assert!(postman.brought.lock().unwrap().is_empty());
    let page = app.admin().await.get("/api/messages").await.body;
    assert_eq!(page["messages"][0]["subject"], "Hello");
    assert_eq!(page["messages"][0]["state"], "received");
}
