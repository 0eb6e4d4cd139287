//! Contact messages.

use domain::contact::ContactDraft;
use store::{NewMessage, Store};

use crate::fixtures::{NOW, at};
use crate::place::Place;

pub(crate) fn message(subject: &str, now: u64, forward: bool) -> NewMessage {
    NewMessage {
        message: ContactDraft {
            name: "Asha".to_owned(),
            email: "asha@example.org".to_owned(),
            subject: subject.to_owned(),
            message: "Two lines\nof it \u{0}".to_owned(),
        },
        now: at(now),
        idempotency: subject.to_owned(),
        forward,
    }
}

async fn subjects(store: &dyn Store) -> Vec<String> {
    let page = store.messages(None, 1000).await.unwrap();
    page.messages.into_iter().map(|stored| stored.message.subject).collect()
}

async fn claimed(store: &dyn Store, now: u64, most: u32) -> Vec<String> {
    let claimed = store.claim_forwards(at(now), at(now + 10), most).await.unwrap();
    claimed.into_iter().map(|stored| stored.message.subject).collect()
}

pub(crate) async fn a_message_is_kept_once(place: &dyn Place) {
    let store = place.open().await;
    assert!(store.keep_message(&message("a", NOW, false)).await.unwrap());
    assert!(!store.keep_message(&message("a", NOW + 1, false)).await.unwrap());
    let page = store.messages(None, 10).await.unwrap();
    let [stored] = page.messages.as_slice() else { panic!("{page:?}") };
    assert_eq!(stored.at, at(NOW));
    assert_eq!(stored.message.message, "Two lines\nof it \u{fffd}");
    assert_eq!(page.next, None);
}

pub(crate) async fn messages_come_newest_first_in_parts(place: &dyn Place) {
    let store = place.open().await;
    for subject in ["a", "b", "c"] {
        store.keep_message(&message(subject, NOW, false)).await.unwrap();
    }
    assert_eq!(subjects(&*store).await, ["c", "b", "a"]);
    let first = store.messages(None, 2).await.unwrap();
    assert_eq!(first.messages.len(), 2);
    assert_eq!(first.messages[0].at, at(NOW));
    let rest = store.messages(first.next.as_deref(), 2).await.unwrap();
    assert_eq!((rest.messages.len(), rest.next), (1, None));
    assert_eq!(rest.messages[0].message.subject, "a");
    let unreadable = store.messages(Some("no key"), 2).await.unwrap();
    assert_eq!(unreadable, first);
}

pub(crate) async fn a_message_is_forwarded_by_one_and_once(place: &dyn Place) {
    let store = place.open().await;
    for (subject, forward) in [("a", true), ("b", false), ("c", true), ("d", true)] {
        store.keep_message(&message(subject, NOW, forward)).await.unwrap();
    }
    let first = store.claim_forwards(at(NOW), at(NOW + 10), 2).await.unwrap();
    let names: Vec<_> = first.iter().map(|stored| stored.message.subject.as_str()).collect();
    assert_eq!(names, ["a", "c"]);
    assert_eq!(claimed(&*store, NOW, 2).await, ["d"]);
    assert!(claimed(&*store, NOW + 9, 2).await.is_empty());
    store.forwarded(&first[0].key, at(NOW + 1)).await.unwrap();
    store.forwarded("no key", at(NOW + 1)).await.unwrap();
    assert_eq!(claimed(&*store, NOW + 100, 9).await, ["c", "d"]);
}

pub(crate) async fn a_claim_that_has_run_out_is_anybodys(place: &dyn Place) {
    let store = place.open().await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    assert_eq!(claimed(&*store, NOW, 9).await, ["a"]);
    assert!(claimed(&*store, NOW + 9, 9).await.is_empty());
    assert_eq!(claimed(&*store, NOW + 10, 9).await, ["a"]);
}
