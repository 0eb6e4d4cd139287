//! Contact messages.

use api::{DeliveryFailure, MessageAction, MessageRequest, MessageState, MessageView};
use domain::contact::ContactDraft;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    delivery::records::{Channel, ClaimedDelivery, FailedTry, Recipient},
    messages::records::{MessageChanged, MessageFilter, MessageOutcome, NewMessage},
};

use crate::database::{Database, on_each_database};
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

/// Claims the forwarding of a message that has been due for longest; returns what it claims, and the
/// message.
async fn claim(store: &Store, now: u64) -> Option<(ClaimedDelivery, MessageView)> {
    let claimed = store.claim_delivery(&Channel::Message, at(now), at(now + 10)).await.unwrap()?;
    let Recipient::Office(message) = claimed.recipient.clone() else { panic!("{claimed:?}") };
    Some((claimed, *message))
}

async fn failed(store: &Store, tried: &ClaimedDelivery, next: Option<u64>, now: u64) {
    let (next, rest_until) = (next.map(at), at(now));
    let how = FailedTry { status: None, failure: "deferred", next, rest_until, gone: false };
    store.not_delivered(tried, &how, at(now)).await.unwrap();
}

#[apply(on_each_database)]
async fn a_message_is_kept_once(database: &dyn Database) {
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

#[apply(on_each_database)]
async fn messages_are_paged_newest_first(database: &dyn Database) {
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

#[apply(on_each_database)]
async fn a_message_is_forwarded_by_one_and_once(database: &dyn Database) {
    let store = database.open().await;
    for (place, (subject, forward)) in (0..).zip([("a", true), ("b", false), ("c", true)]) {
        store.keep_message(&message(subject, NOW + place, forward)).await.unwrap();
    }
    let now = NOW + 5;
    let (first, of_first) = claim(&store, now).await.unwrap();
    assert_eq!((of_first.subject.as_str(), of_first.state), ("a", MessageState::Waiting));
    assert_eq!(claim(&store, now).await.unwrap().1.subject, "c");
    assert!(claim(&store, now).await.is_none());
    store.delivered(&first.delivery.id, None, at(now)).await.unwrap();
    let filter = MessageFilter { state: Some(MessageState::Forwarded), ..Default::default() };
    let page = store.messages(&filter, None, 9).await.unwrap();
    assert_eq!((page.items.len(), page.items[0].subject.as_str()), (1, "a"));
    assert_eq!(claim(&store, now + 10).await.unwrap().1.subject, "c");
}

#[apply(on_each_database)]
async fn a_message_is_tried_again_when_it_is_due(database: &dyn Database) {
    let store = database.open().await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    let (tried, _) = claim(&store, NOW).await.unwrap();
    failed(&store, &tried, Some(NOW + 60), NOW + 1).await;
    assert!(claim(&store, NOW + 59).await.is_none());
    let (again, message) = claim(&store, NOW + 60).await.unwrap();
    assert_eq!(message.reason, Some(DeliveryFailure::Deferred.words(2)));
    // The result of an earlier try does not count for this one.
    failed(&store, &tried, None, NOW + 61).await;
    assert!(claim(&store, NOW + 70).await.is_some());
    store.delivered(&again.delivery.id, None, at(NOW + 71)).await.unwrap();
    let page = store.messages(&MessageFilter::default(), None, 9).await.unwrap();
    assert_eq!(state_of(&page.items[0]), (MessageState::Forwarded, false));
    // As long as the message is kept, so is how it went.
    store.sweep(at(NOW + 400 * 86_400_000)).await.unwrap();
    let page = store.messages(&MessageFilter::default(), None, 9).await.unwrap();
    assert_eq!(state_of(&page.items[0]), (MessageState::Forwarded, false));
}

#[apply(on_each_database)]
async fn a_message_that_is_given_up_waits_for_the_admin(database: &dyn Database) {
    let store = database.open().await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    let (tried, claimed) = claim(&store, NOW).await.unwrap();
    let (key, much_later) = (claimed.key.as_str(), NOW + 1_000_000_000_000);
    failed(&store, &tried, None, NOW + 1).await;
    assert!(claim(&store, much_later).await.is_none());
    let page = store.messages(&MessageFilter::default(), None, 9).await.unwrap();
    assert_eq!(state_of(&page.items[0]), (MessageState::Undeliverable, true));

    for _ in 0..2 {
        let change =
            store.change_message(key, &MessageAction::SendAgain.into(), at(NOW + 2), None).await;
        assert_eq!(state_of(&done(change.unwrap())), (MessageState::Waiting, false));
    }
    let (tried, _) = claim(&store, NOW + 3).await.unwrap();
    assert_eq!(tried.delivery.attempts, 1);
    for now in [NOW + 5, NOW + 6] {
        let change =
            store.change_message(key, &MessageAction::MarkHandled.into(), at(now), None).await;
        assert_eq!(state_of(&done(change.unwrap())), (MessageState::Handled, false));
    }
    // What was being tried then is not tried again.
    failed(&store, &tried, Some(NOW + 9), NOW + 7).await;
    assert!(claim(&store, much_later).await.is_none());
    let page = store.messages(&MessageFilter::default(), None, 9).await.unwrap();
    assert_eq!(page.items[0].state, MessageState::Handled);
    for gone in ["1", "no key"] {
        let change =
            store.change_message(gone, &MessageAction::MarkHandled.into(), at(NOW), None).await;
        assert_eq!(change.unwrap(), MessageChanged::Gone, "{gone}");
    }
}

#[apply(on_each_database)]
async fn messages_are_assigned_and_narrowed_by_that_and_by_where_they_stand(
    database: &dyn Database,
) {
    let store = database.open().await;
    for (subject, forward) in [("received", false), ("waiting", true), ("gone", true)] {
        store.keep_message(&message(subject, NOW, forward)).await.unwrap();
    }
    let mut tried = [claim(&store, NOW).await.unwrap(), claim(&store, NOW).await.unwrap()];
    tried.sort_by(|(_, one), (_, other)| one.subject.cmp(&other.subject));
    let [(claimed, gone), _] = &tried;
    failed(&store, claimed, None, NOW + 1).await;
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
    store.delivered(&tried[1].0.delivery.id, None, at(NOW + 2)).await.unwrap();
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

#[apply(on_each_database)]
async fn a_stale_change_of_a_message_is_refused(database: &dyn Database) {
    let store = database.open().await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    let (claimed, MessageView { key, .. }) = claim(&store, NOW).await.unwrap();
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

    store.delivered(&claimed.delivery.id, None, at(NOW + 2)).await.unwrap();
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

#[apply(on_each_database)]
async fn a_message_is_found_by_what_it_says(database: &dyn Database) {
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
