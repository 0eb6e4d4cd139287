//! Reading and submitting while somebody else writes for a long time.

use std::time::{Duration, Instant};

use domain::import::Import;
use server::{
    db::StoreError,
    transfer::records::{Export, Importer},
};
use sqlx::any::install_default_drivers;
use sqlx::{AnyConnection, Connection, SqliteConnection};

use crate::database::{Database, Postgres, Sqlite};
use crate::fixtures::{
    ASHA, NOW, at, everything, names, record, session, sign_up, submission, submit, user,
};

/// Longer than a read may wait, and shorter than a write waits for another.
const SOON: Duration = Duration::from_secs(3);

const LATER: u64 = NOW + 3_600_000;

/// Reads while somebody else holds the write lock.
async fn read_beside_a_writer(
    database: &dyn Database,
    mut writer: AnyConnection,
    holds: &'static str,
) {
    let store = database.open().await;
    sign_up(&store, &session(ASHA, 1, NOW)).await.unwrap();
    submit(&store, ASHA, "A", NOW).await;
    let copy = Export { accounts: vec![user(ASHA)], referrals: vec![record(ASHA, "B", NOW)] };
    sqlx::raw_sql(holds).execute(&mut writer).await.unwrap();
    let since = Instant::now();
    let found = store.session(&[1; 32], at(LATER)).await.unwrap();
    assert_eq!(found.unwrap().times.seen_at, at(NOW));
    let dry = store.import(&copy, at(LATER), true, &Importer::PROGRAM).await.unwrap();
    assert_eq!(dry, Import { new: 1, same: 1, ..Import::default() });
    assert_eq!(names(&store, &everything()).await, ["A"]);
    assert!(since.elapsed() < SOON, "{:?}", since.elapsed());
    sqlx::raw_sql("ROLLBACK").execute(&mut writer).await.unwrap();
    // The use of the session is recorded as soon as it can be written.
    store.session(&[1; 32], at(LATER)).await.unwrap();
    let found = store.session(&[1; 32], at(LATER)).await.unwrap();
    assert_eq!(found.unwrap().times.seen_at, at(LATER));
}

#[tokio::test]
async fn readers_do_not_wait_for_the_writer_of_a_file() {
    install_default_drivers();
    let database = Sqlite::new();
    database.store().await;
    let writer = AnyConnection::connect(&database.file_url()).await.unwrap();
    read_beside_a_writer(&database, writer, "BEGIN IMMEDIATE").await;
}

#[tokio::test]
async fn readers_do_not_wait_for_locks() {
    install_default_drivers();
    let Some(database) = Postgres::new().await else { return };
    database.store().await;
    let writer = AnyConnection::connect(database.url()).await.unwrap();
    let holds = "BEGIN; UPDATE locks SET taken = taken + 1; \
                 UPDATE sessions SET seen_at = seen_at; UPDATE referrals SET points = points; \
                 UPDATE accounts SET name = name";
    read_beside_a_writer(&database, writer, holds).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_submission_cancelled_in_the_queue_is_not_stored() {
    let database = Sqlite::new();
    let store = database.store().await;
    let mut connection = SqliteConnection::connect(&database.file_url()).await.unwrap();
    let hold = connection.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let begin = |name: &'static str| {
        let store = store.clone();
        tokio::spawn(async move { store.submit(&submission(ASHA, name, NOW)).await })
    };
    // One waits for the database, and two wait for that one.
    let mut submits = Vec::new();
    for name in ["A", "B", "C"] {
        submits.push(begin(name));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    submits.remove(1).abort();
    tokio::time::sleep(Duration::from_millis(100)).await;
    hold.rollback().await.unwrap();
    for submit in submits {
        submit.await.unwrap().unwrap();
    }
    // On a busy machine a later one may be the first.
    let mut stored = names(&store, &everything()).await;
    stored.sort();
    assert_eq!(stored, ["A", "C"]);
}

#[tokio::test]
async fn a_closed_store_refuses_writes() {
    let database = Sqlite::new();
    let store = database.store().await;
    submit(&store, ASHA, "A", NOW).await;
    store.close().await;
    let late = store.submit(&submission(ASHA, "B", NOW)).await;
    assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
    assert_eq!(names(&database.store().await, &everything()).await, ["A"]);
}
