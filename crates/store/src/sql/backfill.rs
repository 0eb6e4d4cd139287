//! Fills columns that were added later: the keys of numbers, and the projection of histories. This
//! happens gradually after an update, and as long as a program of an earlier version writes.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::counters::{self, Delta};
use super::fault::{self, retry, store_error};
use super::projection::{write_columns, write_visits};
use super::row::{Fields, millis, placeholders};
use super::{Store, referrals, staff};
use crate::Result;

/// How many referrals a transaction fills.
const CHUNK: i64 = 200;

impl Store {
    /// Fills missing columns of some referrals, or erases members of staff who were erased by a
    /// program that does not know staff. Returns how many. Call it until it returns 0, and again as
    /// long as such a program runs.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn backfill(&self) -> Result<u64> {
        retry!(fill(self))
    }
}

async fn fill(store: &Store) -> sqlx::Result<u64> {
    let mut reader = store.readers.acquire().await?;
    let lacks_stages = stages_are_missing(&mut reader).await?;
    let lacks_numbers = !lacks_stages && numbers_are_missing(&mut reader).await?;
    drop(reader);
    if !lacks_numbers && !lacks_stages {
        return staff::finish_staff_erasures(store).await;
    }
    let mut tx = store.begin().await?;
    // Mostly this also fills in the numbers, so that each row and its entries in all indexes are written
    // once.
    let filled = match lacks_stages {
        true => fill_stages(store, &mut tx).await?,
        false => fill_numbers(&mut tx).await?,
    };
    fault::commit(tx).await?;
    Ok(filled)
}

/// Fills the missing columns inside a transaction that needs them, if there are few. If there are
/// many (after an update of a large database), it fails and the caller tries again later, so that
/// other writers do not wait.
pub(super) async fn fill_rest(store: &Store, tx: &mut AnyConnection) -> sqlx::Result<()> {
    fill_numbers(tx).await?;
    fill_stages(store, tx).await?;
    match numbers_are_missing(tx).await? || stages_are_missing(tx).await? {
        true => Err(fault::try_later("what is stored is still being filled in")),
        false => Ok(()),
    }
}

async fn numbers_are_missing(connection: &mut AnyConnection) -> sqlx::Result<bool> {
    let row = sqlx::query(
        "SELECT id FROM referrals WHERE referrer_number IS NULL OR referred_number IS NULL LIMIT 1",
    );
    Ok(row.fetch_optional(connection).await?.is_some())
}

async fn fill_numbers(tx: &mut AnyConnection) -> sqlx::Result<u64> {
    let rows = sqlx::query(
        "SELECT id, referrer_mobile, referred_phone FROM referrals \
         WHERE referrer_number IS NULL OR referred_number IS NULL ORDER BY id LIMIT $1",
    )
    .bind(CHUNK)
    .fetch_all(&mut *tx)
    .await?;
    if rows.is_empty() {
        return Ok(0);
    }
    let sql = format!(
        "UPDATE referrals SET referrer_number = filled.column2, referred_number = filled.column3 \
         FROM (VALUES {}) AS filled WHERE referrals.id = filled.column1",
        placeholders(rows.len(), 3)
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for row in &rows {
        query = query
            .bind(millis(row.instant("id")?))
            .bind(numbers::key(&row.text("referrer_mobile")?))
            .bind(numbers::key(&row.text("referred_phone")?));
    }
    Ok(query.execute(tx).await?.rows_affected())
}

/// Whether a program without stages has changed anything.
async fn stages_are_missing(connection: &mut AnyConnection) -> sqlx::Result<bool> {
    let row = sqlx::query(
        "SELECT id FROM referrals WHERE projected IS NULL OR projected <> version LIMIT 1",
    );
    Ok(row.fetch_optional(connection).await?.is_some())
}

/// Fills the missing columns of some and returns the number of referrals. Rows that somebody else is
/// writing are left for later.
async fn fill_stages(store: &Store, tx: &mut AnyConnection) -> sqlx::Result<u64> {
    let sql = format!(
        "SELECT id FROM referrals WHERE projected IS NULL OR projected <> version \
         ORDER BY id LIMIT $1{}",
        store.dialect.for_update_of_free()
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(CHUNK).fetch_all(&mut *tx).await?;
    if rows.is_empty() {
        return Ok(0);
    }
    let ids = rows.iter().map(|row| row.int("id")).collect::<sqlx::Result<Vec<_>>>()?;
    counters::apply(tx, &Delta::default()).await?;
    for id in &ids {
        rewrite(store, tx, *id).await?;
    }
    Ok(u64::try_from(ids.len()).unwrap_or(u64::MAX))
}

/// Computes the projection of a referral again. The transaction already has locks on the referral
/// and on the row of totals.
pub(super) async fn rewrite(store: &Store, tx: &mut AnyConnection, id: i64) -> sqlx::Result<()> {
    let Some(stored) = referrals::find_by_id(tx, id).await? else { return Ok(()) };
    write_columns(store, tx, &stored).await?;
    write_visits(tx, &stored).await
}

/// Computes the projection of a referral again if it is a duplicate of one that was erased while this
/// transaction waited for the row of totals. An erasure has that row until it ends.
pub(super) async fn rewrite_if_first_is_gone(
    store: &Store,
    tx: &mut AnyConnection,
    id: i64,
) -> sqlx::Result<()> {
    let is_gone = sqlx::query(
        "SELECT id FROM referrals AS r WHERE id = $1 AND duplicate_of IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM referrals AS e WHERE e.id = r.duplicate_of)",
    );
    match is_gone.bind(id).fetch_optional(&mut *tx).await? {
        Some(_) => rewrite(store, tx, id).await,
        None => Ok(()),
    }
}
