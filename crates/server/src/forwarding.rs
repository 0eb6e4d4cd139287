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

/// Forwards what waits, oldest first, until nothing does.
pub async fn once(
    state: &AppState,
    forwarder: &dyn Forwarder,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    loop {
        let now = state.clock.now();
        let until = after(now, CLAIM_MS);
        let claimed = state.store.claim_forwards(now, until, AT_ONCE).await?;
        if claimed.is_empty() {
            return Ok(());
        }
        for message in claimed {
            forwarder.forward(&message).await?;
            state.store.forwarded(&message.key, state.clock.now()).await?;
        }
    }
}
