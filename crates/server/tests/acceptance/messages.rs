//! Contact messages.

use api::{DeliveryFailure, MessageAction, MessageRequest, MessageState, MessageView};
use domain::contact::ContactDraft;
use server::{
    db::Store,
    messages::records::{MessageChanged, MessageFilter, MessageOutcome, NewMessage},
};

use crate::database::Database;
use crate::fixtures::{NOW, at};

pub(crate) fn message(subject: &str, now: u64, forward: bool) -> NewMessage {
    NewMessage {
        session: None,
        message: ContactDraft {
            name: "Asha".to_owned(),
            email: "asha@example.org".to_owned(),
            subject: subject.to_owned(),
            message: "Two lines\nof it \u{0}".to_owned(),
        },
        now: at(now),
        idempotency_key: subject.to_owned(),
        forward,
        allowance: None,
    }
}

async fn subjects(store: &Store) -> Vec<String> {
    let page = store.messages(&MessageFilter::default(), None, 1000).await.unwrap();
    page.items.into_iter().map(|stored| stored.subject).collect()
}

async fn claimed(store: &Store, now: u64, limit: u32) -> Vec<String> {
    let claimed = store.claim_forwards(at(now), at(now + 10), limit).await.unwrap();
    claimed.into_iter().map(|(claimed, _)| claimed.subject).collect()
}

pub(crate) async fn a_message_is_kept_once(database: &dyn Database) {
    let store = database.open().await;
    assert_eq!(store.keep_message(&message("a", NOW, false)).await.unwrap(), MessageOutcome::New);
    assert_eq!(
        store.keep_message(&message("a", NOW + 1, false)).await.unwrap(),
        MessageOutcome::Repeated
    );
    let page = store.messages(&MessageFilter::default(), None, 10).await.unwrap();
    let [stored] = page.items.as_slice() else { panic!("{page:?}") };
    assert_eq!(stored.at, at(NOW));
    assert_eq!(stored.message, "Two lines\nof it \u{fffd}");
    assert_eq!(page.next, None);
}

pub(crate) async fn messages_are_paged_newest_first(database: &dyn Database) {
    let store = database.open().await;
    for subject in ["a", "b", "c"] {
        store.keep_message(&message(subject, NOW, false)).await.unwrap();
    }
    assert_eq!(subjects(&store).await, ["c", "b", "a"]);
    let first = store.messages(&MessageFilter::default(), None, 2).await.unwrap();
    assert_eq!(first.items.len(), 2);
    assert_eq!(first.items[0].at, at(NOW));
    let rest = store.messages(&MessageFilter::default(), first.next.as_deref(), 2).await.unwrap();
    assert_eq!((rest.items.len(), rest.next), (1, None));
    assert_eq!(rest.items[0].subject, "a");
    let unreadable = store.messages(&MessageFilter::default(), Some("no key"), 2).await.unwrap();
    assert_eq!(unreadable, first);
}

pub(crate) async fn a_message_is_forwarded_by_one_and_once(database: &dyn Database) {
    let store = database.open().await;
    for (subject, forward) in [("a", true), ("b", false), ("c", true), ("d", true)] {
        store.keep_message(&message(subject, NOW, forward)).await.unwrap();
    }
    let first = store.claim_forwards(at(NOW), at(NOW + 10), 2).await.unwrap();
    let names: Vec<_> = first.iter().map(|(claimed, _)| claimed.subject.as_str()).collect();
    assert_eq!(names, ["a", "c"]);
    assert_eq!(claimed(&store, NOW, 2).await, ["d"]);
    assert!(claimed(&store, NOW + 9, 2).await.is_empty());
    store.forwarded(&first[0].0.key, at(NOW + 1)).await.unwrap();
    store.forwarded("no key", at(NOW + 1)).await.unwrap();
    assert_eq!(claimed(&store, NOW + 100, 9).await, ["c", "d"]);
}

pub(crate) async fn an_expired_claim_can_be_taken_by_anybody(database: &dyn Database) {
    let store = database.open().await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    assert_eq!(claimed(&store, NOW, 9).await, ["a"]);
    assert!(claimed(&store, NOW + 9, 9).await.is_empty());
    assert_eq!(claimed(&store, NOW + 10, 9).await, ["a"]);
}

async fn claim_one(store: &Store, now: u64) -> (MessageView, u64) {
    let mut claimed = store.claim_forwards(at(now), at(now + 10), 1).await.unwrap();
    claimed.pop().unwrap()
}

