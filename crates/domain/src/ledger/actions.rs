//! What visitors do to the records: the steps of the rules, and the words for their outcome.

use alloc::borrow::ToOwned;

use super::Ledger;
use crate::account::{Challenge, EntryError, EntryMode, Policy, User};
use crate::notice::Notice;
use crate::points::Points;
use crate::referral::{Instant, Referral, ReferralDraft};
use crate::rejection::RejectionCode;
use crate::verdict::Verdict;
use crate::viewer::Viewer;

impl Ledger {
    /// Login or sign-up with a code (section 4). A sign-up is registered in this ledger.
    pub fn enter(
        &mut self,
        mode: EntryMode,
        mobile: &str,
        code: &str,
        policy: &Policy,
        now: Instant,
    ) -> Verdict<User> {
        match self.try_enter(mode, mobile, code, policy, now) {
            Err(code) => Verdict::refused(code),
            Ok(user) => Verdict::accepted(
                user,
                match mode {
                    EntryMode::Login => Notice::logged_in(),
                    EntryMode::Signup => Notice::signed_up(),
                },
            ),
        }
    }

    fn try_enter(
        &mut self,
        mode: EntryMode,
        mobile: &str,
        code: &str,
        policy: &Policy,
        now: Instant,
    ) -> Result<User, RejectionCode> {
        let challenge = Challenge::request(mobile).map_err(|error| error.code())?;
        let verified = challenge.verify(code, policy).map_err(EntryError::code)?;
        let registered = self.is_registered(verified.mobile());
        let user = verified.enter(mode, registered, policy).map_err(EntryError::code)?;
        if mode == EntryMode::Signup {
            self.room()?;
            let registered_at = self.departed_at(&user).map(|then| now.max(then.next()));
            self.accounts.add(User { registered_at, ..user.clone() }, &mut self.aside);
        }
        Ok(user)
    }

    /// Submits a referral (section 5) under the id that [`Ledger::free_id`] found.
    pub fn submit(
        &mut self,
        draft: &ReferralDraft,
        viewer: &Viewer,
        id: Instant,
        date: &str,
    ) -> Verdict<Referral> {
        match draft.check(viewer.user()) {
            Err(errors) => Verdict::refused_for(errors.iter().map(|error| error.code()).collect()),
            Ok(checked) => {
                if let Err(code) = self.room() {
                    return Verdict::refused(code);
                }
                let referral = checked.submit(id, date.to_owned());
                self.referrals.add(referral.clone(), &mut self.aside);
                let notice = Notice::referral_submitted(&referral.referred_name);
                Verdict::accepted(referral, notice)
            }
        }
    }

    /// Saves points (section 4): the referral becomes Successful.
    pub fn award(
        &mut self,
        viewer: &Viewer,
        key: &str,
        points: &str,
        now: Instant,
    ) -> Verdict<Referral> {
        match self.try_award(viewer, key, points, now) {
            Err(code) => Verdict::refused(code),
            Ok(referral) => Verdict::accepted(referral, Notice::points_assigned()),
        }
    }

    fn try_award(
        &mut self,
        viewer: &Viewer,
        key: &str,
        points: &str,
        now: Instant,
    ) -> Result<Referral, RejectionCode> {
        let admin = viewer.admin().ok_or(RejectionCode::NotAdmin)?;
        let points = Points::parse(points).map_err(|error| error.code())?;
        let before = self.find(key).ok_or(RejectionCode::ReferralGone)?;
        if before.is_sealed() {
            return Err(RejectionCode::ReferralSealed);
        }
        self.room()?;
        let after = before.award(admin, points, now);
        self.referrals.add(after.clone(), &mut self.aside);
        Ok(after)
    }
}
