//! Messages, on their way to whoever answers them.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::support::TestApp;
use async_trait::async_trait;
use serde_json::json;
use server::{
    forwarding::{Forwarder, once},
    sending::SendError,
};
use store::StoredMessage;

#[derive(Default)]
struct Postman {
    brought: Mutex<Vec<String>>,
    is_ill: AtomicBool,
}

#[async_trait]
impl Forwarder for Postman {
    async fn forward(&self, message: &StoredMessage) -> Result<(), SendError> {
        if self.is_ill.load(Ordering::SeqCst) || message.message.subject == "poison" {
            return Err(SendError("ill".to_owned()));
        }
        self.brought.lock().unwrap().push(message.message.subject.clone());
        Ok(())
    }
}

async fn send(app: &TestApp, subject: &str) {
    let message =
        json!({ "name": "A", "email": "a@b.example", "subject": subject, "message": "A word." });
    app.guest().post("/api/messages", message).await.value();
}

#[tokio::test]
async fn each_message_is_brought_once_oldest_first() {
    let app = TestApp::new().await;
    for number in 0..7 {
        send(&app, &number.to_string()).await;
    }
    let postman = Postman::default();
    once(&app.state, &postman).await.unwrap();
    once(&app.state, &postman).await.unwrap();
    assert_eq!(*postman.brought.lock().unwrap(), ["0", "1", "2", "3", "4", "5", "6"]);
}

#[tokio::test]
async fn what_was_not_brought_is_brought_later() {
    let app = TestApp::new().await;
    send(&app, "Hello").await;
    let postman = Postman::default();
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
async fn one_message_that_nobody_takes_does_not_keep_the_others_waiting() {
    let app = TestApp::new().await;
    for subject in ["one", "poison", "two", "three", "four", "five", "six"] {
        send(&app, subject).await;
    }
    let postman = Postman::default();
    assert!(once(&app.state, &postman).await.is_err());
    assert_eq!(*postman.brought.lock().unwrap(), ["one", "two", "three", "four", "five", "six"]);
}

#[tokio::test]
async fn where_nothing_is_forwarded_messages_only_wait_for_the_admin() {
    let app = TestApp::with(|parts| parts.forwards = false).await;
    send(&app, "Hello").await;
    let postman = Postman::default();
    once(&app.state, &postman).await.unwrap();
    assert!(postman.brought.lock().unwrap().is_empty());
    let page = app.admin().await.get("/api/messages").await.body;
    assert_eq!(page["messages"][0]["subject"], "Hello");
}
