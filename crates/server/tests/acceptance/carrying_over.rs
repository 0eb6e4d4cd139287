//! What a restored database gets of the one that it takes the place of.

use std::collections::BTreeSet;

use api::{Erased, Notify};
use domain::event::{ConsentAnswer, Reason};
use domain::mobile::MobileNumber;
use domain::pipeline::{CONSENT_TEXT, Progress, StaffRole};
use domain::referral::Referral;
use macro_rules_attribute::apply;
use server::{
    audit::security::{SecurityEvent, recorded},
    db::{
        EventKind, EventOutcome, Store,
        fingerprints::{FingerprintKind, KeyedHash},
    },
    referrals::records::{NewReferral, Stored, Submitted},
    restoring::carry_over::{CarriedOver, Gap},
    sharing::person::sql::Said,
    staff::records::{Integrations, Invitation, StaffChange},
    transfer::records::{Export, Importer},
};
use sha2::{Digest, Sha256};

use crate::database::{Database, Postgres, Sqlite, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, admin_actor, at, award, event, log_in, mobile, session, sign_up, submission,
    submit, user,
};
use crate::messages::message;
use crate::outbox::webhook;
use crate::people::execute;
use crate::person_pages::{make, refer, say};
use crate::rewards::{done, undo};
use crate::traces::{dump, keyed, traces};

/// Asks never to be contacted.
const NEVER: &str = "9000000021";
/// Refuses, after having agreed.
const REFUSES: &str = "9000000022";
/// Is erased by staff, and has no account.
pub(crate) const GONE: &str = "9000000023";
/// Leaves the staff.
const BALA: &str = "9000000031";
/// When the backup is made.
pub(crate) const BACKUP: u64 = NOW + 10_000;

/// Another database of the same kind, to restore into.
pub(crate) async fn another(database: &dyn Database) -> Box<dyn Database> {
    if database.driver_url().starts_with("postgres") {
        Box::new(Postgres::with_schema().await.unwrap())
    } else {
        Box::new(Sqlite::with_schema().await)
    }
}

/// A database with the records of this one, where somebody has logged in.
pub(crate) async fn backup(store: &Store, database: &dyn Database) -> (Box<dyn Database>, Store) {
    logged_in(store, NOW).await;
    let database = another(database).await;
    let copy = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    store.copy_into(&copy).await.unwrap();
    (database, copy)
}

/// A referral by Ravi with these notes.
pub(crate) async fn noted(store: &Store, notes: &str, now: u64) -> Stored {
    let new = submission(RAVI, "Devi", now);
    let referral = Referral { notes: notes.to_owned(), ..new.referral.clone() };
    match store.submit(&NewReferral { referral, ..new }).await.unwrap() {
        Submitted::New(stored) => stored,
        other => panic!("{other:?}"),
    }
}

/// What the server records of an erasure, as `keyed` makes the fingerprint.
pub(crate) fn erasure(kind: EventKind, number: &str, now: u64) -> SecurityEvent {
    let person = Some(keyed(FingerprintKind::Number, &Sha256::digest(number)));
    let (actor, target) = match kind {
        EventKind::Erasure => (person, None),
        _ => (None, person),
    };
    let request = format!("request {now}");
    SecurityEvent { at: at(now), kind, outcome: EventOutcome::Done, actor, target, request }
}

async fn erase_themselves(store: &Store, number: &str, now: u64) -> Erased {
    let (number, off) = (mobile(number), Some(&Integrations::SwitchOff));
    let event = erasure(EventKind::Erasure, number.as_str(), now);
    let erase = store.erase_referrer(&number, off, at(now), None, None);
    recorded(event, erase).await.unwrap()
}

/// Everything that a backup has, before it is made.
struct Before {
    by_asha: Stored,
    refused: Stored,
    never: Stored,
    of_gone: Stored,
    mentions: Stored,
    old: Stored,
}

