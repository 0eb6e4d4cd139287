//! The HTTP interface with a store, without a socket, without limits and without sending codes.

use std::sync::Arc;

use api::{HostedPolicy, SendLimits};
use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    http::{
        Request,
        header::{CONTENT_TYPE, HOST},
        response,
    },
};
use serde_json::Value;
use server::db::Store;
use server::{
    AppState, Clock, Cookies, Dependencies, Limits, Origin, Secret, WebhookPost,
    delivery::sending::{Message, SendError, Sender},
};
use tower::ServiceExt;

/// Sends nothing.
struct NullSender;

#[async_trait::async_trait]
impl Sender for NullSender {
    async fn send(&self, _: &Message) -> Result<(), SendError> {
        Ok(())
    }
}

pub(crate) fn state(store: Store, clock: Clock) -> AppState {
    AppState::new(Dependencies {
        store,
        clock,
        secret: Secret::new(&[7; 32]).unwrap(),
        sender: Arc::new(NullSender),
        policy: HostedPolicy::default(),
        admin_totp: None,
        origin: Origin::parse("http://site.example").unwrap(),
        sends: SendLimits::default(),
        cookies: Cookies::Loopback,
        behind_https: false,
        trusted_proxies: server::Networks::default(),
        webhooks: WebhookPost::new(false),
        forwarder: None,
        limits: Limits {
            request_rate: 1_000_000,
            request_burst: 1_000_000,
            requests_at_once_each: 256,
            guest_referrals_from_address: u32::MAX,
            referrals_from_account: u32::MAX,
            messages_from_address: u32::MAX,
            ..Limits::default()
        },
    })
}

pub(crate) fn post(path: &str, body: &Value) -> Request<Body> {
    let request =
        Request::post(path).header(HOST, "site.example").header(CONTENT_TYPE, "application/json");
    request.body(Body::from(body.to_string())).unwrap()
}

/// The whole answer.
pub(crate) async fn answer(router: &Router, request: Request<Body>) -> (response::Parts, Bytes) {
    let response = router.clone().oneshot(request).await.unwrap();
    let (head, body) = response.into_parts();
    (head, to_bytes(body, usize::MAX).await.unwrap())
}
