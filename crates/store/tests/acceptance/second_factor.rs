//! The second factor.

use crate::fixtures::{ASHA, NOW, RAVI, at, mobile, session};
use crate::place::Place;

pub(crate) async fn tries_are_counted_since_an_instant(place: &dyn Place) {
    let store = place.open().await;
    let (asha, ravi) = (mobile(ASHA), mobile(RAVI));
    for (tries, now) in (1..=3).zip(NOW..) {
        assert_eq!(store.try_second_factor(&asha, at(now), at(NOW)).await.unwrap(), tries);
    }
    assert_eq!(store.try_second_factor(&ravi, at(NOW), at(NOW)).await.unwrap(), 1);
    let since = at(NOW + 2);
    assert_eq!(store.try_second_factor(&asha, at(NOW + 3), since).await.unwrap(), 2);
}

pub(crate) async fn a_time_step_confirms_once(place: &dyn Place) {
    let store = place.open().await;
    let asha = mobile(ASHA);
    for token in [1, 2] {
        store.open_session(&session(ASHA, token, NOW), false).await.unwrap();
    }
    store.try_second_factor(&asha, at(NOW), at(0)).await.unwrap();
    assert!(store.confirm(&[1; 32], &asha, 100).await.unwrap());
    assert!(store.session(&[1; 32], at(NOW)).await.unwrap().unwrap().confirmed);
    assert_eq!(store.try_second_factor(&asha, at(NOW), at(0)).await.unwrap(), 1);
    for step in [100, 99, 0] {
        assert!(!store.confirm(&[2; 32], &asha, step).await.unwrap());
    }
    assert!(!store.session(&[2; 32], at(NOW)).await.unwrap().unwrap().confirmed);
    assert!(store.confirm(&[2; 32], &asha, 101).await.unwrap());
}

pub(crate) async fn a_step_confirms_no_session_that_is_not_there(place: &dyn Place) {
    let store = place.open().await;
    let asha = mobile(ASHA);
    store.open_session(&session(RAVI, 1, NOW), false).await.unwrap();
    assert!(!store.confirm(&[1; 32], &asha, 100).await.unwrap());
    assert!(!store.confirm(&[2; 32], &asha, 100).await.unwrap());
    store.open_session(&session(ASHA, 2, NOW), false).await.unwrap();
    assert!(store.confirm(&[2; 32], &asha, 100).await.unwrap());
}
