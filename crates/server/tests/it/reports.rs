//! Reports, counts and the inbox.

use std::time::Duration;

use crate::stages::{give, id_of, referral, staff_member};
use crate::support::{Browser, MEMBER, TestApp};
use serde_json::json;

const DAY: Duration = Duration::from_secs(86_400);

#[tokio::test]
async fn the_inbox_has_what_is_overdue_then_today_then_new() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let owned = referral(&app, &mut member).await;
    let mut admin = app.admin().await;
    let assign = json!({ "kind": "assign", "staff": id_of(&mut admin).await });
    give(&mut admin, &owned, 1, assign.clone()).await.value();
    let unowned = referral(&app, &mut member).await;
    let closed = referral(&app, &mut member).await;
    give(&mut admin, &closed, 1, json!({ "kind": "withdraw", "note": "Asked" })).await.value();
    // All three are about the same number.
    let inbox = admin.get("/api/inbox").await.body;
    // Whoever may decide about a duplicate does that first.
    assert_eq!(inbox["section"], "waiting");
    assert_eq!(inbox["counts"], json!({ "overdue": 0, "today": 0, "new": 0, "waiting": 1 }));
    assert_eq!(keys(&inbox), [json!(unowned)]);
    let entry = &inbox["referrals"][0];
    assert_eq!(
        (&entry["decisions"], &entry["task"]["kind"]),
        (&json!(["duplicate"]), &json!("call"))
    );
    assert_eq!(inbox["next"], json!(null));
    // They came on the same day, and two days are counted after it.
    app.wait(DAY + DAY);
    admin = app.admin().await;
    assert_eq!(keys(&admin.get("/api/inbox").await.body), [json!(owned), json!(unowned)]);
    let today = "/api/inbox?section=today";
    app.wait(DAY);
    admin = app.admin().await;
    let inbox = admin.get("/api/inbox").await.body;
    assert_eq!(inbox["section"], "overdue");
    assert_eq!(keys(&inbox), [json!(owned), json!(unowned)]);
    assert_eq!(keys(&admin.get(today).await.body), [json!(null); 0]);
    give(&mut admin, &owned, 2, json!({ "kind": "move", "stage": "contacted" })).await.value();
    assert_eq!(keys(&admin.get("/api/inbox").await.body), [json!(unowned)]);
    member.get("/api/inbox").await.is(401, "session-ended");
    app.enter(&mut member, MEMBER, "login").await.value();
    member.get("/api/inbox").await.is(403, "not-admin");
}

fn keys(inbox: &serde_json::Value) -> Vec<serde_json::Value> {
    inbox["referrals"].as_array().unwrap().iter().map(|it| it["key"].clone()).collect()
}

/// What was planned is overdue when its time has come, for whoever is to do it, and an award that somebody
/// asks for waits for those who may give it.
#[tokio::test]
async fn the_inbox_has_what_is_due_and_awards_that_are_asked_for() {
    let app = TestApp::new().await;
    let key = referral(&app, &mut app.member(MEMBER).await).await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let mut manager = staff_member(&app, "9000000011", "manager", &[]).await;
    let assign = json!({ "kind": "assign", "staff": "coordinator-9000000012" });
    give(&mut coordinator, &key, 1, assign).await.value();
    let task = json!({ "kind": "call", "due": app.time().as_millis() + 3_600_000 });
    let call = json!({ "kind": "call", "outcome": "call-again", "next": task });
    give(&mut coordinator, &key, 2, call).await.value();
    let section = async |by: &mut Browser, query: &str| {
        let inbox = by.get(&format!("/api/inbox{query}")).await.body;
        (!keys(&inbox).is_empty()).then(|| inbox["section"].as_str().unwrap().to_owned())
    };
    let some = |section: &str| Some(section.to_owned());
    assert_eq!(section(&mut coordinator, "").await, some("today"));
    let soon = format!("?dayEnds={}", app.time().as_millis() + 1_800_000);
    assert_eq!(section(&mut coordinator, &soon).await, None);
    app.wait(Duration::from_secs(3600));
    assert_eq!(section(&mut coordinator, "").await, some("overdue"));
    assert_eq!(section(&mut manager, "").await, None);
    assert_eq!(section(&mut manager, "?whose=all").await, some("overdue"));
    give(&mut coordinator, &key, 3, json!({ "kind": "finish" })).await.value();
    assert_eq!(section(&mut coordinator, "").await, None);
    give(&mut coordinator, &key, 4, json!({ "kind": "propose" })).await.value();
    assert_eq!(section(&mut coordinator, "").await, None);
    let inbox = manager.get("/api/inbox").await.body;
    assert_eq!(inbox["section"], "waiting");
    assert_eq!(inbox["referrals"][0]["decisions"], json!(["award"]));
    give(&mut manager, &key, 5, json!({ "kind": "points", "points": "5" })).await.value();
    assert_eq!(section(&mut manager, "").await, None);
}

