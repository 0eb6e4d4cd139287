//! Who asks.

use api::Access;
use axum::{extract::FromRequestParts, http::request::Parts};
use domain::viewer::Viewer;
use store::{Actor, Author, StoreError};

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
    /// Whether they came with a cookie that is no session's, or not any more.
    pub(crate) ended: bool,
}

impl Caller {
    /// The session that they ask under: what they write is written only while it is open.
    pub(crate) fn session(&self) -> Option<&[u8; 32]> {
        self.token.as_ref().filter(|_| self.access.viewer.user().is_some())
    }

    /// Who they are to the history of what they write.
    pub(crate) fn author(&self) -> Author {
        let user = self.access.viewer.user();
        Author {
            actor: user.map_or(Actor::Guest, |user| Actor::Member(user.mobile_number.clone())),
            session: self.session().copied(),
        }
    }

    async fn of(parts: &Parts, state: &AppState) -> Result<Self> {
        let came = state.cookies.came(&parts.headers);
        let token = state.cookies.token(&parts.headers).as_ref().map(secret::hash);
        let access = match &token {
            Some(hash) => access(hash, state).await?,
            None => Access::guest(),
        };
        let ended = came && access.viewer.user().is_none();
        Ok(Self { access, token, ended })
    }
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        Self::of(parts, state).await
    }
}

/// What whoever holds this token may do: a session that has ended is a guest's.
async fn access(hash: &[u8; 32], state: &AppState) -> Result<Access> {
    let now = state.clock.now();
    match state.store.session(hash, now).await? {
        Some(session) if session.times.holds(now) => Ok(Access {
            viewer: Viewer::of(Some(session.user), &state.policy),
            confirmed: session.confirmed,
            confirmed_at: session.confirmed_at,
        }),
        Some(_) => {
            // It has ended, whether or not there is room to write that down.
            match state.store.close_session(hash).await {
                Err(StoreError::Full(_)) => {}
                closed => closed?,
            }
            Ok(Access::guest())
        }
        None => Ok(Access::guest()),
    }
}
