//! Who makes a request, and what they may do. What a role allows is in the domain's table of
//! rights; this module adds that staff need a second factor.

use crate::limits::{POINTS_AT_MOST, SECOND_FACTOR_FRESH_MS, TO_REFERRER_IN_A_DAY};
use crate::rejection::{Code, HostedCode};
use crate::{Role, SessionView, StaffView};
use domain::account::{DecisionPolicy, User};
use domain::mobile::MobileNumber;
use domain::pipeline::work::Offices;
use domain::pipeline::{
    ContactPolicy, DuplicatePolicy, ProgrammeSettings, Progress, Right, SelfReferral, Staff,
    may_see_number, waits_for_consent,
};
use domain::points::Points;
use domain::referral::Instant;
use domain::rejection::RejectionCode;
use domain::rewards::Gains;
use domain::viewer::Viewer;

/// The policy of a hosted site, set by its operator. It has no simulated code, so that nothing can
/// accept one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedPolicy {
    /// The number whose user is the first owner.
    pub admin: Option<MobileNumber>,
    /// What colleagues call them; by default what everybody is called who has given no name.
    pub admin_name: Option<String>,
    /// The rules for duplicates.
    pub duplicates: DuplicatePolicy,
    /// The most points that one person may award alone.
    pub points_at_most: Points,
    /// The offices, whose working days count.
    pub offices: Offices,
    /// When staff see the number of whoever was referred.
    pub contact: ContactPolicy,
    /// The company's name, as messages to referrers have it.
    pub company: String,
}

impl Default for HostedPolicy {
    fn default() -> Self {
        let points_at_most = Points::try_from(POINTS_AT_MOST).unwrap_or(Points::INITIAL);
        Self {
            admin: None,
            admin_name: None,
            duplicates: DuplicatePolicy::default(),
            points_at_most,
            offices: Offices::default(),
            contact: ContactPolicy::default(),
            company: String::new(),
        }
    }
}

impl HostedPolicy {
    /// Whoever has this number, if they are the first owner.
    pub fn first_owner(&self, mobile: &MobileNumber) -> Option<User> {
        let admin = User::of(self.admin.clone().filter(|admin| admin == mobile)?);
        Some(User { name: self.admin_name.clone().unwrap_or(admin.name), ..admin })
    }
}

/// No number makes its user the admin: staff are stored in the database.
impl DecisionPolicy for HostedPolicy {
    fn is_admin_number(&self, _: &MobileNumber) -> bool {
        false
    }

    fn refuses_self_referral(&self) -> bool {
        self.duplicates.self_referral == SelfReferral::Refuse
    }

    fn waits_for_consent(&self) -> bool {
        self.contact == ContactPolicy::AfterConsent
    }

    fn tells_services_apart(&self) -> bool {
        self.duplicates.same_service
    }

    fn points_at_most(&self) -> Points {
        self.points_at_most
    }

    fn said_in_a_day(&self) -> usize {
        TO_REFERRER_IN_A_DAY
    }
}

/// Who makes a request, and whether they have given the second factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The role. Staff without the second factor count as members.
    pub viewer: Viewer,
    /// The member of staff, if they have yet to give the second factor.
    unconfirmed: Option<Staff>,
    /// When the second factor was last given in this session, if known.
    confirmed_at: Option<Instant>,
    /// When staff see the number of whoever was referred.
    contact: ContactPolicy,
}

impl Access {
    /// The access of somebody without a session.
    pub fn guest() -> Self {
        let contact = ContactPolicy::default();
        Self { viewer: Viewer::Guest, unconfirmed: None, confirmed_at: None, contact }
    }

    /// The access of a member who is not staff.
    pub fn of_member(user: User) -> Self {
        Self { viewer: Viewer::Member(user), ..Self::guest() }
    }

    /// The access of a member of staff without the second factor.
    pub fn of_unconfirmed(staff: Staff) -> Self {
        let viewer = Viewer::Member(staff.user().clone());
        Self { viewer, unconfirmed: Some(staff), ..Self::guest() }
    }

    /// The access of a member of staff with the second factor, and when it was last given.
    pub fn of_staff(staff: Staff, confirmed_at: Option<Instant>) -> Self {
        Self { viewer: Viewer::Staff(staff), confirmed_at, ..Self::guest() }
    }

    /// The same, where staff see the number of whoever was referred as `contact` says.
    pub fn with_contact(self, contact: ContactPolicy) -> Self {
        Self { contact, ..self }
    }

    /// Whether the number of the person of a referral with this progress is not even sent to a member of staff
    /// who sees the referral, by the [domain's rule](may_see_number).
    pub(crate) fn hides_number(&self, staff: &Staff, progress: &Progress) -> bool {
        !may_see_number(self.contact, staff, progress)
    }

