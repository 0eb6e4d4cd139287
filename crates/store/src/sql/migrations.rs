//! Migrations. After them, the previous version of the program can still run beside this one, and
//! be started again.
//!
//! **Architecture invariant:** the statements of [`EXPANSIONS`] only add: tables, indexes, columns
//! that may be null or have a default. Everything that the previous version uses stays as it is.
//! Changes that it could not handle are [`CONTRACTIONS`]. They run only when an operator confirms
//! that the previous version is no longer used.

use std::borrow::Cow;

use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyPool, SqlSafeStr};

use super::dialect::Dialect;
use super::fault::{commit, store_error};
use crate::{Result, StoreError};

/// The number, the name and the SQL of a migration.
pub(super) type Step = (i64, &'static str, &'static str);

/// The initial schema. A program refuses a database with more migrations in this table than it
/// knows.
const SQLITE: &[Step] = &[
    (1, "records", include_str!("../../migrations/sqlite/0001_records.sql")),
    (2, "grams", include_str!("../../migrations/sqlite/0002_grams.sql")),
    (3, "claims", include_str!("../../migrations/sqlite/0003_claims.sql")),
];

const POSTGRES: &[Step] = &[
    (1, "records", include_str!("../../migrations/postgres/0001_records.sql")),
    (2, "claims", include_str!("../../migrations/postgres/0002_claims.sql")),
];

/// A migration with a file of the same name for each database.
macro_rules! change {
    ($version:literal, $name:literal) => {
        Change {
            version: $version,
            name: $name,
            sqlite: include_str!(concat!(
                "../../migrations/sqlite/00",
                $version,
                "_",
                $name,
                ".sql"
            )),
            postgres: include_str!(concat!(
                "../../migrations/postgres/00",
                $version,
                "_",
                $name,
                ".sql"
            )),
        }
    };
}

/// The additions since then, in order.
const EXPANSIONS: &[Change] = &[
    change!(10, "sends"),
    change!(11, "sessions"),
    change!(12, "numbers"),
    change!(13, "daily_counts"),
    change!(16, "delivery"),
    change!(17, "send_devices"),
    change!(18, "events"),
    change!(19, "erased_numbers"),
    change!(20, "outbox"),
    change!(21, "stages"),
    change!(22, "staff"),
    change!(23, "passkeys"),
    change!(24, "corrected_numbers"),
    change!(25, "referrers"),
    change!(26, "filters"),
    change!(27, "lengths"),
    change!(28, "totals"),
    change!(30, "searches"),
    change!(32, "secret_check"),
    change!(34, "leaving"),
];

/// The changes that earlier versions could not handle, in order. They are recorded in the table of
/// the initial schema, so that earlier versions refuse the database afterwards.
const CONTRACTIONS: &[Change] = &[Change {
    version: 12,
    name: "sealed fingerprints",
    // The program does this itself with `fingerprints`, because the database does not have the key.
    sqlite: "SELECT 1",
    postgres: "SELECT 1",
}];

/// The table of the initial schema's migrations. It is sqlx's own, and every version reads it.
pub(super) const BEGINNING_TABLE: &str = "_sqlx_migrations";

/// The table of the expansions. Versions from before there were any do not read it.
pub(super) const EXPANSIONS_TABLE: &str = "schema_versions";

/// A migration for both databases.
struct Change {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

impl Change {
    fn step(&self, dialect: Dialect) -> Step {
        let text = match dialect {
            Dialect::Sqlite => self.sqlite,
            Dialect::Postgres => self.postgres,
        };
        (self.version, self.name, text)
    }
}

/// The initial schema as this program knows it.
pub(super) fn beginning(dialect: Dialect) -> &'static [Step] {
    match dialect {
        Dialect::Sqlite => SQLITE,
        Dialect::Postgres => POSTGRES,
    }
}

/// The expansions of this program.
pub(super) fn expansions(dialect: Dialect) -> Vec<Step> {
    EXPANSIONS.iter().map(|change| change.step(dialect)).collect()
}

/// The contractions of this program.
pub(super) fn contractions(dialect: Dialect) -> Vec<Step> {
    CONTRACTIONS.iter().map(|change| change.step(dialect)).collect()
}

/// Whether this program knows a migration that is recorded in one of the tables.
pub(super) fn is_known(dialect: Dialect, table: &str, version: i64) -> bool {
    let is = |step: &Step| step.0 == version;
    if table == EXPANSIONS_TABLE {
        expansions(dialect).iter().any(is)
    } else {
        beginning(dialect).iter().chain(&contractions(dialect)).any(is)
    }
}

