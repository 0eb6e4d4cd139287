//! Login and sign-up with a one-time code.

use domain::account::{LoginMode, request_code};
use domain::ledger::StorageKey;
use domain::rejection::RejectionCode;
use domain::viewer::Viewer;

use super::verdict::check_verdict;
use super::{ADMIN, CODE, Programme};
use crate::oracle;

impl Programme {
    pub(super) fn log_in(&mut self, mode: LoginMode, mobile: &str, code: &str) {
        let unusable: Vec<_> = oracle::mobile(mobile).into_iter().collect();
        check_verdict(request_code(mobile, &self.policy), &unusable);

        let broken: Vec<_> = self.broken_by_entry(mode, mobile.trim(), code).into_iter().collect();
        let broken = if unusable.is_empty() { broken } else { unusable };
        let before = self.ledger.clone();
        let verdict = self.ledger.log_in(mode, mobile, code, &self.policy, self.now);
        let Some(user) = check_verdict(verdict, &broken) else {
            assert_eq!(self.ledger, before, "a refused entry changes nothing");
            return;
        };
        assert_eq!(user.mobile_number.as_str(), mobile.trim());
        assert!(mobile.trim().ends_with(user.name.trim_start_matches("User")));
        assert_eq!(user.name.len(), "User0000".len());
        let mut after = before;
        if mode == LoginMode::Signup {
            after.read(StorageKey::Accounts, &serde_json::to_string(&[&user]).unwrap_or_default());
            assert!(self.ledger.account(&user.mobile_number).is_some());
        }
        assert_eq!(self.ledger, after, "a sign-up adds the user, and that is all");
        self.viewer = Viewer::of(Some(user), &self.policy);
    }

    /// The broken rule, after the number itself is valid. Without a correct code it does not reveal
    /// who is registered.
    fn broken_by_entry(&self, mode: LoginMode, number: &str, code: &str) -> Option<RejectionCode> {
        let registered = self.ledger.accounts().any(|user| user.mobile_number.as_str() == number);
        match mode {
            _ if code.trim() != CODE => Some(RejectionCode::WrongCode),
            LoginMode::Signup => registered.then_some(RejectionCode::AlreadyRegistered),
            LoginMode::Login if number == ADMIN => None,
            LoginMode::Login => (!registered).then_some(RejectionCode::NotRegistered),
        }
    }
}
