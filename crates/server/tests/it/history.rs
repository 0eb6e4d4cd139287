//! The history of a referral.

use std::time::Duration;

use crate::person_page::{say, token};
use crate::stages::{give, referral, staff_member};
use crate::support::{BEGINNING, Browser, MEMBER, OTHER, TestApp, submission};
use crate::undoing::{command, referral_of};
use domain::{
    history::{History, StatusAndPoints, event_id},
    pipeline::Progress,
    referral::Referral,
};
use serde_json::{Value, json};

async fn who(browser: &mut Browser, key: &str) -> Vec<String> {
    let answer = browser.get(&format!("/api/referrals/{key}/history")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let entries = answer.body.as_array().unwrap().clone();
    entries.iter().map(|entry| entry["by"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_change_is_there_with_who_made_it() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let answer = member.post("/api/referrals", submission("Asha")).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    let mut admin = app.admin().await;
    for (version, points) in [(1, "5"), (2, "7")] {
        app.wait(Duration::from_secs(1));
        let award = json!({ "points": points, "version": version });
        admin.put(&format!("/api/referrals/{key}/points"), award).await.value();
    }
    assert_eq!(who(&mut admin, &key).await, ["User3210", "User0000", "User0000"]);
    // The referrer sees no part of another member's number.
    assert_eq!(who(&mut member, &key).await, ["User3210", "Admin", "Admin"]);
    let entries = member.get(&format!("/api/referrals/{key}/history")).await.body;
    let first = json!({
        "at": BEGINNING, "by": "User3210", "status": "Pending", "tone": "yellow", "points": 0,
    });
    assert_eq!(entries[0], first);
    assert_eq!(entries[2]["points"], 7);
}

#[tokio::test]
async fn a_guests_referral_is_visible_to_the_owner_of_the_number() {
    let app = TestApp::new().await;
    let answer = app.guest().post("/api/referrals", submission("Asha")).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    let mut owner = app.member("9000000001").await;
    assert_eq!(who(&mut owner, &key).await, ["Guest"]);

    let path = format!("/api/referrals/{key}/history");
    app.guest().get(&path).await.is(401, "not-logged-in");
    app.member(OTHER).await.get(&path).await.is(404, "referral-gone");
    app.unconfirmed_admin().await.get(&path).await.is(404, "referral-gone");
    app.admin().await.get("/api/referrals/nothing/history").await.is(404, "referral-gone");
}

/// In their own referrals for services that are not theirs, staff read what every referrer reads.
#[tokio::test]
async fn staff_who_may_not_read_a_referral_do_not_learn_who_closed_theirs() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut referrer = staff_member(&app, MEMBER, "coordinator", &["it-services"]).await;
    let refused = referral_of(&mut referrer, OTHER).await;
    let token = token(&mut referrer, &refused).await;
    assert_eq!(say(&app, &token, "refuse").await.status, 303);
    let declined = referral_of(&mut referrer, "9000000021").await;
    let decline = json!({ "kind": "decline", "reason": "no-opening", "note": "" });
    command(&mut admin, &declined, decline).await.value();
    assert_eq!(who(&mut referrer, &refused).await, ["coordinator", "coordinator", "Admin"]);
    assert_eq!(who(&mut referrer, &declined).await, ["coordinator", "Admin"]);
}

/// A command over HTTP.
fn wish(below: &mut impl FnMut(usize) -> usize, texts: &[String]) -> Value {
    let stage = ["received", "contacted", "qualified", "in-progress"][below(4)];
    let named = match texts.len() {
        0 => "none".to_owned(),
        count => event_id(&texts[below(count)]),
    };
    match below(8) {
        0 => json!({ "kind": "points", "points": below(9).to_string() }),
        1 => json!({ "kind": "decline", "reason": "no-answer" }),
        2 => json!({ "kind": "withdraw", "note": "Why" }),
        3 => json!({ "kind": "reopen", "note": "Why" }),
        4 => {
            let text = ["Bina", "Benu"][below(2)];
            json!({ "kind": "correct", "field": "referredName", "text": text, "note": "Why" })
        }
        5 | 6 => json!({ "kind": "undo", "target": named, "note": "Why" }),
        _ => json!({ "kind": "move", "stage": stage }),
    }
}

/// An export with one referral that has these events.
fn export(record: &Referral, texts: &[&str]) -> String {
    let history = History::read(texts);
    let StatusAndPoints { status, points, awarded_at } = history.status_and_points();
    let record = Referral { status, points, awarded_at, ..record.clone() };
    let record = serde_json::to_string(&record).unwrap();
    let (record, history) = (record.trim_end_matches('}'), history.text());
    format!(
        r#"{{"format":"referral-programme","version":1,"exportedAt":1,"registeredUsers":[],"allReferrals":[{record},"history":{history}}}],"unreadableRecords":[]}}"#
    )
}

/// The result of commands over HTTP is what the domain computes from the events. Another server
/// that imports them in two parts, in either order, gets the same result.
#[tokio::test]
async fn the_result_is_the_same_in_any_order_of_import() {
    let mut random = 11_u64;
    let mut below = |limit: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % limit
    };
    let here = TestApp::new().await;
    let others = [TestApp::new().await, TestApp::new().await];
    let mut member = here.member(MEMBER).await;
    let mut admin = here.admin().await;
    // Their clocks are later than any event that is made here.
    others.iter().for_each(|other| other.wait(Duration::from_secs(7200)));
    let mut admins = [others[0].admin().await, others[1].admin().await];
    let (mut done, mut refused) = (0, 0);
    for _ in 0..40 {
        here.wait(Duration::from_secs(60));
        let key = referral(&here, &mut member).await;
        for _ in 0..8 {
            here.wait(Duration::from_millis(1));
            let stored = here.store.store.referral(&key).await.unwrap().unwrap();
            let texts: Vec<_> = stored.case.history().texts().map(str::to_owned).collect();
            let wish = wish(&mut below, &texts);
            match give(&mut admin, &key, stored.version, wish).await.status {
                200 => done += 1,
                422 => refused += 1,
                status => panic!("{status}"),
            }
        }
        let stored = here.store.store.referral(&key).await.unwrap().unwrap();
        let progress = Progress::of(&stored.case);
        let texts: Vec<_> = stored.case.history().texts().map(str::to_owned).collect();
        let parts = [0, 1].map(|part| {
            let part = texts.iter().zip(0..).filter(|(_, place)| place % 2 == part);
            export(stored.referral(), &part.map(|(text, _)| text.as_str()).collect::<Vec<_>>())
        });
        let told = admin.get(&format!("/api/referrals/{key}")).await.body["referral"].clone();
        assert_eq!(told["progress"]["stage"], progress.stage.as_str());
        for (turn, admin) in admins.iter_mut().enumerate() {
            for part in [&parts[turn], &parts[1 - turn], &parts[0]] {
                admin.post_text("/api/import", part.clone()).await.value();
            }
            let there = others[turn].store.store.referral(&key).await.unwrap().unwrap();
            assert_eq!(there.case, stored.case);
            let shown = admin.get(&format!("/api/referrals/{key}")).await.body["referral"].clone();
            for same in ["progress", "referral", "tone"] {
                assert_eq!(shown[same], told[same], "{same}");
            }
        }
    }
    assert!(done > 100 && refused > 30, "{done} {refused}");
}

/// Calls, notes and plans are the company's business, and when they were made, too.
#[tokio::test]
async fn a_referrer_is_told_of_no_work_that_changes_no_stage() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    let mut admin = app.admin().await;
    let note = json!({ "kind": "note", "note": "Owes us money" });
    let call = json!({ "kind": "call", "outcome": "no-answer" });
    let decline = json!({ "kind": "decline", "reason": "terms" });
    for step in [note, call, json!({ "kind": "propose" }), decline] {
        app.wait(Duration::from_secs(60));
        crate::undoing::command(&mut admin, &key, step).await.value();
    }
    app.wait(Duration::from_secs(60));
    let mine = json!({ "kind": "correct", "field": "notes", "text": "Call soon" });
    let own = referral(&app, &mut member).await;
    crate::undoing::command(&mut member, &own, mine).await.value();
    assert_eq!(who(&mut admin, &key).await.len(), 5);
    let seen = member.get(&format!("/api/referrals/{key}/history")).await.body;
    let statuses: Vec<_> = seen.as_array().unwrap().iter().map(|it| it["status"].clone()).collect();
    assert_eq!(statuses, ["Pending", "Declined"], "{seen}");
    assert_eq!(who(&mut member, &own).await, ["User3210", "User3210"]);
}
