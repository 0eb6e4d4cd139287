//! Points that are exchanged: one request for one press, batches, refunds, and what an erasure leaves.

use domain::account::User;
use domain::event::Event;
use domain::pipeline::{Staff, StaffRole};
use domain::rejection::RejectionCode;
use domain::rewards::{
    Balance, BatchCommand, Choice, Currency, Decider, OfferDraft, OfferKind, Offers,
    RedemptionCommand, RedemptionStatus, RedemptionStep, Reference, Terms, TypedAmount,
    decide_redemption, make_batch, request_redemption,
};
use macro_rules_attribute::apply;
use server::db::allowances::Allowance;
use server::db::answers::RetryKey;
use server::db::fingerprints::KeyedHash;
use server::db::versions::SetBy;
use server::db::{Store, StoreError};
use server::referrals::records::{Actor, Author};
use server::rewards::batches::rules::BatchRules;
use server::rewards::batches::sql::FullBatch;
use server::rewards::catalogue::sql::CatalogueChange;
use server::rewards::redemptions::sql::{Around, NewRedemption, StoredRedemption};
use server::transfer::records::{Export, Importer};
use sqlx::Row;

use crate::by_hand;
use crate::database::{Database, on_each_database};
use crate::fixtures::{
    ASHA, NOW, RAVI, at, award, awarded, everything, mobile, record, session, sign_up, submit, user,
};
use crate::people::{connect, execute};
use crate::traces::{dump, keyed, traces};

pub(crate) const MANAGER: &str = "9000000011";
pub(crate) const SECOND: &str = "9000000012";

/// What was earned, less what was exchanged.
pub(crate) const SUM: &str =
    "SELECT CAST(SUM(points) AS BIGINT) FROM reward_entries WHERE kind <> 'refunded'";

fn offer(id: &str, points: u64) -> OfferDraft {
    OfferDraft {
        id: id.to_owned(),
        title: "Gift voucher".to_owned(),
        text: String::new(),
        points,
        kind: OfferKind::Voucher,
        amount: None,
        from: None,
        until: None,
        stock: None,
    }
}

/// A voucher for 300 points, of which there is one, and a transfer for 500.
pub(crate) async fn publish(store: &Store) {
    let amount = Some(TypedAmount { currency: Currency::Kwd, number: "12.345".to_owned() });
    let transfer = OfferDraft { kind: OfferKind::BankTransfer, amount, ..offer("transfer", 500) };
    let draft = [OfferDraft { stock: Some(1), ..offer("voucher", 300) }, transfer];
    let next = |before: &Offers| Offers::checked(&draft, before);
    let by = SetBy { staff: "s1", at: at(NOW), session: None };
    let set = store.publish_catalogue(0, &by, &next).await.unwrap();
    assert!(matches!(set, CatalogueChange::Set(_)), "{set:?}");
}

pub(crate) fn staff(id: &str, number: &str) -> Staff {
    Staff::new(id.to_owned(), user(number), StaffRole::Manager, Vec::new())
}

/// Lets somebody earn points, which the member of staff with this id awards.
pub(crate) async fn earn(store: &Store, number: &str, points: u64, by: &str, now: u64) {
    let key = submit(store, number, &format!("Friend {now}"), now).await.key;
    give(store, &key, 1, points, by, now).await;
}

/// Awards a referral.
async fn give(store: &Store, key: &str, version: u64, points: u64, by: &str, now: u64) {
    let actor = Actor::Staff { id: by.to_owned(), name: String::new() };
    let by = Author { actor, session: None, may_award: true, number_changes: None, texts: None };
    store.change(key, version, &by, &award(points, now), None).await.unwrap();
}

type Asked = Result<StoredRedemption, StoreError>;

pub(crate) async fn ask(store: &Store, number: &str, offer: &str, tab: &str, now: u64) -> Asked {
    let member = User { name: "Asha Rao".to_owned(), ..user(number) };
    let reference = Reference::parse("EMP-0077").unwrap();
    let choice = match offer {
        "transfer" => Choice { id: offer, points: 500, worth: Some("KWD 12.345") },
        _ => Choice { id: offer, points: 300, worth: None },
    };
    let allowance = Allowance { of: [7; 32], limit: 100 };
    let (reference, allowance) = (&reference, &allowance);
    let new = NewRedemption { member: &member, choice, reference, session: None, allowance };
    let rule = |offers: &Offers, balance: &Balance, held: u64| {
        let (offer, step) = request_redemption(offers, &choice, balance, held, at(now))?;
        Ok((offer.clone(), step))
    };
    let key = RetryKey { stored_key: format!("{number} {tab}"), at: at(now) };
    store.request_redemption(&new, &rule, &key).await
}

