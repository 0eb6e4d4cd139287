//! Referrals from a spreadsheet: checked, imported, and taken out again as one.

use std::time::Duration;

use crate::stages::{id_of, staff_member};
use crate::support::{ADMIN, Answer, Browser, MEMBER, OTHER, TestApp, submission};
use crate::undoing::command;
use serde_json::{Value, json};

const PATH: &str = "/api/spreadsheets";
const CHECK: &str = "/api/spreadsheets/check";

/// A row about somebody of this name and number.
pub(crate) fn row(name: &str, phone: &str) -> Value {
    json!({
        "referrerName": "Gita", "referrerPhone": "90000 00077", "referredName": name,
        "referredPhone": phone, "service": "IT services", "notes": "From the fair",
    })
}

pub(crate) fn sheet(rows: &[Value]) -> Value {
    json!({ "rows": rows })
}

/// As many rows as wanted, all of which are fine.
fn fine(count: usize) -> Vec<Value> {
    (0..count).map(|place| row(&format!("Person {place}"), &format!("98{place:08}"))).collect()
}

async fn listed(admin: &mut Browser) -> Value {
    admin.get(PATH).await.body["imports"][0].clone()
}

async fn count(admin: &mut Browser) -> Value {
    admin.get("/api/referrals").await.body["totals"]["all"].clone()
}

async fn take_out(admin: &mut Browser, imported: &Answer) -> Answer {
    admin.delete(&format!("{PATH}/{}", imported.value()["id"])).await
}

#[tokio::test]
async fn a_spreadsheet_of_500_rows_with_20_doubtful_ones_is_in_and_out_again_by_one_undo() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    app.guest().post("/api/referrals", submission("Here before")).await.value();
    let before = admin.get("/api/export").await.body["allReferrals"].clone();
    app.wait(Duration::from_secs(60));
    let mut rows = fine(500);
    for doubtful in &mut rows[..10] {
        doubtful["referredPhone"] = "2345 6789 01".into();
    }
    for doubtful in &mut rows[10..20] {
        doubtful["referrerName"] = doubtful["referredName"].clone();
    }
    let checked = admin.post(CHECK, sheet(&rows)).await;
    let checks = checked.value()["rows"].as_array().unwrap();
    let doubtful = |it: &&Value| it["doubts"] != json!([]);
    // Nine of the ten have the number of the first.
    assert_eq!(checks.iter().filter(doubtful).count(), 20);
    assert_eq!(checks[0]["doubts"], json!(["referred-country"]));
    assert_eq!(checks[1]["doubts"], json!(["referred-country", "repeated"]));
    assert_eq!(checks[1]["sameAs"], 0);
    assert_eq!(checks[10]["doubts"], json!(["same-person"]));
    assert!(checks.iter().all(|it| it["refusals"] == json!([])));
    assert_eq!(count(&mut admin).await, 1, "a check stores nothing");

    let begun = std::time::Instant::now();
    let imported = admin.post(PATH, sheet(&rows)).await;
    println!("500 rows took {:?}", begun.elapsed());
    assert_eq!(imported.value()["added"], 500);
    assert_eq!(imported.body["notice"]["description"], "500 referrals came in.");
    assert_eq!(count(&mut admin).await, 501);
    let id = id_of(&mut admin).await;
    let shown = listed(&mut admin).await;
    assert_eq!(shown["by"]["id"], id.as_str());
    assert_eq!(
        (&shown["added"], &shown["left"], &shown["takenOut"]),
        (&json!(500), &json!(500), &json!(0))
    );

    let preview = admin.get(&format!("{PATH}/{}", imported.value()["id"])).await.body;
    assert_eq!(preview, json!({ "gone": 500, "kept": [] }));
    app.wait(Duration::from_secs(1));
    let taken_out = take_out(&mut admin, &imported).await;
    assert_eq!(taken_out.value(), &preview);
    assert_eq!(admin.get("/api/export").await.body["allReferrals"], before);
    let shown = listed(&mut admin).await;
    assert_eq!((&shown["left"], &shown["takenOut"]), (&json!(0), &json!(500)));
    assert_eq!(shown["takenOutAt"], app.time().as_millis());
    // A page that got no answer asks again.
    assert_eq!(take_out(&mut admin, &imported).await.value(), &preview);
}

