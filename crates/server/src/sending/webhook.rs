//! A sender that asks another program to send.

use async_trait::async_trait;

use super::{CodeMessage, SendError, Sender};
use crate::signed_post::SignedPost;

/// Posts `{"mobile":…,"number":…,"code":…,"text":…}` to whoever delivers messages.
#[derive(Clone, Debug)]
pub struct WebhookSender(SignedPost);

impl WebhookSender {
    /// Posts by this.
    pub fn new(post: SignedPost) -> Self {
        Self(post)
    }
}

#[async_trait]
impl Sender for WebhookSender {
    async fn send(&self, message: &CodeMessage) -> Result<(), SendError> {
        let CodeMessage { mobile, number, code, text, name } = message;
        // Digits alone, with the country code: what visitors were told to type before every spelling
        // was taken, and so what gateways expect.
        let dialled = number.as_deref().and_then(|number| number.strip_prefix('+'));
        let mobile = dialled.unwrap_or(mobile.as_str());
        let body =
            serde_json::json!({ "mobile": mobile, "number": number, "code": code, "text": text });
        let posted = self.0.post(name, &body).await;
        posted.map_err(|error| SendError(error.to_string()))
    }
}
