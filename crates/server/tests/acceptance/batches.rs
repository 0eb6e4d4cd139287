//! Batches: they are approved, exported again alike, and settled line by line.

use std::collections::BTreeSet;

use domain::rewards::{BatchCommand, BatchStatus, RedemptionStatus, make_batch};
use macro_rules_attribute::apply;
use server::db::answers::RetryKey;
use server::db::fingerprints::KeyedHash;
use server::rewards::batches::rules::BatchRules;

use crate::by_hand;
use crate::database::{Database, on_each_database};
use crate::fixtures::{ASHA, NOW, RAVI, at};
use crate::redemptions::{
    MANAGER, SECOND, approve, ask, assert_sound, available, batch_of, code, earn, publish, staff,
    step,
};
use crate::traces::keyed;

/// Points may be taken back between the approval of a batch and its export.
#[apply(on_each_database)]
async fn a_batch_is_not_exported_for_a_member_whose_points_were_taken_back(
    database: &dyn Database,
) {
    let store = database.open().await.with_keyed_hash(KeyedHash::by(keyed));
    publish(&store).await;
    let (maker, other) = (staff("m1", MANAGER), staff("m2", SECOND));
    let mut ids = Vec::new();
    for (number, tab) in [(ASHA, "a"), (RAVI, "b")] {
        earn(&store, number, 500, "s2", NOW).await;
        let asked = ask(&store, number, "transfer", tab, NOW + 50).await.unwrap();
        approve(&store, asked.id, &maker).await.unwrap();
        ids.push(asked.id);
    }
    let batch = batch_of(&store, &ids, &maker).await;
    step(&store, &batch, BatchCommand::Approve, &other).await.unwrap();
    by_hand::enter(&store, MANAGER, ASHA, -500, "Taken back", NOW + 70).await.unwrap();
    let exported = step(&store, &batch, BatchCommand::Export, &other).await;
    assert_eq!(code(exported), "points-taken-back");
    let rules = BatchRules { staff: &other, at: at(NOW + 95) };
    let left = store.change_batch(batch.batch.id, 2, &ids[1..], &rules, None).await.unwrap();
    assert_eq!(left.unwrap().batch.status, BatchStatus::Approved);
    // What was taken out does not come back into what was approved.
    let back = store.change_batch(batch.batch.id, 3, &ids, &rules, None).await;
    assert_eq!(code(back), "batch-moved");
    step(&store, &batch, BatchCommand::Export, &other).await.unwrap();
    assert_sound(&store).await;
}

#[apply(on_each_database)]
async fn a_batch_is_exported_again_with_the_same_lines_and_a_failed_one_is_refunded_and_asked_again(
    database: &dyn Database,
) {
    let store = database.open().await;
    publish(&store).await;
    let (maker, other) = (staff("m1", MANAGER), staff("m2", SECOND));
    earn(&store, ASHA, 600, "m", NOW).await;
    earn(&store, RAVI, 600, "m", NOW + 1).await;
    let ids = [
        ask(&store, ASHA, "transfer", "a", NOW + 50).await.unwrap().id,
        ask(&store, RAVI, "transfer", "a", NOW + 51).await.unwrap().id,
    ];
    for id in ids {
        approve(&store, id, &maker).await.unwrap();
    }
    let batch = batch_of(&store, &ids, &maker).await;
    assert_eq!(batch, batch_of(&store, &ids, &maker).await, "a retry makes no second one");
    step(&store, &batch, BatchCommand::Approve, &other).await.unwrap();
    let first = step(&store, &batch, BatchCommand::Export, &other).await.unwrap();
    // An export never means paid.
    assert!(first.lines.iter().all(|(line, _)| line.status == RedemptionStatus::Batched));
    store.close().await;

    let store = database.open().await;
    let second = step(&store, &batch, BatchCommand::Export, &maker).await.unwrap();
    assert_eq!(second, first);
    let outcomes = [(ids[0], true, ""), (ids[1], false, "The account is closed")];
    let outcomes = outcomes.map(|(redemption, paid, reason)| api::LineOutcome {
        redemption,
        paid,
        reason: reason.to_owned(),
    });
    assert_eq!(code(step(&store, &batch, BatchCommand::Close, &other).await), "batch-open");
    let rules = BatchRules { staff: &other, at: at(NOW + 90) };
    for _ in 0..2 {
        let settled = store.settle_batch(batch.batch.id, &outcomes, &rules, None).await;
        let statuses = settled.unwrap().unwrap().lines.into_iter().map(|(line, _)| line.status);
        let wanted = [RedemptionStatus::Paid, RedemptionStatus::Failed];
        assert_eq!(statuses.collect::<Vec<_>>(), wanted);
    }
    // Nothing is paid twice: what was paid is in no other batch.
    let key = RetryKey { stored_key: "twice".to_owned(), at: rules.at };
    let first = make_batch(&other, rules.at).unwrap();
    assert_eq!(code(store.make_batch(&first, &ids, &rules, None, &key).await), "request-moved");
    assert_eq!(available(&store, ASHA).await, 100);
    assert_eq!(available(&store, RAVI).await, 600);
    let closed = step(&store, &batch, BatchCommand::Close, &other).await.unwrap();
    assert_eq!(closed.batch.status, BatchStatus::Closed);
    // What was paid does not fail any more.
    let changed = api::LineOutcome { paid: false, reason: "No".to_owned(), ..outcomes[0].clone() };
    let changed = store.settle_batch(batch.batch.id, &[changed], &rules, None).await;
    assert_eq!(code(changed), "batch-moved");
    ask(&store, RAVI, "transfer", "b", NOW + 95).await.unwrap();
    assert_eq!(available(&store, RAVI).await, 100);
    assert_sound(&store).await;
}

