//! The second factor beside a server of the previous version, which counts tries and used codes by
//! the number itself.

use api::{HostedCode, may_try_second_factor};
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};
use store::{GivenFactor, Store};

use crate::database::Sqlite;
use crate::fixtures::{ASHA, NOW, at, begin, confirm, factor, session};

async fn opened() -> (Sqlite, Store, SqliteConnection) {
    let database = Sqlite::new();
    let store = database.store().await;
    begin(&store, &session(ASHA, 1, NOW)).await;
    let before = SqliteConnection::connect(&database.file_url()).await.unwrap();
    (database, store, before)
}

async fn say(database: &mut SqliteConnection, statement: &str) {
    let statement = AssertSqlSafe(statement.replace("NUMBER", ASHA));
    sqlx::raw_sql(statement).execute(database).await.unwrap();
}

#[tokio::test]
async fn a_code_used_on_one_server_is_used_on_the_other() {
    let (_database, store, mut before) = opened().await;
    say(&mut before, "INSERT INTO second_factors (mobile, step) VALUES ('NUMBER', 100)").await;
    assert!(!confirm(&store, ASHA, 1, 100).await);
    assert!(confirm(&store, ASHA, 1, 101).await);
    let step = sqlx::query("SELECT step FROM second_factors").fetch_one(&mut before).await.unwrap();
    assert_eq!(step.get::<i64, _>("step"), 101);
    // This version still knows what that server has deleted.
    say(&mut before, "DELETE FROM second_factors WHERE mobile = 'NUMBER'").await;
    assert!(!confirm(&store, ASHA, 1, 101).await);
}

#[tokio::test]
async fn tries_on_two_servers_are_counted_together() {
    let (_database, store, mut before) = opened().await;
    let wrong = factor(ASHA, 1, GivenFactor::Nothing);
    for _ in 0..2 {
        let tried = "INSERT INTO second_factor_tries (mobile, at) VALUES ('NUMBER', 1)";
        say(&mut before, tried).await;
        assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), Ok(false));
    }
    assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), Ok(false));
    let paused = Err(HostedCode::SecondFactorPaused);
    assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), paused);
    // A correct code there deletes that server's wrong tries; the wrong tries here still count.
    say(&mut before, "DELETE FROM second_factor_tries WHERE mobile = 'NUMBER'").await;
    for _ in 0..2 {
        assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), Ok(false));
    }
    assert_eq!(store.confirm(&wrong, &may_try_second_factor).await.unwrap(), paused);
}

#[tokio::test]
async fn a_session_confirmed_on_the_old_server_is_confirmed_but_not_recently() {
    let (_database, store, mut before) = opened().await;
    say(&mut before, "UPDATE sessions SET confirmed = 1 WHERE mobile = 'NUMBER'").await;
    let found = store.session(&[1; 32], at(NOW)).await.unwrap().unwrap();
    assert_eq!((found.confirmed, found.confirmed_at), (true, None));
}
