//! Stores that fail in the middle.

use store::faulty::{Faulty, Method, When};
use store::{Store, StoreError, Submitted};

use crate::fixtures::{ASHA, NOW, everything, names, submission};
use crate::place::Sqlite;

fn gone() -> StoreError {
    StoreError::Unavailable("gone".to_owned())
}

#[tokio::test]
async fn a_call_fails_before_anything_is_done() {
    let place = Sqlite::new();
    let store = Faulty::new(place.store().await);
    store.fail(Method::Submit, 2, When::Before, gone());
    store.submit(&submission(ASHA, "A", NOW)).await.unwrap();
    let failed = store.submit(&submission(ASHA, "B", NOW)).await;
    assert!(matches!(failed, Err(StoreError::Unavailable(_))));
    assert_eq!(names(&store, &everything()).await, ["A"]);
    store.submit(&submission(ASHA, "B", NOW)).await.unwrap();
    assert_eq!(names(store.inner(), &everything()).await, ["B", "A"]);
}

#[tokio::test]
async fn an_answer_that_was_lost_is_given_again_to_a_retry() {
    let place = Sqlite::new();
    let store = Faulty::new(place.store().await);
    store.fail(Method::Submit, 1, When::After, gone());
    store.submit(&submission(ASHA, "A", NOW)).await.unwrap_err();
    let again = store.submit(&submission(ASHA, "A", NOW)).await.unwrap();
    assert!(matches!(again, Submitted::Repeated(_)));
    assert_eq!(names(&store, &everything()).await, ["A"]);
}

#[tokio::test]
async fn faults_of_several_methods_do_not_meet_each_other() {
    let place = Sqlite::new();
    let store = Faulty::new(place.store().await);
    store.fail(Method::List, 1, When::Before, gone());
    store.fail(Method::Check, 2, When::Before, StoreError::Full("full".to_owned()));
    store.fail(Method::Check, 1, When::After, gone());
    assert!(matches!(store.check().await, Err(StoreError::Unavailable(_))));
    assert!(matches!(store.check().await, Err(StoreError::Full(_))));
    store.check().await.unwrap();
    store.list(&everything()).await.unwrap_err();
    store.list(&everything()).await.unwrap();
}
