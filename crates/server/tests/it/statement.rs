//! What people have in points, over the interface: for themselves, for staff, and in all.

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use site::Config;

use crate::programme::set;
use crate::redeeming::{self, wish};
use crate::rewards::publish;
use crate::stages::staff_member;
use crate::support::{Browser, Fault, MEMBER, OTHER, TestApp};
use crate::undoing::{command, last, referral};

const OWN: &str = "/api/me/rewards";

fn rules() -> Value {
    json!([
        { "id": "success", "gives": 500, "to": "referrer", "holdDays": 90 },
        { "id": "welcome", "gives": 100, "to": "referred", "holdDays": 0 },
    ])
}

async fn award(app: &TestApp, admin: &mut Browser, member: &mut Browser) -> String {
    app.wait(Duration::from_millis(5));
    let key = referral(member).await;
    let points = json!({ "kind": "points", "points": "500", "note": "" });
    command(admin, &key, points).await.value();
    key
}

/// What the lines say, with their points and balances, newest first.
fn said(statement: &Value) -> Vec<(String, i64, i64)> {
    let number = |value: &Value| value.as_i64().unwrap();
    let line = |it: &Value| {
        (it["what"].as_str().unwrap().to_owned(), number(&it["points"]), number(&it["balance"]))
    };
    statement["lines"]
        .as_array()
        .unwrap_or_else(|| panic!("{statement}"))
        .iter()
        .map(line)
        .collect()
}

#[tokio::test]
async fn a_member_reads_their_own_statement_and_nothing_of_anybody_elses() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut friend = app.member(OTHER).await;
    let empty = member.get(OWN).await.body;
    let nothing = json!({ "points": 0, "available": 0, "onHold": [] });
    let empty_one =
        json!({ "balance": nothing, "expires": [], "lines": [], "before": 0, "next": null });
    assert_eq!(empty, empty_one);
    publish(&mut admin, rules()).await.value();
    let key = award(&app, &mut admin, &mut member).await;
    let target = last(&mut admin, &key, "points").await;
    let undo = json!({ "kind": "undo", "target": target, "note": "Too early" });
    command(&mut admin, &key, undo).await.value();
    award(&app, &mut admin, &mut member).await;
    let answer = member.get(OWN).await;
    let lines = said(&answer.body);
    assert_eq!(
        lines.iter().map(|it| (it.1, it.2)).collect::<Vec<_>>(),
        [(500, 500), (-500, 0), (500, 500)]
    );
    assert!(lines[0].0.ends_with(" was successful"), "{lines:?}");
    assert!(lines[1].0.ends_with(", taken back"), "{lines:?}");
    let balance = &answer.body["balance"];
    assert_eq!((&balance["points"], &balance["available"]), (&json!(500), &json!(0)));
    assert_eq!(balance["onHold"][0]["points"], 500);
    assert_eq!(balance["onHold"][0]["until"], answer.body["lines"][0]["heldUntil"]);
    // Neither who awarded nor why.
    for word in ["Too early", "Admin", "User0000", "success\""] {
        assert!(!answer.text.contains(word), "{word}: {}", answer.text);
    }
    // Whoever was referred reads by whom, without a number, and only what is theirs.
    let answer = friend.get(OWN).await;
    let lines = said(&answer.body);
    assert_eq!(lines.iter().map(|it| it.2).collect::<Vec<_>>(), [100, 0, 100]);
    assert!(lines[0].0.starts_with("Referred by "), "{lines:?}");
    assert!(!answer.text.contains(MEMBER) && !answer.text.contains("6543210"), "{}", answer.text);
    app.guest().get(OWN).await.is(401, "not-logged-in");
    app.wait(Duration::from_secs(90 * 86_400));
    let mut member = app.guest();
    app.enter(&mut member, MEMBER, "login").await.value();
    assert_eq!(member.get(OWN).await.body["balance"]["available"], 500);
}

#[tokio::test]
async fn whoever_is_not_the_person_of_a_referral_any_more_reads_no_name() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut friend = app.member(OTHER).await;
    publish(&mut admin, rules()).await.value();
    let key = award(&app, &mut admin, &mut member).await;
    let corrected = json!({ "kind": "correct", "field": "referredPhone", "text": "+974 5555 0000", "note": "Told us" });
    command(&mut admin, &key, corrected).await.value();
    assert!(said(&friend.get(OWN).await.body)[0].0.starts_with("A referral · "));
}

