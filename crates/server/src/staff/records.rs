//! The staff of the company.

use domain::mobile::MobileNumber;
use domain::pipeline::{Right, StaffRole};
use domain::referral::Instant;

/// A current or former member of staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffMember {
    /// Identifies them in histories, without revealing their number.
    pub id: String,
    /// The number that they log in with; `None` after they were revoked or erased.
    pub mobile: Option<MobileNumber>,
    /// The name that colleagues see; empty after they were erased.
    pub name: String,
    /// Their role.
    pub role: StaffRole,
    /// The services that a coordinator works for, by value.
    pub services: Vec<String>,
    /// The name of their team; empty for none, and after they were revoked or erased.
    pub team: String,
    /// The id of the owner who invited them; `None` if it was the operator.
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
    /// When their second factors were last removed by somebody else.
    pub reset_at: Option<Instant>,
}

impl StaffMember {
    /// Whether they have this right now for referrals of a service.
    pub fn may(&self, right: Right, service: &str) -> bool {
        self.revoked_at.is_none() && self.role.may(right, &self.services, service)
    }
}

/// The ids of those who carry the name of a team now. It gives them no rights.
pub fn team_of(staff: &[StaffMember], team: &str) -> Vec<String> {
    let members = staff.iter().filter(|it| !team.is_empty() && it.team == team);
    members.map(|member| member.id.clone()).collect()
}

/// A new member of staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Their random id, which identifies them in histories.
    pub id: String,
    /// The number that they will log in with.
    pub mobile: MobileNumber,
    /// The name that colleagues will see.
    pub name: String,
    /// Their role.
    pub role: StaffRole,
    /// The services that a coordinator will work for, by value.
    pub services: Vec<String>,
    /// The name of their team; empty for none.
    pub team: String,
    /// The id of the owner who invites them.
    pub invited_by: String,
}

/// A change of a member of staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffChange {
    /// Changes name, role, services and team. A new role or new services end their sessions.
    Edit {
        /// The name that colleagues see.
        name: String,
        /// The role.
        role: StaffRole,
        /// The services that a coordinator works for, by value.
        services: Vec<String>,
        /// The name of their team; empty for none.
        team: String,
    },
    /// Ends their sessions and their employment. Their number is deleted.
    Revoke {
        /// What becomes of the webhooks and tokens that they made; `None` if nobody said.
        integrations: Option<Integrations>,
        /// Also if they are the last owner. Only the operator may do that, by saying so.
        even_the_last: bool,
    },
    /// Ends their sessions, removes all their second factors and forgets the wrong tries of them.
    Reset,
}

/// What becomes of the webhooks and API tokens of somebody who leaves the staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Integrations {
    /// The webhooks are switched off, and the tokens are revoked.
    SwitchOff,
    /// The webhooks stay, under the name of the owner with this id. The tokens are revoked, because
    /// whoever leaves knows their secrets.
    KeepUnder(String),
}

impl From<String> for Integrations {
    /// `off`, or the id of an owner.
    fn from(text: String) -> Self {
        if text == "off" { Self::SwitchOff } else { Self::KeepUnder(text) }
    }
}

/// The outcome of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StaffChanged {
    /// It was done. The member as they are now.
    Done(Box<StaffMember>),
    /// There is no member of staff with this id.
    Gone,
    /// The number belongs to a member of staff already.
    Known,
}

/// The second factors of a member of staff.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaffFactors {
    /// The random part of the authenticator app's secret, if there is an app.
    pub totp: Option<Vec<u8>>,
    /// The same for an app that is being set up.
    pub totp_next: Option<Vec<u8>>,
    /// The passkeys, in the order of their creation.
    pub passkeys: Vec<StoredPasskey>,
    /// How many recovery codes are left.
    pub recovery_codes: u64,
    /// When factors were last removed, or an app replaced another.
    pub reset_at: Option<Instant>,
}

/// A passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPasskey {
    /// Its random id, which is not secret.
    pub id: String,
    /// The name that the user gave it.
    pub name: String,
    /// The credential's id, as authenticators know it.
    pub credential: Vec<u8>,
    /// The fixed part of its state in the form of the checking library: its public key.
    pub static_state: Vec<u8>,
    /// The part that changes, such as the counter of signatures.
    pub dynamic_state: Vec<u8>,
    /// When it was made.
    pub made_at: Instant,
    /// When it was last used.
    pub used_at: Option<Instant>,
}
