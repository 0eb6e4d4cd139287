//! Submissions that are written together.

use std::sync::Arc;
use std::time::Duration;

use domain::ledger::Totals;
use sqlx::{Connection, SqliteConnection};
use store::{Allowance, NewReferral, Store, StoreError, Submitted, Whose};
use tokio::task::JoinSet;

use crate::fixtures::{ASHA, NOW, everything, names, submission, submit};
use crate::place::Sqlite;

/// One more than go into one transaction.
const MANY: usize = 65;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_fails_does_not_take_the_others_with_it() {
    let place = Sqlite::new();
    let store = Arc::new(place.store().await);
    let mut database = SqliteConnection::connect(&place.file_url()).await.unwrap();
    let fails = "CREATE TRIGGER fails BEFORE INSERT ON referrals WHEN new.referred_name = 'Fault' \
                 BEGIN SELECT RAISE(ABORT, 'a fault'); END";
    sqlx::raw_sql(fails).execute(&mut database).await.unwrap();
    // Nothing is written until all of them wait.
    let hold = database.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let mut submits = JoinSet::new();
    for place in 0..MANY {
        let store = Arc::clone(&store);
        let name = if place == 20 { "Fault".to_owned() } else { format!("Person {place:02}") };
        submits.spawn(async move { store.submit(&submission(ASHA, &name, NOW)).await });
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    hold.rollback().await.unwrap();
    let outcomes = submits.join_all().await;
    let kept = outcomes.iter().filter(|outcome| matches!(outcome, Ok(Submitted::New(_))));
    assert_eq!(kept.count(), MANY - 1);
    let failed: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    assert!(matches!(failed[..], [StoreError::Failed(_)]), "{failed:?}");
    let mut listed = names(&*store, &everything()).await;
    listed.sort();
    let expected = (0..MANY).filter(|&place| place != 20);
    assert_eq!(listed, expected.map(|place| format!("Person {place:02}")).collect::<Vec<_>>());
    let totals = Totals { all: MANY - 1, pending: MANY - 1, ..Totals::default() };
    assert_eq!(store.totals(&Whose::All).await.unwrap(), totals);
    assert!(store.integrity().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_may_not_submit_costs_the_others_a_few_transactions_at_most() {
    let place = Sqlite::new();
    let store = Arc::new(place.store().await);
    let mut database = SqliteConnection::connect(&place.file_url()).await.unwrap();
    // The sums change once in each transaction.
    let noted = "CREATE TABLE noted (total INTEGER); CREATE TRIGGER notes AFTER UPDATE ON counters \
                 BEGIN INSERT INTO noted VALUES (new.total); END";
    sqlx::raw_sql(noted).execute(&mut database).await.unwrap();
    let hold = database.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let mut submits = JoinSet::new();
    for place in 0..MANY {
        let store = Arc::clone(&store);
        let limit = u32::from(place != 20);
        let of = [u8::try_from(place).unwrap(); 32];
        let new = submission(ASHA, &format!("Person {place:02}"), NOW);
        let new = NewReferral { allowance: Some(Allowance { of, limit }), ..new };
        submits.spawn(async move { store.submit(&new).await.unwrap() });
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    hold.rollback().await.unwrap();
    let outcomes = submits.join_all().await;
    let is_new = |outcome: &&Submitted| matches!(outcome, Submitted::New(_));
    assert_eq!(outcomes.iter().filter(is_new).count(), MANY - 1);
    assert!(outcomes.contains(&Submitted::AllowanceUsed));
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM noted").fetch_one(&mut database).await;
    let transactions: i64 = count.unwrap();
    assert!(transactions <= 12, "{transactions}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_given_up_before_its_turn_is_not_kept() {
    let place = Sqlite::new();
    let store = Arc::new(place.store().await);
    let mut database = SqliteConnection::connect(&place.file_url()).await.unwrap();
    let hold = database.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let begin = |name: &'static str| {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.submit(&submission(ASHA, name, NOW)).await })
    };
    // One waits for the database, and two for that one.
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
    assert_eq!(names(&*store, &everything()).await, ["C", "A"]);
}

#[tokio::test]
async fn a_store_that_is_closed_takes_nothing_more_and_says_so() {
    let place = Sqlite::new();
    let store = place.store().await;
    submit(&store, ASHA, "A", NOW).await;
    store.close().await;
    let late = store.submit(&submission(ASHA, "B", NOW)).await;
    assert!(matches!(late, Err(StoreError::Unavailable(_))), "{late:?}");
    assert_eq!(names(&place.store().await, &everything()).await, ["A"]);
}
