//! Deliveries to webhooks.

use std::collections::BTreeSet;

use api::{
    DeliveryFailure, DeliveryState, MessageAction, WEBHOOKS_MAX, WebhookChange, WebhookEvent,
};
use domain::rewards::BatchCommand;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    delivery::records::{
        Channel, ClaimedDelivery, FailedTry, NewWebhook, Recipient, Subject, Webhook,
    },
    messages::records::MessageFilter,
    referrals::records::Submitted,
    rewards::batches::rules::BatchRules,
};

use crate::database::{Database, on_each_database};
use crate::events::events;
use crate::fixtures::{ASHA, NOW, RAVI, admin_actor, at, award, event, mobile, submission, submit};
use crate::messages::message;
use crate::people::execute;
use crate::redemptions::{MANAGER, SECOND, approve, ask, batch_of, earn, publish, staff, step};

pub(crate) fn new_webhook(id: &str, events: &[WebhookEvent]) -> NewWebhook {
    NewWebhook {
        id: id.to_owned(),
        url: "https://hooks.example/in".to_owned(),
        events: events.to_vec(),
        seed: [1; 32],
        made_by: "first".to_owned(),
        now: at(NOW),
    }
}

pub(crate) async fn webhook(store: &Store, id: &str) -> Webhook {
    store.add_webhook(&new_webhook(id, &[]), None).await.unwrap().unwrap()
}

pub(crate) async fn claim(store: &Store, now: u64) -> Option<ClaimedDelivery> {
    for channel in store.due_channels(at(now)).await.unwrap() {
        let claimed = store.claim_delivery(&channel, at(now), at(now + 10)).await.unwrap();
        if claimed.is_some() {
            return claimed;
        }
    }
    None
}

/// The deliveries, as webhook and event.
fn told(claimed: &ClaimedDelivery) -> (&Webhook, &Subject) {
    match &claimed.recipient {
        Recipient::Webhook(webhook, subject) => (webhook, subject),
        other => panic!("{other:?}"),
    }
}

/// The due deliveries, as webhook and event.
async fn due(store: &Store, now: u64) -> Vec<(String, String)> {
    let mut due = Vec::new();
    while let Some(claimed) = claim(store, now).await {
        due.push((told(&claimed).0.id.clone(), claimed.delivery.event));
    }
    due.sort();
    due
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(webhook, event)| (webhook.to_owned(), event.to_owned())).collect()
}

fn failed(next: Option<u64>, rest_until: u64) -> FailedTry {
    FailedTry {
        status: Some(503),
        failure: "deferred",
        next: next.map(at),
        rest_until: at(rest_until),
        gone: false,
    }
}

#[apply(on_each_database)]
async fn each_webhook_gets_the_events_it_asked_for(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, RAVI, "Before there was one", NOW).await;
    webhook(&store, "all").await;
    let some = new_webhook("some", &[WebhookEvent::ReferralChanged, WebhookEvent::MessageReceived]);
    let some = store.add_webhook(&some, None).await.unwrap().unwrap();
    assert_eq!(some.events, [WebhookEvent::ReferralChanged, WebhookEvent::MessageReceived]);
    let off = WebhookChange { enabled: Some(false), ..WebhookChange::default() };
    webhook(&store, "off").await;
    assert!(!store.change_webhook("off", &off, "first", None).await.unwrap().unwrap().enabled);

    let stored = submit(&store, ASHA, "A", NOW).await;
    assert_eq!(due(&store, NOW).await, pairs(&[("all", "referral.submitted")]));
    store.change(&stored.key, 1, &admin_actor(), &award(5, NOW + 1), None).await.unwrap();
    let changed =
        [("all", "referral.changed"), ("all", "reward.earned"), ("some", "referral.changed")];
    assert_eq!(due(&store, NOW + 1).await, pairs(&changed));
    store.keep_message(&message("a", NOW + 2, false)).await.unwrap();
    let came = [("all", "message.received"), ("some", "message.received")];
    assert_eq!(due(&store, NOW + 2).await, pairs(&came));
}

