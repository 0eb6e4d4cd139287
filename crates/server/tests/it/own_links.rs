//! What a member has of their link: its name, what it is for, how often it was opened, and their limits.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use crate::frames::{FRAMES, VACANCY, site_of};
use crate::links::{BINU, OWN, begin, come, is_done, make, post, referrals, wish};
use crate::stages::staff_member;
use crate::support::{Browser, Fault, MEMBER, OTHER, TestApp, shows, submission, with_frames};

/// Whoever comes by the link has done nothing wrong, and does not learn by it whether the link works.
#[tokio::test]
async fn a_list_is_not_filled_beyond_the_owners_limit_and_no_wish_is_lost() {
    let app = TestApp::with(|parts| {
        parts.limits.referrals_from_account = 2;
        parts.limits.messages_from_address = 1;
    })
    .await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let path = make(&mut member, "").await;
    let mut browser = with_frames(&app);
    for place in 0..2 {
        is_done(&come(&app, &mut browser, &path, &format!("900000005{place}")).await);
    }
    for (number, path) in [("9000000055", path.as_str()), ("9000000056", "/r/ZZZZZZZZ")] {
        is_done(&come(&app, &mut browser, path, number).await);
    }
    assert_eq!(referrals(&mut member).await.len(), 2);
    let messages = admin.get("/api/messages").await.body["messages"].clone();
    assert_eq!(messages.as_array().unwrap().len(), 2, "{messages}");
    // Nobody uses up by a link what its owner may refer.
    member.post("/api/referrals", submission("Asha")).await.value();
}

#[tokio::test]
async fn an_opening_is_counted_and_a_preview_is_not() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let path = make(&mut member, "").await;
    let mut browser = with_frames(&app);
    browser.get(&path).await;
    browser.ask(Method::HEAD, &path, axum::body::Body::empty()).await;
    let mut seen = browser.clone().with("sec-fetch-mode", "navigate");
    seen.clone().with("sec-purpose", "prefetch").get(&path).await;
    seen.get(&path).await;
    was_opened(&mut member, 1).await;
}

/// Each would wait in memory for its turn to write.
#[tokio::test]
async fn opens_that_the_server_has_no_time_to_write_are_not_counted() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let path = make(&mut member, "").await;
    let mut browser = with_frames(&app).with("sec-fetch-mode", "navigate");
    app.store.fail(Some(("count_open", Fault::Waits)));
    for _ in 0..20 {
        assert_eq!(browser.get(&path).await.status, 200);
    }
    app.store.fail(None);
    was_opened(&mut member, 4).await;
    browser.get(&path).await;
    was_opened(&mut member, 5).await;
}

/// Waits until the member's links were opened this often, and no more.
async fn was_opened(member: &mut Browser, count: u64) {
    let mut opened = Value::Null;
    for _ in 0..200 {
        opened = member.get(OWN).await.body["opened"].clone();
        if opened == json!(count) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(opened, count);
    // Others would have long been counted by now.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(member.get(OWN).await.body["opened"], count);
}

#[tokio::test]
async fn a_link_has_a_name_only_if_its_owner_chose_one() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    app.guest().get(OWN).await.is(401, "not-logged-in");
    app.guest().put(OWN, json!({ "name": "", "renew": false })).await.is(401, "not-logged-in");
    assert_eq!(member.get(OWN).await.body, json!({ "opened": 0, "submitted": 0 }));
    for (name, status, code) in [
        ("evil.example", 422, "name-has-address"),
        (MEMBER, 422, "name-has-number"),
        ("\u{202e}", 422, "referrer-name-missing"),
    ] {
        member.put(OWN, json!({ "name": name, "renew": false })).await.is(status, code);
    }
    let mut browser = with_frames(&app);
    let path = make(&mut member, "\u{202e}Asha & \"Sons\"").await;
    let page = browser.get(&path).await;
    assert!(page.text.contains(">Asha &amp; &quot;Sons&quot;</bdi> recommends"), "{page:?}");
    let saved = member.put(OWN, json!({ "name": " ", "renew": false })).await;
    assert_eq!((saved.status, &saved.body["notice"]["title"]), (200, &json!("Saved")));
    assert!(!shows(&browser.get(&path).await.text, "sharer"));
}

#[tokio::test]
async fn a_member_makes_at_most_twenty_changes_a_day() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    for _ in 0..api::LINKS_A_DAY {
        member.put(OWN, json!({ "name": "", "renew": true })).await.value();
    }
    let renew = json!({ "name": "", "renew": true });
    member.put(OWN, renew.clone()).await.is(429, "allowance-used");
    assert!(member.get(OWN).await.body["link"].is_object(), "the last one works");
    app.member(OTHER).await.put(OWN, renew).await.value();
}

