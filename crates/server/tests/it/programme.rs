//! What an owner sets about the programme holds for everybody at once.

use std::time::Duration;

use api::EventKind;
use serde_json::{Value, json};

use crate::stages::{give, referral, staff_member};
use crate::support::{ADMIN, Answer, Browser, MEMBER, TestApp, number};

const DAY: Duration = Duration::from_secs(86_400);

/// What holds, with its version.
async fn shown(browser: &mut Browser) -> Value {
    browser.get("/api/programme").await.body
}

/// Changes what holds and sets it.
pub(crate) async fn set(owner: &mut Browser, change: impl FnOnce(&mut Value)) -> Answer {
    let mut holds = shown(owner).await;
    change(&mut holds["settings"]);
    let request = json!({ "version": holds["version"], "settings": holds["settings"] });
    owner.put("/api/programme", request).await
}

#[tokio::test]
async fn a_stages_limit_moves_what_is_overdue_at_once() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&app, &mut member).await;
    app.wait(DAY * 3);
    let mut admin = app.admin().await;
    let overdue = async |admin: &mut Browser| admin.get("/api/inbox").await.body["counts"].clone();
    assert_eq!(overdue(&mut admin).await["overdue"], 1);
    let answer = set(&mut admin, |settings| settings["stageDays"]["received"] = json!(9)).await;
    assert_eq!(answer.body["notice"]["title"], "Settings Saved");
    assert_eq!(
        overdue(&mut admin).await,
        json!({ "overdue": 0, "today": 0, "new": 1, "waiting": 0 })
    );
    let due = admin.get("/api/inbox").await.body["referrals"][0]["task"]["due"].as_u64().unwrap();
    // The office never closes: days end at midnight.
    assert!(due > (app.time().as_millis() + 6 * 86_400_000), "{key} {due}");
    // A day without work is not counted.
    let only_mondays = [true, false, false, false, false, false, false];
    set(&mut admin, |settings| {
        settings["stageDays"]["received"] = json!(1);
        settings["offices"][0]["workdays"] = json!(only_mondays);
    })
    .await
    .value();
    let due_on = admin.get("/api/inbox").await.body["referrals"][0]["task"]["due"].clone();
    // The referral itself says the same, to staff.
    let detail = async |who: &mut Browser| {
        who.get(&format!("/api/referrals/{key}")).await.body["task"].clone()
    };
    assert_eq!(detail(&mut admin).await, json!({ "kind": "call", "due": due_on, "staff": "" }));
    app.enter(&mut member, MEMBER, "login").await.value();
    assert_eq!(detail(&mut member).await, json!(null));
    let weekday = (due_on.as_u64().unwrap() - 1) / 86_400_000;
    assert_eq!((weekday + 3) % 7, 0, "a Monday: {due_on}");
}

#[tokio::test]
async fn settings_are_an_owners_with_a_recent_second_factor() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let holds = shown(&mut admin).await;
    assert_eq!(
        (&holds["version"], &holds["at"], &holds["by"]),
        (&json!(0), &json!(null), &json!(null))
    );
    let request = json!({ "version": 0, "settings": holds["settings"] });
    for (place, role) in ["manager", "coordinator", "auditor"].into_iter().enumerate() {
        let mobile = format!("900000002{place}");
        let mut colleague = staff_member(&app, &mobile, role, &["training"]).await;
        assert_eq!(shown(&mut colleague).await, holds, "{role}");
        colleague.put("/api/programme", request.clone()).await.is(403, "not-allowed");
    }
    let mut member = app.member(MEMBER).await;
    member.get("/api/programme").await.is(403, "not-admin");
    member.put("/api/programme", request.clone()).await.is(403, "not-admin");
    app.guest().get("/api/programme").await.is(401, "not-logged-in");
    app.guest().put("/api/programme", request.clone()).await.is(401, "not-logged-in");
    app.wait(Duration::from_secs(601));
    admin.put("/api/programme", request).await.is(403, "second-factor-stale");
    assert_eq!(shown(&mut admin).await, holds);
}

