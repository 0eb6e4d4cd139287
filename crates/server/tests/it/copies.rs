//! Exports and imports.

use std::{convert::Infallible, time::Duration};

use crate::links::{come, is_done, make};
use crate::support::{
    ADMIN, Browser, Fault, MEMBER, OTHER, TestApp, number, read, submission, with_frames,
};
use crate::undoing::{command, last, referral};
use axum::body::{Body, Bytes};
use domain::{
    account::{LoginMode, Policy, User},
    points::Points,
    referral::ReferralDraft,
    viewer::Viewer,
};
use futures_util::{StreamExt, stream};
use ledger::{Ledger, StorageKey};
use serde_json::{Value, json};

/// A browser's export: two accounts and twelve hundred referrals, one of them with points.
fn browsers_programme() -> (Ledger, Viewer) {
    let policy = Policy::new(ADMIN, "1234").unwrap();
    let mut ledger = Ledger::new();
    let now = crate::support::at(1_700_000_000_000);
    for mobile in [MEMBER, OTHER] {
        let entered = ledger.log_in(LoginMode::Signup, mobile, "1234", &policy, now);
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
    ledger.save_points(&key, "50", &admin, id).value().unwrap();
    (ledger, admin)
}

#[tokio::test]
async fn a_browsers_export_is_imported_and_exported_unchanged() {
    let app = TestApp::new().await;
    let (ledger, viewer) = browsers_programme();
    let text = ledger.export(&viewer, app.time());
    let mut admin = app.admin().await;

    let preview = admin.post_text("/api/import?preview=true", text.clone()).await;
    let counts = counts(json!({ "new": 1202, "awards": 1, "pointsMore": 50 }));
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
    assert_eq!(
        back.text(StorageKey::Referrals).unwrap(),
        ledger.text(StorageKey::Referrals).unwrap()
    );
    assert_eq!(
        back.text(StorageKey::Accounts).unwrap(),
        ledger.text(StorageKey::Accounts).unwrap()
    );

    let again = admin.post_text("/api/import", text).await;
    assert_eq!(again.value()["same"], 1202);
    let sheet = admin.get("/api/export?format=csv").await;
    assert_eq!(sheet.text, ledger.csv(&viewer), "word for word");
    assert_eq!(sheet.header("content-type"), "text/csv; charset=utf-8");
}

/// Points were saved several times and in two tabs at once, and there are events of a later
/// version.
#[tokio::test]
async fn histories_of_a_browsers_export_are_imported_and_exported_unchanged() {
    let text = include_str!("../../../ledger/tests/formats/records/history.export-admin.json");
    let app = TestApp::with(|parts| parts.policy.points_at_most = Points::MAX).await;
    // After the last event of the file.
    app.wait(Duration::from_secs(6_000_000));
    let mut admin = app.admin().await;
    let imported = admin.post_text("/api/import", text.to_owned()).await;
    assert_eq!(imported.value()["new"], 7);
    let exported = admin.get("/api/export").await.text;
    let policy = Policy::new(ADMIN, "1234").unwrap();
    let viewer = Viewer::of(Some(User::of(number(ADMIN))), &policy);
    let [before, after] = [text, &exported].map(|text| {
        let mut ledger = Ledger::new();
        ledger.import(&viewer, text).value().unwrap();
        ledger
    });
    assert!(before.cases().any(|case| case.history().len() == 3));
    assert_eq!(after.cases().collect::<Vec<_>>(), before.cases().collect::<Vec<_>>());
    assert_eq!(after.accounts().collect::<Vec<_>>(), before.accounts().collect::<Vec<_>>());
    let again = admin.post_text("/api/import", text.to_owned()).await;
    assert_eq!(again.value()["same"], 7);
}

#[tokio::test]
async fn a_member_exports_own_data() {
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

/// A member's copy has no history and none of the corrections, and may be from before an erasure.
#[tokio::test]
async fn a_members_own_copy_brings_nothing_twice_and_nothing_back() {
    // What they said themselves is in the copy, too.
    for is_named in [false, true] {
        brings_nothing(is_named).await;
    }
}

async fn brings_nothing(is_named: bool) {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let name = json!({ "kind": "correct", "field": "referredName", "text": "Binu", "note": "" });
    command(&mut member, &key, name).await.value();
    if is_named {
        let says = json!({ "kind": "say-who", "says": true, "note": "" });
        command(&mut member, &key, says).await.value();
    }
    command(&mut admin, &key, json!({ "kind": "points", "points": "700" })).await.value();
    let copy = member.get("/api/export").await.text;
    let import = async |admin: &mut Browser| {
        admin.post_text("/api/import", copy.clone()).await.value().clone()
    };
    let points = async |admin: &mut Browser| {
        admin.get("/api/referrals").await.body["totals"]["points"].clone()
    };
    assert_eq!(import(&mut admin).await["same"], 1);
    assert_eq!(points(&mut admin).await, 700);
    // Nor is an award made twice that was taken back.
    let award = last(&mut admin, &key, "points").await;
    let undo = json!({ "kind": "undo", "target": award, "note": "Why" });
    command(&mut admin, &key, undo).await.value();
    assert_eq!(import(&mut admin).await["same"], 1);
    assert_eq!(points(&mut admin).await, 0);
    app.wait(Duration::from_secs(1));
    let erased = admin.post("/api/erasures", json!({ "phone": OTHER })).await;
    assert_eq!(erased.value()["referrals"], 1, "{erased:?}");
    let refused = import(&mut admin).await;
    assert_eq!(refused["refused"], 1, "{refused}");
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["all"], 0);
}

/// Whoever came by a link, a member sees without their number. With it masked it would be another referral.
#[tokio::test]
async fn a_members_own_copy_has_those_who_came_by_their_link_beside_the_others() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let path = make(&mut member, "Asha").await;
    let mut browser = with_frames(&app);
    is_done(&come(&app, &mut browser, &path, "9000000055").await);
    let key = admin.get("/api/referrals").await.body["referrals"][0]["key"].clone();
    let points = json!({ "kind": "points", "points": "50" });
    command(&mut admin, key.as_str().unwrap(), points).await.value();
    let copy = member.get("/api/export").await;
    assert_eq!(copy.body["allReferrals"], json!([]));
    let came = &copy.body["numberHidden"][0];
    assert_eq!((&came["status"], &came["points"]), (&json!("Successful"), &json!(50)), "{came}");
    assert!(!copy.text.contains("9000000055"), "{copy:?}");
    let taken = admin.post_text("/api/import", copy.text).await;
    assert_eq!(taken.value()["new"], 0, "{taken:?}");
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["all"], 1);
}

