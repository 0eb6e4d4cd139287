//! Copies: taken away, and taken in.

use std::time::Duration;

use crate::support::{ADMIN, MEMBER, OTHER, TestApp, number, submission};
use domain::{
    account::{EntryMode, Policy, User},
    ledger::Ledger,
    referral::ReferralDraft,
    viewer::Viewer,
};
use serde_json::json;

/// A browser's whole programme: two accounts and twelve hundred referrals, one of them awarded.
fn browsers_programme() -> (Ledger, Viewer) {
    let policy = Policy { admin: number(ADMIN), simulated_code: "1234".to_owned() };
    let mut ledger = Ledger::new();
    let now = crate::support::at(1_700_000_000_000);
    for mobile in [MEMBER, OTHER] {
        let entered = ledger.enter(EntryMode::Signup, mobile, "1234", &policy, now);
        entered.value().unwrap();
    }
    let member = Viewer::of(Some(User::of(number(MEMBER))), &policy);
    let admin = Viewer::of(Some(User::of(number(ADMIN))), &policy);
    let mut id = now;
    for number in 0..1200 {
        let draft = ReferralDraft {
            referred_name: format!("Person {number}, \"the\" =first"),
            referred_phone: format!("+91 {number}"),
            service: "training".to_owned(),
            ..ReferralDraft::default()
        };
        id = id.next();
        ledger.submit(&draft, &member, id, "1/1/2026").value().unwrap();
    }
    let key = ledger.visible(&admin).next().unwrap().key;
    ledger.award(&admin, &key, "50", id).value().unwrap();
    (ledger, admin)
}

#[tokio::test]
async fn an_export_of_a_browser_is_taken_in_and_comes_out_the_same() {
    let app = TestApp::new().await;
    let (ledger, viewer) = browsers_programme();
    let text = ledger.export(&viewer, app.time());
    let mut admin = app.admin().await;

    let preview = admin.post_text("/api/import?preview=true", text.clone()).await;
    let counts = json!({ "new": 1202, "changed": 0, "same": 0, "refused": 0 });
    assert_eq!(preview.value(), &counts);
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["all"], 0);

    let imported = admin.post_text("/api/import?preview=false", text.clone()).await;
    assert_eq!(imported.value(), &counts);
    assert!(!imported.body["notice"]["description"].as_str().unwrap().contains("browser"));
    let totals = json!({ "all": 1200, "pending": 1199, "successful": 1, "points": 50 });
    assert_eq!(admin.get("/api/referrals").await.body["totals"], totals);

    let exported = admin.get("/api/export").await;
    assert_eq!(exported.header("content-disposition"), "attachment; filename=\"referrals.json\"");
    assert_eq!(exported.text, ledger.export(&viewer, app.time()), "word for word");
    let mut back = Ledger::new();
    back.import(&viewer, &exported.text).value().unwrap();
    assert_eq!(back.referrals_text(), ledger.referrals_text());
    assert_eq!(back.accounts_text(), ledger.accounts_text());

    let again = admin.post_text("/api/import", text).await;
    assert_eq!(again.value()["same"], 1202);
    let sheet = admin.get("/api/export?format=csv").await;
    assert_eq!(sheet.text, ledger.csv(&viewer), "word for word");
    assert_eq!(sheet.header("content-type"), "text/csv; charset=utf-8");
}

#[tokio::test]
async fn a_member_takes_away_what_is_their_own() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    app.member(OTHER).await.post("/api/referrals", submission("Balu")).await.value();
    member.post("/api/referrals", submission("Asha")).await.value();
    let copy = member.get("/api/export?format=json").await.body;
    assert_eq!(copy["registeredUsers"][0]["mobileNumber"], MEMBER);
    assert_eq!(copy["registeredUsers"].as_array().unwrap().len(), 1);
    assert_eq!(copy["allReferrals"][0]["referredName"], "Asha");
    assert_eq!(copy["allReferrals"].as_array().unwrap().len(), 1);
    let sheet = member.get("/api/export?format=csv").await.text;
    assert_eq!(sheet.lines().count(), 2);
    app.guest().get("/api/export").await.is(401, "not-logged-in");
    member.get("/api/export?format=pdf").await.is(400, "bad-request");
}

#[tokio::test]
async fn an_empty_programme_has_an_export_too() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let empty = admin.get("/api/export").await;
    let (_, viewer) = browsers_programme();
    assert_eq!(empty.text, Ledger::new().export(&viewer, app.time()));
    let taken = admin.post_text("/api/import", empty.text).await;
    assert_eq!(taken.value()["new"], 0);
}

#[tokio::test]
async fn what_is_no_export_is_refused_in_the_rules_words() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    for text in ["", "{}", "[]", "nonsense", "{\"format\": \"other\"}"] {
        admin.post_text("/api/import", text).await.is(422, "not-an-export");
    }
    admin.post_text("/api/import", vec![0xff, 0xfe]).await.is(422, "not-an-export");
    let later = "{\"format\": \"referral-programme\", \"version\": 2}";
    admin.post_text("/api/import", later).await.is(422, "export-unknown");
    for length in [16_777_217, 16_777_217 + 4096] {
        let answer = admin.post_text("/api/import", "x".repeat(length)).await;
        answer.is(413, "import-too-large");
    }
    let mut member = app.member(MEMBER).await;
    member.post_text("/api/import", "{}").await.is(403, "not-admin");
    app.guest().post_text("/api/import", "{}").await.is(401, "not-logged-in");
}

#[tokio::test]
async fn what_cannot_be_read_is_counted_and_what_can_is_taken() {
    let app = TestApp::new().await;
    let (ledger, viewer) = browsers_programme();
    let text = ledger.export(&viewer, app.time());
    let damaged = text.replacen("\"allReferrals\": [", "\"allReferrals\": [{\"id\":\"?\"},", 1);
    let taken = app.admin().await.post_text("/api/import", damaged).await;
    assert_eq!(taken.value()["refused"], 1);
    assert_eq!(taken.value()["new"], 1202);
}

#[tokio::test]
async fn what_was_erased_here_does_not_come_back() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    member.post("/api/referrals", submission("Asha")).await.value();
    let mut admin = app.admin().await;
    let copy = admin.get("/api/export").await.text;
    app.wait(Duration::from_secs(1));
    member.delete("/api/me").await.value();
    let taken = admin.post_text("/api/import", copy).await;
    assert_eq!(taken.value(), &json!({ "new": 0, "changed": 0, "same": 0, "refused": 2 }));
}
