//! Whether whoever was referred may be told who referred them: asked at every door, kept, and followed wherever they
//! read it.

use api::TokenScope;
use serde_json::{Value, json};

use crate::no_script_forms::open;
use crate::person_page::{post, token};
use crate::spreadsheets::{row, sheet};
use crate::stages::staff_member;
use crate::support::{Browser, MEMBER, OTHER, TestApp, shows, submission};
use crate::tokens::{make, program};
use crate::undoing::command;

const COORDINATOR: &str = "9000000012";

/// A referral of [`OTHER`] by a member, who says this.
async fn submit(browser: &mut Browser, says: Option<bool>) -> String {
    let mut form = submission("Asha");
    form["draft"]["referredPhone"] = json!(OTHER);
    if let Some(says) = says {
        form["sayWho"] = json!(says);
    }
    let made = browser.post("/api/referrals", form).await;
    assert_eq!(says_who(&made.value()["progress"]), says == Some(true), "{made:?}");
    made.value()["key"].as_str().unwrap().to_owned()
}

fn says_who(progress: &Value) -> bool {
    progress["saysWho"] == json!(true)
}

/// What staff see of the referral of somebody with this name.
async fn kept(admin: &mut Browser, name: &str) -> bool {
    let listed = admin.get("/api/referrals").await.body;
    let all = listed["referrals"].as_array().unwrap();
    let found = all.iter().find(|it| it["referral"]["referredName"] == name).unwrap();
    says_who(&found["progress"])
}

async fn page_of(app: &TestApp, token: &str) -> String {
    post(app, &[("token", token)]).await.text
}

/// What the person reads who logs in with their number.
async fn about(person: &mut Browser) -> Value {
    person.get("/api/referrals?about=true").await.body["referrals"][0].clone()
}

#[tokio::test]
async fn their_page_and_their_list_follow_the_answer() {
    let app = TestApp::new().await;
    let (mut member, mut person) = (app.member(MEMBER).await, app.member(OTHER).await);
    let mut coordinator = staff_member(&app, COORDINATOR, "coordinator", &["training"]).await;
    let named = async |page: &str| shows(&page_of(&app, page).await, "named");
    let key = submit(&mut member, Some(true)).await;
    let page = token(&mut member, &key).await;
    assert!(named(&page).await);
    assert_ne!(about(&mut person).await["referral"]["referrerName"], "");
    // The same page, once the referrer has thought better of it.
    command(&mut member, &key, json!({ "kind": "say-who", "says": false })).await.value();
    assert!(!named(&page).await);
    assert_eq!(about(&mut person).await["referral"]["referrerName"], "");
    let theirs = about(&mut person).await["key"].as_str().unwrap().to_owned();
    let own = person.get(&format!("/api/referrals/{theirs}")).await.text;
    assert!(!own.contains("says-who") && !own.contains("User"), "{own}");
    // Staff only as they were told, and in the history.
    let told = json!({ "kind": "say-who", "says": true, "note": "He called" });
    command(&mut person, &theirs, told.clone()).await.is(403, "not-allowed");
    let silent = json!({ "kind": "say-who", "says": true });
    command(&mut coordinator, &key, silent).await.is(422, "note-missing");
    command(&mut coordinator, &key, told).await.value();
    assert!(named(&page).await);
    let timeline = coordinator.get(&format!("/api/referrals/{key}")).await.body["timeline"].clone();
    let entry = timeline.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&entry["text"], &entry["note"]), (&json!("yes"), &json!("He called")));
}

#[tokio::test]
async fn every_door_keeps_it_and_silence_is_a_no() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut browser = open(&app);
    let form = |name: &str, says: &str| {
        format!(
            "referrerName=Gita&referrerPhone=9000000001&referredName={name}&referredPhone=044+2345\
             &service=training&notes={says}"
        )
    };
    for (name, says, is_yes) in
        [("Yes", "&sayWho=yes", true), ("No", "", false), ("Odd", "&sayWho=true", false)]
    {
        let sent = browser.post_text("/referral", form(name, says)).await;
        assert_eq!(sent.status, 303, "{sent:?}");
        assert_eq!(kept(&mut admin, name).await, is_yes, "{name}");
    }
    let (secret, _) = make(&mut admin, &[TokenScope::ReferralsWrite]).await;
    let mut by_token = submission("Token");
    by_token["sayWho"] = json!(true);
    program(&app, &secret).post("/api/referrals", by_token).await.value();
    assert!(kept(&mut admin, "Token").await);
    let rows = sheet(&[row("Sheet", "98000 00001")]);
    assert_eq!(admin.post("/api/spreadsheets", rows).await.value()["added"], 1);
    assert!(!kept(&mut admin, "Sheet").await);
}

#[tokio::test]
async fn a_retry_gets_the_same_answer_and_another_answer_is_another_submission() {
    let app = TestApp::new().await;
    let mut guest = app.guest().with("idempotency-key", "0123456789abcdef");
    let mut form = submission("Asha");
    form["sayWho"] = json!(true);
    let first = guest.post("/api/referrals", form.clone()).await;
    let again = guest.post("/api/referrals", form.clone()).await;
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(first.value(), again.value());
    assert!(says_who(&again.value()["progress"]));
    // Whoever has the key is told what was sent with it, not what became of it.
    let mut admin = app.admin().await;
    let key = first.value()["key"].as_str().unwrap().to_owned();
    let told = json!({ "kind": "say-who", "says": false, "note": "She called" });
    command(&mut admin, &key, told).await.value();
    assert!(says_who(&guest.post("/api/referrals", form.clone()).await.value()["progress"]));
    form["sayWho"] = json!(false);
    guest.post("/api/referrals", form).await.is(409, "key-reused");
}

#[tokio::test]
async fn exports_have_it_and_an_import_brings_it() {
    let (from, to) = (TestApp::new().await, TestApp::new().await);
    let (mut admin, mut member) = (from.admin().await, from.member(MEMBER).await);
    submit(&mut member, Some(true)).await;
    let own = member.get("/api/export").await.text;
    let all = admin.get("/api/export").await.text;
    for text in [&own, &all] {
        assert!(text.contains(r#""kind":"says-who","text":"yes""#), "{text}");
    }
    let mut other = to.admin().await;
    assert_eq!(other.post_text("/api/import", all).await.value()["new"], 2);
    assert!(kept(&mut other, "Asha").await);
}
