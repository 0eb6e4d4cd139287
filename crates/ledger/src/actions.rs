//! What visitors do to the records. The facts are looked up here; `decide` decides.

use alloc::vec;
use alloc::vec::Vec;

use domain::account::{Challenge, LoginMode, Policy, User};
use domain::case::Case;
use domain::decision::{Command, State, decide, evolve};
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
        Verdict::of(user, |_| match mode {
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
    ) -> Result<User, Rejections> {
        let challenge = Challenge::request(mobile)?;
        let verified = challenge.verify(code, policy)?;
        let mobile = verified.mobile();
        let account = self.account(mobile).cloned();
        let state = State {
            account,
            erased_at: self.quarantine.erasures().erased_at(mobile),
            ..State::default()
        };
        let command = Command::LogIn { mode, verified: &verified };
        self.perform(state, &command, &Viewer::Guest, policy, now)?;
        Ok(User::of(mobile.clone()))
    }

    /// Submits a referral (section 5). `id` comes from [`Ledger::free_id`].
    pub fn submit(
        &mut self,
        draft: &ReferralDraft,
        viewer: &Viewer,
        policy: &Policy,
        id: Instant,
        date: &str,
    ) -> Verdict<Referral> {
        let command = Command::Submit { draft, id, date, own_number: false };
        let after = self.perform(State::default(), &command, viewer, policy, id);
        Verdict::of(after.and_then(submitted), |referral| {
            Notice::referral_submitted(&referral.referred_name)
        })
    }

    /// Saves points (section 4), which makes the referral with this `key` Successful.
    pub fn save_points(
        &mut self,
        key: &str,
        points: &str,
        viewer: &Viewer,
        policy: &Policy,
        now: Instant,
    ) -> Verdict<Referral> {
        let command = Command::SavePoints { points };
        let state = State { referral: self.case(key).cloned(), ..State::default() };
        let after = self.perform(state, &command, viewer, policy, now);
        Verdict::of(after.and_then(submitted), |_| Notice::points_assigned())
    }

    /// Erases the viewer's account and every referral made under their number. It remembers their
    /// keys, so that no copy of them comes back (decision 9). Unreadable texts stay, because nobody
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

    /// Decides on a command and stores the resulting events.
    fn perform(
        &mut self,
        state: State,
        command: &Command<'_>,
        actor: &Viewer,
        policy: &Policy,
        now: Instant,
    ) -> Result<State, Rejections> {
        let events = decide(&state, command, actor, policy, now)?;
        if !events.is_empty() {
            self.check_quarantine_has_room()?;
        }
        let state = events.iter().fold(state, evolve);
        if !events.is_empty() {
            if let Some(account) = &state.account {
                self.accounts.add(account.clone(), &mut self.quarantine);
            }
            if let Some(case) = &state.referral {
                self.referrals.add(case.clone(), &mut self.quarantine);
            }
            self.drop_erased_and_merge_replaced();
        }
        Ok(state)
    }

    /// The case with this key.
    pub fn case(&self, key: &str) -> Option<&Case> {
        let key = Key::parse(key)?;
        let mut same_id = self.cases().filter(|case| case.referral().id.as_millis() == key.id());
        same_id.find(|case| Key::of(case.referral()) == key)
    }
}

fn submitted(state: State) -> Result<Referral, Rejections> {
    let case = state.referral.ok_or(RejectionCode::ReferralGone)?;
    Ok(case.corrected())
}
