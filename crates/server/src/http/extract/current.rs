//! The person who makes a request, and whether they are the one whom the page shows.

use std::marker::PhantomData;

use crate::db::StoreError;
use api::{Access, HostedCode};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, request::Parts},
};
use domain::{mobile::MobileNumber, pipeline::Right};

use crate::http::extract::{
    api_token,
    caller::{Caller, staff},
};
use crate::{
    AppState,
    http::{
        language::Translation,
        refusal::{Refusal, Result},
    },
    secret,
};

/// The header in which a page says whom it shows.
pub(crate) const EXPECTED_USER: &str = "Expected-User";

/// The header's value for a guest; for a member it is their number.
pub(crate) const GUEST: &str = "guest";

impl FromRequestParts<AppState> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let caller = match api_token::caller(parts, state).await? {
            Some(program) => program,
            None => visitor(parts, state).await?,
        };
        let Ok(words) = Translation::from_request_parts(parts, state).await;
        Ok(Caller { words, ..caller })
    }
}

/// The visitor by session cookie; without one, a guest.
async fn visitor(parts: &Parts, state: &AppState) -> Result<Caller> {
    let came = state.cookies.has_session(&parts.headers);
    let token = state.cookies.session(&parts.headers).as_ref().map(secret::hash);
    let access = match &token {
        Some(hash) => access(hash, state).await?.with_contact(state.policy.contact),
        None => Access::guest(),
    };
    let ended = came && access.viewer.user().is_none();
    Ok(Caller { access, token, ended, is_program: false, ..Caller::guest() })
}

/// What the owner of this token may do. An ended session counts as a guest.
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
            // Ended, even if that cannot be written now.
            match state.store.close_session(hash).await {
                Err(StoreError::Full(_)) => {}
                closed => closed?,
            }
            Ok(Access::guest())
        }
        None => Ok(Access::guest()),
    }
}

/// The caller, where it matters who it is. Refused if the session has ended, or if it belongs to
/// another person than the page shows: another tab may have logged in in the meantime.
#[derive(Clone, Debug)]
pub(crate) struct Current(pub(crate) Caller);

/// A member of staff with the second factor and with this right for all referrals.
#[derive(Clone, Debug)]
pub(crate) struct Authorized<R> {
    pub(crate) caller: Caller,
    right: PhantomData<R>,
}

/// The right that [`Authorized`] requires.
pub(crate) trait RequiredRight {
    const RIGHT: Right;
}

macro_rules! rights {
    ($($Name:ident,)*) => {
        $(
            #[derive(Clone, Debug)]
            pub(crate) struct $Name;

            impl RequiredRight for $Name {
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
    Redemptions,
    Payouts,
}

impl FromRequestParts<AppState> for Current {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let caller = Caller::from_request_parts(parts, state).await?;
        if caller.is_program {
            return Ok(Self(caller));
        }
        let current = match expected_user(&parts.headers)? {
            ExpectedUser::Unstated if caller.ended => Err(HostedCode::SessionEnded),
            ExpectedUser::Unstated => Ok(()),
            ExpectedUser::Guest => caller.access.is_of(None),
            ExpectedUser::Member(number) => caller.access.is_of(Some(&number)),
        };
        // The cookie is not removed, although it has no session: this refusal may arrive late and
        // would remove a newer cookie.
        current?;
        Ok(Self(caller))
    }
}

impl<R: RequiredRight> FromRequestParts<AppState> for Authorized<R> {
    type Rejection = Refusal;

    /// Refuses before the body is read, so that nobody else can make the server hold a large one.
    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        let Current(caller) = Current::from_request_parts(parts, state).await?;
        caller.access.may(R::RIGHT)?;
        Ok(Self { caller, right: PhantomData })
    }
}

/// The person whom the page shows.
enum ExpectedUser {
    /// Not stated, because the client is a program.
    Unstated,
    Guest,
    Member(MobileNumber),
}

fn expected_user(headers: &HeaderMap) -> Result<ExpectedUser> {
    match headers.get(EXPECTED_USER).map(HeaderValue::to_str) {
        None => Ok(ExpectedUser::Unstated),
        Some(Ok(GUEST)) => Ok(ExpectedUser::Guest),
        Some(text) => {
            let number = text.ok().and_then(|text| MobileNumber::parse(text).ok());
            // A page from before an update may show another spelling.
            let number = number.map(|number| ExpectedUser::Member(numbers::normal(&number)));
            number.ok_or_else(|| {
                Refusal::malformed("The header Expected-User is neither `guest` nor a number.")
            })
        }
    }
}
