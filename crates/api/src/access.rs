//! Who asks, and what they may do. What the role allows is [`Viewer`]'s to say; that the admin's
//! acts need a second factor as well is said here.

use crate::limits::SECOND_FACTOR_FRESH_MS;
use crate::rejection::{Code, HostedCode};
use crate::{Role, SessionView};
use domain::account::{NamesAdmin, User};
use domain::mobile::MobileNumber;
use domain::pipeline::{Staff, StaffRole};
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::viewer::{Admin, Viewer};

/// What a server's operator has settled. There is no simulated code in it, and so nothing that
/// could accept one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostedPolicy {
    /// The one number whose user is the admin. Without one, nobody is.
    pub admin: Option<MobileNumber>,
}

/// Who makes a request, and how surely it is them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// In which role.
    pub viewer: Viewer,
    /// Whether the session had the second factor.
    pub confirmed: bool,
    /// When it had it last, if that is known.
    pub confirmed_at: Option<Instant>,
}

impl NamesAdmin for HostedPolicy {
    fn names_admin(&self, mobile: &MobileNumber) -> bool {
        self.admin.as_ref() == Some(mobile)
    }
}

impl Access {
    /// The access of whoever has no session.
    pub fn guest() -> Self {
        Self { viewer: Viewer::Guest, confirmed: false, confirmed_at: None }
    }

    /// Whether this is whom a page shows: the member with this number, or a guest. Between showing
    /// and asking, the session may have ended, or somebody else may have logged in.
    pub fn is_of(&self, shown: Option<&MobileNumber>) -> Result<(), HostedCode> {
        let user = self.viewer.user().map(|user| &user.mobile_number);
        match (shown, user) {
            (Some(_), None) => Err(HostedCode::SessionEnded),
            _ if shown == user => Ok(()),
            _ => Err(HostedCode::SessionChanged),
        }
    }

    /// Whoever is logged in.
    pub fn member(&self) -> Result<&User, Code> {
        self.viewer.user().ok_or(RejectionCode::NotLoggedIn.into())
    }

    /// The admin, with the second factor or without.
    pub fn admin(&self) -> Result<&Admin, Code> {
        self.member()?;
        self.viewer.admin().ok_or(RejectionCode::NotAdmin.into())
    }

    /// The admin, with the second factor.
    pub fn confirmed_admin(&self) -> Result<&Admin, Code> {
        let admin = self.admin()?;
        if self.confirmed { Ok(admin) } else { Err(HostedCode::SecondFactorMissing.into()) }
    }

    /// The admin, with the second factor given within [`SECOND_FACTOR_FRESH_MS`]: for what cannot be
    /// undone, or takes everything away.
    pub fn freshly_confirmed_admin(&self, now: Instant) -> Result<&Admin, Code> {
        let admin = self.confirmed_admin()?;
        let age = |at: Instant| now.as_millis().saturating_sub(at.as_millis());
        let is_fresh = self.confirmed_at.is_some_and(|at| age(at) < SECOND_FACTOR_FRESH_MS);
        if is_fresh { Ok(admin) } else { Err(HostedCode::SecondFactorStale.into()) }
    }

    /// Whoever is logged in, for what takes away or erases all that the role reaches: nobody but the
    /// admin has a second factor to give for it.
    pub fn freshly_confirmed(&self, now: Instant) -> Result<&User, Code> {
        let user = self.member()?;
        if self.viewer.admin().is_some() {
            self.freshly_confirmed_admin(now)?;
        }
        Ok(user)
    }

    /// Whoever asks, if they work for the company and have given the second factor. The admin of the
    /// specification owns the programme.
    pub fn staff(&self) -> Option<Staff> {
        match &self.viewer {
            _ if !self.confirmed => None,
            Viewer::Staff(staff) => Some(staff.clone()),
            viewer @ Viewer::Admin(_) => {
                let user = viewer.user()?.clone();
                Some(Staff::new("admin".to_owned(), user, StaffRole::Owner, Vec::new()))
            }
            Viewer::Guest | Viewer::Member(_) => None,
        }
    }

    /// In which role somebody looks: staff without the second factor see what a member sees.
    pub fn reader(&self) -> Viewer {
        match (self.staff(), self.viewer.user()) {
            (Some(staff), _) => Viewer::Staff(staff),
            (None, Some(user)) => Viewer::Member(user.clone()),
            (None, None) => Viewer::Guest,
        }
    }