async fn before(store: &Store) -> Before {
    for (place, number) in (1..).zip([ASHA, RAVI]) {
        sign_up(store, &session(number, place, NOW)).await.unwrap();
    }
    store.name_owner("first", &user(RAVI), at(NOW)).await.unwrap();
    let bala = Invitation {
        id: "bala".to_owned(),
        mobile: mobile(BALA),
        name: "Bala".to_owned(),
        role: StaffRole::Manager,
        services: Vec::new(),
        team: String::new(),
        invited_by: "first".to_owned(),
    };
    store.invite_staff(&bala, at(NOW), None).await.unwrap();
    webhook(store, "told").await;
    assert!(store.set_notify(&mobile(RAVI), Notify::Sms, None).await.unwrap());
    let by_asha = submit(store, ASHA, "Chitra", NOW + 1).await;
    store.change(&by_asha.key, 1, &admin_actor(), &award(5, NOW + 2), None).await.unwrap();
    let mut of_asha = message("Call Asha", NOW, true);
    of_asha.message.message = "Asha has +91 98765-43210.".to_owned();
    store.keep_message(&of_asha).await.unwrap();
    let refused = refer(store, REFUSES, NOW + 3).await;
    let page = Said::Answer(ConsentAnswer::Agreed, CONSENT_TEXT, String::new());
    make(store, &refused.key, 1, NOW + 4).await;
    say(store, 1, &page, NOW + 5).await.unwrap();
    Before {
        by_asha,
        refused,
        never: refer(store, NEVER, NOW + 6).await,
        of_gone: refer(store, GONE, NOW + 7).await,
        mentions: noted(store, "His brother has 90000 00023.", NOW + 8).await,
        old: submit(store, RAVI, "Old", NOW - 86_400_000).await,
    }
}

/// What happens after the backup.
async fn after(store: &Store, before: &Before) {
    let erased = erase_themselves(store, ASHA, BACKUP + 1).await;
    assert_eq!((erased.accounts, erased.referrals), (1, 1));
    make(store, &before.never.key, 2, BACKUP + 2).await;
    say(store, 2, &Said::Never, BACKUP + 3).await.unwrap();
    let refuses = Said::Answer(ConsentAnswer::Refused, CONSENT_TEXT, "Not now".to_owned());
    make(store, &before.refused.key, 3, BACKUP + 4).await;
    say(store, 3, &refuses, BACKUP + 5).await.unwrap();
    let event = erasure(EventKind::ErasureOfReferred, GONE, BACKUP + 6);
    let erase = store.erase_referred(GONE, at(BACKUP + 6), None, None, &|_| Ok(()));
    let erased = recorded(event, erase).await.unwrap();
    assert_eq!((erased.referrals, erased.blanked), (1, 1));
    let revoke = StaffChange::Revoke { integrations: None, even_the_last: false };
    store.change_staff("bala", &revoke, at(BACKUP + 7), None).await.unwrap();
    assert_eq!(store.retain(at(NOW - 1)).await.unwrap(), 1);
}

pub(crate) async fn logged_in(store: &Store, now: u64) {
    let login = event(RAVI, EventKind::Login);
    store.record_event(&SecurityEvent { at: at(now), ..login }, None).await.unwrap();
}

pub(crate) fn restoring() -> SecurityEvent {
    let event = event(RAVI, EventKind::DatabaseRestored);
    SecurityEvent { at: at(BACKUP + 60_000), actor: None, request: String::new(), ..event }
}

fn all() -> CarriedOver {
    let unread = BTreeSet::new();
    CarriedOver { erased: 2, referrals: 1, never: 1, refused: 1, left: 1, unread, gap: None }
}

async fn reason(store: &Store, referral: &Stored) -> Option<Reason> {
    let stored = store.referral(&referral.key).await.unwrap().unwrap();
    Progress::of(&stored.case).reason
}

