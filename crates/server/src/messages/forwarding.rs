//! Forwarding contact messages.

mod smtp;

use std::time::Duration;

use api::{DeliveryFailure, MessageView, next_try_ms};
use async_trait::async_trait;
use tokio::time::timeout;

pub use crate::messages::forwarding::smtp::{BadMail, SmtpForwarder};

use crate::{
    AppState,
    clock::after,
    delivery::signed_post::SignedPost,
    observe::{Channel, Tried, delivery_tried, redact},
    random,
};

/// How long to wait when nothing is due.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// The time limit for all steps of one try.
const LIMIT: Duration = Duration::from_secs(60);

/// How long a server's claim on a message lasts, in milliseconds. Then another server may forward
/// it, so that no message is lost with a server.
const CLAIM_MS: u64 = 2 * 60_000;

/// Messages are claimed one at a time, so that a claim needs to last for one try only, plus the
/// time to record the outcome.
const BATCH: u32 = 1;

const _: () = assert!(CLAIM_MS >= 2 * 1000 * LIMIT.as_secs());

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

/// Forwards messages until it is dropped.
pub async fn forward(state: AppState, forwarder: Box<dyn Forwarder>) {
    loop {
        if let Err(error) = once(&state, &*forwarder).await {
            let error = redact(&error.to_string());
            tracing::warn!(error, "a message was not forwarded");
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Forwards everything that is due. After a failure, a message is due again later, with growing
/// pauses, and does not block other messages.
///
/// # Errors
///
/// The error of the store, or of the last message that failed.
pub async fn once(
    state: &AppState,
    forwarder: &dyn Forwarder,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut last_failure = None;
    loop {
        let now = state.clock.now();
        let claimed = state.store.claim_forwards(now, after(now, CLAIM_MS), BATCH).await?;
        if claimed.is_empty() {
            return last_failure.map_or(Ok(()), |error: ForwardError| Err(error.into()));
        }
        for (message, attempts) in claimed {
            match timeout(LIMIT, forwarder.forward(&message)).await {
                Ok(Ok(())) => {
                    delivery_tried(Channel::Message, Tried::Delivered);
                    state.store.forwarded(&message.key, state.clock.now()).await?;
                }
                Ok(Err(error)) => {
                    postpone(state, &message.key, attempts, error.failure).await?;
                    last_failure = Some(error);
                }
                Err(_) => {
                    postpone(state, &message.key, attempts, DeliveryFailure::TimedOut).await?;
                    last_failure =
                        Some(ForwardError::new(DeliveryFailure::TimedOut, "it took too long"));
                }
            }
        }
    }
}

/// Records when a message is tried again, or that it is given up.
async fn postpone(
    state: &AppState,
    key: &str,
    attempts: u64,
    failure: DeliveryFailure,
) -> crate::db::Result<()> {
    let now = state.clock.now();
    // Without randomness, messages that failed together are retried together. That is acceptable.
    let jitter = random::bytes::<1>().map_or(0, |[byte]| byte);
    let next = next_try_ms(attempts, jitter).map(|pause| after(now, pause));
    let (channel, reason) = (Channel::Message, failure.as_str());
    let outcome = if next.is_some() { Tried::Failed } else { Tried::GivenUp };
    delivery_tried(channel, outcome);
    let channel = channel.as_str();
    tracing::warn!(channel, delivery = key, attempts, reason, "a delivery failed");
    if next.is_none() {
        tracing::error!(key, reason, "a message is given up: staff find it in the console");
    }
    state.store.not_forwarded(key, attempts, failure.as_str(), next, now).await
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
