//! What a restore cannot know of, and says so.

use domain::event::ConsentAnswer;
use domain::pipeline::CONSENT_TEXT;
use macro_rules_attribute::apply;
use server::audit::security::recorded;
use server::db::fingerprints::KeyedHash;
use server::db::{EventKind, Store};
use server::restoring::carry_over::{CarriedOver, Gap};
use server::sharing::person::sql::Said;
use server::transfer::records::{Export, Importer};

use crate::carrying_over::{BACKUP, GONE, another, backup, erasure, logged_in, restoring};
use crate::database::{Database, on_each_database};
use crate::fixtures::{NOW, RAVI, at, everything, mobile, session, sign_up};
use crate::person_pages::{make, refer, say};
use crate::traces::keyed;

/// A database, and two backups of it: one of the next day, and one of before.
async fn two_backups(
    newest: &Store,
    database: &dyn Database,
    meanwhile: impl AsyncFnOnce(),
) -> [(Box<dyn Database>, Store); 2] {
    sign_up(newest, &session(RAVI, 1, NOW)).await.unwrap();
    let too_old = backup(newest, database).await;
    meanwhile().await;
    logged_in(newest, NOW + 100).await;
    [backup(newest, database).await, too_old]
}

/// A referral of which the first backup knows nothing was refused after the second.
#[apply(on_each_database)]
async fn whoever_restores_too_old_a_backup_first_is_told_that_refusals_may_be_missing(
    database: &dyn Database,
) {
    let newest = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let [(_second, right), (_first, too_old)] = two_backups(&newest, database, async || {
        refer(&newest, GONE, NOW + 1).await;
    })
    .await;
    let theirs = newest.list(&everything()).await.unwrap().items.remove(0);
    make(&newest, &theirs.key, 1, BACKUP).await;
    let refuses = Said::Answer(ConsentAnswer::Refused, CONSENT_TEXT, String::new());
    say(&newest, 1, &refuses, BACKUP + 1).await.unwrap();
    too_old.finish_restore(Ok(&newest), &restoring()).await.unwrap();
    let finished = right.finish_restore(Ok(&too_old), &restoring()).await.unwrap();
    let gap = Some(Gap::RestoredItself);
    assert_eq!(finished.carried_over, Ok(CarriedOver { gap, ..CarriedOver::default() }));
    // Whoever goes back first, and then restores it, has all of it.
    let (_third, again) = backup(&newest, database).await;
    let finished = again.finish_restore(Ok(&newest), &restoring()).await.unwrap();
    assert_eq!(finished.carried_over, Ok(CarriedOver::default()));
}

/// They signed up between the two backups, and then had deleted what others had said of them.
#[apply(on_each_database)]
async fn nobodys_account_is_erased_because_a_backup_in_between_does_not_know_it(
    database: &dyn Database,
) {
    let newest = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let [(_second, right), (_first, too_old)] = two_backups(&newest, database, async || {
        sign_up(&newest, &session(GONE, 2, NOW + 1)).await.unwrap();
    })
    .await;
    let event = erasure(EventKind::Erasure, GONE, BACKUP);
    let erase = newest.erase_referred(GONE, at(BACKUP), None, None, &|_| Ok(()));
    assert!(recorded(event, erase).await.unwrap().account_stays);
    too_old.finish_restore(Ok(&newest), &restoring()).await.unwrap();
    right.finish_restore(Ok(&too_old), &restoring()).await.unwrap();
    assert!(right.account(&mobile(GONE)).await.unwrap().is_some());
}

/// After a disk was lost, the database in place is a new one, into which an old copy may have been imported.
#[apply(on_each_database)]
async fn a_new_database_in_place_is_not_taken_for_the_one_that_was_lost(database: &dyn Database) {
    let lost = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let copied = refer(&lost, GONE, NOW).await.case;
    let (_place, restored) = backup(&lost, database).await;
    let place = another(database).await;
    let new = place.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let copy = Export { accounts: Vec::new(), referrals: vec![copied] };
    new.import(&copy, at(BACKUP), false, &Importer::PROGRAM).await.unwrap();
    logged_in(&new, BACKUP).await;
    let finished = restored.finish_restore(Ok(&new), &restoring()).await.unwrap();
    let gap = Some(Gap::NothingShared);
    assert_eq!(finished.carried_over, Ok(CarriedOver { gap, ..CarriedOver::default() }));
}
