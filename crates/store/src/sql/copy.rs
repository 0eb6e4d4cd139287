//! Moving everything to another database.

use std::pin::pin;

use futures_util::TryStreamExt;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Row};

use super::dialect::Dialect;
use super::fault::{commit, store_error};
use super::row::Fields;
use super::tables::{Kind, LEFT, NUMBERING, TABLES, Table, is_left};
use super::{SqlStore, schema};
use crate::{Result, StoreError};

/// How many rows are written at a time.
const BATCH: usize = 200;

/// How many rows each table has, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub Vec<(&'static str, u64)>);

impl SqlStore {
    /// Copies everything into another store, which must be empty: all of it, in one transaction,
    /// or nothing. Says how many rows each table has, here and there.
    ///
    /// # Errors
    /// [`StoreError::Failed`] if the other store is not empty, if it ends with other counts, or if
    /// this one has a table or a column that this program does not know and would leave behind;
    /// otherwise what either database fails with.
    pub async fn copy_into(&self, other: &Self) -> Result<Counts> {
        let snapshot = self.readers.begin_with(self.dialect.begin_snapshot()).await;
        let mut from = snapshot.map_err(store_error)?;
        let unknown = unknown(self.dialect, &mut from).await.map_err(store_error)?;
        if !unknown.is_empty() {
            let text = format!("nothing was copied: {} would be left behind", unknown.join(", "));
            return Err(StoreError::Failed(text));
        }
        let mut to = other.begin().await.map_err(store_error)?;
        if let Some((table, _)) = count(&mut to).await?.0.into_iter().find(|&(_, rows)| rows > 0) {
            return Err(StoreError::Failed(format!("{table} is not empty")));
        }
        sqlx::query("DELETE FROM counters").execute(&mut *to).await.map_err(store_error)?;
        for table in TABLES {
            copy(&mut from, &mut to, table).await.map_err(store_error)?;
        }
        let (here, there) = (count(&mut from).await?, count(&mut to).await?);
        if here != there {
            return Err(StoreError::Failed(format!("{here:?} became {there:?}")));
        }
        commit(to).await.map_err(store_error)?;
        Ok(here)
    }
}

/// The tables and columns that nobody copies and nobody has said to leave.
async fn unknown(dialect: Dialect, connection: &mut AnyConnection) -> sqlx::Result<Vec<String>> {
    let mut unknown = Vec::new();
    for (name, columns) in schema::columns(dialect, connection).await? {
        if LEFT.iter().any(|left| is_left(left, &name)) {
            continue;
        }
        let Some(table) = TABLES.iter().find(|table| table.name == name) else {
            unknown.push(name);
            continue;
        };
        let is_copied = |column: &str| {
            column == NUMBERING || table.columns.iter().any(|&(copied, _)| copied == column)
        };
        let left = columns.iter().filter(|column| !is_copied(column));
        unknown.extend(left.map(|column| format!("{name}.{column}")));
    }
    Ok(unknown)
}

/// Counts the rows of all tables but the sums, which are never absent.
async fn count(connection: &mut AnyConnection) -> Result<Counts> {
    count_those(connection, |_| true).await
}

async fn count_those(
    connection: &mut AnyConnection,
    is_there: impl Fn(&str) -> bool,
) -> Result<Counts> {
    let mut counts = Counts::default();
    let counted = |table: &&Table| table.name != "counters" && is_there(table.name);
    for table in TABLES.iter().filter(counted) {
        let sql = format!("SELECT COUNT(*) AS rows_there FROM {}", table.name);
        let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut *connection).await;
        let rows = row.and_then(|row| row.count("rows_there")).map_err(store_error)?;
        counts.0.push((table.name, rows));
    }
    Ok(counts)
}

/// The same for the tables that a database has, which may be of an earlier version.
pub(super) async fn count_known(
    dialect: Dialect,
    connection: &mut AnyConnection,
) -> Result<Counts> {
    let tables = schema::columns(dialect, connection).await.map_err(store_error)?;
    count_those(connection, |table| tables.contains_key(table)).await
}

async fn copy(from: &mut AnyConnection, to: &mut AnyConnection, table: &Table) -> sqlx::Result<()> {
    let names: Vec<_> = table.columns.iter().map(|&(name, _)| name).collect();
    let names = names.join(", ");
    let sql = format!("SELECT {names} FROM {} ORDER BY {}", table.name, table.order);
    let mut rows = pin!(sqlx::query(AssertSqlSafe(sql)).fetch(from));
    let mut batch = Vec::with_capacity(BATCH);
    while let Some(row) = rows.try_next().await? {
        batch.push(row);
        if batch.len() == BATCH {
            write(to, table, &names, &batch).await?;
            batch.clear();
        }
    }
    write(to, table, &names, &batch).await
}

/// Writes rows by one statement.
async fn write(
    to: &mut AnyConnection,
    table: &Table,
    names: &str,
    rows: &[AnyRow],
) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let width = table.columns.len();
    let tuple = |row| {
        let places: Vec<_> = (1..=width).map(|place| format!("${}", row * width + place)).collect();
        format!("({})", places.join(", "))
    };
    let tuples: Vec<_> = (0..rows.len()).map(tuple).collect();
    let sql = format!("INSERT INTO {} ({names}) VALUES {}", table.name, tuples.join(", "));
    let mut insert = sqlx::query(AssertSqlSafe(sql));
    for row in rows {
        for (place, &(_, kind)) in table.columns.iter().enumerate() {
            insert = bind(insert, row, place, kind)?;
        }
    }
    insert.execute(to).await?;
    Ok(())
}

fn bind<'q>(
    query: Query<'q, Any, AnyArguments>,
    row: &AnyRow,
    place: usize,
    kind: Kind,
) -> sqlx::Result<Query<'q, Any, AnyArguments>> {
    Ok(match kind {
        Kind::Int => query.bind(row.try_get::<Option<i64>, _>(place)?),
        Kind::Text => query.bind(row.try_get::<Option<String>, _>(place)?),
        Kind::Bytes => query.bind(row.try_get::<Option<Vec<u8>>, _>(place)?),
    })
}