#[apply(on_each_database)]
async fn webhooks_are_told_of_every_event_and_of_nobodys_name(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    publish(&store).await;
    let (maker, other) = (staff("m1", MANAGER), staff("m2", SECOND));
    earn(&store, ASHA, 1_100, "m", NOW).await;
    let mut ids = Vec::new();
    for tab in ["a", "b"] {
        let id = ask(&store, ASHA, "transfer", tab, NOW + 50).await.unwrap().id;
        approve(&store, id, &maker).await.unwrap();
        ids.push(id);
    }
    let batch = batch_of(&store, &ids, &maker).await;
    step(&store, &batch, BatchCommand::Approve, &other).await.unwrap();
    step(&store, &batch, BatchCommand::Export, &other).await.unwrap();
    let rules = BatchRules { staff: &other, at: at(NOW + 90) };
    let outcomes = [(true, ""), (false, "No")];
    let outcomes = ids.iter().zip(outcomes).map(|(id, (paid, reason))| api::LineOutcome {
        redemption: *id,
        paid,
        reason: reason.to_owned(),
    });
    let outcomes: Vec<_> = outcomes.collect();
    store.settle_batch(batch.batch.id, &outcomes, &rules, None).await.unwrap().unwrap();
    store.keep_message(&message("a", NOW, false)).await.unwrap();
    let told = store.deliveries("a", None, 99).await.unwrap().items;
    let mut told: Vec<_> = told.into_iter().map(|delivery| delivery.event).collect();
    told.sort_unstable();
    let wanted = [
        "message.received",
        "redemption.failed",
        "redemption.paid",
        "redemption.requested",
        "redemption.requested",
        "referral.changed",
        "referral.submitted",
        "reward.earned",
    ];
    assert_eq!(told, wanted);
    let all: BTreeSet<_> = WebhookEvent::ALL.iter().map(|event| event.as_str()).collect();
    assert_eq!(BTreeSet::from(wanted), all);
    // What is sent names nobody.
    let channel = Channel::Webhook("a".to_owned());
    let mut subjects = Vec::new();
    while let Some(claimed) =
        store.claim_delivery(&channel, at(NOW + 1000), at(NOW + 9000)).await.unwrap()
    {
        let Recipient::Webhook(_, subject) = claimed.recipient else { panic!() };
        if claimed.delivery.event == "redemption.paid" {
            subjects.push(subject);
        }
    }
    let (offer, points) = ("transfer".to_owned(), 500);
    assert_eq!(subjects, [Subject::Redemption { id: ids[0], status: "paid", offer, points }]);
}

#[apply(on_each_database)]
async fn repeated_and_refused_writes_notify_nobody(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    let stored = submit(&store, ASHA, "A", NOW).await;
    assert_eq!(due(&store, NOW).await.len(), 1);
    let again = store.submit(&submission(ASHA, "A", NOW)).await.unwrap();
    assert!(matches!(again, Submitted::Repeated(_)));
    store.change(&stored.key, 9, &admin_actor(), &award(5, NOW), None).await.unwrap();
    let refuse =
        |_: &domain::pipeline::Known| Err(domain::rejection::RejectionCode::NotAdmin.into());
    store.change(&stored.key, 1, &admin_actor(), &refuse, None).await.unwrap();
    assert_eq!(due(&store, NOW).await, []);
}

