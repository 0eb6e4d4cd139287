//! Idempotency keys, which tell retries from new requests.

use crate::db::answers::RetryKey;
use api::DAY_MS;
use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::request::Parts,
};
use utoipa::IntoParams;

use crate::{
    AppState,
    http::{
        client_ip::{ClientIp, network},
        extract::Caller,
        refusal::Refusal,
    },
    secret::Purpose,
};

/// The header that carries the key.
pub(crate) const HEADER: &str = "idempotency-key";

/// The length of a key: long enough to be unique.
const LENGTHS: std::ops::RangeInclusive<usize> = 16..=64;

/// The header in the description of a route that requires it.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it describes the interface, and nothing reads it")]
pub(crate) struct IdempotencyHeader {
    /// The same for every try of one write, which is done once: visible ASCII characters.
    #[param(rename = "Idempotency-Key", min_length = 16, max_length = 64)]
    key: String,
}

/// The same where the header may be left out.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it describes the interface, and nothing reads it")]
pub(crate) struct OptionalIdempotencyHeader {
    /// The same for every try: what was done is not done again, and a retry is answered alike.
    #[param(rename = "Idempotency-Key", min_length = 16, max_length = 64)]
    key: Option<String>,
}

/// The key of a write. A retry has the same.
#[derive(Debug)]
pub(crate) struct IdempotencyKey(String);

impl IdempotencyKey {
    /// The key for a form without script, which sends none: the same content from the same network
    /// on the same day is one submission.
    pub(crate) fn of_form(state: &AppState, client: ClientIp, words: &[u8]) -> Self {
        let ClientIp(address) = client;
        let network = network(address).to_string();
        let day = (state.clock.now().as_millis() / DAY_MS).to_be_bytes();
        let texts: [&[u8]; 4] = [b"form", network.as_bytes(), &day, words];
        Self(crate::random::encode(&state.secret.hmac(Purpose::IdempotencyKey, &texts)))
    }

    /// The stored form of the key: combined with the sender, so that keys of others do not collide,
    /// and hashed, because an erasure does not search here for numbers.
    pub(crate) fn stored_key(&self, caller: &Caller, state: &AppState, more: &[u8]) -> String {
        let who = caller.access.viewer.user().map(|user| user.mobile_number.as_str());
        let who = who.unwrap_or("guest").as_bytes();
        let hmac = state.secret.hmac(Purpose::IdempotencyKey, &[who, self.0.as_bytes(), more]);
        crate::random::encode(&hmac)
    }

    /// The same for a write whose answer is stored: combined with the content too, so that other
    /// content under the same key is another write.
    pub(crate) fn retry_key(&self, who: &[u8], state: &AppState, what: &[&[u8]]) -> RetryKey {
        let texts = [&[b"answer", who, self.0.as_bytes()], what].concat();
        let hmac = state.secret.hmac(Purpose::IdempotencyKey, &texts);
        RetryKey { stored_key: crate::random::encode(&hmac), at: state.clock.now() }
    }
}

impl OptionalFromRequestParts<AppState> for IdempotencyKey {
    type Rejection = Refusal;

    /// For routes where the key is optional. An invalid one is refused.
    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Option<Self>, Refusal> {
        if !parts.headers.contains_key(HEADER) {
            return Ok(None);
        }
        <Self as FromRequestParts<AppState>>::from_request_parts(parts, state).await.map(Some)
    }
}

impl FromRequestParts<AppState> for IdempotencyKey {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Refusal> {
        let Some(key) = parts.headers.get(HEADER) else {
            return Err(Refusal::malformed(
                "The header Idempotency-Key is missing: make one up for each submission, and send \
                 the same with every try of it.",
            ));
        };
        let key = key.to_str().ok().filter(|key| {
            LENGTHS.contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
        });
        key.map(|key| Self(key.to_owned())).ok_or_else(|| {
            Refusal::malformed(
                "The header Idempotency-Key must be 16 to 64 visible ASCII characters.",
            )
        })
    }
}
