//! Posting to webhooks as in the Standard Webhooks specification
//! (<https://www.standardwebhooks.com>). Their addresses are typed by users.
//!
//! **Architecture invariant:** nothing is posted into this server's own network
//! ([`PublicResolver`]).

use std::{fmt, net::IpAddr, time::Duration};

use api::{DAY_MS, DeliveryFailure, WEBHOOK_URL_MAX};
use axum::http::{HeaderMap, Uri, header::RETRY_AFTER};
use base64::{Engine, engine::general_purpose::STANDARD};
use chrono::DateTime;
use domain::referral::Instant;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tokio::task::spawn_blocking;
use ureq::{Agent, Error, unversioned::transport::DefaultConnector};

use crate::delivery::{
    public_addresses::{PrivateAddress, PublicResolver, may_be_posted_to},
    signed_post::is_this_machine,
};

/// The time limit for one try, from resolving the name to the head of the answer. The body of the
/// answer is not read.
const LIMIT: Duration = Duration::from_secs(15);

/// The fewest bytes of a key.
const KEY_BYTES_MIN: usize = 24;

/// The maximum length of an answer's head, in bytes.
const HEAD_MAX: usize = 16 * 1024;

/// Posts to addresses of the public internet with HTTPS, and does not follow redirects.
#[derive(Clone)]
pub struct WebhookPost {
    agent: Agent,
    to_loopback: bool,
}

/// A request to post.
pub(crate) struct WebhookPosting {
    /// `webhook-id`.
    pub(crate) id: String,
    /// `webhook-timestamp`, in seconds since 1970.
    pub(crate) timestamp: u64,
    /// `webhook-signature`: one for each valid secret, separated by blanks.
    pub(crate) signatures: String,
    /// The body, as JSON.
    pub(crate) body: String,
}

/// The outcome of one try of a delivery: a post to a webhook or a text message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DeliveryResult {
    /// The status of the answer; `None` without an answer.
    pub(crate) status: Option<u16>,
    /// Why it failed; `None` if it did not.
    pub(crate) failure: Option<DeliveryFailure>,
    /// After how many milliseconds the receiver wants the next try, at most a day.
    pub(crate) retry_after_ms: Option<u64>,
}

impl WebhookPost {
    /// With `to_loopback`, this machine counts as public and needs no HTTPS: for development.
    pub fn new(to_loopback: bool) -> Self {
        Self::within(LIMIT, to_loopback)
    }

    fn within(limit: Duration, to_loopback: bool) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(limit))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(HEAD_MAX)
            .max_idle_connections(0)
            .http_status_as_error(false)
            // A proxy would resolve the name itself, without the check.
            .proxy(None)
            .user_agent("referral-programme-webhooks")
            .build();
        let resolver = PublicResolver::new(to_loopback);
        let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
        Self { agent, to_loopback }
    }

    /// Whether a webhook may have this address. Its name is resolved before each try.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let Ok(url) = text.parse::<Uri>() else { return false };
        let (Some(host), Some(authority)) = (url.host(), url.authority()) else { return false };
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_open = literal.map_or(true, |address| may_be_posted_to(address, self.to_loopback));
        let plain = self.to_loopback && is_this_machine(text, "http");
        text.len() <= WEBHOOK_URL_MAX
            && !authority.as_str().contains('@')
            && (url.scheme_str() == Some("https") || plain)
            && is_open
    }

    /// Posts once.
    pub(crate) async fn post(
        &self,
        url: &str,
        posting: WebhookPosting,
        now: Instant,
    ) -> DeliveryResult {
        let (agent, url) = (self.agent.clone(), url.to_owned());
        let posted = spawn_blocking(move || {
            let request = agent
                .post(url)
                .header("content-type", "application/json")
                .header("webhook-id", posting.id)
                .header("webhook-timestamp", posting.timestamp.to_string())
                .header("webhook-signature", posting.signatures);
            request.send(posting.body)
        });
        match posted.await {
            Ok(Ok(response)) => {
                let status = response.status().as_u16();
                let failure = match status {
                    200..300 => None,
                    408 | 425 | 429 | 500.. => Some(DeliveryFailure::Deferred),
                    _ => Some(DeliveryFailure::Refused),
                };
                let retry_after_ms = retry_after_ms(response.headers(), now);
                DeliveryResult { status: Some(status), failure, retry_after_ms }
            }
            Ok(Err(error)) => {
                let failure = match error {
                    Error::Timeout(_) => DeliveryFailure::TimedOut,
                    Error::Other(error) if error.is::<PrivateAddress>() => {
                        DeliveryFailure::PrivateAddress
                    }
                    _ => DeliveryFailure::Unreachable,
                };
                DeliveryResult { status: None, failure: Some(failure), retry_after_ms: None }
            }
            Err(_) => {
                let failure = Some(DeliveryFailure::Unreachable);
                DeliveryResult { status: None, failure, retry_after_ms: None }
            }
        }
    }
}

