//! Deliveries to webhooks.

use api::{
    DeliveryFailure, DeliveryState, HostedPolicy, MessageAction, Notify, WEBHOOKS_MAX,
    WebhookChange, WebhookEvent,
};
use domain::event::{Event, Way};
use domain::limits::UNDO_BY_AUTHOR_MS;
use domain::pipeline::{Command, PipelineCommand, Referrer, Staff, StaffRole, State, decide};
use domain::rejection::{RejectionCode, Rejections};
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    delivery::records::{
        Channel, ClaimedDelivery, FailedTry, NewWebhook, Recipient, Subject, Webhook,
    },
    messages::records::MessageFilter,
    referrals::records::{Changed, Stored, Submitted},
};

use crate::database::{Database, on_each_database};
use crate::events::events;
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, author, award, event, mobile, session, sign_up, submission,
    submit, user,
};
use crate::messages::message;
use crate::people::of_guest;

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

async fn claim(store: &Store, now: u64) -> Option<ClaimedDelivery> {
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
async fn repeated_and_refused_writes_notify_nobody(database: &dyn Database) {
    let store = database.open().await;
    webhook(&store, "a").await;
    let stored = submit(&store, ASHA, "A", NOW).await;
    assert_eq!(due(&store, NOW).await.len(), 1);
    let again = store.submit(&submission(ASHA, "A", NOW)).await.unwrap();
    assert!(matches!(again, Submitted::Repeated(_)));
    store.change(&stored.key, 9, &admin_actor(), &award(5, NOW), None).await.unwrap();
    let refuse =
        |_: &domain::pipeline::State| Err(domain::rejection::RejectionCode::NotAdmin.into());
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

/// The recipient of a text message, and the state of the referral.
async fn claim_text(store: &Store, now: u64) -> Option<(String, String)> {
    match claim(store, now).await?.recipient {
        Recipient::Referrer(mobile, case) => {
            Some((mobile.as_str().to_owned(), case.referral().status.as_str().to_owned()))
        }
        other => panic!("{other:?}"),
    }
}

#[apply(on_each_database)]
async fn a_referrer_is_notified_of_public_changes_if_they_want(database: &dyn Database) {
    let store = database.open().await;
    let asha = mobile(ASHA);
    assert!(!store.set_notify(&asha, Notify::Sms, None).await.unwrap(), "nobody is registered");
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    assert_eq!(store.notify(&asha).await.unwrap(), Notify::None);
    let change = async |key: &str, version, now| {
        let changed = store.change(key, version, &admin_actor(), &award(version, now), None).await;
        assert!(matches!(changed.unwrap(), Changed::Done(_)));
    };
    let first = submit(&store, ASHA, "A", NOW).await;
    change(&first.key, 1, NOW).await;
    assert_eq!(claim_text(&store, NOW + UNDO_BY_AUTHOR_MS).await, None, "they do not want it");

    assert!(store.set_notify(&asha, Notify::Sms, None).await.unwrap());
    let second = submit(&store, ASHA, "B", NOW + 5).await;
    let at = NOW + 10;
    change(&second.key, 1, at).await;
    // The sentence is the same with any points.
    change(&second.key, 2, at + 1).await;
    assert_eq!(claim_text(&store, at + UNDO_BY_AUTHOR_MS - 1).await, None);
    let told = Some((ASHA.to_owned(), "Successful".to_owned()));
    assert_eq!(claim_text(&store, at + UNDO_BY_AUTHOR_MS).await, told);
    assert_eq!(claim_text(&store, at + UNDO_BY_AUTHOR_MS + 9).await, None);
    // Nobody is notified of their own action.
    let third = submit(&store, ASHA, "C", NOW + 6).await;
    store.change(&third.key, 1, &author(ASHA), &award(1, at), None).await.unwrap();
    assert_eq!(claim_text(&store, at + UNDO_BY_AUTHOR_MS).await, None);
    // Somebody who has switched notifications off gets none.
    store.set_notify(&asha, Notify::None, None).await.unwrap();
    assert_eq!(claim_text(&store, at + 2 * UNDO_BY_AUTHOR_MS).await, None);
    store.set_notify(&asha, Notify::Sms, None).await.unwrap();
    assert_eq!(claim_text(&store, at + 3 * UNDO_BY_AUTHOR_MS).await, None);
}

/// A guest can enter anybody's number and any text, so nobody is notified of such a referral; and
/// notifications per day are limited.
#[apply(on_each_database)]
async fn a_referrer_is_notified_of_own_referrals_a_limited_number_of_times(
    database: &dyn Database,
) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    assert!(store.set_notify(&mobile(ASHA), Notify::Sms, None).await.unwrap());
    let guests = store.submit(&of_guest(ASHA, "Refund due", RAVI, NOW)).await.unwrap();
    let Submitted::New(guests) = guests else { panic!("{guests:?}") };
    let award_at = async |key: &str, now| {
        let changed = store.change(key, 1, &admin_actor(), &award(1, now), None).await;
        assert!(matches!(changed.unwrap(), Changed::Done(_)));
    };
    award_at(&guests.key, NOW).await;
    for place in 1..=6 {
        let own = submit(&store, ASHA, &format!("P{place}"), NOW + place).await;
        award_at(&own.key, NOW + place).await;
    }
    let mut told = 0;
    while claim_text(&store, NOW + 10 + UNDO_BY_AUTHOR_MS).await.is_some() {
        told += 1;
    }
    assert_eq!(told, 5);
}

/// The domain's decision about words to the referrer.
fn saying(
    way: Way,
    words: &str,
    now: u64,
) -> impl Fn(&State) -> Result<Option<Event>, Rejections> + Send + Sync {
    let owner = StaffRole::from("owner".to_owned());
    let staff = Staff::new("s".to_owned(), user("9000000000"), owner, Vec::new());
    let words = words.to_owned();
    move |state: &State| {
        let say = Command::Pipeline(PipelineCommand::Say { way: &way, words: &words });
        let viewer = Viewer::Staff(staff.clone());
        decide(state, &say, &viewer, &HostedPolicy::default(), at(now))
    }
}

async fn say(store: &Store, stored: &Stored, way: Way, words: &str, now: u64) -> Changed {
    let decide = saying(way, words, now);
    store.say(&stored.key, stored.version, &admin_actor(), &decide, None).await.unwrap()
}

async fn said(store: &Store, now: u64) -> Option<(String, String)> {
    match claim(store, now).await?.recipient {
        Recipient::Said(mobile, words) => Some((mobile.as_str().to_owned(), words)),
        other => panic!("{other:?}"),
    }
}

#[apply(on_each_database)]
async fn words_to_a_referrer_are_sent_at_once_and_hide_no_notice(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let stored = submit(&store, ASHA, "A", NOW).await;
    let unwanted = Changed::Refused(RejectionCode::TextsNotWanted.into());
    assert_eq!(say(&store, &stored, Way::Text, "Hello", NOW + 1).await, unwanted);
    store.set_notify(&mobile(ASHA), Notify::Sms, None).await.unwrap();
    // Who does not ask for what is known of the referrer is refused.
    let decide = saying(Way::Text, "Hello", NOW + 1);
    let blind = store.change(&stored.key, 1, &admin_actor(), &decide, None).await.unwrap();
    assert_eq!(blind, Changed::Refused(RejectionCode::NoAccount.into()));

    let Changed::Done(after) = say(&store, &stored, Way::Text, "Hello", NOW + 1).await else {
        panic!()
    };
    let Changed::Done(after) = say(&store, &after, Way::WhatsApp, "Again", NOW + 2).await else {
        panic!()
    };
    let done = store.change(&after.key, 3, &admin_actor(), &award(1, NOW + 3), None).await;
    assert!(matches!(done.unwrap(), Changed::Done(_)));
    let expected = Some((ASHA.to_owned(), "Hello".to_owned()));
    assert_eq!(said(&store, NOW + 3).await, expected);
    assert_eq!(said(&store, NOW + 4).await, None);
    let told = Some((ASHA.to_owned(), "Successful".to_owned()));
    let due = NOW + 3 + UNDO_BY_AUTHOR_MS;
    assert!(store.due_channels(at(due)).await.unwrap().contains(&Channel::Text));
    let claimed = claim(&store, due).await.unwrap();
    let claimed = match claimed.recipient {
        // The words, whose claim has expired.
        Recipient::Said(..) => claim_text(&store, due).await,
        Recipient::Referrer(mobile, case) => {
            Some((mobile.as_str().to_owned(), case.referral().status.as_str().to_owned()))
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(claimed, told);
}

/// A number that is erased between writing and sending is not sent.
#[apply(on_each_database)]
async fn an_erasure_reaches_words_that_wait(database: &dyn Database) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    store.set_notify(&mobile(ASHA), Notify::Sms, None).await.unwrap();
    let stored = submit(&store, ASHA, "A", NOW).await;
    let words = format!("Ask Ravi, {RAVI}.");
    assert!(matches!(say(&store, &stored, Way::Text, &words, NOW + 1).await, Changed::Done(_)));
    store.erase_referred(RAVI, at(NOW + 2), None, None, &|_| Ok(())).await.unwrap();
    let blanked = Some((ASHA.to_owned(), "Ask Ravi, [number erased].".to_owned()));
    assert_eq!(said(&store, NOW + 2).await, blanked);
}

#[apply(on_each_database)]
async fn what_is_known_of_a_referrer(database: &dyn Database) {
    let store = database.open().await;
    let known = async |stored: &Stored| store.referrer(&stored.key).await.unwrap();
    let typed = store.submit(&of_guest("+91 98765-43210", "A", RAVI, NOW)).await.unwrap();
    let Submitted::New(typed) = typed else { panic!("{typed:?}") };
    let mut expected = Referrer { number_clear: true, ..Referrer::default() };
    assert_eq!(known(&typed).await, expected);
    let unclear = store.submit(&of_guest("at the desk", "B", RAVI, NOW)).await.unwrap();
    let Submitted::New(unclear) = unclear else { panic!("{unclear:?}") };
    assert_eq!(known(&unclear).await, Referrer::default());
    // The number may be of a member, who need not have typed it.
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    let own = submit(&store, ASHA, "C", NOW).await;
    let guests = expected.clone();
    expected.has_account = true;
    assert_eq!(known(&own).await, expected);
    store.set_notify(&mobile(ASHA), Notify::Sms, None).await.unwrap();
    expected.wants_texts = true;
    assert_eq!(known(&own).await, expected);
    assert!(matches!(say(&store, &own, Way::Text, "Hello", NOW + 9).await, Changed::Done(_)));
    expected.texts = vec![at(NOW + 9)];
    assert_eq!(known(&own).await, expected);
    assert_eq!(known(&typed).await, guests);
    assert_eq!(said(&store, NOW + 9).await, Some((ASHA.to_owned(), "Hello".to_owned())));
    assert_eq!(store.referrer("none").await.unwrap(), Referrer::default());
}
