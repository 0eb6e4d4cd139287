//! Which parts of a referral each person can see.

use std::{collections::BTreeSet, time::Duration};

use domain::history::event_id;
use serde_json::json;

use crate::{
    stages::{STRANGER, give, referral, staff_member},
    support::{ADMIN, MEMBER, OTHER, TestApp, submission},
};

/// Scenario 8 of the programme.
#[tokio::test]
async fn a_coordinator_sees_only_own_services_and_an_auditor_no_numbers() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let path = format!("/api/referrals/{key}");
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["others"]).await;
    let answer = coordinator.get(&path).await;
    answer.is(404, "referral-gone");
    assert_eq!(answer.text, coordinator.get("/api/referrals/nothing").await.text);
    coordinator.get(&format!("{path}/history")).await.is(404, "referral-gone");
    let note = json!({ "kind": "note", "note": "Hm" });
    let many = json!({ "commands": [{ "key": key, "version": 1, "command": note }] });
    let outcomes = coordinator.post("/api/referrals/commands", many).await;
    assert_eq!(outcomes.value()[0]["codes"], json!(["referral-gone"]));
    for path in ["/api/referrals", "/api/inbox"] {
        assert_eq!(coordinator.get(path).await.body["referrals"], json!([]), "{path}");
    }
    assert_eq!(coordinator.get("/api/referrals").await.body["totals"]["all"], 0);
    let counts = coordinator.get("/api/referrals/counts").await.body;
    assert_eq!(counts["stages"]["received"], 0);
    let report = coordinator.get("/api/reports?service=training").await.body;
    assert_eq!((&report["services"], &report["referrers"]), (&json!([]), &json!([])));
    let intervals = coordinator.get("/api/reports/intervals?at=1,9000000000000").await.body;
    assert_eq!(intervals["intervals"][0]["received"], 0);
    let export = coordinator.get("/api/export").await;
    assert!(!export.text.contains("Asha"), "{}", export.text);
    let events = app.events(None, 99).await;
    assert!(events.iter().any(|event| event.kind == "look" && event.outcome == "refused"));

    let mut own = staff_member(&app, "9000000013", "coordinator", &["training"]).await;
    assert_eq!(own.get("/api/referrals").await.body["referrals"][0]["key"], key.as_str());
    assert_eq!(own.get("/api/referrals").await.body["totals"]["pending"], 1);
    assert_eq!(own.get(&path).await.body["referral"]["referredShown"], "+91 91234 56789");

    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": STRANGER,
        "note": "It is 90000 00009" });
    give(&mut own, &key, 1, correct).await.value();
    let path = format!("/api/referrals/{}", &key[..16]);
    for path in [&path, "/api/referrals", "/api/inbox"] {
        let answer = auditor.get(path).await;
        assert!(answer.text.contains("Asha"), "{}", answer.text);
        for number in [MEMBER, OTHER, STRANGER, "90000 00009", "+91 91234 56789"] {
            assert!(!answer.text.contains(number), "{number}: {}", answer.text);
        }
    }
    // A pair would say that a number was guessed.
    auditor.get("/api/duplicates").await.is(403, "not-allowed");
    let detail = auditor.get(&path).await.body;
    assert_eq!(detail["referral"]["referral"]["referredPhone"], "••••••••09");
    assert_eq!(detail["timeline"][1]["note"], "It is ••••• •••09");
    assert_eq!(detail["timeline"][1]["canUndo"], false);
}

/// On the referral page, staff see what they have referred themselves, whatever their role.
#[tokio::test]
async fn staff_can_list_only_their_own_referrals() {
    let app = TestApp::new().await;
    app.member(MEMBER).await.post("/api/referrals", submission("Asha")).await.value();
    let mut admin = app.admin().await;
    admin.post("/api/referrals", submission("Binu")).await.value();
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["all"], 2);
    let own = admin.get("/api/referrals?own=true").await.body;
    assert_eq!(own["totals"]["all"], 1);
    assert_eq!(own["referrals"][0]["referral"]["referredName"], "Binu");
    assert_eq!(app.guest().get("/api/referrals?own=true").await.body["referrals"], json!([]));
}

