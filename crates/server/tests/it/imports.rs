//! What came by an import is shown as imported, whatever it says of itself, and can be undone.

use crate::stages::{id_of, staff_member};
use crate::support::{BEGINNING, MEMBER, OTHER, TestApp};
use crate::undoing::{command, last, referral};
use serde_json::{Value, json};

const LAST: u64 = 8_640_000_000_000_000;

/// The file of an export, with these events in its first referral.
pub(crate) async fn file(admin: &mut crate::support::Browser, events: Value) -> Value {
    let mut file = file_of(admin).await;
    file["allReferrals"][0]["history"] = events;
    file
}

pub(crate) async fn file_of(admin: &mut crate::support::Browser) -> Value {
    serde_json::from_str(&admin.get("/api/export").await.text).unwrap()
}

#[tokio::test]
async fn an_imported_event_is_nobodys_and_can_be_undone() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let owner = id_of(&mut admin).await;
    let key = referral(&mut member).await;
    let by = format!("staff:{owner}");
    let at = BEGINNING + 1;
    let events = json!([
        { "at": at, "saw": 0, "by": by, "kind": "noted", "note": "The owner agrees" },
        { "at": at + 1, "saw": 1, "by": by, "kind": "points", "points": 9000 },
        { "at": at + 2, "saw": 2, "by": "referrer", "kind": "corrected", "field": "notes",
          "text": "Not mine" },
    ]);
    app.wait(std::time::Duration::from_secs(60));
    let text = file(&mut admin, events).await.to_string();
    assert_eq!(manager.post_text("/api/import", text).await.value()["changed"], 1);
    let path = format!("/api/referrals/{key}");
    let detail = admin.get(&path).await.body;
    for entry in &detail["timeline"].as_array().unwrap()[1..] {
        assert_eq!(entry["by"]["kind"], "import", "{entry}");
        assert_eq!(entry["by"]["staff"], "manager-9000000011");
        assert_eq!(entry["by"]["shown"], "Imported by manager");
        assert_eq!(entry["imported"], app.time().as_millis());
        assert_eq!(entry["canUndo"], true);
    }
    let history = admin.get(&format!("{path}/history")).await.text;
    assert!(history.contains("Imported by manager"), "{history}");
    // The member neither sees it as theirs nor undoes it.
    let own = member.get(&path).await.body;
    assert!(own["timeline"].as_array().unwrap().iter().all(|it| it["by"]["shown"] != "You"));
    let correction = last(&mut admin, &key, "corrected").await;
    let undo = |target: &str| json!({ "kind": "undo", "target": target, "note": "Wrong" });
    command(&mut member, &key, undo(&correction)).await.is(403, "not-allowed");
    for kind in ["corrected", "points", "noted"] {
        let target = last(&mut admin, &key, kind).await;
        command(&mut admin, &key, undo(&target)).await.value();
    }
    let detail = admin.get(&path).await.body;
    assert_eq!(detail["referral"]["referral"]["status"], "Pending");
    assert_eq!(detail["referral"]["referral"]["notes"], "");
}

