//! Lists in pages.

use std::time::Duration;

use crate::stages::{give, id_of, referral};
use crate::support::{Browser, MEMBER, OTHER, TestApp, submission};
use serde_json::{Value, json};

/// Seven referrals by a member and one by a guest, a second apart.
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

/// The names that a search for a text finds.
async fn search(browser: &mut Browser, text: &str) -> Value {
    browser.post("/api/referrals/search", json!({ "search": text })).await.body
}

#[tokio::test]
async fn a_list_is_paged_newest_first_and_has_each_entry_once() {
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
async fn lists_are_sorted_paged_and_searched() {
    let app = TestApp::new().await;
    let mut member = filled(&app).await;
    let page = member.get("/api/referrals?sort=oldest&limit=2").await.body;
    assert_eq!(names(&page), ["Asha", "Balu"]);
    let all = member.get("/api/referrals?status=&service=&sort=").await.body;
    assert_eq!(names(&all).len(), 7);
    let find = json!({ "search": "CHITRA", "status": "", "service": "" });
    let page = member.post("/api/referrals/search", find).await.body;
    assert_eq!(names(&page), ["Chitra"]);
    assert_eq!(page["totals"]["all"], 7, "whatever was looked for");
    let page = search(&mut member, "100%_sure").await;
    assert_eq!(names(&page).len(), 7);
    let page = search(&mut member, "%").await;
    assert!(names(&page).is_empty(), "only letters and digits are searched for");
    let page = search(&mut member, "nobody").await;
    assert!(names(&page).is_empty());
    let page = member.get("/api/referrals?status=Successful").await.body;
    assert!(names(&page).is_empty());
    let page = member.get("/api/referrals?service=training&status=Pending").await.body;
    assert_eq!(names(&page).len(), 7);
}

/// By the last change of all, they could count what others do.
#[tokio::test]
async fn a_members_cursor_says_nothing_of_others_referrals() {
    let app = TestApp::new().await;
    let mut member = filled(&app).await;
    let path = "/api/referrals?sort=points&limit=3";
    let first = member.get(path).await.body;
    let next = first["next"].as_str().unwrap().to_owned();
    for name in ["Indu", "Jaya"] {
        app.guest().post("/api/referrals", submission(name)).await.value();
    }
    assert_eq!(member.get(path).await.body["next"], next);
    // A change of their own moves nothing on the pages that come.
    let mut admin = app.admin().await;
    let last = member.get("/api/referrals?sort=oldest&limit=1").await.body;
    let key = last["referrals"][0]["key"].as_str().unwrap();
    let award = json!({ "points": "5", "version": 1 });
    admin.put(&format!("/api/referrals/{key}/points"), award).await.value();
    let rest = member.get(&format!("{path}&after={next}")).await.body;
    assert_eq!(names(&rest), ["Dev", "Chitra", "Balu"]);
    let after = rest["next"].as_str().unwrap();
    assert_eq!(names(&member.get(&format!("{path}&after={after}")).await.body), ["Asha"]);
    assert_ne!(member.get(path).await.body["next"], next);
}

#[tokio::test]
async fn everybody_sees_their_own_and_the_admin_sees_all() {
    let app = TestApp::new().await;
    filled(&app).await;
    let all = |page: Value| page["totals"]["all"].as_u64().unwrap();
    assert_eq!(all(app.guest().get("/api/referrals").await.body), 0);
    assert_eq!(all(app.member(OTHER).await.get("/api/referrals").await.body), 0);
    // Referrals as a guest with the same number belong to the member.
    assert_eq!(all(app.member("9000000001").await.get("/api/referrals").await.body), 1);
    assert_eq!(all(app.admin().await.get("/api/referrals").await.body), 8);
}

#[tokio::test]
async fn no_query_returns_more_than_a_page() {
    let app = TestApp::new().await;
    let mut member = filled(&app).await;
    for query in ["limit=0", "limit=4294967295", "after=nonsense"] {
        let answer = member.get(&format!("/api/referrals?{query}")).await;
        assert_eq!(answer.status, 200, "{query}");
        assert!(names(&answer.body).len() <= 7);
    }
    for query in ["limit=-1", "limit=4294967296", "sort=sideways"] {
        member.get(&format!("/api/referrals?{query}")).await.is(400, "bad-request");
    }
}

#[tokio::test]
async fn searches_are_not_in_the_address() {
    let app = TestApp::new().await;
    let mut member = filled(&app).await;
    let answer = member.get("/api/referrals?search=044%202345").await;
    answer.is(400, "bad-request");
    assert!(answer.body["detail"].as_str().unwrap().contains("POST /api/referrals/search"));
    let first = json!({ "search": "044 2345", "limit": 3 });
    let page = member.post("/api/referrals/search", first).await.body;
    assert_eq!(names(&page), ["Gopal", "Farid", "Esha"]);
    let next = json!({ "search": "044 2345", "limit": 3, "after": page["next"] });
    let page = member.post("/api/referrals/search", next).await.body;
    assert_eq!(names(&page), ["Dev", "Chitra", "Balu"]);
    // The keys of referrals and the cursors in addresses contain no number either.
    let key = page["referrals"][0]["key"].as_str().unwrap();
    let next = page["next"].as_str().unwrap();
    for number in ["9876543210", "0442345", "9000000001"] {
        assert!(!key.contains(number) && !next.contains(number), "{key} {next}");
    }
    let hidden = json!({ "search": "\0" });
    member.post("/api/referrals/search", hidden).await.is(422, "control-characters");
    let long = json!({ "search": "x".repeat(201) });
    member.post("/api/referrals/search", long).await.is(400, "bad-request");
    let guest = app.guest().post("/api/referrals/search", json!({ "search": "Asha" })).await;
    assert!(names(&guest.body).is_empty());
}

#[tokio::test]
async fn a_board_has_what_is_in_each_stage_and_how_many_there_are() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let keys = [referral(&app, &mut member).await, referral(&app, &mut member).await];
    let mut admin = app.admin().await;
    let contacted = json!({ "kind": "move", "stage": "contacted" });
    give(&mut admin, &keys[1], 1, contacted).await.value();
    let id = id_of(&mut admin).await;
    let stranger = json!({ "kind": "assign", "staff": "nobody" });
    give(&mut admin, &keys[1], 2, stranger).await.is(422, "staff-unknown");
    give(&mut admin, &keys[1], 2, json!({ "kind": "assign", "staff": id })).await.value();
    let counts = admin.get("/api/referrals/counts").await.body["stages"].clone();
    assert_eq!((&counts["received"], &counts["contacted"]), (&json!(1), &json!(1)));
    let none = json!({ "search": "nobody of this name" });
    let found = admin.post("/api/referrals/counts", none).await.body["stages"].clone();
    assert_eq!(found["received"], 0);
    for (query, wanted) in [
        ("stage=contacted", vec![1]),
        ("owner=none", vec![0]),
        (&format!("owner={id}"), vec![1]),
        ("sort=waiting", vec![0, 1]),
        ("from=0&to=1", vec![]),
        ("service=training&stage=received", vec![0]),
    ] {
        let page = admin.get(&format!("/api/referrals?{query}")).await.body;
        let found: Vec<_> = page["referrals"].as_array().unwrap().iter().collect();
        let wanted: Vec<_> = wanted.into_iter().map(|place: usize| keys[place].as_str()).collect();
        let found: Vec<_> = found.iter().map(|it| it["key"].as_str().unwrap()).collect();
        assert_eq!(found, wanted, "{query}");
    }
    // For a referrer the filter by owner has no effect, and no owner is shown.
    let page = member.get("/api/referrals?owner=admin").await;
    assert_eq!(page.body["referrals"].as_array().unwrap().len(), 2);
    assert!(!page.text.contains("owner"), "{}", page.text);
}
