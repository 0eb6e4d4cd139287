//! Codes that were sent, and sessions.

use api::{SentCode, SessionTimes};
use domain::account::User;
use domain::mobile::MobileNumber;
use domain::referral::Instant;

use crate::{StaffMember, StoredPasskey};

/// A code that lets in once.
#[derive(Clone, Debug)]
pub struct NewCode {
    /// Names it: random, and no secret.
    pub challenge: String,
    /// To whom.
    pub mobile: MobileNumber,
    /// The number as it was typed.
    pub typed: String,
    /// An HMAC of the code; the code itself is stored nowhere.
    pub code: [u8; 32],
    /// When it is made.
    pub now: Instant,
}

/// A code that is about to be sent, and who asks for it.
#[derive(Clone, Debug)]
pub struct CodeToSend {
    /// The code.
    pub code: NewCode,
    /// An HMAC of the number. It is counted by, and stays when the account is erased.
    pub number: [u8; 32],
    /// An HMAC of the network that asks for it.
    pub address: [u8; 32],
    /// The hash of the token that a device came with, which need not be known.
    pub device: Option<[u8; 32]>,
    /// The proof of work that came along, which need not be a new one.
    pub proof: Option<UsedProof>,
}

/// A proof of work. It is remembered until it expires, and so used once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsedProof {
    /// Names it.
    pub proof: [u8; 32],
    /// How much work it was, in bits.
    pub bits: u32,
    /// When it is good no longer.
    pub expires_at: Instant,
}

/// A device on which somebody has logged in.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// The hash of its token.
    pub token: [u8; 32],
    /// With which number.
    pub mobile: MobileNumber,
    /// Until when it is known by that token.
    pub expires_at: Instant,
    /// The hash of the token that it had before: all numbers go over to the new one.
    pub replaces: Option<[u8; 32]>,
    /// The hash of the token of the login's session: the device is known only if it is still open,
    /// as whoever has been erased meanwhile is not remembered.
    pub session: Option<[u8; 32]>,
}

/// A code that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCode {
    /// To whom.
    pub mobile: MobileNumber,
    /// The number as it was typed; older programs did not keep it.
    pub typed: Option<String>,
    /// Its HMAC.
    pub code: [u8; 32],
    /// What the rules ask of it.
    pub dispatch: SentCode,
}

/// A session that is about to begin.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The hash of its token.
    pub token: [u8; 32],
    /// Scope it is.
    pub user: User,
    /// Their number as it was typed.
    pub typed: Option<String>,
    /// When it begins.
    pub now: Instant,
    /// The hash of the token of the session that it replaces, if there was one.
    pub replaces: Option<[u8; 32]>,
    /// On what kind of device, in words for its owner, if that can be told.
    pub device: Option<String>,
    /// Makes them the first owner, with this id, where nobody is one: theirs is the number that
    /// the operator has named.
    pub first_owner: Option<String>,
}

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSession {
    /// Scope it is.
    pub user: User,
    /// When it began and was last used, before now.
    pub times: SessionTimes,
    /// Whether the second factor was given.
    pub confirmed: bool,
    /// When it was given last; `None` also where a program gave it that did not keep the time.
    pub confirmed_at: Option<Instant>,
    /// What they are to the company, if they work for it.
    pub staff: Option<StaffMember>,
}

/// One of somebody's sessions, as they tell it from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSession {
    /// The hash of its token.
    pub token: [u8; 32],
    /// When it began and was last used.
    pub times: SessionTimes,
    /// [`NewSession::device`].
    pub device: Option<String>,
}

/// A second factor that was given.
#[derive(Clone, Debug)]
pub struct NewConfirmation {
    /// The hash of the token of the session that gives it.
    pub token: [u8; 32],
    /// The hash of the token that this session has afterwards, if it is right.
    pub next: [u8; 32],
    /// Scope it is.
    pub mobile: MobileNumber,
    /// The number's fingerprint, by which tries and used codes are known.
    pub number: [u8; 32],
    /// What was given.
    pub given: Given,
    /// When.
    pub now: Instant,
    /// Since when tries count.
    pub since: Instant,
}

/// What was given as the second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The authenticator app's code of this time step.
    Step(u64),
    /// A recovery code, as its HMAC.
    RecoveryCode([u8; 32]),
    /// What a passkey has signed.
    Passkey {
        /// [`StoredPasskey::id`].
        id: String,
        /// [`StoredPasskey::dynamic_state`], as it was when this was checked.
        before: Vec<u8>,
        /// The same from now on.
        after: Vec<u8>,
    },
    /// A factor that is set up: the session has the second factor, or it is the member's first one.
    New {
        /// The id of the member of staff.
        staff: String,
        /// Whether the operator has settled none for them either.
        may_be_first: bool,
        /// What it is.
        factor: NewFactor,
    },
    /// What is none of these.
    Nothing,
}

/// A second factor that is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewFactor {
    /// The authenticator app with this random part, and the time step of the code that shows it.
    Totp(Vec<u8>, u64),
    /// A passkey.
    Passkey(StoredPasskey),
}

/// A second factor that is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemovedFactor {
    /// The authenticator app.
    Totp,
    /// The passkey of this id.
    Passkey(String),
}
