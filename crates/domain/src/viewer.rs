//! Who is looking, and what they may see and do (specification, section 6).

use crate::account::{Admin, DecisionPolicy, User};
use crate::event::Role;
#[cfg(feature = "pipeline")]
use crate::pipeline::{Right, Staff};
use crate::referral::Referral;

/// The person who is looking, by role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Nobody is logged in. A guest may refer, and sees no list.
    Guest,
    /// A logged-in user, who sees the referrals made under their own number.
    Member(User),
    /// The user with the admin number, who sees all referrals and assigns points.
    Admin(Admin),
    /// Somebody who works for the company (hosted mode).
    #[cfg(feature = "pipeline")]
    Staff(Staff),
}

impl Viewer {
    /// The role of the logged-in user.
    pub fn of(user: Option<User>, policy: &impl DecisionPolicy) -> Self {
        match user {
            None => Self::Guest,
            Some(user) if policy.is_admin_number(&user.mobile_number) => {
                Self::Admin(Admin::new(user))
            }
            Some(user) => Self::Member(user),
        }
    }

    /// The logged-in user, if there is one.
    pub fn user(&self) -> Option<&User> {
        match self {
            Self::Guest => None,
            Self::Member(user) => Some(user),
            Self::Admin(admin) => Some(admin.user()),
            #[cfg(feature = "pipeline")]
            Self::Staff(staff) => Some(staff.user()),
        }
    }

    /// The role to record in events.
    pub fn role(&self) -> Role {
        match self {
            Self::Guest => Role::Guest,
            Self::Member(_) => Role::Referrer,
            Self::Admin(_) => Role::Admin,
            #[cfg(feature = "pipeline")]
            Self::Staff(staff) => staff.author(),
        }
    }

    /// The proof, if this is the admin.
    pub fn admin(&self) -> Option<&Admin> {
        match self {
            Self::Admin(admin) => Some(admin),
            Self::Guest | Self::Member(_) => None,
            #[cfg(feature = "pipeline")]
            Self::Staff(staff) => staff.admin(),
        }
    }

    /// Whether a referral is in this viewer's list. Members are matched by mobile number, so their
    /// list includes what they referred as a guest under the same number.
    pub fn can_see(&self, referral: &Referral) -> bool {
        match self {
            Self::Guest => false,
            Self::Member(_) => self.is_referrer(referral),
            Self::Admin(_) => true,
            #[cfg(feature = "pipeline")]
            Self::Staff(staff) => {
                staff.may(Right::Read, referral.service.value()) || self.is_referrer(referral)
            }
        }
    }

    /// Whether a referral was made under this viewer's own number, in whatever spelling a guest
    /// typed it.
    pub fn is_referrer(&self, referral: &Referral) -> bool {
        self.user().is_some_and(|user| user.mobile_number.is(&referral.referrer_mobile))
    }
}
