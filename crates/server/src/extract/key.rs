//! A referral's key, in a path.

use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};

use crate::{AppState, refusal::Refusal};

/// The key as it was sent. Whether it is any referral's, the store says.
#[derive(Debug)]
pub(crate) struct Key(pub(crate) String);

impl FromRequestParts<AppState> for Key {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        path.map(|Path(key)| Self(key))
            .map_err(|_| Refusal::malformed("The key in the path is not UTF-8."))
    }
}
