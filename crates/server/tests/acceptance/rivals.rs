//! The other referral of the same person that whoever awards one of them is shown.

use domain::case::Case;
use domain::event::{CorrectedField, Event};
use domain::pipeline::{DuplicatePolicy, PipelineCommand, StaffRole};
use domain::referral::Referral;
use macro_rules_attribute::apply;
use server::db::Store;
use server::db::fingerprints::KeyedHash;
use server::referrals::records::{Actor, Author, Changed, Stored};
use server::staff::records::{Invitation, StaffChange};
use server::transfer::records::{Export, Importer};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, everything, mobile, record};
use crate::rewards::{publish, refer_by};
use crate::stages::{deciding, give};
use crate::traces::keyed;

const DAY: u64 = 86_400_000;
const PHONE: &str = "9744222555";
/// The number of the coordinator `c`.
const COORDINATOR: &str = "9000000031";

/// A store with a rulebook and the coordinator.
async fn open(database: &dyn Database) -> Store {
    let store = staffed(database).await;
    publish(&store, 0, 500).await;
    store
}

/// A store with the coordinator.
async fn staffed(database: &dyn Database) -> Store {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let coordinator = Invitation {
        id: "c".to_owned(),
        mobile: mobile(COORDINATOR),
        name: "Chitra".to_owned(),
        role: StaffRole::Coordinator,
        services: vec!["training".to_owned()],
        team: String::new(),
        invited_by: "first".to_owned(),
    };
    store.invite_staff(&coordinator, at(NOW), None).await.unwrap();
    store
}

/// Takes the person out of somebody else's referral, as this member of staff.
async fn correct_away(store: &Store, of: &Stored, staff: &str, now: u64) {
    let (field, note) = (CorrectedField::ReferredPhone, "A slip");
    let command = PipelineCommand::Correct { field, text: "9744222556", own_number: false, note };
    let actor = Actor::Staff { id: staff.to_owned(), name: String::new() };
    let by = Author { actor, session: None, may_award: true, number_changes: None, texts: None };
    let changed = store.change(&of.key, of.version, &by, &deciding(command, now), None).await;
    assert!(matches!(changed, Ok(Changed::Done(_))), "{changed:?}");
}

/// The rival that whoever awards the referral is shown.
async fn rival(store: &Store, of: &Stored) -> Option<(String, bool)> {
    let earned = store.earned(&of.key, true).await.unwrap().unwrap();
    earned.past.rival.map(|rival| (rival.key, rival.is_awarded))
}

#[apply(on_each_database)]
async fn a_person_whom_the_referrer_took_out_of_anothers_referral_is_shown(
    database: &dyn Database,
) {
    let store = open(database).await;
    let theirs = refer_by(&store, (ASHA, "Meera"), PHONE, NOW).await;
    correct_away(&store, &theirs, "c", NOW + 1).await;
    let own = refer_by(&store, (COORDINATOR, "Meera"), PHONE, NOW + 2).await;
    assert_eq!(rival(&store, &own).await, Some((theirs.key.clone(), false)));
    // Whoever had no part in it is not asked about it, nor a referral of long after.
    let others = refer_by(&store, (RAVI, "Meera"), PHONE, NOW + 3).await;
    assert_eq!(rival(&store, &others).await, None);
    let late = refer_by(&store, (COORDINATOR, "Meera"), PHONE, NOW + 400 * DAY).await;
    assert_eq!(rival(&store, &late).await, None);
    // Nor does it help to leave.
    let leave = StaffChange::Revoke { integrations: None, even_the_last: false };
    store.change_staff("c", &leave, at(NOW + 4), None).await.unwrap();
    assert_eq!(rival(&store, &own).await, Some((theirs.key, false)));
}