    /// Whether there are referrals whose number the caller may not find by a search: all, or some.
    pub fn hides_numbers(&self) -> bool {
        let hides =
            |staff: &Staff| !staff.role().reads_numbers() || waits_for_consent(self.contact, staff);
        self.staff_even_unconfirmed().is_ok_and(hides)
    }

    /// Checks that this is the person whom the page shows: the member with this number, or a guest.
    /// In the meantime the session may have ended, or somebody else may have logged in.
    pub fn is_of(&self, shown: Option<&MobileNumber>) -> Result<(), HostedCode> {
        let user = self.viewer.user().map(|user| &user.mobile_number);
        match (shown, user) {
            (Some(_), None) => Err(HostedCode::SessionEnded),
            _ if shown == user => Ok(()),
            _ => Err(HostedCode::SessionChanged),
        }
    }

    /// The logged-in user.
    pub fn member(&self) -> Result<&User, Code> {
        self.viewer.user().ok_or(RejectionCode::NotLoggedIn.into())
    }

    /// The member of staff, with or without the second factor. Use it where they give the second
    /// factor, are told that it is missing, or have something hidden from them.
    pub fn staff_even_unconfirmed(&self) -> Result<&Staff, Code> {
        self.member()?;
        self.staff().or(self.unconfirmed.as_ref()).ok_or(RejectionCode::NotAdmin.into())
    }

    /// The member of staff, with the second factor. Use it where the right depends on the
    /// referral's service.
    pub fn confirmed_staff(&self) -> Result<&Staff, Code> {
        self.staff_even_unconfirmed()?;
        self.staff().ok_or(HostedCode::SecondFactorMissing.into())
    }

    /// The member of staff with this right for all referrals, and with the second factor.
    pub fn may(&self, right: Right) -> Result<&Staff, Code> {
        if !self.staff_even_unconfirmed()?.may_everywhere(right) {
            return Err(RejectionCode::NotAllowed.into());
        }
        self.confirmed_staff()
    }

    /// Like [`Access::may`], with a second factor given within [`SECOND_FACTOR_FRESH_MS`]. Use it
    /// for actions that cannot be undone, and for exports of everything.
    pub fn may_with_recent_factor(&self, right: Right, now: Instant) -> Result<&Staff, Code> {
        let staff = self.may(right)?;
        self.must_be_recent(now)?;
        Ok(staff)
    }

    /// The logged-in user, for exporting or erasing all that they can reach. Staff must have given
    /// the second factor recently; members have none.
    pub fn recently_confirmed(&self, now: Instant) -> Result<&User, Code> {
        let user = self.member()?;
        if self.staff_even_unconfirmed().is_ok() {
            self.confirmed_staff()?;
            self.must_be_recent(now)?;
        }
        Ok(user)
    }

    /// The member of staff, if they have given the second factor.
    pub fn staff(&self) -> Option<&Staff> {
        match &self.viewer {
            Viewer::Staff(staff) => Some(staff),
            Viewer::Guest | Viewer::Member(_) | Viewer::Admin(_) => None,
        }
    }

    /// The viewer who gives a command. Staff must have given the second factor.
    pub fn actor(&self) -> Result<&Viewer, Code> {
        self.member()?;
        match self.unconfirmed {
            Some(_) => Err(HostedCode::SecondFactorMissing.into()),
            None => Ok(&self.viewer),
        }
    }

    /// Whether the viewer sees all referrals, like the admin of the specification.
    pub fn sees_all(&self) -> bool {
        self.viewer.admin().is_some()
    }

    /// The view for the pages. `shown` formats a number in the way of its country. On the referral
    /// page, owners and managers are the admin of the specification.
    pub fn view(
        &self,
        programme: &ProgrammeSettings,
        gains: Option<Gains>,
        shown: impl Fn(&str) -> String,
    ) -> SessionView {
        let user = self.viewer.user();
        let staff = self.staff_even_unconfirmed().ok();
        SessionView {
            role: match user {
                None => Role::Guest,
                Some(_) if staff.is_some_and(|staff| staff.admin().is_some()) => Role::Admin,
                Some(_) => Role::Member,
            },
            user: user.cloned(),
            shown: user.map(|user| shown(user.mobile_number.as_str())),
            confirmed: self.staff().is_some(),
            staff: staff.map(StaffView::of),
            services: programme.service_choices(),
            gains,
        }
    }

    fn must_be_recent(&self, now: Instant) -> Result<(), HostedCode> {
        let age = |at: Instant| now.as_millis().saturating_sub(at.as_millis());
        let is_fresh = self.confirmed_at.is_some_and(|at| age(at) < SECOND_FACTOR_FRESH_MS);
        if is_fresh { Ok(()) } else { Err(HostedCode::SecondFactorStale) }
    }
}

