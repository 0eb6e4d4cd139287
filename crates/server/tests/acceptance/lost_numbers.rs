//! Restores, and referrals that lose or have lost an erased number of somebody else.

use domain::event::ConsentAnswer;
use domain::pipeline::CONSENT_TEXT;
use macro_rules_attribute::apply;
use server::{
    audit::security::recorded,
    db::{EventKind, fingerprints::KeyedHash},
    restoring::carry_over::CarriedOver,
    sharing::person::sql::Said,
    transfer::records::{Export, Importer},
};

use crate::carrying_over::{BACKUP, GONE, another, backup, erasure, noted, restoring};
use crate::database::{Database, on_each_database};
use crate::fixtures::{NOW, RAVI, at, everything, session, sign_up};
use crate::messages::message;
use crate::outbox::webhook;
use crate::people::{execute, own};
use crate::person_pages::{make, say};
use crate::traces::{dump, keyed};

/// Of whoever has neither an account nor a referral, also behind other digits.
#[apply(on_each_database)]
async fn a_number_that_stands_in_texts_alone_is_erased_again(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    webhook(&newer, "told").await;
    execute(database, "UPDATE webhooks SET url = 'https://hook.example/%2B91%2090000%2000023'")
        .await;
    let mut of_ravi = message("Come to us", NOW, true);
    of_ravi.message.message = "Flat 12, 90000 00023".to_owned();
    newer.keep_message(&of_ravi).await.unwrap();
    sign_up(&newer, &session(RAVI, 1, NOW)).await.unwrap();
    noted(&newer, "1) 90000\n00023", NOW + 1).await;
    let (place, restored) = backup(&newer, database).await;
    let event = erasure(EventKind::ErasureOfReferred, GONE, BACKUP + 1);
    let erase = newer.erase_referred(GONE, at(BACKUP + 1), None, None, &|_| Ok(()));
    assert_eq!(recorded(event, erase).await.unwrap().blanked, 3);
    let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    // Of the referral, only the number went.
    assert_eq!(finished.carried_over, Ok(CarriedOver { erased: 1, ..CarriedOver::default() }));
    assert_eq!(restored.list(&own(RAVI)).await.unwrap().items.len(), 1);
    assert!(!dump(&*place).await.contains("00023"));
}

/// Nobody can log in with a number of Singapore's that looks like one of India's, or the events are unreadable.
#[apply(on_each_database)]
async fn a_referral_that_has_lost_a_number_stays(database: &dyn Database) {
    let singapore = "+65 6123 4567";
    for readable in [true, false] {
        let place = another(database).await;
        let newer = place.open().await.with_keyed_hash(KeyedHash::by(keyed));
        sign_up(&newer, &session(RAVI, 1, NOW)).await.unwrap();
        let noted = noted(&newer, &format!("His brother has {singapore}."), NOW + 1).await;
        let (copy, restored) = backup(&newer, database).await;
        let erase = newer.erase_referred(singapore, at(BACKUP + 1), None, None, &|_| Ok(()));
        let event = erasure(EventKind::ErasureOfReferred, "006561234567", BACKUP + 1);
        assert_eq!(recorded(event, erase).await.unwrap().blanked, 1);
        if !readable {
            execute(&*place, "UPDATE security_events SET at = -1").await;
        }
        let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
        let carried = finished.carried_over.unwrap();
        assert_eq!((carried.erased, carried.referrals), (u64::from(readable), 0));
        assert_eq!(restored.list(&own(RAVI)).await.unwrap().items.len(), 1);
        assert_eq!(dump(&*copy).await.contains("6123 4567"), !readable);
        assert_eq!(restored.verify().await.unwrap().faults, [""; 0]);
        // Nor does a copy from before bring the number again, as it could not in the newer one.
        if readable {
            let file = Export { accounts: Vec::new(), referrals: vec![noted.case.clone()] };
            let program = Importer::PROGRAM;
            let imported = restored.import(&file, at(BACKUP + 9), false, &program).await.unwrap();
            assert_eq!((imported.refused, imported.new), (1, 0));
            assert!(!dump(&*copy).await.contains("6123 4567"));
        }
    }
}

/// It is not in the older of the two, which remembers its key no better than a key of what is gone.
#[apply(on_each_database)]
async fn a_referral_that_has_lost_a_number_outlasts_the_restore_of_a_wrong_backup(
    database: &dyn Database,
) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&newer, &session(RAVI, 1, NOW)).await.unwrap();
    let (_first, too_old) = backup(&newer, database).await;
    noted(&newer, "His brother has +65 6123 4567.", NOW + 1).await;
    let (_second, right) = backup(&newer, database).await;
    let erase = newer.erase_referred("+65 6123 4567", at(BACKUP + 1), None, None, &|_| Ok(()));
    assert_eq!(erase.await.unwrap().blanked, 1);
    too_old.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    let finished = right.finish_restore(Ok(&too_old), &restoring()).await.unwrap();
    assert_eq!(finished.carried_over.unwrap().referrals, 0);
    assert_eq!(right.list(&own(RAVI)).await.unwrap().items.len(), 1);
}

/// A third person's number, which nobody can log in with, was erased from it: its key is another one since.
#[apply(on_each_database)]
async fn a_refusal_is_carried_over_to_a_referral_that_lost_a_number(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&newer, &session(RAVI, 1, NOW)).await.unwrap();
    let key = noted(&newer, "His brother has +65 6123 4567.", NOW + 1).await.key;
    let (_place, restored) = backup(&newer, database).await;
    let erase = newer.erase_referred("+65 6123 4567", at(BACKUP + 1), None, None, &|_| Ok(()));
    assert_eq!(erase.await.unwrap().blanked, 1);
    let [stored] = &newer.list(&everything()).await.unwrap().items[..] else { panic!() };
    assert_ne!(stored.key, key);
    make(&newer, &stored.key, 1, BACKUP + 2).await;
    let refuses = Said::Answer(ConsentAnswer::Refused, CONSENT_TEXT, String::new());
    say(&newer, 1, &refuses, BACKUP + 3).await.unwrap();
    let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    assert_eq!(finished.carried_over.unwrap().refused, 1);
    let stored = restored.referral(&key).await.unwrap().unwrap();
    assert_eq!(stored.referral().status.as_str(), "Declined");
}