/// Checks a restored database.
async fn assert_nobody_comes_back(store: &Store, database: &dyn Database, before: &Before) {
    let all = dump(database).await;
    for number in [ASHA, GONE] {
        assert_eq!(traces(&all, number), Vec::<String>::new(), "{number}");
    }
    // Nothing of this goes out a second time.
    assert!(all.lines().any(|row| row.starts_with("outbox:")));
    assert!(store.due_channels(at(BACKUP + 90 * 86_400_000)).await.unwrap().is_empty());

    for gone in [&before.by_asha, &before.of_gone, &before.mentions, &before.old] {
        assert_eq!(store.referral(&gone.key).await.unwrap(), None);
    }
    // Of Ravi's referral, only the number went.
    let left = store.list(&crate::people::own(RAVI)).await.unwrap().items;
    let notes = left.iter().map(|stored| stored.referral().notes.as_str()).collect::<Vec<_>>();
    assert!(notes.contains(&"His brother has [number erased]."), "{notes:?}");

    assert_eq!(reason(store, &before.never).await, Some(Reason::DoNotContact));
    let again = refer(store, NEVER, BACKUP + 90_000).await;
    assert_eq!(reason(store, &again).await, Some(Reason::DoNotContact));

    let refused = store.referral(&before.refused.key).await.unwrap().unwrap();
    let progress = Progress::of(&refused.case);
    assert!(progress.is_refused());
    assert_eq!(progress.since, at(BACKUP + 5));
    let history = store.history(&before.refused.key).await.unwrap();
    let (text, entry) = history.last().unwrap();
    assert!(text.as_ref().unwrap().contains("\"answer\":\"refused\""), "{text:?}");
    assert!(text.as_ref().unwrap().contains("\"note\":\"Not now\""), "{text:?}");
    assert_eq!(entry.at, at(BACKUP + 5));

    let staff = store.staff().await.unwrap();
    let bala = staff.iter().find(|it| it.id == "bala").unwrap();
    assert_eq!((&bala.mobile, bala.revoked_at), (&None, Some(at(BACKUP + 7))));
    assert_eq!(staff.iter().filter(|it| it.revoked_at.is_none()).count(), 1);
}

#[apply(on_each_database)]
async fn whoever_was_erased_refused_or_left_since_the_backup_does_not_come_back(
    database: &dyn Database,
) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let before = before(&newer).await;
    let (first, restored) = backup(&newer, database).await;
    let (second, again) = backup(&newer, database).await;
    after(&newer, &before).await;
    let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    assert_eq!(finished.carried_over, Ok(all()));
    // The same backup is restored once more, when all that is known of it is in the database that was restored.
    let finished = again.finish_restore(Ok(&restored), &restoring()).await.unwrap();
    assert_eq!(finished.carried_over, Ok(all()));
    assert_nobody_comes_back(&restored, &*first, &before).await;
    assert_nobody_comes_back(&again, &*second, &before).await;
}

#[apply(on_each_database)]
async fn whoever_goes_back_to_the_newer_database_loses_nothing(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let before = before(&newer).await;
    let (_first, restored) = backup(&newer, database).await;
    after(&newer, &before).await;
    sign_up(&newer, &session(ASHA, 4, BACKUP + 100)).await.unwrap();
    let later = submit(&newer, ASHA, "Later", BACKUP + 101).await;
    let off = BACKUP + 200;
    restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    // Somebody else erases themselves before the operator goes back.
    erase_themselves(&restored, REFUSES, off).await;
    let nothing = CarriedOver { erased: 1, ..CarriedOver::default() };
    let back = newer.finish_restore(Ok(&restored), &restoring()).await.unwrap();
    assert_eq!(back.carried_over, Ok(nothing));
    let account = newer.account(&MobileNumber::parse(ASHA).unwrap()).await.unwrap();
    assert_eq!(account.unwrap().registered_at, Some(at(BACKUP + 100)));
    assert!(newer.referral(&later.key).await.unwrap().is_some());
    assert_eq!(newer.referral(&before.refused.key).await.unwrap(), None);
}

/// What both databases have from before the backup, and one has taken back, stays taken back.
#[apply(on_each_database)]
async fn whoever_goes_back_keeps_what_was_taken_back_since_the_backup(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    for (place, number) in (1..).zip([ASHA, RAVI]) {
        sign_up(&newer, &session(number, place, NOW)).await.unwrap();
    }
    newer.name_owner("first", &user(RAVI), at(NOW)).await.unwrap();
    newer.make_owner("second", &user(BALA), at(NOW + 1)).await.unwrap();
    let revoke = StaffChange::Revoke { integrations: None, even_the_last: false };
    newer.change_staff("second", &revoke, at(NOW + 2), None).await.unwrap();
    let never = refer(&newer, NEVER, NOW + 3).await;
    make(&newer, &never.key, 2, NOW + 4).await;
    say(&newer, 2, &Said::Never, NOW + 5).await.unwrap();
    erase_themselves(&newer, ASHA, NOW + 6).await;
    logged_in(&newer, BACKUP).await;
    let (_first, restored) = backup(&newer, database).await;

    logged_in(&newer, BACKUP + 1).await;
    newer.make_owner("third", &user(BALA), at(BACKUP + 1)).await.unwrap();
    sign_up(&newer, &session(ASHA, 3, BACKUP + 2)).await.unwrap();
    // Events and what was erased are kept for a time, and whoever is never contacted may change their mind.
    for forgotten in
        ["DELETE FROM do_not_contact", "DELETE FROM former_staff", "DELETE FROM erased_accounts"]
    {
        execute(database, forgotten).await;
    }
    let erasures = "DELETE FROM security_events WHERE kind = 'erasure'";
    execute(database, erasures).await;
    restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    erase_themselves(&restored, REFUSES, BACKUP + 90_000).await;

    let back = newer.finish_restore(Ok(&restored), &restoring()).await.unwrap();
    let gap = Some(Gap::RestoredItself);
    assert_eq!(back.carried_over, Ok(CarriedOver { gap, ..CarriedOver::default() }));
    assert!(newer.account(&mobile(ASHA)).await.unwrap().is_some());
    let again = refer(&newer, NEVER, BACKUP + 100_000).await;
    assert_eq!(reason(&newer, &again).await, None);
    let staff = newer.staff().await.unwrap();
    let is_here = |number: &str| staff.iter().any(|it| it.mobile == Some(mobile(number)));
    assert!(is_here(BALA));
}