#[tokio::test]
async fn a_report_has_the_funnel_the_times_and_the_reasons() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut admin = app.admin().await;
    let mut keys = Vec::new();
    for _ in 0..4 {
        keys.push(referral(&app, &mut member).await);
    }
    app.wait(Duration::from_secs(3600));
    give(&mut admin, &keys[0], 1, json!({ "kind": "move", "stage": "qualified" })).await.value();
    give(&mut admin, &keys[0], 2, json!({ "kind": "points", "points": "20" })).await.value();
    let decline = json!({ "kind": "decline", "reason": "terms" });
    give(&mut admin, &keys[1], 1, decline.clone()).await.value();
    // After the undo it is not counted anywhere.
    let declined = give(&mut admin, &keys[2], 1, decline).await;
    let path = format!("/api/referrals/{}", keys[2]);
    let target = admin.get(&path).await.body["timeline"][1]["id"].clone();
    let version = declined.value()["version"].as_u64().unwrap();
    give(&mut admin, &keys[2], version, json!({ "kind": "undo", "target": target })).await.value();

    let report = admin.get("/api/reports").await.body;
    let reached: Vec<_> =
        report["funnel"].as_array().unwrap().iter().map(|it| it["reached"].as_u64()).collect();
    assert_eq!(reached, [4, 0, 1, 0, 1, 1, 0].map(Some));
    let service = &report["services"][0];
    assert_eq!(
        (&service["service"], &service["successful"], &service["closed"], &service["open"]),
        (&json!("training"), &json!(1), &json!(2), &json!(2))
    );
    assert_eq!(service["rate"], 0.5);
    let [low, high] = [0, 1].map(|place| service["between"][place].as_f64().unwrap());
    assert!(low < 0.1 && high > 0.9, "{service}");
    let received = &report["stages"][0];
    let hour = received["finished"]["median"].as_u64().unwrap();
    assert_eq!((&received["finished"]["count"], hour / 3_600_000), (&json!(2), 1));
    assert_eq!(received["running"]["count"], 2);
    assert_eq!(
        report["stages"][1],
        json!({ "stage": "contacted", "finished": null, "running": null })
    );
    let reasons = json!([{ "reason": "terms", "side": "person", "count": 1 }]);
    assert_eq!(report["reasons"], reasons);
    let referrer = &report["referrers"][0];
    assert_eq!(
        (&referrer["shown"], &referrer["referrals"], &referrer["successful"], &referrer["points"]),
        (&json!("+91 98765 43210"), &json!(4), &json!(1), &json!(20))
    );
    let none = admin.get("/api/reports?service=others").await.body;
    assert_eq!((&none["services"], &none["funnel"][0]["reached"]), (&json!([]), &json!(0)));
    let now = app.time().as_millis();
    let began = now - 3_700_000;
    let path = format!("/api/reports/intervals?at=1000,{began},{}", now + 1);
    let intervals = admin.get(&path).await.body["intervals"].clone();
    assert_eq!(
        (&intervals[0]["received"], &intervals[0]["rate"], &intervals[0]["toSuccess"]),
        (&json!(0), &json!(null), &json!(null))
    );
    let counts = ["received", "open", "successful"].map(|name| intervals[1][name].as_u64());
    assert_eq!((counts, &intervals[1]["rate"]), ([4, 2, 1].map(Some), &json!(0.5)));
    assert_eq!(intervals[1]["toSuccess"].as_u64().unwrap() / 3_600_000, 1);
    let none = admin.get(&format!("{path}&service=others")).await.body["intervals"].clone();
    assert_eq!(none[1]["received"], 0);
    admin.get("/api/reports/intervals?at=9,5").await.is(400, "bad-request");
    member.get(&path).await.is(403, "not-admin");
    let before = admin.get("/api/reports?to=1000").await.body;
    assert_eq!(before["referrers"], json!([]));
    member.get("/api/reports").await.is(403, "not-admin");
}

/// What somebody was to do who has left, or works for other services now, waits for everybody.
#[tokio::test]
async fn nothing_waits_for_somebody_who_is_not_there() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut member = app.member(MEMBER).await;
    let mut colleague = staff_member(&app, "9000000013", "coordinator", &["training"]).await;
    let everybodys = async |by: &mut Browser| keys(&by.get("/api/inbox?section=new").await.body);
    for (place, is_revoked) in [false, true].into_iter().enumerate() {
        let number = format!("900000002{place}");
        let id = format!("coordinator-{number}");
        staff_member(&app, &number, "coordinator", &["training"]).await;
        let key = referral(&app, &mut member).await;
        let assign = json!({ "kind": "assign", "staff": id });
        give(&mut admin, &key, 1, assign).await.value();
        assert!(!everybodys(&mut colleague).await.contains(&json!(key)));
        let path = format!("/api/staff/{id}");
        let other = json!({ "name": "Hari", "role": "coordinator", "services": ["others"] });
        let left =
            if is_revoked { admin.delete(&path).await } else { admin.patch(&path, other).await };
        assert!(left.status < 300, "{left:?}");
        assert!(everybodys(&mut colleague).await.contains(&json!(key)), "{is_revoked}");
    }
    let counts = colleague.get("/api/inbox").await.body["counts"].clone();
    assert_eq!(counts, json!({ "overdue": 0, "today": 0, "new": 2, "waiting": 0 }));
}
