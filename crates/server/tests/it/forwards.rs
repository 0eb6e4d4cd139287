//! Forwarding of contact messages.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use crate::{outbox::deliver, support::TestApp};
use api::{DeliveryFailure, MessageView};
use async_trait::async_trait;
use serde_json::json;
use server::messages::forwarding::{ForwardError, Forwarder};

#[derive(Default)]
struct FakeForwarder {
    brought: Mutex<Vec<String>>,
    is_ill: AtomicBool,
    /// Never answers.
    hangs: AtomicBool,
    tried: AtomicUsize,
}

#[async_trait]
impl Forwarder for FakeForwarder {
    async fn forward(&self, message: &MessageView) -> Result<(), ForwardError> {
        self.tried.fetch_add(1, Ordering::SeqCst);
        if self.hangs.load(Ordering::SeqCst) {
            // A minute later on the test's clock, when nobody waits for the database.
            tokio::time::sleep(Duration::from_millis(300)).await;
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

/// An application, and whoever forwards its messages.
async fn with_postman() -> (TestApp, Arc<FakeForwarder>) {
    let postman = Arc::new(FakeForwarder::default());
    let forwarder = postman.clone();
    (TestApp::with(|parts| parts.forwarder = Some(forwarder)).await, postman)
}

async fn send(app: &TestApp, subject: &str) {
    let message =
        json!({ "name": "A", "email": "a@b.example", "subject": subject, "message": "A word." });
    app.guest().post("/api/messages", message).await.value();
}

#[tokio::test]
async fn each_message_is_delivered_once_oldest_first() {
    let (app, postman) = with_postman().await;
    for number in 0..7 {
        send(&app, &number.to_string()).await;
        app.wait(Duration::from_millis(1));
    }
    deliver(&app).await;
    deliver(&app).await;
    assert_eq!(*postman.brought.lock().unwrap(), ["0", "1", "2", "3", "4", "5", "6"]);
}

#[tokio::test]
async fn undelivered_messages_are_delivered_later() {
    let (app, postman) = with_postman().await;
    send(&app, "Hello").await;
    postman.is_ill.store(true, Ordering::SeqCst);
    deliver(&app).await;
    postman.is_ill.store(false, Ordering::SeqCst);
    deliver(&app).await;
    assert!(postman.brought.lock().unwrap().is_empty(), "still the ill one's");
    app.wait(Duration::from_secs(121));
    deliver(&app).await;
    assert_eq!(*postman.brought.lock().unwrap(), ["Hello"]);
}

#[tokio::test]
async fn a_message_that_cannot_be_forwarded_does_not_delay_others() {
    let (app, postman) = with_postman().await;
    for subject in ["one", "poison", "two", "three", "four", "five", "six"] {
        send(&app, subject).await;
        app.wait(Duration::from_millis(1));
    }
    deliver(&app).await;
    assert_eq!(*postman.brought.lock().unwrap(), ["one", "two", "three", "four", "five", "six"]);
}

#[tokio::test]
async fn many_refused_messages_do_not_delay_a_later_one() {
    let (app, postman) = with_postman().await;
    for _ in 0..60 {
        send(&app, "poison").await;
    }
    app.wait(Duration::from_secs(1));
    send(&app, "Hello").await;
    deliver(&app).await;
    assert_eq!(*postman.brought.lock().unwrap(), ["Hello"]);
}

#[tokio::test]
async fn a_message_is_tried_ten_times_and_then_the_admin_decides() {
    let (app, postman) = with_postman().await;
    send(&app, "poison").await;
    let mut hours = 0;
    while hours < 24 * 10 {
        deliver(&app).await;
        app.wait(Duration::from_secs(3600));
        hours += 1;
    }
    assert_eq!(postman.tried.load(Ordering::SeqCst), 10);
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
    deliver(&app).await;
    assert_eq!(postman.tried.load(Ordering::SeqCst), 11, "it is tried again");

    let answer = admin.put(&path, json!({ "action": "mark-handled" })).await;
    assert_eq!(answer.value()["state"], "handled");
    assert_eq!(answer.body["notice"]["title"], "Message Handled");
    app.wait(Duration::from_secs(24 * 3600));
    deliver(&app).await;
    assert_eq!(postman.tried.load(Ordering::SeqCst), 11);
}

#[tokio::test]
async fn a_forwarder_times_out_before_the_claim_ends() {
    let (app, postman) = with_postman().await;
    send(&app, "Hello").await;
    postman.hangs.store(true, Ordering::SeqCst);
    deliver(&app).await;
    postman.hangs.store(false, Ordering::SeqCst);
    let page = app.admin().await.get("/api/messages").await.body;
    assert_eq!(page["messages"][0]["state"], "waiting");
    let reason = page["messages"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("did not answer in time"), "{reason}");
    app.wait(Duration::from_secs(6));
    deliver(&app).await;
    assert_eq!(*postman.brought.lock().unwrap(), ["Hello"]);
}

#[tokio::test]
async fn without_forwarding_messages_wait_in_the_inbox() {
    let app = TestApp::with(|parts| parts.forwarder = None).await;
    send(&app, "Hello").await;
    deliver(&app).await;
    let page = app.admin().await.get("/api/messages").await.body;
    assert_eq!(page["messages"][0]["subject"], "Hello");
    assert_eq!(page["messages"][0]["state"], "received");
}