pub(crate) async fn an_undeliverable_message_does_not_delay_others(database: &dyn Database) {
    let store = database.open().await;
    for (subject, now) in [("a", NOW), ("b", NOW + 20), ("c", NOW + 40)] {
        store.keep_message(&message(subject, now, true)).await.unwrap();
    }
    let (first, attempts) = claim_one(&store, NOW + 50).await;
    assert_eq!((first.subject.as_str(), attempts), ("a", 1));
    let next = Some(at(NOW + 30));
    store.not_forwarded(&first.key, 1, "refused", next, at(NOW + 51)).await.unwrap();
    // It has been due since NOW + 30: after the message from before that, before the later one.
    for (subject, attempts) in [("b", 1), ("a", 2), ("c", 1)] {
        let (claimed, counted) = claim_one(&store, NOW + 52).await;
        assert_eq!((claimed.subject.as_str(), counted), (subject, attempts));
    }
}

pub(crate) async fn a_message_is_tried_again_when_it_is_due(database: &dyn Database) {
    let store = database.open().await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    let (tried, _) = claim_one(&store, NOW).await;
    store.not_forwarded(&tried.key, 1, "deferred", Some(at(NOW + 60)), at(NOW + 1)).await.unwrap();
    assert!(claimed(&store, NOW + 59, 9).await.is_empty());
    let (again, _) = claim_one(&store, NOW + 60).await;
    assert_eq!(again.reason, Some(DeliveryFailure::Deferred.words(2)));
    // The result of an earlier try does not count for this one.
    store.not_forwarded(&tried.key, 1, "refused", None, at(NOW + 61)).await.unwrap();
    assert_eq!(claimed(&store, NOW + 70, 9).await, ["a"]);
    store.forwarded(&again.key, at(NOW + 71)).await.unwrap();
    let page = store.messages(&MessageFilter::default(), None, 9).await.unwrap();
    assert_eq!(state_of(&page.items[0]), (MessageState::Forwarded, false));
}

pub(crate) async fn a_message_that_is_given_up_waits_for_the_admin(database: &dyn Database) {
    let store = database.open().await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    let (tried, _) = claim_one(&store, NOW).await;
    let (key, much_later) = (tried.key.as_str(), NOW + 1_000_000_000_000);
    store.not_forwarded(key, 1, "refused", None, at(NOW + 1)).await.unwrap();
    assert!(claimed(&store, much_later, 9).await.is_empty());
    let page = store.messages(&MessageFilter::default(), None, 9).await.unwrap();
    assert_eq!(state_of(&page.items[0]), (MessageState::Undeliverable, true));

    for _ in 0..2 {
        let change =
            store.change_message(key, &MessageAction::SendAgain.into(), at(NOW + 2), None).await;
        assert_eq!(state_of(&done(change.unwrap())), (MessageState::Waiting, false));
    }
    assert_eq!(claim_one(&store, NOW + 3).await.1, 1);
    store.not_forwarded(key, 1, "refused", None, at(NOW + 4)).await.unwrap();
    for now in [NOW + 5, NOW + 6] {
        let change =
            store.change_message(key, &MessageAction::MarkHandled.into(), at(now), None).await;
        assert_eq!(state_of(&done(change.unwrap())), (MessageState::Handled, true));
    }
    assert!(claimed(&store, much_later, 9).await.is_empty());
    for gone in ["1", "no key"] {
        let change =
            store.change_message(gone, &MessageAction::MarkHandled.into(), at(NOW), None).await;
        assert_eq!(change.unwrap(), MessageChanged::Gone, "{gone}");
    }
}

