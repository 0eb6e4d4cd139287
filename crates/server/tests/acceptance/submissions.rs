//! Submitting referrals.

use domain::referral::{ReferralDraft, Status};
use domain::view::ReferralView;
use domain::viewer::Viewer;
use macro_rules_attribute::apply;
use server::referrals::records::{Actor, NewReferral, StoredEntry, Submitted};

use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, at, everything, mobile, record, submission, submit, submitted,
};

#[apply(on_each_database)]
async fn a_referral_is_kept_as_it_was_submitted(database: &dyn Database) {
    let store = database.open().await;
    let stored = submit(&store, ASHA, "Meera Iyer", NOW).await;
    assert_eq!(stored.case, record(ASHA, "Meera Iyer", NOW));
    assert_eq!(stored.key, ReferralView::of(stored.referral()).key);
    assert_eq!(stored.version, 1);
    assert_eq!(store.referral(&stored.key).await.unwrap(), Some(stored.clone()));
    let by = Actor::Member(mobile(ASHA));
    let first = StoredEntry { at: at(NOW), by, status: Status::Pending, points: 0 };
    assert_eq!(store.history(&stored.key).await.unwrap(), [(None, first)]);
    assert_eq!(store.referral("no key").await.unwrap(), None);
    assert_eq!(store.history("no key").await.unwrap(), []);
}

#[apply(on_each_database)]
async fn a_retry_is_answered_with_what_was_kept(database: &dyn Database) {
    let store = database.open().await;
    let stored = submit(&store, ASHA, "Meera Iyer", NOW).await;
    let retry = NewReferral { now: at(NOW + 1), ..submission(ASHA, "Meera Iyer", NOW) };
    assert_eq!(store.submit(&retry).await.unwrap(), Submitted::Repeated(stored));
    assert_eq!(store.list(&everything()).await.unwrap().items.len(), 1);
}

#[apply(on_each_database)]
async fn a_reused_key_with_another_content_is_refused(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "Meera Iyer", NOW).await;
    let other = NewReferral { fingerprint: [2; 32], ..submission(ASHA, "Meera Iyer", NOW) };
    assert_eq!(store.submit(&other).await.unwrap(), Submitted::KeyReused);
    assert_eq!(store.list(&everything()).await.unwrap().items.len(), 1);
}

#[apply(on_each_database)]
async fn a_taken_instant_gives_the_next_id(database: &dyn Database) {
    let store = database.open().await;
    submit(&store, ASHA, "A", NOW + 1).await;
    let mut ids = Vec::new();
    for name in ["B", "C", "D"] {
        ids.push(submit(&store, RAVI, name, NOW).await.referral().id.as_millis() - NOW);
    }
    assert_eq!(ids, [0, 2, 3]);
}

#[apply(on_each_database)]
async fn texts_of_any_length_and_characters_are_stored(database: &dyn Database) {
    let store = database.open().await;
    // Not compressible, and longer than the maximum of an index entry.
    let long = |salt: u32| -> String {
        let letters = (0..10_000_u32).map(|n| n.wrapping_mul(2_654_435_761).rotate_left(salt));
        letters.filter_map(|n| char::from_u32(0x4e00 + n % 20_000)).collect()
    };
    let mut salt = 0;
    let draft = ReferralDraft::of(|field| {
        salt += 1;
        match field {
            "referredName" => format!("मीरा {}", long(salt)),
            "service" => "others".to_owned(),
            "notes" => "a\u{1f600}\r\n\t'\"\\%_ \u{0}\u{202e}".to_owned(),
            _ => long(salt),
        }
    });
    let referral = submitted(draft.clone(), &Viewer::Guest, NOW);
    let new = NewReferral { referral, ..submission(ASHA, "x", NOW) };
    let Submitted::New(stored) = store.submit(&new).await.unwrap() else { panic!() };
    assert_eq!(store.referral(&stored.key).await.unwrap(), Some(stored.clone()));
    assert_eq!(stored.referral().referrer_mobile, draft.referrer_phone);
    assert_eq!(stored.referral().notes, draft.notes);
    let erased = store
        .erase_referred(&draft.referred_phone, at(NOW), None, None, &|_| Ok(()))
        .await
        .unwrap();
    assert_eq!(erased.referrals, 1);
}