/// Nor by a correction of the service, of the number once more, or long after their own referral.
#[apply(on_each_database)]
async fn no_later_correction_hides_the_other_referral(database: &dyn Database) {
    let store = open(database).await;
    let policy = DuplicatePolicy { same_service: true, ..DuplicatePolicy::default() };
    let store = store.with_duplicates(policy);
    let theirs = refer_by(&store, (ASHA, "Meera"), PHONE, NOW).await;
    let own = refer_by(&store, (COORDINATOR, "Meera"), PHONE, NOW + 1).await;
    assert_eq!(rival(&store, &own).await, None);
    correct_away(&store, &theirs, "c", NOW + 300 * DAY).await;
    assert_eq!(rival(&store, &own).await, Some((theirs.key.clone(), false)));
    let (field, note) = (CorrectedField::Service, "A slip");
    let command = PipelineCommand::Correct { field, text: "others", own_number: false, note };
    let theirs = store.referral(&theirs.key).await.unwrap().unwrap();
    give(&store, &theirs, command, NOW + 301 * DAY).await;
    assert_eq!(rival(&store, &own).await, Some((theirs.key, false)));
}

/// Where no rules hold, nobody has to write a note, but whoever awards sees it.
#[apply(on_each_database)]
async fn the_other_referral_is_shown_without_a_rulebook(database: &dyn Database) {
    let store = staffed(database).await;
    let theirs = refer_by(&store, (ASHA, "Meera"), PHONE, NOW).await;
    correct_away(&store, &theirs, "c", NOW + 1).await;
    let own = refer_by(&store, (COORDINATOR, "Meera"), PHONE, NOW + 2).await;
    assert_eq!(rival(&store, &own).await, Some((theirs.key, false)));
}

/// Whoever brought a referral by a file has not changed it.
#[apply(on_each_database)]
async fn whoever_only_brought_a_referral_has_no_part_in_its_correction(database: &dyn Database) {
    let store = open(database).await;
    let brought = Referral {
        referred_phone: PHONE.to_owned(),
        ..record(ASHA, "Meera", NOW).referral().clone()
    };
    let copy = Export { accounts: Vec::new(), referrals: vec![Case::submitted(brought)] };
    let importer = Importer { staff: "c", ..Importer::PROGRAM };
    store.import(&copy, at(NOW + 1), false, &importer).await.unwrap();
    let theirs = store.list(&everything()).await.unwrap().items.remove(0);
    correct_away(&store, &theirs, "m", NOW + 2).await;
    let own = refer_by(&store, (COORDINATOR, "Meera"), PHONE, NOW + 3).await;
    assert_eq!(rival(&store, &own).await, None);
}

/// A correction that a colleague made is a mend.
#[apply(on_each_database)]
async fn a_number_that_a_colleague_corrected_is_no_rival(database: &dyn Database) {
    let store = open(database).await;
    let theirs = refer_by(&store, (ASHA, "Meera"), PHONE, NOW).await;
    correct_away(&store, &theirs, "m", NOW + 1).await;
    let own = refer_by(&store, (COORDINATOR, "Meera"), PHONE, NOW + 2).await;
    assert_eq!(rival(&store, &own).await, None);
}

/// The same by a file.
#[apply(on_each_database)]
async fn a_person_whom_the_referrers_file_took_out_of_anothers_referral_is_shown(
    database: &dyn Database,
) {
    let store = open(database).await;
    let theirs = refer_by(&store, (ASHA, "Meera"), PHONE, NOW).await;
    let corrected = format!(
        r#"{{"at":{},"saw":0,"by":"staff:m","kind":"corrected","field":"referredPhone","text":"9744222556","note":"Why"}}"#,
        NOW + 1
    );
    let copy = theirs.case.clone().evolve(&Event::read(&corrected));
    let copy = Export { accounts: Vec::new(), referrals: vec![copy] };
    let importer = Importer { staff: "c", ..Importer::PROGRAM };
    store.import(&copy, at(NOW + 2), false, &importer).await.unwrap();
    let own = refer_by(&store, (COORDINATOR, "Meera"), PHONE, NOW + 3).await;
    assert_eq!(rival(&store, &own).await, Some((theirs.key, false)));
}
