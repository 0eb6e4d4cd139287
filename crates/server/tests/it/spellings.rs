//! A number in every spelling of the table, through the doors of the interface: what read-only
//! staff see, what an erasure takes, and what counts as the same number.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    stages::{give, staff_member},
    support::{TestApp, submission},
};

/// `crates/numbers/cases/spellings.json`.
#[derive(Deserialize)]
struct Cases {
    number: String,
    spellings: Vec<Case>,
    others: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    text: String,
}

fn cases() -> Cases {
    serde_json::from_str(include_str!("../../../numbers/cases/spellings.json")).unwrap()
}

/// A guest's referral with a number in every text that has room for it.
fn referral(name: &str, number: &str) -> Value {
    let mut form = submission(&format!("{name} ({number})"));
    form["draft"]["referredPhone"] = number.into();
    form["draft"]["notes"] = format!("Or at home: {number}").into();
    form
}

/// The texts in an answer, by the names of their fields.
fn texts<'v>(name: &'v str, value: &'v Value, found: &mut Vec<(&'v str, &'v str)>) {
    match value {
        Value::String(text) => found.push((name, text)),
        Value::Array(values) => values.iter().for_each(|value| texts(name, value, found)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| texts(name, value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn read_only_staff_see_no_number_in_any_spelling() {
    let app = TestApp::new().await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    for case in cases().spellings {
        let form = referral("Asha", &case.text);
        let made = app.guest().post("/api/referrals", form).await;
        let id = made.value()["referral"]["id"].as_u64().unwrap();
        let key = format!("{id:016x}");
        let note = json!({ "kind": "note", "note": format!("She says {}", case.text) });
        give(&mut coordinator, &key, 1, note).await.value();
        let message = json!({
            "name": format!("Asha {}", case.text), "email": "a@b.example", "subject": case.text,
            "message": format!("Call {} or {}", case.text, case.text),
        });
        app.guest().post("/api/messages", message).await.value();
    }
    // One digit is not a number, and two are what masking leaves of one.
    let hidden = |text: &str| text.chars().filter(|it| numbers::has_digit(&it.to_string())).count();
    let pages = ["/api/referrals", "/api/inbox", "/api/messages", "/api/reports"];
    for path in pages {
        let answer = auditor.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        let mut found = Vec::new();
        texts("", &answer.body, &mut found);
        for (name, text) in found {
            // Ids and dates are no numbers of people.
            if !["key", "latest", "date", "next", "staff"].contains(&name) {
                assert!(hidden(text) <= 4, "{path} {name}: {text}");
            }
        }
    }
    let list = auditor.get("/api/referrals").await.body;
    assert!(!list["referrals"].as_array().unwrap().is_empty());
    for shown in list["referrals"].as_array().unwrap() {
        let path = format!("/api/referrals/{}", shown["key"].as_str().unwrap());
        let detail = auditor.get(&path).await.body;
        assert_eq!(detail["timeline"].as_array().unwrap().len(), 2, "{detail}");
        let mut found = Vec::new();
        texts("", &detail, &mut found);
        for (name, text) in found {
            if !["key", "name", "date", "shown", "staff"].contains(&name) {
                assert!(hidden(text) <= 2, "{name}: {text}");
            }
        }
    }
}

#[tokio::test]
async fn read_only_staff_search_for_no_digit_of_any_script() {
    let app = TestApp::new().await;
    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    for case in cases().spellings {
        for path in ["/api/referrals/search", "/api/referrals/counts"] {
            let search = case.text.chars().take(6).collect::<String>();
            let answer = auditor.post(path, json!({ "search": search })).await;
            answer.is(400, "bad-request");
        }
    }
}

#[tokio::test]
async fn an_erasure_takes_a_number_in_every_spelling() {
    let app = TestApp::new().await;
    let Cases { number, spellings, others } = cases();
    let key = numbers::key(&number);
    let count = spellings.len();
    for case in spellings.iter().chain(&others) {
        let mut about_others = submission("Balu");
        about_others["draft"]["notes"] = format!("His sister: {}", case.text).into();
        app.guest().post("/api/referrals", about_others).await.value();
        let mut about = submission("Asha");
        about["draft"]["referredPhone"] =
            if case.text.is_empty() { "1".into() } else { case.text.as_str().into() };
        app.guest().post("/api/referrals", about).await.value();
        let message = json!({
            "name": "Balu", "email": "a@b.example", "subject": "Hello",
            "message": format!("Call {}, please", case.text),
        });
        app.guest().post("/api/messages", message).await.value();
    }
    let mut admin = app.admin().await;
    let erased = admin.post("/api/erasures", json!({ "phone": number })).await;
    let value = erased.value();
    assert_eq!(value["referrals"], count, "those about the person");
    assert_eq!(value["blanked"], 2 * count, "the notes and messages of others");
    let copy = admin.get("/api/export").await;
    for line in copy.text.lines() {
        assert!(!numbers::mentions(line, &key), "{line}");
    }
    for case in &others {
        assert!(copy.text.contains(serde_json::to_string(&case.text).unwrap().trim_matches('"')));
    }
    for case in &spellings {
        let left = copy.text.contains(&case.text);
        assert!(!left, "{}: {}", case.name, case.text);
    }
}

#[tokio::test]
async fn a_self_referral_is_refused_in_every_spelling() {
    let app = TestApp::new().await;
    let Cases { number, spellings, others } = cases();
    let mut member = app.member(&number).await;
    for case in &spellings {
        let mut form = submission("Me");
        form["draft"]["referredPhone"] = case.text.as_str().into();
        let answer = member.post("/api/referrals", form.clone()).await;
        assert_eq!(answer.status, 422, "{}: {answer:?}", case.name);
        assert_eq!(answer.body["codes"], json!(["self-referral"]), "{}", case.name);
        form["draft"]["referrerPhone"] = number.as_str().into();
        let answer = app.guest().post("/api/referrals", form).await;
        assert_eq!(answer.status, 422, "{}: {answer:?}", case.name);
    }
    for case in others.iter().filter(|case| !case.text.is_empty()) {
        let mut form = submission("Somebody else");
        form["draft"]["referredPhone"] = case.text.as_str().into();
        let answer = member.post("/api/referrals", form).await;
        assert_eq!(answer.status, 201, "{}: {answer:?}", case.name);
    }
}

#[tokio::test]
async fn every_spelling_is_a_duplicate_of_the_number() {
    let app = TestApp::new().await;
    let Cases { number, spellings, others } = cases();
    let mut first = submission("First");
    first["draft"]["referredPhone"] = number.as_str().into();
    let first = app.guest().post("/api/referrals", first).await;
    let first = first.value()["key"].as_str().map(str::to_owned);
    for (is_same, cases) in [(true, &spellings), (false, &others)] {
        for case in cases.iter().filter(|case| !case.text.is_empty()) {
            let mut form = submission("Later");
            form["draft"]["referredPhone"] = case.text.as_str().into();
            let made = app.guest().post("/api/referrals", form).await;
            let id = made.value()["referral"]["id"].as_u64().unwrap();
            let stored = app.store.store.referral(&format!("{id:016x}")).await.unwrap().unwrap();
            assert_eq!(stored.duplicate_of == first, is_same, "{}: {}", case.name, case.text);
        }
    }
}
