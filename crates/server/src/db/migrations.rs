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
        MigrateError::VersionMissing(_) | MigrateError::VersionMismatch(_) => StoreError::Failed(
            "the database is of another version of this program, whose schema this one does not know"
                .to_owned(),
        ),
        error => StoreError::Failed(error.to_string()),
    }
}

impl Store {
    /// The files that this database lacks; `None` if it is no database of this program.
    pub(crate) async fn missing_files(&self) -> Result<Option<Vec<&'static str>>> {
        let found = async {
            let has_begun = sqlx::query(self.dialect.table()).bind("_sqlx_migrations");
            if has_begun.fetch_optional(&self.readers).await?.is_none() {
                return Ok(None);
            }
            let here = sqlx::query("SELECT version FROM _sqlx_migrations");
            let rows = here.fetch_all(&self.readers).await?;
            let here =
                rows.iter().map(|row| row.int("version")).collect::<sqlx::Result<Vec<_>>>()?;
            let all = (1..).zip(files(self.dialect));
            let missing = all.filter(|(version, _)| !here.contains(version));
            Ok((!here.is_empty()).then(|| missing.map(|(_, (name, _))| name).collect()))
        };
        found.await.map_err(store_error)
    }
}
