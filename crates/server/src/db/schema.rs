//! Whether a database has the schema that this program makes, and nothing beside it. Whoever can change a backup could
//! otherwise leave a trigger in it, which the server would run with its next write.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Connection};

use crate::db::dialect::Dialect;
use crate::db::fault::store_error;
use crate::db::migrations;
use crate::db::row::Fields;
use crate::db::{Result, Store};

/// The kind and name of a part of a schema, and what made it.
type Parts = BTreeMap<(String, String), String>;

/// How many letters of a name are shown, which somebody else may have chosen.
const SHOWN: usize = 64;

impl Store {
    /// What is wrong with the schema. Ask this before anything is written, also before the full-text index is checked: a
    /// trigger that somebody has left would run. Only in the copy of an earlier SQLite backup it may.
    pub(crate) async fn schema_faults(&self) -> Result<Vec<String>> {
        let mut connection = self.readers.acquire().await.map_err(store_error)?;
        faults(self.dialect, &mut connection).await
    }
}

/// What the schema has more, less or otherwise than the one that this program makes, in words: of SQLite each table,
/// index, trigger and view; of PostgreSQL triggers and rules of tables, of which this program makes none.
async fn faults(dialect: Dialect, connection: &mut AnyConnection) -> Result<Vec<String>> {
    let here = parts(dialect, connection).await.map_err(store_error)?;
    let made = match dialect {
        Dialect::Sqlite => {
            let mut new = migrations::in_memory().await?;
            let made = parts(dialect, &mut new).await;
            new.close().await.map_err(store_error)?;
            made.map_err(store_error)?
        }
        Dialect::Postgres => Parts::new(),
    };
    let mut faults = Vec::new();
    for (part, sql) in &here {
        match made.get(part) {
            Some(made) if made == sql => {}
            Some(_) => faults.push(format!("another {} than this program makes", named(part))),
            None => faults.push(format!("a {} that this program does not make", named(part))),
        }
    }
    for part in made.keys().filter(|&part| !here.contains_key(part)) {
        faults.push(format!("no {}", named(part)));
    }
    Ok(faults)
}

async fn parts(dialect: Dialect, connection: &mut AnyConnection) -> sqlx::Result<Parts> {
    let rows = sqlx::query(dialect.schema_parts()).fetch_all(connection).await?;
    let part = |row: &AnyRow| Ok(((row.text("kind")?, row.text("name")?), row.text("sql")?));
    rows.iter().map(part).collect()
}

/// The kind and name, without signs that a terminal would obey.
fn named((kind, name): &(String, String)) -> String {
    let name: String = name.chars().take(SHOWN).collect();
    format!("{kind} {name:?}")
}