#[tokio::test]
async fn of_two_owners_the_later_one_is_told() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut other = staff_member(&app, "9000000021", "owner", &[]).await;
    let mut seen = shown(&mut other).await;
    set(&mut admin, |settings| settings["unansweredEnough"] = json!(5)).await.value();
    seen["settings"]["stageDays"]["received"] = json!(4);
    let mut request = json!({ "version": seen["version"], "settings": seen["settings"] });
    other.put("/api/programme", request.clone()).await.is(412, "programme-stale");
    let newest = shown(&mut other).await;
    assert_eq!((&newest["version"], &newest["by"]["name"]), (&json!(1), &json!("User0000")));
    assert_eq!(newest["settings"]["unansweredEnough"], 5);
    request["version"] = json!(1);
    request["settings"]["unansweredEnough"] = json!(5);
    assert_eq!(other.put("/api/programme", request.clone()).await.value()["version"], 2);
    // A retry whose answer was lost sets nothing again.
    assert_eq!(other.put("/api/programme", request).await.value()["version"], 2);
    let both = shown(&mut admin).await;
    assert_eq!(both["settings"]["stageDays"]["received"], 4);
    assert_eq!(both["settings"]["unansweredEnough"], 5);
    let events = app.events(None, 9).await;
    let set: Vec<_> =
        events.iter().filter(|event| event.kind == EventKind::ProgrammeSet.as_str()).collect();
    assert_eq!(set.len(), 2, "{events:?}");
    assert_eq!(set[1].actor, Some(app.state.secret.number(&number(ADMIN))));
}

#[tokio::test]
async fn an_earlier_version_is_read_by_staff_and_set_again_by_an_owner_like_any_other() {
    let app = TestApp::new().await;
    let (path, mut admin) = ("/api/programme/versions", app.admin().await);
    set(&mut admin, |settings| settings["unansweredEnough"] = json!(5)).await.value();
    set(&mut admin, |settings| add_service(settings, "Drone survey")).await.value();
    let listed = admin.get(path).await.body["versions"].clone();
    let said = |listed: &Value, place: usize| {
        (listed[place]["version"].clone(), listed[place]["changes"].clone())
    };
    assert_eq!(said(&listed, 0), (json!(2), json!(["New service: Drone survey."])));
    let calls = "Calls that nobody answered before closing is proposed: 5, before 3.";
    assert_eq!(said(&listed, 1), (json!(1), json!([calls])));
    assert_eq!(said(&listed, 2), (json!(0), json!([])));
    assert_eq!((&listed[1]["by"]["name"], &listed[2]["at"]), (&json!("User0000"), &json!(null)));
    assert_eq!(listed.as_array().unwrap().len(), 3);

    // A service that was added since stays known, so that referrals for it are still read.
    let back = json!([
        "Calls that nobody answered before closing is proposed: 3, before 5.",
        "The service “Drone survey” is not offered any more.",
    ]);
    assert_eq!([0, 2].map(|place| listed[place]["again"].clone()), [json!([]), back.clone()]);
    let again = |version: u64| json!({ "version": version, "settings": listed[2]["settings"] });
    admin.put("/api/programme", again(1)).await.is(412, "programme-stale");
    assert_eq!(admin.put("/api/programme", again(2)).await.value()["version"], 3);
    let listed = admin.get(path).await.body["versions"].clone();
    assert_eq!(said(&listed, 0), (json!(3), back));
    let mut auditor = staff_member(&app, "9000000022", "auditor", &[]).await;
    let masked = auditor.get(path).await.body["versions"][0].clone();
    assert_eq!(masked["changes"], listed[0]["changes"]);
    app.member(MEMBER).await.get(path).await.is(403, "not-admin");
    app.guest().get(path).await.is(401, "not-logged-in");
}

#[tokio::test]
async fn what_breaks_a_rule_is_refused_and_nothing_is_set() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let days = json!({ "received": 1, "contacted": 1, "qualified": 1, "inProgress": 1 });
    for (path, value, code) in [
        ("/stageDays/received", json!(261), "number-out-of-range"),
        ("/stageDays/inProgress", json!(4_294_967_295_u32), "number-out-of-range"),
        ("/unansweredEnough", json!(0), "number-out-of-range"),
        ("/offices/0/workdays", json!(vec![false; 7]), "office-hours"),
        ("/offices/0/closes", json!(1441), "office-hours"),
        ("/reasons/0/name", json!("magic"), "reason-unknown"),
        ("/serviceDays", json!([{ "service": "magic", "stageDays": days }]), "service-unknown"),
        ("/services/0/value", json!("magic"), "service-unknown"),
        ("/services", json!([]), "none-offered"),
    ] {
        let answer = set(&mut admin, |settings| *settings.pointer_mut(path).unwrap() = value).await;
        answer.is(422, code);
    }
    for (path, value) in
        [("/stageDays/received", json!(-1)), ("/offices/0/workdays", json!([true]))]
    {
        let answer = set(&mut admin, |settings| *settings.pointer_mut(path).unwrap() = value).await;
        answer.is(400, "bad-request");
    }
    assert_eq!(shown(&mut admin).await["version"], 0);
}