#[tokio::test]
async fn a_statement_comes_in_pages() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, rules()).await.value();
    let key = award(&app, &mut admin, &mut member).await;
    for place in 0..26 {
        app.wait(Duration::from_secs(1));
        let typed = if place % 2 == 0 { "400" } else { "500" };
        let points = json!({ "kind": "points", "points": typed, "note": "Why" });
        command(&mut admin, &key, points).await.value();
    }
    let first = member.get(OWN).await.body;
    let lines = said(&first);
    assert_eq!((lines.len(), lines[0].2, lines[49].2), (50, 500, 0));
    assert_eq!(first["before"], 400);
    let next = first["next"].as_str().unwrap();
    let last = member.get(&format!("{OWN}?after={next}")).await.body;
    assert_eq!(said(&last).iter().map(|it| it.2).collect::<Vec<_>>(), [400, 0, 500]);
    assert_eq!((&last["before"], &last["next"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn staff_who_see_all_services_read_what_a_referrer_has_and_what_is_owed() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, rules()).await.value();
    let key = award(&app, &mut admin, &mut member).await;
    let path = |key: &str| format!("/api/referrers/{key}/rewards");
    let own = member.get(OWN).await.body;
    for (place, role) in ["owner", "manager", "auditor", "coordinator"].into_iter().enumerate() {
        let mobile = format!("900000003{place}");
        let mut colleague = staff_member(&app, &mobile, role, &["it-services"]).await;
        let (one, owed) =
            (colleague.get(&path(&key)).await, colleague.get("/api/rewards/owed").await);
        if role == "coordinator" {
            one.is(403, "not-allowed");
            owed.is(403, "not-allowed");
            continue;
        }
        if role == "auditor" {
            // What is one number's is not theirs to see; what is owed in all is.
            assert_eq!(one.status, 403);
            assert_eq!(owed.body["referrers"], json!([]));
            assert_eq!(owed.body["others"], owed.body["all"]);
            continue;
        }
        assert_eq!(one.body, own, "{role}");
        assert_eq!(owed.body["all"], json!({ "points": 500, "available": 0, "onHold": 500 }));
        let referrer = &owed.body["referrers"][0];
        assert_eq!((&referrer["key"], &referrer["owed"]), (&json!(key), &owed.body["all"]));
        assert!(referrer["shown"].as_str().unwrap().contains("98765"), "{role}: {referrer}");
        assert_eq!(owed.body["ages"][0]["owed"], owed.body["all"]);
        let ages = owed.body["ages"].as_array().unwrap().iter();
        let ages: Vec<_> = ages.map(|it| [it["fromDays"].clone(), it["toDays"].clone()]).collect();
        let expected = [
            [json!(0), json!(30)],
            [json!(31), json!(90)],
            [json!(91), json!(365)],
            [json!(366), Value::Null],
        ];
        assert_eq!(ages, expected);
        assert_eq!(owed.body["rulebooks"], json!([{ "version": 1, "owed": owed.body["all"] }]));
        assert_eq!(owed.body["others"]["points"], 0);
    }
    member.get(&path(&key)).await.is(403, "not-admin");
    admin.get(&path("none")).await.is(404, "referral-gone");
}

#[tokio::test]
async fn what_was_exchanged_is_a_line_and_is_owed_no_more() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    redeeming::publish(&mut admin, redeeming::offers()).await.value();
    redeeming::earn(&mut member, &mut admin, OTHER, "500").await;
    let mut keyed = member.clone().with("idempotency-key", "0123456789abcdef");
    let wish = wish("voucher");
    keyed.post("/api/me/redemptions", wish).await.value();
    let own = member.get(OWN).await.body;
    assert_eq!(said(&own)[0], ("Exchanged for =Gift voucher".to_owned(), -300, 200));
    assert_eq!(own["balance"]["available"], 200);
    let owed = admin.get("/api/rewards/owed").await.body;
    assert_eq!((&owed["all"]["points"], &owed["exchanged"]["points"]), (&json!(200), &json!(-300)));
    assert_eq!(owed["ages"][0]["owed"]["points"], 500);
    assert_eq!(owed["referrers"][0]["owed"]["points"], 200);
}