/// In other languages the page says by the status what was done.
#[tokio::test]
async fn the_first_link_and_a_new_one_are_made_and_their_name_is_saved() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    for (renew, status, title) in
        [(false, 201, "Link Created"), (false, 200, "Saved"), (true, 201, "Link Created")]
    {
        let done = member.put(OWN, json!({ "name": "Asha", "renew": renew })).await;
        assert_eq!((done.status, &done.body["notice"]["title"]), (status, &json!(title)));
    }
}

/// A link can be shared for one service, on paper too.
#[tokio::test]
async fn a_link_for_a_service_has_it_selected() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let path = make(&mut member, "").await;
    let plain = member.get(OWN).await.body["link"].clone();
    let link = member.get(&format!("{OWN}?service=training")).await.body["link"].clone();
    assert_eq!(link["address"], json!(format!("http://site.example{path}?service=training")));
    assert_ne!(link["qr"], plain["qr"]);
    let page = with_frames(&app).get(&format!("{path}?service=training")).await;
    assert!(page.text.contains("<option value=\"training\" selected"), "{page:?}");
    for unknown in ["%3Cb%3E", "loans"] {
        member.get(&format!("{OWN}?service={unknown}")).await.is(422, "service-not-offered");
    }
}

/// The page names no vacancy that the site does not have, and whoever comes is referred for the one that it names.
#[tokio::test]
async fn a_link_for_a_vacancy_brings_referrals_for_it() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let path = make(&mut member, "").await;
    let site = server::app(app.state.clone(), &site_of(FRAMES));
    let mut at_site = member.clone().on(site);
    let (address, title) = VACANCY;
    let query = "?service=training&opening=%2Fvacancies%2Fplanner";
    let link = at_site.get(&format!("{OWN}{query}")).await.body["link"].clone();
    assert_eq!(link["address"], json!(format!("http://site.example{path}{query}")));
    let closed = at_site.get(&format!("{OWN}?opening=Closed")).await.body["link"].clone();
    assert_eq!(closed["address"], json!(format!("http://site.example{path}")));

    let mut browser = with_frames(&app);
    let page = browser.get(&format!("{path}?opening=Closed")).await;
    assert!(page.text.contains("name=\"opening\" value=\"\""), "{page:?}");
    let page = browser.get(&format!("{path}{query}")).await;
    assert!(page.text.contains("value=\"Planner &amp; lead\""), "{page:?}");
    for (number, opening) in [("9000000061", address), ("9000000062", "/vacancies/closed")] {
        app.wait(Duration::from_millis(10));
        let values = begin(&app, &mut browser, &path, &wish(number, &[("opening", opening)])).await;
        is_done(&post(&mut browser, &path, &values).await);
        let newest = referrals(&mut member).await[0]["referral"].clone();
        let for_it = if opening == address { json!(title) } else { Value::Null };
        assert_eq!(newest["opening"], for_it);
    }
}

/// Staff know a rude page by its address, and are not told whose it is.
#[tokio::test]
async fn an_owner_or_manager_takes_the_name_off_a_link() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let mut browser = with_frames(&app);
    let path = make(&mut member, "Something rude").await;
    let code = path.strip_prefix("/r/").unwrap().to_lowercase();
    let name = format!("/api/links/{code}/name");
    app.guest().delete(&name).await.is(401, "not-logged-in");
    member.delete(&name).await.is(403, "not-admin");
    coordinator.delete(&name).await.is(403, "not-allowed");
    assert!(shows(&browser.get(&path).await.text, "sharer"));
    assert_eq!(manager.delete(&name).await.body["notice"]["title"], "Name Removed");
    assert!(!shows(&browser.get(&path).await.text, "sharer"));
    // It works as before, and its owner may choose another name.
    is_done(&come(&app, &mut browser, &path, BINU).await);
    member.put(OWN, json!({ "name": "Asha", "renew": false })).await.value();
    assert!(shows(&browser.get(&path).await.text, "sharer"));
    assert_eq!(manager.delete(&name).await.status, 200);
    for nameless in [&name, "/api/links/K7QM2XTD/name", "/api/links/none/name"] {
        manager.delete(nameless).await.is(404, "link-nameless");
    }
    let audit = admin.post("/api/audit/search", json!({ "kinds": ["link-name-taken-off"] })).await;
    let entries = audit.body["entries"].as_array().unwrap();
    assert_eq!((entries.len(), &entries[0]["target"]), (2, &Value::Null));
}
