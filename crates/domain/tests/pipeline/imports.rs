//! What an import may bring.

use domain::case::Case;
use domain::history::event_id;
use domain::pipeline::{ImportFault, State, check_referral, may_import};
use domain::rejection::RejectionCode;

use crate::support::{RECORD, at, manager, policy};

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
