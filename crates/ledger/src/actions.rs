//! What visitors do to the records. The facts are looked up here; the domain decides.

use alloc::borrow::ToOwned;
use alloc::vec;
use alloc::vec::Vec;

use domain::account::{Challenge, LoginMode, Policy, Registration, User};
use domain::case::Case;
use domain::decision::save_points;
use domain::key::Key;
use domain::notice::Notice;
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::rejection::{RejectionCode, Rejections};
use domain::verdict::Verdict;
use domain::viewer::Viewer;

use crate::Ledger;
use crate::quarantine::Source;

impl Ledger {
    /// Logs in or signs up with a code (section 4). A sign-up adds the account to this ledger.
    pub fn log_in(
        &mut self,
        mode: LoginMode,
        mobile: &str,
        code: &str,
        policy: &Policy,
        now: Instant,
    ) -> Verdict<User> {
        let user = self.try_log_in(mode, mobile, code, policy, now);
        Verdict::of(user.map_err(Rejections::from), |_| match mode {
            LoginMode::Login => Notice::logged_in(),
            LoginMode::Signup => Notice::signed_up(),
        })
    }

    fn try_log_in(
        &mut self,
        mode: LoginMode,
        mobile: &str,
        code: &str,
        policy: &Policy,
        now: Instant,
    ) -> Result<User, RejectionCode> {
        let verified = Challenge::request(mobile)?.verify(code, policy)?;
        let mobile = verified.mobile();
        let found = Registration {
            has_account: self.account(mobile).is_some(),
            erased_at: self.quarantine.erasures().erased_at(mobile),
            is_staff: false,
        };
        if let Some(account) = verified.enter(mode, found, policy, now)? {
            self.check_quarantine_has_room()?;
            self.accounts.add(account, &mut self.quarantine);
            self.drop_erased_and_merge_replaced();
        }
        Ok(User::of(mobile.clone()))
    }

    /// Submits a referral (section 5). `id` comes from [`Ledger::free_id`]; `date` is that day in the
    /// format of the visitor's locale.
    pub fn submit(
        &mut self,
        draft: &ReferralDraft,
        viewer: &Viewer,
        id: Instant,
        date: &str,
    ) -> Verdict<Referral> {
        let submitted = draft.check(viewer.user()).and_then(|checked| {
            let referral = checked.submit(id, date.to_owned());
            self.store(Case::submitted(referral)).map_err(Rejections::from)
        });
        Verdict::of(submitted, |referral| Notice::referral_submitted(&referral.referred_name))
    }

    /// Saves points (section 4), which makes the referral with this `key` Successful. `typed` is what
    /// the admin typed.
    pub fn save_points(
        &mut self,
        key: &str,
        typed: &str,
        viewer: &Viewer,
        now: Instant,
    ) -> Verdict<Referral> {
        let saved = self.try_save_points(key, typed, viewer, now);
        Verdict::of(saved.map_err(Rejections::from), |_| Notice::points_assigned())
    }

    fn try_save_points(
        &mut self,
        key: &str,
        typed: &str,
        viewer: &Viewer,
        now: Instant,
    ) -> Result<Referral, RejectionCode> {
        let case = self.case(key);
        let event = save_points(case, typed, viewer, now)?;
        let case = case.cloned().ok_or(RejectionCode::ReferralGone)?;
        self.store(case.evolve(&event))
    }

    /// Adds a referral, or a new version of one, and returns it as people see it.
    fn store(&mut self, case: Case) -> Result<Referral, RejectionCode> {
        self.check_quarantine_has_room()?;
        let referral = case.corrected();
        self.referrals.add(case, &mut self.quarantine);
        self.drop_erased_and_merge_replaced();
        Ok(referral)
    }

    /// Erases the viewer's account and every referral made under their number. It remembers their
    /// keys, so that no copy of them comes back (decision 2). Unreadable texts stay, because nobody
    /// can tell whose they are.
    pub fn erase(&mut self, viewer: &Viewer, now: Instant) -> Verdict<()> {
        let Some(user) = viewer.user() else {
            return Verdict::refused(RejectionCode::NotLoggedIn);
        };
        let mobile = &user.mobile_number;
        let own = self.referrals().filter(|referral| viewer.is_referrer(referral));
        let keys: Vec<_> = own.map(|referral| Key::of(referral).text()).collect();
        // Never earlier than the account, even if the clock was set back.
        let account = self.accounts.iter().find(|account| account.mobile_number == *mobile);
        let at = account.and_then(|account| account.registered_at).map_or(now, |at| at.max(now));
        self.quarantine.extend(Source::ErasedReferral, keys);
        self.quarantine.extend(Source::ErasedAccount, vec![Key::erasure(mobile, at).text()]);
        self.drop_erased_and_merge_replaced();
        Verdict::accepted((), Notice::erased())
    }

    /// The case with this key.
    pub fn case(&self, key: &str) -> Option<&Case> {
        let key = Key::parse(key)?;
        let mut same_id = self.cases().filter(|case| case.referral().id.as_millis() == key.id());
        same_id.find(|case| Key::of(case.referral()) == key)
    }
}
