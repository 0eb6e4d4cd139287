//! One-time codes, devices, sessions and second factors.

use api::{SentCode, SessionTimes};
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::referral::Instant;

use crate::staff::records::{StaffMember, StoredPasskey};

/// A code that can be used once.
#[derive(Clone, Debug)]
pub struct NewCode {
    /// Its random id, which is not secret.
    pub challenge: String,
    /// The number that it is for.
    pub mobile: MobileNumber,
    /// An HMAC of the code; the code itself is not stored.
    pub code: [u8; 32],
    /// When it was made.
    pub now: Instant,
}

/// A code to send, and who asks for it.
#[derive(Clone, Debug)]
pub struct CodeToSend {
    /// The code.
    pub code: NewCode,
    /// An HMAC of the number, under which codes are counted. It stays when the account is erased.
    pub number: [u8; 32],
    /// An HMAC of the network that the request came from.
    pub address: [u8; 32],
    /// The hash of the device's token, if it sent one. The device may be unknown.
    pub device: Option<[u8; 32]>,
    /// The proof of work, if the request had one. It may have been used before.
    pub proof: Option<UsedProof>,
}

/// A proof of work. It is stored until it expires, so that it can be used only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedProof {
    /// Its id.
    pub proof: [u8; 32],
    /// Its difficulty, in bits.
    pub bits: u32,
    /// When it expires.
    pub expires_at: Instant,
}

/// A device on which somebody has logged in.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// The hash of its token.
    pub token: [u8; 32],
    /// The number that was used.
    pub mobile: MobileNumber,
    /// When the device is forgotten.
    pub expires_at: Instant,
    /// The hash of the device's previous token, which the new one replaces for all numbers.
    pub replaces: Option<[u8; 32]>,
    /// The hash of the login session's token. The device is stored only if that session is still
    /// open, so that nothing is stored about somebody who was erased in the meantime.
    pub session: Option<[u8; 32]>,
}

/// A code that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCode {
    /// The number that it was sent to.
    pub mobile: MobileNumber,
    /// The HMAC of the code.
    pub code: [u8; 32],
    /// The facts that the rules need.
    pub sent: SentCode,
}

/// A session to begin.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub token: [u8; 32],
    /// The user.
    pub user: User,
    /// When it begins.
    pub now: Instant,
    /// The hash of the token of the session that this one replaces.
    pub replaces: Option<[u8; 32]>,
    /// The kind of device, in words for its owner, if known.
    pub device: Option<String>,
    /// The code of the language of the page, such as `ar`.
    pub language: &'static str,
    /// Makes them the first owner, with this id and name, if there is no owner yet: the operator has
    /// configured their number.
    pub first_owner: Option<(String, User)>,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// The user.
    pub user: User,
    /// When it began and was last used before now.
    pub times: SessionTimes,
    /// Whether the second factor was given.
    pub confirmed: bool,
    /// When it was last given.
    pub confirmed_at: Option<Instant>,
    /// Their staff record, if they are staff.
    pub staff: Option<StaffMember>,
}

/// A session in the user's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    /// The hash of its token.
    pub token: [u8; 32],
    /// When it began and was last used.
    pub times: SessionTimes,
    /// [`NewSession::device`].
    pub device: Option<String>,
}

/// A try of the second factor.
#[derive(Clone, Debug)]
pub struct NewConfirmation {
    /// The hash of the session's token.
    pub token: [u8; 32],
    /// The hash of the session's new token after a correct try.
    pub next: [u8; 32],
    /// The user's number.
    pub mobile: MobileNumber,
    /// The fingerprint of the number, under which tries and used codes are stored.
    pub number: [u8; 32],
    /// What the user gave.
    pub given: GivenFactor,
    /// When they gave it.
    pub now: Instant,
    /// Earlier tries do not count.
    pub since: Instant,
}

/// The second factor that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenFactor {
    /// A code of the authenticator app for this time step.
    Step(u64),
    /// The HMAC of a recovery code.
    RecoveryCode([u8; 32]),
    /// A signature of a passkey.
    Passkey {
        /// [`StoredPasskey::id`].
        id: String,
        /// [`StoredPasskey::dynamic_state`] when the signature was checked.
        before: Vec<u8>,
        /// The new state.
        after: Vec<u8>,
    },
    /// A new factor. The session already has the second factor, or this is the member's first one.
    New {
        /// The staff id.
        staff: String,
        /// Whether the operator has not configured a factor for them either.
        may_be_first: bool,
        /// The factor.
        factor: NewFactor,
    },
    /// Six digits that the authenticator app does not show.
    WrongAppCode,
    /// Anything else that is invalid.
    Invalid,
}

/// A new second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewFactor {
    /// The random part of an authenticator app's secret, and the time step of the code that
    /// confirmed it.
    Totp(Vec<u8>, u64),
    /// A passkey.
    Passkey(StoredPasskey),
}

/// A second factor to remove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemovedFactor {
    /// The authenticator app.
    Totp,
    /// The passkey with this id.
    Passkey(String),
}