fn decided(
    stored: &StoredRedemption,
    command: RedemptionCommand<'_>,
    staff: &Staff,
    around: &Around,
) -> Result<Option<RedemptionStep>, RejectionCode> {
    let own = stored.mobile.as_deref() == Some(staff.user().mobile_number.as_str());
    let awarded = around.awarders.iter().any(|id| id == staff.id());
    let by = Decider::Staff { staff, own, awarded };
    decide_redemption(&stored.steps, command, by, around.terms, at(NOW + 60))
}

pub(crate) async fn approve(store: &Store, id: u64, staff: &Staff) -> Asked {
    let rule = |stored: &StoredRedemption, around: &Around| {
        decided(stored, RedemptionCommand::Approve, staff, around)
    };
    let decided = store.decide_redemption(id, None, at(NOW + 60), &rule).await;
    decided.map(|found| found.unwrap().0)
}

pub(crate) async fn available(store: &Store, number: &str) -> i64 {
    store.balance(&numbers::key(number), at(NOW + 100)).await.unwrap().available
}

pub(crate) async fn batch_of(store: &Store, ids: &[u64], staff: &Staff) -> FullBatch {
    let rules = BatchRules { staff, at: at(NOW + 70) };
    let first = make_batch(staff, rules.at).unwrap();
    let key = RetryKey { stored_key: format!("batch of {ids:?}"), at: rules.at };
    store.make_batch(&first, ids, &rules, None, &key).await.unwrap()
}

pub(crate) async fn step(
    store: &Store,
    batch: &FullBatch,
    command: BatchCommand,
    staff: &Staff,
) -> Result<FullBatch, StoreError> {
    let rules = BatchRules { staff, at: at(NOW + 80) };
    let id = batch.batch.id;
    store.step_batch(id, None, command, &rules, None).await.map(Option::unwrap)
}

pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, StoreError>) -> String {
    match result {
        Err(StoreError::Refused(code)) => code.as_str().to_owned(),
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn assert_sound(store: &Store) {
    assert_eq!(store.verify().await.unwrap().faults, Vec::<String>::new());
}

/// A row in each table of these: somebody has points, and some of them are paid.
pub(crate) async fn fill(store: &Store) {
    publish(store).await;
    earn(store, RAVI, 600, "m", NOW + 1000).await;
    by_hand::enter(store, MANAGER, RAVI, 50, "For the fair", NOW + 1001).await.unwrap();
    let id = ask(store, RAVI, "transfer", "a", NOW + 1001).await.unwrap().id;
    let manager = staff("m1", MANAGER);
    approve(store, id, &manager).await.unwrap();
    batch_of(store, &[id], &manager).await;
}

/// Points that a hold keeps pay for nothing, so they do not make up for what was taken back either.
#[apply(on_each_database)]
async fn a_request_for_points_that_were_taken_back_waits_for_the_hold_on_others(
    database: &dyn Database,
) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    publish(&store).await;
    earn(&store, ASHA, 500, "s2", NOW + 1).await;
    earn(&store, ASHA, 500, "s2", NOW + 2).await;
    let held =
        format!("UPDATE reward_entries SET held_until = {} WHERE at = {}", NOW + 65, NOW + 2);
    execute(database, &held).await;
    let id = ask(&store, ASHA, "transfer", "a", NOW + 3).await.unwrap().id;
    by_hand::enter(&store, MANAGER, ASHA, -500, "Taken back", NOW + 4).await.unwrap();
    let manager = staff("m1", MANAGER);
    assert_eq!(code(approve(&store, id, &manager).await), "points-taken-back");
    execute(database, &format!("UPDATE reward_entries SET held_until = {}", NOW + 55)).await;
    approve(&store, id, &manager).await.unwrap();
    // The same for a batch.
    execute(database, &held).await;
    let rules = BatchRules { staff: &manager, at: at(NOW + 60) };
    let first = make_batch(&manager, rules.at).unwrap();
    let key = RetryKey { stored_key: "early".to_owned(), at: rules.at };
    assert_eq!(
        code(store.make_batch(&first, &[id], &rules, None, &key).await),
        "points-taken-back"
    );
    batch_of(&store, &[id], &manager).await;
}

#[apply(on_each_database)]
async fn a_member_exchanges_all_points_in_two_tabs_at_once_one_request_one_balance(
    database: &dyn Database,
) {
    let stores = [database.open().await, database.open().await];
    publish(&stores[0]).await;
    earn(&stores[0], ASHA, 600, "m", NOW).await;
    // Two tabs, each of which tries twice, on two servers.
    let tries = ["a", "b", "b", "a"].into_iter().zip(stores.iter().cycle());
    let tries = tries.map(|(tab, store)| {
        let store = store.clone();
        tokio::spawn(async move { ask(&store, ASHA, "transfer", tab, NOW + 50).await })
    });
    let (mut ids, mut refused) = (Vec::new(), 0);
    for asked in tries.collect::<Vec<_>>() {
        match asked.await.unwrap() {
            Ok(stored) => ids.push(stored.id),
            other => {
                assert_eq!(code(other), "points-too-few");
                refused += 1;
            }
        }
    }
    // Both tries of one tab have the same answer, and those of the other are refused.
    assert_eq!((ids.as_slice(), refused), ([1, 1].as_slice(), 2));
    let page = stores[1].redemptions_of(&numbers::key(ASHA), None, 9).await.unwrap();
    assert_eq!(page.items.len(), 1);
    assert_eq!(available(&stores[1], ASHA).await, 100);
    assert_sound(&stores[1]).await;
}

#[apply(on_each_database)]
async fn two_members_who_want_the_last_one_at_once_do_not_both_get_it(database: &dyn Database) {
    let stores = [database.open().await, database.open().await];
    publish(&stores[0]).await;
    earn(&stores[0], ASHA, 600, "m", NOW).await;
    earn(&stores[0], RAVI, 600, "m", NOW + 1).await;
    let asked = tokio::join!(
        ask(&stores[0], ASHA, "voucher", "a", NOW + 50),
        ask(&stores[1], RAVI, "voucher", "a", NOW + 50)
    );
    let (got, lost) = match asked {
        (Ok(got), lost) => (got, lost),
        (lost, got) => (got.unwrap(), lost),
    };
    assert_eq!(code(lost), "offer-used-up");
    // Whoever takes a request back leaves it to others.
    let number = got.mobile.unwrap();
    let rule = |stored: &StoredRedemption, _: &Around| {
        let (steps, command) = (&stored.steps, RedemptionCommand::Cancel);
        decide_redemption(steps, command, Decider::Member, Terms::default(), at(NOW + 55))
    };
    stores[0].decide_redemption(got.id, None, at(NOW + 55), &rule).await.unwrap().unwrap();
    assert_eq!(available(&stores[0], &number).await, 600);
    let other = if number == ASHA { RAVI } else { ASHA };
    ask(&stores[1], other, "voucher", "b", NOW + 56).await.unwrap();
    assert_sound(&stores[0]).await;
}

#[apply(on_each_database)]
async fn whoever_imported_an_award_does_not_approve_what_it_is_exchanged_for(
    database: &dyn Database,
) {
    let store = database.open().await;
    publish(&store).await;
    let copy = awarded(&record(ASHA, "From a file", NOW), 600, NOW + 1);
    let export = Export { accounts: vec![], referrals: vec![copy] };
    let importer = Importer { staff: "m1", ..Importer::PROGRAM };
    store.import(&export, at(NOW + 2), false, &importer).await.unwrap();
    let id = ask(&store, ASHA, "transfer", "a", NOW + 50).await.unwrap().id;
    assert_eq!(code(approve(&store, id, &staff("m1", MANAGER)).await), "awarded-by-you");
    approve(&store, id, &staff("m2", SECOND)).await.unwrap();
}

/// Nor does whoever imported the proposal by which a colleague awarded them.
#[apply(on_each_database)]
async fn whoever_imported_a_proposal_does_not_approve_what_the_award_is_exchanged_for(
    database: &dyn Database,
) {
    let store = database.open().await;
    publish(&store).await;
    let asked =
        format!(r#"{{"at":{},"saw":0,"by":"staff:m9","kind":"proposed","points":600}}"#, NOW + 1);
    let copy = record(ASHA, "From a file", NOW).evolve(&Event::read(&asked));
    let export = Export { accounts: vec![], referrals: vec![copy] };
    let importer = Importer { staff: "m1", ..Importer::PROGRAM };
    store.import(&export, at(NOW + 2), false, &importer).await.unwrap();
    let brought = store.list(&everything()).await.unwrap().items.remove(0);
    give(&store, &brought.key, brought.version, 600, "m3", NOW + 3).await;
    let id = ask(&store, ASHA, "transfer", "a", NOW + 50).await.unwrap().id;
    for part in ["m1", "m3"] {
        assert_eq!(code(approve(&store, id, &staff(part, MANAGER)).await), "awarded-by-you");
    }
    approve(&store, id, &staff("m9", SECOND)).await.unwrap();
}

#[apply(on_each_database)]
async fn a_member_is_erased_with_points_outstanding_the_sums_stay_no_name_number_or_reference_does(
    database: &dyn Database,
) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    publish(&store).await;
    let (maker, other) = (staff("m1", MANAGER), staff("m2", SECOND));
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    earn(&store, ASHA, 2_000, "m", NOW).await;
    let mut ids = Vec::new();
    for (tab, offer) in ["transfer", "transfer", "voucher"].into_iter().enumerate() {
        let asked = ask(&store, ASHA, offer, &tab.to_string(), NOW + 50).await.unwrap();
        ids.push(asked.id);
    }
    for id in &ids[..2] {
        approve(&store, *id, &maker).await.unwrap();
    }
    // One is with whoever pays, one in a draft, and one was not looked at.
    let exported = batch_of(&store, &ids[..1], &maker).await;
    step(&store, &exported, BatchCommand::Approve, &other).await.unwrap();
    step(&store, &exported, BatchCommand::Export, &other).await.unwrap();
    let draft = batch_of(&store, &ids[1..2], &maker).await;
    let mut connection = connect(database).await;
    let before: i64 = sqlx::query(SUM).fetch_one(&mut connection).await.unwrap().get(0);
    store.erase_referrer(&mobile(ASHA), None, at(NOW + 85), None, None).await.unwrap();
    let after: i64 = sqlx::query(SUM).fetch_one(&mut connection).await.unwrap().get(0);
    assert_eq!((before, after), (700, 700));
    let text = dump(database).await;
    assert_eq!(traces(&text, ASHA), Vec::<String>::new());
    assert!(!text.contains("Asha Rao") && !text.contains("EMP-0077"));
    let all = store.redemptions(None, None, 9, at(NOW + 60)).await.unwrap().items;
    let all: Vec<_> = all.into_iter().map(|(it, _)| (it.status, it.holder, it.mobile)).collect();
    let gone = |status| (status, None, None);
    let declined = RedemptionStatus::Declined;
    assert_eq!(all, [gone(declined), gone(declined), gone(RedemptionStatus::Batched)]);
    assert_eq!(store.batch(draft.batch.id, at(NOW + 60)).await.unwrap().unwrap().lines.len(), 0);
    // What whoever pays has already is still to be said.
    let rules = BatchRules { staff: &other, at: at(NOW + 90) };
    let paid = [api::LineOutcome { redemption: ids[0], paid: true, reason: String::new() }];
    store.settle_batch(exported.batch.id, &paid, &rules, None).await.unwrap().unwrap();
    assert_sound(&store).await;
}

#[apply(on_each_database)]
async fn verify_says_if_entries_and_requests_do_not_agree(database: &dyn Database) {
    let store = database.open().await;
    publish(&store).await;
    earn(&store, ASHA, 600, "m", NOW).await;
    ask(&store, ASHA, "transfer", "a", NOW + 50).await.unwrap();
    assert_sound(&store).await;
    execute(database, "UPDATE reward_entries SET points = -499 WHERE kind = 'redeemed'").await;
    let wrong = ["1 requests to exchange points whose entries do not agree with them"];
    assert_eq!(store.verify().await.unwrap().faults, wrong);
    execute(database, "UPDATE reward_entries SET points = -500 WHERE kind = 'redeemed'").await;
    execute(database, "UPDATE redemptions SET status = 'paid'").await;
    let faults = store.verify().await.unwrap().faults;
    let unreadable = "1 requests to exchange points that cannot be read".to_owned();
    assert!(faults.contains(&unreadable), "{faults:?}");
}

/// Whatever was given between a backup and its restore is not given again: a bank may have been told of it.
#[apply(on_each_database)]
async fn ids_go_on_beyond_those_that_a_restore_has_passed(database: &dyn Database) {
    let store = database.open().await;
    publish(&store).await;
    earn(&store, ASHA, 1_500, "other", NOW).await;
    let staff = staff("m", MANAGER);
    for (passed, tab) in [(None, "a"), (Some(2_850_000), "b"), (Some(7), "c")] {
        if let Some(passed) = passed {
            let pass = format!("INSERT INTO passed_ids (id) VALUES ({passed})");
            execute(database, &pass).await;
        }
        let id = ask(&store, ASHA, "transfer", tab, NOW + 10).await.unwrap().id;
        approve(&store, id, &staff).await.unwrap();
        let batch = batch_of(&store, &[id], &staff).await.batch.id;
        let expected = match tab {
            "a" => 1,
            "b" => 2_850_001,
            _ => 2_850_002,
        };
        assert_eq!((id, batch), (expected, expected), "{tab}");
    }
}