#[tokio::test]
async fn what_came_from_a_spreadsheet_is_shown_as_imported_and_is_its_referrers() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let hook = admin.post("/api/webhooks", json!({ "url": "http://127.0.0.1:9/in" })).await;
    let hook = hook.value()["webhook"]["id"].as_str().unwrap().to_owned();
    let mut rows = vec![row("Asha", "98000 00001"), row("Bina", "98000 00002")];
    rows[0]["referrerPhone"] = "+91 98765 43210".into();
    rows[1]["service"] = "training".into();
    assert_eq!(manager.post(PATH, sheet(&rows)).await.value()["added"], 2);
    let page = admin.get("/api/referrals").await.body;
    let [second, first] = page["referrals"].as_array().unwrap().as_slice() else {
        panic!("{page}")
    };
    assert_eq!(first["referral"]["service"], "it-services");
    assert_eq!(second["referral"]["service"], "training");
    assert_eq!(second["referral"]["referrerName"], "Gita");
    assert!(second["referral"]["id"].as_u64() <= Some(app.time().as_millis()), "{second}");
    let detail =
        admin.get(&format!("/api/referrals/{}", first["key"].as_str().unwrap())).await.body;
    let submitted = &detail["timeline"][0];
    assert_eq!(submitted["by"]["kind"], "import", "{submitted}");
    assert_eq!(submitted["by"]["shown"], "Imported by manager");
    // Like a guest's, it is the member's as soon as there is one.
    let own = app.member(MEMBER).await.get("/api/referrals").await.body;
    assert_eq!(own["referrals"][0]["referral"]["referredName"], "Asha");
    // No webhook is told of it.
    let told = admin.get(&format!("/api/webhooks/{hook}/deliveries")).await.body;
    assert_eq!(told["deliveries"], json!([]));
}

#[tokio::test]
async fn a_row_that_breaks_a_rule_is_left_out_and_named() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let with = |field: &str, text: &str| {
        let mut row = row("Asha", "98000 00001");
        row[field] = text.into();
        row
    };
    let rows = [
        with("referredName", " "),
        row("Bina", "98000 00002"),
        with("service", "Gardening"),
        with("referredPhone", "90000 00077"),
        with("notes", "\u{b}"),
        with("referredName", &"n".repeat(101)),
        with("referrerPhone", ADMIN),
    ];
    let wanted = [
        (0, "referred-name-missing"),
        (2, "service-unknown"),
        (3, "self-referral"),
        (4, "control-characters"),
        (5, "text-too-long"),
        (6, "own-referral"),
    ];
    let checked = admin.post(CHECK, sheet(&rows)).await;
    let imported = admin.post(PATH, sheet(&rows)).await;
    let refused: Vec<_> =
        wanted.iter().map(|(row, code)| json!({ "row": row, "codes": [code] })).collect();
    assert_eq!(imported.value()["refused"], json!(refused));
    assert_eq!(imported.value()["added"], 1);
    assert_eq!(imported.body["notice"]["description"], "1 referral came in. 6 rows did not.");
    for (row, code) in wanted {
        let refusal = &checked.value()["rows"][row]["refusals"][0];
        assert_eq!(refusal["code"], code);
        assert!(refusal["hint"].as_str().is_some_and(|hint| !hint.is_empty()), "{refusal}");
    }
    // With none that can come in, there is nothing to take out.
    let none = admin.post(PATH, sheet(&rows[..1])).await;
    assert_eq!((&none.value()["id"], &none.value()["added"]), (&Value::Null, &json!(0)));
    assert_eq!(none.body["notice"]["title"], "Nothing Imported");
    assert_eq!(admin.get(PATH).await.body["imports"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn who_was_referred_here_before_is_doubtful() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut earlier = submission("Asha Nair");
    earlier["draft"]["referredPhone"] = "98000 00001".into();
    let earlier = app.guest().post("/api/referrals", earlier).await;
    let key = earlier.value()["key"].as_str().unwrap().to_owned();
    app.wait(Duration::from_secs(60));
    let rows = [row("Asha", "+919800000001"), row("Bina", "98000 00002")];
    let checked = admin.post(CHECK, sheet(&rows)).await;
    let asha = &checked.value()["rows"][0];
    assert_eq!(asha["doubts"], json!(["known"]));
    assert_eq!(asha["known"], json!({ "key": key, "name": "Asha Nair" }));
    assert_eq!(checked.value()["rows"][1]["doubts"], json!([]));
    // The check and the list of duplicates agree.
    let imported = admin.post(PATH, sheet(&rows)).await;
    assert_eq!(imported.value()["added"], 2);
    let pairs = admin.get("/api/duplicates").await.body["pairs"].clone();
    assert_eq!(pairs.as_array().unwrap().len(), 1);
    assert_eq!(pairs[0]["earlier"]["key"], key.as_str());
    take_out(&mut admin, &imported).await.value();
    assert_eq!(admin.get("/api/duplicates").await.body["pairs"], json!([]));
    // After the window it is none.
    app.wait(Duration::from_secs(181 * 24 * 3600));
    let mut admin = app.admin().await;
    assert_eq!(admin.post(CHECK, sheet(&rows)).await.value()["rows"][0]["doubts"], json!([]));
}

/// Whoever writes a sheet could otherwise keep a colleague from deciding on a person, by naming them as the
/// referrer.
#[tokio::test]
async fn a_colleague_as_a_referrer_is_doubtful() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let mut theirs = row("Asha", "98000 00001");
    theirs["referrerPhone"] = "+91 90000 00011".into();
    let rows = sheet(&[theirs, row("Bina", "98000 00002")]);
    let checked = admin.post(CHECK, rows.clone()).await;
    assert_eq!(checked.value()["rows"][0]["doubts"], json!(["colleague"]));
    // Only owners read the numbers of colleagues.
    assert_eq!(manager.post(CHECK, rows).await.value()["rows"][0]["doubts"], json!([]));
    assert_eq!(checked.value()["rows"][1]["doubts"], json!([]));
}

