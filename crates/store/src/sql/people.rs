//! Numbers as rows know them. Where any text may stand, a column beside it has the key that all
//! spellings of one number share; where only a login number can, all spellings are looked for. So
//! what programs wrote that did not know of keys is found as well.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::fault::{self, again, store_error};
use super::row::{Fields, millis, placeholders};
use super::{Store, projection, staff};
use crate::Result;

/// How many rows are filled in by one transaction.
const CHUNK: i64 = 200;

/// By what somebody's rows are found.
pub(super) struct Person {
    /// What all spellings of the number share.
    pub(super) key: String,
    /// Every login number of this key.
    pub(super) spellings: Vec<String>,
}

impl Person {
    /// Whoever has this number, however it is written.
    pub(super) fn of(number: &str) -> Self {
        Self { key: numbers::key(number), spellings: numbers::spellings(number) }
    }

    /// The condition that a column has one of the spellings, which are bound in their order from
    /// `$1` on; `false` if there are none.
    pub(super) fn has(&self, column: &str) -> String {
        match self.spellings.len() {
            0 => "1 = 0".to_owned(),
            count => format!("{column} IN {}", placeholders(1, count)),
        }
    }

    /// How many values are bound.
    pub(super) fn count(&self) -> usize {
        self.spellings.len()
    }

    /// Binds the spellings.
    pub(super) fn bind<'q>(
        &self,
        query: Query<'q, Any, AnyArguments>,
    ) -> Query<'q, Any, AnyArguments> {
        self.spellings.iter().fold(query, |query, spelling| query.bind(spelling.clone()))
    }

    /// Does a statement that ends with [`Person::has`]; says how many rows it met.
    pub(super) async fn execute(
        &self,
        tx: &mut AnyConnection,
        statement: &str,
        column: &str,
    ) -> sqlx::Result<u64> {
        let sql = format!("{statement} WHERE {}", self.has(column));
        Ok(self.bind(sqlx::query(AssertSqlSafe(sql))).execute(tx).await?.rows_affected())
    }
}

impl Store {
    /// Fills in the keys of numbers, or what the history comes to, for some referrals that a program
    /// wrote which knows of no such columns, or erases whoever works here and was erased by a program
    /// that knows of no staff; says how many they were. To be called until there are none, and again for as long as such a program runs.
    ///
    /// # Errors
    /// What the database fails with.
    pub async fn fill_numbers(&self) -> Result<u64> {
        again!(fill(self))
    }
}

async fn fill(store: &Store) -> sqlx::Result<u64> {
    if !is_missing(&mut *store.readers.acquire().await?).await? {
        let filled = projection::fill(store).await?;
        return if filled > 0 { Ok(filled) } else { staff::erase_departed(store).await };
    }
    let mut tx = store.begin().await?;
    let filled = fill_chunk(&mut tx).await?;
    fault::commit(tx).await?;
    Ok(filled)
}

/// Fills in what is missing, within a transaction that relies on it, if that is little. After an update
/// of a large database it is much: then whoever asks comes again, rather than that nobody else writes.
pub(super) async fn fill_rest(store: &Store, tx: &mut AnyConnection) -> sqlx::Result<()> {
    fill_chunk(tx).await?;
    projection::fill_chunk(store, tx).await?;
    match is_missing(tx).await? || projection::is_missing(tx).await? {
        true => Err(fault::comes_later("what is stored is still being filled in")),
        false => Ok(()),
    }
}

async fn is_missing(connection: &mut AnyConnection) -> sqlx::Result<bool> {
    let row = sqlx::query(
        "SELECT id FROM referrals WHERE referrer_number IS NULL OR referred_number IS NULL LIMIT 1",
    );
    Ok(row.fetch_optional(connection).await?.is_some())
}

async fn fill_chunk(tx: &mut AnyConnection) -> sqlx::Result<u64> {
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
