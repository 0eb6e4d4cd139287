//! Who brings one-time codes, and other texts, to their number.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write, stdout},
    path::Path,
    sync::{Mutex, PoisonError},
};

use async_trait::async_trait;
use domain::mobile::MobileNumber;
use serde_json::{Value, json};

use crate::signed_post::SignedPost;

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

/// Another text on its way.
#[derive(Clone, Debug)]
pub struct TextMessage {
    /// To whom.
    pub mobile: MobileNumber,
    /// The same with a plus sign and its country code, where it has one.
    pub number: Option<String>,
    /// What to write to them.
    pub text: String,
    /// The same for a message that is sent a second time.
    pub name: String,
}

/// The message did not get away. The text says why, without saying what was in it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SendError(pub String);

/// Brings one-time codes, and other texts, to their number.
#[async_trait]
pub trait Sender: Send + Sync + 'static {
    /// Hands the message to whoever delivers it; done when they have it.
    async fn send(&self, message: &CodeMessage) -> Result<(), SendError>;

    /// The same for another text.
    async fn send_text(&self, message: &TextMessage) -> Result<(), SendError>;
}

/// Writes each code as a line of JSON, `{"mobile":…,"number":…,"code":…,"text":…}`. Whoever can read that can
/// log in as anybody. Another text has no `code`.
#[derive(Debug)]
pub struct LogSender(Option<Mutex<File>>);

impl LogSender {
    /// Writes at the end of a file, which is made if it is not there.
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
    async fn send(&self, message: &CodeMessage) -> Result<(), SendError> {
        let CodeMessage { mobile, number, code, text, .. } = message;
        let mobile = mobile.as_str();
        self.write(&json!({ "mobile": mobile, "number": number, "code": code, "text": text }))
    }

    async fn send_text(&self, message: &TextMessage) -> Result<(), SendError> {
        let TextMessage { mobile, number, text, .. } = message;
        self.write(&json!({ "mobile": mobile.as_str(), "number": number, "text": text }))
    }
}

impl LogSender {
    fn write(&self, line: &Value) -> Result<(), SendError> {
        let line = format!("{line}\n");
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

/// Posts `{"mobile":…,"number":…,"code":…,"text":…}` to whoever delivers messages; another text has no
/// `code`.
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
        let mobile = dialled(mobile, number.as_deref());
        let body = json!({ "mobile": mobile, "number": number, "code": code, "text": text });
        let posted = self.0.post(name, &body).await;
        posted.map_err(|error| SendError(error.to_string()))
    }

    async fn send_text(&self, message: &TextMessage) -> Result<(), SendError> {
        let TextMessage { mobile, number, text, name } = message;
        let mobile = dialled(mobile, number.as_deref());
        let body = json!({ "mobile": mobile, "number": number, "text": text });
        let posted = self.0.post(name, &body).await;
        posted.map_err(|error| SendError(error.to_string()))
    }
}

/// Digits alone, with the country code: what visitors were told to type before every spelling was
/// taken, and so what gateways expect.
fn dialled<'a>(mobile: &'a MobileNumber, number: Option<&'a str>) -> &'a str {
    let dialled = number.and_then(|number| number.strip_prefix('+'));
    dialled.unwrap_or(mobile.as_str())
}
