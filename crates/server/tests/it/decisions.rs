//! Who may do what, in which state: the domain's table of decisions, over HTTP.

use std::collections::BTreeMap;

use domain::{account::User, case::Case};
use serde::Deserialize;
use serde_json::{Value, json};
use server::transfer::records::{Export, Importer};

use crate::support::{ADMIN, Answer, Browser, MEMBER, TestApp, number};

/// The same table runs natively and in a browser.
const TABLE: &str = include_str!("../../../domain/tests/cases/decisions.json");

#[derive(Deserialize)]
struct Table {
    draft: Value,
    referral: Value,
    cases: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    name: String,
    command: String,
    referral: Option<Value>,
    account: Option<String>,
    #[serde(default)]
    typed: Value,
    answers: BTreeMap<String, Option<String>>,
    #[serde(default)]
    hosted: BTreeMap<String, String>,
    #[serde(default)]
    after: Value,
}

#[tokio::test]
async fn every_role_and_state_is_answered_as_the_decision_table_says() {
    let table: Table = serde_json::from_str(TABLE).unwrap();
    for row in &table.cases {
        let mut answers = row.answers.clone();
        answers.extend(row.hosted.iter().map(|(role, code)| (role.clone(), Some(code.clone()))));
        for (role, refused) in answers {
            let name = format!("{}: {role}", row.name);
            let app = TestApp::new().await;
            let answer = match row.command.as_str() {
                "submit" => submit(&app, &role, merged(&table.draft, &row.typed)).await,
                "points" => {
                    let record =
                        row.referral.as_ref().map(|fields| merged(&table.referral, fields));
                    save_points(&app, &role, record, &row.typed).await
                }
                mode => log_in(&app, &role, mode, row.account.as_deref()).await,
            };
            match refused {
                Some(code) => {
                    assert_eq!(answer.body["codes"], json!([code]), "{name}");
                    assert!(answer.status >= 400, "{name}");
                }
                None if row.after["status"].is_string() => {
                    let referral = &answer.value()["referral"];
                    assert_eq!(referral["status"], row.after["status"], "{name}");
                    assert_eq!(referral["points"], row.after["points"], "{name}");
                }
                None => {
                    assert_eq!(answer.value()["role"], *role, "{name}");
                    let account = app.store.account(&number(number_of(&role))).await.unwrap();
                    assert_eq!(row.after, json!({ "registered": account.is_some() }), "{name}");
                }
            }
        }
    }
}

async fn submit(app: &TestApp, role: &str, draft: Value) -> Answer {
    let submission = json!({ "draft": draft });
    visitor(app, role).await.post("/api/referrals", submission).await
}

async fn save_points(app: &TestApp, role: &str, record: Option<Value>, points: &Value) -> Answer {
    let records = record.map(|record| serde_json::from_value(record).unwrap());
    let referrals = records.map(|record| Case::stored(record, &[])).into_iter().collect();
    let export = Export { accounts: Vec::new(), referrals };
    app.store.import(&export, app.time(), false, &Importer::PROGRAM).await.unwrap();
    let page = app.admin().await.get("/api/referrals").await.body;
    let key = page["referrals"][0]["key"].as_str().unwrap_or("0");
    let request = json!({ "points": points, "version": 1 });
    visitor(app, role).await.put(&format!("/api/referrals/{key}/points"), request).await
}

async fn log_in(app: &TestApp, role: &str, mode: &str, account: Option<&str>) -> Answer {
    let mobile = number_of(role);
    if account.is_some() {
        let accounts = vec![User::of(number(mobile))];
        let export = Export { accounts, referrals: Vec::new() };
        app.store.import(&export, app.time(), false, &Importer::PROGRAM).await.unwrap();
    }
    if account == Some("erased") {
        app.store.erase_referrer(&number(mobile), None, app.time(), None, None).await.unwrap();
    }
    app.enter(&mut app.guest(), mobile, mode).await
}

async fn visitor(app: &TestApp, role: &str) -> Browser {
    match role {
        "guest" => app.guest(),
        "member" => app.member(MEMBER).await,
        "unconfirmed" => app.unconfirmed_admin().await,
        _ => app.admin().await,
    }
}

fn number_of(role: &str) -> &'static str {
    if role == "admin" { ADMIN } else { MEMBER }
}

fn merged(base: &Value, with: &Value) -> Value {
    let mut merged = base.clone();
    merged.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
    merged
}
