//! Who asks.

use axum::{extract::FromRequestParts, http::request::Parts};
use domain::{hosted::Access, viewer::Viewer};
use store::StoreError;

use crate::{
    AppState,
    refusal::{Refusal, Result},
    secret,
};

/// Whoever makes a request, by the session that it comes with.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// What they may do.
    pub(crate) access: Access,
    /// The hash of the token that they came with, whether or not it is any session's.
    pub(crate) token: Option<[u8; 32]>,
}

/// The admin, with the second factor.
#[derive(Clone, Debug)]
pub(crate) struct Confirmed(pub(crate) Caller);

impl Caller {
    async fn of(parts: &Parts, state: &AppState) -> Result<Self> {
        let token = state.cookies.token(&parts.headers).as_ref().map(secret::hash);
        let Some(hash) = token else {
            return Ok(Self { access: Access::guest(), token });
        };
        let now = state.clock.now();
        let access = match state.store.session(&hash, now).await? {
            Some(session) if session.times.holds(now) => Access {
                viewer: Viewer::of(Some(session.user), &state.policy),
                confirmed: session.confirmed,
            },
            Some(_) => {
                // It has ended, whether or not there is room to write that down.
                match state.store.close_session(&hash).await {
                    Err(StoreError::Full(_)) => {}
                    closed => closed?,
                }
                Access::guest()
            }
            None => Access::guest(),
        };
        Ok(Self { access, token })
    }
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        Self::of(parts, state).await
    }
}

impl FromRequestParts<AppState> for Confirmed {
    type Rejection = Refusal;

    /// Refuses before a body is read: nobody else makes this server hold a large one.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let caller = Caller::of(parts, state).await?;
        caller.access.confirmed_admin()?;
        Ok(Self(caller))
    }
}
