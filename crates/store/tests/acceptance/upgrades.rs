//! Databases of earlier and later versions.

use std::borrow::Cow;
use std::fs;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{Connection, SqlSafeStr, SqliteConnection};
use store::{Listing, Store, StoreError};

use crate::database::Sqlite;
use crate::fixtures::{ASHA, NOW, at, everything, names, submit};

const FIRST: &str = include_str!("../../migrations/sqlite/0001_records.sql");

#[tokio::test]
async fn records_of_the_first_version_are_found_by_search() {
    let database = Sqlite::new();
    fs::create_dir_all(database.path().parent().unwrap()).unwrap();
    let url = format!("{}?mode=rwc", database.file_url());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let text = FIRST.into_sql_str();
    let first = Migration::new(1, Cow::Borrowed("records"), MigrationType::Simple, text, false);
    Migrator::with_migrations(vec![first]).run_direct(None, &mut connection, false).await.unwrap();
    let referral = "INSERT INTO referrals VALUES (1, 'a', NULL, 'Asha', '919840012345', 'Binu', \
                    '97445', 'training', '', '1/6/2025', 'Pending', 0, NULL, 1, \
                    'binu\u{1f}97445\u{1f}asha\u{1f}919840012345\u{1f}')";
    let counted = "UPDATE counters SET total = 1, pending = 1";
    for statement in [referral, counted] {
        sqlx::raw_sql(statement).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let store = database.store().await;
    submit(&store, ASHA, "Chitra", NOW).await;
    for (needle, found) in [("binu", "Binu"), ("9840012", "Binu"), ("chitra", "Chitra")] {
        let listing = Listing { search: needle.to_owned(), ..everything() };
        assert_eq!(names(&store, &listing).await, [found], "{needle}");
    }
    assert_eq!(store.integrity().await.unwrap(), [""; 0]);
    assert_eq!(store.erase_referred("97445", at(NOW), None, None).await.unwrap().referrals, 1);
    assert_eq!(store.integrity().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn a_database_of_a_later_version_is_refused_and_unchanged() {
    let database = Sqlite::new();
    let store = database.store().await;
    submit(&store, ASHA, "Chitra", NOW).await;
    store.close().await;
    let mut connection = SqliteConnection::connect(&database.file_url()).await.unwrap();
    let later = "INSERT INTO _sqlx_migrations VALUES (999, 'later', '2036-01-01', 1, x'00', 1)";
    sqlx::raw_sql(later).execute(&mut connection).await.unwrap();
    let refused = Store::open(&database.url()).await.unwrap_err();
    assert!(matches!(refused, StoreError::Failed(_)), "{refused}");
    sqlx::raw_sql("DELETE FROM _sqlx_migrations WHERE version = 999")
        .execute(&mut connection)
        .await
        .unwrap();
    assert_eq!(names(&database.store().await, &everything()).await, ["Chitra"]);
}

#[tokio::test]
async fn additions_of_a_later_version_are_accepted() {
    let database = Sqlite::new();
    let store = database.store().await;
    submit(&store, ASHA, "Chitra", NOW).await;
    store.close().await;
    let mut connection = SqliteConnection::connect(&database.file_url()).await.unwrap();
    let later = "INSERT INTO schema_versions VALUES (999, 'later', '2036-01-01', 1, x'00', 1); \
                 ALTER TABLE referrals ADD COLUMN later TEXT; \
                 CREATE TABLE later (at INTEGER NOT NULL) STRICT";
    sqlx::raw_sql(later).execute(&mut connection).await.unwrap();
    let store = database.store().await;
    submit(&store, ASHA, "Devi", NOW).await;
    assert_eq!(names(&store, &everything()).await, ["Devi", "Chitra"]);
    assert_eq!(store.integrity().await.unwrap(), [""; 0]);
}
