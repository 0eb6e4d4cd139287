//! Awards of points.

use std::time::Duration;

use domain::case::Case;
use domain::pipeline::Known;
use domain::points::Points;
use domain::referral::Status;
use domain::rejection::{RejectionCode, Rejections};
use macro_rules_attribute::apply;
use server::db::answers::RetryKey;
use server::referrals::records::{Actor, Changed, StoredEntry};
use server::transfer::records::{Export, Importer};
use sqlx::{Connection, PgConnection};

use crate::database::{Database, Postgres, on_each_database};
use crate::fixtures::{ASHA, NOW, admin_actor, at, award, guest, mobile, submit};

fn change(now: u64, by: Actor, status: Status, points: u64) -> StoredEntry {
    StoredEntry { at: at(now), by, status, points }
}

#[apply(on_each_database)]
async fn an_award_is_stored_with_its_history(database: &dyn Database) {
    let store = database.open().await;
    let key = submit(&store, ASHA, "Meera Iyer", NOW).await.key;
    let Changed::Done(first) =
        store.change(&key, 1, &admin_actor(), &award(10, NOW + 5), None).await.unwrap()
    else {
        panic!()
    };
    assert_eq!((first.version, first.referral().points.get()), (2, 10));
    assert_eq!(first.referral().status, Status::Successful);
    assert_eq!(first.referral().awarded_at, Some(at(NOW + 5)));
    assert_eq!(first.key, key);
    assert_eq!(store.referral(&key).await.unwrap(), Some(first));
    store.change(&key, 2, &admin_actor(), &award(7, NOW + 9), None).await.unwrap();
    let member = Actor::Member(mobile(ASHA));
    let history = [
        change(NOW, member, Status::Pending, 0),
        change(NOW + 5, admin_actor().actor, Status::Successful, 10),
        change(NOW + 9, admin_actor().actor, Status::Successful, 7),
    ];
    let kept = store.history(&key).await.unwrap();
    assert!(kept.into_iter().map(|(_, change)| change).eq(history));
}

#[apply(on_each_database)]
async fn a_stale_award_gets_the_change_in_between(database: &dyn Database) {
    let store = database.open().await;
    let key = submit(&store, ASHA, "Meera Iyer", NOW).await.key;
    let Changed::Done(current) =
        store.change(&key, 1, &admin_actor(), &award(10, NOW + 5), None).await.unwrap()
    else {
        panic!()
    };
    let between = change(NOW + 5, admin_actor().actor, Status::Successful, 10);
    for version in [0, 1, 3] {
        let stale = store.change(&key, version, &guest(), &award(3, NOW + 6), None).await.unwrap();
        assert_eq!(stale, Changed::Stale(current.clone(), between.clone()));
    }
    assert_eq!(store.history(&key).await.unwrap().len(), 2);
}

#[apply(on_each_database)]
async fn an_award_for_a_missing_referral_finds_nothing(database: &dyn Database) {
    let store = database.open().await;
    let gone = store.change("no key", 1, &guest(), &award(3, NOW), None).await.unwrap();
    assert_eq!(gone, Changed::Refused(RejectionCode::ReferralGone.into()));
}

#[apply(on_each_database)]
async fn a_refused_command_changes_nothing(database: &dyn Database) {
    let store = database.open().await;
    let before = submit(&store, ASHA, "Meera Iyer", NOW).await;
    let refused = Rejections::from(RejectionCode::NotAdmin);
    let decide = |_: &Known| Err(refused.clone());
    let retry = RetryKey { stored_key: "a".to_owned(), at: at(NOW) };
    let done = store.change(&before.key, 1, &guest(), &decide, Some(&retry)).await.unwrap();
    assert_eq!(done, Changed::Refused(refused.clone()));
    assert_eq!(store.referral(&before.key).await.unwrap().as_ref(), Some(&before));
    assert_eq!(store.history(&before.key).await.unwrap().len(), 1);
    // The key is not used either.
    let done = store.change(&before.key, 1, &guest(), &award(3, NOW), Some(&retry)).await.unwrap();
    assert!(matches!(done, Changed::Done(after) if after.version == 2));
}

#[apply(on_each_database)]
async fn events_are_stored_verbatim(database: &dyn Database) {
    let store = database.open().await;
    let before = submit(&store, ASHA, "Meera Iyer", NOW).await;
    let texts = [
        r#"{"at":1750000000003,"saw":0,"kind":"a later version's","who":{"x":[1, 2]}}"#,
        r#"{"at":1750000000005,"saw":1,"by":"admin","kind":"points","points":10}"#,
        r#"{"at":1750000000009,"saw":2,"by":"admin","kind":"corrected","field":"notes","text":"At \u00e9ight"}"#,
    ];
    let mut fields = before.referral().clone();
    (fields.status, fields.awarded_at) = (Status::Successful, Some(at(NOW + 5)));
    fields.points = Points::try_from(10).unwrap();
    let copy = Case::stored(fields, &texts);
    let export = Export { accounts: vec![], referrals: vec![copy.clone()] };
    assert_eq!(
        store.import(&export, at(NOW + 20), false, &Importer::PROGRAM).await.unwrap().changed,
        1
    );
    let after = store.referral(&before.key).await.unwrap().unwrap();
    assert_eq!(after.case, copy);
    assert_eq!(after.case.history().texts().collect::<Vec<_>>(), texts);
    assert_eq!(
        store.import(&export, at(NOW + 21), false, &Importer::PROGRAM).await.unwrap().same,
        1
    );
    // The same with later events.
    let done = store.change(&before.key, 2, &admin_actor(), &award(7, NOW), None).await.unwrap();
    let Changed::Done(after) = done else { panic!("{done:?}") };
    assert_eq!(store.referral(&before.key).await.unwrap().unwrap(), after);
    let kept: Vec<_> = after.case.history().texts().map(str::to_owned).collect();
    assert_eq!((&kept[..3], kept.len()), (&texts.map(str::to_owned)[..], 4));
    assert_eq!(after.case.corrected().notes, "At \u{e9}ight");
    let last = after.case.history().last_at();
    assert_eq!((after.referral().points.get(), last), (7, Some(at(NOW + 10))));
}

/// With several writers in PostgreSQL, a change with a lower number may become visible after one
/// with a higher number. A list that started in between must not skip a referral.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_numbered_in_the_order_they_become_visible() {
    let Some(database) = Postgres::new().await else { return };
    let store = database.store().await;
    let key = submit(&store, ASHA, "A", NOW).await.key;
    let mut other = PgConnection::connect(database.url()).await.unwrap();
    let numbered = "SELECT last_value FROM pg_sequences WHERE sequencename = 'history_seq_seq'";
    let before: i64 = sqlx::query_scalar(numbered).fetch_one(&mut other).await.unwrap();
    // Another transaction is about to commit.
    let mut holder = PgConnection::connect(database.url()).await.unwrap();
    let mut hold = holder.begin().await.unwrap();
    sqlx::query("UPDATE locks SET taken = taken").execute(&mut *hold).await.unwrap();
    let (writer, named) = (store.clone(), key.clone());
    let awarding = tokio::spawn(async move {
        writer.change(&named, 1, &admin_actor(), &award(10, NOW + 5), None).await.unwrap()
    });
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
                   AND datname = current_database()";
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut other).await.unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let meanwhile: i64 = sqlx::query_scalar(numbered).fetch_one(&mut other).await.unwrap();
    assert_eq!(meanwhile, before, "who waits has no number yet");
    hold.rollback().await.unwrap();
    assert!(matches!(awarding.await.unwrap(), Changed::Done(_)));
}
