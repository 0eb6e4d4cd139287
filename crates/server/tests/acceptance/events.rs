//! Security events.

use macro_rules_attribute::apply;
use server::{
    audit::{
        security,
        security::{EventFilter, RecordedEvent, SecurityEvent},
    },
    db::{EventKind, Page, Store},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at, event, fingerprint, mobile, session, sign_up, submit};

/// The newest events: all, or those with the person who has this fingerprint.
pub(crate) async fn events(
    store: &Store,
    person: Option<[u8; 32]>,
    limit: u32,
) -> Vec<RecordedEvent> {
    let people = person.map(|person| vec![person..=person]);
    let filter = EventFilter { people, ..EventFilter::default() };
    store.event_page(&filter, None, limit).await.unwrap().items
}

#[apply(on_each_database)]
async fn an_event_and_its_change_are_written_together(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW).await;
    let login = event(ASHA, EventKind::SignUp);
    for is_first in [true, false] {
        // The second time, the number is registered already, so nothing changes.
        let open = session(ASHA, 1, NOW);
        let opened = security::recorded(login.clone(), sign_up(&store, &open)).await;
        assert_eq!(opened.is_ok(), is_first);
    }
    let erasure = SecurityEvent { at: at(NOW + 1), ..event(ASHA, EventKind::Erasure) };
    let asha = mobile(ASHA);
    let erase = store.erase_referrer(&asha, None, at(NOW + 1), None, None);
    security::recorded(erasure.clone(), erase).await.unwrap();
    let recorded = events(&store, None, 9).await;
    let kinds: Vec<_> = recorded.iter().map(|event| event.kind.as_str()).collect();
    assert_eq!(kinds, ["erasure", "sign-up"]);
    let [last, _] = recorded.as_slice() else { panic!("{recorded:?}") };
    assert_eq!((last.at, last.outcome.as_str()), (erasure.at, "done"));
    assert_eq!((last.actor, last.target), (Some(fingerprint(ASHA)), None));
    assert_eq!(last.request, "a-request");
}

#[apply(on_each_database)]
async fn events_are_found_by_who_did_them_and_to_whom(database: &dyn Database) {
    let store = database.open().await;
    for (number, target) in [(ASHA, Some(RAVI)), (RAVI, None), (ASHA, None)] {
        let target = target.map(fingerprint);
        let event = SecurityEvent { target, ..event(number, EventKind::Award) };
        store.record_event(&event, None).await.unwrap();
    }
    assert_eq!(events(&store, Some(fingerprint(RAVI)), 9).await.len(), 2);
    assert_eq!(events(&store, Some(fingerprint(ASHA)), 9).await.len(), 2);
    assert_eq!(events(&store, None, 2).await.len(), 2);
}

#[apply(on_each_database)]
async fn repeated_events_are_recorded_once_in_a_while(database: &dyn Database) {
    let store = database.open().await;
    let export = event(ASHA, EventKind::Export);
    for _ in 0..3 {
        store.record_event(&export, Some(at(NOW))).await.unwrap();
    }
    store.record_event(&event(RAVI, EventKind::Export), Some(at(NOW))).await.unwrap();
    assert_eq!(events(&store, None, 9).await.len(), 2);
    store.record_event(&export, Some(at(NOW + 1))).await.unwrap();
    assert_eq!(events(&store, None, 9).await.len(), 3);
}

#[apply(on_each_database)]
async fn all_events_are_paged(database: &dyn Database) {
    let store = database.open().await;
    for kind in [EventKind::Login, EventKind::Export, EventKind::Logout] {
        store.record_event(&event(ASHA, kind), None).await.unwrap();
    }
    let kinds = |page: &Page<RecordedEvent>| -> Vec<String> {
        page.items.iter().map(|event| event.kind.clone()).collect()
    };
    let first = store.event_page(&EventFilter::default(), None, 2).await.unwrap();
    assert_eq!(kinds(&first), ["logout", "export"]);
    let second = store.event_page(&EventFilter::default(), first.next.as_deref(), 2).await.unwrap();
    assert_eq!((kinds(&second), second.next), (vec!["login".to_owned()], None));
    assert_eq!(
        store.event_page(&EventFilter::default(), None, 3).await.unwrap().next,
        None,
        "that was all"
    );
}

#[apply(on_each_database)]
async fn events_are_filtered_by_kind_and_person(database: &dyn Database) {
    let store = database.open().await;
    let award = SecurityEvent { target: Some(fingerprint(RAVI)), ..event(ASHA, EventKind::Award) };
    for event in [event(ASHA, EventKind::Login), award, event(RAVI, EventKind::Login)] {
        store.record_event(&event, None).await.unwrap();
    }
    let find = async |kinds: &[&str], people: Option<&[&str]>, limit| {
        let kinds = kinds.iter().map(|&kind| kind.to_owned()).collect();
        let of = |number: &&str| fingerprint(number)..=fingerprint(number);
        let people = people.map(|people| people.iter().map(of).collect());
        let page = store.event_page(&EventFilter { kinds, people }, None, limit).await.unwrap();
        (page.items.iter().map(|event| event.kind.clone()).collect::<Vec<_>>(), page.next)
    };
    assert_eq!(find(&["login"], None, 9).await.0, ["login", "login"]);
    assert_eq!(find(&["login", "award"], Some(&[RAVI]), 9).await.0, ["login", "award"]);
    assert_eq!(find(&[], Some(&[ASHA, RAVI]), 9).await.0.len(), 3);
    assert_eq!(find(&["export"], None, 9).await, (vec![], None));
    assert_eq!(find(&[], Some(&[]), 9).await, (vec![], None));
    let (first, next) = find(&["login"], None, 1).await;
    assert_eq!((first.len(), next.is_some()), (1, true));
    // All fingerprints with the same beginning.
    let mut last = [0xff; 32];
    last[0] = fingerprint(ASHA)[0];
    let mut begin = [0; 32];
    begin[0] = last[0];
    let people = Some(vec![begin..=last]);
    let page = store.event_page(&EventFilter { kinds: vec![], people }, None, 9).await.unwrap();
    assert!(page.items.len() >= 2);
}
