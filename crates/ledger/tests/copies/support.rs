//! A programme with two members and three referrals.

use domain::account::{LoginMode, Policy, User};
use domain::case::Case;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral, ReferralDraft};
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;
use domain::viewer::Viewer;
use ledger::Ledger;

pub(crate) const ASHA: &str = "9876543210";
pub(crate) const BILAL: &str = "9876543211";

pub(crate) fn programme() -> Ledger {
    let mut ledger = Ledger::new();
    for number in [ASHA, BILAL] {
        ledger.log_in(LoginMode::Signup, number, "1234", &policy(), at(1)).value().unwrap();
    }
    refer(&mut ledger, &member(ASHA), "First", at(10));
    refer(&mut ledger, &member(ASHA), "Second", at(11));
    refer(&mut ledger, &member(BILAL), "Third", at(12));
    ledger
}

pub(crate) fn refer(
    ledger: &mut Ledger,
    viewer: &Viewer,
    referred: &str,
    now: Instant,
) -> Referral {
    let draft = ReferralDraft {
        referrer_name: "Asha".to_owned(),
        referrer_phone: "5550100".to_owned(),
        referred_name: referred.to_owned(),
        referred_phone: "5550101".to_owned(),
        service: "training".to_owned(),
        ..ReferralDraft::default()
    };
    let id = ledger.free_id(now);
    ledger.submit(&draft, viewer, id, "1/1/1970").value().unwrap()
}

/// Oldest first.
pub(crate) fn keys(ledger: &Ledger) -> Vec<String> {
    let mut keys: Vec<_> = ledger.visible(&admin()).map(|view| view.key).collect();
    keys.reverse();
    keys
}

pub(crate) fn award(ledger: &mut Ledger, key: &str, points: &str, now: Instant) {
    ledger.save_points(key, points, &admin(), now).value().unwrap();
}

pub(crate) fn points(ledger: &Ledger, key: &str) -> u64 {
    ledger.case(key).map(Case::referral).unwrap().points.get()
}

pub(crate) fn codes<T>(verdict: Verdict<T>) -> Vec<RejectionCode> {
    match verdict {
        Verdict::Accepted { .. } => Vec::new(),
        Verdict::Refused { codes, .. } => codes,
    }
}

pub(crate) fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

pub(crate) fn number(text: &str) -> MobileNumber {
    MobileNumber::parse(text).unwrap()
}

pub(crate) fn policy() -> Policy {
    Policy::new("1000000000", "1234").unwrap()
}

pub(crate) fn admin() -> Viewer {
    member("1000000000")
}

pub(crate) fn member(mobile: &str) -> Viewer {
    Viewer::of(Some(User::of(number(mobile))), &policy())
}