/// Referred members see that they were referred, and by whom, and can withdraw it. They see neither
/// the referrer's number nor the notes for the company.
#[tokio::test]
async fn a_referred_person_sees_and_withdraws_the_referral() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut submission = submission("Asha");
    submission["draft"]["referredPhone"] = OTHER.into();
    submission["draft"]["notes"] = "Owes me a favour".into();
    member.post("/api/referrals", submission).await.value();
    let mut referred = app.member(OTHER).await;
    assert_eq!(referred.get("/api/referrals").await.body["referrals"], json!([]));
    let list = referred.get("/api/referrals?about=true").await;
    let [entry] = list.body["referrals"].as_array().unwrap().as_slice() else { panic!() };
    assert_eq!(entry["referral"]["referredName"], "Asha");
    assert!(!list.text.contains("favour") && !list.text.contains(MEMBER), "{}", list.text);
    let key = entry["key"].as_str().unwrap();
    let detail = referred.get(&format!("/api/referrals/{key}")).await;
    assert_eq!(detail.body["possible"], json!(["withdraw"]));
    assert!(!detail.text.contains("favour") && !detail.text.contains(MEMBER), "{}", detail.text);
    for others in [&mut member, &mut app.member(STRANGER).await] {
        assert_eq!(others.get("/api/referrals?about=true").await.body["referrals"], json!([]));
    }
    assert_eq!(app.guest().get("/api/referrals?about=true").await.body["referrals"], json!([]));
    give(&mut referred, key, 1, json!({ "kind": "withdraw" })).await.value();
    let own = member.get("/api/referrals").await.body;
    assert_eq!(own["referrals"][0]["progress"]["stage"], "withdrawn");
    // Whoever referred them does not learn that it was they.
    let path = format!("/api/referrals/{}", own["referrals"][0]["key"].as_str().unwrap());
    let timeline = member.get(&path).await.body["timeline"].clone();
    let authors: Vec<_> =
        timeline.as_array().unwrap().iter().map(|it| it["by"]["kind"].clone()).collect();
    assert_eq!(authors, ["referrer", "staff"]);
    // They undo it, by the name that the event has for them.
    let withdrawn =
        referred.get(&format!("/api/referrals/{key}")).await.body["timeline"][1].clone();
    assert_eq!(withdrawn["canUndo"], true);
    let undo = json!({ "kind": "undo", "target": withdrawn["id"] });
    give(&mut referred, key, 2, undo).await.value();
}

/// When staff last did anything is hidden from the referrer, and an outdated command does not tell it either.
#[tokio::test]
async fn a_stale_command_tells_members_nothing_of_what_staff_do() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&app, &mut member).await;
    give(&mut admin, &key, 1, json!({ "kind": "note", "note": "Hm" })).await.value();
    let withdraw = json!({ "kind": "withdraw", "note": "" });
    let stale = give(&mut member, &key, 1, withdraw).await;
    stale.is(412, "referral-stale");
    assert_eq!(stale.body["current"]["version"], 2);
    assert_eq!(stale.body["change"], json!(null));
    let stale = give(&mut admin, &key, 1, json!({ "kind": "note", "note": "Oh" })).await;
    assert_eq!(stale.body["change"]["by"], "User0000");
}

/// The referrer's export does not contain the company's notes.
#[tokio::test]
async fn a_members_export_has_no_internal_history() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut admin = app.admin().await;
    give(&mut admin, &key, 1, json!({ "kind": "note", "note": "Owes us money" })).await.value();
    let decline = json!({ "kind": "decline", "reason": "existing-client" });
    give(&mut admin, &key, 2, decline).await.value();
    let copy = member.get("/api/export").await.text;
    assert!(copy.contains("Declined"), "{copy}");
    for hidden in ["Owes us money", "existing-client", "staff:", "history"] {
        assert!(!copy.contains(hidden), "{hidden}: {copy}");
    }
}

