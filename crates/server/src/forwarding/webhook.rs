//! Forwarding by a signed request.

use api::DeliveryFailure;
use async_trait::async_trait;
use store::StoredMessage;

use super::{ForwardError, Forwarder};
use crate::signed_post::SignedPost;

/// Posts `{"key":…,"at":…,"name":…,"email":…,"subject":…,"message":…}`. The message's key is the
/// `Idempotency-Key` of every try.
#[derive(Clone, Debug)]
pub struct WebhookForwarder(SignedPost);

impl WebhookForwarder {
    /// Posts by this.
    pub fn new(post: SignedPost) -> Self {
        Self(post)
    }
}

#[async_trait]
impl Forwarder for WebhookForwarder {
    async fn forward(&self, message: &StoredMessage) -> Result<(), ForwardError> {
        let StoredMessage { key, message, at, .. } = message;
        let body = serde_json::json!({
            "key": key,
            "at": at,
            "name": message.name,
            "email": message.email,
            "subject": message.subject,
            "message": message.message,
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