#[tokio::test]
async fn a_reason_that_an_owner_adds_is_chosen_counted_and_read_at_once() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut coordinator = staff_member(&app, "9000000022", "coordinator", &["training"]).await;
    let key = referral(&app, &mut member).await;
    let decline = json!({ "kind": "decline", "reason": "moved-abroad" });
    give(&mut coordinator, &key, 1, decline.clone()).await.is(422, "reason-unknown");
    let added = set(&mut admin, |settings| add(settings, "Moved abroad", "They have moved.")).await;
    let reasons = added.value()["settings"]["reasons"].clone();
    assert_eq!(reasons[13]["name"], "moved-abroad");
    // A retry of the same form, whose answer was lost, adds no second one.
    set(&mut admin, |settings| add(settings, "Moved abroad", "They have moved."))
        .await
        .is(422, "label-refused");
    give(&mut coordinator, &key, 1, decline).await.value();
    let path = format!("/api/referrals/{key}");
    let staff = coordinator.get(&path).await.body;
    assert_eq!(staff["referral"]["progress"]["reason"], "moved-abroad");
    assert_eq!(staff["timeline"][1]["reason"], "moved-abroad");
    let own = member.get(&path).await.body;
    assert_eq!(own["referral"]["progress"]["sentence"], "They have moved.");
    assert_eq!(own["referral"]["progress"]["reason"], json!(null));
    assert_eq!(own["timeline"][1]["text"], "They have moved.");
    let listed = member.get("/api/referrals").await.body;
    assert_eq!(listed["referrals"][0]["progress"]["sentence"], "They have moved.");
    let counted = admin.get("/api/reports").await.body["reasons"].clone();
    let one = json!({ "reason": "moved-abroad", "side": "person", "count": 1 });
    assert_eq!(counted, json!([one]));
    // Switched off, it is still read, and another of the batch is refused.
    set(&mut admin, |settings| settings["reasons"][13]["offered"] = json!(false)).await.value();
    let other = referral(&app, &mut member).await;
    let decline = json!({ "kind": "decline", "reason": "moved-abroad" });
    let batch = json!({ "commands": [{ "key": other, "version": 1, "command": decline }] });
    let refused = coordinator.post("/api/referrals/commands", batch).await;
    assert_eq!(refused.value()[0]["codes"], json!(["reason-unknown"]));
    let own = member.get(&path).await.body;
    assert_eq!(own["referral"]["progress"]["sentence"], "They have moved.");
}

#[tokio::test]
async fn closing_stays_possible_whatever_is_switched_off() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&app, &mut member).await;
    let answer = set(&mut admin, |settings| settings["reasons"] = json!([])).await;
    answer.is(422, "none-offered");
    set(&mut admin, |settings| {
        for reason in settings["reasons"].as_array_mut().unwrap() {
            reason["offered"] = json!(reason["name"] == "terms");
        }
    })
    .await
    .value();
    let possible = admin.get(&format!("/api/referrals/{key}")).await.body["possible"].clone();
    assert!(possible.as_array().unwrap().contains(&json!("decline")), "{possible}");
}

pub(crate) fn add_service(settings: &mut Value, label: &str) {
    let service = json!({ "value": "", "label": label, "offered": true, "added": true });
    settings["services"].as_array_mut().unwrap().push(service);
}

/// Switches a service off.
pub(crate) async fn switch_off(owner: &mut Browser, value: &str) {
    let off = |settings: &mut Value| {
        let services = settings["services"].as_array_mut().unwrap();
        services.iter_mut().find(|it| it["value"] == value).unwrap()["offered"] = json!(false);
    };
    set(owner, off).await.value();
}

fn add(settings: &mut Value, label: &str, sentence: &str) {
    let reason = json!({
        "name": "", "side": "person", "label": label, "sentence": sentence,
        "needsNote": false, "offered": true, "added": true,
    });
    settings["reasons"].as_array_mut().unwrap().push(reason);
}
