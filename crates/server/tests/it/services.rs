//! What somebody can be referred for, as owners set it.

use serde_json::{Value, json};

use crate::programme::{add_service, set, switch_off};
use crate::spreadsheets::{row, sheet};
use crate::stages::{give, staff_member};
use crate::support::{Browser, MEMBER, TestApp, submission};

/// A submission for a service.
fn for_service(name: &str, service: &str) -> Value {
    let mut sent = submission(name);
    sent["draft"]["service"] = json!(service);
    sent
}

fn with_key(browser: &Browser, key: &str) -> Browser {
    browser.clone().with("idempotency-key", key)
}

#[tokio::test]
async fn a_service_that_is_switched_off_takes_no_new_referrals_and_the_others_go_on() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut coordinator = staff_member(&app, "9000000031", "coordinator", &["training"]).await;
    let sent = for_service("Asha", "training");
    let mut first = with_key(&member, "the-key-of-the-first");
    let before = first.post("/api/referrals", sent.clone()).await;
    let key = before.value()["key"].as_str().unwrap().to_owned();
    assert_eq!(member.get("/api/session").await.body["services"], json!(null));

    switch_off(&mut admin, "training").await;
    let refused = member.post("/api/referrals", for_service("Balu", "training")).await;
    refused.is(422, "service-not-offered");
    assert_eq!(refused.body["errors"][0]["field"], "service");
    app.guest()
        .post("/api/referrals", for_service("Balu", "training"))
        .await
        .is(422, "service-not-offered");
    // What broke the rule is not spent: the same key does for another service.
    let mut again = with_key(&member, "the-key-of-a-refusal");
    again
        .post("/api/referrals", for_service("Chitra", "training"))
        .await
        .is(422, "service-not-offered");
    again.post("/api/referrals", for_service("Chitra", "others")).await.value();

    // A retry of what was submitted before gets the same answer.
    let retried = first.post("/api/referrals", sent).await;
    assert_eq!((retried.status, retried.header("idempotent-replayed")), (201, "true"));
    assert_eq!(retried.value()["key"], json!(key));

    // Staff work on it as before, find it, and may correct anything else in it.
    let path = format!("/api/referrals/{key}");
    let shown = coordinator.get(&path).await.body["referral"].clone();
    assert_eq!(shown["serviceLabel"], "Training");
    give(&mut coordinator, &key, 1, json!({ "kind": "move", "stage": "contacted" })).await.value();
    let correct = |field: &str, text: &str| json!({ "kind": "correct", "field": field, "text": text, "note": "A slip" });
    give(&mut coordinator, &key, 2, correct("referredName", "Asha K")).await.value();
    let same = give(&mut coordinator, &key, 3, correct("service", "training")).await;
    assert_eq!(same.value()["version"], 3, "nothing changes");
    give(&mut admin, &key, 3, correct("service", "others")).await.value();
    let back = give(&mut admin, &key, 4, correct("service", "training")).await;
    back.is(422, "service-not-offered");
    let listed = admin.get("/api/referrals?service=others").await.body;
    assert_eq!(listed["totals"]["all"], 2);

    // The forms are told what is offered.
    let offered = member.get("/api/session").await.body["services"].clone();
    let values: Vec<_> = offered.as_array().unwrap().iter().map(|it| &it["value"]).collect();
    assert!(!values.contains(&&json!("training")) && values.len() == 6, "{offered}");
    set(&mut admin, |settings| settings["services"][0]["offered"] = json!(true)).await.value();
    member.post("/api/referrals", for_service("Balu", "training")).await.value();
    assert_eq!(member.get("/api/session").await.body["services"], json!(null));
}

#[tokio::test]
async fn whoever_corrects_a_service_reads_its_label_also_when_it_is_not_offered_any_more() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    set(&mut admin, |settings| add_service(settings, "Drone survey")).await.value();
    let key =
        member.post("/api/referrals", for_service("Asha", "training")).await.value()["key"].clone();
    let key = key.as_str().unwrap();
    let correct =
        |field: &str, text: &str| json!({ "kind": "correct", "field": field, "text": text });
    give(&mut member, key, 1, correct("service", "drone-survey")).await.value();
    give(&mut member, key, 2, correct("referredName", "training")).await.value();
    switch_off(&mut admin, "drone-survey").await;
    let path = format!("/api/referrals/{key}");
    let texts = |detail: &Value| [1, 2].map(|place| detail["timeline"][place]["text"].clone());
    assert_eq!(texts(&member.get(&path).await.body), ["Drone survey", "training"]);
    assert_eq!(texts(&admin.get(&path).await.body), ["drone-survey", "training"]);
}

