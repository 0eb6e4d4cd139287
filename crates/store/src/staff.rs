//! Who works for the company.

use domain::mobile::MobileNumber;
use domain::pipeline::StaffRole;
use domain::referral::Instant;

/// A member of staff, or somebody who was one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffMember {
    /// Names them in histories, without telling their number.
    pub id: String,
    /// With which number they log in; `None` once they are revoked or erased.
    pub mobile: Option<MobileNumber>,
    /// As their colleagues know them; empty once they are erased.
    pub name: String,
    /// What they are employed to do.
    pub role: StaffRole,
    /// The values of the services that a handler works for.
    pub services: Vec<String>,
    /// The id of the owner who invited them; `None` for whom the operator has named.
    pub invited_by: Option<String>,
    /// When they were invited.
    pub invited_at: Instant,
    /// When they first logged in after that.
    pub active_at: Option<Instant>,
    /// When they were revoked or erased.
    pub revoked_at: Option<Instant>,
    /// Whether they have set up an authenticator app.
    pub has_totp: bool,
    /// Whether they have a passkey.
    pub has_passkey: bool,
    /// When their second factors were last taken away.
    pub reset_at: Option<Instant>,
}

/// Somebody who is about to work for the company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Will name them in histories: random.
    pub id: String,
    /// With which number they will log in.
    pub mobile: MobileNumber,
    /// As their colleagues will know them.
    pub name: String,
    /// What they will be employed to do.
    pub role: StaffRole,
    /// The values of the services that a handler will work for.
    pub services: Vec<String>,
    /// The id of whoever invites them.
    pub invited_by: String,
}

/// What is about to be done to a member of staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffChange {
    /// To employ them so from now on. Another role or other services end their sessions.
    Edit {
        /// As their colleagues know them.
        name: String,
        /// What they are employed to do.
        role: StaffRole,
        /// The values of the services that a handler works for.
        services: Vec<String>,
    },
    /// To end their sessions, and that they work here. Their number is forgotten.
    Revoke {
        /// Also the last owner's, which is the operator's to say: the setting names another one.
        even_the_last: bool,
    },
    /// To end their sessions and take away all their second factors.
    Reset,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffChanged {
    /// It is done: the member of staff as they are now.
    Done(Box<StaffMember>),
    /// Nobody of this id works here.
    Gone,
    /// Whoever has this number works here already.
    Known,
    /// They are the last owner who has logged in, and must stay one.
    LastOwner,
}

/// A member's second factors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaffFactors {
    /// The random part of the authenticator app's secret, if there is an app.
    pub totp: Option<Vec<u8>>,
    /// The same of one that is being set up.
    pub totp_next: Option<Vec<u8>>,
    /// In the order in which they were made.
    pub passkeys: Vec<StoredPasskey>,
    /// How many recovery codes are left.
    pub recovery_codes: u64,
    /// When factors were last taken away, or an app took the place of another.
    pub reset_at: Option<Instant>,
}

/// A passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPasskey {
    /// Names it: random, and no secret.
    pub id: String,
    /// As its owner knows it.
    pub name: String,
    /// As authenticators name it.
    pub credential: Vec<u8>,
    /// What does not change about it, as the library that checks it has it: its public key.
    pub static_state: Vec<u8>,
    /// What does, among it how often it has signed.
    pub dynamic_state: Vec<u8>,
    /// When it was made.
    pub made_at: Instant,
    /// When it was last used.
    pub used_at: Option<Instant>,
}