#[apply(on_each_database)]
async fn a_delivery_with_an_expired_claim_is_claimed_again(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    let stored = submit(&store, ASHA, "A", NOW).await;
    let first = claim(&store, NOW).await.unwrap();
    let subject = Subject::Referral {
        key: stored.key.clone(),
        status: "Pending".to_owned(),
        stage: "received".to_owned(),
        version: 1,
    };
    assert_eq!((told(&first).1, first.delivery.attempts), (&subject, 1));
    assert_eq!(claim(&store, NOW + 9).await, None);
    // The record is read again when the delivery is sent.
    store.change(&stored.key, 1, &admin_actor(), &award(5, NOW + 50), None).await.unwrap();
    let again = claim(&store, NOW + 10).await.unwrap();
    assert_eq!((&again.delivery.id, again.delivery.attempts), (&first.delivery.id, 2));
    let Subject::Referral { status, version, .. } = told(&again).1 else { panic!() };
    assert_eq!((status.as_str(), *version), ("Successful", 2));
    store.delivered(&again.delivery.id, Some(204), at(NOW + 11)).await.unwrap();
    assert_eq!(claim(&store, NOW + 40).await, None);
    let page = store.deliveries("a", None, 9).await.unwrap();
    // The award has earned something, too.
    let [waiting, _, delivered] = page.items.as_slice() else { panic!("{page:?}") };
    assert_eq!((delivered.status, delivered.state), (Some(204), DeliveryState::Delivered));
    assert_eq!((waiting.next_try, waiting.attempts), (Some(at(NOW + 50)), 0));
}

#[apply(on_each_database)]
async fn a_failed_delivery_waits_and_its_webhook_pauses(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    webhook(&store, "b").await;
    submit(&store, ASHA, "A", NOW).await;
    let tried = claim(&store, NOW).await.unwrap();
    let (one, other) = if told(&tried).0.id == "a" { ("a", "b") } else { ("b", "a") };
    store.not_delivered(&tried, &failed(Some(NOW + 60), NOW + 30), at(NOW + 1)).await.unwrap();
    submit(&store, ASHA, "B", NOW + 2).await;
    // A failed delivery does not delay others.
    let expected = pairs(&[(other, "referral.submitted"), (other, "referral.submitted")]);
    assert_eq!(due(&store, NOW + 2).await, expected);
    for claimed in store.deliveries(other, None, 9).await.unwrap().items {
        store.delivered(&claimed.id, Some(200), at(NOW + 3)).await.unwrap();
    }
    assert_eq!(due(&store, NOW + 29).await, []);
    let rested = claim(&store, NOW + 30).await.unwrap();
    assert_eq!((told(&rested).0.id.as_str(), rested.delivery.attempts), (one, 1));
    store.delivered(&rested.delivery.id, Some(200), at(NOW + 31)).await.unwrap();
    assert_eq!(claim(&store, NOW + 59).await, None);
    let again = claim(&store, NOW + 60).await.unwrap();
    assert_eq!(again.delivery.failure, Some(DeliveryFailure::Deferred));
    // The result of an earlier try does not count for this one.
    store.not_delivered(&tried, &failed(None, NOW), at(NOW + 61)).await.unwrap();
    assert!(claim(&store, NOW + 70).await.is_some());
}

#[apply(on_each_database)]
async fn what_has_waited_for_longest_comes_first_of_all_that_do_not_rest(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    submit(&store, ASHA, "A", NOW).await;
    webhook(&store, "b").await;
    submit(&store, ASHA, "B", NOW + 1).await;
    submit(&store, ASHA, "C", NOW + 2).await;
    let mut order = Vec::new();
    let first = claim(&store, NOW + 2).await.unwrap();
    assert_eq!(told(&first).0.id, "a");
    store.not_delivered(&first, &failed(Some(NOW + 20), NOW + 50), at(NOW + 2)).await.unwrap();
    while let Some(claimed) = claim(&store, NOW + 9).await {
        store.delivered(&claimed.delivery.id, Some(200), at(NOW + 9)).await.unwrap();
        order.push((told(&claimed).0.id.clone(), claimed.delivery.at));
    }
    assert_eq!(order, [("b".to_owned(), at(NOW + 1)), ("b".to_owned(), at(NOW + 2))]);
    assert_eq!(due(&store, NOW + 50).await.len(), 3);
}