#[tokio::test]
async fn a_service_that_an_owner_adds_is_chosen_worked_on_and_read_at_once() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let sent = for_service("Asha", "drone-survey");
    member.post("/api/referrals", sent.clone()).await.is(422, "service-unknown");
    let employment = json!({ "name": "Hari", "role": "coordinator", "services": ["drone-survey"] });
    let hire = |mobile: &str| {
        let mut hired = employment.clone();
        hired["mobile"] = json!(mobile);
        hired
    };
    admin.post("/api/staff", hire("9000000032")).await.is(400, "bad-request");

    let added = set(&mut admin, |settings| add_service(settings, "Drone survey")).await;
    let services = added.value()["settings"]["services"].clone();
    assert_eq!(services[6]["value"], "drone-survey");
    assert_eq!(services[7]["value"], "others", "the last one stays the last");
    // A retry of the same form, whose answer was lost, adds no second one.
    let again = set(&mut admin, |settings| add_service(settings, "drone-SURVEY ")).await;
    again.is(422, "label-refused");
    let offered = app.guest().get("/api/session").await.body["services"].clone();
    assert_eq!(offered[6], json!({ "value": "drone-survey", "label": "Drone survey" }));

    let key = member.post("/api/referrals", sent).await.value()["key"].clone();
    let key = key.as_str().unwrap();
    // Whoever works for it, and nobody who works for another, sees it.
    admin.post("/api/staff", hire("9000000032")).await.value();
    let mut own = staff_member(&app, "9000000033", "coordinator", &["drone-survey"]).await;
    let mut other = staff_member(&app, "9000000034", "coordinator", &["training"]).await;
    let path = format!("/api/referrals/{key}");
    assert_eq!(own.get(&path).await.body["referral"]["serviceLabel"], "Drone survey");
    assert_eq!(other.get(&path).await.status, 404);
    give(&mut own, key, 1, json!({ "kind": "move", "stage": "contacted" })).await.value();
    let report = own.get("/api/reports").await.body["services"].clone();
    assert_eq!((&report[0]["service"], &report[0]["open"]), (&json!("drone-survey"), &json!(1)));

    // Its label may change, and its value never does.
    let days = json!({ "received": 1, "contacted": 1, "qualified": 1, "inProgress": 1 });
    set(&mut admin, |settings| {
        settings["services"][6]["label"] = json!("Aerial survey");
        settings["serviceDays"] = json!([{ "service": "drone-survey", "stageDays": days }]);
    })
    .await
    .value();
    assert_eq!(own.get(&path).await.body["referral"]["serviceLabel"], "Aerial survey");
    let file = admin.get("/api/export?format=csv").await.text;
    assert!(file.contains("\"Aerial survey\""), "{file}");
    let mut by_label = row("Balu", "98000 00001");
    by_label["service"] = json!("AERIAL-survey");
    let imported = admin.post("/api/spreadsheets", sheet(&[by_label])).await;
    assert_eq!(imported.value()["added"], 1, "{imported:?}");
    let found = own.get("/api/referrals?service=drone-survey").await.body;
    assert_eq!(found["totals"]["all"], 2);

    switch_off(&mut admin, "drone-survey").await;
    member
        .post("/api/referrals", for_service("Chitra", "drone-survey"))
        .await
        .is(422, "service-not-offered");
    assert_eq!(own.get(&path).await.body["referral"]["serviceLabel"], "Aerial survey");
    give(&mut own, key, 2, json!({ "kind": "note", "note": "Called" })).await.value();
}

#[tokio::test]
async fn a_file_brings_what_is_not_offered_any_more() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    member.post("/api/referrals", for_service("Asha", "training")).await.value();
    let file = admin.get("/api/export").await.text;
    let other = TestApp::new().await;
    let mut admin = other.admin().await;
    switch_off(&mut admin, "training").await;
    let imported = admin.post_text("/api/import", file).await;
    assert_eq!(imported.value()["denied"], 0, "{imported:?}");
    let found = admin.get("/api/referrals?service=training").await.body;
    assert_eq!(found["referrals"][0]["serviceLabel"], "Training");
}