#[tokio::test]
async fn a_number_in_many_rows_is_known_in_each() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut earlier = submission("Asha");
    earlier["draft"]["referredPhone"] = "98000 00001".into();
    app.guest().post("/api/referrals", earlier).await.value();
    app.wait(Duration::from_secs(1));
    let mut rows = vec![row("Asha", "98000 00001"); 3];
    rows[1]["referredPhone"] = "+919800000001".into();
    rows[2]["service"] = "training".into();
    let checked = admin.post(CHECK, sheet(&rows)).await;
    for row in 0..3 {
        assert_eq!(checked.value()["rows"][row]["known"]["name"], "Asha", "{row} {checked:?}");
    }
    assert_eq!(admin.post(PATH, sheet(&rows)).await.value()["added"], 3);
}

#[tokio::test]
async fn what_somebody_has_worked_on_stays_and_is_named() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let imported = admin.post(PATH, sheet(&fine(3))).await;
    let page = admin.get("/api/referrals").await.body;
    let key = page["referrals"][1]["key"].as_str().unwrap().to_owned();
    command(&mut admin, &key, json!({ "kind": "move", "stage": "contacted" })).await.value();
    // Whoever comes later is the first, once the imported one is gone.
    app.wait(Duration::from_secs(1));
    let mut later = submission("Person 0");
    later["draft"]["referredPhone"] = "98000 00000".into();
    let later = app.guest().post("/api/referrals", later).await.value()["key"].clone();
    let later = format!("/api/referrals/{}", later.as_str().unwrap());
    assert!(admin.get(&later).await.body["referral"]["duplicateOf"].is_string());
    let kept = json!([{ "key": key, "name": "Person 1", "why": "worked-on" }]);
    let preview = admin.get(&format!("{PATH}/{}", imported.value()["id"])).await.body;
    assert_eq!(preview, json!({ "gone": 2, "kept": kept }));
    let taken_out = take_out(&mut admin, &imported).await;
    assert_eq!(taken_out.value(), &preview);
    assert_eq!(
        taken_out.body["notice"]["description"],
        "2 referrals taken out in all. 1 referral kept."
    );
    let shown = listed(&mut admin).await;
    assert_eq!((&shown["left"], &shown["takenOut"]), (&json!(1), &json!(2)));
    assert!(admin.get(&later).await.body["referral"]["duplicateOf"].is_null());
    assert_eq!(count(&mut admin).await, 2);
}

/// Otherwise a colleague could let an earlier referral go, so that theirs counts.
#[tokio::test]
async fn nobody_takes_out_a_rival_of_their_own_referral() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let imported = admin.post(PATH, sheet(&[row("Asha", "98000 00001")])).await;
    app.wait(Duration::from_secs(1));
    let mut own = submission("Asha");
    own["draft"]["referredPhone"] = "98000 00001".into();
    manager.post("/api/referrals", own).await.value();
    let taken_out = take_out(&mut manager, &imported).await;
    assert_eq!(taken_out.value()["kept"][0]["why"], "own");
    assert_eq!(taken_out.value()["gone"], 0);
    assert_eq!(taken_out.body["notice"]["title"], "Nothing Taken Out");
    assert_eq!(count(&mut admin).await, 2);
    assert_eq!(take_out(&mut admin, &imported).await.value()["gone"], 1);
}