/// Whoever imports a file is told beforehand what it gives, and nobody reads in the company's name what
/// the company did not say.
#[tokio::test]
async fn a_file_gives_no_points_unseen_and_says_nothing_to_the_referrer() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let at = BEGINNING + 1;
    let events = json!([
        { "at": at, "saw": 0, "by": "staff:x", "kind": "said", "way": "text",
          "text": "Send your card to the address below" },
        { "at": at + 1, "saw": 1, "by": "staff:x", "kind": "points", "points": 3000 },
    ]);
    app.wait(std::time::Duration::from_secs(60));
    let awarded = |mut file: Value| {
        let record = &mut file["allReferrals"][0];
        (record["status"], record["points"]) = (json!("Successful"), json!(3000));
        file.to_string()
    };
    let text = awarded(file(&mut admin, events.clone()).await);
    for preview in ["?preview=true", ""] {
        let taken = admin.post_text(&format!("/api/import{preview}"), text.clone()).await;
        let counts = ["changed", "awards", "pointsMore", "pointsLess"];
        assert_eq!(counts.map(|name| taken.value()[name].as_u64().unwrap()), [1, 1, 3000, 0]);
    }
    // As many points by another award, and what nobody takes back.
    let mut events = events;
    let more = [
        json!({ "at": at + 2, "saw": 2, "by": "staff:x", "kind": "points", "points": 3000 }),
        json!({ "at": at + 3, "saw": 3, "by": "referrer", "kind": "says-who", "text": "yes" }),
    ];
    events.as_array_mut().unwrap().extend(more);
    let again = awarded(file(&mut admin, events).await);
    let taken = admin.post_text("/api/import?preview=true", again).await;
    let counts = ["changed", "awards", "pointsMore", "pointsLess", "answers"];
    assert_eq!(counts.map(|name| taken.value()[name].as_u64().unwrap()), [1, 1, 0, 0, 1]);
    let path = format!("/api/referrals/{key}");
    let own = member.get(&path).await;
    assert!(!own.text.contains("Send your card"), "{}", own.text);
    assert_eq!(own.body["referral"]["referral"]["points"], 3000);
    let staff = admin.get(&path).await.body;
    let said = &staff["timeline"][1];
    assert_eq!((&said["kind"], &said["by"]["kind"]), (&json!("said"), &json!("import")));
    assert_eq!(said["imported"], app.time().as_millis());
}

#[tokio::test]
async fn nothing_is_imported_from_the_future() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let at = app.time().as_millis();
    let event = |at: u64| json!([{ "at": at, "saw": 0, "by": "admin", "kind": "moved", "stage": "contacted" }]);
    for future in [at + 3_600_000, LAST] {
        let text = file(&mut admin, event(future)).await.to_string();
        for preview in ["?preview=true", ""] {
            let taken = admin.post_text(&format!("/api/import{preview}"), text.clone()).await;
            assert_eq!(
                (&taken.value()["future"], &taken.value()["changed"]),
                (&json!(1), &json!(0))
            );
            if preview.is_empty() {
                let said = taken.body["notice"]["description"].as_str().unwrap();
                assert!(said.contains("dated in the future: 1."), "{said}");
            }
        }
    }
    let mut later = file(&mut admin, json!([])).await;
    later["allReferrals"][0]["id"] = json!(LAST);
    later["registeredUsers"] = json!([
        { "mobileNumber": "9555000111", "name": "Later", "registeredAt": LAST },
    ]);
    assert_eq!(admin.post_text("/api/import", later.to_string()).await.value()["future"], 2);
    // The referral can be worked on.
    command(&mut admin, &key, json!({ "kind": "move", "stage": "contacted" })).await.value();
}

#[tokio::test]
async fn an_import_changes_no_account() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut erased = app.member(OTHER).await;
    app.member(MEMBER).await;
    app.wait(std::time::Duration::from_secs(1));
    erased.delete("/api/me").await.value();
    app.wait(std::time::Duration::from_secs(60));
    let before = admin.get("/api/export").await.body;
    let mut file = before.clone();
    let at = app.time().as_millis();
    file["registeredUsers"] = json!([
        { "mobileNumber": MEMBER, "name": "The owner", "registeredAt": at },
        { "mobileNumber": OTHER, "name": "Back again", "registeredAt": at },
    ]);
    let taken = admin.post_text("/api/import", file.to_string()).await;
    assert_eq!((&taken.value()["same"], &taken.value()["refused"]), (&json!(1), &json!(1)));
    let after = admin.get("/api/export").await.body;
    assert_eq!(after["registeredUsers"], before["registeredUsers"]);
}

