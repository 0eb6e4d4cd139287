//! Codes that were sent, and sessions.

use domain::account::User;
use domain::hosted::{Dispatch, SessionTimes};
use domain::mobile::MobileNumber;
use domain::referral::Instant;

/// A code that is about to be sent.
#[derive(Clone, Debug)]
pub struct NewDispatch {
    /// Names it: random, and no secret.
    pub challenge: String,
    /// To whom.
    pub mobile: MobileNumber,
    /// An HMAC of the code; the code itself is stored nowhere.
    pub code: [u8; 32],
    /// An HMAC of the network address that asks for it.
    pub address: [u8; 32],
    /// When.
    pub now: Instant,
}

/// A code that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispatched {
    /// To whom.
    pub mobile: MobileNumber,
    /// Its HMAC.
    pub code: [u8; 32],
    /// What the rules ask of it.
    pub dispatch: Dispatch,
}

/// A session that is about to begin.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub token: [u8; 32],
    /// Whose it is.
    pub user: User,
    /// When it begins.
    pub now: Instant,
    /// The hash of the token of the session that it replaces, if there was one.
    pub replaces: Option<[u8; 32]>,
}

/// What came of beginning a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// It has begun.
    Done,
    /// The number was to be registered and is already: somebody was quicker.
    AlreadyRegistered,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// Whose it is.
    pub user: User,
    /// When it began and was last used, before now.
    pub times: SessionTimes,
    /// Whether the second factor was given.
    pub confirmed: bool,
}
