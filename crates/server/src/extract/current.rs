//! Who asks, and whether they are still whom their page shows.

use std::marker::PhantomData;

use api::{Access, HostedCode};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, request::Parts},
};
use domain::{mobile::MobileNumber, pipeline::Right};
use store::StoreError;

use super::{
    api_token,
    caller::{Caller, staff},
};
use crate::{
    AppState,
    refusal::{Refusal, Result},
    secret,
};

/// The header in which a page says whom it shows.
pub(crate) const EXPECTED_USER: &str = "Expected-User";

/// What stands there for a guest; for a member, their number does.
pub(crate) const GUEST: &str = "guest";

impl FromRequestParts<AppState> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        match api_token::caller(parts, state).await? {
            Some(program) => Ok(program),
            None => visitor(parts, state).await,
        }
    }
}

/// By the cookie of their session; without one, a guest.
async fn visitor(parts: &Parts, state: &AppState) -> Result<Caller> {
    let came = state.cookies.has_session(&parts.headers);
    let token = state.cookies.session(&parts.headers).as_ref().map(secret::hash);
    let access = match &token {
        Some(hash) => access(hash, state).await?,
        None => Access::guest(),
    };
    let ended = came && access.viewer.user().is_none();
    Ok(Caller { access, token, ended, is_program: false })
}

/// What whoever holds this token may do: a session that has ended is a guest's.
async fn access(hash: &[u8; 32], state: &AppState) -> Result<Access> {
    let now = state.clock.now();
    match state.store.session(hash, now).await? {
        Some(session) if session.times.holds(now) => {
            Ok(match (staff(session.staff, &session.user), session.confirmed) {
                (None, _) => Access::of_member(session.user),
                (Some(staff), true) => Access::of_staff(staff, session.confirmed_at),
                (Some(staff), false) => Access::of_unconfirmed(staff),
            })
        }
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

/// Whoever makes a request, where it matters who. Refused are a session that has ended, and one of
/// somebody else than the request was made for: another tab may have logged in meanwhile.
#[derive(Clone, Debug)]
pub(crate) struct Current(pub(crate) Caller);

/// A member of staff with the second factor and with a right for everything that there is.
#[derive(Clone, Debug)]
pub(crate) struct May<R> {
    pub(crate) caller: Caller,
    right: PhantomData<R>,
}

/// A right that [`May`] asks for.
pub(crate) trait Needs {
    const RIGHT: Right;
}

macro_rules! rights {
    ($($Name:ident,)*) => {
        $(
            #[derive(Clone, Debug)]
            pub(crate) struct $Name;

            impl Needs for $Name {
                const RIGHT: Right = Right::$Name;
            }
        )*
    };
}

rights! {
    Read,
    Handle,
    Award,
    Records,
    Settings,
}

impl FromRequestParts<AppState> for Current {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let caller = Caller::from_request_parts(parts, state).await?;
        if caller.is_program {
            return Ok(Self(caller));
        }
        let current = match shown(&parts.headers)? {
            Shown::Whoever if caller.ended => Err(HostedCode::SessionEnded),
            Shown::Whoever => Ok(()),
            Shown::Guest => caller.access.is_of(None),
            Shown::Member(number) => caller.access.is_of(Some(&number)),
        };
        // The cookie stays, though no session is behind it: a refusal that comes late must not take
        // away the one that another answer has brought meanwhile.
        current?;
        Ok(Self(caller))
    }
}

impl<R: Needs> FromRequestParts<AppState> for May<R> {
    type Rejection = Refusal;

    /// Refuses before a body is read: nobody else makes this server hold a large one.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let Current(caller) = Current::from_request_parts(parts, state).await?;
        caller.access.may(R::RIGHT)?;
        Ok(Self { caller, right: PhantomData })
    }
}

/// For whom a request was made.
enum Shown {
    /// It does not say: a program asks, which shows nobody.
    Whoever,
    Guest,
    Member(MobileNumber),
}

fn shown(headers: &HeaderMap) -> Result<Shown> {
    match headers.get(EXPECTED_USER).map(HeaderValue::to_str) {
        None => Ok(Shown::Whoever),
        Some(Ok(GUEST)) => Ok(Shown::Guest),
        Some(text) => {
            let number = text.ok().and_then(|text| MobileNumber::parse(text).ok());
            // A page from before an update may show another spelling.
            let number = number.map(|number| Shown::Member(numbers::normal(&number)));
            number.ok_or_else(|| {
                Refusal::malformed("The header Expected-User is neither `guest` nor a number.")
            })
        }
    }
}
