//! Rivals, which are other referrals of the same person: nobody makes their own count by what they do to another.

use std::time::Duration;

use crate::duplicates::{key, refer};
use crate::stages::{give, staff_member};
use crate::support::{MEMBER, OTHER, TestApp, submission};
use serde_json::json;

/// A file proves nothing about when something happened: what it brings counts from its arrival.
#[tokio::test]
async fn nothing_imported_outranks_what_was_here_before() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let old = key(&refer(&mut member, "55123450").await);
    app.wait(Duration::from_secs(3600));
    let first = key(&refer(&mut member, "55123456").await);
    let second = key(&refer(&mut member, "55123457").await);
    let mut admin = app.admin().await;
    let day_before = app.time().as_millis() - 24 * 3_600_000;
    let file = admin.get("/api/export").await.body;
    let records = file["allReferrals"].as_array().unwrap();
    let of = |phone: &str| records.iter().find(|it| it["referredPhone"] == phone).unwrap().clone();
    // One dated back, and one that is about the other number by a correction that is dated back.
    let mut dated_back = of("55123456");
    dated_back["id"] = day_before.into();
    dated_back["referrerMobile"] = OTHER.into();
    let mut corrected = of("55123450");
    let at = corrected["id"].as_u64().unwrap() + 1;
    corrected["history"] = json!([{
        "at": at, "saw": 0, "kind": "corrected", "field": "referredPhone", "text": "55123457",
    }]);
    let mut copies = file.clone();
    copies["allReferrals"] = json!([dated_back, corrected]);
    let taken = admin.post_text("/api/import", copies.to_string()).await;
    assert_eq!((&taken.value()["new"], &taken.value()["changed"]), (&json!(1), &json!(1)));
    let pairs = admin.get("/api/duplicates").await.body["pairs"].clone();
    let earlier: Vec<_> =
        pairs.as_array().unwrap().iter().map(|pair| pair["earlier"]["key"].clone()).collect();
    assert_eq!(earlier.len(), 2, "{pairs}");
    assert!(earlier.contains(&json!(first)) && earlier.contains(&json!(second)), "{pairs}");
    // It stays so when it changes; what comes later comes after what was imported.
    let note = json!({ "kind": "note", "note": "Hm" });
    give(&mut admin, &old, 2, note).await.value();
    let pairs = admin.get("/api/duplicates").await.body["pairs"].clone();
    assert!(pairs.as_array().unwrap().iter().all(|it| it["earlier"]["key"] != json!(old)));
    app.wait(Duration::from_secs(1));
    let mut alone = file.clone();
    alone["allReferrals"] = json!([{
        "id": day_before, "referrerName": "Gita", "referrerMobile": OTHER,
        "referredName": "Asha", "referredPhone": "55123459", "service": "training", "notes": "",
        "date": "1/1/2026", "status": "Pending", "points": 0,
    }]);
    assert_eq!(admin.post_text("/api/import", alone.to_string()).await.value()["new"], 1);
    app.wait(Duration::from_secs(1));
    let last = key(&refer(&mut member, "55123459").await);
    let pairs = admin.get("/api/duplicates").await.body["pairs"].clone();
    assert_eq!(pairs[0]["later"]["key"], json!(last), "{pairs}");
    assert_eq!(pairs[0]["earlier"]["referral"]["referrerMobile"], OTHER);
}

/// A referral that had expired once does not give way to one that is dated back to then.
#[tokio::test]
async fn what_is_dated_back_finds_nothing_expired() {
    const DAY: Duration = Duration::from_secs(24 * 3600);
    let app = TestApp::new().await;
    let first = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    let began = app.time().as_millis();
    app.wait(95 * DAY);
    let moved = json!({ "kind": "move", "stage": "contacted" });
    give(&mut app.admin().await, &first, 1, moved).await.value();
    app.wait(3 * DAY);
    let mut admin = app.admin().await;
    let mut file = admin.get("/api/export").await.body;
    file["allReferrals"] = json!([{
        "id": began + 94 * 24 * 3_600_000, "referrerName": "Gita", "referrerMobile": OTHER,
        "referredName": "Asha", "referredPhone": "55123456", "service": "training", "notes": "",
        "date": "1/1/2026", "status": "Pending", "points": 0,
    }]);
    assert_eq!(admin.post_text("/api/import", file.to_string()).await.value()["new"], 1);
    let pair = admin.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!((&pair["earlier"]["key"], &pair["credited"]), (&json!(first), &json!("earlier")));
}

