//! Writes that are retried with their key, because their answer was lost.

use api::DAY_MS;
use macro_rules_attribute::apply;
use server::{db::Store, db::answers::RetryKey, referrals::records::Changed};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, admin_actor, at, award, mobile, submission};

fn key(name: &str) -> RetryKey {
    RetryKey { stored_key: name.to_owned(), at: at(NOW) }
}

async fn submitted(store: &Store) -> String {
    store.submit(&submission(ASHA, "Binu", NOW)).await.unwrap();
    let listing =
        server::referrals::records::Listing::of(server::referrals::records::Scope::All, 9);
    store.list(&listing).await.unwrap().items[0].key.clone()
}

#[apply(on_each_database)]
async fn an_award_that_is_tried_again_is_saved_once_and_not_called_stale(database: &dyn Database) {
    let store = database.open().await;
    let referral = submitted(&store).await;
    let (by, retry) = (admin_actor(), key("a"));
    for _ in 0..2 {
        let edit = award(5, NOW + 1);
        let done = store.change(&referral, 1, &by, &edit, Some(&retry)).await.unwrap();
        let Changed::Done(stored) = done else { panic!("{done:?}") };
        assert_eq!((stored.version, stored.referral().points.get()), (2, 5));
    }
    assert_eq!(store.history(&referral).await.unwrap().len(), 2);

    // Somebody else has changed it since then. The answer is the success, with the present
    // referral.
    store.change(&referral, 2, &by, &award(9, NOW + 2), Some(&key("b"))).await.unwrap();
    let again = store.change(&referral, 1, &by, &award(5, NOW + 3), Some(&retry)).await.unwrap();
    let Changed::Done(stored) = again else { panic!("{again:?}") };
    assert_eq!((stored.version, stored.referral().points.get()), (3, 9));

    // The key of a refused award can be used again.
    let late = key("c");
    let stale = store.change(&referral, 1, &by, &award(7, NOW + 4), Some(&late)).await.unwrap();
    assert!(matches!(stale, Changed::Stale(..)), "{stale:?}");
    let done = store.change(&referral, 3, &by, &award(7, NOW + 4), Some(&late)).await.unwrap();
    assert!(matches!(done, Changed::Done(_)), "{done:?}");
}

#[apply(on_each_database)]
async fn a_retried_erasure_says_what_it_erased(database: &dyn Database) {
    let store = database.open().await;
    let phone = "0400 111 222";
    store.submit(&submission(ASHA, "Binu", NOW)).await.unwrap();
    let (first, second) = (key("a"), key("b"));
    for _ in 0..2 {
        let erased =
            store.erase_referred(phone, at(NOW), None, Some(&first), &|_| Ok(())).await.unwrap();
        assert_eq!(erased.referrals, 1);
    }
    let erased =
        store.erase_referred(phone, at(NOW), None, Some(&second), &|_| Ok(())).await.unwrap();
    assert_eq!(erased.referrals, 0);

    store.submit(&submission(ASHA, "Chitra", NOW + 1)).await.unwrap();
    let own = key("c");
    for _ in 0..2 {
        let erased =
            store.erase_referrer(&mobile(ASHA), None, at(NOW), None, Some(&own)).await.unwrap();
        assert_eq!(erased.referrals, 1);
    }
    assert!(store.answer("c").await.unwrap().is_some());
    assert_eq!(store.answer("d").await.unwrap(), None);
}

#[apply(on_each_database)]
async fn one_of_many_simultaneous_retries_is_executed(database: &dyn Database) {
    let store: Store = database.open().await;
    let referral = submitted(&store).await;
    let tries = (0..8).map(|_| {
        let (store, referral) = (store.clone(), referral.clone());
        tokio::spawn(async move {
            let (by, edit) = (admin_actor(), award(5, NOW + 1));
            store.change(&referral, 1, &by, &edit, Some(&key("a"))).await.unwrap()
        })
    });
    for tried in tries.collect::<Vec<_>>() {
        let done = tried.await.unwrap();
        let Changed::Done(stored) = done else { panic!("{done:?}") };
        assert_eq!(stored.version, 2);
    }
    assert_eq!(store.history(&referral).await.unwrap().len(), 2);
}

#[apply(on_each_database)]
async fn an_answer_that_is_kept_stays(database: &dyn Database) {
    let store = database.open().await;
    store.keep_answer(&key("a"), "one").await.unwrap();
    store.keep_answer(&key("a"), "two").await.unwrap();
    assert_eq!(store.answer("a").await.unwrap().as_deref(), Some("one"));
}

#[apply(on_each_database)]
async fn answers_are_kept_for_a_week(database: &dyn Database) {
    let store = database.open().await;
    store.keep_answer(&key("a"), "one").await.unwrap();
    store.sweep(at(NOW + 7 * DAY_MS - 1)).await.unwrap();
    assert!(store.answer("a").await.unwrap().is_some());
    store.sweep(at(NOW + 7 * DAY_MS)).await.unwrap();
    assert_eq!(store.answer("a").await.unwrap(), None);
}
