//! A process that is killed while it writes.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{self, Command, Stdio};

use domain::view::Totals;
use server::{db::Store, referrals::records::Scope};

use crate::database::{Postgres, Sqlite};
use crate::fixtures::{ASHA, NOW, everything, submit};

/// The environment variable with the database of the process that is killed.
const URL: &str = "STORE_CRASH_URL";

/// Begins a line of output for each acknowledged referral.
const KEPT: &str = "kept ";

/// In the process that is killed, this test writes until then.
async fn write_if_to_be_killed() {
    let Ok(url) = env::var(URL) else { return };
    let store = Store::open(&url).await.unwrap();
    for number in 0_u64.. {
        let name = format!("Person {number} of {}", process::id());
        let stored = submit(&store, ASHA, &name, NOW).await;
        println!("\n{KEPT}{}", stored.key);
    }
}

/// Starts this program again with only this test, kills it, and returns the keys that it reported
/// as stored.
fn kept_by_a_killed_program(test: &str, url: &str) -> Vec<String> {
    let mut program = Command::new(env::current_exe().unwrap())
        .args(["--exact", &format!("crash::{test}"), "--nocapture"])
        .env(URL, url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(program.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut kept = Vec::new();
    for line in lines {
        kept.extend(line.strip_prefix(KEPT).map(str::to_owned));
        if kept.len() == 30 {
            program.kill().unwrap();
        }
    }
    assert!(!program.wait().unwrap().success());
    assert!(kept.len() >= 30, "{kept:?}");
    kept
}

async fn assert_whole(store: &Store, kept: &[String]) {
    for key in kept {
        assert!(store.referral(key).await.unwrap().is_some(), "{key}");
        assert_eq!(store.history(key).await.unwrap().len(), 1, "{key}");
    }
    let all = store.list(&everything()).await.unwrap().items.len();
    let totals = Totals { all, pending: all, ..Totals::default() };
    assert_eq!(store.totals(&Scope::All).await.unwrap(), totals);
    assert!(store.integrity().await.unwrap().is_empty());
    submit(store, ASHA, &format!("The one after {all}"), NOW).await;
}

#[tokio::test]
async fn a_killed_program_leaves_everything_acknowledged_in_its_file() {
    write_if_to_be_killed().await;
    let test = "a_killed_program_leaves_everything_acknowledged_in_its_file";
    let database = Sqlite::new();
    for _ in 0..2 {
        let kept = kept_by_a_killed_program(test, &database.url());
        assert_whole(&database.store().await, &kept).await;
    }
}

#[tokio::test]
async fn postgresql_has_everything_acknowledged_to_a_killed_program() {
    write_if_to_be_killed().await;
    let test = "postgresql_has_everything_acknowledged_to_a_killed_program";
    let Some(database) = Postgres::new().await else { return };
    let kept = kept_by_a_killed_program(test, database.url());
    assert_whole(&database.store().await, &kept).await;
}
