//! What a tab does with its records: submitting, saving points, login, reading what is stored
//! (specification, sections 4 to 6).

#![cfg(test)]

use domain::account::{LoginMode, Policy, User};
use domain::limits::INSTANT_MAX_MS;
use domain::mobile::MobileNumber;
use domain::notice::Notice;
use domain::referral::{Instant, Referral, ReferralDraft, Status};
use domain::rejection::RejectionCode;
use domain::verdict::Verdict;
use domain::viewer::Viewer;
use ledger::{Ledger, StorageKey};
use serde_json::{Value, json};

#[test]
fn a_new_referral_is_pending_with_0_points() {
    let mut ledger = Ledger::new();
    let verdict = ledger.submit(&draft("Bilal"), &Viewer::Guest, at(7), "1/1/1970");
    let Verdict::Accepted { value, notice } = verdict else { panic!("the draft is complete") };
    assert_eq!((value.id, value.date.as_str()), (at(7), "1/1/1970"));
    assert_eq!((&value.status, value.points.get(), value.awarded_at), (&Status::Pending, 0, None));
    assert_eq!(notice, Notice::referral_submitted("Bilal"));
    assert_eq!(ledger.referrals().collect::<Vec<_>>(), [&value]);
}

#[test]
fn a_logged_in_user_refers_under_their_own_name_and_number() {
    let mut ledger = Ledger::new();
    for number in ["9876543211", "1000000000"] {
        let user = User::of(MobileNumber::parse(number).unwrap());
        let viewer = Viewer::of(Some(user.clone()), &policy());
        assert_eq!(viewer.user(), Some(&user));
        let id = ledger.free_id(at(7));
        let referral = ledger.submit(&draft("Bilal"), &viewer, id, "1/1/1970").value().unwrap();
        assert_eq!(
            (&referral.referrer_name, referral.referrer_mobile.as_str()),
            (&user.name, number)
        );
    }
    assert_eq!(Viewer::Guest.user(), None);
}

#[test]
fn a_refused_referral_is_not_recorded() {
    let mut ledger = Ledger::new();
    let verdict = ledger.submit(&ReferralDraft::default(), &Viewer::Guest, at(7), "1/1/1970");
    let Verdict::Refused { codes, .. } = verdict else { panic!("nothing is filled in") };
    assert_eq!(codes[0], RejectionCode::ReferrerNameMissing);
    assert_eq!(ledger, Ledger::new());
}

#[test]
fn a_new_referral_is_stored_with_the_fields_of_section_3_and_no_others() {
    let ledger = with_referral(7);
    let stored: Value = serde_json::from_str(&ledger.text(StorageKey::Referrals).unwrap()).unwrap();
    let expected = json!([{
        "id": 7, "referrerName": "Asha", "referrerMobile": "9876543210",
        "referredName": "Bilal", "referredPhone": "5550101", "service": "training",
        "notes": "", "date": "1/1/1970", "status": "Pending", "points": 0,
    }]);
    assert_eq!(stored, expected);
}

#[test]
fn points_make_a_referral_successful() {
    let mut ledger = with_referral(7);
    let verdict = award(&mut ledger, "25", at(9));
    let Verdict::Accepted { value, notice } = verdict else { panic!("the admin may") };
    assert_eq!((&value.status, value.points.get()), (&Status::Successful, 25));
    assert_eq!(value.awarded_at, Some(at(9)));
    assert_eq!(notice, Notice::points_assigned());
    assert_eq!(ledger.referrals().collect::<Vec<_>>(), [&value]);
}

#[test]
fn zero_points_make_it_successful_too() {
    let mut ledger = with_referral(7);
    let referral = award(&mut ledger, "0", at(9)).value().unwrap();
    assert_eq!((referral.status, referral.points.get()), (Status::Successful, 0));
}

#[test]
fn editing_points_again_keeps_it_successful_and_the_last_edit_counts() {
    let mut ledger = with_referral(7);
    award(&mut ledger, "25", at(9)).value().unwrap();
    let referral = award(&mut ledger, "5", at(10)).value().unwrap();
    assert_eq!((referral.status, referral.points.get()), (Status::Successful, 5));
    assert_eq!(referral.awarded_at, Some(at(10)));
}

