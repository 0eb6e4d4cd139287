//! Bringing a database up to date.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, SqlSafeStr};

use super::dialect::Dialect;
use super::fault::store_error;
use crate::{Result, StoreError};

/// A migration's number, its name, and its text.
type Step = (i64, &'static str, &'static str);

const SQLITE: &[Step] = &[
    (1, "records", include_str!("../../migrations/sqlite/0001_records.sql")),
    (2, "grams", include_str!("../../migrations/sqlite/0002_grams.sql")),
    (3, "claims", include_str!("../../migrations/sqlite/0003_claims.sql")),
];

const POSTGRES: &[Step] = &[
    (1, "records", include_str!("../../migrations/postgres/0001_records.sql")),
    (2, "claims", include_str!("../../migrations/postgres/0002_claims.sql")),
];

/// Runs the migrations that have not been run. Several programs may do it at once.
pub(super) async fn run(dialect: Dialect, pool: &AnyPool) -> Result<()> {
    match dialect {
        // The lock that all of them take here is the transaction around all of them.
        // (`Migrator::run` is the same, but its future may not change threads.)
        Dialect::Sqlite => {
            let mut tx = pool.begin_with(dialect.begin()).await.map_err(store_error)?;
            migrator(SQLITE).run_direct(None, &mut *tx, false).await.map_err(failed)?;
            tx.commit().await.map_err(store_error)
        }
        Dialect::Postgres => migrator(POSTGRES).run(pool).await.map_err(failed),
    }
}

fn migrator(steps: &[Step]) -> Migrator {
    let migration = |&(version, name, text): &Step| {
        let name = Cow::Borrowed(name);
        Migration::new(version, name, MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(steps.iter().map(migration).collect())
}

fn failed(error: sqlx::migrate::MigrateError) -> StoreError {
    match error {
        sqlx::migrate::MigrateError::Execute(error) => store_error(error),
        error => StoreError::Failed(error.to_string()),
    }
}
