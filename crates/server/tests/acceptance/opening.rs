//! Opening a database, losing the connection, and what remains in its file.

use std::fs;

use server::{
    db::{Store, StoreError},
    referrals::records::Scope,
};
use sqlx::Connection;
use sqlx::postgres::PgConnection;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::carrying_over::restoring;
use crate::database::{Database, Postgres, Sqlite};
use crate::fixtures::{ASHA, NOW, admin_actor, at, award, everything, mobile, names, submit};

#[tokio::test]
async fn an_address_of_another_kind_is_refused() {
    for url in ["", "store.db", "mysql://localhost/x", "sqlite://", "sqlite://:memory:"] {
        let error = Store::open(url).await.unwrap_err();
        assert!(matches!(error, StoreError::Failed(_)), "{url}: {error}");
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unavailable() {
    let url = "postgres://nobody@%2Fno%2Fsuch%2Ffolder/records";
    let error = Store::open(url).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_refused_and_unchanged() {
    let database = Sqlite::new();
    fs::create_dir_all(database.path().parent().unwrap()).unwrap();
    fs::write(database.path(), "This is a letter and no database.".repeat(99)).unwrap();
    let error = Store::open(&database.url()).await.unwrap_err();
    assert!(matches!(error, StoreError::Failed(_)), "{error}");
    assert!(fs::read_to_string(database.path()).unwrap().starts_with("This is a letter"));
}

#[tokio::test]
async fn stored_records_are_there_after_reopening() {
    let database = Sqlite::new();
    let store = database.store().await;
    submit(&store, ASHA, "A", NOW).await;
    store.close().await;
    assert!(matches!(store.check().await, Err(StoreError::Unavailable(_))));
    let store = database.store().await;
    store.check().await.unwrap();
    assert_eq!(names(&store, &everything()).await, ["A"]);
}

#[tokio::test]
async fn a_store_is_verified_during_writes() {
    let database = Sqlite::new();
    let store = database.store().await;
    let mut writer = sqlx::SqliteConnection::connect(&database.file_url()).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut writer).await.unwrap();
    // If it waited for the writer, it would fail in the end.
    store.check().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_servers_may_start_at_once() {
    async fn begin(database: &dyn Database) {
        let (a, b, c, d) =
            tokio::join!(database.open(), database.open(), database.open(), database.open());
        for store in [a, b, c, d] {
            store.check().await.unwrap();
        }
    }
    begin(&Sqlite::new()).await;
    if let Some(database) = Postgres::new().await {
        begin(&database).await;
    }
}

#[tokio::test]
async fn lost_connections_are_reopened() {
    let Some(database) = Postgres::new().await else { return };
    let store = database.store().await;
    submit(&store, ASHA, "A", NOW).await;
    let mut other = PgConnection::connect(database.url()).await.unwrap();
    sqlx::raw_sql(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .execute(&mut other)
    .await
    .unwrap();
    assert_eq!(names(&store, &everything()).await, ["A"]);
    submit(&store, ASHA, "B", NOW).await;
}

/// Whether the files of a database contain a text.
fn is_in_files(database: &Sqlite, text: &str) -> bool {
    let folder = fs::read_dir(database.path().parent().unwrap()).unwrap();
    let mut files = folder.map(|file| fs::read(file.unwrap().path()).unwrap());
    files.any(|bytes| bytes.windows(text.len()).any(|part| part == text.as_bytes()))
}

#[tokio::test]
async fn an_erasure_leaves_no_trace_in_the_file() {
    let database = Sqlite::new();
    let store = database.store().await;
    for number in 0..200 {
        let name = format!("Quentin Xylander {number}");
        let stored = submit(&store, ASHA, &name, NOW).await;
        store.change(&stored.key, 1, &admin_actor(), &award(5, NOW), None).await.unwrap();
        submit(&store, "9000000001", &format!("Somebody {number}"), NOW).await;
    }
    store.close().await;
    assert!(is_in_files(&database, "Quentin") && is_in_files(&database, "xylander"));
    let store = database.store().await;
    store.erase_referrer(&mobile(ASHA), None, at(NOW), None, None).await.unwrap();
    store.close().await;
    for trace in ["Quentin", "quentin", "xyl", "Xyl", ASHA] {
        assert!(!is_in_files(&database, trace), "{trace}");
    }
    let store = database.store().await;
    assert_eq!(store.totals(&Scope::All).await.unwrap().all, 200);
    assert!(store.integrity().await.unwrap().is_empty());
}

/// What a client sends in plain text to a database without TLS.
async fn said_in_plain_text(more: &str) -> Vec<u8> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut asked = [0; 8];
        stream.read_exact(&mut asked).await.unwrap();
        assert_eq!(asked, [0, 0, 0, 8, 4, 210, 22, 47], "it asks for TLS");
        stream.write_all(b"N").await.unwrap();
        let mut said = vec![0; 1000];
        let length = stream.read(&mut said).await.unwrap_or_default();
        said.truncate(length);
        said
    });
    // It leads here, and is none of the addresses that are known to.
    let url = format!("postgres://somebody:word@0.0.0.0:{port}/site{more}");
    Store::open(&url).await.unwrap_err();
    server.await.unwrap()
}

#[tokio::test]
async fn a_remote_database_needs_tls_unless_it_is_switched_off() {
    assert_eq!(said_in_plain_text("").await, b"");
    let said = said_in_plain_text("?sslmode=prefer").await;
    assert!(said.windows(8).any(|part| part == b"somebody"), "{said:?}");
}

/// Whatever opens a database for this program refuses it as one of another version.
async fn must_be_refused(url: &str) {
    for (door, refused) in [
        ("open", Store::open(url).await),
        ("open_to_serve", Store::open_to_serve(url).await),
        ("open_current", Store::open_current(url).await),
        ("open_alone", Store::open_alone(url).await),
    ] {
        let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(refused.contains("another version"), "{door}: {refused}");
    }
    let any = Store::open_any_version(url).await.unwrap();
    let nothing = || "there is none".to_owned();
    let refused = any.finish_restore(Err(nothing()), &restoring()).await.unwrap_err().to_string();
    assert!(refused.contains("another version"), "{refused}");
    any.close().await;
}

#[tokio::test]
async fn a_database_of_another_version_is_refused_and_unchanged() {
    let database = Sqlite::new();
    let store = database.store().await;
    submit(&store, ASHA, "Chitra", NOW).await;
    store.close().await;
    let mut file = sqlx::SqliteConnection::connect(&database.file_url()).await.unwrap();
    let later = "INSERT INTO _sqlx_migrations VALUES (999, 'later', '2036-01-01', 1, x'00', 1)";
    sqlx::raw_sql(later).execute(&mut file).await.unwrap();
    must_be_refused(&database.url()).await;
    let known = "DELETE FROM _sqlx_migrations WHERE version = 999";
    sqlx::raw_sql(known).execute(&mut file).await.unwrap();
    assert_eq!(names(&database.store().await, &everything()).await, ["Chitra"]);
    let edited = "UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2";
    sqlx::raw_sql(edited).execute(&mut file).await.unwrap();
    must_be_refused(&database.url()).await;
}

#[tokio::test]
async fn a_command_adds_nothing_to_the_schema() {
    let database = Sqlite::new();
    database.store().await.close().await;
    let mut file = sqlx::SqliteConnection::connect(&database.file_url()).await.unwrap();
    // As before a file that this program has in addition.
    let before = "DELETE FROM _sqlx_migrations WHERE version = 2";
    sqlx::raw_sql(before).execute(&mut file).await.unwrap();
    for refused in
        [Store::open_current(&database.url()).await, Store::open_alone(&database.url()).await]
    {
        let refused = refused.unwrap_err().to_string();
        assert!(refused.contains("search: `server serve` adds it"), "{refused}");
    }
}

#[tokio::test]
async fn opening_a_missing_database_creates_nothing() {
    let database = Sqlite::new();
    for refused in [
        Store::open_any_version(&database.url()).await.unwrap_err(),
        Store::open_current(&database.url()).await.unwrap_err(),
    ] {
        assert!(matches!(refused, StoreError::Missing(_)), "{refused}");
        assert!(refused.to_string().contains("there is no database"), "{refused}");
    }
    assert!(!database.path().parent().unwrap().exists());
    // An empty file, or one of another program, is refused as well.
    fs::create_dir_all(database.path().parent().unwrap()).unwrap();
    fs::write(database.path(), "").unwrap();
    let refused = Store::open_any_version(&database.url()).await.unwrap_err();
    assert!(refused.to_string().contains("no database of this program"), "{refused}");
    assert_eq!(fs::read(database.path()).unwrap(), b"");
    let Some(database) = Postgres::new().await else { return };
    let refused = Store::open_any_version(database.url()).await.unwrap_err();
    assert!(refused.to_string().contains("no database of a site"), "{refused}");
}