/// A masked number can be found out neither by searching nor from the referral's key.
#[tokio::test]
async fn a_masked_number_is_masked_in_every_answer() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    let mut referred = app.member(OTHER).await;
    for path in ["/api/referrals/search", "/api/referrals/counts"] {
        let digits = json!({ "search": "98" });
        auditor.post(path, digits).await.is(400, "bad-request");
        auditor.post(path, json!({ "search": "asha" })).await.body["referrals"].as_array();
        for filter in ["service", "status", "owner"] {
            auditor.post(path, json!({ filter: "98765" })).await.is(400, "bad-request");
        }
        // A colleague's id may have digits.
        assert_eq!(auditor.post(path, json!({ "owner": "auditor-9000000014" })).await.status, 200);
        let about = json!({ "about": true, "search": "a" });
        referred.post(path, about).await.is(400, "bad-request");
    }
    for path in ["/api/reports?service=98765", "/api/reports/intervals?at=1,2&service=98765"] {
        auditor.get(path).await.is(400, "bad-request");
    }
    for (browser, list) in
        [(&mut auditor, "/api/referrals"), (&mut referred, "/api/referrals?about=true")]
    {
        let shown = browser.get(list).await.body["referrals"][0]["key"].clone();
        let shown = shown.as_str().unwrap();
        assert_eq!(shown, &key[..16]);
        let detail = browser.get(&format!("/api/referrals/{shown}")).await;
        assert_eq!(detail.body["referral"]["key"], shown);
        assert!(!detail.text.contains(&key[16..]), "{}", detail.text);
    }
    give(&mut referred, &key[..16], 1, json!({ "kind": "withdraw" })).await.value();
    let missing = format!("{:0>16}", "1");
    auditor.get(&format!("/api/referrals/{missing}")).await.is(404, "referral-gone");
}

#[tokio::test]
async fn a_correction_cannot_change_the_referrer_and_is_limited() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let own = json!({ "kind": "correct", "field": "referredPhone", "text": MEMBER });
    give(&mut member, &key, 1, own).await.is(422, "self-referral");
    let correct = |text: &str| json!({ "kind": "correct", "field": "notes", "text": text });
    // A correction to the same text is not an event.
    assert_eq!(give(&mut member, &key, 1, correct("")).await.value()["version"], 1);
    for version in 1..=20_u64 {
        app.wait(Duration::from_millis(1));
        give(&mut member, &key, version, correct(&version.to_string())).await.value();
    }
    give(&mut member, &key, 21, correct("more")).await.is(422, "history-full");
    let note = json!({ "kind": "note", "note": "They write a lot" });
    give(&mut app.admin().await, &key, 21, note).await.value();
    give(&mut member, &key, 22, json!({ "kind": "withdraw" })).await.value();
}

/// An event's id is a hash of the whole event. Whoever knows the rest of it could try numbers
/// until one fits.
#[tokio::test]
async fn event_ids_reveal_nothing_hidden() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut admin = app.admin().await;
    let path = format!("/api/referrals/{key}");
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": STRANGER,
        "note": "Asked" });
    give(&mut admin, &key, 1, correct).await.value();
    let target = admin.get(&path).await.body["timeline"][1]["id"].clone();
    let undo = json!({ "kind": "undo", "target": target });
    app.wait(Duration::from_secs(1));
    give(&mut admin, &key, 2, undo).await.value();
    app.wait(Duration::from_secs(1));
    let decline = json!({ "kind": "decline", "reason": "existing-client" });
    give(&mut admin, &key, 3, decline).await.value();
    let stored = app.store.store.referral(&key).await.unwrap().unwrap();
    let history = stored.case.history();
    let ids: Vec<_> = history.texts().map(event_id).collect();
    let shown = admin.get(&path).await.text;
    assert!(ids.iter().all(|id| shown.contains(id.as_str())), "{shown}");
    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    for browser in [&mut auditor, &mut member, &mut app.member(OTHER).await] {
        let answer = browser.get(&format!("/api/referrals/{}", &key[..16])).await;
        let timeline = answer.body["timeline"].as_array().unwrap();
        assert_eq!(timeline.last().unwrap()["kind"], "declined");
        assert!(!ids.iter().any(|id| answer.text.contains(id.as_str())), "{}", answer.text);
        let places: BTreeSet<_> = timeline.iter().map(|it| it["id"].to_string()).collect();
        assert_eq!(places.len(), timeline.len());
    }
}