pub(crate) async fn messages_are_assigned_and_narrowed_by_that_and_by_where_they_stand(
    database: &dyn Database,
) {
    let store = database.open().await;
    for (subject, forward) in [("received", false), ("waiting", true), ("gone", true)] {
        store.keep_message(&message(subject, NOW, forward)).await.unwrap();
    }
    let tried = store.claim_forwards(at(NOW), at(NOW + 10), 9).await.unwrap();
    let (gone, _) = tried.iter().find(|(it, _)| it.subject == "gone").unwrap();
    store.not_forwarded(&gone.key, 1, "refused", None, at(NOW + 1)).await.unwrap();
    let find = async |state: Option<MessageState>, owner: Option<&str>| {
        let owner = owner.map(str::to_owned);
        let filter = MessageFilter { state, owner, ..MessageFilter::default() };
        let page = store.messages(&filter, None, 9).await.unwrap();
        page.items.into_iter().map(|it| it.subject).collect::<Vec<_>>()
    };
    let all = ["gone", "waiting", "received"];
    assert_eq!(find(None, None).await, all);
    assert_eq!(find(None, Some("")).await, all);
    assert_eq!(find(Some(MessageState::Received), None).await, ["received"]);
    assert_eq!(find(Some(MessageState::Waiting), None).await, ["waiting"]);
    assert_eq!(find(Some(MessageState::Undeliverable), None).await, ["gone"]);
    let assign = |staff: &str| MessageRequest {
        action: MessageAction::Assign,
        staff: Some(staff.to_owned()),
        shown: None,
    };
    for staff in ["s1", "s1"] {
        let changed = store.change_message(&gone.key, &assign(staff), at(NOW), None).await;
        assert_eq!(done(changed.unwrap()).owner.as_deref(), Some("s1"));
    }
    assert_eq!(find(None, Some("s1")).await, ["gone"]);
    assert!(find(Some(MessageState::Received), Some("s1")).await.is_empty());
    assert_eq!(find(None, Some("")).await, ["waiting", "received"]);
    store.forwarded(&tried[0].0.key, at(NOW + 2)).await.unwrap();
    assert_eq!(find(Some(MessageState::Forwarded), None).await.len(), 1);
    store
        .change_message(&gone.key, &MessageAction::MarkHandled.into(), at(NOW + 3), None)
        .await
        .unwrap();
    assert_eq!(find(Some(MessageState::Handled), None).await, ["gone"]);
    store.change_message(&gone.key, &assign(""), at(NOW), None).await.unwrap();
    assert_eq!(find(None, Some("")).await, all);
    let gone = store.change_message("1", &assign("s1"), at(NOW), None).await.unwrap();
    assert_eq!(gone, MessageChanged::Gone);
}

pub(crate) async fn a_stale_change_of_a_message_is_refused(database: &dyn Database) {
    let store = database.open().await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    let key = claim_one(&store, NOW).await.0.key;
    let change = async |request: MessageRequest| {
        store.change_message(&key, &request, at(NOW + 1), None).await.unwrap()
    };
    let assign = |staff: &str, shown: &str| MessageRequest {
        action: MessageAction::Assign,
        staff: Some(staff.to_owned()),
        shown: Some(shown.to_owned()),
    };
    assert!(matches!(change(assign("s1", "")).await, MessageChanged::Done(_, true)));
    // A retry changes nothing. A colleague who saw the message without an owner cannot take it any
    // more.
    assert!(matches!(change(assign("s1", "")).await, MessageChanged::Done(_, false)));
    assert_eq!(change(assign("s2", "")).await, MessageChanged::Stale);
    assert_eq!(change(assign("", "s2")).await, MessageChanged::Stale);
    assert_eq!(done(change(assign("s2", "s1")).await).owner.as_deref(), Some("s2"));
    assert_eq!(done(change(assign("", "s2")).await).owner, None);

    store.forwarded(&key, at(NOW + 2)).await.unwrap();
    assert_eq!(change(MessageAction::MarkHandled.into()).await, MessageChanged::Stale);
    let page = store.messages(&MessageFilter::default(), None, 9).await.unwrap();
    assert_eq!(page.items[0].state, MessageState::Forwarded);
}

/// The state of a message, and whether it says why forwarding has failed.
fn state_of(message: &MessageView) -> (MessageState, bool) {
    (message.state, message.reason.is_some())
}

fn done(changed: MessageChanged) -> MessageView {
    match changed {
        MessageChanged::Done(message, _) => *message,
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn a_message_is_found_by_what_it_says(database: &dyn Database) {
    let store = database.open().await;
    for (subject, text) in [
        ("Courses", "My name is José D’Souza, call 092302 52536 after six."),
        ("Hangar", "An audit of our hangar in Doha"),
    ] {
        let mut new = message(subject, NOW, true);
        new.message.message = text.to_owned();
        store.keep_message(&new).await.unwrap();
    }
    for (search, found) in [
        ("", &["Hangar", "Courses"][..]),
        ("+91 92302 52536", &["Courses"]),
        ("d'souza jose", &["Courses"]),
        ("DOHA hangar", &["Hangar"]),
        ("is", &["Courses"]),
        ("doha souza", &[]),
        ("%", &[]),
    ] {
        let filter = MessageFilter { search: search.to_owned(), ..MessageFilter::default() };
        let page = store.messages(&filter, None, 9).await.unwrap();
        let subjects: Vec<_> = page.items.iter().map(|it| it.subject.as_str()).collect();
        assert_eq!(subjects, found, "{search}");
        let nobodys = MessageFilter { owner: Some("s1".to_owned()), ..filter };
        assert!(store.messages(&nobodys, None, 9).await.unwrap().items.is_empty());
    }
}