/// A guest may type any number as the referrer's.
#[tokio::test]
async fn a_guest_who_types_a_number_of_staff_makes_no_rival_for_them() {
    let app = TestApp::new().await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let theirs = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    app.wait(Duration::from_secs(1));
    let mut typed = submission("Meera");
    typed["draft"]["referredPhone"] = "55123456".into();
    typed["draft"]["referrerPhone"] = "9000000011".into();
    let typed = key(&app.guest().post("/api/referrals", typed).await.body);
    let credit = json!({ "kind": "credit", "credited": true, "note": "In time" });
    give(&mut manager, &theirs, 1, credit.clone()).await.value();
    give(&mut manager, &typed, 1, credit.clone()).await.is(403, "own-referral");
    // What they refer themselves makes one.
    app.wait(Duration::from_secs(1));
    refer(&mut manager, "55123456").await;
    give(&mut manager, &theirs, 2, credit).await.is(403, "own-referral");
}

/// Staff of a company that has brought its records from elsewhere have rivals as well.
#[tokio::test]
async fn an_imported_referral_is_a_rival() {
    let app = TestApp::new().await;
    let theirs = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    app.wait(Duration::from_secs(60));
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let mut admin = app.admin().await;
    let mut file = admin.get("/api/export").await.body;
    file["allReferrals"] = json!([{
        "id": app.time().as_millis(), "referrerName": "Gita", "referrerMobile": "9000000011",
        "referredName": "Asha", "referredPhone": "55123456", "service": "training", "notes": "",
        "date": "1/1/2026", "status": "Pending", "points": 0,
    }]);
    assert_eq!(admin.post_text("/api/import", file.to_string()).await.value()["new"], 1);
    let decline = json!({ "kind": "decline", "reason": "no-answer" });
    give(&mut manager, &theirs, 1, decline).await.is(403, "own-referral");
}

/// What was closed by a colleague, or how long it was in a stage, decides which of two counts.
#[tokio::test]
async fn nobody_makes_their_own_referral_count_again() {
    let app = TestApp::new().await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let own = key(&refer(&mut manager, "55123456").await);
    app.wait(Duration::from_secs(1));
    refer(&mut app.member(MEMBER).await, "55123456").await;
    let mut admin = app.admin().await;
    give(&mut admin, &own, 1, json!({ "kind": "decline", "reason": "no-answer" })).await.value();
    let events = admin.get(&format!("/api/referrals/{own}")).await.body["timeline"].clone();
    let target = events.as_array().unwrap().last().unwrap()["id"].clone();
    for again in [
        json!({ "kind": "reopen", "note": "x" }),
        json!({ "kind": "undo", "target": target, "note": "x" }),
    ] {
        give(&mut manager, &own, 2, again).await.is(403, "own-referral");
    }
    app.wait(Duration::from_secs(60));
    let mut file = admin.get("/api/export").await.body;
    let records = file["allReferrals"].as_array_mut().unwrap();
    let record = records.iter_mut().find(|it| !it["history"].is_null()).unwrap();
    let moved = json!({ "at": app.time().as_millis() - 30_000, "saw": 1, "kind": "moved", "stage": "contacted" });
    record["history"].as_array_mut().unwrap().push(moved);
    let imported = manager.post_text("/api/import", file.to_string()).await;
    assert_eq!(imported.value()["denied"], 1, "{imported:?}");
    let pair = admin.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!(pair["credited"], "later");
}

/// Staff could otherwise put a referral away just before they refer the same person.
#[tokio::test]
async fn who_closes_a_referral_gains_nothing_by_referring_the_person_again() {
    let app = TestApp::new().await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let mut admin = app.admin().await;
    let first = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    let decline = json!({ "kind": "decline", "reason": "no-answer" });
    give(&mut manager, &first, 1, decline.clone()).await.value();
    app.wait(Duration::from_secs(1));
    refer(&mut manager, "55123456").await;
    let pair = admin.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("earlier"), &json!("rule")));
    // Whoever else closes it says that it failed.
    let reopen = json!({ "kind": "reopen", "note": "A slip" });
    give(&mut admin, &first, 2, reopen).await.value();
    give(&mut admin, &first, 3, decline).await.value();
    let pair = admin.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("later"), &json!("closed")));
}

