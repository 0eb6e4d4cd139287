//! What a referrer is told of their referrals.

use std::time::Duration;

use serde_json::json;

use crate::outbox::deliver;
use crate::support::{MEMBER, TestApp, logged, submission};

#[tokio::test]
async fn referrers_get_text_messages_if_they_want() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let path = "/api/me/notifications";
    assert_eq!(member.get(path).await.body, json!({ "notify": "none" }));
    let chosen = member.put(path, json!({ "notify": "sms" })).await;
    assert_eq!(chosen.value()["notify"], "sms");
    assert_eq!(member.get(path).await.body, json!({ "notify": "sms" }));
    let referral = member.post("/api/referrals", submission("Meera")).await;
    let key = referral.value()["key"].as_str().unwrap();
    let award = json!({ "points": "5", "version": 1 });
    let mut admin = app.admin().await;
    admin.put(&format!("/api/referrals/{key}/points"), award).await.value();
    deliver(&app).await;
    let texts = || std::mem::take(&mut *app.letters.texts.lock().unwrap());
    assert!(texts().is_empty(), "it can still be undone");
    app.letters.fails.store(true, std::sync::atomic::Ordering::SeqCst);
    app.wait(Duration::from_secs(600));
    deliver(&app).await;
    app.letters.fails.store(false, std::sync::atomic::Ordering::SeqCst);
    app.wait(Duration::from_secs(6));
    deliver(&app).await;
    let texts = texts();
    let [text] = texts.as_slice() else { panic!("{texts:?}") };
    assert_eq!((text.mobile.as_str(), text.number.as_deref()), (MEMBER, Some("+919876543210")));
    let words = "Your referral of Meera: It was successful. Thank you! More at \
                 site.example/referral";
    assert_eq!(text.text, words);
    assert!(!logged().contains(words));
    // The first owner has no account to notify.
    admin.put(path, json!({ "notify": "sms" })).await.is(409, "not-registered");
    app.guest().get(path).await.is(401, "not-logged-in");
}

/// What a member is called is told by every session, and by what they refer from then on.
#[tokio::test]
async fn a_member_says_what_they_are_called() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut elsewhere = app.guest();
    app.enter(&mut elsewhere, MEMBER, "login").await.value();
    let before = member.post("/api/referrals", submission("Meera")).await.value().clone();
    assert_eq!(before["referral"]["referrerName"], "User3210");

    let path = "/api/me/name";
    for (name, code) in [
        (" ", "referrer-name-missing"),
        ("98765 43210", "name-has-number"),
        ("Asha ㉝⑫㉞", "name-has-number"),
    ] {
        member.put(path, json!({ "name": name })).await.is(422, code);
    }
    member.put(path, json!({ "name": "x".repeat(101) })).await.is(413, "text-too-long");
    let saved = member.put(path, json!({ "name": " Asha Nair " })).await;
    assert_eq!(saved.value()["name"], "Asha Nair");

    for session in [&mut member, &mut elsewhere] {
        assert_eq!(session.get("/api/session").await.body["user"]["name"], "Asha Nair");
    }
    let mut later = app.guest();
    let entered = app.enter(&mut later, MEMBER, "login").await;
    assert_eq!(entered.value()["user"]["name"], "Asha Nair");
    let after = later.post("/api/referrals", submission("Gita")).await.value().clone();
    assert_eq!(after["referral"]["referrerName"], "Asha Nair");

    app.guest().put(path, json!({ "name": "Asha" })).await.is(401, "not-logged-in");
    let mut admin = app.admin().await;
    admin.put(path, json!({ "name": "Somebody else" })).await.is(403, "not-allowed");
}