/// A file can call anybody anything.
#[tokio::test]
async fn whoever_logs_in_to_an_imported_account_is_not_called_as_in_the_file() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut file = admin.get("/api/export").await.body;
    file["registeredUsers"] =
        json!([{ "mobileNumber": MEMBER, "name": "Rude name", "registeredAt": null }]);
    let taken = admin.post_text("/api/import", file.to_string()).await;
    assert_eq!(taken.value()["new"], 1);
    let mut member = app.guest();
    let entered = app.enter(&mut member, MEMBER, "login").await;
    assert_eq!(entered.value()["user"]["name"], "User3210", "{entered:?}");
    let exported = admin.get("/api/export").await.body;
    assert_eq!(exported["registeredUsers"][0]["name"], "User3210");
    // A name of their own stays.
    member.put("/api/me/name", json!({ "name": "Asha" })).await.value();
    let again = app.enter(&mut app.guest(), MEMBER, "login").await;
    assert_eq!(again.value()["user"]["name"], "Asha");
}

/// One that would fill it up could not be undone.
#[tokio::test]
async fn an_import_does_not_fill_up_a_history() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    referral(&mut member).await;
    let at = app.time().as_millis() - 1000;
    let moves = |count: u64| -> Value {
        (0..count)
            .map(|step| json!({ "at": at + step, "saw": 0, "kind": "noted", "note": "n" }))
            .collect()
    };
    let text = file(&mut admin, moves(200)).await.to_string();
    assert_eq!(admin.post_text("/api/import", text).await.value()["denied"], 1);
    let undos: Value = (0..100)
        .map(|step| json!({ "at": at + step, "saw": 0, "kind": "undone", "target": "0" }))
        .collect();
    let text = file(&mut admin, undos).await.to_string();
    assert_eq!(admin.post_text("/api/import", text).await.value()["denied"], 1);
    let text = file(&mut admin, moves(199)).await.to_string();
    assert_eq!(admin.post_text("/api/import", text).await.value()["changed"], 1);
}

/// Whatever it has stays, but for a number that is erased; so does one that lacks what its kind has.
#[tokio::test]
async fn an_event_of_a_later_version_is_kept_and_a_number_in_it_erased() {
    const NUMBER: u64 = 9_812_345_678;
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    referral(&mut member).await;
    app.wait(std::time::Duration::from_secs(60));
    let events = json!([
        { "at": BEGINNING + 1, "saw": 0, "by": "admin", "kind": "visited", "points": NUMBER,
          "minutes": 7, "more": { "at": NUMBER, "said": format!("No: {NUMBER}") } },
        { "at": BEGINNING + 2, "saw": 1, "kind": "proposed", "points": NUMBER },
        { "at": BEGINNING + 3, "saw": 2, "kind": "moved", "stage": "visited" },
        { "at": BEGINNING + 4, "saw": 2, "kind": "noted", "note": NUMBER },
        { "at": BEGINNING + 5, "saw": 2, "kind": "points", "points": NUMBER.to_string() },
    ]);
    let text = file(&mut admin, events.clone()).await.to_string();
    assert_eq!(admin.post_text("/api/import", text).await.value()["changed"], 1);
    assert_eq!(file_of(&mut admin).await["allReferrals"][0]["history"], events);
    let erased = admin.post("/api/erasures", json!({ "phone": NUMBER.to_string() })).await;
    assert_eq!(erased.value()["blanked"], 1);
    let left = file_of(&mut admin).await;
    assert!(!left.to_string().contains(&NUMBER.to_string()), "{left}");
    let event = &left["allReferrals"][0]["history"][0];
    assert_eq!((&event["at"], &event["minutes"]), (&json!(BEGINNING + 1), &json!(7)));
    assert_eq!(left["allReferrals"][0]["history"][2]["stage"], "visited");
}

