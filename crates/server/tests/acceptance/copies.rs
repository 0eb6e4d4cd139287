//! Imports of exports.

use domain::account::User;
use domain::case::Case;
use domain::import::Import;
use domain::referral::{Referral, Status};
use domain::view::ReferralView;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    referrals::records::{Actor, StoredEntry},
    transfer::records::{Export, Importer},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, awarded, everything, mobile, names, record, session,
    sign_up, submit, user,
};

fn export(accounts: &[User], referrals: &[Case]) -> Export {
    Export { accounts: accounts.to_vec(), referrals: referrals.to_vec() }
}

fn taken(new: usize, changed: usize, same: usize, refused: usize) -> Import {
    Import { new, changed, same, refused, ..Import::default() }
}

/// The same with so many points more, all in one referral.
fn taken_with_points(new: usize, changed: usize, points_more: u64) -> Import {
    let awards = usize::from(points_more > 0);
    Import { awards, points_more, ..taken(new, changed, 0, 0) }
}

async fn import(store: &Store, export: &Export) -> Import {
    store.import(export, at(NOW + 100), false, &Importer::PROGRAM).await.unwrap()
}

/// All records, as in an export.
async fn exported(store: &Store) -> Export {
    let accounts = store.accounts(None, 1000).await.unwrap();
    let listed = store.list(&everything()).await.unwrap().items;
    Export { accounts, referrals: listed.into_iter().map(|stored| stored.case).collect() }
}

#[apply(on_each_database)]
async fn a_copy_is_imported_once(database: &dyn Database) {
    let store = database.open().await;
    let (a, b) = (record(ASHA, "A", NOW), record(RAVI, "B", NOW + 1));
    let copy = export(&[user(ASHA), user(RAVI)], &[a.clone(), b.clone(), a.clone()]);
    assert_eq!(import(&store, &copy).await, taken(4, 0, 0, 0));
    assert_eq!(exported(&store).await, export(&[user(RAVI), user(ASHA)], &[b, a.clone()]));
    assert_eq!(import(&store, &copy).await, taken(0, 0, 4, 0));
    let key = ReferralView::of(a.referral()).key;
    let entry = StoredEntry {
        at: at(NOW + 100),
        by: Actor::Import { id: String::new(), name: String::new() },
        status: Status::Pending,
        points: 0,
    };
    assert_eq!(store.history(&key).await.unwrap(), [(None, entry)]);
    assert_eq!(store.referral(&key).await.unwrap().unwrap().version, 1);
}

#[apply(on_each_database)]
async fn a_later_version_replaces_an_earlier_one_and_never_the_reverse(database: &dyn Database) {
    let store = database.open().await;
    let pending = submit(&store, ASHA, "A", NOW).await;
    let rejected =
        Referral { status: Status::Other("Rejected".to_owned()), ..pending.referral().clone() };
    let rejected = Case::stored(rejected, &[]);
    let first = awarded(&pending.case, 5, NOW + 7);
    let more = awarded(&pending.case, 6, NOW + 7);
    let mut here = pending.case.clone();
    for (version, copy, points_more) in [(2, &rejected, 0), (3, &first, 5), (4, &more, 1)] {
        // The histories of several copies in one file are merged.
        let copies = export(&[], &[pending.case.clone(), copy.clone(), rejected.clone()]);
        assert_eq!(import(&store, &copies).await, taken_with_points(0, 1, points_more));
        let stored = store.referral(&pending.key).await.unwrap().unwrap();
        here = here.merge(copy);
        assert_eq!((&stored.case, stored.version), (&here, version));
        assert_eq!(stored.referral(), copy.referral());
    }
    for older in [&pending.case, &rejected, &first, &more] {
        assert_eq!(import(&store, &export(&[], std::slice::from_ref(older))).await.same, 1);
    }
    let stored = store.referral(&pending.key).await.unwrap().unwrap();
    assert_eq!((stored.version, stored.case.history().len()), (4, 3));
    let (_, last) = store.history(&pending.key).await.unwrap().pop().unwrap();
    assert_eq!(
        (last.by, last.points),
        (Actor::Import { id: String::new(), name: String::new() }, 6)
    );
    let renamed = User { name: "Zoe".to_owned(), ..user(ASHA) };
    assert_eq!(import(&store, &export(&[user(ASHA)], &[])).await, taken(1, 0, 0, 0));
    let accounts = export(std::slice::from_ref(&renamed), &[]);
    assert_eq!(import(&store, &accounts).await, taken(0, 0, 1, 0));
    // Whatever the file says of itself: an account that is here stays as it is.
    let renamed = User { registered_at: Some(at(NOW)), ..renamed };
    let accounts = export(std::slice::from_ref(&renamed), &[]);
    assert_eq!(import(&store, &accounts).await, taken(0, 0, 1, 0));
    assert_eq!(store.account(&mobile(ASHA)).await.unwrap(), Some(user(ASHA)));
}

