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

/// In a file anybody can have done anything at any time.
#[test]
fn nobody_imports_what_concerns_them_or_a_rival_of_their_own_referral() {
    let record = RECORD.replace(r#""id":7"#, r#""id":1780000000000"#);
    let case = |events: &[&str]| Case::stored(serde_json::from_str(&record).unwrap(), events);
    let noted = r#"{"at":1790000000001,"saw":0,"kind":"noted","note":"Called"}"#;
    for here in [None, Some(case(&[]))] {
        let may = |state: State| {
            let state = State { referral: here.clone(), ..state };
            may_import(&state, &case(&[noted]), &manager(), &policy())
        };
        assert_eq!(may(State::default()), Ok(()));
        let own = Err(RejectionCode::OwnReferral);
        assert_eq!(may(State { concerns_actor: true, ..State::default() }), own);
        assert_eq!(may(State { concerns_rival: true, ..State::default() }), own);
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
