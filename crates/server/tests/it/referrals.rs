//! Submitting referrals.

use std::time::Duration;

use domain::rejection::Field;

use crate::support::{MEMBER, OTHER, PEER, TestApp, longest, submission};

const KEY: &str = "idempotency-key";

#[tokio::test]
async fn a_guest_and_a_member_refer_under_their_own_names() {
    let app = TestApp::new().await;
    let answer = app.guest().post("/api/referrals", submission("Asha")).await;
    assert_eq!(answer.status, 201);
    assert_eq!(answer.body["notice"]["description"], "Asha was successfully referred.");
    let value = answer.value();
    assert_eq!(value["version"], 1);
    assert_eq!(value["serviceLabel"], "Training");
    assert_eq!(value["referral"]["referrerName"], "Gita");
    assert_eq!(value["referral"]["id"], app.time().as_millis());

    let mut member = app.member(MEMBER).await;
    let answer = member.post("/api/referrals", submission("Balu")).await;
    let referral = &answer.value()["referral"];
    assert_eq!(referral["referrerMobile"], MEMBER);
    assert_eq!(referral["referrerName"], "User3210");
    assert_eq!(referral["status"], "Pending");
}

#[tokio::test]
async fn a_retry_is_the_same_referral() {
    let app = TestApp::new().await;
    for browser in [app.guest(), app.member(MEMBER).await] {
        let mut browser = browser.with(KEY, "0123456789abcdef");
        let first = browser.post("/api/referrals", submission("Asha")).await;
        let again = browser.post("/api/referrals", submission("Asha")).await;
        assert_eq!((first.status, again.status), (201, 201));
        assert_eq!(first.text, again.text);
        assert_eq!(first.header("idempotent-replayed"), "");
        assert_eq!(again.header("idempotent-replayed"), "true");
        let other = browser.post("/api/referrals", submission("Balu")).await;
        other.is(409, "key-reused");
    }
    let listed = app.admin().await.get("/api/referrals").await;
    assert_eq!(listed.body["totals"]["all"], 2);
}

#[tokio::test]
async fn an_idempotency_key_belongs_to_its_submitter() {
    let app = TestApp::new().await;
    let mut keys = Vec::new();
    for browser in [app.guest(), app.member(MEMBER).await, app.member(OTHER).await] {
        let mut browser = browser.with(KEY, "0123456789abcdef");
        let answer = browser.post("/api/referrals", submission("Asha")).await;
        assert_eq!(answer.header("idempotent-replayed"), "");
        keys.push(answer.value()["key"].as_str().unwrap().to_owned());
    }
    keys.dedup();
    assert_eq!(keys.len(), 3);
}

#[tokio::test]
async fn many_tries_at_once_are_one_referral() {
    let app = TestApp::new().await;
    let trying: Vec<_> = (0..8)
        .map(|_| {
            let mut browser = app.guest().with(KEY, "0123456789abcdef");
            tokio::spawn(async move { browser.post("/api/referrals", submission("Asha")).await })
        })
        .collect();
    let mut texts = Vec::new();
    for tried in trying {
        texts.push(tried.await.unwrap().text);
    }
    texts.dedup();
    assert_eq!(texts.len(), 1);
}

#[tokio::test]
async fn every_field_that_is_missing_is_named_in_the_order_of_the_form() {
    let app = TestApp::new().await;
    let mut empty = submission("");
    for field in ["referrerName", "referrerPhone", "referredPhone", "service"] {
        empty["draft"][field] = " ".into();
    }
    let answer = app.guest().post("/api/referrals", empty).await;
    assert_eq!(answer.status, 422);
    assert_eq!(
        answer.codes(),
        [
            "referrer-name-missing",
            "referrer-phone-missing",
            "referred-name-missing",
            "referred-phone-missing",
            "service-missing",
        ]
    );
    assert_eq!(answer.body["errors"].as_array().unwrap().len(), 5);
    let mut unknown = submission("Asha");
    unknown["draft"]["service"] = "rockets".into();
    let answer = app.guest().post("/api/referrals", unknown).await;
    answer.is(422, "service-unknown");
    assert!(!answer.text.contains("rockets"));
}

#[tokio::test]
async fn a_key_is_required_and_has_a_length() {
    let app = TestApp::new().await;
    for key in ["short", "fifteen-letters", &"x".repeat(65), "sixteen letters!", "sixteen-lettersä"]
    {
        let mut browser = app.guest().with(KEY, key);
        browser.post("/api/referrals", submission("Asha")).await.is(400, "bad-request");
    }
}

