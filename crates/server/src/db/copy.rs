//! Copying everything into another database. The tables and columns are taken from the databases
//! themselves.

use std::collections::BTreeMap;
use std::iter::repeat;
use std::pin::pin;

use futures_util::TryStreamExt;
use sqlx::{AnyConnection, Error, Row};

use crate::db::Store;
use crate::db::dialect::Dialect;
use crate::db::fault::{commit, store_error};
use crate::db::row::Fields;
use crate::db::statement::{Statement, Value};
use crate::db::{Result, StoreError};

/// How many rows are written by one statement.
const BATCH: usize = 200;

/// The column that numbers rows in the order of insertion. Each database fills it itself.
const NUMBERING: &str = "seq";

/// Tables that are not copied, because every database creates their content. A star stands for any
/// suffix.
const NOT_COPIED: &[&str] = &[
    "_sqlx_migrations",
    "locks",
    "secret_check",
    // The full-text index of SQLite with its shadow tables.
    "numbers",
    "referral_index*",
    "sqlite_*",
];

/// Tables whose rows others refer to, so they are copied first.
const REFERRED_TO: &[&str] =
    &["referrals", "messages", "webhooks", "spreadsheets", "batches", "redemptions", "links"];

/// The number of rows of each table.
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
        let there = columns(other.dialect, &mut to).await.map_err(store_error)?;
        let left = left_behind(&tables, &there);
        if !left.is_empty() {
            let text = format!("nothing was copied: {} would be left behind", left.join(", "));
            return Err(StoreError::Failed(text));
        }
        let counts = count(other.dialect, &mut to).await.map_err(store_error)?;
        if let Some((table, _)) = counts.into_iter().find(|&(_, rows)| rows > 0) {
            return Err(StoreError::Failed(format!("{table} is not empty")));
        }
        let (first, rest): (Vec<_>, Vec<_>) =
            tables.iter().partition(|it| REFERRED_TO.contains(&it.0.as_str()));
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

/// The columns of each table with their declared types, by table.
type Columns = BTreeMap<String, BTreeMap<String, String>>;

/// The tables and columns of a database.
async fn columns(dialect: Dialect, connection: &mut AnyConnection) -> sqlx::Result<Columns> {
    let mut tables = Columns::new();
    for row in sqlx::query(dialect.columns()).fetch_all(connection).await? {
        let columns = tables.entry(row.text("table_name")?).or_default();
        columns.insert(row.text("column_name")?, row.text("column_type")?);
    }
    Ok(tables)
}

/// The tables to copy, with their columns.
async fn tables(dialect: Dialect, connection: &mut AnyConnection) -> sqlx::Result<Columns> {
    let mut tables = columns(dialect, connection).await?;
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

/// Counts the rows of all tables.
pub(crate) async fn count(
    dialect: Dialect,
    connection: &mut AnyConnection,
) -> sqlx::Result<Counts> {
    let mut counts = Counts::new();
    for table in tables(dialect, connection).await?.into_keys() {
        let rows = Statement::new("SELECT COUNT(*) AS rows_there FROM ").add(&table).query();
        let rows = rows.fetch_one(&mut *connection).await?.count("rows_there")?;
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
    let select = Statement::new(&format!("SELECT {names} FROM {table}{order}"));
    let mut rows = pin!(select.query().fetch(from).try_chunks(BATCH));
    while let Some(batch) = rows.try_next().await.map_err(|stopped| stopped.1)? {
        let mut insert = Statement::new(&format!("INSERT INTO {table} ({names}) VALUES "));
        for (row, between) in batch.iter().zip(["("].into_iter().chain(repeat(", ("))) {
            let mut values = Vec::new();
            for (place, (_, kind)) in columns.iter().enumerate() {
                values.push(match kind.as_str() {
                    "INTEGER" | "bigint" => Value::Int(row.try_get(place)?),
                    "TEXT" | "text" => Value::Text(row.try_get(place)?),
                    "BLOB" | "bytea" => Value::Bytes(row.try_get(place)?),
                    other => return Err(Error::Protocol(format!("{table} has a {other}"))),
                });
            }
            insert = insert.add(between).bind_all(values).add(")");
        }
        insert.execute(&mut *to).await?;
    }
    Ok(())
}
