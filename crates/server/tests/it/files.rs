//! Files that are made to do harm.

use crate::support::{BEGINNING, Browser, TestApp};
use serde_json::{Value, json};

/// An export with these registered users, referrals and unreadable records, as they are written.
fn file(users: &str, referrals: &str, unreadable: &str) -> String {
    format!(
        r#"{{"format":"referral-programme","version":1,"exportedAt":{BEGINNING},"registeredUsers":[{users}],"allReferrals":[{referrals}],"unreadableRecords":[{unreadable}]}}"#
    )
}

/// A referral with this history, as it is written.
fn referral(history: &str) -> String {
    let record = json!({
        "id": BEGINNING - 1, "referrerName": "Gita", "referrerMobile": "9000000021",
        "referredName": "Asha", "referredPhone": "9000000022", "service": "training", "notes": "",
        "date": "1/1/2026", "status": "Pending", "points": 0,
    });
    let record = record.to_string();
    format!(r#"{},"history":[{history}]}}"#, record.strip_suffix('}').unwrap())
}

async fn preview(admin: &mut Browser, text: String) -> crate::support::Answer {
    admin.post_text("/api/import?preview=true", text).await
}

/// Each takes hundreds of times its size once it is read.
#[tokio::test]
async fn a_file_of_more_things_than_any_site_writes_is_refused() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let ones = |count: usize| vec!["1"; count].join(",");
    let sound = file("", &referral(&ones(100)), "");
    preview(&mut admin, sound).await.value();
    let many = ones(700_000);
    let kept = |text: &str| json!({ "from": "referrals", "text": text }).to_string();
    let members = vec![r#""a":1"#; 2_200_000].join(",");
    for text in [
        file(&many, "", ""),
        file("", &many, ""),
        file("", "", &many),
        file("", &referral(&many), ""),
        file("", "", &kept(&referral(&many))),
        file("", &format!("{{{members}}}"), ""),
        // Few in each.
        file("", &vec![referral(&ones(5_000)); 140].join(","), ""),
    ] {
        let start: String = text.chars().take(200).collect();
        let answer = preview(&mut admin, text).await;
        assert_eq!(answer.status, 422, "{start} {answer:?}");
        answer.is(422, "not-an-export");
    }
}

/// What nobody could be called here.
#[tokio::test]
async fn an_imported_account_has_a_name_as_they_are_typed() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let named = |name: &str| json!({ "mobileNumber": "9000000031", "name": name }).to_string();
    let long = "x".repeat(20_000);
    for (name, is_taken) in [
        ("Asha Rao", true),
        ("User0031", true),
        ("", true),
        ("[number erased]", true),
        ("Asha\nRao", false),
        ("Asha\tRao", false),
        (&long, false),
        ("Call 98765 43210", false),
    ] {
        let taken = preview(&mut admin, file(&named(name), "", "")).await;
        let counts = (&taken.value()["new"], &taken.value()["unreadable"]);
        let (new, left) = (json!(usize::from(is_taken)), json!(usize::from(!is_taken)));
        assert_eq!(counts, (&new, &left), "{name:.20}");
    }
}

/// The member's page and the console say so, not only the database.
#[tokio::test]
async fn staff_erase_whom_only_a_file_has_registered() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let users = json!({ "mobileNumber": "9000000021", "name": "Injected" }).to_string();
    let text = file(&users, &referral(""), "");
    assert_eq!(admin.post_text("/api/import", text.clone()).await.value()["new"], 2);
    let erased = admin.post("/api/erasures", json!({ "phone": "9000000021" })).await;
    let counts = ["accounts", "referrals"].map(|it| erased.value()[it].as_u64().unwrap());
    assert_eq!((counts, &erased.value()["accountStays"]), ([1, 1], &json!(false)));
    let said = erased.body["notice"]["description"].as_str().unwrap();
    assert!(!said.contains("only its holder"), "{said}");
    let export: Value = serde_json::from_str(&admin.get("/api/export").await.text).unwrap();
    assert_eq!(export["registeredUsers"], json!([]));
    assert_eq!(admin.post_text("/api/import", text).await.value()["refused"], 2);
}