/// An editor indents a file as it is saved.
#[tokio::test]
async fn an_indented_copy_undoes_no_undoing() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": "9999999999",
        "note": "A slip" });
    command(&mut admin, &key, correct).await.value();
    let target = last(&mut admin, &key, "corrected").await;
    let undo = json!({ "kind": "undo", "target": target, "note": "It was right" });
    command(&mut admin, &key, undo).await.value();
    app.wait(Duration::from_secs(1));
    let copy = admin.get("/api/export").await.body;
    let indented = serde_json::to_string_pretty(&copy).unwrap();
    let taken = admin.post_text("/api/import", indented).await;
    assert_eq!(
        (&taken.value()["same"], &taken.value()["changed"]),
        (&json!(2), &json!(0)),
        "{taken:?}"
    );
    let shown = admin.get(&format!("/api/referrals/{key}")).await.body;
    assert_ne!(shown["referral"]["referredPhone"], "9999999999", "{shown}");
}

/// As by the form.
#[tokio::test]
async fn a_file_refers_nobody_to_themselves() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let record = json!({
        "id": app.time().as_millis() - 1000, "referrerName": "Gita", "referrerMobile": "9000000001",
        "referredName": "Gita", "referredPhone": "+91 90000 00001", "service": "training",
        "notes": "", "date": "1/1/2026", "status": "Pending", "points": 0,
    });
    let file = json!({
        "format": "referral-programme", "version": 1, "exportedAt": 0,
        "registeredUsers": [], "allReferrals": [record], "unreadableRecords": [],
    });
    let taken = admin.post_text("/api/import", file.to_string()).await;
    assert_eq!((&taken.value()["new"], &taken.value()["denied"]), (&json!(0), &json!(1)));
}

#[tokio::test]
async fn an_empty_programme_can_be_exported() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let empty = admin.get("/api/export").await;
    let (_, viewer) = browsers_programme();
    assert_eq!(empty.text, Ledger::new().export(&viewer, app.time()));
    let taken = admin.post_text("/api/import", empty.text).await;
    assert_eq!(taken.value()["new"], 0);
}