#[test]
fn the_last_edit_counts_even_where_the_clock_was_set_back() {
    let mut ledger = with_referral(7);
    award(&mut ledger, "25", at(9)).value().unwrap();
    let referral = award(&mut ledger, "5", at(3)).value().unwrap();
    assert_eq!((referral.points.get(), referral.awarded_at), (5, Some(at(10))));
    let first = ledger.referrals().next();
    assert_eq!(first, Some(&referral));
}

#[test]
fn points_turn_any_other_status_into_successful() {
    let mut ledger = Ledger::new();
    ledger.read(
        StorageKey::Referrals,
        &with_referral(7).text(StorageKey::Referrals).unwrap().replace("Pending", "Rejected"),
    );
    let referral = award(&mut ledger, "5", at(9)).value().unwrap();
    assert_eq!(referral.status, Status::Successful);
}

#[test]
fn points_for_a_referral_that_is_gone_are_refused() {
    let mut ledger = with_referral(7);
    let key = ledger.visible(&admin()).next().unwrap().key;
    ledger.forget(StorageKey::Referrals);
    let verdict = ledger.save_points(&key, "5", &admin(), at(9));
    assert_eq!(codes(verdict), [RejectionCode::ReferralGone]);
}

#[test]
fn a_record_with_the_last_possible_date_cannot_be_edited() {
    let end = format!("\"awardedAt\":{INSTANT_MAX_MS},\"points\":0");
    let mut ledger = Ledger::new();
    ledger.read(
        StorageKey::Referrals,
        &with_referral(7).text(StorageKey::Referrals).unwrap().replace("\"points\":0", &end),
    );
    let before = ledger.clone();
    assert_eq!(before.referrals().len(), 1);
    assert_eq!(codes(award(&mut ledger, "5", at(9))), [RejectionCode::ReferralSealed]);
    assert_eq!(ledger, before);
}

#[test]
fn missing_rights_are_reported_before_anything_else() {
    let mut ledger = with_referral(7);
    let verdict = ledger.save_points("nonsense", "nonsense", &Viewer::Guest, at(9));
    assert_eq!(codes(verdict), [RejectionCode::NotAdmin]);
}

#[test]
fn a_field_of_a_later_version_survives_an_edit() {
    let stored = with_referral(7)
        .text(StorageKey::Referrals)
        .unwrap()
        .replace("\"points\":0", "\"points\":0,\"by\":7");
    let mut ledger = Ledger::new();
    ledger.read(StorageKey::Referrals, &stored);
    assert_eq!(ledger.text(StorageKey::Referrals).unwrap(), stored);
    award(&mut ledger, "5", at(9)).value().unwrap();
    let entries: Value =
        serde_json::from_str(&ledger.text(StorageKey::Referrals).unwrap()).unwrap();
    assert_eq!((&entries[0]["by"], &entries[0]["points"]), (&json!(7), &json!(5)));
    assert_eq!(ledger.text(StorageKey::Quarantine), None);
}

#[test]
fn a_referral_made_as_a_guest_is_seen_after_login_under_the_same_number() {
    let mut ledger = with_referral(7);
    let user = ledger.log_in(LoginMode::Signup, "9876543210", "1234", &policy(), at(3)).value();
    let viewer = Viewer::of(user, &policy());
    assert_eq!(ledger.visible(&viewer).count(), 1);
    let other = User::of(MobileNumber::parse("9876543211").unwrap());
    assert_eq!(ledger.visible(&Viewer::of(Some(other), &policy())).count(), 0);
}

#[test]
fn logging_in_or_signing_up_says_so() {
    let mut ledger = Ledger::new();
    for (mode, expected) in
        [(LoginMode::Signup, Notice::signed_up()), (LoginMode::Login, Notice::logged_in())]
    {
        let Verdict::Accepted { notice, .. } =
            ledger.log_in(mode, "9876543210", "1234", &policy(), at(3))
        else {
            panic!("{mode:?} succeeds")
        };
        assert_eq!(notice, expected);
    }
}

