//! What an import takes for unreadable.

use serde_json::json;

use crate::imports::{file, file_of};
use crate::stages::staff_member;
use crate::support::{BEGINNING, MEMBER, TestApp};
use crate::undoing::referral;

/// Otherwise an erasure would not find the number in it.
#[tokio::test]
async fn an_event_that_not_every_reader_of_json_reads_is_unreadable() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    referral(&mut member).await;
    app.wait(std::time::Duration::from_secs(60));
    let text = file(&mut admin, json!(["here"])).await.to_string();
    let nested = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for odd in ["1e999", r#""\ud800""#, &nested] {
        let at = BEGINNING + 1;
        let number = r"\u00398123 45678";
        let event =
            format!(r#"{{"at":{at},"saw":0,"kind":"noted","note":"{number}","odd":{odd}}}"#);
        let taken = admin.post_text("/api/import", text.replace(r#""here""#, &event)).await;
        assert_eq!(taken.value()["unreadable"], 1, "{odd}: {taken:?}");
        assert_eq!(taken.value()["changed"], 0, "{odd}: {taken:?}");
    }
}

/// What an event of another kind would have, nobody would see, or look for a number in it; and words are
/// shown to people who see no numbers.
#[tokio::test]
async fn an_event_that_is_not_as_its_kind_is_unreadable() {
    const NUMBER: u64 = 9_812_345_678;
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    referral(&mut member).await;
    app.wait(std::time::Duration::from_secs(60));
    let said = format!("call {NUMBER}");
    let long = "n".repeat(20_000);
    for odd in [
        json!({ "kind": "noted", "note": "Hm", "points": NUMBER }),
        json!({ "kind": "noted", "note": "Hm", "saw": NUMBER }),
        json!({ "kind": "noted", "note": "Hm", "at": NUMBER }),
        json!({ "kind": "noted", "note": long }),
        json!({ "kind": "withdrawn", "text": said }),
        json!({ "kind": "called", "outcome": said }),
        json!({ "kind": "said", "way": said, "text": "Hello" }),
        json!({ "kind": "said", "way": "text", "text": "Hello", "note": said }),
        json!({ "kind": "scheduled", "task": "call", "due": NUMBER }),
        json!({ "kind": "assigned", "text": "n".repeat(101) }),
        json!({ "kind": "moved", "stage": said }),
        json!({ "kind": "reopened", "stage": said }),
        json!({ "kind": "recorded", "status": said, "points": 0 }),
        json!({ "kind": "declined", "reason": said }),
        json!({ "kind": said }),
    ] {
        let mut event = json!({ "at": BEGINNING + 1, "saw": 0 });
        event.as_object_mut().unwrap().extend(odd.as_object().unwrap().clone());
        // Where it stands for nothing, because of a later event.
        let events = json!([event, { "at": BEGINNING + 2, "saw": 0, "kind": "moved",
            "stage": "contacted" }]);
        let text = file(&mut admin, events).await.to_string();
        let taken = admin.post_text("/api/import", text).await;
        let counts = (&taken.value()["unreadable"], &taken.value()["changed"]);
        assert_eq!(counts, (&json!(1), &json!(0)), "{event}: {taken:?}");
    }
    // A number of points that nobody may award.
    let events = json!([
        { "at": BEGINNING + 1, "saw": 0, "kind": "points", "points": NUMBER },
        { "at": BEGINNING + 2, "saw": 1, "kind": "moved", "stage": "contacted" },
    ]);
    let text = file(&mut admin, events).await.to_string();
    assert_eq!(admin.post_text("/api/import", text).await.value()["denied"], 1);
    // The same member twice: the last is what a reader of JSON finds.
    let text = file(&mut admin, json!(["here"])).await.to_string();
    let twice = format!(r#"{{"at":{},"kind":"odd","x":"{said}","x":""}}"#, BEGINNING + 1);
    let taken = admin.post_text("/api/import", text.replace(r#""here""#, &twice)).await;
    assert_eq!(taken.value()["unreadable"], 1, "{taken:?}");
}

/// Totals count points whatever the status says, so a record has none without an award.
#[tokio::test]
async fn a_record_with_points_that_no_award_gave_is_unreadable() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let at = app.time().as_millis() - 1000;
    let record = |status: &str, points: u64, name: &str| {
        json!({
            "id": at, "referrerName": "Gita", "referrerMobile": "9000000011",
            "referredName": name, "referredPhone": "044 2345", "service": "training", "notes": "",
            "date": "1/1/2026", "status": status, "points": points,
        })
    };
    let long = "n".repeat(20_001);
    let mut endless = record("Pending", 0, "Asha");
    endless["referredPhone"] = "5".repeat(201).into();
    for record in [
        record("Successful ", 5, "Asha"),
        record("Pending", 5, "Asha"),
        record("Declined", 5, "Asha"),
        record("call 98123 45678", 0, "Asha"),
        record("Pending", 0, &long),
        endless,
    ] {
        let mut file = file_of(&mut admin).await;
        file["allReferrals"] = json!([record]);
        let taken = manager.post_text("/api/import", file.to_string()).await;
        let counts = (&taken.value()["unreadable"], &taken.value()["new"]);
        assert_eq!(counts, (&json!(1), &json!(0)), "{taken:?}");
    }
    assert_eq!(admin.get("/api/referrals").await.body["totals"]["points"], 0);
}

/// An erasure does not look for a phone number in a time: nothing here is planned so far ahead.
#[tokio::test]
async fn what_is_due_later_than_anybody_may_plan_is_unreadable() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    referral(&mut member).await;
    app.wait(std::time::Duration::from_secs(60));
    let at = BEGINNING + 1;
    for (due, is_taken) in [(at + 366 * 86_400_000, true), (4_915_112_345_678, false)] {
        let task = json!({ "at": at, "saw": 0, "kind": "scheduled", "task": "call", "due": due });
        let call = json!({
            "at": at, "saw": 0, "kind": "called", "outcome": "reached", "task": "call", "due": due,
        });
        for event in [task, call] {
            let text = file(&mut admin, json!([event])).await.to_string();
            let taken = admin.post_text("/api/import?preview=true", text).await;
            let counts = (&taken.value()["changed"], &taken.value()["unreadable"]);
            let (taken, left) = (usize::from(is_taken), usize::from(!is_taken));
            assert_eq!(counts, (&json!(taken), &json!(left)), "{due} {event}");
        }
    }
}
