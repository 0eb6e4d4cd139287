//! Whether whoever asks is still whom their page shows.

use api::HostedCode;
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, request::Parts},
};
use domain::mobile::MobileNumber;

use super::Caller;
use crate::{
    AppState,
    refusal::{Refusal, Result},
};

/// The header in which a page says whom it shows.
pub(crate) const HEADER: &str = "Expected-User";

/// What stands there for a guest; for a member, their number does.
pub(crate) const GUEST: &str = "guest";

/// Whoever makes a request, where it matters who. Refused are a session that has ended, and one of
/// somebody else than the request was made for: another tab may have logged in meanwhile.
#[derive(Clone, Debug)]
pub(crate) struct Current(pub(crate) Caller);

/// The admin, with the second factor.
#[derive(Clone, Debug)]
pub(crate) struct Confirmed(pub(crate) Caller);

impl FromRequestParts<AppState> for Current {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let caller = Caller::from_request_parts(parts, state).await?;
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

impl FromRequestParts<AppState> for Confirmed {
    type Rejection = Refusal;

    /// Refuses before a body is read: nobody else makes this server hold a large one.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let Current(caller) = Current::from_request_parts(parts, state).await?;
        caller.access.confirmed_admin()?;
        Ok(Self(caller))
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
    match headers.get(HEADER).map(HeaderValue::to_str) {
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