/// It began before somebody else logged in, and ended after the backup was made.
#[apply(on_each_database)]
async fn an_erasure_that_was_under_way_at_the_backup_is_done_again(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&newer, &session(ASHA, 1, NOW)).await.unwrap();
    let login = event(RAVI, EventKind::Login);
    newer.record_event(&SecurityEvent { at: at(BACKUP), ..login }, None).await.unwrap();
    let (place, restored) = backup(&newer, database).await;
    erase_themselves(&newer, ASHA, BACKUP - 1).await;
    let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    assert_eq!(finished.carried_over, Ok(CarriedOver { erased: 1, ..CarriedOver::default() }));
    assert_eq!(traces(&dump(&*place).await, ASHA), Vec::<String>::new());
}

/// Staff have erased them in the restored database, where a file had brought the account and nobody had logged in to it.
#[apply(on_each_database)]
async fn whoever_goes_back_keeps_an_account_that_somebody_has_logged_in_to(
    database: &dyn Database,
) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let file = Export { accounts: vec![user(ASHA)], referrals: Vec::new() };
    newer.import(&file, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    let (_first, restored) = backup(&newer, database).await;
    log_in(&newer, &session(ASHA, 1, BACKUP)).await.unwrap();
    let event = erasure(EventKind::ErasureOfReferred, ASHA, BACKUP + 1);
    let erase = restored.erase_referred(ASHA, at(BACKUP + 1), None, None, &|_| Ok(()));
    assert!(!recorded(event, erase).await.unwrap().account_stays);
    newer.finish_restore(Ok(&restored), &restoring()).await.unwrap();
    assert!(newer.account(&mobile(ASHA)).await.unwrap().is_some());
}

/// Whoever has exchanged the addresses would finish the database that everybody has left.
#[apply(on_each_database)]
async fn a_database_is_not_finished_by_one_that_ends_before_it(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let login = event(RAVI, EventKind::Login);
    newer.record_event(&SecurityEvent { at: at(NOW), ..login.clone() }, None).await.unwrap();
    let (_first, restored) = backup(&newer, database).await;
    // Nothing has happened since: both are as new.
    assert!(!newer.is_newer_than(&restored).await);
    newer.record_event(&SecurityEvent { at: at(BACKUP), ..login.clone() }, None).await.unwrap();
    assert!(!restored.is_newer_than(&newer).await);
    assert!(newer.is_newer_than(&restored).await);
    // Somebody has started a server on the restored one before it was finished.
    restored.record_event(&SecurityEvent { at: at(BACKUP + 1), ..login }, None).await.unwrap();
    assert!(!restored.is_newer_than(&newer).await);
    // It may say nothing any more.
    execute(database, "UPDATE security_events SET at = -1").await;
    assert!(!restored.is_newer_than(&newer).await);
}

