//! Views of the console that are shared with the staff.

use api::VIEWS_EACH_MAX;
use serde_json::{Value, json};

use crate::staff::join;
use crate::support::{Browser, MEMBER, TestApp};

const ADDRESS: &str = "/referrals?stage=received&sort=waiting";

async fn share(browser: &mut Browser, name: &str) -> String {
    let shared = browser.post("/api/views", json!({ "name": name, "address": ADDRESS })).await;
    assert_eq!(shared.status, 201, "{shared:?}");
    shared.value()["id"].as_str().unwrap().to_owned()
}

/// The names of the shared views, and whether this person may remove each.
async fn listed(browser: &mut Browser) -> Vec<(String, bool)> {
    let list = browser.get("/api/views").await.body;
    let views = list["views"].as_array().unwrap().iter();
    let of = |view: &Value| (view["name"].as_str().unwrap().to_owned(), view["removable"] == true);
    views.map(of).collect()
}

#[tokio::test]
async fn a_shared_view_is_seen_by_all_staff_and_removed_by_its_author_or_an_owner() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut coordinator, id) = join(&app, &mut owner, "9000000002", "coordinator").await;
    let (mut manager, _) = join(&app, &mut owner, "9000000003", "manager").await;
    let (mut auditor, _) = join(&app, &mut owner, "9000000004", "auditor").await;
    let view = share(&mut coordinator, " To call ").await;
    for (browser, removable) in
        [(&mut coordinator, true), (&mut manager, false), (&mut auditor, false), (&mut owner, true)]
    {
        assert_eq!(listed(browser).await, [("To call".to_owned(), removable)]);
    }
    assert_eq!(manager.get("/api/views").await.body["views"][0]["madeBy"], id);
    let path = format!("/api/views/{view}");
    for browser in [&mut manager, &mut auditor] {
        browser.delete(&path).await.is(403, "not-allowed");
    }
    assert_eq!(coordinator.delete(&path).await.status, 204);
    coordinator.delete(&path).await.is(404, "bad-request");
    assert_eq!(listed(&mut manager).await, []);
    let request = json!({ "name": "To read", "address": ADDRESS });
    auditor.post("/api/views", request.clone()).await.is(403, "not-allowed");
    let mut member = app.member(MEMBER).await;
    member.get("/api/views").await.is(403, "not-admin");
    member.post("/api/views", request.clone()).await.is(403, "not-admin");
    app.guest().post("/api/views", request).await.is(401, "not-logged-in");
}

#[tokio::test]
async fn the_views_of_somebody_who_leaves_stay_and_are_for_owners_to_remove() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut coordinator, id) = join(&app, &mut owner, "9000000002", "coordinator").await;
    let (mut manager, _) = join(&app, &mut owner, "9000000003", "manager").await;
    let view = share(&mut coordinator, "To call").await;
    assert_eq!(owner.delete(&format!("/api/staff/{id}")).await.status, 204);
    coordinator.get("/api/views").await.is(401, "session-ended");
    let path = format!("/api/views/{view}");
    manager.delete(&path).await.is(403, "not-allowed");
    assert_eq!(listed(&mut manager).await, [("To call".to_owned(), false)]);
    assert_eq!(owner.delete(&path).await.status, 204);
}

#[tokio::test]
async fn no_view_can_have_a_search_a_number_or_one_referrer() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let own = owner.get("/api/session").await.body["staff"]["id"].as_str().unwrap().to_owned();
    for (name, address) in [
        ("To call", "/referrals?search=Meera"),
        ("To call", "/referrals?stage=received#Meera"),
        ("To call", "/referrals?referrer=0000019a"),
        ("To call", "/referrals?owner=9876543210"),
        ("+91 98765 43210", ADDRESS),
        (&*"n".repeat(65), ADDRESS),
    ] {
        let request = json!({ "name": name, "address": address });
        owner.post("/api/views", request).await.is(400, "bad-request");
    }
    let request = json!({ "name": "Mine", "address": format!("/referrals?owner={own}") });
    assert_eq!(owner.post("/api/views", request).await.status, 201);
}

#[tokio::test]
async fn nobody_takes_the_room_of_the_others_and_sharing_is_in_the_audit_log() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut coordinator, _) = join(&app, &mut owner, "9000000002", "coordinator").await;
    let view = share(&mut coordinator, "View a").await;
    // As after an answer that was lost.
    assert_eq!(share(&mut coordinator, "View a ").await, view);
    let names = 1..VIEWS_EACH_MAX;
    for name in names.map(|place| format!("View {place}")) {
        share(&mut coordinator, &name).await;
    }
    let request = json!({ "name": "One more", "address": ADDRESS });
    coordinator.post("/api/views", request).await.is(422, "views-full");
    share(&mut owner, "Others have room").await;
    assert_eq!(owner.delete(&format!("/api/views/{view}")).await.status, 204);
    let kinds: Vec<_> = app.events(None, 99).await.into_iter().map(|event| event.kind).collect();
    let count = |kind| kinds.iter().filter(|it| *it == kind).count();
    assert_eq!(count("view-shared"), VIEWS_EACH_MAX as usize + 1);
    assert_eq!(count("view-removed"), 1);
}
