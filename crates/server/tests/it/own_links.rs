//! What a member has of their link: its name, how often it was opened, and their limits.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};

use crate::links::{OWN, come, is_done, make, referrals};
use crate::support::{MEMBER, OTHER, TestApp, shows, submission, with_frames};

#[tokio::test]
async fn a_list_is_not_filled_beyond_the_owners_limit() {
    let app = TestApp::with(|parts| parts.limits.referrals_from_account = 2).await;
    let mut member = app.member(MEMBER).await;
    let path = make(&mut member, "").await;
    let mut browser = with_frames(&app);
    for place in 0..2 {
        is_done(&come(&app, &mut browser, &path, &format!("900000005{place}")).await);
    }
    let refused = come(&app, &mut browser, &path, "9000000055").await;
    assert_eq!(refused.status, 429, "{refused:?}");
    assert!(refused.text.contains("Binu Thomas"), "{refused:?}");
    assert_eq!(referrals(&mut member).await.len(), 2);
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
    let mut opened = Value::Null;
    for _ in 0..200 {
        opened = member.get(OWN).await.body["opened"].clone();
        if opened == json!(1) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(opened, 1);
    // The others had long been counted by now.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(member.get(OWN).await.body["opened"], 1);
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
    assert!(page.text.contains(">Asha &amp; &quot;Sons&quot;</bdi> suggests"), "{page:?}");
    member.put(OWN, json!({ "name": " ", "renew": false })).await.value();
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
