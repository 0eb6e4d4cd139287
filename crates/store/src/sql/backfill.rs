//! Fills columns that were added later: the keys of numbers, and the projection of histories. This
//! happens gradually after an update, and as long as a program of an earlier version writes.

use std::time::Duration;

use sqlx::{AnyConnection, AssertSqlSafe};
use tokio::time::sleep;

use super::counters::{self, Delta};
use super::dialect::Dialect;
use super::fault::{self, retry};
use super::projection::{write_columns, write_visits};
use super::row::Fields;
use super::{Store, referrals};
use crate::{Result, Stored};

/// How many referrals a transaction fills.
const CHUNK: i64 = 200;

/// The pause after a transaction. A program that waits for SQLite's lock tries again after up to
/// 100 ms; without a pause it would rarely find the lock free.
const PAUSE: Duration = Duration::from_millis(100);

impl Store {
    /// Fills missing columns of some referrals and returns how many. Call it until it returns 0, and
    /// again as long as a program of an earlier version runs.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn backfill(&self) -> Result<u64> {
        let filled = retry!(fill(self))?;
        if filled > 0 && self.dialect == Dialect::Sqlite {
            sleep(PAUSE).await;
        }
        Ok(filled)
    }
}

/// What an earlier version leaves missing: the projection, or the numbers alone if this version has
/// changed such a referral before it was filled in.
const MISSING: [&str; 2] = [
    "projected IS NULL OR projected <> version",
    "referrer_number IS NULL OR referred_number IS NULL",
];

async fn fill(store: &Store) -> sqlx::Result<u64> {
    let mut reader = store.readers.acquire().await?;
    let missing = find_missing(&mut reader).await?;
    drop(reader);
    let Some(missing) = missing else { return Ok(0) };
    let mut tx = store.begin().await?;
    let filled = fill_some(store, &mut tx, missing).await?;
    fault::commit(tx).await?;
    Ok(filled)
}

/// Fills the missing columns inside a transaction that needs them, if there are few. If there are
/// many (after an update of a large database), it fails and the caller tries again later, so that
/// other writers do not wait.
pub(super) async fn fill_rest(store: &Store, tx: &mut AnyConnection) -> sqlx::Result<()> {
    for missing in MISSING {
        fill_some(store, tx, missing).await?;
    }
    match find_missing(tx).await? {
        Some(_) => Err(fault::try_later("what is stored is still being filled in")),
        None => Ok(()),
    }
}

async fn find_missing(connection: &mut AnyConnection) -> sqlx::Result<Option<&'static str>> {
    for missing in MISSING {
        // ORDER BY makes PostgreSQL use the index. Without it, PostgreSQL reads the table from the
        // front, where everything is filled in already.
        let sql = format!("SELECT id FROM referrals WHERE {missing} ORDER BY id LIMIT 1");
        let row = sqlx::query(AssertSqlSafe(sql)).fetch_optional(&mut *connection).await?;
        if row.is_some() {
            return Ok(Some(missing));
        }
    }
    Ok(None)
}

/// Fills all columns of some referrals that lack these and returns the number of referrals. Rows
/// that somebody else is writing are left for later.
async fn fill_some(store: &Store, tx: &mut AnyConnection, missing: &str) -> sqlx::Result<u64> {
    let sql = format!(
        "SELECT id FROM referrals WHERE {missing} ORDER BY id LIMIT $1{}",
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

/// Computes the projection of a referral again if it is a duplicate of one that was erased while
/// this transaction waited for the row of totals, and then returns the referral. An erasure has
/// that row until it ends.
pub(super) async fn rewrite_if_first_is_gone(
    store: &Store,
    tx: &mut AnyConnection,
    id: i64,
) -> sqlx::Result<Option<Stored>> {
    let is_gone = sqlx::query(
        "SELECT id FROM referrals AS r WHERE id = $1 AND duplicate_of IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM referrals AS e WHERE e.id = r.duplicate_of)",
    );
    if is_gone.bind(id).fetch_optional(&mut *tx).await?.is_none() {
        return Ok(None);
    }
    rewrite(store, tx, id).await?;
    referrals::find_by_id(tx, id).await
}