#[tokio::test]
async fn what_expires_when_is_in_the_statement_and_expires() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let wrong =
        json!([{ "id": "a", "gives": 500, "to": "referrer", "holdDays": 0, "validMonths": 121 }]);
    publish(&mut admin, wrong).await.is(422, "rule-valid");
    let valid =
        json!([{ "id": "a", "gives": 500, "to": "referrer", "holdDays": 0, "validMonths": 1 }]);
    publish(&mut admin, valid).await.value();
    let key = award(&app, &mut admin, &mut member).await;
    let own = member.get(OWN).await.body;
    let end = own["expires"][0]["at"].as_u64().unwrap();
    assert_eq!(own["expires"], json!([{ "at": end, "points": 500 }]));
    let path = format!("/api/referrers/{key}/rewards");
    assert_eq!(admin.get(&path).await.body, own);
    let owed = admin.get("/api/rewards/owed").await.body;
    let soon = owed["expiring"].as_array().unwrap();
    assert_eq!(soon.iter().map(|it| it["points"].as_i64().unwrap()).sum::<i64>(), 500);
    assert_eq!((&soon[0]["fromDays"], &soon[0]["toDays"]), (&json!(0), &json!(30)));
    app.wait(Duration::from_millis(end - app.time().as_millis()));
    app.store.expire_points(None, app.time()).await.unwrap();
    let mut member = app.guest();
    app.enter(&mut member, MEMBER, "login").await.value();
    let own = member.get(OWN).await.body;
    assert_eq!(said(&own)[0], ("Expired".to_owned(), -500, 0));
    assert_eq!((&own["expires"], &own["balance"]["points"]), (&json!([]), &json!(0)));
    let mut admin = app.admin().await;
    let owed = admin.get("/api/rewards/owed").await.body;
    assert_eq!((&owed["all"]["points"], &owed["expired"]["points"]), (&json!(0), &json!(-500)));
}

#[tokio::test]
async fn how_the_programme_works_has_the_rules_and_the_catalogue_that_hold_now() {
    let app = TestApp::new().await;
    let dist = tempfile::tempdir().unwrap();
    let built = "<h1>How</h1><div data-rules=\"\" hidden=\"\"><p></p><ul><li></li></ul></div>\
                 <div data-no-rules=\"\"><p>Our office</p></div>";
    for (file, page) in [("index.html", "Home"), ("how-it-works.html", built)] {
        fs::write(dist.path().join(file), page).unwrap();
    }
    let config = Config { hosted: true, ..Config::of(dist.path().to_owned()) };
    let (site, _watcher) = site::open(&config).unwrap();
    let mut browser = Browser::new(server::app(app.state.clone(), &site));
    let before = browser.get("/how-it-works").await;
    assert_eq!((before.status, before.text.as_str()), (200, built));
    assert_ne!(before.header("etag"), "");
    let mut admin = app.admin().await;
    publish(&mut admin, rules()).await.value();
    let page = browser.get("/how-it-works").await;
    let rule = "<li>Every service: 500 points for the referrer when the referral is successful, held for 90 days.</li>";
    assert!(page.text.contains(&format!("for it, whatever we change later.</p><ul>{rule}<li>")));
    assert!(page.text.contains("<p>There is nothing to exchange points for at the moment."));
    assert!(
        page.text.contains("<div data-no-rules=\"\" hidden=\"\"><p>Our office"),
        "{}",
        page.text
    );
    assert_eq!((page.header("cache-control"), page.header("etag")), ("no-store", ""));
    assert_eq!(page.header("content-security-policy"), before.header("content-security-policy"));
    redeeming::publish(&mut admin, redeeming::offers()).await.value();
    let page = browser.get("/how-it-works").await.text;
    let offers = "<ul><li>=Gift voucher · 300 points · 2 left</li>\
                  <li>To your bank · 500 points · worth KWD 12.345</li></ul>";
    assert!(page.contains(offers) && !page.contains("There is nothing"), "{page}");
    redeeming::publish(&mut admin, json!([])).await.value();
    let page = browser.get("/how-it-works").await.text;
    assert!(page.contains("<p>There is nothing to exchange points for"), "{page}");
    // What a service worker fetches to read offline has no names: they may leave the list.
    set(&mut admin, |settings| settings["leaderboard"] = json!("public")).await.value();
    let mut member = app.member(MEMBER).await;
    redeeming::earn(&mut member, &mut admin, "9000000021", "500").await;
    member.put("/api/me/leaderboard", json!({ "name": "Asha" })).await.value();
    assert!(!browser.get("/how-it-works").await.text.contains("Asha"));
    let mut opened = browser.clone().with("sec-fetch-mode", "navigate");
    assert!(opened.get("/how-it-works").await.text.contains("Asha"));
    for read in ["rulebook", "catalogue"] {
        app.store.fail(Some((read, Fault::Unavailable)));
        assert_eq!(browser.get("/how-it-works").await.text, built);
    }
}
