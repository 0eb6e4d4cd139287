//! Posts to an operator's own program, signed as in the Standard Webhooks specification
//! (<https://www.standardwebhooks.com>).

use std::{
    fmt,
    sync::Arc,
    thread::sleep,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use axum::http::Uri;
use tokio::task::spawn_blocking;
use ureq::Agent;

use crate::delivery::webhooks::{key_of, signature};

/// The time limit for all tries together, because a visitor may be waiting.
const LIMIT: Duration = Duration::from_secs(5);

/// No other try starts with less time than this.
const SHORTEST_TRY: Duration = Duration::from_secs(1);

/// The pauses before the second and the third try.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(800)];

/// Posts JSON to one address. All tries of a post have the same `webhook-id`.
#[derive(Clone)]
pub struct SignedPost {
    agent: Agent,
    url: Arc<str>,
    key: Arc<[u8]>,
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
    /// Not a key of the specification.
    #[error("it is no key that begins with whsec_: `server key` makes one")]
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
    /// Posts to `url`, signed with a key as `server key` prints it: `whsec_` and base64.
    ///
    /// # Errors
    ///
    /// What is not acceptable.
    pub fn new(url: &str, key: &str) -> Result<Self, BadPost> {
        if !url.starts_with("https://") && !is_this_machine(url, "http") {
            return Err(BadPost::Address);
        }
        let key = key_of(key).ok_or(BadPost::Key)?.into();
        let config = Agent::config_builder().max_redirects(0);
        Ok(Self { agent: config.build().into(), url: url.into(), key })
    }

    /// Posts, up to three times if the failure may be temporary. All of it takes five seconds at
    /// most.
    ///
    /// # Errors
    ///
    /// Why the last try failed.
    pub async fn post(&self, id: &str, body: &serde_json::Value) -> Result<(), PostError> {
        let (post, id, body) = (self.clone(), id.to_owned(), body.to_string());
        let posted = spawn_blocking(move || post.try_all(&id, &body)).await;
        posted.unwrap_or_else(|_| Err(PostError::new("the task was stopped")))
    }

    fn try_all(&self, id: &str, body: &str) -> Result<(), PostError> {
        let end = Instant::now() + LIMIT;
        let mut tried = self.try_once(id, body, LIMIT);
        for pause in PAUSES {
            let left = end.saturating_duration_since(Instant::now() + pause);
            match &tried {
                Err(error) if is_temporary(error) && left >= SHORTEST_TRY => sleep(pause),
                _ => break,
            }
            tried = self.try_once(id, body, left);
        }
        Ok(tried?)
    }

    fn try_once(&self, id: &str, body: &str, limit: Duration) -> Result<(), ureq::Error> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let timestamp = now.as_secs();
        let request = self
            .agent
            .post(&*self.url)
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", timestamp.to_string())
            .header("webhook-signature", signature(&self.key, id, timestamp, body));
        request.config().timeout_global(Some(limit)).build().send(body).map(|_| ())
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
    fn codes_are_sent_to_other_machines_over_tls_only() {
        let key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        assert!(SignedPost::new("http://127.0.0.1:9/sms", key).is_ok());
        for url in ["http://sms.example/", "http://localhost:a@evil.example/", "ftp://127.0.0.1"] {
            assert!(SignedPost::new(url, key).is_err(), "{url}");
        }
        assert!(SignedPost::new("https://sms.example/", "whsec_c2hvcnQ=").is_err());
    }
}