#[apply(on_each_database)]
async fn an_abandoned_delivery_is_replayed_with_the_same_id(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    submit(&store, ASHA, "A", NOW).await;
    let tried = claim(&store, NOW).await.unwrap();
    store.not_delivered(&tried, &failed(None, NOW + 5), at(NOW + 1)).await.unwrap();
    assert_eq!(claim(&store, NOW + 1_000_000_000).await, None);
    let event = event(ASHA, server::db::EventKind::DeliveryReplayed);
    let replay = store.replay_delivery(&tried.delivery.id, at(NOW + 9), None);
    let replayed = server::audit::security::recorded(event, replay).await.unwrap().unwrap();
    assert_eq!((replayed.attempts, replayed.next_try), (0, Some(at(NOW + 9))));
    assert_eq!(events(&store, None, 9).await.len(), 1);
    assert_eq!(claim(&store, NOW + 9).await.unwrap().delivery.id, tried.delivery.id);
    // A waiting delivery stays as it is.
    let waiting = store.replay_delivery(&tried.delivery.id, at(NOW + 10), None).await.unwrap();
    assert_eq!(waiting.unwrap().attempts, 1);
    assert_eq!(store.replay_delivery("none", at(NOW), None).await.unwrap(), None);
    // What else is sent is no webhook's.
    execute(database, "UPDATE outbox SET webhook = NULL").await;
    let other = store.replay_delivery(&tried.delivery.id, at(NOW), None).await.unwrap();
    assert_eq!(other, None);
}

#[apply(on_each_database)]
async fn a_webhook_that_wants_nothing_more_is_off_until_it_is_switched_on(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    submit(&store, ASHA, "A", NOW).await;
    let tried = claim(&store, NOW).await.unwrap();
    let gone = FailedTry { gone: true, ..failed(Some(NOW + 60), NOW + 5) };
    store.not_delivered(&tried, &gone, at(NOW + 1)).await.unwrap();
    assert!(!store.webhooks().await.unwrap()[0].enabled);
    submit(&store, ASHA, "B", NOW + 2).await;
    assert_eq!(due(&store, NOW + 100).await, []);
    let on = WebhookChange { enabled: Some(true), ..WebhookChange::default() };
    store.change_webhook("a", &on, "first", None).await.unwrap().unwrap();
    // Earlier deliveries are not lost; events while it was disabled are not delivered.
    assert_eq!(due(&store, NOW + 100).await, pairs(&[("a", "referral.submitted")]));
    assert_eq!(store.change_webhook("none", &on, "first", None).await.unwrap(), None);
}

#[apply(on_each_database)]
async fn what_one_address_answers_late_neither_stops_nor_delays_the_next(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    submit(&store, ASHA, "A", NOW).await;
    let tried = claim(&store, NOW).await.unwrap();
    let url = Some("https://next.example/".to_owned());
    let moved = WebhookChange { url, ..WebhookChange::default() };
    store.change_webhook("a", &moved, "first", None).await.unwrap().unwrap();
    let gone = FailedTry { gone: true, ..failed(Some(NOW + 60), NOW + 50) };
    store.not_delivered(&tried, &gone, at(NOW + 1)).await.unwrap();
    assert!(store.webhooks().await.unwrap()[0].enabled);
    submit(&store, ASHA, "B", NOW + 2).await;
    assert_eq!(due(&store, NOW + 2).await, pairs(&[("a", "referral.submitted")]));
    assert!(claim(&store, NOW + 60).await.is_some(), "nor is the first one lost");
}