/// Its author is what the file says.
#[tokio::test]
async fn an_imported_proposal_of_points_is_nobodys() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let by = format!("staff:{}", id_of(&mut admin).await);
    let key = referral(&mut member).await;
    app.wait(std::time::Duration::from_secs(60));
    let events = json!([
        { "at": BEGINNING + 1, "saw": 0, "by": by, "kind": "proposed", "points": 20_000 },
    ]);
    let text = file(&mut admin, events).await.to_string();
    assert_eq!(manager.post_text("/api/import", text).await.value()["changed"], 1);
    for path in [format!("/api/referrals/{key}"), "/api/referrals".to_owned()] {
        let seen = manager.get(&path).await.body;
        let referral = seen.get("referral").unwrap_or_else(|| &seen["referrals"][0]);
        let proposed = &referral["progress"]["proposed"];
        assert_eq!(proposed, &json!({ "points": 20_000, "imported": true }), "{path}");
    }
    // Saving the same number proposes it, and that is the manager's.
    command(&mut manager, &key, json!({ "kind": "points", "points": "20000" })).await.value();
    let seen = admin.get(&format!("/api/referrals/{key}")).await.body;
    let proposed = &seen["referral"]["progress"]["proposed"];
    let manager = json!({ "points": 20_000, "staff": "manager-9000000011", "imported": false });
    assert_eq!(proposed, &manager);
}

/// An auditor sees no number in the id of an owner or a note that was imported.
#[tokio::test]
async fn a_number_in_an_imported_event_is_masked() {
    const NUMBER: &str = "9812345678";
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    let key = referral(&mut member).await;
    app.wait(std::time::Duration::from_secs(60));
    let at = BEGINNING + 1;
    let said = format!("call {NUMBER}");
    let events = json!([
        { "at": at + 1, "saw": 0, "kind": "assigned", "text": said },
        { "at": at + 2, "saw": 0, "kind": "noted", "note": said },
    ]);
    let text = file(&mut admin, events).await.to_string();
    assert_eq!(admin.post_text("/api/import", text).await.value()["changed"], 1);
    let detail = format!("/api/referrals/{}", &key[..16]);
    for path in [&detail, &format!("{detail}/history"), "/api/referrals", "/api/colleagues"] {
        let answer = auditor.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        assert!(!answer.text.contains(NUMBER), "{path}: {}", answer.text);
    }
    assert!(admin.get(&detail).await.text.contains(NUMBER));
}

/// Each event is read once, however often the rules ask about it.
#[tokio::test]
async fn the_longest_history_is_shown_in_a_moment() {
    let text = "n".repeat(800);
    let corrected = |step: u64, field: &str, text: &str| {
        json!({ "at": BEGINNING + step, "saw": 0, "kind": "corrected", "field": field,
            "text": text, "note": step.to_string() })
    };
    // An agreement that ended by another number, and many questions since, of which each could hold.
    let consent = |step: u64| {
        let (answer, way) = if step == 100 { ("agreed", "telephone") } else { ("asked", "page") };
        json!({ "at": BEGINNING + step, "saw": 0, "by": "staff:x", "kind": "consent",
            "answer": answer, "way": way, "text": 1, "note": "She rang." })
    };
    let corrections: Value = (1..200).map(|step| corrected(step, "notes", &text)).collect();
    let questions: Value = (1..200)
        .map(|step| match step {
            ..100 => corrected(step, "notes", &text),
            199 => corrected(step, "referredPhone", "9000000077"),
            step => consent(step),
        })
        .collect();
    for (events, may_undo_all) in [(corrections, true), (questions, false)] {
        let app = TestApp::new().await;
        let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
        let key = referral(&mut member).await;
        app.wait(std::time::Duration::from_secs(60));
        let text = file(&mut admin, events).await.to_string();
        assert_eq!(admin.post_text("/api/import", text).await.value()["changed"], 1);
        let begun = std::time::Instant::now();
        let shown = admin.get(&format!("/api/referrals/{key}")).await.body;
        let took = begun.elapsed();
        println!("{took:?}");
        let timeline = shown["timeline"].as_array().unwrap();
        assert_eq!(timeline.len(), 200);
        assert!(!may_undo_all || timeline[1..].iter().all(|entry| entry["canUndo"] == true));
        assert!(took.as_secs() < 20, "{took:?}");
    }
}

