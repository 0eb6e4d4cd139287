//! A sender that sends nothing: for development and tests.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write, stdout},
    path::Path,
    sync::{Mutex, PoisonError},
};

use async_trait::async_trait;

use super::{CodeMessage, SendError, Sender};

/// Writes each code as a line of JSON, `{"mobile":…,"number":…,"code":…,"text":…}`. Whoever can read that can
/// log in as anybody.
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
        let line =
            serde_json::json!({ "mobile": mobile, "number": number, "code": code, "text": text });
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
