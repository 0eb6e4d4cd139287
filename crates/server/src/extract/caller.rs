//! Who asks, and whether they are still whom their page shows.

use std::marker::PhantomData;

use api::{Access, HostedCode};
use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderValue, request::Parts},
};
use domain::{
    account::User,
    mobile::MobileNumber,
    pipeline::{Right, Staff},
    viewer::Viewer,
};
use store::{Actor, Author, StaffMember, StoreError};

use super::api_token;
use crate::{
    AppState,
    refusal::{Refusal, Result},
    secret,
};

/// The header in which a page says whom it shows.
pub(crate) const EXPECTED_USER: &str = "Expected-User";

/// What stands there for a guest; for a member, their number does.
pub(crate) const GUEST: &str = "guest";

/// Whoever makes a request, by the session or the API token that it comes with.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    /// What they may do.
    pub(crate) access: Access,
    /// The hash of the token that they came with, whether or not any session or program has it.
    pub(crate) token: Option<[u8; 32]>,
    /// Whether they came with a cookie that is no session's, or not any more.
    pub(crate) ended: bool,
    /// Whether it is a program, by an API token: it shows nobody a page.
    pub(crate) is_program: bool,
}

impl Caller {
    /// The session or the API token that they ask under: what they write is written only while it is open.
    pub(crate) fn session(&self) -> Option<&[u8; 32]> {
        self.token.as_ref().filter(|_| self.access.viewer.user().is_some())
    }

    /// Who they are to the history of what they write.
    pub(crate) fn author(&self) -> Author {
        let actor = match &self.access.viewer {
            Viewer::Staff(staff) => {
                Actor::Staff { id: staff.id().to_owned(), name: staff.user().name.clone() }
            }
            other => {
                other.user().map_or(Actor::Guest, |user| Actor::Member(user.mobile_number.clone()))
            }
        };
        Author { actor, session: self.session().copied() }
    }

    async fn of(parts: &Parts, state: &AppState) -> Result<Self> {
        let came = state.cookies.has_session(&parts.headers);
        let token = state.cookies.session(&parts.headers).as_ref().map(secret::hash);
        let access = match &token {
            Some(hash) => access(hash, state).await?,
            None => Access::guest(),
        };
        let ended = came && access.viewer.user().is_none();
        Ok(Self { access, token, ended, is_program: false })
    }
}

impl FromRequestParts<AppState> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self> {
        match api_token::caller(parts, state).await? {
            Some(program) => Ok(program),
            None => Self::of(parts, state).await,
        }
    }
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

/// A member of staff as their role says what they may do. They go by the name that their colleagues
/// know.
pub(crate) fn staff(member: Option<StaffMember>, user: &User) -> Option<Staff> {
    let StaffMember { id, name, role, services, .. } = member?;
    Some(Staff::new(id, User { name, ..user.clone() }, role, services))
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
