//! What is deleted automatically.

use std::time::Duration;

use crate::support::{Fault, MEMBER, TestApp, submission};
use server::privacy::sweeping::once;

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn count(app: &TestApp) -> u64 {
    app.admin().await.get("/api/referrals").await.body["totals"]["all"].as_u64().unwrap()
}

#[tokio::test]
async fn records_past_their_retention_are_deleted() {
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
async fn a_valid_session_is_not_swept_and_a_failure_is_only_logged() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    once(&app.state, Some(1)).await;
    app.store.fail(Some(("sweep", Fault::Failed)));
    once(&app.state, Some(1)).await;
    assert_eq!(member.get("/api/session").await.body["role"], "member");
}
