//! The schema of the database, which a program makes and adds to.
//!
//! **Architecture invariant:** from 1.0.0 on, a file is never edited: a change of the schema is another
//! file. A program refuses a database with a file that it does not know, or with another content.

use std::borrow::Cow;

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Connection, SqlSafeStr};

use crate::db::Store;
use crate::db::dialect::Dialect;
use crate::db::fault::{commit, store_error};
use crate::db::row::Fields;
use crate::db::{Result, StoreError};

/// The names and the SQL of the files, in their order. What is of one database only says so in its name.
fn files(dialect: Dialect) -> [(&'static str, Cow<'static, str>); 2] {
    let schema = include_str!("../../migrations/0001_schema.sql");
    let search = match dialect {
        Dialect::Sqlite => include_str!("../../migrations/0002_search_sqlite.sql"),
        Dialect::Postgres => include_str!("../../migrations/0002_search_postgres.sql"),
    };
    [("schema", dialect.schema(schema)), ("search", search.into())]
}

fn migrator(dialect: Dialect) -> Migrator {
    let migration = |(version, (name, text)): (i64, (&'static str, Cow<'static, str>))| {
        let text = AssertSqlSafe(text.into_owned()).into_sql_str();
        Migration::new(version, name.into(), MigrationType::Simple, text, false)
    };
    Migrator::with_migrations((1..).zip(files(dialect)).map(migration).collect())
}

/// Runs the files that the database lacks. Several programs may do this at the same time.
pub(crate) async fn run(dialect: Dialect, pool: &AnyPool) -> Result<()> {
    let migrator = migrator(dialect);
    match dialect {
        // In SQLite, the surrounding transaction is the lock.
        Dialect::Sqlite => {
            let mut tx = pool.begin_with(dialect.begin()).await.map_err(store_error)?;
            migrator.run_direct(None, &mut *tx, false).await.map_err(failed)?;
            commit(tx).await.map_err(store_error)
        }
        // `Migrator::run` does the same, but its future is not `Send`.
        Dialect::Postgres => {
            let mut connection = pool.acquire().await.map_err(store_error)?;
            migrator.run_direct(None, &mut *connection, false).await.map_err(failed)
        }
    }
}

/// A connection to a new SQLite database in memory, with everything that the files make.
pub(crate) async fn in_memory() -> Result<AnyConnection> {
    let mut new = AnyConnection::connect("sqlite::memory:").await.map_err(store_error)?;
    migrator(Dialect::Sqlite).run_direct(None, &mut new, false).await.map_err(failed)?;
    Ok(new)
}

fn failed(error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(error) => store_error(error),
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => another(),
        error => StoreError::Failed(error.to_string()),
    }
}

/// The error for a database with [another schema](Has::Another).
pub(crate) fn another() -> StoreError {
    let text =
        "the database is of another version of this program, whose schema this one does not know";
    StoreError::Failed(text.to_owned())
}

/// What a database has of the schema.
pub(crate) enum Has {
    /// Nothing: it is no database of this program.
    Nothing,
    /// All files but these.
    AllBut(Vec<Cow<'static, str>>),
    /// A file that this program does not know, or with another content.
    Another,
}

impl Store {
    /// What the database has of the schema.
    pub(crate) async fn has(&self) -> Result<Has> {
        self.files_here().await.map(|here| compared(self.dialect, &here)).map_err(store_error)
    }

    /// The versions and checksums of the files that made the database; none if it is no database of this program.
    async fn files_here(&self) -> sqlx::Result<Vec<(i64, Vec<u8>)>> {
        let has_begun = sqlx::query(self.dialect.table()).bind("_sqlx_migrations");
        if has_begun.fetch_optional(&self.readers).await?.is_none() {
            return Ok(Vec::new());
        }
        let here = sqlx::query("SELECT version, checksum FROM _sqlx_migrations");
        let here = here.fetch_all(&self.readers).await?;
        here.iter().map(|row| Ok((row.int("version")?, row.bytes("checksum")?))).collect()
    }
}

fn compared(dialect: Dialect, here: &[(i64, Vec<u8>)]) -> Has {
    let ours = migrator(dialect);
    let is_ours = |(version, checksum): &(i64, Vec<u8>)| {
        ours.iter().any(|file| file.version == *version && *file.checksum == **checksum)
    };
    let is_missing = |file: &&Migration| here.iter().all(|(version, _)| *version != file.version);
    match here {
        [] => Has::Nothing,
        here if !here.iter().all(is_ours) => Has::Another,
        _ => {
            let missing = ours.iter().filter(is_missing);
            Has::AllBut(missing.map(|file| file.description.clone()).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first bytes of the checksums of the files, for SQLite and for PostgreSQL.
    const CHECKSUMS: [(Dialect, [&str; 2]); 2] = [
        (Dialect::Sqlite, ["0f1b9a5ece25e407", "b643abc597a81c46"]),
        (Dialect::Postgres, ["81b26747dab4529b", "f908ecb80563a9f5"]),
    ];

    #[test]
    fn no_file_of_a_release_is_edited() {
        for (dialect, expected) in CHECKSUMS {
            let hex = |byte: &u8| format!("{byte:02x}");
            let start = |file: &Migration| file.checksum[..8].iter().map(hex).collect::<String>();
            let checksums: Vec<_> = migrator(dialect).iter().map(start).collect();
            assert_eq!(checksums, expected, "other databases would refuse this program");
        }
    }
}