#[tokio::test]
async fn a_text_that_is_not_an_export_is_refused_in_the_domains_words() {
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
async fn unreadable_entries_are_counted_and_the_others_imported() {
    let app = TestApp::new().await;
    let (ledger, viewer) = browsers_programme();
    let text = ledger.export(&viewer, app.time());
    let damaged = text.replacen("\"allReferrals\": [", "\"allReferrals\": [{\"id\":\"?\"},", 1);
    let taken = app.admin().await.post_text("/api/import", damaged).await;
    let expected = json!({ "new": 1202, "unreadable": 1, "awards": 1, "pointsMore": 50 });
    assert_eq!(taken.value(), &counts(expected));
}

#[tokio::test]
async fn erased_records_are_not_imported_again() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    member.post("/api/referrals", submission("Asha")).await.value();
    let mut admin = app.admin().await;
    let copy = admin.get("/api/export").await.text;
    app.wait(Duration::from_secs(1));
    member.delete("/api/me").await.value();
    let taken = admin.post_text("/api/import", copy).await;
    assert_eq!(taken.value(), &counts(json!({ "refused": 2 })));
}

/// A file with records that are new, changed, known, duplicated and unreadable; with erasures, one
/// of them of an existing record; with quarantined entries, one of them readable; and with entries
/// of a later version. The import deletes nothing.
#[tokio::test]
async fn an_import_counts_like_the_browser_and_deletes_nothing() {
    let app = TestApp::new().await;
    let (mut browser, viewer) = browsers_programme();
    let mut admin = app.admin().await;
    let here = browser.export(&viewer, app.time());
    admin.post_text("/api/import?preview=false", here).await.value();

    let mut there = browser.clone();
    let keys: Vec<_> = there.visible(&viewer).take(2).map(|view| view.key).collect();
    there.save_points(&keys[1], "7", &viewer, app.time()).value().unwrap();
    let mut file: Value = serde_json::from_str(&there.export(&viewer, app.time())).unwrap();
    let referrals = file["allReferrals"].as_array_mut().unwrap();
    let mut fresh = referrals[5].clone();
    fresh["referredName"] = json!("Somebody else");
    let mut nearly = fresh.clone();
    (nearly["notes"], nearly["points"]) = (json!("nearly"), json!("5"));
    nearly["status"] = json!("Successful");
    let twice = [fresh.clone(), fresh, json!({ "id": "?" })];
    referrals.extend(twice);
    let mut erased = browser.clone();
    let member = Viewer::Member(User::of(number(MEMBER)));
    erased.erase(&member, app.time()).value().unwrap();
    let mut beside: Vec<Value> =
        serde_json::from_str(&erased.text(StorageKey::Quarantine).unwrap()).unwrap();
    beside.drain(..beside.len() - 30);
    beside.extend([
        json!({ "from": "referrals", "text": nearly.to_string() }),
        json!({ "from": "accounts", "text": "7" }),
        json!({ "from": "replaced", "text": nearly.to_string() }),
        json!({ "from": "pinned", "text": keys[0] }),
    ]);
    file["unreadableRecords"] = json!(beside);

    let text = file.to_string();
    let preview = admin.post_text("/api/import?preview=true", text.clone()).await;
    let taken = admin.post_text("/api/import?preview=false", text.clone()).await;
    let import = browser.import(&viewer, &text).value().unwrap();
    let expected = json!({
        "new": 2, "changed": 1, "same": 1202, "refused": 0, "unreadable": 2, "ignored": 32,
        "future": 0, "denied": 0, "awards": 2, "pointsMore": 12, "pointsLess": 0,
    });
    assert_eq!(serde_json::to_value(import).unwrap(), expected);
    assert_eq!(taken.value(), &expected);
    assert_eq!(preview.value(), &expected);
    assert_eq!(taken.body["notice"]["description"], import.words());
    let totals = admin.get("/api/referrals").await.body["totals"]["all"].clone();
    assert_eq!((totals, browser.referrals().len()), (json!(1202), 1202));
    assert_eq!(browser.accounts().len(), 2);
}

/// All counts of an answer; those not given must be 0.
fn counts(said: Value) -> Value {
    let mut counts = serde_json::to_value(domain::import::Import::default()).unwrap();
    counts.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
    counts
}

#[tokio::test]
async fn writes_are_possible_during_an_import() {
    let app = TestApp::new().await;
    let (ledger, viewer) = browsers_programme();
    let text = ledger.export(&viewer, app.time());
    let (mut admin, mut member) = (app.admin().await, app.member("9555000111").await);
    let mut import = std::pin::pin!(admin.post_text("/api/import", text));
    let submissions = async {
        for number in 0..5 {
            member.post("/api/referrals", submission(&format!("Asha {number}"))).await.value();
        }
    };
    tokio::select! {
        _ = &mut import => panic!("the import was over before"),
        () = submissions => {}
    }
    assert_eq!(import.await.value()["new"], 1202);
}

