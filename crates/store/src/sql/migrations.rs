//! Bringing a database up to date, so that the program of the version before can go on beside this
//! one and be started again after it.
//!
//! **Architecture invariant:** the statements of [`EXPANSIONS`] only add: tables, indexes, columns
//! that may be null or have a default. What the version before reads and writes stays as it is.

use std::borrow::Cow;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, SqlSafeStr};

use super::dialect::Dialect;
use super::fault::store_error;
use crate::{Result, StoreError};

/// A migration's number, its name, and its text.
type Step = (i64, &'static str, &'static str);

/// The beginning. A program refuses a database that has more of these than it knows.
const SQLITE: &[Step] = &[
    (1, "records", include_str!("../../migrations/sqlite/0001_records.sql")),
    (2, "grams", include_str!("../../migrations/sqlite/0002_grams.sql")),
    (3, "claims", include_str!("../../migrations/sqlite/0003_claims.sql")),
];

const POSTGRES: &[Step] = &[
    (1, "records", include_str!("../../migrations/postgres/0001_records.sql")),
    (2, "claims", include_str!("../../migrations/postgres/0002_claims.sql")),
];

/// What was added since, in the order of the numbers.
const EXPANSIONS: &[Expansion] = &[
    Expansion {
        version: 10,
        name: "sends",
        sqlite: include_str!("../../migrations/sqlite/0010_sends.sql"),
        postgres: include_str!("../../migrations/postgres/0010_sends.sql"),
    },
    Expansion {
        version: 11,
        name: "sessions",
        sqlite: include_str!("../../migrations/sqlite/0011_sessions.sql"),
        postgres: include_str!("../../migrations/postgres/0011_sessions.sql"),
    },
];

/// Where it is written down which of them a database has. Programs from before there were any look
/// for what they know in sqlx's own table, and find nothing there that they do not know.
const EXPANSIONS_TABLE: &str = "schema_versions";

/// A migration that a program which does not know it can live with.
struct Expansion {
    version: i64,
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

impl Expansion {
    fn step(&self, dialect: Dialect) -> Step {
        let text = match dialect {
            Dialect::Sqlite => self.sqlite,
            Dialect::Postgres => self.postgres,
        };
        (self.version, self.name, text)
    }
}

/// Runs the migrations that have not been run. Several programs may do it at once.
pub(super) async fn run(dialect: Dialect, pool: &AnyPool) -> Result<()> {
    let expansions: Vec<_> = EXPANSIONS.iter().map(|expansion| expansion.step(dialect)).collect();
    let expansions = expander(&expansions);
    match dialect {
        // The lock that all of them take here is the transaction around all of them.
        // (`Migrator::run` is the same, but its future may not change threads.)
        Dialect::Sqlite => {
            let mut tx = pool.begin_with(dialect.begin()).await.map_err(store_error)?;
            migrator(SQLITE).run_direct(None, &mut *tx, false).await.map_err(failed)?;
            expansions.run_direct(None, &mut *tx, false).await.map_err(failed)?;
            tx.commit().await.map_err(store_error)
        }
        Dialect::Postgres => {
            migrator(POSTGRES).run(pool).await.map_err(failed)?;
            expansions.run(pool).await.map_err(failed)
        }
    }
}

fn migrator(steps: &[Step]) -> Migrator {
    let migration = |&(version, name, text): &Step| {
        let name = Cow::Borrowed(name);
        Migration::new(version, name, MigrationType::Simple, text.into_sql_str(), false)
    };
    Migrator::with_migrations(steps.iter().map(migration).collect())
}

/// Runs each of the steps that a database does not have, whichever others it has.
fn expander(steps: &[Step]) -> Migrator {
    let mut expander = migrator(steps);
    expander.dangerous_set_table_name(EXPANSIONS_TABLE);
    // A later version's.
    expander.set_ignore_missing(true);
    expander
}

fn failed(error: sqlx::migrate::MigrateError) -> StoreError {
    match error {
        sqlx::migrate::MigrateError::Execute(error) => store_error(error),
        error => StoreError::Failed(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::{Connection, SqliteConnection};

    #[tokio::test]
    async fn expansions_are_run_once_whatever_came_before_them() {
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

    #[test]
    fn expansions_are_numbered_after_the_beginning_and_each_once() {
        let versions: Vec<_> = EXPANSIONS.iter().map(|expansion| expansion.version).collect();
        assert!(versions.iter().all(|&version| version >= 10), "{versions:?}");
        assert!(versions.is_sorted_by(|a, b| a < b), "{versions:?}");
    }
}