#[apply(on_each_database)]
async fn the_maker_of_a_batch_cannot_approve_it_nor_whoever_awarded_approve_the_request(
    database: &dyn Database,
) {
    let store = database.open().await;
    publish(&store).await;
    let (maker, other) = (staff("m1", MANAGER), staff("m2", SECOND));
    earn(&store, ASHA, 600, "m1", NOW).await;
    let id = ask(&store, ASHA, "transfer", "a", NOW + 50).await.unwrap().id;
    assert_eq!(code(approve(&store, id, &maker).await), "awarded-by-you");
    approve(&store, id, &other).await.unwrap();
    let batch = batch_of(&store, &[id], &maker).await;
    assert_eq!(code(step(&store, &batch, BatchCommand::Export, &other).await), "batch-moved");
    assert_eq!(code(step(&store, &batch, BatchCommand::Approve, &maker).await), "batch-by-you");
    // Nobody approves lines that they have not seen.
    let changer = staff("m4", "9000000044");
    let rules = BatchRules { staff: &changer, at: at(NOW + 80) };
    let emptied = store.change_batch(batch.batch.id, 1, &[], &rules, None).await.unwrap().unwrap();
    assert_eq!((emptied.batch.version, emptied.lines.len()), (2, 0));
    assert_eq!(code(step(&store, &batch, BatchCommand::Approve, &other).await), "batch-empty");
    let filled = store.change_batch(batch.batch.id, 2, &[id], &rules, None).await.unwrap();
    let filled = filled.unwrap();
    assert_eq!(filled.batch.version, 3);
    assert_eq!(filled.lines[0].1.awarders, BTreeSet::from(["m1".to_owned()]));
    let approval = (batch.batch.id, BatchCommand::Approve);
    let rules = BatchRules { staff: &other, at: at(NOW + 85) };
    let stale = store.step_batch(approval.0, Some(1), approval.1, &rules, None).await;
    assert_eq!(code(stale), "batch-stale");
    store.step_batch(approval.0, Some(3), approval.1, &rules, None).await.unwrap().unwrap();
    // Nobody is paid by themselves.
    let own = staff("m3", ASHA);
    let rules = BatchRules { staff: &own, at: at(NOW + 90) };
    step(&store, &batch, BatchCommand::Export, &own).await.unwrap();
    let paid = [api::LineOutcome { redemption: id, paid: true, reason: String::new() }];
    let paid = store.settle_batch(batch.batch.id, &paid, &rules, None).await;
    assert_eq!(code(paid), "own-request");
    let reason = "The account is closed".to_owned();
    let failed = [api::LineOutcome { redemption: id, paid: false, reason }];
    let rules = BatchRules { staff: &maker, at: at(NOW + 95) };
    let failed = store.settle_batch(batch.batch.id, &failed, &rules, None).await;
    assert_eq!(code(failed), "awarded-by-you");
}
