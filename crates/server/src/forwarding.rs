//! Contact messages, on their way to whoever answers them.

mod smtp;
mod webhook;

use std::time::Duration;

use async_trait::async_trait;
use store::StoredMessage;

pub use smtp::{BadMail, SmtpForwarder};
pub use webhook::WebhookForwarder;

use crate::{AppState, clock::after, observe::redact, sending::SendError};

/// How long to rest when there is nothing to do.
const REST: Duration = Duration::from_secs(15);

/// How long to rest at most when it goes wrong again and again.
const LONGEST_REST: Duration = Duration::from_secs(15 * 60);

/// How long a message is this server's to forward: longer than that takes, and then another's, so
/// that none is lost when a server is.
const CLAIM_MS: u64 = 2 * 60_000;

/// How many messages are claimed at once.
const AT_ONCE: u32 = 5;

/// After how many failures nobody is likely to be there.
const ENOUGH: usize = 50;

/// Brings contact messages to whoever answers them.
#[async_trait]
pub trait Forwarder: Send + Sync + 'static {
    /// Hands a message over; done when somebody has it.
    async fn forward(&self, message: &StoredMessage) -> Result<(), SendError>;
}

/// Forwards until it is dropped. A message that nobody takes is tried again, after longer and
/// longer rests.
pub async fn forward(state: AppState, forwarder: Box<dyn Forwarder>) {
    let mut rest = REST;
    loop {
        rest = match once(&state, &*forwarder).await {
            Ok(()) => REST,
            Err(error) => {
                let error = redact(&error.to_string());
                tracing::warn!(error, "a message was not forwarded");
                (rest * 2).min(LONGEST_REST)
            }
        };
        tokio::time::sleep(rest).await;
    }
}

/// Forwards what waits, oldest first, until nothing does. What nobody takes is passed over, so that
/// one message that cannot be forwarded does not keep the others waiting.
///
/// # Errors
///
/// What the store failed with, or what the last message that was passed over failed with.
pub async fn once(
    state: &AppState,
    forwarder: &dyn Forwarder,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut failures = Vec::new();
    loop {
        let now = state.clock.now();
        let until = after(now, CLAIM_MS);
        let claimed = state.store.claim_forwards(now, until, AT_ONCE).await?;
        if claimed.is_empty() || failures.len() >= ENOUGH {
            return failures.pop().map_or(Ok(()), |error: SendError| Err(error.into()));
        }
        for message in claimed {
            match forwarder.forward(&message).await {
                Ok(()) => state.store.forwarded(&message.key, state.clock.now()).await?,
                Err(error) => failures.push(error),
            }
        }
    }
}
