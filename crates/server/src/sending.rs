//! Who brings one-time codes to their number.

mod log;
mod webhook;

use async_trait::async_trait;
use domain::mobile::MobileNumber;

pub use log::LogSender;
pub use webhook::WebhookSender;

/// A code on its way.
#[derive(Clone, Debug)]
pub struct CodeMessage {
    /// To whom.
    pub mobile: MobileNumber,
    /// The same with a plus sign and its country code, where it has one.
    pub number: Option<String>,
    /// The code.
    pub code: String,
    /// What to write to them.
    pub text: String,
    /// The same for a message that is sent a second time.
    pub name: String,
}

/// The message did not get away. The text says why, without saying what was in it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SendError(pub String);

/// Brings one-time codes to their number.
#[async_trait]
pub trait Sender: Send + Sync + 'static {
    /// Hands the message to whoever delivers it; done when they have it.
    async fn send(&self, message: &CodeMessage) -> Result<(), SendError>;
}