#[test]
fn the_login_mode_is_parsed() {
    for mode in [LoginMode::Login, LoginMode::Signup] {
        let written = serde_json::to_value(mode).unwrap();
        assert_eq!(LoginMode::parse(written.as_str().unwrap()), Some(mode));
    }
    assert_eq!(LoginMode::parse("Login"), None);
}

#[test]
fn each_list_is_invalidated_separately() {
    let mut full = with_referral(7);
    full.log_in(LoginMode::Signup, "9876543210", "1234", &policy(), at(3)).value().unwrap();
    full.read(StorageKey::Referrals, "[null]");
    let texts = |ledger: &Ledger| {
        (
            ledger.accounts().len(),
            ledger.referrals().len(),
            ledger.text(StorageKey::Quarantine).is_some(),
        )
    };
    assert_eq!(texts(&full), (1, 1, true));
    let forgetting = [
        (StorageKey::Accounts, (0, 1, true)),
        (StorageKey::Referrals, (1, 0, true)),
        (StorageKey::Quarantine, (1, 1, false)),
    ];
    for (key, left) in forgetting {
        let mut ledger = full.clone();
        ledger.forget(key);
        assert_eq!(texts(&ledger), left);
    }
}

#[test]
fn a_free_id_skips_what_is_taken_and_stops_at_the_end_of_time() {
    let mut ledger = with_referral(7);
    assert_eq!(ledger.free_id(at(6)), at(6));
    assert_eq!(ledger.free_id(at(7)), at(8));
    ledger.merge(with_referral(9));
    ledger.merge(with_referral(8));
    assert_eq!(ledger.free_id(at(7)), at(10));
    ledger.merge(with_referral(INSTANT_MAX_MS));
    assert_eq!(ledger.free_id(at(INSTANT_MAX_MS)), at(INSTANT_MAX_MS));
    assert_eq!(ledger.free_id(at(INSTANT_MAX_MS - 1)), at(INSTANT_MAX_MS - 1));
}

#[test]
fn an_instant_is_within_the_calendar() {
    let last = at(INSTANT_MAX_MS);
    assert_eq!((last.as_millis(), last.next()), (INSTANT_MAX_MS, last));
    assert_eq!(at(7).next(), at(8));
    let beyond = Instant::try_from(INSTANT_MAX_MS + 1).unwrap_err();
    assert!(beyond.to_string().contains(&(INSTANT_MAX_MS + 1).to_string()), "{beyond}");
}

#[test]
fn a_thousand_referrals_in_one_millisecond_are_a_thousand_records() {
    let mut ledger = Ledger::new();
    for _ in 0..1000 {
        let id = ledger.free_id(at(7));
        ledger.submit(&draft("Bilal"), &Viewer::Guest, id, "1/1/1970").value().unwrap();
    }
    assert_eq!(ledger.referrals().len(), 1000);
    assert_eq!(ledger.free_id(at(7)), at(1007));
}

fn at(millis: u64) -> Instant {
    Instant::try_from(millis).unwrap()
}

fn policy() -> Policy {
    Policy::new("1000000000", "1234").unwrap()
}

fn admin() -> Viewer {
    Viewer::of(Some(User::of(policy().admin)), &policy())
}

fn draft(referred: &str) -> ReferralDraft {
    ReferralDraft {
        referrer_name: "Asha".to_owned(),
        referrer_phone: "9876543210".to_owned(),
        referred_name: referred.to_owned(),
        referred_phone: "5550101".to_owned(),
        service: "training".to_owned(),
        ..ReferralDraft::default()
    }
}

fn with_referral(id: u64) -> Ledger {
    let mut ledger = Ledger::new();
    ledger.submit(&draft("Bilal"), &Viewer::Guest, at(id), "1/1/1970").value().unwrap();
    ledger
}

/// Saves points for the only referral.
fn award(ledger: &mut Ledger, points: &str, now: Instant) -> Verdict<Referral> {
    let key = ledger.visible(&admin()).next().unwrap().key;
    ledger.save_points(&key, points, &admin(), now)
}

fn codes<T>(verdict: Verdict<T>) -> Vec<RejectionCode> {
    match verdict {
        Verdict::Accepted { .. } => vec![],
        Verdict::Refused { codes, .. } => codes,
    }
}
