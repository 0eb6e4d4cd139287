//! Copying everything into another database. The tables and columns are taken from the databases
//! themselves.

use std::collections::BTreeMap;
use std::pin::pin;

use futures_util::TryStreamExt;
use sqlx::{AnyConnection, AssertSqlSafe, Error, Row};

use super::fault::{commit, store_error};
use super::row::{Fields, placeholders};
use super::schema::{self, Columns};
use super::{Store, dialect::Dialect};
use crate::{Result, StoreError};

/// How many rows are written by one statement.
const BATCH: usize = 200;

/// The column that numbers rows in the order of insertion. Each database fills it itself.
const NUMBERING: &str = "seq";

/// Tables that are not copied, because every database creates their content. A star stands for any
/// suffix.
const NOT_COPIED: &[&str] = &[
    "_sqlx_migrations",
    "schema_versions",
    "gates",
    "secret_check",
    // Totals that triggers maintain.
    "stage_days",
    "stage_lengths",
    "referrers",
    // The full-text indexes of SQLite with their shadow tables.
    "places",
    "referral_index*",
    "message_index*",
    "sqlite_*",
];

/// The number of rows of each table, without the tables of totals.
pub type Counts = BTreeMap<String, u64>;

impl Store {
    /// Copies everything into another store in one transaction. The other store must be empty.
    /// Returns the number of rows of each table, which is the same in both.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the other store is not empty, if the counts differ at the end, or
    /// if this store has a table or column that the other does not have. Otherwise errors of either
    /// database.
    pub async fn copy_into(&self, other: &Self) -> Result<Counts> {
        let snapshot = self.readers.begin_with(self.dialect.begin_snapshot()).await;
        let mut from = snapshot.map_err(store_error)?;
        let tables = tables(self.dialect, &mut from).await.map_err(store_error)?;
        let mut to = other.begin().await.map_err(store_error)?;
        let there = schema::columns(other.dialect, &mut to).await.map_err(store_error)?;
        let left = left_behind(&tables, &there);
        if !left.is_empty() {
            let text = format!("nothing was copied: {} would be left behind", left.join(", "));
            return Err(StoreError::Failed(text));
        }
        let counts = count(other.dialect, &mut to).await.map_err(store_error)?;
        if let Some((table, _)) = counts.into_iter().find(|&(_, rows)| rows > 0) {
            return Err(StoreError::Failed(format!("{table} is not empty")));
        }
        sqlx::query("DELETE FROM counters").execute(&mut *to).await.map_err(store_error)?;
        // Other rows refer to these, so they are copied first.
        let (first, rest): (Vec<_>, Vec<_>) = tables
            .iter()
            .partition(|it| ["referrals", "messages", "webhooks"].contains(&it.0.as_str()));
        for (table, columns) in first.into_iter().chain(rest) {
            copy(&mut from, &mut to, table, columns).await.map_err(store_error)?;
        }
        let here = count(self.dialect, &mut from).await.map_err(store_error)?;
        let there = count(other.dialect, &mut to).await.map_err(store_error)?;
        if here != there {
            return Err(StoreError::Failed(format!("{here:?} became {there:?}")));
        }
        commit(to).await.map_err(store_error)?;
        Ok(here)
    }
}

/// The tables to copy, with their columns.
async fn tables(dialect: Dialect, connection: &mut AnyConnection) -> sqlx::Result<Columns> {
    let mut tables = schema::columns(dialect, connection).await?;
    tables.retain(|table, _| {
        !NOT_COPIED.iter().any(|name| match name.strip_suffix('*') {
            Some(beginning) => table.starts_with(beginning),
            None => table == name,
        })
    });
    Ok(tables)
}

/// The tables and columns that the other database lacks.
fn left_behind(here: &Columns, there: &Columns) -> Vec<String> {
    let mut left = Vec::new();
    for (table, columns) in here {
        match there.get(table) {
            None => left.push(table.clone()),
            Some(there) => left.extend(
                columns
                    .keys()
                    .filter(|&column| !there.contains_key(column))
                    .map(|column| format!("{table}.{column}")),
            ),
        }
    }
    left
}

/// Counts the rows of all tables. The database may be of an earlier version.
pub(super) async fn count(
    dialect: Dialect,
    connection: &mut AnyConnection,
) -> sqlx::Result<Counts> {
    let mut counts = Counts::new();
    for table in tables(dialect, connection).await?.into_keys().filter(|it| it != "counters") {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) AS rows_there FROM {table}"));
        let rows = sqlx::query(sql).fetch_one(&mut *connection).await?.count("rows_there")?;
        counts.insert(table, rows);
    }
    Ok(counts)
}

async fn copy(
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    table: &str,
    columns: &BTreeMap<String, String>,
) -> sqlx::Result<()> {
    let order = if columns.contains_key(NUMBERING) { " ORDER BY seq" } else { "" };
    let columns: Vec<_> = columns.iter().filter(|&(name, _)| name != NUMBERING).collect();
    let names: Vec<_> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let names = names.join(", ");
    let sql = AssertSqlSafe(format!("SELECT {names} FROM {table}{order}"));
    let mut rows = pin!(sqlx::query(sql).fetch(from).try_chunks(BATCH));
    while let Some(batch) = rows.try_next().await.map_err(|stopped| stopped.1)? {
        let placeholders = placeholders(batch.len(), columns.len());
        let sql = AssertSqlSafe(format!("INSERT INTO {table} ({names}) VALUES {placeholders}"));
        let mut insert = sqlx::query(sql);
        for row in &batch {
            for (place, (_, kind)) in columns.iter().enumerate() {
                insert = match kind.as_str() {
                    "INTEGER" | "bigint" => insert.bind(row.try_get::<Option<i64>, _>(place)?),
                    "TEXT" | "text" => insert.bind(row.try_get::<Option<String>, _>(place)?),
                    "BLOB" | "bytea" => insert.bind(row.try_get::<Option<Vec<u8>>, _>(place)?),
                    other => return Err(Error::Protocol(format!("{table} has a {other}"))),
                };
            }
        }
        insert.execute(&mut *to).await?;
    }
    Ok(())
}
