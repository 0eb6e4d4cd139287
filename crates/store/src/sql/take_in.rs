//! Taking in copies: a union of what is here and what comes.

use std::collections::BTreeMap;

use domain::account::User;
use domain::ledger::ReferralView;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral};
use sqlx::{AnyConnection, AssertSqlSafe};

use super::counters::Delta;
use super::gates::Gate;
use super::referrals::COLUMNS;
use super::text::storable;
use super::{
    SqlStore, accounts, changes, counters, fingerprints, gates, ids, referrals, security, sessions,
};
use crate::{Actor, Export, Stored, Taken};

/// Takes in an export; with `dry`, says only what that would come to, by reading alone: nobody waits
/// for somebody who only looks.
pub(super) async fn take_in(
    store: &SqlStore,
    export: &Export,
    now: Instant,
    dry: bool,
    session: Option<&[u8; 32]>,
) -> sqlx::Result<Taken> {
    let mut run =
        Run { dry, taken: Taken::default(), delta: Delta::default(), entries: Vec::new() };
    let mut tx = if dry {
        store.readers.begin_with(store.dialect.begin_snapshot()).await?
    } else {
        let mut tx = store.begin().await?;
        gates::pass(&mut tx, Gate::Copies).await?;
        sessions::must_be_open(store, &mut tx, session).await?;
        tx
    };
    for user in latest_accounts(export).into_values() {
        account(store, &mut tx, user, &mut run).await?;
    }
    for (key, copy) in latest_referrals(export) {
        referral(&mut tx, store, &key, copy, &mut run).await?;
    }
    if dry {
        tx.rollback().await?
    } else {
        counters::apply(&mut tx, &run.delta).await?;
        for part in run.entries.chunks(ENTRIES) {
            let entries: Vec<_> = part.iter().map(|it| (it, now, &Actor::Import)).collect();
            changes::write_all(&mut tx, &entries).await?;
        }
        security::commit(tx).await?
    }
    Ok(run.taken)
}

/// How many entries of the history one statement writes.
const ENTRIES: usize = 200;

/// What it has come to so far.
struct Run {
    /// Nothing is written.
    dry: bool,
    taken: Taken,
    delta: Delta,
    /// What goes into the history.
    entries: Vec<Referral>,
}

/// Each account once: a file may hold several copies of it.
fn latest_accounts(export: &Export) -> BTreeMap<&MobileNumber, &User> {
    let mut latest = BTreeMap::new();
    for user in &export.accounts {
        let known = latest.entry(&user.mobile_number).or_insert(user);
        if user.supersedes(known) {
            *known = user;
        }
    }
    latest
}

/// Each referral once, by the key that it has in the export.
fn latest_referrals(export: &Export) -> BTreeMap<String, &Referral> {
    let mut latest = BTreeMap::new();
    for copy in &export.referrals {
        let known = latest.entry(ReferralView::of(copy).key).or_insert(copy);
        if copy.supersedes(known) {
            *known = copy;
        }
    }
    latest
}

async fn account(
    store: &SqlStore,
    tx: &mut AnyConnection,
    user: &User,
    run: &mut Run,
) -> sqlx::Result<()> {
    let departed_at = accounts::departed_at(store, tx, &user.mobile_number).await?;
    if departed_at.is_some_and(|at| user.registered_at.unwrap_or_default() <= at) {
        run.taken.refused += 1;
        return Ok(());
    }
    // Under whichever spelling it is here.
    let Some(known) = accounts::find_locked(tx, &user.mobile_number, "").await? else {
        let is_new = run.dry || accounts::insert(tx, user, None).await?;
        let count = if is_new { &mut run.taken.new } else { &mut run.taken.same };
        *count += 1;
        return Ok(());
    };
    let mobile_number = known.mobile_number.clone();
    let user = User { name: storable(&user.name), mobile_number, ..user.clone() };
    if user.supersedes(&known) {
        if !run.dry {
            accounts::update(tx, &user).await?;
        }
        run.taken.changed += 1;
    } else {
        run.taken.same += 1;
    }
    Ok(())
}

async fn referral(
    tx: &mut AnyConnection,
    store: &SqlStore,
    key: &str,
    copy: &Referral,
    run: &mut Run,
) -> sqlx::Result<()> {
    if fingerprints::is_erased(tx, &store.seal, key).await? {
        run.taken.refused += 1;
        return Ok(());
    }
    // Who only looks locks nothing.
    let lock = if run.dry { "" } else { store.dialect.for_update() };
    let Some(known) = find(tx, key, lock).await? else {
        if run.dry {
            run.taken.new += 1;
            return Ok(());
        }
        let record = |id| Referral { id, ..copy.clone() };
        match ids::insert_referral(tx, copy.id, record, Some(key)).await? {
            Some(stored) => {
                run.delta += Delta::added(&stored.referral);
                run.entries.push(stored.referral);
                run.taken.new += 1;
            }
            // There is no id left: it came with the last one, and somebody else has that.
            None => run.taken.refused += 1,
        }
        return Ok(());
    };
    let copy = referrals::storable_referral(copy.clone());
    if !copy.supersedes(&known.referral) {
        run.taken.same += 1;
        return Ok(());
    }
    run.taken.changed += 1;
    if run.dry {
        return Ok(());
    }
    let (status, points, awarded_at) = (copy.status, copy.points, copy.awarded_at);
    let referral = Referral { status, points, awarded_at, ..known.referral.clone() };
    run.delta += Delta::edited(&known.referral, &referral);
    let after = Stored { referral, key: known.key, version: known.version + 1 };
    referrals::update(tx, &after).await?;
    run.entries.push(after.referral);
    Ok(())
}

/// The referral that has this key, or came with it. `lock` is of the dialect.
async fn find(tx: &mut AnyConnection, key: &str, lock: &str) -> sqlx::Result<Option<Stored>> {
    let sql =
        format!("SELECT {COLUMNS} FROM referrals AS r WHERE r.key = $1 OR r.origin = $1{lock}");
    let row = sqlx::query(AssertSqlSafe(sql)).bind(key).fetch_optional(tx).await?;
    row.as_ref().map(referrals::stored).transpose()
}
