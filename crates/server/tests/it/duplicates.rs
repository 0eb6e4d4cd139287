//! Somebody who was referred before: whoever refers them again is told nothing of that.

use std::time::Duration;

use crate::stages::give;
use crate::support::{Browser, MEMBER, OTHER, TestApp, submission};
use domain::pipeline::SelfReferral;
use serde_json::{Value, json};

async fn refer(browser: &mut Browser, phone: &str) -> Value {
    let mut submission = submission("Meera");
    submission["draft"]["referredPhone"] = phone.into();
    browser.post("/api/referrals", submission).await.body
}

#[tokio::test]
async fn a_known_number_in_another_spelling_is_answered_like_a_new_one_and_staff_see_the_flag() {
    let app = TestApp::new().await;
    let mut first = app.member(MEMBER).await;
    refer(&mut first, "55123456").await;
    let mut second = app.member(OTHER).await;
    let told = |mut answer: Value| {
        for what in ["key", "id", "since", "referredPhone", "referredShown"] {
            let value = &mut answer["value"];
            value["progress"].as_object_mut().unwrap().remove(what);
            value["referral"].as_object_mut().unwrap().remove(what);
            value.as_object_mut().unwrap().remove(what);
        }
        answer
    };
    app.wait(Duration::from_secs(1));
    let known = refer(&mut second, "00974 5512 3456").await;
    app.wait(Duration::from_secs(1));
    let new = refer(&mut second, "00974 5512 3457").await;
    assert_eq!(told(known.clone()), told(new.clone()));
    let list = second.get("/api/referrals").await;
    let detail = second.get(&format!("/api/referrals/{}", key(&known))).await;
    for answer in [&list, &detail] {
        assert!(!answer.text.contains("uplicate"), "{}", answer.text);
    }

    let mut admin = app.admin().await;
    let listed = admin.get("/api/referrals").await.body["referrals"].clone();
    let flags: Vec<_> = listed.as_array().unwrap().iter().map(|it| &it["duplicateOf"]).collect();
    let flagged = flags[1].as_str().unwrap();
    assert_eq!(flags, [&Value::Null, &json!(flagged), &Value::Null]);
    assert_eq!(flagged, listed[2]["key"]);
}

fn key(answer: &Value) -> String {
    answer["value"]["key"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn staff_see_pairs_with_who_is_credited_and_why_and_decide_otherwise() {
    let app = TestApp::new().await;
    let earlier = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    app.wait(Duration::from_secs(1));
    let mut member = app.member(OTHER).await;
    let later = key(&refer(&mut member, "55123456").await);
    let mut admin = app.admin().await;
    let open = admin.get("/api/duplicates").await.body;
    let pair = &open["pairs"][0];
    assert_eq!((&pair["earlier"]["key"], &pair["later"]["key"]), (&json!(earlier), &json!(later)));
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("earlier"), &json!("rule")));
    // The first comes to nothing: the second is credited.
    let decline = json!({ "kind": "decline", "reason": "no-answer" });
    give(&mut admin, &earlier, 1, decline).await.value();
    let pair = admin.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("later"), &json!("closed")));
    let credit = json!({ "kind": "credit", "credited": false, "note": "Nobody" });
    give(&mut admin, &later, 1, credit).await.value();
    assert_eq!(admin.get("/api/duplicates?state=open").await.body["pairs"], json!([]));
    let pair = admin.get("/api/duplicates?state=decided").await.body["pairs"][0].clone();
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("neither"), &json!("decided")));
    member.get("/api/duplicates").await.is(403, "not-admin");
    app.guest().get("/api/duplicates").await.is(401, "not-logged-in");
    app.unconfirmed_admin().await.get("/api/duplicates").await.is(403, "second-factor-missing");
}

#[tokio::test]
async fn nobody_refers_themselves_unless_that_is_settled() {
    let app = TestApp::new().await;
    let mut own = submission("Me");
    own["draft"]["referredPhone"] = "+91 98765 43210".into();
    let mut member = app.member(MEMBER).await;
    let answer = member.post("/api/referrals", own.clone()).await;
    answer.is(422, "self-referral");
    assert_eq!(answer.body["errors"][0]["field"], "referredPhone");
    let mut guests = submission("Me");
    guests["draft"]["referredPhone"] = "090000 00001".into();
    app.guest().post("/api/referrals", guests).await.is(422, "self-referral");
    // What else is wrong with the form is said first.
    own["draft"]["service"] = "".into();
    member.post("/api/referrals", own.clone()).await.is(422, "service-missing");
    own["draft"]["service"] = "training".into();
    let lenient =
        TestApp::with(|parts| parts.policy.duplicates.self_referral = SelfReferral::Allow).await;
    lenient.member(MEMBER).await.post("/api/referrals", own).await.value();
}
