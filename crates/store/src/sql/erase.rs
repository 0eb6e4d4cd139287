//! Erasing. What a referral leaves is its key in `graves`, by a trigger; its history, its place in
//! the index of grams and its submission's name for it go with it.

use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection};

use super::counters::Delta;
use super::gates::Gate;
use super::row::{Fields, millis};
use super::text::{digest, storable};
use super::{SqlStore, accounts, answers, counters, gates, security};
use crate::{Erasure, RetryKey};

/// Erases all that is stored under a number.
pub(super) async fn referrer(
    store: &SqlStore,
    mobile: &MobileNumber,
    now: Instant,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Erasure> {
    let mut tx = store.begin().await?;
    gates::pass(&mut tx, Gate::Copies).await?;
    if let Some(answer) = answers::claim(&mut tx, retry).await? {
        return Ok(Erasure::of_answer(&answer));
    }
    let account = accounts::find_in(&mut tx, mobile).await?;
    // Not before the account was made, even where a clock was set back.
    let registered_at = account.and_then(|account| account.registered_at);
    let at = registered_at.map_or(now, |at| at.max(now));
    depart(&mut tx, mobile, at).await?;
    for table in [
        "DELETE FROM accounts WHERE mobile = $1",
        "DELETE FROM sessions WHERE mobile = $1",
        "DELETE FROM codes WHERE mobile = $1",
        "DELETE FROM devices WHERE mobile = $1",
        "DELETE FROM second_factors WHERE mobile = $1",
        "DELETE FROM second_factor_tries WHERE mobile = $1",
    ] {
        sqlx::query(table).bind(mobile.as_str()).execute(&mut *tx).await?;
    }
    // What an earlier program has counted has a plain hash of the number. It counts on, towards
    // what one address and all together may have.
    sqlx::query("UPDATE sends SET number = NULL WHERE number = $1")
        .bind(digest(mobile.as_str()))
        .execute(&mut *tx)
        .await?;
    let gone = sqlx::query(
        "DELETE FROM referrals \
         WHERE substr(referrer_mobile, 1, 64) = $1 AND referrer_mobile = $1 \
         RETURNING status, points",
    )
    .bind(mobile.as_str());
    let erasure = Erasure { referrals: bury(&mut tx, gone).await? };
    answers::finish(&mut tx, retry, &erasure.answer()).await?;
    security::commit(tx).await?;
    Ok(erasure)
}

/// Erases all referrals of a person.
pub(super) async fn referred(
    store: &SqlStore,
    phone: &str,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Erasure> {
    let mut tx = store.begin().await?;
    gates::pass(&mut tx, Gate::Copies).await?;
    if let Some(answer) = answers::claim(&mut tx, retry).await? {
        return Ok(Erasure::of_answer(&answer));
    }
    let gone = sqlx::query(
        "DELETE FROM referrals \
         WHERE substr(referred_phone, 1, 64) = substr($1, 1, 64) AND referred_phone = $1 \
         RETURNING status, points",
    )
    .bind(storable(phone));
    let erasure = Erasure { referrals: bury(&mut tx, gone).await? };
    answers::finish(&mut tx, retry, &erasure.answer()).await?;
    security::commit(tx).await?;
    Ok(erasure)
}

/// Erases what is older than it is kept.
pub(super) async fn retain(store: &SqlStore, before: Instant) -> sqlx::Result<u64> {
    let mut tx = store.begin().await?;
    gates::pass(&mut tx, Gate::Copies).await?;
    let messages = sqlx::query("DELETE FROM messages WHERE at < $1")
        .bind(millis(before))
        .execute(&mut *tx)
        .await?;
    let gone = sqlx::query("DELETE FROM referrals WHERE id < $1 RETURNING status, points")
        .bind(millis(before));
    let referrals = bury(&mut tx, gone).await?;
    tx.commit().await?;
    Ok(messages.rows_affected() + referrals)
}

/// Does a deletion of referrals, takes them out of the sums, and says how many they were.
async fn bury(tx: &mut AnyConnection, gone: Query<'_, Any, AnyArguments>) -> sqlx::Result<u64> {
    let rows = gone.fetch_all(&mut *tx).await?;
    let mut delta = Delta::default();
    for row in &rows {
        delta -= Delta::of(&row.text("status")?, row.int("points")?);
    }
    counters::apply(tx, &delta).await?;
    Ok(u64::try_from(rows.len()).unwrap_or(u64::MAX))
}

async fn depart(tx: &mut AnyConnection, mobile: &MobileNumber, at: Instant) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO departures (number, at) VALUES ($1, $2) \
         ON CONFLICT (number) DO UPDATE SET at = excluded.at \
         WHERE departures.at < excluded.at",
    )
    .bind(digest(mobile.as_str()))
    .bind(millis(at))
    .execute(tx)
    .await?;
    Ok(())
}