/// They have logged in since the backup, where only a file knows them.
#[apply(on_each_database)]
async fn an_erasure_by_staff_leaves_the_account_that_it_left(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let file = Export { accounts: vec![user(ASHA), user(RAVI)], referrals: Vec::new() };
    newer.import(&file, at(NOW), false, &Importer::PROGRAM).await.unwrap();
    let (_first, restored) = backup(&newer, database).await;
    log_in(&newer, &session(RAVI, 1, BACKUP)).await.unwrap();
    for (number, stays) in [(ASHA, false), (RAVI, true)] {
        let event = erasure(EventKind::ErasureOfReferred, number, BACKUP + 1);
        let erase = newer.erase_referred(number, at(BACKUP + 1), None, None, &|_| Ok(()));
        assert_eq!(recorded(event, erase).await.unwrap().account_stays, stays);
    }
    newer.close_session(&[1; 32]).await.unwrap();
    let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    assert_eq!(finished.carried_over, Ok(CarriedOver { erased: 2, ..CarriedOver::default() }));
    assert!(restored.account(&mobile(ASHA)).await.unwrap().is_none());
    assert!(restored.account(&mobile(RAVI)).await.unwrap().is_some());
}

/// In the newer database, the award was taken back before they refused.
#[apply(on_each_database)]
async fn points_of_what_was_refused_since_are_taken_back(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&newer, &session(RAVI, 1, NOW)).await.unwrap();
    let key = refer(&newer, REFUSES, NOW + 1).await.key;
    make(&newer, &key, 1, BACKUP).await;
    let agrees = Said::Answer(ConsentAnswer::Agreed, CONSENT_TEXT, String::new());
    say(&newer, 1, &agrees, BACKUP + 1).await.unwrap();
    done(&newer, &key, &award(5, BACKUP + 2)).await;
    let (_first, restored) = backup(&newer, database).await;
    done(&newer, &key, &undo(BACKUP + 3)).await;
    let refuses = Said::Answer(ConsentAnswer::Refused, CONSENT_TEXT, String::new());
    say(&newer, 1, &refuses, BACKUP + 4).await.unwrap();
    let sum = async || {
        let entries = restored.earned(&key, true).await.unwrap().unwrap().entries;
        (entries.len(), entries.iter().map(|entry| entry.points).sum::<i64>())
    };
    assert_eq!(sum().await, (1, 5));
    let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    assert_eq!(finished.carried_over, Ok(CarriedOver { refused: 1, ..CarriedOver::default() }));
    assert_eq!(sum().await.1, 0);
    let stored = restored.referral(&key).await.unwrap().unwrap();
    assert_eq!(stored.referral().status.as_str(), "Declined");
}

/// They may have been the only owner at that time, and be invited again since.
#[apply(on_each_database)]
async fn an_owner_who_has_erased_themselves_is_none_again(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    sign_up(&newer, &session(ASHA, 1, NOW)).await.unwrap();
    newer.name_owner("first", &user(ASHA), at(NOW)).await.unwrap();
    let (place, restored) = backup(&newer, database).await;
    newer.make_owner("second", &user(RAVI), at(BACKUP)).await.unwrap();
    sign_up(&newer, &session(RAVI, 2, BACKUP)).await.unwrap();
    erase_themselves(&newer, ASHA, BACKUP + 1).await;
    newer.make_owner("again", &user(ASHA), at(BACKUP + 2)).await.unwrap();
    let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    assert_eq!(
        finished.carried_over,
        Ok(CarriedOver { erased: 1, left: 1, ..CarriedOver::default() })
    );
    let staff = restored.staff().await.unwrap();
    let [first] = &staff[..] else { panic!("{staff:?}") };
    assert_eq!((&first.mobile, first.name.as_str()), (&None, ""));
    assert_eq!(traces(&dump(&*place).await, ASHA), Vec::<String>::new());
    // The settings do not make them owner again.
    assert!(!restored.name_owner("other", &user(ASHA), at(BACKUP + 3)).await.unwrap());
}

#[apply(on_each_database)]
async fn what_cannot_be_read_is_named_and_the_rest_carried_over(database: &dyn Database) {
    let newer = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    let before = before(&newer).await;
    let (_first, restored) = backup(&newer, database).await;
    after(&newer, &before).await;
    for broken in ["DROP TABLE do_not_contact", "UPDATE former_staff SET at = -1"] {
        execute(database, broken).await;
    }
    let finished = restored.finish_restore(Ok(&newer), &restoring()).await.unwrap();
    let unread = ["who asked never to be contacted", "who has left the staff"].into();
    assert_eq!(finished.carried_over, Ok(CarriedOver { never: 0, left: 0, unread, ..all() }));
    assert_eq!(reason(&restored, &before.refused).await, Some(Reason::Refused));
}