#[tokio::test]
async fn an_interrupted_import_continues_when_it_is_sent_again() {
    let app = TestApp::new().await;
    let (ledger, viewer) = browsers_programme();
    let text = ledger.export(&viewer, app.time());
    let mut admin = app.admin().await;
    app.store.fail_after(3, "import", Fault::Full);
    let begun = admin.post_text("/api/import", text.clone()).await;
    // Fewer if the machine is slow, because parts are smaller then.
    let taken = begun.value()["new"].as_u64().unwrap();
    assert!(taken > 2 && taken <= 202, "{begun:?}");
    let (here, left) = (json!(taken), json!(1202 - taken));
    assert_eq!(begun.body["notice"]["title"], "Import Not Finished");
    let words = begun.body["notice"]["description"].as_str().unwrap();
    assert!(words.contains(&format!("{left} records are left")), "{words}");
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["all"], taken - 2);
    app.store.fail(None);
    let preview = admin.post_text("/api/import?preview=true", text.clone()).await;
    assert_eq!((&preview.value()["new"], &preview.value()["same"]), (&left, &here));
    let finished = admin.post_text("/api/import", text).await;
    assert_eq!((&finished.value()["new"], &finished.value()["same"]), (&left, &here));
    assert_eq!(finished.body["notice"]["title"], "Import Finished");
    let totals = json!({ "all": 1200, "pending": 1199, "successful": 1, "points": 50 });
    assert_eq!(admin.get("/api/referrals").await.body["totals"], totals);
}

#[tokio::test]
async fn an_export_has_each_record_once_as_of_its_beginning() {
    let app = TestApp::new().await;
    let (ledger, viewer) = browsers_programme();
    let mut admin = app.admin().await;
    admin.post_text("/api/import", ledger.export(&viewer, app.time())).await.value();
    let mut member = app.member("9555000111").await;
    let first = admin.get("/api/referrals?sort=oldest").await.body["referrals"][0].clone();
    for format in ["json", "csv"] {
        // The answer has begun and waits for its reader after a few chunks.
        let answer = admin.begin(&format!("/api/export?format={format}")).await;
        member.post("/api/referrals", submission("Later")).await.value();
        let path = format!("/api/referrals/{}/points", first["key"].as_str().unwrap());
        let version =
            admin.get("/api/referrals?sort=oldest").await.body["referrals"][0]["version"].clone();
        admin.put(&path, json!({ "points": "9", "version": version })).await.value();
        let text = read(answer).await;
        assert_eq!(text.matches("Person ").count(), 1200, "{format}");
        for number in 0..1200 {
            assert_eq!(text.matches(&format!("Person {number},")).count(), 1, "{format} {number}");
        }
        if format == "json" {
            assert!(!text.contains("Later"));
        }
    }
}

#[tokio::test]
async fn an_interrupted_import_says_what_was_imported() {
    let app = TestApp::new().await;
    let (ledger, viewer) = browsers_programme();
    let text = ledger.export(&viewer, app.time());
    let mut admin = app.admin().await;
    app.store.fail_after(3, "import", Fault::Failed);
    let answer = admin.post_text("/api/import", text).await;
    let taken = answer.value()["new"].as_u64().unwrap();
    assert!(taken > 0, "{answer:?}");
    let left = (1202 - taken).to_string();
    assert!(answer.body["notice"]["description"].as_str().unwrap().contains(&left), "{answer:?}");
}

#[tokio::test]
async fn a_third_import_at_once_is_refused_in_words() {
    let app = TestApp::new().await;
    let admin = app.admin().await;
    let mut uploads = Vec::new();
    for path in ["/api/import", "/api/import?preview=true"] {
        let mut admin = admin.clone();
        let upload = async move {
            loop {
                let body = stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"{"))]);
                let body = Body::from_stream(body.chain(stream::pending()));
                let answer = admin.post_text(path, body).await;
                // The third one may have come before it.
                if answer.status != 503 {
                    return answer;
                }
            }
        };
        uploads.push(tokio::spawn(upload));
    }
    let text = "{}";
    let mut other = admin.clone();
    let both_have_begun = async {
        while other.post_text("/api/import", text).await.status != 503 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let begun = tokio::time::timeout(Duration::from_secs(60), both_have_begun).await;
    begun.expect("a third import was not refused within a minute of the first two");
    for path in ["/api/import", "/api/import?preview=true"] {
        let answer = other.post_text(path, text).await;
        answer.is(503, "import-under-way");
        assert!(answer.body["notice"]["description"].as_str().unwrap().contains("in a minute"));
    }
    // Saying what taking out a spreadsheet would do reads as much.
    other.get("/api/spreadsheets/1").await.is(503, "import-under-way");
    for upload in uploads {
        upload.abort();
        assert!(upload.await.unwrap_err().is_cancelled());
    }
    other.post_text("/api/import", text).await.is(422, "not-an-export");
}
