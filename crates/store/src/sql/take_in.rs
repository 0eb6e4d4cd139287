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
use super::{SqlStore, accounts, changes, counters, gates, ids, referrals, security};
use crate::{Actor, Export, Stored, Taken};

/// Takes in an export; with `dry`, says only what that would come to.
pub(super) async fn take_in(
    store: &SqlStore,
    export: &Export,
    now: Instant,
    dry: bool,
) -> sqlx::Result<Taken> {
    let mut tx = store.begin().await?;
    gates::pass(&mut tx, Gate::Copies).await?;
    let mut taken = Taken::default();
    for user in latest_accounts(export).into_values() {
        account(&mut tx, user, &mut taken).await?;
    }
    let mut delta = Delta::default();
    for (key, copy) in latest_referrals(export) {
        referral(&mut tx, store, &key, copy, now, &mut taken, &mut delta).await?;
    }
    counters::apply(&mut tx, &delta).await?;
    if dry {
        tx.rollback().await?
    } else {
        security::commit(tx).await?
    }
    Ok(taken)
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

async fn account(tx: &mut AnyConnection, user: &User, taken: &mut Taken) -> sqlx::Result<()> {
    let departed_at = accounts::departed_at(tx, &user.mobile_number).await?;
    if departed_at.is_some_and(|at| user.registered_at.unwrap_or_default() <= at) {
        taken.refused += 1;
        return Ok(());
    }
    if accounts::insert(tx, user).await? {
        taken.new += 1;
        return Ok(());
    }
    let user = User { name: storable(&user.name), ..user.clone() };
    let known = accounts::find_in(tx, &user.mobile_number).await?;
    if known.is_some_and(|known| user.supersedes(&known)) {
        accounts::update(tx, &user).await?;
        taken.changed += 1;
    } else {
        taken.same += 1;
    }
    Ok(())
}

async fn referral(
    tx: &mut AnyConnection,
    store: &SqlStore,
    key: &str,
    copy: &Referral,
    now: Instant,
    taken: &mut Taken,
    delta: &mut Delta,
) -> sqlx::Result<()> {
    let grave = sqlx::query("SELECT id FROM graves WHERE key = $1").bind(key);
    if grave.fetch_optional(&mut *tx).await?.is_some() {
        taken.refused += 1;
        return Ok(());
    }
    let Some(known) = find(tx, store, key).await? else {
        let record = |id| Referral { id, ..copy.clone() };
        match ids::insert_referral(tx, copy.id, record, Some(key)).await? {
            Some(stored) => {
                changes::write(tx, &stored.referral, now, &Actor::Import).await?;
                *delta += Delta::added(&stored.referral);
                taken.new += 1;
            }
            // There is no id left: it came with the last one, and somebody else has that.
            None => taken.refused += 1,
        }
        return Ok(());
    };
    let copy = referrals::storable_referral(copy.clone());
    if !copy.supersedes(&known.referral) {
        taken.same += 1;
        return Ok(());
    }
    let (status, points, awarded_at) = (copy.status, copy.points, copy.awarded_at);
    let referral = Referral { status, points, awarded_at, ..known.referral.clone() };
    *delta += Delta::edited(&known.referral, &referral);
    let after = Stored { referral, key: known.key, version: known.version + 1 };
    referrals::update(tx, &after).await?;
    changes::write(tx, &after.referral, now, &Actor::Import).await?;
    taken.changed += 1;
    Ok(())
}

/// The referral that has this key, or came with it.
async fn find(tx: &mut AnyConnection, store: &SqlStore, key: &str) -> sqlx::Result<Option<Stored>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM referrals AS r WHERE r.key = $1 OR r.origin = $1{}",
        store.dialect.for_update()
    );
    let row = sqlx::query(AssertSqlSafe(sql)).bind(key).fetch_optional(tx).await?;
    row.as_ref().map(referrals::stored).transpose()
}
