//! The company's staff, and what each role may do.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::account::User;
use crate::event::Role;
use crate::viewer::Admin;
use crate::words::words;

words! {
    /// What somebody is employed to do.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "ts", ts(type = r#""owner" | "manager" | "handler" | "auditor" | (string & {})"#))]
    pub enum StaffRole {
        /// Everything, also who works here and what is connected.
        Owner = "owner",
        /// All referrals, points and records.
        Manager = "manager",
        /// The referrals for some services.
        Handler = "handler",
        /// Reads everything, with numbers masked, and changes nothing.
        Auditor = "auditor",
    }
    or
    /// A role of a later version's, which may do nothing here.
    Other
}

/// What rights are given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// To look at referrals.
    Read,
    /// To move, decline, withdraw, correct and assign them, and to write notes.
    Handle,
    /// To save points, to reopen, and to say who is credited.
    Award,
    /// To erase, export and import, which needs the second factor again.
    Records,
    /// Staff, tokens, webhooks and other settings.
    Settings,
}

/// How far a right reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nowhere.
    Nothing,
    /// To the referrals for one's own services.
    OwnServices,
    /// To all referrals.
    All,
}

impl StaffRole {
    /// All roles that this version knows, the one with the most rights first.
    pub const ALL: [Self; 4] = [Self::Owner, Self::Manager, Self::Handler, Self::Auditor];

    /// What people read.
    pub fn label(&self) -> &str {
        match self {
            Self::Owner => "Owner",
            Self::Manager => "Manager",
            Self::Handler => "Handler",
            Self::Auditor => "Auditor",
            Self::Other(word) => word,
        }
    }

    /// The table of rights.
    pub fn reach(&self, right: Right) -> Reach {
        use Reach::{All, Nothing, OwnServices};
        let [read, handle, award, records, settings] = match self {
            Self::Owner => [All, All, All, All, All],
            Self::Manager => [All, All, All, All, Nothing],
            Self::Handler => [OwnServices, OwnServices, Nothing, Nothing, Nothing],
            Self::Auditor => [All, Nothing, Nothing, Nothing, Nothing],
            Self::Other(_) => [Nothing; 5],
        };
        match right {
            Right::Read => read,
            Right::Handle => handle,
            Right::Award => award,
            Right::Records => records,
            Right::Settings => settings,
        }
    }

    /// Whether phone numbers are shown in full.
    pub fn reads_numbers(&self) -> bool {
        self.reach(Right::Handle) != Reach::Nothing
    }
}

/// Somebody who works for the company and has logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// Names them in histories, without telling their number.
    id: String,
    user: User,
    role: StaffRole,
    services: Vec<String>,
    admin: Option<Admin>,
}

impl Staff {
    /// A member of staff as they are on record. `services` are the values of the services that a
    /// handler works for; the other roles work for all.
    pub fn new(id: String, user: User, role: StaffRole, services: Vec<String>) -> Self {
        let admin = (role.reach(Right::Award) == Reach::All).then(|| Admin::of_staff(user.clone()));
        Self { id, user, role, services, admin }
    }

    /// Names them in histories.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Their account.
    pub fn user(&self) -> &User {
        &self.user
    }

    /// What they are employed to do.
    pub fn role(&self) -> &StaffRole {
        &self.role
    }

    /// The values of the services that a handler works for.
    pub fn services(&self) -> &[String] {
        &self.services
    }

    /// The proof that an owner or manager stands for the admin of the specification.
    pub fn admin(&self) -> Option<&Admin> {
        self.admin.as_ref()
    }

    /// Whether they have a right for referrals of this service.
    pub fn may(&self, right: Right, service: &str) -> bool {
        match self.role.reach(right) {
            Reach::Nothing => false,
            Reach::OwnServices => self.services.iter().any(|own| own == service),
            Reach::All => true,
        }
    }

    /// Whether they have a right for everything.
    pub fn may_everywhere(&self, right: Right) -> bool {
        self.role.reach(right) == Reach::All
    }

    /// How events name them: `staff:` and their id.
    pub fn author(&self) -> Role {
        Role::Other(format!("staff:{}", self.id))
    }
}
