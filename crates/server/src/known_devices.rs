//! Devices on which somebody has logged in. What others ask for uses up nothing of theirs.

use api::DEVICE_LIFE_MS;
use axum::http::{HeaderMap, HeaderValue};
use domain::mobile::MobileNumber;
use store::NewDevice;

use crate::{AppState, clock::after, observe::redact, random, secret};

/// The hash of the token that a request's device came with, whether or not it is known.
pub(crate) fn token(state: &AppState, headers: &HeaderMap) -> Option<[u8; 32]> {
    state.cookies.device(headers).as_ref().map(secret::hash)
}

/// Knows the device of a request from now on; the cookie by which it is. The token is a new one, so
/// that nobody knows it who has put a cookie of theirs there. A failure is no reason to refuse a
/// login: the next code may cost some work, that is all.
pub(crate) async fn remember(
    state: &AppState,
    headers: &HeaderMap,
    mobile: &MobileNumber,
    session: [u8; 32],
) -> Option<HeaderValue> {
    let fresh = random::bytes().ok()?;
    let new = NewDevice {
        token: secret::hash(&fresh),
        mobile: mobile.clone(),
        expires_at: after(state.clock.now(), DEVICE_LIFE_MS),
        replaces: token(state, headers),
        session: Some(session),
    };
    match state.store.remember_device(&new).await {
        Ok(()) => state.cookies.bring_device(&fresh),
        Err(error) => {
            tracing::warn!(error = redact(&error.to_string()), "a device was not remembered");
            None
        }
    }
}
