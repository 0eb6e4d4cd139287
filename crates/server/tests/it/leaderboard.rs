//! The list of those with most points over the interface: who may see it, join it, and take a name off.

use serde_json::{Value, json};

use crate::programme::set;
use crate::redeeming::{earn, offers, publish, wish};
use crate::stages::staff_member;
use crate::support::{Browser, MEMBER, OTHER, TestApp};

const LIST: &str = "/api/leaderboard";
const OWN: &str = "/api/me/leaderboard";

pub(crate) async fn show(owner: &mut Browser, to: &str) {
    set(owner, |settings| settings["leaderboard"] = json!(to)).await.value();
}

async fn join(member: &mut Browser, name: &str) -> Value {
    member.put(OWN, json!({ "name": name })).await.value().clone()
}

#[tokio::test]
async fn it_is_off_for_members_or_public_and_only_who_says_yes_is_on_it() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let (mut guest, mut other) = (app.guest(), app.member(OTHER).await);
    earn(&mut member, &mut admin, "9000000021", "500").await;
    earn(&mut other, &mut admin, "9000000022", "900").await;
    for browser in [&mut guest, &mut member, &mut admin] {
        browser.get(LIST).await.is(404, "leaderboard-off");
    }
    member.put(OWN, json!({ "name": "Asha" })).await.is(404, "leaderboard-off");
    guest.get(OWN).await.is(401, "not-logged-in");
    guest.put(OWN, json!({ "name": "Asha" })).await.is(401, "not-logged-in");
    let own = member.get(OWN).await.body;
    assert_eq!((&own["leaderboard"], &own["points"]), (&json!("off"), &json!(500)));

    show(&mut admin, "members").await;
    let own = join(&mut member, " Asha ").await;
    assert_eq!((&own["name"], &own["place"]), (&json!("Asha"), &json!(1)));
    guest.get(LIST).await.is(401, "not-logged-in");
    let list = other.get(LIST).await.body;
    assert_eq!(list["leaders"], json!([{ "name": "Asha", "points": 500 }]));
    assert_eq!(list["quarter"], own["quarter"]);
    // What was exchanged was earned all the same.
    publish(&mut admin, offers()).await.value();
    let mut keyed = member.clone().with("idempotency-key", "0123456789abcdef");
    keyed.post("/api/me/redemptions", wish("voucher")).await.value();
    assert_eq!(member.get(OWN).await.body["points"], 500);
    let explained = async |guest: &mut Browser| {
        guest.get("/api/programme/rewards").await.body["explanations"].to_string()
    };
    assert!(!explained(&mut guest).await.contains("Asha"));

    show(&mut admin, "public").await;
    // Whoever chose a name for members did not choose it for everybody.
    assert_eq!(guest.get(LIST).await.body["leaders"], json!([]));
    assert!(!explained(&mut guest).await.contains("Asha"));
    assert_eq!(other.get(LIST).await.body, list);
    join(&mut member, "Asha").await;
    assert_eq!(guest.get(LIST).await.body, list);
    assert!(explained(&mut guest).await.contains("Asha"));
    show(&mut admin, "off").await;
    guest.get(LIST).await.is(404, "leaderboard-off");
    assert!(!explained(&mut guest).await.contains("Asha"));
    // Whoever is on it may leave it all the same.
    assert_eq!(member.get(OWN).await.body["name"], "Asha");
    assert_eq!(member.delete(OWN).await.value()["name"], Value::Null);
    assert_eq!(member.get(OWN).await.body["name"], Value::Null);
}

#[tokio::test]
async fn a_name_has_1_to_40_letters_and_no_number() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    show(&mut admin, "members").await;
    for (name, status, code) in [
        (" ".to_owned(), 422, "referrer-name-missing"),
        ("x".repeat(41), 413, "text-too-long"),
        (MEMBER.to_owned(), 422, "name-has-number"),
    ] {
        member.put(OWN, json!({ "name": name })).await.is(status, code);
    }
    assert_eq!(member.get(OWN).await.body["name"], Value::Null);
}

#[tokio::test]
async fn an_owner_or_manager_takes_a_name_off_and_is_not_told_whose_it_was() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    show(&mut admin, "public").await;
    earn(&mut member, &mut admin, "9000000021", "500").await;
    join(&mut member, "Something rude").await;
    for browser in [&mut app.guest(), &mut member, &mut coordinator] {
        assert_eq!(browser.get(LIST).await.body["leaders"][0]["id"], Value::Null);
    }
    let leader = manager.get(LIST).await.body["leaders"][0].clone();
    let path = format!("{LIST}/{}", leader["id"].as_str().unwrap());
    app.guest().delete(&path).await.is(401, "not-logged-in");
    member.delete(&path).await.is(403, "not-admin");
    coordinator.delete(&path).await.is(403, "not-allowed");
    assert_eq!(manager.delete(&path).await.status, 204);
    manager.delete(&path).await.is(404, "leader-gone");
    assert_eq!(member.get(OWN).await.body["name"], Value::Null);
    let audit = admin.post("/api/audit/search", json!({ "kinds": ["leader-taken-off"] })).await;
    let entries = audit.body["entries"].as_array().unwrap().clone();
    assert_eq!((entries.len(), &entries[0]["target"]), (1, &Value::Null));
    // They may choose again, and that is another choice.
    join(&mut member, "Asha").await;
    manager.delete(&path).await.is(404, "leader-gone");
    assert_eq!(app.guest().get(LIST).await.body["leaders"][0]["name"], "Asha");
}

#[tokio::test]
async fn an_export_has_the_name_and_an_erasure_takes_it() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    show(&mut admin, "public").await;
    earn(&mut member, &mut admin, "9000000021", "500").await;
    assert_eq!(member.get("/api/export").await.body["leaderboardName"], Value::Null);
    join(&mut member, "Asha \"A\"").await;
    let copy = member.get("/api/export").await;
    assert_eq!(copy.body["leaderboardName"], "Asha \"A\"");
    admin.post_text("/api/import", copy.text).await.value();
    let erased = member.delete("/api/me").await;
    assert_eq!(erased.value()["leaderNames"], 1);
    assert!(erased.text.contains("1 name on the list of most points"), "{}", erased.text);
    assert_eq!(app.guest().get(LIST).await.body["leaders"], json!([]));
}
