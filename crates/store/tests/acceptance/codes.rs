//! One-time codes.

use domain::hosted::{
    CODE_TRIES, DAY_MS, Dispatch, HostedCode, SEND_WINDOW_MS, SENDS_LATELY, SendLimits, Sends,
};
use store::{Dispatched, NewDispatch, Store};

use crate::fixtures::{ASHA, NOW, RAVI, at, mobile};
use crate::place::Place;

pub(crate) fn code(challenge: &str, number: &str, address: u8, now: u64) -> NewDispatch {
    NewDispatch {
        challenge: challenge.to_owned(),
        mobile: mobile(number),
        code: [7; 32],
        address: [address; 32],
        now: at(now),
    }
}

/// What the judge is told about a code, which is then kept.
async fn sends(store: &dyn Store, new: &NewDispatch) -> Sends {
    let told = std::sync::Mutex::new(None);
    let judge = |sends: &Sends| {
        *told.lock().unwrap() = Some(*sends);
        Ok(())
    };
    store.dispatch(new, &judge).await.unwrap().unwrap();
    let told = *told.lock().unwrap();
    told.unwrap()
}

pub(crate) async fn a_code_is_kept_if_the_judge_agrees_and_not_if_not(place: &dyn Place) {
    let store = place.open().await;
    let paused = Err(HostedCode::SendingPaused);
    let refused = store.dispatch(&code("a", ASHA, 1, NOW), &|_| paused).await.unwrap();
    assert_eq!(refused, paused);
    assert_eq!(store.try_code("a").await.unwrap(), None);
    assert_eq!(sends(&*store, &code("a", ASHA, 1, NOW)).await, Sends::default());
    let dispatch = Dispatch { sent_at: at(NOW), tries: 0, used: false };
    let found = Dispatched { mobile: mobile(ASHA), code: [7; 32], dispatch };
    assert_eq!(store.try_code("a").await.unwrap(), Some(found));
}

pub(crate) async fn the_judge_is_told_how_many_codes_were_sent_in_each_window(place: &dyn Place) {
    let store = place.open().await;
    let yesterday = NOW - DAY_MS;
    sends(&*store, &code("a", ASHA, 1, yesterday)).await;
    sends(&*store, &code("b", ASHA, 1, yesterday + 1)).await;
    sends(&*store, &code("c", ASHA, 2, NOW - SEND_WINDOW_MS)).await;
    sends(&*store, &code("d", ASHA, 2, NOW - SEND_WINDOW_MS + 1)).await;
    sends(&*store, &code("e", RAVI, 1, NOW)).await;
    let told = sends(&*store, &code("f", ASHA, 1, NOW)).await;
    assert_eq!(told, Sends { lately: 1, today: 3, from_address: 2, overall: 4 });
    let limits = SendLimits { lately: SENDS_LATELY, ..SendLimits::default() };
    let more = code("g", ASHA, 1, NOW);
    assert_eq!(store.dispatch(&more, &|sends| limits.judge(sends)).await.unwrap(), Ok(()));
    let refused = store.dispatch(&code("h", ASHA, 1, NOW), &|sends| limits.judge(sends)).await;
    assert_eq!(refused.unwrap(), Err(HostedCode::TooManyCodes));
}

pub(crate) async fn tries_are_counted_up_to_the_limit(place: &dyn Place) {
    let store = place.open().await;
    sends(&*store, &code("a", ASHA, 1, NOW)).await;
    for tries in 0..CODE_TRIES + 3 {
        let found = store.try_code("a").await.unwrap().unwrap();
        assert_eq!(found.dispatch.tries, tries.min(CODE_TRIES));
    }
}

pub(crate) async fn a_code_lets_in_once(place: &dyn Place) {
    let store = place.open().await;
    sends(&*store, &code("a", ASHA, 1, NOW)).await;
    assert!(store.use_code("a").await.unwrap());
    assert!(!store.use_code("a").await.unwrap());
    assert!(store.try_code("a").await.unwrap().unwrap().dispatch.used);
}

pub(crate) async fn an_unknown_code_is_nothing(place: &dyn Place) {
    let store = place.open().await;
    assert_eq!(store.try_code("a").await.unwrap(), None);
    assert!(!store.use_code("a").await.unwrap());
}
