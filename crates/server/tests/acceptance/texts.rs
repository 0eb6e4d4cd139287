//! Texts to referrers: notices of what became of their referrals, and what staff write.

use api::{HostedPolicy, Notify};
use domain::event::{Event, Way};
use domain::limits::UNDO_BY_AUTHOR_MS;
use domain::pipeline::{Command, Known, PipelineCommand, Referrer, Staff, StaffRole, decide};
use domain::rejection::{RejectionCode, Rejections};
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::{
    db::Store,
    delivery::records::{Channel, Recipient},
    referrals::records::{Changed, Stored, Submitted},
};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, author, award, mobile, session, sign_up, submit, user,
};
use crate::outbox::claim;
use crate::people::of_guest;

/// The recipient of a text message, and the state of the referral.
async fn claim_text(store: &Store, now: u64) -> Option<(String, String)> {
    match claim(store, now).await?.recipient {
        Recipient::Referrer(mobile, _, case) => {
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
) -> impl Fn(&Known) -> Result<Option<Event>, Rejections> + Send + Sync {
    let owner = StaffRole::from("owner".to_owned());
    let staff = Staff::new("s".to_owned(), user("9000000000"), owner, Vec::new());
    let words = words.to_owned();
    move |known: &Known| {
        let say = Command::Pipeline(PipelineCommand::Say { way: &way, words: &words });
        let viewer = Viewer::Staff(staff.clone());
        decide(known, &say, &viewer, &HostedPolicy::default(), at(now))
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
        Recipient::Referrer(mobile, _, case) => {
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