    /// In which role a command is given: staff give none without the second factor.
    pub fn actor(&self) -> Result<Viewer, Code> {
        self.member()?;
        let works_here = matches!(self.viewer, Viewer::Admin(_) | Viewer::Staff(_));
        if works_here && !self.confirmed {
            return Err(HostedCode::SecondFactorMissing.into());
        }
        Ok(self.reader())
    }

    /// Whether all referrals are shown. Without the second factor, the admin sees what a member
    /// sees: the own ones.
    pub fn sees_all(&self) -> bool {
        self.confirmed_admin().is_ok()
    }

    /// As the pages are told. `shown` writes a number as its country does.
    pub fn view(&self, shown: impl Fn(&str) -> String) -> SessionView {
        SessionView {
            role: match self.viewer {
                Viewer::Guest => Role::Guest,
                _ if self.viewer.admin().is_some() => Role::Admin,
                _ => Role::Member,
            },
            user: self.viewer.user().cloned(),
            shown: self.viewer.user().map(|user| shown(user.mobile_number.as_str())),
            confirmed: self.sees_all(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(number: &str, confirmed: bool) -> Access {
        let admin = Some(MobileNumber::parse("1000000000").unwrap());
        let user = User::of(MobileNumber::parse(number).unwrap());
        let viewer = Viewer::of(Some(user), &HostedPolicy { admin });
        Access { viewer, confirmed, confirmed_at: None }
    }

    #[test]
    fn what_cannot_be_undone_needs_a_second_factor_of_the_last_ten_minutes() {
        let at = |millis| Instant::try_from(millis).unwrap();
        let now = at(SECOND_FACTOR_FRESH_MS);
        let given = |confirmed_at| Access { confirmed_at, ..access("1000000000", true) };
        assert!(given(Some(at(1))).freshly_confirmed_admin(now).is_ok());
        let stale = Err(Code::from(HostedCode::SecondFactorStale));
        assert_eq!(given(Some(at(0))).freshly_confirmed_admin(now).map(|_| ()), stale);
        assert_eq!(given(None).freshly_confirmed(now).map(|_| ()), stale);
        let missing = Err(Code::from(HostedCode::SecondFactorMissing));
        assert_eq!(access("1000000000", false).freshly_confirmed(now).map(|_| ()), missing);
        assert!(access("9876543210", false).freshly_confirmed(now).is_ok());
    }

    #[test]
    fn the_acts_of_the_admin_need_the_role_and_the_second_factor() {
        let refused = |access: Access| access.confirmed_admin().unwrap_err();
        assert_eq!(refused(Access::guest()), RejectionCode::NotLoggedIn.into());
        assert_eq!(refused(access("9876543210", true)), RejectionCode::NotAdmin.into());
        assert_eq!(refused(access("1000000000", false)), HostedCode::SecondFactorMissing.into());
        assert!(access("1000000000", true).confirmed_admin().is_ok());
    }

    #[test]
    fn a_session_is_of_whom_a_page_shows_or_says_what_has_become_of_it() {
        let number = |text| MobileNumber::parse(text).unwrap();
        let (one, other) = (number("9876543210"), number("9123456789"));
        let session = access("9876543210", false);
        assert_eq!(session.is_of(Some(&one)), Ok(()));
        assert_eq!(session.is_of(Some(&other)), Err(HostedCode::SessionChanged));
        assert_eq!(session.is_of(None), Err(HostedCode::SessionChanged));
        assert_eq!(Access::guest().is_of(None), Ok(()));
        assert_eq!(Access::guest().is_of(Some(&one)), Err(HostedCode::SessionEnded));
    }

    #[test]
    fn a_member_is_never_shown_as_confirmed() {
        assert!(!access("9876543210", true).view(str::to_owned).confirmed);
        assert!(access("1000000000", true).view(str::to_owned).confirmed);
    }

    #[test]
    fn where_no_admin_is_named_nobody_is() {
        let user = User::of(MobileNumber::parse("1000000000").unwrap());
        let viewer = Viewer::of(Some(user), &HostedPolicy::default());
        assert!(viewer.admin().is_none());
    }
}