#[tokio::test]
async fn a_text_that_is_too_long_is_refused_beside_its_field() {
    let app = TestApp::new().await;
    let max = longest(Field::ReferredName);
    let mut long = submission(&"A".repeat(max + 1));
    long["draft"]["referrerName"] = "n".repeat(longest(Field::ReferrerName) + 1).into();
    let answer = app.guest().post("/api/referrals", long).await;
    answer.is(413, "text-too-long");
    let errors = answer.body["errors"].as_array().unwrap();
    let fields: Vec<_> = errors.iter().map(|error| &error["field"]).collect();
    assert_eq!(fields, ["referrerName", "referredName"]);
    assert!(errors[1]["hint"].as_str().unwrap().contains(&max.to_string()), "{errors:?}");
    app.guest().post("/api/referrals", submission(&"ñ".repeat(max))).await.value();
    let mut longer = submission("Asha");
    longer["draft"]["notes"] = "n".repeat(65_536).into();
    app.guest().post("/api/referrals", longer).await.is(413, "text-too-long");
}

#[tokio::test]
async fn guest_referrals_are_limited_by_network_and_day() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.guest_referrals_from_address = 2;
    })
    .await;
    let from = |address: &str| app.guest().with("x-forwarded-for", address);
    let mut guest = from("2001:db8::1").with(KEY, "the-first-of-all");
    guest.post("/api/referrals", submission("Asha")).await.value();
    guest.post("/api/referrals", submission("Asha")).await.value();
    from("2001:db8::2").post("/api/referrals", submission("Balu")).await.value();
    let answer = from("2001:db8::3").post("/api/referrals", submission("Chitra")).await;
    answer.is(429, "allowance-used");
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=86_400).contains(&wait), "{wait}");
    guest.post("/api/referrals", submission("Asha")).await.value();
    from("192.0.2.1").post("/api/referrals", submission("Dev")).await.value();
    let mut member = from("2001:db8::4");
    app.enter(&mut member, MEMBER, "signup").await.value();
    member.post("/api/referrals", submission("Esha")).await.value();
    app.wait(Duration::from_secs(wait));
    from("2001:db8::3").post("/api/referrals", submission("Chitra")).await.value();
}

#[tokio::test]
async fn referrals_are_limited_by_account_and_day() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.limits.referrals_from_account = 2;
    })
    .await;
    let mut member = app.guest().with("x-forwarded-for", "192.0.2.1");
    app.enter(&mut member, MEMBER, "signup").await.value();
    member.post("/api/referrals", submission("Asha")).await.value();
    let mut elsewhere = app.guest().with("x-forwarded-for", "192.0.2.2");
    app.enter(&mut elsewhere, MEMBER, "login").await.value();
    elsewhere.post("/api/referrals", submission("Balu")).await.value();
    let refused = elsewhere.post("/api/referrals", submission("Chitra")).await;
    refused.is(429, "allowance-used");
    let words = refused.body["detail"].as_str().unwrap();
    assert!(words.contains("account or network") && words.contains("was not sent"), "{words}");
    member.delete("/api/me").await.value();
    app.enter(&mut member, MEMBER, "signup").await.value();
    member.post("/api/referrals", submission("Chitra")).await.is(429, "allowance-used");
    // Guests of the same network and other members have their own allowances.
    app.guest()
        .with("x-forwarded-for", "192.0.2.2")
        .post("/api/referrals", submission("Dev"))
        .await
        .value();
    let mut other = app.guest().with("x-forwarded-for", "192.0.2.3");
    app.enter(&mut other, OTHER, "signup").await.value();
    other.post("/api/referrals", submission("Esha")).await.value();
    app.wait(Duration::from_secs(24 * 3600));
    app.enter(&mut member, MEMBER, "login").await.value();
    member.post("/api/referrals", submission("Chitra")).await.value();
}

/// A guest is anybody who has the key and the content of a request.
#[tokio::test]
async fn a_guests_retry_does_not_tell_what_became_of_the_referral() {
    let app = TestApp::new().await;
    let mut guest = app.guest().with(KEY, "0123456789abcdef");
    let first = guest.post("/api/referrals", submission("Asha")).await;
    let key = first.value()["key"].as_str().unwrap().to_owned();
    let mut admin = app.admin().await;
    for (field, text) in [("referredPhone", "9555000111"), ("notes", "Owes us money")] {
        let correct = serde_json::json!({
            "kind": "correct", "field": field, "text": text, "note": "Asked",
        });
        crate::undoing::command(&mut admin, &key, correct).await.value();
    }
    let decline = serde_json::json!({ "kind": "decline", "reason": "terms" });
    crate::undoing::command(&mut admin, &key, decline).await.value();
    let again = guest.post("/api/referrals", submission("Asha")).await;
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(again.text, first.text);
}