/// By deciding, or by undoing what a colleague did, a referral could be put away as well.
#[tokio::test]
async fn who_decides_about_a_referral_gains_nothing_by_referring_the_person_again() {
    let app = TestApp::new().await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let mut admin = app.admin().await;
    let decided = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    let credit = json!({ "kind": "credit", "credited": false, "note": "x" });
    give(&mut manager, &decided, 1, credit).await.value();
    app.wait(Duration::from_secs(1));
    let declined = key(&refer(&mut app.member("9876500001").await, "55123457").await);
    let decline = json!({ "kind": "decline", "reason": "no-answer" });
    give(&mut admin, &declined, 1, decline).await.value();
    give(&mut admin, &declined, 2, json!({ "kind": "reopen", "note": "A slip" })).await.value();
    let events = admin.get(&format!("/api/referrals/{declined}")).await.body["timeline"].clone();
    let target = events.as_array().unwrap().last().unwrap()["id"].clone();
    let undo = json!({ "kind": "undo", "target": target, "note": "x" });
    give(&mut manager, &declined, 3, undo).await.value();
    app.wait(Duration::from_secs(1));
    refer(&mut manager, "55123456").await;
    // As a guest, with their own number.
    let mut guest = submission("Meera");
    guest["draft"]["referrerPhone"] = "9000000011".into();
    guest["draft"]["referredPhone"] = "55123457".into();
    app.guest().post("/api/referrals", guest).await.value();
    let pairs = admin.get("/api/duplicates").await.body["pairs"].clone();
    for pair in pairs.as_array().unwrap() {
        assert_eq!(
            (&pair["credited"], &pair["why"]),
            (&json!("earlier"), &json!("rule")),
            "{pair}"
        );
    }
    assert_eq!(pairs.as_array().unwrap().len(), 2);
}

/// A correction there and back makes nobody come second.
#[tokio::test]
async fn a_number_that_is_corrected_back_is_as_old_as_its_referral() {
    let app = TestApp::new().await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let first = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    let correct = |text: &str| json!({ "kind": "correct", "field": "referredPhone", "text": text, "note": "A slip" });
    give(&mut coordinator, &first, 1, correct("55123457")).await.value();
    app.wait(Duration::from_secs(1));
    refer(&mut coordinator, "55123456").await;
    app.wait(Duration::from_secs(1));
    give(&mut app.admin().await, &first, 2, correct("55123456")).await.value();
    let pair = app.admin().await.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!((&pair["earlier"]["key"], &pair["credited"]), (&json!(first), &json!("earlier")));
}

/// By whom, when and how it is worked on they could let it lie until theirs counts.
#[tokio::test]
async fn nobody_works_on_a_rival_of_their_own_referral() {
    let app = TestApp::new().await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let mut other = staff_member(&app, "9000000013", "coordinator", &["others"]).await;
    let first = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    let due = app.time().as_millis() + 300 * 24 * 3_600_000;
    let assign = |staff: String| json!({ "kind": "assign", "staff": staff });
    let elsewhere = crate::stages::id_of(&mut other).await;
    // Nor does anybody give it to somebody who does not see it.
    give(&mut coordinator, &first, 1, assign(elsewhere)).await.is(422, "staff-unknown");
    app.wait(Duration::from_secs(1));
    refer(&mut coordinator, "55123456").await;
    let own = crate::stages::id_of(&mut coordinator).await;
    for work in [
        assign(own),
        json!({ "kind": "schedule", "task": { "kind": "check", "due": due, "staff": "" } }),
        json!({ "kind": "call", "outcome": "no-answer" }),
        json!({ "kind": "move", "stage": "contacted" }),
    ] {
        give(&mut coordinator, &first, 1, work).await.is(403, "own-referral");
    }
    give(&mut coordinator, &first, 1, json!({ "kind": "note", "note": "We spoke" })).await.value();
}
