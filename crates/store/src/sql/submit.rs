//! Submitting a referral, once for each idempotency key.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::counters::Delta;
use super::referrals::COLUMNS;
use super::row::{Fields, millis};
use super::text::digest;
use super::{SqlStore, changes, counters, ids, referrals};
use crate::{NewReferral, Stored, Submitted};

/// Keeps a referral, or finds the one that was kept under the same idempotency key.
pub(super) async fn submit(store: &SqlStore, new: &NewReferral) -> sqlx::Result<Submitted> {
    let mut tx = store.begin().await?;
    let idempotency = digest(&new.idempotency);
    // First of all, so that a second request under this key waits for this one.
    let claimed = sqlx::query(
        "INSERT INTO submissions (idempotency, fingerprint, referral_id, at) \
         VALUES ($1, $2, NULL, $3) ON CONFLICT (idempotency) DO NOTHING",
    )
    .bind(idempotency.as_slice())
    .bind(new.fingerprint.as_slice())
    .bind(millis(new.now))
    .execute(&mut *tx)
    .await?;
    if claimed.rows_affected() == 0 {
        let before = before(&mut tx, &idempotency, &new.fingerprint).await?;
        tx.rollback().await?;
        return Ok(before.map_or(Submitted::KeyReused, Submitted::Repeated));
    }
    let stored = insert(&mut tx, new).await?;
    sqlx::query("UPDATE submissions SET referral_id = $2 WHERE idempotency = $1")
        .bind(idempotency.as_slice())
        .bind(millis(stored.referral.id))
        .execute(&mut *tx)
        .await?;
    changes::write(&mut tx, &stored.referral, new.now, &new.by).await?;
    counters::apply(&mut tx, &Delta::added(&stored.referral)).await?;
    tx.commit().await?;
    Ok(Submitted::New(stored))
}

async fn insert(tx: &mut AnyConnection, new: &NewReferral) -> sqlx::Result<Stored> {
    let id = ids::free_referral_id(tx, new.now).await?;
    let record = |id| new.referral.clone().submit(id, new.date.clone());
    let stored = ids::insert_referral(tx, id, record, None).await?;
    stored.ok_or_else(|| sqlx::Error::Protocol("no id is left".to_owned()))
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
