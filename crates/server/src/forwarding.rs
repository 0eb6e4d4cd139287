//! Contact messages, on their way to whoever answers them.

mod smtp;

use std::time::Duration;

use api::{DeliveryFailure, next_try_ms};
use async_trait::async_trait;
use store::StoredMessage;
use tokio::time::timeout;

pub use smtp::{BadMail, SmtpForwarder};

use crate::{AppState, clock::after, observe::redact, random, signed_post::SignedPost};

/// How long to rest when nothing is due.
const REST: Duration = Duration::from_secs(5);

/// How long all steps of one try may take together. Who has not taken a message by then has failed.
const LIMIT: Duration = Duration::from_secs(60);

/// How long a message is this server's to forward, in milliseconds; then it is another's, so that
/// none is lost when a server is.
const CLAIM_MS: u64 = 2 * 60_000;

/// A message is claimed only once it is its turn, so that a claim has to last for one try, with as
/// much again to write down what came of it.
const AT_ONCE: u32 = 1;

const _: () = assert!(CLAIM_MS >= 2 * 1000 * LIMIT.as_secs());

/// Brings contact messages to whoever answers them.
#[async_trait]
pub trait Forwarder: Send + Sync + 'static {
    /// Hands a message over; done when somebody has it. Every try of one message names it alike.
    /// A try that is dropped hands over nothing any more.
    async fn forward(&self, message: &StoredMessage) -> Result<(), ForwardError>;
}

/// Nobody has taken a message.
#[derive(Debug, thiserror::Error)]
#[error("{detail}")]
pub struct ForwardError {
    /// What the admin is told.
    pub failure: DeliveryFailure,
    /// What the log is told, without what was in the message.
    pub detail: String,
}

impl ForwardError {
    /// A failure with what the log is told of it.
    pub fn new(failure: DeliveryFailure, detail: impl Into<String>) -> Self {
        Self { failure, detail: detail.into() }
    }
}

/// Forwards until it is dropped.
pub async fn forward(state: AppState, forwarder: Box<dyn Forwarder>) {
    loop {
        if let Err(error) = once(&state, &*forwarder).await {
            let error = redact(&error.to_string());
            tracing::warn!(error, "a message was not forwarded");
        }
        tokio::time::sleep(REST).await;
    }
}

/// Forwards what is due, until nothing is. What nobody takes is due again after a while of its own,
/// longer each time, and keeps no other message waiting.
///
/// # Errors
///
/// What the store failed with, or what the last message that nobody took failed with.
pub async fn once(
    state: &AppState,
    forwarder: &dyn Forwarder,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut last_failure = None;
    loop {
        let now = state.clock.now();
        let claimed = state.store.claim_forwards(now, after(now, CLAIM_MS), AT_ONCE).await?;
        if claimed.is_empty() {
            return last_failure.map_or(Ok(()), |error: ForwardError| Err(error.into()));
        }
        for message in claimed {
            match timeout(LIMIT, forwarder.forward(&message)).await {
                Ok(Ok(())) => state.store.forwarded(&message.key, state.clock.now()).await?,
                Ok(Err(error)) => {
                    put_off(state, &message, error.failure).await?;
                    last_failure = Some(error);
                }
                Err(_) => {
                    put_off(state, &message, DeliveryFailure::TimedOut).await?;
                    last_failure =
                        Some(ForwardError::new(DeliveryFailure::TimedOut, "it took too long"));
                }
            }
        }
    }
}

/// Says when a message is tried again, or that it is not.
async fn put_off(
    state: &AppState,
    message: &StoredMessage,
    failure: DeliveryFailure,
) -> store::Result<()> {
    let now = state.clock.now();
    // Without randomness they are tried together again, that is all.
    let jitter = random::bytes::<1>().map_or(0, |[byte]| byte);
    let next = next_try_ms(message.delivery.attempts, jitter).map(|pause| after(now, pause));
    if next.is_none() {
        let (key, reason) = (&message.key, failure.as_str());
        tracing::error!(key, reason, "a message is given up: the admin finds it among the others");
    }
    state.store.not_forwarded(message, failure.as_str(), next, now).await
}

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
