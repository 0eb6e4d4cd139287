//! What a database has of the schema, and what this program needs of it.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{AnyConnection, AssertSqlSafe};

use super::fault::store_error;
use super::migrations::{self, BEGINNING_TABLE, EXPANSIONS_TABLE};
use super::row::Fields;
use super::{Store, dialect::Dialect};
use crate::Result;

/// The changes of the schema, by number and name (`10 codes`), each where it belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schema {
    /// What this database has.
    pub here: Vec<String>,
    /// What this program needs and this database does not have: what an upgrade adds.
    pub missing: Vec<String>,
    /// What this database has and this program does not know: a later version's additions, which
    /// this program can live with.
    pub unknown: Vec<String>,
    /// What may be done once no earlier version is in use any more, and has not been done.
    pub left: Vec<String>,
}

impl Schema {
    /// Whether the database is one of this program at all.
    pub fn has_begun(&self) -> bool {
        !self.here.is_empty()
    }
}

impl Store {
    /// What the database has of the schema, and what this program needs of it.
    ///
    /// # Errors
    /// What the database fails with.
    pub async fn schema(&self) -> Result<Schema> {
        read(self).await.map_err(store_error)
    }

    /// Does what may be done only when no earlier version of the program is in use any more, after
    /// bringing the database up to date: from then on, an earlier version refuses it. Says what.
    ///
    /// # Errors
    /// What the database fails with; what was done before stays done.
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

/// The columns of every table, with what each is declared to hold; by the tables' names.
pub(super) type Columns = BTreeMap<String, BTreeMap<String, String>>;

/// What a database has.
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
