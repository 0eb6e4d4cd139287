//! Forwarding contact messages.

mod smtp;

use api::{DeliveryFailure, MessageView};
use async_trait::async_trait;

pub use crate::messages::forwarding::smtp::{BadMail, SmtpForwarder};

use crate::delivery::signed_post::SignedPost;

/// Forwards contact messages.
#[async_trait]
pub trait Forwarder: Send + Sync + 'static {
    /// Forwards a message; returns when the receiver has accepted it. Every try of a message uses
    /// the same idempotency key. Dropping the future cancels the try.
    async fn forward(&self, message: &MessageView) -> Result<(), ForwardError>;
}

/// A message could not be forwarded.
#[derive(Debug, thiserror::Error)]
#[error("{detail}")]
pub struct ForwardError {
    /// The reason for the console.
    pub failure: DeliveryFailure,
    /// The reason for the log, without the message's content.
    pub detail: String,
}

impl ForwardError {
    /// An error with this reason and this text for the log.
    pub fn new(failure: DeliveryFailure, detail: impl Into<String>) -> Self {
        Self { failure, detail: detail.into() }
    }
}

/// Posts each message to the operator's receiver, as
/// `{"key":…,"at":…,"name":…,"email":…,"subject":…,"message":…}`. Every try has the message's
/// key as `webhook-id`.
#[derive(Clone, Debug)]
pub struct PostForwarder(SignedPost);

impl PostForwarder {
    /// Uses this request.
    pub fn new(post: SignedPost) -> Self {
        Self(post)
    }
}

#[async_trait]
impl Forwarder for PostForwarder {
    async fn forward(&self, message: &MessageView) -> Result<(), ForwardError> {
        let MessageView { key, at, name, email, subject, message, .. } = message;
        let body = serde_json::json!({
            "key": key,
            "at": at,
            "name": name,
            "email": email,
            "subject": subject,
            "message": message,
        });
        let posted = self.0.post(key, &body).await;
        posted.map_err(|error| {
            let failure = match error.status() {
                None => DeliveryFailure::Unreachable,
                Some(408 | 425 | 429 | 500..) => DeliveryFailure::Deferred,
                Some(_) => DeliveryFailure::Refused,
            };
            ForwardError::new(failure, error.to_string())
        })
    }
}