#[apply(on_each_database)]
async fn a_dry_run_changes_nothing(database: &dyn Database) {
    let store = database.open().await;
    let stored = submit(&store, ASHA, "A", NOW).await;
    let before = exported(&store).await;
    let later = awarded(&stored.case, 5, NOW);
    let copy = export(&[user(ASHA)], &[later, record(ASHA, "B", NOW)]);
    let dry = store.import(&copy, at(NOW), true, &Importer::PROGRAM).await.unwrap();
    assert_eq!(dry, taken_with_points(2, 1, 5));
    assert_eq!(exported(&store).await, before);
    assert_eq!(import(&store, &copy).await, dry);
}

#[apply(on_each_database)]
async fn a_taken_id_does_not_prevent_an_import(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW).await;
    let copy = export(&[], &[record(ASHA, "B", NOW), record(RAVI, "C", NOW)]);
    assert_eq!(import(&store, &copy).await, taken(2, 0, 0, 0));
    assert_eq!(names(&store, &everything()).await.len(), 3);
    // They are recognised by the key in the file, and by their present one.
    assert_eq!(import(&store, &copy).await, taken(0, 0, 2, 0));
    assert_eq!(import(&store, &exported(&store).await).await, taken(0, 0, 3, 0));
    let later = export(&[], &[awarded(&copy.referrals[0], 9, NOW)]);
    assert_eq!(import(&store, &later).await, taken_with_points(0, 1, 9));
    assert_eq!(names(&store, &everything()).await.len(), 3);
    // Both keys are remembered when it is erased.
    let moved = exported(&store).await;
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!(import(&store, &copy).await, taken(0, 0, 1, 1));
    assert_eq!(import(&store, &moved).await, taken(0, 0, 1, 2));
}

#[apply(on_each_database)]
async fn erased_referrals_stay_erased(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let stored = submit(&store, ASHA, "A", NOW).await;
    store.change(&stored.key, 1, &admin_actor(), &award(5, NOW), None).await.unwrap();
    let copy = exported(&store).await;
    store.erase_referrer(&mobile(ASHA), None, at(NOW + 5), None, None).await.unwrap();
    assert_eq!(import(&store, &copy).await, taken(0, 0, 0, 2));
    assert_eq!(exported(&store).await, Export::default());
    // A file cannot prove that the person registered again.
    for registered_at in [NOW + 5, NOW + 6] {
        let again = User { registered_at: Some(at(registered_at)), ..user(ASHA) };
        assert_eq!(import(&store, &export(&[again], &[])).await, taken(0, 0, 0, 1));
    }
}

#[apply(on_each_database)]
async fn a_copy_with_nul_characters_is_recognised(database: &dyn Database) {
    let store = database.open().await;
    let strange = Referral {
        notes: "a\u{0}b".to_owned(),
        status: Status::Other("\u{0}".to_owned()),
        service: "\u{0}".to_owned().into(),
        ..record(ASHA, "A\u{0}", NOW).referral().clone()
    };
    let account = User { name: "\u{0}".to_owned(), ..user(ASHA) };
    let copy = export(&[account], &[Case::stored(strange, &[])]);
    assert_eq!(import(&store, &copy).await, taken(2, 0, 0, 0));
    assert_eq!(import(&store, &copy).await, taken(0, 0, 2, 0));
    assert_eq!(import(&store, &exported(&store).await).await, taken(0, 0, 2, 0));
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    assert_eq!(import(&store, &copy).await, taken(0, 0, 0, 2));
}
