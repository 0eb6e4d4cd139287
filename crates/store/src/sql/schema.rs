//! Compares the schema of a database with what this program needs.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{AnyConnection, AssertSqlSafe};

use super::fault::store_error;
use super::migrations::{self, BEGINNING_TABLE, EXPANSIONS_TABLE};
use super::row::Fields;
use super::{Store, dialect::Dialect};
use crate::Result;

/// Migrations by number and name (`10 codes`), sorted by state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// Those that this database has.
    pub here: Vec<String>,
    /// Those that this program needs and this database lacks. An upgrade adds them.
    pub missing: Vec<String>,
    /// Those of a later version, which this program can work with.
    pub unknown: Vec<String>,
    /// Contractions that have not been done. They are allowed once no earlier version runs any
    /// more.
    pub left: Vec<String>,
}

impl Schema {
    /// Whether this is a database of this program at all.
    pub fn has_begun(&self) -> bool {
        !self.here.is_empty()
    }
}

impl Store {
    /// Compares the schema of this database with what this program needs.
    ///
    /// # Errors
    /// Errors of the database.
    pub async fn schema(&self) -> Result<Schema> {
        read(self).await.map_err(store_error)
    }

    /// Migrates the database and then runs all contractions. Call it only when no earlier version
    /// runs any more, because it refuses the database afterwards. Returns what was done.
    ///
    /// # Errors
    /// Errors of the database. Completed contractions stay done.
    pub async fn contract(&self) -> Result<Vec<String>> {
        let left = self.schema().await?.left;
        migrations::contract(self.dialect, &self.writers).await?;
        Ok(left)
    }
}

async fn read(store: &Store) -> sqlx::Result<Schema> {
    let mut connection = store.readers.acquire().await?;
    let tables = columns(store.dialect, &mut connection).await?;
    let mut has = BTreeSet::new();
    let mut schema = Schema::default();
    for table in [BEGINNING_TABLE, EXPANSIONS_TABLE] {
        if !tables.contains_key(table) {
            continue;
        }
        let sql = format!("SELECT version, description FROM {table} ORDER BY version");
        for row in sqlx::query(AssertSqlSafe(sql)).fetch_all(&mut *connection).await? {
            let (version, name) = (row.int("version")?, row.text("description")?);
            has.insert((table, version));
            schema.here.push(label(version, &name));
            if !migrations::is_known(store.dialect, table, version) {
                schema.unknown.push(label(version, &name));
            }
        }
    }
    let lacks = |table, (version, _, _): &migrations::Step| !has.contains(&(table, *version));
    for step in migrations::beginning(store.dialect) {
        if lacks(BEGINNING_TABLE, step) {
            schema.missing.push(label(step.0, step.1));
        }
    }
    for step in migrations::expansions(store.dialect) {
        if lacks(EXPANSIONS_TABLE, &step) {
            schema.missing.push(label(step.0, step.1));
        }
    }
    for step in migrations::contractions(store.dialect) {
        if lacks(BEGINNING_TABLE, &step) {
            schema.left.push(label(step.0, step.1));
        }
    }
    Ok(schema)
}

fn label(version: i64, name: &str) -> String {
    format!("{version} {name}")
}

/// The columns of each table with their declared types, by table.
pub(super) type Columns = BTreeMap<String, BTreeMap<String, String>>;

/// The tables and columns of a database.
pub(super) async fn columns(
    dialect: Dialect,
    connection: &mut AnyConnection,
) -> sqlx::Result<Columns> {
    let mut tables = Columns::new();
    for row in sqlx::query(dialect.columns()).fetch_all(connection).await? {
        let columns = tables.entry(row.text("table_name")?).or_default();
        columns.insert(row.text("column_name")?, row.text("column_type")?);
    }
    Ok(tables)
}