/// In a file anybody can have done anything at any time.
#[tokio::test]
async fn what_concerns_its_importer_somebody_else_imports() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let theirs = referral(&mut member).await;
    let phone = admin.get("/api/export").await.body["allReferrals"][0]["referredPhone"].clone();
    app.wait(std::time::Duration::from_secs(60));
    let at = app.time().as_millis() - 1000;
    let noted = json!([{ "at": at + 1, "saw": 0, "kind": "noted", "note": "Hm" }]);
    let mut own = file_of(&mut admin).await;
    own["allReferrals"] = json!([{
        "id": at, "referrerName": "Gita", "referrerMobile": "9000000011", "referredName": "Asha",
        "referredPhone": phone, "service": "training", "notes": "", "date": "1/1/2026",
        "status": "Pending", "points": 0, "history": noted,
    }]);
    let taken = manager.post_text("/api/import", own.to_string()).await;
    assert_eq!((&taken.value()["denied"], &taken.value()["new"]), (&json!(1), &json!(0)));
    assert_eq!(admin.post_text("/api/import", own.to_string()).await.value()["new"], 1);
    // Then the two are rivals, whatever the history of the second.
    let decline = json!({ "kind": "decline", "reason": "no-answer" });
    command(&mut manager, &theirs, decline).await.is(403, "own-referral");
    let mut rival = file_of(&mut admin).await;
    let records = rival["allReferrals"].as_array_mut().unwrap();
    records.retain(|it| it["referrerMobile"] == MEMBER);
    records[0]["history"] = noted.clone();
    let taken = manager.post_text("/api/import", rival.to_string()).await;
    assert_eq!((&taken.value()["denied"], &taken.value()["changed"]), (&json!(1), &json!(0)));
    // Also one that is new here.
    records_of_a_stranger(&mut rival);
    let taken = manager.post_text("/api/import", rival.to_string()).await;
    assert_eq!((&taken.value()["denied"], &taken.value()["new"]), (&json!(1), &json!(0)));
}

fn records_of_a_stranger(file: &mut Value) {
    let record = &mut file["allReferrals"][0];
    record["id"] = json!(record["id"].as_u64().unwrap() + 5);
    record["referrerMobile"] = OTHER.into();
}

/// Its author is what the file says, so it keeps nobody from deciding.
#[tokio::test]
async fn an_imported_correction_to_a_colleagues_number_binds_nobody() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let key = referral(&mut member).await;
    app.wait(std::time::Duration::from_secs(60));
    let by = format!("staff:{}", id_of(&mut manager).await);
    let corrected = json!({ "at": BEGINNING + 1, "saw": 0, "by": by, "kind": "corrected",
        "field": "referredPhone", "text": "9000000011", "note": "x" });
    let target = domain::history::event_id(&corrected.to_string());
    let undone = json!({ "at": BEGINNING + 2, "saw": 1, "by": by, "kind": "undone",
        "target": target });
    let text = file(&mut admin, json!([corrected, undone])).await.to_string();
    assert_eq!(admin.post_text("/api/import", text).await.value()["changed"], 1);
    command(&mut manager, &key, json!({ "kind": "points", "points": "5" })).await.value();
}

/// A record of unknown time has the id 0, and there may be several.
#[tokio::test]
async fn what_came_without_a_time_can_be_imported_elsewhere() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut file = file_of(&mut admin).await;
    let record = |name: &str| {
        json!({ "id": 0, "referrerName": "Asha", "referrerMobile": OTHER, "referredName": name,
            "referredPhone": "55123456", "service": "training", "notes": "", "date": "1/1/2026",
            "status": "Pending", "points": 0 })
    };
    file["allReferrals"] = json!([record("Binu"), record("Chitra"), record("Devi")]);
    assert_eq!(admin.post_text("/api/import", file.to_string()).await.value()["new"], 3);
    let file = file_of(&mut admin).await.to_string();
    let elsewhere = TestApp::new().await;
    let mut admin = elsewhere.admin().await;
    elsewhere.wait(std::time::Duration::from_secs(60));
    let taken = admin.post_text("/api/import", file).await;
    assert_eq!((&taken.value()["new"], &taken.value()["unreadable"]), (&json!(3), &json!(0)));
}