/// Runs the missing migrations, without contractions. Several programs may run this at the same
/// time.
pub(super) async fn run(dialect: Dialect, pool: &AnyPool) -> Result<()> {
    let expansions = expander(&expansions(dialect));
    let (beginning, contractions) = (beginning(dialect), contractions(dialect));
    match dialect {
        // In SQLite, the surrounding transaction is the lock.
        Dialect::Sqlite => {
            let mut tx = pool.begin_with(dialect.begin()).await.map_err(store_error)?;
            begin(&mut *tx, beginning, &contractions).await.map_err(failed)?;
            expansions.run_direct(None, &mut *tx, false).await.map_err(failed)?;
            commit(tx).await.map_err(store_error)
        }
        Dialect::Postgres => {
            let mut connection = pool.acquire().await.map_err(store_error)?;
            begin(&mut *connection, beginning, &contractions).await.map_err(failed)?;
            expansions.run_direct(None, &mut *connection, false).await.map_err(failed)
        }
    }
}

/// Runs all missing migrations, including contractions.
pub(super) async fn contract(dialect: Dialect, pool: &AnyPool) -> Result<()> {
    run(dialect, pool).await?;
    let all = migrator(&[beginning(dialect), &contractions(dialect)].concat());
    let mut tx = pool.begin_with(dialect.begin()).await.map_err(store_error)?;
    all.run_direct(None, &mut *tx, false).await.map_err(failed)?;
    commit(tx).await.map_err(store_error)
}

/// Runs the initial schema on a database that may have some contractions already.
async fn begin(
    database: &mut impl Migrate,
    beginning: &[Step],
    contractions: &[Step],
) -> std::result::Result<(), MigrateError> {
    // In PostgreSQL, two servers can collide even in `CREATE TABLE IF NOT EXISTS`.
    database.lock().await?;
    let done = match database.ensure_migrations_table(BEGINNING_TABLE).await {
        Ok(()) => database.list_applied_migrations(BEGINNING_TABLE).await,
        Err(error) => Err(error),
    };
    database.unlock().await?;
    let done = done?;
    let is_done = |step: &&Step| done.iter().any(|applied| applied.version == step.0);
    let steps: Vec<_> =
        beginning.iter().chain(contractions.iter().filter(is_done)).copied().collect();
    // `Migrator::run` does the same, but its future is not `Send`.
    migrator(&steps).run_direct(None, database, false).await
}

fn migrator(steps: &[Step]) -> Migrator {
    let migration = |&(version, name, text): &Step| {
        let name = Cow::Borrowed(name);
        Migration::new(version, name, MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(steps.iter().map(migration).collect())
}

/// A migrator that runs each missing step, in whatever state the database is.
fn expander(steps: &[Step]) -> Migrator {
    let mut expander = migrator(steps);
    expander.dangerous_set_table_name(EXPANSIONS_TABLE);
    // Migrations of a later version are ignored.
    expander.set_ignore_missing(true);
    expander
}

fn failed(error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(error) => store_error(error),
        MigrateError::VersionMissing(version) => StoreError::Failed(format!(
            "the database is of a later version of this program, which has made change {version}"
        )),
        error => StoreError::Failed(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::{Connection, SqliteConnection};

    #[tokio::test]
    async fn expansions_run_once_from_every_earlier_version() {
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let (first, second) = ((10, "a", "CREATE TABLE a (x)"), (12, "c", "CREATE TABLE c (x)"));
        let between = (11, "b", "CREATE TABLE b (x)");
        for steps in [&[second][..], &[first, between, second], &[first]] {
            expander(steps).run_direct(None, &mut database, false).await.unwrap();
        }
        let names = "SELECT name FROM sqlite_schema WHERE length(name) = 1 ORDER BY name";
        let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut database).await.unwrap();
        assert_eq!(names, ["a", "b", "c"]);
    }

    #[tokio::test]
    async fn after_a_contraction_only_servers_that_know_it_continue() {
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let first: &[Step] = &[(1, "a", "CREATE TABLE a (x)")];
        let contraction: &[Step] = &[(10, "b", "DROP TABLE a")];
        begin(&mut database, first, contraction).await.unwrap();
        sqlx::query("SELECT x FROM a").fetch_all(&mut database).await.unwrap();
        let all = migrator(&[first, contraction].concat());
        all.run_direct(None, &mut database, false).await.unwrap();
        begin(&mut database, first, contraction).await.unwrap();
        sqlx::query("SELECT x FROM a").fetch_all(&mut database).await.unwrap_err();
        let earlier = begin(&mut database, first, &[]).await.unwrap_err();
        assert!(failed(earlier).to_string().contains("later version"));
    }

    #[test]
    fn each_change_has_a_number_of_its_own_after_the_beginning() {
        for changes in [EXPANSIONS, CONTRACTIONS] {
            let versions: Vec<_> = changes.iter().map(|change| change.version).collect();
            assert!(versions.iter().all(|&version| version >= 10), "{versions:?}");
            assert!(versions.is_sorted_by(|a, b| a < b), "{versions:?}");
        }
    }
}
