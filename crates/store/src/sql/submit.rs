//! Submitting referrals, each once for its idempotency key.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::counters::Delta;
use super::referrals::COLUMNS;
use super::row::{Fields, millis};
use super::text::digest;
use super::{SqlStore, changes, counters, ids, referrals};
use crate::{NewReferral, Stored, Submitted};

/// Keeps a referral, or finds the one that was kept under the same idempotency key.
pub(super) async fn submit(store: &SqlStore, new: &NewReferral) -> sqlx::Result<Submitted> {
    match &store.group_commit {
        Some(group_commit) => group_commit.submit(new).await,
        None => alone(store, new).await,
    }
}

/// The same, in a transaction of its own.
pub(super) async fn alone(store: &SqlStore, new: &NewReferral) -> sqlx::Result<Submitted> {
    let mut tx = store.begin().await?;
    let outcome = keep(&mut tx, store, new).await?;
    count(&mut tx, std::slice::from_ref(&outcome)).await?;
    tx.commit().await?;
    Ok(outcome)
}

/// The same for several, in one transaction.
pub(super) async fn together(
    store: &SqlStore,
    group: &[&NewReferral],
) -> sqlx::Result<Vec<Submitted>> {
    let mut tx = store.begin().await?;
    let mut outcomes = Vec::with_capacity(group.len());
    for new in group {
        outcomes.push(keep(&mut tx, store, new).await?);
    }
    count(&mut tx, &outcomes).await?;
    tx.commit().await?;
    Ok(outcomes)
}

async fn keep(
    tx: &mut AnyConnection,
    store: &SqlStore,
    new: &NewReferral,
) -> sqlx::Result<Submitted> {
    let idempotency = digest(&new.idempotency);
    let id = store.taken.skip(new.now);
    // First of all, so that a second request under this key waits for this one.
    let claimed = sqlx::query(
        "INSERT INTO submissions (idempotency, fingerprint, referral_id, at) \
         VALUES ($1, $2, $3, $4) ON CONFLICT (idempotency) DO NOTHING",
    )
    .bind(idempotency.as_slice())
    .bind(new.fingerprint.as_slice())
    .bind(millis(id))
    .bind(millis(new.now))
    .execute(&mut *tx)
    .await?;
    if claimed.rows_affected() == 0 {
        let before = before(tx, &idempotency, &new.fingerprint).await?;
        return Ok(before.map_or(Submitted::KeyReused, Submitted::Repeated));
    }
    let record = |id| new.referral.clone().submit(id, new.date.clone());
    let stored = ids::insert_referral(tx, id, record, None).await?;
    let stored = stored.ok_or_else(|| sqlx::Error::Protocol("no id is left".to_owned()))?;
    if stored.referral.id != id {
        sqlx::query("UPDATE submissions SET referral_id = $2 WHERE idempotency = $1")
            .bind(idempotency.as_slice())
            .bind(millis(stored.referral.id))
            .execute(&mut *tx)
            .await?;
    }
    store.taken.note(new.now, stored.referral.id);
    changes::write(tx, &stored.referral, new.now, &new.by).await?;
    Ok(Submitted::New(stored))
}

/// The sums' row is locked from then on: this is the last that a transaction does.
async fn count(tx: &mut AnyConnection, outcomes: &[Submitted]) -> sqlx::Result<()> {
    let mut delta = Delta::default();
    for outcome in outcomes {
        if let Submitted::New(stored) = outcome {
            delta += Delta::added(&stored.referral);
        }
    }
    counters::apply(tx, &delta).await
}

/// What was kept under an idempotency key, if it was the same and is still there.
async fn before(
    tx: &mut AnyConnection,
    idempotency: &[u8],
    fingerprint: &[u8; 32],
) -> sqlx::Result<Option<Stored>> {
    let sql = format!(
        "SELECT {COLUMNS}, s.fingerprint FROM submissions AS s \
         JOIN referrals AS r ON r.id = s.referral_id WHERE s.idempotency = $1"
    );
    let row = sqlx::query(AssertSqlSafe(sql)).bind(idempotency).fetch_optional(tx).await?;
    match row {
        Some(row) if row.bytes("fingerprint")? == fingerprint => referrals::stored(&row).map(Some),
        _ => Ok(None),
    }
}