#[tokio::test]
async fn a_retry_with_the_same_key_imports_once() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await.with("idempotency-key", "0123456789abcdef");
    let mut rows = fine(2);
    rows.push(row("", "98000 00003"));
    let first = admin.post(PATH, sheet(&rows)).await;
    let second = admin.post(PATH, sheet(&rows)).await;
    assert_eq!(first.body, second.body);
    assert_eq!(count(&mut admin).await, 2);
    // Other rows are another import.
    assert_eq!(admin.post(PATH, sheet(&rows[..1])).await.value()["added"], 1);
    assert_eq!(count(&mut admin).await, 3);
}

#[tokio::test]
async fn too_many_rows_or_bytes_are_refused_as_a_whole() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    for path in [CHECK, PATH] {
        let many = admin.post(path, sheet(&fine(api::SPREADSHEET_ROWS + 1))).await;
        many.is(400, "bad-request");
        assert_eq!(many.body["detail"], "The field `rows` has at most 2000 entries.");
        let mut long = row("Asha", "98000 00001");
        long["notes"] = "n".repeat(2 * api::SPREADSHEET_MAX_BYTES).into();
        admin.post(path, sheet(&[long])).await.is(413, "text-too-long");
    }
    assert_eq!(count(&mut admin).await, 0);
    let most = admin.post(CHECK, sheet(&fine(api::SPREADSHEET_ROWS))).await;
    assert_eq!(most.value()["rows"].as_array().unwrap().len(), api::SPREADSHEET_ROWS);
}

#[tokio::test]
async fn importing_and_taking_out_need_a_recent_second_factor_and_are_audited() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let imported = admin.post(PATH, sheet(&fine(1))).await;
    let path = format!("{PATH}/{}", imported.value()["id"]);
    app.wait(Duration::from_millis(api::SECOND_FACTOR_FRESH_MS));
    let stale = "second-factor-stale";
    admin.post(PATH, sheet(&fine(1))).await.is(403, stale);
    admin.delete(&path).await.is(403, stale);
    // Checking rows says whose numbers are known.
    admin.post(CHECK, sheet(&fine(1))).await.is(403, stale);
    assert_eq!(admin.get(&path).await.status, 200);
    let mut admin = app.admin().await;
    // Only what brings or takes out something is recorded, and once.
    assert_eq!(admin.post(PATH, sheet(&[row("", "98000 00001")])).await.value()["added"], 0);
    for _ in 0..2 {
        admin.delete(&path).await.value();
    }
    for unknown in ["9", "x", "-1"] {
        let path = format!("{PATH}/{unknown}");
        admin.get(&path).await.is(404, "bad-request");
        admin.delete(&path).await.is(404, "bad-request");
    }
    let found = json!({ "kinds": ["import", "import-taken-out"] });
    let audit = admin.post("/api/audit/search", found).await.body["entries"].clone();
    let kinds: Vec<_> =
        audit.as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["import-taken-out", "import"]);
}

#[tokio::test]
async fn an_erasure_takes_a_person_out_of_an_import() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let rows = [row("Asha", OTHER), row("Bina", "98000 00002")];
    let imported = admin.post(PATH, sheet(&rows)).await;
    app.wait(Duration::from_secs(1));
    let erased = admin.post("/api/erasures", json!({ "phone": OTHER })).await;
    assert_eq!(erased.value()["referrals"], 1);
    let shown = listed(&mut admin).await;
    assert_eq!((&shown["added"], &shown["left"]), (&json!(2), &json!(1)));
    assert_eq!(take_out(&mut admin, &imported).await.value(), &json!({ "gone": 1, "kept": [] }));
    let copy = admin.get("/api/export").await.text;
    assert!(!copy.contains("Asha") && !copy.contains("Bina"), "{copy}");
}

#[tokio::test]
async fn the_list_of_imports_has_pages_and_ends_after_400_days() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    for place in 0..51 {
        let phone = format!("98{place:08}");
        admin.post(PATH, sheet(&[row("Asha", &phone)])).await.value();
    }
    let newest = admin.get(PATH).await.body;
    assert_eq!(newest["imports"].as_array().unwrap().len(), 50);
    let path = format!("{PATH}?after={}", newest["next"].as_str().unwrap());
    let oldest = admin.get(&path).await.body;
    let at = json!(app.time().as_millis());
    assert_eq!((&oldest["imports"][0]["at"], &oldest["next"]), (&at, &Value::Null));
    app.wait(Duration::from_millis(api::SPREADSHEETS_KEPT_MS));
    app.sql().await.sweep(app.time()).await.unwrap();
    let mut admin = app.admin().await;
    assert_eq!(admin.get(PATH).await.body["imports"], json!([]));
    assert_eq!(count(&mut admin).await, 51);
}
