//! The versions of what owners set about the programme.

use domain::pipeline::work::Offices;
use domain::pipeline::{ProgrammeDraft, ProgrammeSettings};
use domain::rejection::RejectionCode;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    db::allowances::Allowance,
    programme::sql::{ProgrammeChange, ProgrammeVersion, SetBy},
    referrals::records::{NewReferral, Scope, Submitted},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, at, submission, submit};

/// Sets after how many calls that nobody answered closing is proposed.
pub(crate) async fn set(store: &Store, version: u64, calls: u32) -> ProgrammeChange {
    let offices = Offices::default();
    let next = |before: &ProgrammeSettings| {
        let draft = ProgrammeDraft { unanswered_enough: calls, ..before.draft(&offices) };
        draft.check(before, &offices)
    };
    let by = SetBy { staff: "s1", at: at(NOW + version), session: None };
    store.set_programme(version, &by, &next).await.unwrap()
}

/// Switches a service of the specification off.
pub(crate) async fn switch_off(store: &Store, version: u64, value: &str) {
    let offices = Offices::default();
    let next = |before: &ProgrammeSettings| {
        let mut draft = before.draft(&offices);
        draft.services.retain(|it| it.value != value);
        draft.check(before, &offices)
    };
    let by = SetBy { staff: "s1", at: at(NOW), session: None };
    let set = store.set_programme(version, &by, &next).await.unwrap();
    assert!(matches!(set, ProgrammeChange::Set(_)), "{set:?}");
}

#[apply(on_each_database)]
async fn a_service_that_is_switched_off_takes_no_new_referral_at_any_server(
    database: &dyn Database,
) {
    let (here, there) = (database.open().await, database.open().await);
    let before = submit(&there, ASHA, "A", NOW).await;
    switch_off(&here, 0, "training").await;
    let allowance = Some(Allowance { of: [7; 32], limit: 1 });
    let new = NewReferral { allowance, ..submission(ASHA, "B", NOW + 1) };
    let refused = there.submit(&new).await.unwrap();
    assert_eq!(refused, Submitted::Refused(RejectionCode::ServiceNotOffered));
    // What was submitted before is answered as before.
    let again = there.submit(&submission(ASHA, "A", NOW)).await.unwrap();
    assert_eq!(again, Submitted::Repeated(before));
    assert_eq!(there.totals(&Scope::All).await.unwrap().all, 1);
    // A refusal has used neither the key nor the allowance.
    switch_off(&here, 1, "others").await;
    let mut referral = new.referral.clone();
    referral.service = "hr-recruitment".to_owned().into();
    let new = NewReferral { referral, ..new };
    assert!(matches!(there.submit(&new).await.unwrap(), Submitted::New(_)));
}

fn calls(version: &ProgrammeVersion) -> (u64, u32) {
    (version.version, version.settings.draft(&Offices::default()).unanswered_enough)
}

#[apply(on_each_database)]
async fn the_newest_version_holds_for_every_server(database: &dyn Database) {
    let (here, there) = (database.open().await, database.open().await);
    assert_eq!(there.programme().await.unwrap(), ProgrammeVersion::default());
    let ProgrammeChange::Set(first) = set(&here, 0, 5).await else { panic!() };
    assert_eq!(calls(&first), (1, 5));
    let (when, by) = first.set.clone().unwrap();
    assert_eq!((when, by.id.as_str(), by.name.as_str()), (at(NOW), "s1", ""));
    assert_eq!(there.programme().await.unwrap(), first);
    assert_eq!(set(&there, 1, 0).await, ProgrammeChange::Refused(refusal()));
    // A version may have more digits than the one before.
    for version in 1..11 {
        let ProgrammeChange::Set(next) =
            set(&there, version, 6 + u32::try_from(version).unwrap()).await
        else {
            panic!()
        };
        assert_eq!(here.programme().await.unwrap(), next);
    }
    assert_eq!(calls(&here.programme().await.unwrap()), (11, 16));
}

fn refusal() -> domain::rejection::Rejections {
    domain::rejection::RejectionCode::NumberOutOfRange.into()
}

#[apply(on_each_database)]
async fn of_several_at_once_one_is_set_and_the_others_are_told(database: &dyn Database) {
    let stores = [database.open().await, database.open().await];
    let setting = (0..6_u32).map(|place| {
        let store = stores[place as usize % 2].clone();
        tokio::spawn(async move { set(&store, 0, 4 + place).await })
    });
    let mut done = Vec::new();
    for task in setting.collect::<Vec<_>>() {
        done.push(task.await.unwrap());
    }
    let stale = done.iter().filter(|it| **it == ProgrammeChange::Stale).count();
    assert_eq!(stale, 5, "{done:?}");
    let newest = stores[0].programme().await.unwrap();
    assert!(done.contains(&ProgrammeChange::Set(newest.clone())), "{done:?}");
    // Whoever wants what holds already is not told that it is stale.
    assert_eq!(set(&stores[1], 0, calls(&newest).1).await, ProgrammeChange::Unchanged(newest));
}
