//! Senders of one-time codes and other text messages.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write, stdout},
    path::Path,
    sync::{Mutex, PoisonError},
};

use async_trait::async_trait;
use domain::mobile::MobileNumber;
use serde_json::{Value, json};

use crate::delivery::signed_post::SignedPost;

/// A text message, perhaps with a one-time code.
#[derive(Clone, Debug)]
pub struct Message {
    /// The recipient.
    pub mobile: MobileNumber,
    /// The same with a plus sign and country code, if it has one.
    pub number: Option<String>,
    /// The code, if the message has one. It is in the text as well.
    pub code: Option<String>,
    /// The text of the message.
    pub text: String,
    /// The same for every try of a message.
    pub idempotency_key: String,
}

impl Message {
    /// `{"mobile":…,"number":…,"code":…,"text":…}`; without a code there is no `code`.
    fn json(&self, mobile: &str) -> Value {
        let mut json = json!({ "mobile": mobile, "number": self.number, "text": self.text });
        if let Some(code) = &self.code {
            json["code"] = code.as_str().into();
        }
        json
    }
}

/// The message could not be sent. The text gives the reason, without the message's content.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SendError(pub String);

/// Sends one-time codes and other text messages.
#[async_trait]
pub trait Sender: Send + Sync + 'static {
    /// Sends a message; returns when the provider has accepted it.
    async fn send(&self, message: &Message) -> Result<(), SendError>;
}

/// Writes each message as a line of JSON. Whoever can read the codes can log in as anybody.
#[derive(Debug)]
pub struct LogSender(Option<Mutex<File>>);

impl LogSender {
    /// Appends to a file, which is created if necessary.
    pub fn file(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        Ok(Self(Some(Mutex::new(options.open(path)?))))
    }

    /// Writes to standard output.
    pub fn stdout() -> Self {
        Self(None)
    }
}

#[async_trait]
impl Sender for LogSender {
    async fn send(&self, message: &Message) -> Result<(), SendError> {
        let line = format!("{}\n", message.json(message.mobile.as_str()));
        let written = match &self.0 {
            Some(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.write_all(line.as_bytes())
            }
            None => stdout().lock().write_all(line.as_bytes()),
        };
        written.map_err(|error| SendError(format!("the codes' file cannot be written: {error}")))
    }
}

/// Posts each message as JSON to the operator's SMS gateway.
#[derive(Clone, Debug)]
pub struct GatewaySender(SignedPost);

impl GatewaySender {
    /// Uses this request.
    pub fn new(post: SignedPost) -> Self {
        Self(post)
    }
}

#[async_trait]
impl Sender for GatewaySender {
    async fn send(&self, message: &Message) -> Result<(), SendError> {
        let body = message.json(dialled(&message.mobile, message.number.as_deref()));
        let posted = self.0.post(&message.idempotency_key, &body).await;
        posted.map_err(|error| SendError(error.to_string()))
    }
}

/// Only digits, with the country code, as gateways for texts take it.
fn dialled<'a>(mobile: &'a MobileNumber, number: Option<&'a str>) -> &'a str {
    let dialled = number.and_then(|number| number.strip_prefix('+'));
    dialled.unwrap_or(mobile.as_str())
}
