//! Edits.

use std::sync::Arc;
use std::time::Duration;

use domain::referral::{Referral, Status};
use sqlx::{Connection, PgConnection};
use store::{Actor, Awarded, Change, Store};

use crate::fixtures::{ASHA, NOW, admin_actor, at, award, guest, mobile, submit};
use crate::place::{Place, Postgres};

fn change(now: u64, by: Actor, status: Status, points: u64) -> Change {
    Change { at: at(now), by, status, points }
}

pub(crate) async fn an_award_is_kept_with_its_history(place: &dyn Place) {
    let store = place.open().await;
    let key = submit(&*store, ASHA, "Meera Iyer", NOW).await.key;
    let Awarded::Done(first) =
        store.award(&key, 1, &admin_actor(), &award(10, NOW + 5), None).await.unwrap()
    else {
        panic!()
    };
    assert_eq!((first.version, first.referral.points.get()), (2, 10));
    assert_eq!(first.referral.status, Status::Successful);
    assert_eq!(first.referral.awarded_at, Some(at(NOW + 5)));
    assert_eq!(first.key, key);
    assert_eq!(store.referral(&key).await.unwrap(), Some(first));
    store.award(&key, 2, &admin_actor(), &award(7, NOW + 9), None).await.unwrap();
    let member = Actor::Member(mobile(ASHA));
    let history = [
        change(NOW, member, Status::Pending, 0),
        change(NOW + 5, admin_actor().actor, Status::Successful, 10),
        change(NOW + 9, admin_actor().actor, Status::Successful, 7),
    ];
    assert_eq!(store.history(&key).await.unwrap(), history);
}

pub(crate) async fn a_stale_award_is_shown_what_came_between(place: &dyn Place) {
    let store = place.open().await;
    let key = submit(&*store, ASHA, "Meera Iyer", NOW).await.key;
    let Awarded::Done(current) =
        store.award(&key, 1, &admin_actor(), &award(10, NOW + 5), None).await.unwrap()
    else {
        panic!()
    };
    let between = change(NOW + 5, admin_actor().actor, Status::Successful, 10);
    for version in [0, 1, 3] {
        let stale = store.award(&key, version, &guest(), &award(3, NOW + 6), None).await.unwrap();
        assert_eq!(stale, Awarded::Stale(current.clone(), between.clone()));
    }
    assert_eq!(store.history(&key).await.unwrap().len(), 2);
}

pub(crate) async fn an_award_of_nothing_finds_nothing(place: &dyn Place) {
    let store = place.open().await;
    let gone = store.award("no key", 1, &guest(), &award(3, NOW), None).await.unwrap();
    assert_eq!(gone, Awarded::Gone);
}

pub(crate) async fn an_edit_changes_status_and_points_and_nothing_else(place: &dyn Place) {
    let store = place.open().await;
    let before = submit(&*store, ASHA, "Meera Iyer", NOW).await;
    let edit = |referral: &Referral| Referral {
        id: at(1),
        referred_name: "Somebody else".to_owned(),
        status: Status::Other("Rejected".to_owned()),
        ..referral.clone()
    };
    store.award(&before.key, 1, &guest(), &edit, None).await.unwrap();
    let after = store.referral(&before.key).await.unwrap().unwrap();
    let status = Status::Other("Rejected".to_owned());
    assert_eq!(after.referral, Referral { status, ..before.referral });
}

/// In PostgreSQL, where several write at once, a change that is numbered early may be seen late: then
/// a list that was begun in between passes a referral over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_are_numbered_in_the_order_in_which_they_are_seen() {
    let Some(place) = Postgres::new().await else { return };
    let store = Arc::new(place.store().await);
    let key = submit(&*store, ASHA, "A", NOW).await.key;
    let mut other = PgConnection::connect(place.url()).await.unwrap();
    let numbered = "SELECT last_value FROM pg_sequences WHERE sequencename = 'changes_seq_seq'";
    let before: i64 = sqlx::query_scalar(numbered).fetch_one(&mut other).await.unwrap();
    // Somebody else is about to end a transaction.
    let mut holder = PgConnection::connect(place.url()).await.unwrap();
    let mut hold = holder.begin().await.unwrap();
    sqlx::query("UPDATE counters SET total = total").execute(&mut *hold).await.unwrap();
    let (writer, named) = (Arc::clone(&store), key.clone());
    let awarding = tokio::spawn(async move {
        writer.award(&named, 1, &admin_actor(), &award(10, NOW + 5), None).await.unwrap()
    });
    let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
                   AND datname = current_database()";
    while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut other).await.unwrap() == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let meanwhile: i64 = sqlx::query_scalar(numbered).fetch_one(&mut other).await.unwrap();
    assert_eq!(meanwhile, before, "who waits has no number yet");
    hold.rollback().await.unwrap();
    assert!(matches!(awarding.await.unwrap(), Awarded::Done(_)));
}
