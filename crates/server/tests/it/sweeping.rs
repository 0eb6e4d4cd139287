//! What is deleted automatically.

use std::time::Duration;

use crate::support::{Fault, MEMBER, TestApp, submission};
use server::sweeping::once;

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn count(app: &TestApp) -> u64 {
    app.admin().await.get("/api/referrals").await.body["totals"]["all"].as_u64().unwrap()
}

#[tokio::test]
async fn what_is_older_than_it_is_kept_goes_and_the_rest_stays() {
    let app = TestApp::new().await;
    app.guest().post("/api/referrals", submission("Asha")).await.value();
    app.wait(10 * DAY);
    app.guest().post("/api/referrals", submission("Balu")).await.value();
    app.wait(25 * DAY);
    once(&app.state, None).await;
    assert_eq!(count(&app).await, 2);
    once(&app.state, Some(30)).await;
    assert_eq!(count(&app).await, 1);
}

#[tokio::test]
async fn a_session_that_holds_is_not_swept_away_and_a_failure_is_only_logged() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    once(&app.state, Some(1)).await;
    app.store.fail(Some(("sweep", Fault::Failed)));
    once(&app.state, Some(1)).await;
    assert_eq!(member.get("/api/session").await.body["role"], "member");
}
