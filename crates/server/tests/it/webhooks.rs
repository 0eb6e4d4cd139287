//! Posts of codes and messages to other programs.

use std::{
    io::Write,
    net::TcpListener,
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use crate::{
    outbox::deliver,
    support::{TestApp, number},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use server::{
    SignedPost,
    delivery::sending::{GatewaySender, Message, Sender},
    messages::forwarding::PostForwarder,
};
use testkit::Posted;

const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// Answers each request with the next of these statuses.
fn answering(statuses: &'static [u16]) -> (String, mpsc::Receiver<Posted>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/codes", listener.local_addr().unwrap());
    let (sender, posted) = mpsc::channel();
    thread::spawn(move || {
        for status in statuses {
            let (mut stream, _) = listener.accept().unwrap();
            let request = Posted::read(&stream).unwrap();
            let answer = format!(
                "HTTP/1.1 {status} X\r\ncontent-length: 0\r\nlocation: /x\r\nconnection: close\r\n\r\n"
            );
            stream.write_all(answer.as_bytes()).unwrap();
            sender.send(request).unwrap();
        }
    });
    (url, posted)
}

fn message() -> Message {
    Message {
        mobile: number("9876543210"),
        number: Some("+919876543210".to_owned()),
        code: Some("123456".to_owned()),
        text: "Your code is 123456.".to_owned(),
        idempotency_key: "name".to_owned(),
    }
}

async fn send(url: &str) -> bool {
    let sender = GatewaySender::new(SignedPost::new(url, KEY).unwrap());
    sender.send(&message()).await.is_ok()
}

#[tokio::test]
async fn a_code_is_posted_with_a_signature_over_the_time_and_the_body() {
    let (url, posted) = answering(&[202]);
    assert!(send(&url).await);
    let posted = posted.recv().unwrap();
    let body: Value = serde_json::from_str(&posted.body).unwrap();
    assert_eq!(body["mobile"], "919876543210");
    assert_eq!(body["number"], "+919876543210");
    assert_eq!(body["code"], "123456");
    assert_eq!(posted.field("content-type"), "application/json");
    let key = STANDARD.decode(KEY.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(&key).unwrap();
    let (id, at) = (posted.field("webhook-id"), posted.field("webhook-timestamp"));
    mac.update(format!("{id}.{at}.{}", posted.body).as_bytes());
    let signature = STANDARD.encode(mac.finalize().into_bytes());
    assert_eq!(posted.field("webhook-signature"), format!("v1,{signature}"));
}

#[tokio::test]
async fn temporary_failures_are_retried_as_the_same_message() {
    let (url, posted) = answering(&[503, 429, 200]);
    assert!(send(&url).await);
    let names: Vec<_> = posted.iter().map(|it| it.field("webhook-id").to_owned()).collect();
    assert_eq!(names, ["name", "name", "name"]);
}

#[tokio::test]
async fn permanent_failures_are_not_retried_and_three_tries_are_the_maximum() {
    let (url, posted) = answering(&[400]);
    assert!(!send(&url).await);
    assert_eq!(posted.iter().count(), 1);
    let (url, posted) = answering(&[500, 500, 500, 200]);
    assert!(!send(&url).await);
    drop(url);
    assert_eq!(posted.iter().take(3).count(), 3);
}

#[tokio::test]
async fn a_contact_message_has_the_same_id_in_all_tries() {
    let (url, posted) = answering(&[400, 200]);
    let forwarder = Arc::new(PostForwarder::new(SignedPost::new(&url, KEY).unwrap()));
    let app = TestApp::with(|parts| parts.forwarder = Some(forwarder)).await;
    let message =
        json!({ "name": "A", "email": "a@b.example", "subject": "S", "message": "A word." });
    app.guest().post("/api/messages", message).await.value();
    deliver(&app).await;
    let page = app.admin().await.get("/api/messages").await.body;
    let reason = page["messages"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("refused"), "{reason}");
    app.wait(Duration::from_secs(6));
    deliver(&app).await;
    let names: Vec<_> = posted.iter().map(|it| it.field("webhook-id").to_owned()).collect();
    let key = page["messages"][0]["key"].as_str().unwrap();
    assert_eq!(names, [key, key]);
}