#[apply(on_each_database)]
async fn an_erasure_deletes_pending_deliveries(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    submit(&store, ASHA, "A", NOW).await;
    let kept = submit(&store, RAVI, &format!("The brother of {ASHA}"), NOW).await;
    let mut sent = message("a", NOW, false);
    sent.message.email = format!("{ASHA}@example.org");
    store.keep_message(&sent).await.unwrap();
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    let claimed = claim(&store, NOW).await.unwrap();
    // The other person's referral has a new key since then, which the delivery has.
    let Subject::Referral { key, .. } = told(&claimed).1 else { panic!() };
    assert_ne!(key, &kept.key);
    assert!(store.referral(key).await.unwrap().is_some());
    assert_eq!(claim(&store, NOW).await, None);
    assert_eq!(store.deliveries("a", None, 9).await.unwrap().items.len(), 1);
    store.retain(at(NOW + 2)).await.unwrap();
    assert_eq!(store.deliveries("a", None, 9).await.unwrap().items, []);
}

#[apply(on_each_database)]
async fn the_previous_secret_stays_valid_for_a_while(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    let rotated = store.rotate_webhook("a", &[2; 32], at(NOW + 9), None).await.unwrap().unwrap();
    assert_eq!((rotated.seed, rotated.previous), ([2; 32], Some(([1; 32], at(NOW + 9)))));
    submit(&store, ASHA, "A", NOW).await;
    assert_eq!(told(&claim(&store, NOW).await.unwrap()).0, &rotated);
    assert_eq!(store.rotate_webhook("none", &[2; 32], at(NOW), None).await.unwrap(), None);
}

#[apply(on_each_database)]
async fn a_webhook_is_tested_and_removed_with_its_deliveries(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    assert_eq!(store.test_webhook("none", at(NOW), None).await.unwrap(), None);
    let test = store.test_webhook("a", at(NOW), None).await.unwrap().unwrap();
    let claimed = claim(&store, NOW).await.unwrap();
    assert_eq!((&claimed.delivery.id, told(&claimed).1), (&test.id, &Subject::Nothing));
    assert!(store.remove_webhook("a", None).await.unwrap());
    assert!(!store.remove_webhook("a", None).await.unwrap());
    assert_eq!(store.deliveries("a", None, 9).await.unwrap().items, []);
    for number in 0..WEBHOOKS_MAX {
        webhook(&store, &number.to_string()).await;
    }
    let one_more = new_webhook("one more", &[]);
    assert_eq!(store.add_webhook(&one_more, None).await.unwrap(), None);
}

#[apply(on_each_database)]
async fn deliveries_are_paged_newest_first(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    for now in [NOW, NOW, NOW + 1] {
        store.test_webhook("a", at(now), None).await.unwrap();
    }
    let whole = store.deliveries("a", None, 9).await.unwrap();
    assert_eq!(whole.items[0].at, at(NOW + 1));
    let first = store.deliveries("a", None, 2).await.unwrap();
    let rest = store.deliveries("a", first.next.as_deref(), 2).await.unwrap();
    assert_eq!([first.items, rest.items].concat(), whole.items);
    assert_eq!((rest.next, whole.next), (None, None));
}

#[apply(on_each_database)]
async fn a_failing_webhook_loses_no_message(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    store.keep_message(&message("a", NOW, true)).await.unwrap();
    let page = store.messages(&MessageFilter::default(), None, 9).await.unwrap();
    let key = page.items[0].key.as_str();
    let webhooks = Channel::Webhook("a".to_owned());
    let claim = async |now| store.claim_delivery(&webhooks, at(now), at(now + 10)).await.unwrap();
    let claimed = claim(NOW).await.unwrap();
    assert_eq!(told(&claimed).1, &Subject::Message(key.to_owned()));
    // Forwarding and handling the message do not affect its delivery.
    let forwards = store.claim_delivery(&Channel::Message, at(NOW), at(NOW + 10)).await.unwrap();
    assert!(forwards.is_some());
    store.change_message(key, &MessageAction::MarkHandled.into(), at(NOW), None).await.unwrap();
    assert!(claim(NOW + 10).await.is_some());
}
