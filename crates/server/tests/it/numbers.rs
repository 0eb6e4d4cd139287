//! Numbers in every spelling, and an erasure that removes all of them.

use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::support::{ADMIN, TestApp, logged_since, submission};
use serde_json::json;
use server::db::Store;
use sha2::{Digest, Sha256};

/// A number that no other test of this program uses.
const NUMBER: &str = "9811122233";
const SPELLINGS: [&str; 5] =
    ["98111 22233", "09811122233", "919811122233", "+91 98111-22233", "٩٨١١١٢٢٢٣٣"];

#[tokio::test]
async fn every_spelling_of_a_number_is_one_login() {
    let app = TestApp::new().await;
    let member = app.member(NUMBER).await;
    assert!(member.cookie().is_some());
    for spelling in SPELLINGS {
        let mut browser = app.guest();
        let answer = app.enter(&mut browser, spelling, "login").await;
        assert_eq!(answer.value()["user"]["mobileNumber"], NUMBER, "{spelling}");
        assert_eq!(answer.value()["shown"], "+91 98111 22233", "{spelling}");
        let answer = app.enter(&mut app.guest(), spelling, "signup").await;
        answer.is(409, "already-registered");
        // Keeps below the daily limit of one number, which is tested elsewhere.
        app.wait(std::time::Duration::from_secs(24 * 3600));
    }
    let sent = app.letters.sent.lock().unwrap().last().unwrap().clone();
    assert_eq!((sent.mobile.as_str(), sent.number.as_deref()), (NUMBER, Some("+919811122233")));
}

#[tokio::test]
async fn the_limit_of_codes_is_one_for_all_spellings() {
    let app = TestApp::new().await;
    let mut asked = Vec::new();
    for spelling in SPELLINGS {
        let answer = app.guest().post("/api/codes", json!({ "mobile": spelling })).await;
        asked.push(answer.status);
    }
    assert_eq!(asked[..3], [202, 202, 202]);
    assert!(asked[3..].iter().all(|status| *status != 202), "{asked:?}");
}

#[tokio::test]
async fn a_number_without_a_country_code_is_refused_with_a_hint() {
    let app = TestApp::new().await;
    let answer = app.guest().post("/api/codes", json!({ "mobile": "447911123456" })).await;
    answer.is(422, "country-code-missing");
    assert!(answer.body["detail"].as_str().unwrap().contains("country code"));
    let answer = app.guest().post("/api/codes", json!({ "mobile": "+44 7911 123456" })).await;
    assert_eq!(answer.status, 202, "{answer:?}");
    let answer = app.guest().post("/api/codes", json!({ "mobile": "100 000 0000" })).await;
    answer.is(422, "country-code-missing");
    let answer = app.guest().post("/api/codes", json!({ "mobile": ADMIN })).await;
    assert_eq!(answer.status, 202, "the admin's, as the configuration has it");
    assert_eq!(app.letters.sent.lock().unwrap().last().unwrap().mobile.as_str(), ADMIN);
}

#[tokio::test]
async fn a_member_finds_what_they_referred_as_a_guest_in_another_spelling() {
    let app = TestApp::new().await;
    let mut form = submission("Asha");
    form["draft"]["referrerPhone"] = "+91 98111-22233".into();
    app.guest().post("/api/referrals", form).await.value();
    let mut member = app.member(NUMBER).await;
    let list = member.get("/api/referrals").await.body;
    let referral = &list["referrals"][0];
    assert_eq!(referral["referral"]["referrerMobile"], "+91 98111-22233", "as it was typed");
    assert_eq!(referral["referrerShown"], "+91 98111 22233");
    let key = referral["key"].as_str().unwrap();
    let history = member.get(&format!("/api/referrals/{key}/history")).await;
    assert_eq!(history.status, 200);
}

#[tokio::test]
async fn a_page_with_another_spelling_of_the_number_is_still_that_members() {
    let app = TestApp::new().await;
    let member = app.member(NUMBER).await;
    let mut page = member.with("expected-user", "09811122233");
    assert_eq!(page.get("/api/referrals").await.status, 200);
}