/// Checks that a member of staff may see what belongs to one number. Whoever reads no numbers could find one out:
/// they make a referral as a guest with the number that they guess, and look beside what it is listed.
///
/// # Errors
///
/// [`RejectionCode::NotAllowed`].
pub fn must_read_numbers(staff: &Staff) -> Result<(), RejectionCode> {
    if staff.role().reads_numbers() { Ok(()) } else { Err(RejectionCode::NotAllowed) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::pipeline::{Reach, StaffRole};

    fn user(number: &str) -> User {
        User::of(MobileNumber::parse(number).unwrap())
    }

    fn staff(role: StaffRole) -> Staff {
        Staff::new("s1".to_owned(), user("1000000000"), role, Vec::new())
    }

    const RIGHTS: [Right; 7] = [
        Right::Read,
        Right::Handle,
        Right::Award,
        Right::Records,
        Right::Settings,
        Right::Redemptions,
        Right::Payouts,
    ];

    #[test]
    fn irreversible_actions_need_a_second_factor_within_ten_minutes() {
        let at = |millis| Instant::try_from(millis).unwrap();
        let now = at(SECOND_FACTOR_FRESH_MS);
        let given = |confirmed_at| Access::of_staff(staff(StaffRole::Owner), confirmed_at);
        assert!(given(Some(at(1))).may_with_recent_factor(Right::Records, now).is_ok());
        let stale = Err(Code::from(HostedCode::SecondFactorStale));
        assert_eq!(
            given(Some(at(0))).may_with_recent_factor(Right::Records, now).map(|_| ()),
            stale
        );
        assert_eq!(given(None).recently_confirmed(now).map(|_| ()), stale);
        let missing = Err(Code::from(HostedCode::SecondFactorMissing));
        let without = Access::of_unconfirmed(staff(StaffRole::Coordinator));
        assert_eq!(without.recently_confirmed(now).map(|_| ()), missing);
        assert!(Access::of_member(user("9876543210")).recently_confirmed(now).is_ok());
    }

    #[test]
    fn every_role_has_every_right_that_reaches_everything_and_only_with_the_second_factor() {
        for role in StaffRole::ALL {
            for right in RIGHTS {
                let (with, without) = (
                    Access::of_staff(staff(role.clone()), None),
                    Access::of_unconfirmed(staff(role.clone())),
                );
                let wanted = match role.reach(right) {
                    Reach::All => Ok(()),
                    _ => Err(Code::from(RejectionCode::NotAllowed)),
                };
                assert_eq!(with.may(right).map(|_| ()), wanted, "{role:?} {right:?}");
                let wanted = wanted.and(Err(HostedCode::SecondFactorMissing.into()));
                assert_eq!(without.may(right).map(|_| ()), wanted, "{role:?} {right:?}");
            }
        }
    }

    #[test]
    fn only_staff_have_rights() {
        for right in RIGHTS {
            let refused = |access: Access| access.may(right).unwrap_err();
            assert_eq!(refused(Access::guest()), RejectionCode::NotLoggedIn.into());
            let member = Access::of_member(user("9876543210"));
            assert_eq!(refused(member), RejectionCode::NotAdmin.into());
        }
    }

    #[test]
    fn without_the_second_factor_staff_have_a_members_rights() {
        let access = Access::of_unconfirmed(staff(StaffRole::Owner));
        assert_eq!(access.viewer, Viewer::Member(user("1000000000")));
        assert!(!access.sees_all());
    }

    #[test]
    fn a_session_is_that_of_the_shown_user_or_says_why_not() {
        let number = |text| MobileNumber::parse(text).unwrap();
        let (one, other) = (number("9876543210"), number("9123456789"));
        let session = Access::of_member(user("9876543210"));
        assert_eq!(session.is_of(Some(&one)), Ok(()));
        assert_eq!(session.is_of(Some(&other)), Err(HostedCode::SessionChanged));
        assert_eq!(session.is_of(None), Err(HostedCode::SessionChanged));
        assert_eq!(Access::guest().is_of(None), Ok(()));
        assert_eq!(Access::guest().is_of(Some(&one)), Err(HostedCode::SessionEnded));
    }

    #[test]
    fn a_session_view_has_the_role_and_the_employment() {
        let view = |access: Access| {
            let view = access.view(&ProgrammeSettings::default(), None, str::to_owned);
            (view.role, view.confirmed, view.staff.is_some())
        };
        let all = [Role::Admin, Role::Admin, Role::Member, Role::Member];
        for (role, shown) in StaffRole::ALL.into_iter().zip(all) {
            let with = Access::of_staff(staff(role.clone()), None);
            assert_eq!(view(with), (shown, true, true), "{role:?}");
            let without = Access::of_unconfirmed(staff(role.clone()));
            assert_eq!(view(without), (shown, false, true), "{role:?}");
        }
        assert_eq!(view(Access::of_member(user("9876543210"))), (Role::Member, false, false));
        assert_eq!(view(Access::guest()), (Role::Guest, false, false));
    }
}
