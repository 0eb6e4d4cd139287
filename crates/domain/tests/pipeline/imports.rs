//! What an import may bring.

use domain::account::User;
use domain::case::Case;
use domain::history::event_id;
use domain::pipeline::{ImportFault, State, check_account, check_referral, may_import};
use domain::rejection::RejectionCode;

use crate::support::{RECORD, at, manager, policy, user};

/// Two events with one id, found by trying 2^35 notes. Whoever imports both could show the first as if
/// its author had written it here.
const TWINS: [&str; 2] = [
    r#"{"at":1790000000001,"saw":0,"by":"staff:owner-9000000015","kind":"noted","note":"Agreed with the client on the phone, award it please. Ref LweRF0ZjEgE"}"#,
    r#"{"at":1790000000002,"saw":1,"by":"referrer","kind":"noted","note":"Ref -FC753wtBGJ"}"#,
];

#[test]
fn two_events_with_one_id_come_neither_together_nor_one_after_the_other() {
    assert_eq!(event_id(TWINS[0]), event_id(TWINS[1]));
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let now = at(1_800_000_000_000);
    assert_eq!(check_referral(&case(&TWINS), now), Err(ImportFault::Unreadable));
    let [here, came] = TWINS.map(|text| case(&[text]));
    assert_eq!((check_referral(&here, now), check_referral(&came, now)), (Ok(()), Ok(())));
    let merged = here.clone().merge(&came);
    let state = State { referral: Some(here), ..State::default() };
    let refused = may_import(&state, &merged, &manager(), &policy());
    assert_eq!(refused, Err(RejectionCode::NotAllowed));
}

/// What a file adds to the past would decide which of two referrals of one person counts.
#[test]
fn an_import_changes_no_past_of_ones_own_referral_or_of_its_rival() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let here = case(&[]);
    let phone = here.referral().referred_phone.as_str();
    let moved = r#"{"at":1790000000001,"saw":0,"kind":"moved","stage":"contacted"}"#;
    let corrected = |at: u64, to: &str| {
        format!(r#"{{"at":{at},"saw":0,"kind":"corrected","field":"referredPhone","text":"{to}"}}"#)
    };
    let there = corrected(1_790_000_000_001, "5550199");
    let back = corrected(1_790_000_000_002, phone);
    let noted = r#"{"at":1790000000001,"saw":0,"kind":"noted","note":"Called"}"#;
    for (brings, is_past) in
        [(vec![moved], true), (vec![there.as_str(), &back], true), (vec![noted], false)]
    {
        let after = case(&brings);
        let may = |state: State| {
            let state = State { referral: Some(here.clone()), ..state };
            may_import(&state, &after, &manager(), &policy())
        };
        assert_eq!(may(State::default()), Ok(()), "{brings:?}");
        let expected = if is_past { Err(RejectionCode::OwnReferral) } else { Ok(()) };
        assert_eq!(may(State { concerns_actor: true, ..State::default() }), expected);
        assert_eq!(may(State { concerns_rival: true, ..State::default() }), expected);
    }
}

/// A time could be a phone number.
#[test]
fn an_account_has_a_time_of_registration_or_none() {
    let account = |at: u64| User { registered_at: Some(self::at(at)), ..user("9876543210") };
    let now = at(1_800_000_000_000);
    assert_eq!(check_account(&account(9_877_583_647), now), Err(ImportFault::Unreadable));
    assert_eq!(check_account(&account(1_790_000_000_000), now), Ok(()));
}