/// How many times an erasure races with other writes: `ERASURE_ROUNDS`, or ten.
fn rounds() -> u64 {
    std::env::var("ERASURE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(10)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_an_erasure_no_log_metric_export_or_backup_of_sqlite_has_the_number() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("site.db").display());
    let store = Store::open(&url).await.unwrap();
    erasures_leave_no_trace(&store, async |round| {
        let backup = folder.path().join(format!("backup-{round}.db"));
        store.backup(&backup).await.unwrap();
        fs::read(&backup).unwrap()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_an_erasure_no_log_metric_export_or_backup_of_postgresql_has_the_number() {
    let Some(url) = testkit::postgres::database().await else { return };
    let store = Store::open(&url).await.unwrap();
    erasures_leave_no_trace(&store, async |_| {
        let dumped = Command::new("pg_dump").arg("--dbname").arg(&url).output().unwrap();
        assert!(dumped.status.success(), "{dumped:?}");
        dumped.stdout
    })
    .await;
}

/// Repeatedly erases a member while they submit, and searches everything that is left for their
/// number.
async fn erasures_leave_no_trace(store: &Store, backup: impl AsyncFn(u64) -> Vec<u8>) {
    let app = TestApp::with(|parts| {
        parts.store = store.clone().with_keyed_hash(parts.secret.keyed_hash());
        // The time limit is not tested here, since the machine may be busy.
        parts.limits.request_timeout = Duration::from_secs(600);
    })
    .await;
    // From here on, requests are measured.
    let mut operator = app.operator();
    // A hash without a key could be reversed by trying all numbers.
    let hashes: Vec<_> =
        numbers::spellings(NUMBER).iter().map(|it| Sha256::digest(it).to_vec()).collect();
    let key = numbers::key(NUMBER);
    // The tests share one log, so each round reads only what is new in it.
    let mut read = 0;
    // A stranger's note with that number; its other words stay.
    let mut form = submission("Stranger");
    form["draft"]["notes"] = "She has 098111-22233, ask after six".into();
    app.guest().post("/api/referrals", form.clone()).await.value();
    for round in 0..rounds() {
        let mut member = app.member("+91 98111 22233").await;
        let racers: Vec<_> = (0..20)
            .map(|place| {
                let mut tab = member.clone();
                tokio::spawn(async move {
                    let mut form = submission(&format!("Friend {place}"));
                    form["draft"]["referredPhone"] = "044 2345".into();
                    tab.post("/api/referrals", form).await.status
                })
            })
            .collect();
        tokio::task::yield_now().await;
        let erased = member.delete("/api/me").await;
        assert_eq!(erased.value()["blanked"], u64::from(round == 0));
        for racer in racers {
            let status = racer.await.unwrap();
            assert!(matches!(status, 201 | 401), "round {round}: {status}");
        }
        let copied = backup(round).await;
        for hash in &hashes {
            assert!(!copied.windows(hash.len()).any(|bytes| bytes == hash), "a hash in {round}");
        }
        let copied = String::from_utf8_lossy(&copied).into_owned();
        let hex =
            |hash: &Vec<u8>| hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert!(!hashes.iter().any(|hash| copied.contains(&hex(hash))), "a hash in {round}");
        let export = app.admin().await.get("/api/export").await.text;
        assert!(export.contains("She has [number erased], ask after six"), "{export}");
        let metrics = operator.get("/metrics").await.text;
        assert!(metrics.contains("http_requests_total"), "{metrics}");
        let log = logged_since(read);
        read += log.len();
        let places = [("backup", copied), ("export", export), ("log", log), ("metrics", metrics)];
        for (place, text) in places {
            let mut lines = text.lines().filter(|line| numbers::mentions(line, &key));
            assert_eq!(lines.next(), None, "{place} of round {round}");
        }
        app.wait(Duration::from_secs(24 * 3600));
    }
}

#[tokio::test]
async fn the_admins_number_in_odd_spellings_is_refused_like_any_other() {
    let admin = domain::mobile::MobileNumber::parse("9811133344").unwrap();
    let app = TestApp::with(|parts| parts.policy.admin = Some(admin)).await;
    for number in ["9811133344", "9811133355"] {
        for typed in [format!("x {number}"), format!("{number} ext. 5")] {
            let answer = app.guest().post("/api/codes", json!({ "mobile": typed })).await;
            answer.is(422, "country-code-missing");
        }
        let typed = format!("+91 {number}");
        let answer = app.guest().post("/api/codes", json!({ "mobile": typed })).await;
        assert_eq!(answer.status, 202, "{answer:?}");
    }
}

#[tokio::test]
async fn a_text_longer_than_any_number_is_too_long() {
    let app = TestApp::new().await;
    for (spaces, status) in [(22, 202), (23, 422)] {
        let mobile = format!("98{}11122233", " ".repeat(spaces));
        let answer = app.guest().post("/api/codes", json!({ "mobile": mobile })).await;
        assert_eq!(answer.status, status, "{answer:?}");
        if status == 422 {
            answer.is(422, "mobile-too-long");
        }
    }
}

#[tokio::test]
async fn a_foreign_number_is_another_account_than_a_local_one() {
    let app = TestApp::new().await;
    let foreign = domain::mobile::MobileNumber::parse("006591234567").unwrap();
    assert_eq!(numbers::normal(&foreign), foreign);
    assert!(!numbers::spellings("006591234567").contains(&"6591234567".to_owned()));
    assert_eq!(numbers::spellings("+65 9123 4567"), ["006591234567"]);
    let mut ours = app.member("6591234567").await;
    let erased = app.sql().await;
    let foreigners = erased.close_sessions(&foreign, None).await.unwrap();
    assert_eq!(foreigners, 0);
    assert_eq!(ours.get("/api/session").await.body["user"]["mobileNumber"], "6591234567");
}
