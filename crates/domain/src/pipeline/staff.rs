//! The company's staff, and what each role may do.

use alloc::string::String;
use alloc::vec::Vec;

use crate::account::{Admin, User};
use crate::event::Role;
use crate::open_enum::open_enum;

open_enum! {
    /// The role of a member of staff.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""owner" | "manager" | "coordinator" | "auditor" | (string & {})"#))]
    pub enum StaffRole {
        /// May do everything, including managing staff and integrations.
        Owner = "owner",
        /// All referrals, points and records.
        Manager = "manager",
        /// The referrals for certain services.
        Coordinator = "coordinator",
        /// Reads everything, with masked numbers, and changes nothing.
        Auditor = "auditor",
    }
    or
    /// A role of a later version. It has no rights here.
    Other
}

/// The rights that roles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// See referrals.
    Read,
    /// Move, decline, withdraw, correct and assign referrals, and write notes.
    Handle,
    /// Save points, reopen referrals, and decide who is credited.
    Award,
    /// Erase, export and import. This also requires a recent second factor.
    Records,
    /// Manage staff, tokens, webhooks and other settings.
    Settings,
    /// See which members exchange points for what.
    Redemptions,
    /// Approve that and have it paid, in batches.
    Payouts,
}

/// Which referrals a right covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// None.
    Nothing,
    /// The referrals for one's own services.
    OwnServices,
    /// All referrals.
    All,
}

impl StaffRole {
    /// All roles that this version knows, those with the most rights first.
    pub const ALL: [Self; 4] = [Self::Owner, Self::Manager, Self::Coordinator, Self::Auditor];

    /// The label for people.
    pub fn label(&self) -> &str {
        match self {
            Self::Owner => "Owner",
            Self::Manager => "Manager",
            Self::Coordinator => "Coordinator",
            Self::Auditor => "Read-only",
            Self::Other(word) => word,
        }
    }

    /// Whether somebody with this role, who works for `services`, has this right for a referral of `service`.
    pub fn may(&self, right: Right, services: &[String], service: &str) -> bool {
        match self.reach(right) {
            Reach::Nothing => false,
            Reach::OwnServices => services.iter().any(|own| own == service),
            Reach::All => true,
        }
    }

    /// The table of rights.
    pub fn reach(&self, right: Right) -> Reach {
        use Reach::{All, Nothing, OwnServices};
        let [read, handle, award, records, settings, redemptions, payouts] = match self {
            Self::Owner => [All, All, All, All, All, All, All],
            Self::Manager => [All, All, All, All, Nothing, All, All],
            Self::Coordinator => {
                [OwnServices, OwnServices, Nothing, Nothing, Nothing, All, Nothing]
            }
            Self::Auditor => [All, Nothing, Nothing, Nothing, Nothing, All, Nothing],
            Self::Other(_) => [Nothing; 7],
        };
        match right {
            Right::Read => read,
            Right::Handle => handle,
            Right::Award => award,
            Right::Records => records,
            Right::Settings => settings,
            Right::Redemptions => redemptions,
            Right::Payouts => payouts,
        }
    }

    /// Whether phone numbers are shown in full.
    pub fn reads_numbers(&self) -> bool {
        self.reach(Right::Handle) != Reach::Nothing
    }
}

/// A member of staff who has logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// Identifies them in histories, without revealing their number.
    id: String,
    user: User,
    role: StaffRole,
    services: Vec<String>,
    admin: Option<Admin>,
}

impl Staff {
    /// Creates a member of staff from stored data. `services` are the services that a coordinator works
    /// for; other roles work for all.
    pub fn new(id: String, user: User, role: StaffRole, services: Vec<String>) -> Self {
        let admin = (role.reach(Right::Award) == Reach::All).then(|| Admin::new(user.clone()));
        Self { id, user, role, services, admin }
    }

    /// Identifies them in histories.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Their account.
    pub fn user(&self) -> &User {
        &self.user
    }

    /// Their role.
    pub fn role(&self) -> &StaffRole {
        &self.role
    }

    /// The services that a coordinator works for, by value.
    pub fn services(&self) -> &[String] {
        &self.services
    }

    /// The proof of being admin, which owners and managers have.
    pub fn admin(&self) -> Option<&Admin> {
        self.admin.as_ref()
    }

    /// Whether they have this right for referrals of this service.
    pub fn may(&self, right: Right, service: &str) -> bool {
        self.role.may(right, &self.services, service)
    }

    /// Whether they have this right for all referrals.
    pub fn may_everywhere(&self, right: Right) -> bool {
        self.role.reach(right) == Reach::All
    }

    /// The role that events record.
    pub fn author(&self) -> Role {
        author_of(&self.id)
    }
}

/// The prefix of a staff id in a stored author.
pub const STAFF_PREFIX: &str = "staff:";

/// The role that events record of the member of staff with this id: `staff:` and the id.
pub fn author_of(id: &str) -> Role {
    Role::Other([STAFF_PREFIX, id].concat())
}

/// The inverse of [`author_of`]: the id of a member of staff; `None` for everybody else.
pub fn staff_of(author: &Role) -> Option<&str> {
    author.as_str().strip_prefix(STAFF_PREFIX)
}