/// Whoever sees masked numbers names a referral by its id. And somebody who is the referred person
/// since a correction learns nothing about the one before.
#[tokio::test]
async fn a_history_is_shown_to_all_who_may_see_the_referral() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut admin = app.admin().await;
    let commands = [
        json!({ "kind": "decline", "reason": "no-answer" }),
        json!({ "kind": "reopen", "note": "She called" }),
        json!({ "kind": "correct", "field": "referredPhone", "text": STRANGER, "note": "Asked" }),
        json!({ "kind": "move", "stage": "qualified" }),
    ];
    for (command, version) in commands.into_iter().zip(1..) {
        app.wait(Duration::from_secs(1));
        give(&mut admin, &key, version, command).await.value();
    }
    let path = format!("/api/referrals/{key}");
    let all = admin.get(&format!("{path}/history")).await.body;
    assert_eq!(all.as_array().unwrap().len(), 5);
    let by = admin.get(&path).await.body["timeline"][1]["by"].clone();
    let path = &path[..path.len() - key.len() + 16];
    let mut auditor = staff_member(&app, "9000000014", "auditor", &[]).await;
    let seen = auditor.get(&format!("{path}/history")).await.body;
    assert_eq!(seen.as_array().unwrap().len(), 5, "{seen}");
    assert_eq!(auditor.get(path).await.body["timeline"][1]["by"], by);
    let mut successor = app.member(STRANGER).await;
    let seen = successor.get(&format!("{path}/history")).await.body;
    let statuses: Vec<_> = seen.as_array().unwrap().iter().map(|it| &it["status"]).collect();
    assert_eq!(statuses, ["Pending", "Pending"], "{seen}");
    assert_eq!(seen[1]["at"], all[4]["at"]);
}

/// An import is no way around that: what became of the previous person's referral stays hidden.
#[tokio::test]
async fn a_person_named_later_sees_no_imported_past() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut admin = app.admin().await;
    let key = referral(&app, &mut member).await;
    let at = app.time().as_millis() - 1000;
    let mut file = admin.get("/api/export").await.body;
    file["allReferrals"][0]["id"] = json!(at);
    file["allReferrals"][0]["history"] = json!([
        { "at": at + 1, "saw": 0, "kind": "declined", "reason": "terms" },
    ]);
    file["allReferrals"][0]["status"] = json!("Declined");
    assert_eq!(admin.post_text("/api/import", file.to_string()).await.value()["new"], 1);
    let imported = admin.get("/api/referrals?sort=oldest").await.body["referrals"][0].clone();
    let imported = imported["key"].as_str().unwrap();
    assert_ne!(imported, key);
    let commands = [
        json!({ "kind": "correct", "field": "referredPhone", "text": STRANGER, "note": "Asked" }),
        json!({ "kind": "reopen", "note": "Another person" }),
    ];
    for (command, version) in commands.into_iter().zip(1..) {
        app.wait(Duration::from_secs(1));
        give(&mut admin, imported, version, command).await.value();
    }
    let mut successor = app.member(STRANGER).await;
    let path = format!("/api/referrals/{}", &imported[..16]);
    let seen = successor.get(&format!("{path}/history")).await;
    assert_eq!(seen.body.as_array().unwrap().len(), 2, "{seen:?}");
    for answer in [seen, successor.get(&path).await] {
        assert!(!answer.text.contains("eclined"), "{}", answer.text);
    }
}

#[tokio::test]
async fn all_staff_see_each_others_names() {
    let app = TestApp::new().await;
    app.admin().await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["others"]).await;
    let colleagues = coordinator.get("/api/colleagues").await;
    assert_eq!(colleagues.body.as_array().unwrap().len(), 2, "{}", colleagues.text);
    assert!(!colleagues.text.contains(ADMIN), "{}", colleagues.text);
    app.member(MEMBER).await.get("/api/colleagues").await.is(403, "not-admin");
}

/// The key has a hash of the whole record in it, by which a number that is not shown could be tried.
#[tokio::test]
async fn whoever_sees_no_number_is_not_told_whether_a_whole_key_is_right() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut submission = submission("Asha");
    submission["draft"]["referredPhone"] = OTHER.into();
    let made = member.post("/api/referrals", submission).await.value()["key"].clone();
    let key = made.as_str().unwrap().to_owned();
    let referred = app.member(OTHER).await;
    let auditor = crate::stages::staff_member(&app, "9000000013", "auditor", &[]).await;
    for mut reader in [referred, auditor] {
        assert_eq!(reader.get(&format!("/api/referrals/{}", &key[..16])).await.status, 200);
        reader.get(&format!("/api/referrals/{key}")).await.is(404, "referral-gone");
        let withdraw = json!({ "kind": "withdraw", "note": "x" });
        let command = json!({ "key": key, "version": 9, "command": withdraw });
        let together =
            reader.post("/api/referrals/commands", json!({ "commands": [command] })).await;
        assert_ne!(together.body["code"], "referral-stale", "{together:?}");
        let one = json!({ "version": 9, "command": withdraw });
        let one = reader.post(&format!("/api/referrals/{key}/commands"), one).await;
        assert_ne!(one.body["code"], "referral-stale", "{one:?}");
    }
}