/// A signature: `v1,` and the HMAC-SHA-256, in base64, of id, timestamp and body.
pub(crate) fn signature(key: &[u8], id: &str, timestamp: u64, body: &str) -> String {
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
    let mac = mac.chain_update(format!("{id}.{timestamp}.{body}"));
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// A secret in the form for its receiver.
pub(crate) fn secret_text(key: &[u8]) -> String {
    format!("whsec_{}", STANDARD.encode(key))
}

/// The key in a secret of this form, if it has at least 24 bytes, which the specification asks for.
pub(crate) fn key_of(secret: &str) -> Option<Vec<u8>> {
    let key = STANDARD.decode(secret.strip_prefix("whsec_")?).ok()?;
    (key.len() >= KEY_BYTES_MIN).then_some(key)
}

/// Parses `Retry-After`: seconds or a date.
fn retry_after_ms(headers: &HeaderMap, now: Instant) -> Option<u64> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let millis = match text.parse::<u64>() {
        Ok(seconds) => seconds.saturating_mul(1000),
        Err(_) => {
            let at = DateTime::parse_from_rfc2822(text).ok()?.timestamp_millis();
            u64::try_from(at).ok()?.saturating_sub(now.as_millis())
        }
    };
    Some(millis.min(DAY_MS))
}

impl fmt::Debug for WebhookPost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookPost")
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Write,
        net::{TcpListener, TcpStream},
        thread,
        time::Instant as Timer,
    };

    use super::*;

    /// The outcome of posting to a server that answers in this way within half a second.
    async fn posted_to(answer: fn(&mut TcpStream) -> std::io::Result<()>) -> DeliveryResult {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            while answer(&mut stream).is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        let posting = WebhookPosting {
            id: "a".to_owned(),
            timestamp: 1,
            signatures: String::new(),
            body: "{}".to_owned(),
        };
        let (post, begun) = (WebhookPost::within(Duration::from_millis(500), true), Timer::now());
        let answer = post.post(&url, posting, Instant::default()).await;
        assert!(begun.elapsed() < Duration::from_secs(5));
        answer
    }

    #[tokio::test]
    async fn slow_answers_do_not_prolong_a_try() {
        let failed =
            |failure| DeliveryResult { status: None, failure: Some(failure), retry_after_ms: None };
        let silence = posted_to(|_| Ok(())).await;
        assert_eq!(silence, failed(DeliveryFailure::TimedOut));
        let slow = posted_to(|stream| stream.write_all(b"H")).await;
        assert!(slow.failure.is_some() && slow.status.is_none(), "{slow:?}");
        let head = posted_to(|stream| {
            stream.write_all(b"HTTP/1.1 200 X\r\n")?;
            stream.write_all(&b"a: b\r\n".repeat(10_000))
        });
        assert_eq!(head.await.failure, Some(DeliveryFailure::Unreachable));
        let body = posted_to(|stream| {
            stream.write_all(b"HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\n")?;
            loop {
                stream.write_all(&[b"400\r\n".as_slice(), &[b'a'; 1024], b"\r\n"].concat())?;
            }
        });
        assert_eq!(
            body.await,
            DeliveryResult { status: Some(200), failure: None, retry_after_ms: None }
        );
    }

    #[test]
    fn a_signature_is_that_of_the_specifications_example() {
        let key = STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature = signature(
            &key,
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1_614_265_330,
            "{\"test\": 2432232314}",
        );
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        assert_eq!(secret_text(&key), secret);
        assert_eq!(key_of(secret), Some(key));
        for bad in ["", "whsec_", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_c2hvcnQ=", "whsec_ä"]
        {
            assert_eq!(key_of(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_webhook_has_an_address_that_may_be_posted_to() {
        let accepts = |text: &str| WebhookPost::new(false).accepts(text);
        assert!(accepts("https://hooks.example/in?for=us") && accepts("https://1.1.1.1:8443/"));
        for text in [
            "",
            "hooks.example",
            "/in",
            "http://hooks.example/",
            "ftp://hooks.example/",
            "https://user:password@hooks.example/",
            "https://10.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "http://127.0.0.1/",
            "http://localhost/",
            &format!("https://hooks.example/{}", "a".repeat(1000)),
        ] {
            assert!(!accepts(text), "{text}");
        }
        let local = WebhookPost::new(true);
        assert!(local.accepts("http://127.0.0.1:1/") && local.accepts("https://[::1]/"));
        assert!(!local.accepts("http://10.0.0.1/") && !local.accepts("https://10.0.0.1/"));
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_as_a_date() {
        let now = Instant::try_from(784_111_777_000 - 60_000).unwrap();
        let after = |text: &str| {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, text.parse().unwrap())]);
            retry_after_ms(&headers, now)
        };
        assert_eq!(after("120"), Some(120_000));
        assert_eq!(after("Sun, 06 Nov 1994 08:49:37 GMT"), Some(60_000));
        assert_eq!(after("Sat, 05 Nov 1994 08:49:37 GMT"), Some(0));
        assert_eq!(after("99999999999999999999"), None);
        assert_eq!(after("99999999"), Some(DAY_MS));
        assert_eq!(after("soon"), None);
    }
}
