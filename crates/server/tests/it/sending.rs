//! How many codes are sent.

use std::{sync::atomic::Ordering, time::Duration};

use crate::support::{MEMBER, OTHER, TestApp};
use domain::hosted::SendLimits;
use serde_json::json;

const QUARTER: Duration = Duration::from_secs(15 * 60);

#[tokio::test]
async fn three_codes_in_a_quarter_of_an_hour_and_ten_in_a_day() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    let mut sent = 0;
    for _ in 0..3 {
        for _ in 0..3 {
            app.code(&mut browser, MEMBER).await;
            sent += 1;
        }
        let answer = browser.post("/api/codes", json!({ "mobile": MEMBER })).await;
        answer.is(429, "too-many-codes");
        app.wait(QUARTER);
    }
    app.code(&mut browser, MEMBER).await;
    app.wait(QUARTER);
    let answer = browser.post("/api/codes", json!({ "mobile": MEMBER })).await;
    answer.is(429, "too-many-codes");
    assert_eq!(app.letters.sent.lock().unwrap().len(), sent + 1);
    app.code(&mut browser, OTHER).await;
    app.wait(Duration::from_secs(24 * 3600));
    app.code(&mut browser, MEMBER).await;
}

#[tokio::test]
async fn sending_is_paused_when_one_address_or_everybody_asks_too_often() {
    for limits in [
        SendLimits { from_address: 2, ..SendLimits::default() },
        SendLimits { overall: 2, ..SendLimits::default() },
    ] {
        let app = TestApp::with(|parts| parts.sends = limits).await;
        let mut browser = app.guest();
        app.code(&mut browser, MEMBER).await;
        app.code(&mut browser, OTHER).await;
        let answer = browser.post("/api/codes", json!({ "mobile": "9000000000" })).await;
        answer.is(429, "sending-paused");
    }
}

#[tokio::test]
async fn a_code_that_cannot_be_sent_is_an_error_that_says_so() {
    let app = TestApp::new().await;
    app.letters.fails.store(true, Ordering::SeqCst);
    let answer = app.guest().post("/api/codes", json!({ "mobile": MEMBER })).await;
    answer.is(503, "sending-failed");
}

#[tokio::test]
async fn many_who_ask_at_once_get_no_more_codes_than_one_who_asks_often() {
    let app = TestApp::new().await;
    let asking = (0..12).map(|_| {
        let mut browser = app.guest();
        tokio::spawn(
            async move { browser.post("/api/codes", json!({ "mobile": MEMBER })).await.status },
        )
    });
    let mut statuses = Vec::new();
    for asked in asking.collect::<Vec<_>>() {
        statuses.push(asked.await.unwrap());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 202).count(), 3, "{statuses:?}");
}
