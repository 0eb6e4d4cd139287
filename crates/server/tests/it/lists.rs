//! Lists, in parts.

use std::time::Duration;

use crate::support::{Browser, MEMBER, OTHER, TestApp, submission};
use serde_json::Value;

/// Seven referrals of a member's and one of a guest's, a second apart.
async fn filled(app: &TestApp) -> Browser {
    let mut member = app.member(MEMBER).await;
    for name in ["Asha", "Balu", "Chitra", "Dev", "Esha", "Farid", "Gopal"] {
        let mut form = submission(name);
        form["draft"]["notes"] = format!("met {name} at the fair, 100%_sure").into();
        member.post("/api/referrals", form).await.value();
        app.wait(Duration::from_secs(1));
    }
    app.guest().post("/api/referrals", submission("Hari")).await.value();
    member
}

fn names(page: &Value) -> Vec<&str> {
    let referrals = page["referrals"].as_array().unwrap();
    referrals.iter().map(|it| it["referral"]["referredName"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_list_comes_in_parts_newest_first_and_each_entry_once() {
    let app = TestApp::new().await;
    let mut member = filled(&app).await;
    let mut seen = Vec::new();
    let mut path = "/api/referrals?limit=3".to_owned();
    loop {
        let page = member.get(&path).await.body;
        assert_eq!(page["totals"]["all"], 7);
        assert!(names(&page).len() <= 3);
        seen.extend(names(&page).iter().map(|name| (*name).to_owned()));
        match page["next"].as_str() {
            Some(next) => path = format!("/api/referrals?limit=3&after={next}"),
            None => break,
        }
    }
    assert_eq!(seen, ["Gopal", "Farid", "Esha", "Dev", "Chitra", "Balu", "Asha"]);
}

#[tokio::test]
async fn the_other_orders_and_whatever_was_looked_for() {
    let app = TestApp::new().await;
    let mut member = filled(&app).await;
    let page = member.get("/api/referrals?sort=oldest&limit=2").await.body;
    assert_eq!(names(&page), ["Asha", "Balu"]);
    let page = member.get("/api/referrals?search=CHITRA&status=&service=&sort=").await.body;
    assert_eq!(names(&page), ["Chitra"]);
    assert_eq!(page["totals"]["all"], 7, "whatever was looked for");
    let page = member.get("/api/referrals?search=100%25_sure").await.body;
    assert_eq!(names(&page).len(), 7);
    let page = member.get("/api/referrals?search=%25").await.body;
    assert_eq!(names(&page).len(), 7, "a sign, not a wildcard: it is in the notes");
    let page = member.get("/api/referrals?search=nobody").await.body;
    assert!(names(&page).is_empty());
    let page = member.get("/api/referrals?status=Successful").await.body;
    assert!(names(&page).is_empty());
    let page = member.get("/api/referrals?service=training&status=Pending").await.body;
    assert_eq!(names(&page).len(), 7);
}

#[tokio::test]
async fn everybody_sees_their_own_and_the_admin_sees_all() {
    let app = TestApp::new().await;
    filled(&app).await;
    let all = |page: Value| page["totals"]["all"].as_u64().unwrap();
    assert_eq!(all(app.guest().get("/api/referrals").await.body), 0);
    assert_eq!(all(app.member(OTHER).await.get("/api/referrals").await.body), 0);
    // What was referred as a guest under the same number is theirs.
    assert_eq!(all(app.member("9000000001").await.get("/api/referrals").await.body), 1);
    assert_eq!(all(app.admin().await.get("/api/referrals").await.body), 8);
}

#[tokio::test]
async fn no_question_makes_a_list_longer_than_a_page() {
    let app = TestApp::new().await;
    let mut member = filled(&app).await;
    for query in ["limit=0", "limit=4294967295", "after=nonsense", "after=%00", "search=%00"] {
        let answer = member.get(&format!("/api/referrals?{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        assert!(names(&answer.body).len() <= 7);
    }
    for query in ["limit=-1", "limit=4294967296", "sort=sideways"] {
        member.get(&format!("/api/referrals?{query}")).await.is(400, "bad-request");
    }
}
