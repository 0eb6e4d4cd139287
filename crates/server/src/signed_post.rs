//! Signed requests to another program, which can verify who sent them.

use std::{
    fmt,
    sync::Arc,
    thread::sleep,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use axum::http::Uri;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tokio::task::spawn_blocking;
use ureq::Agent;

use crate::settings::KEY_BYTES_MIN;

/// The time limit for all tries together, because a visitor may be waiting.
const LIMIT: Duration = Duration::from_secs(5);

/// No other try starts with less time than this.
const SHORTEST_TRY: Duration = Duration::from_secs(1);

/// The pauses before the second and the third try.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(800)];

/// Posts JSON to one address. `X-Timestamp` is in seconds since 1970. `X-Signature` is `sha256=`
/// and the HMAC-SHA-256, in hexadecimal digits, of the timestamp, a full stop and the body. Retries
/// have the same `Idempotency-Key`.
#[derive(Clone)]
pub struct SignedPost {
    agent: Agent,
    url: Arc<str>,
    /// Initialised with the key.
    mac: Hmac<Sha256>,
}

/// An address or a key is not acceptable.
#[derive(Debug, thiserror::Error)]
pub enum BadPost {
    /// Neither HTTPS nor this machine.
    #[error(
        "the address begins with https://, or with http://127.0.0.1 or http://localhost on this \
         machine"
    )]
    Address,
    /// Too easy to guess.
    #[error("the key has at least 16 bytes: `server key` makes one")]
    Key,
}

/// The post was not accepted.
#[derive(Debug, thiserror::Error)]
#[error("the receiver did not accept it: {detail}")]
pub struct PostError {
    detail: String,
    status: Option<u16>,
}

impl PostError {
    fn new(detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), status: None }
    }

    /// The status of the answer; `None` without an answer.
    pub fn status(&self) -> Option<u16> {
        self.status
    }
}

impl From<ureq::Error> for PostError {
    fn from(error: ureq::Error) -> Self {
        let status = match &error {
            ureq::Error::StatusCode(status) => Some(*status),
            _ => None,
        };
        Self { status, ..Self::new(error.to_string()) }
    }
}

impl SignedPost {
    /// Posts to `url`, signed with `key`.
    pub fn new(url: &str, key: &[u8]) -> Result<Self, BadPost> {
        if !url.starts_with("https://") && !is_this_machine(url, "http") {
            return Err(BadPost::Address);
        }
        let mac = Hmac::new_from_slice(key).ok().filter(|_| key.len() >= KEY_BYTES_MIN);
        let mac = mac.ok_or(BadPost::Key)?;
        let config = Agent::config_builder().max_redirects(0);
        Ok(Self { agent: config.build().into(), url: url.into(), mac })
    }

    /// Posts, up to three times if the failure may be temporary. All of it takes five seconds at
    /// most.
    pub async fn post(
        &self,
        idempotency_key: &str,
        body: &serde_json::Value,
    ) -> Result<(), PostError> {
        let (post, key, body) = (self.clone(), idempotency_key.to_owned(), body.to_string());
        let posted = spawn_blocking(move || post.try_all(&key, &body)).await;
        posted.unwrap_or_else(|_| Err(PostError::new("the task was stopped")))
    }

    fn try_all(&self, key: &str, body: &str) -> Result<(), PostError> {
        let end = Instant::now() + LIMIT;
        let mut tried = self.try_once(key, body, LIMIT);
        for pause in PAUSES {
            let left = end.saturating_duration_since(Instant::now() + pause);
            match &tried {
                Err(error) if is_temporary(error) && left >= SHORTEST_TRY => sleep(pause),
                _ => break,
            }
            tried = self.try_once(key, body, left);
        }
        Ok(tried?)
    }

    fn try_once(&self, key: &str, body: &str, limit: Duration) -> Result<(), ureq::Error> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let timestamp = now.as_secs().to_string();
        let request = self
            .agent
            .post(&*self.url)
            .header("content-type", "application/json")
            .header("idempotency-key", key)
            .header("x-signature", self.signature(&timestamp, body))
            .header("x-timestamp", timestamp);
        request.config().timeout_global(Some(limit)).build().send(body).map(|_| ())
    }

    fn signature(&self, timestamp: &str, body: &str) -> String {
        let mac = self.mac.clone().chain_update(timestamp).chain_update(".").chain_update(body);
        let digits = mac.finalize().into_bytes();
        let digits = digits.iter().map(|byte| format!("{byte:02x}")).collect();
        ["sha256=".to_owned(), digits].concat()
    }
}

/// Whether another try may succeed.
fn is_temporary(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::StatusCode(status) => *status == 429 || *status >= 500,
        _ => true,
    }
}

/// Whether an unencrypted address with this scheme leads to this machine.
pub(crate) fn is_this_machine(url: &str, scheme: &str) -> bool {
    let Ok(url) = url.parse::<Uri>() else {
        return false;
    };
    url.scheme_str() == Some(scheme) && matches!(url.host(), Some("localhost" | "127.0.0.1"))
}

impl fmt::Debug for SignedPost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignedPost")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_of_the_timestamp_and_the_body() {
        let post = SignedPost::new("https://sms.example/send", b"0123456789abcdef").unwrap();
        let signature = post.signature("1700000000", "{}");
        assert_eq!(signature.len(), "sha256=".len() + 64);
        assert_ne!(signature, post.signature("1700000001", "{}"));
        assert_ne!(signature, post.signature("1700000000", "{ }"));
    }

    #[test]
    fn codes_are_sent_to_other_machines_over_tls_only() {
        let key = b"0123456789abcdef";
        assert!(SignedPost::new("http://127.0.0.1:9/sms", key).is_ok());
        for url in ["http://sms.example/", "http://localhost:a@evil.example/", "ftp://127.0.0.1"] {
            assert!(SignedPost::new(url, key).is_err(), "{url}");
        }
        assert!(SignedPost::new("https://sms.example/", b"short").is_err());
    }
}
