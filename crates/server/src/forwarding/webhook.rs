//! Forwarding by a signed request.

use async_trait::async_trait;
use store::StoredMessage;

use super::Forwarder;
use crate::{sending::SendError, signed_post::SignedPost};

/// Posts `{"key":…,"at":…,"name":…,"email":…,"subject":…,"message":…}`.
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
    async fn forward(&self, message: &StoredMessage) -> Result<(), SendError> {
        let StoredMessage { key, message, at } = message;
        let body = serde_json::json!({
            "key": key,
            "at": at,
            "name": message.name,
            "email": message.email,
            "subject": message.subject,
            "message": message.message,
        });
        let posted = self.0.post(key, &body).await;
        posted.map_err(|error| SendError(error.to_string()))
    }
}
