//! The rulebook over the interface, and awards by it.

use std::time::Duration;

use api::EventKind;
use serde_json::{Value, json};

use crate::redeeming;
use crate::stages::staff_member;
use crate::support::{Answer, Browser, MEMBER, OTHER, TestApp};
use crate::undoing::{command, last, referral, referral_of, undo};

const MANAGER: &str = "9000000011";

/// Points for each success, 100 for a member who was referred, and a most for each year.
pub(crate) fn rules(points: u64) -> Value {
    json!([
        { "id": "success", "gives": points, "to": "referrer", "holdDays": 90 },
        { "id": "welcome", "gives": 100, "to": "referred", "holdDays": 0 },
        { "id": "most", "gives": 0, "to": "referrer", "holdDays": 0,
            "cap": { "per": "year", "points": 700 } },
    ])
}

pub(crate) async fn publish(owner: &mut Browser, rules: Value) -> Answer {
    let version = owner.get("/api/rulebooks").await.body["newest"]["version"].clone();
    owner.put("/api/rulebooks", json!({ "version": version, "rules": rules })).await
}

fn points(points: &str, note: &str) -> Value {
    json!({ "kind": "points", "points": points, "note": note })
}

async fn rewards(browser: &mut Browser, key: &str) -> Value {
    browser.get(&format!("/api/referrals/{key}/rewards")).await.body
}

#[tokio::test]
async fn everybody_is_told_in_short_what_a_referral_is_worth() {
    let app = TestApp::new().await;
    let (mut admin, mut guest) = (app.admin().await, app.guest());
    let gains =
        async |browser: &mut Browser| browser.get("/api/session").await.body["gains"].clone();
    assert_eq!(gains(&mut guest).await, json!(null));
    publish(&mut admin, rules(500)).await.value();
    redeeming::publish(&mut admin, redeeming::offers()).await.value();
    let told = json!({
        "earned": "A successful referral earns you 500 points.",
        "offers": ["=Gift voucher for 300 points", "To your bank, KWD 12.345, for 500 points"],
    });
    assert_eq!(gains(&mut guest).await, told);
    assert_eq!(gains(&mut app.member(MEMBER).await).await, told);
}

#[tokio::test]
async fn a_referral_earns_what_the_rulebook_of_its_submission_says() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let before = referral(&mut member).await;
    assert_eq!(publish(&mut admin, rules(500)).await.body["notice"]["title"], "Rulebook Published");
    app.wait(Duration::from_millis(5));
    let first = referral_of(&mut member, "9744222555").await;
    publish(&mut admin, rules(300)).await.value();
    app.wait(Duration::from_millis(5));
    let second = referral_of(&mut member, "9744222556").await;
    let shown = rewards(&mut admin, &first).await;
    assert_eq!((&shown["version"], &shown["suggested"]), (&json!(1), &json!(500)));
    assert_eq!(
        shown["lines"][0]["sentence"],
        "Every service: 500 points for the referrer when the referral is successful, held for 90 days."
    );
    let shown = rewards(&mut admin, &before).await;
    assert_eq!((&shown["version"], &shown["suggested"]), (&json!(0), &json!(null)));
    command(&mut admin, &before, points("3", "")).await.value();
    command(&mut admin, &first, points("500", "")).await.value();
    // Of 300, the most of the year leaves 197: what was awarded without a rulebook counts.
    let shown = rewards(&mut admin, &second).await;
    assert_eq!(shown["suggested"], 197);
    assert_eq!(shown["lines"][0]["cuts"], json!(["103 points less, because of the rule most."]));
    command(&mut admin, &second, points("300", " ")).await.is(422, "note-missing");
    command(&mut admin, &second, points("300", "As promised")).await.value();
    let earned = rewards(&mut admin, &second).await;
    assert_eq!(earned["entries"][0]["kind"], "adjusted");
    assert_eq!(earned["referrer"]["points"], 300);
    assert_eq!(earned["referrer"]["available"], 0);
    assert_eq!(earned["referrer"]["onHold"][0]["points"], 300);
    let detail = admin.get(&format!("/api/referrals/{second}")).await.body;
    let note = detail["timeline"].as_array().unwrap().last().unwrap()["note"].clone();
    assert_eq!(note, "As promised");
    // The door of the specification asks the same rule.
    let version = detail["referral"]["version"].clone();
    let request = json!({ "points": "1", "version": version });
    admin.put(&format!("/api/referrals/{second}/points"), request).await.is(422, "note-missing");
    // Undone, it is nobody's; restored, it is the same again.
    for (kind, sum) in [("points", 0), ("undone", 300)] {
        let target = last(&mut admin, &second, kind).await;
        let undo = json!({ "kind": "undo", "target": target, "note": "Why" });
        command(&mut admin, &second, undo).await.value();
        assert_eq!(rewards(&mut admin, &second).await["referrer"]["points"], sum, "{kind}");
    }
}

#[tokio::test]
async fn the_person_who_was_referred_gets_points_if_they_are_a_member() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, rules(500)).await.value();
    let key = referral(&mut member).await;
    assert_eq!(rewards(&mut admin, &key).await["lines"].as_array().unwrap().len(), 1);
    app.member(OTHER).await;
    let lines = rewards(&mut admin, &key).await["lines"].clone();
    assert_eq!(lines[1]["to"], "referred");
    command(&mut admin, &key, points("500", "")).await.value();
    assert_eq!(rewards(&mut admin, &key).await["referred"]["available"], 100);
}

#[tokio::test]
async fn a_rulebook_is_an_owners_with_a_recent_second_factor() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let request = json!({ "version": 0, "rules": rules(5) });
    let path = format!("/api/referrals/{key}/rewards");
    for (place, role) in ["manager", "coordinator", "auditor"].into_iter().enumerate() {
        let mobile = format!("900000002{place}");
        let mut colleague = staff_member(&app, &mobile, role, &["it-services"]).await;
        assert_eq!(colleague.get("/api/rulebooks").await.body["newest"]["version"], 0, "{role}");
        colleague.put("/api/rulebooks", request.clone()).await.is(403, "not-allowed");
        colleague.post("/api/rulebooks/trial", request.clone()).await.is(403, "not-allowed");
        // Whoever sees no numbers knows a referral by the beginning of its key.
        let shown = match role {
            "auditor" => colleague.get(&format!("/api/referrals/{}/rewards", &key[..16])).await,
            _ => colleague.get(&path).await,
        };
        // One of another service looks like one that is not there.
        assert_eq!(
            shown.status,
            if role == "coordinator" { 404 } else { 200 },
            "{role}: {shown:?}"
        );
    }
    member.get("/api/rulebooks").await.is(403, "not-admin");
    member.put("/api/rulebooks", request.clone()).await.is(403, "not-admin");
    member.get(&path).await.is(403, "not-admin");
    app.guest().get(&path).await.is(401, "not-logged-in");
    app.guest().put("/api/rulebooks", request.clone()).await.is(401, "not-logged-in");
    admin.put("/api/rulebooks", request.clone()).await.value();
    // A retry whose answer was lost publishes nothing; another owner who has seen less is told.
    assert_eq!(admin.put("/api/rulebooks", request).await.value()["version"], 1);
    let other = json!({ "version": 0, "rules": rules(6) });
    admin.put("/api/rulebooks", other.clone()).await.is(412, "programme-stale");
    let events = app.events(None, 9).await;
    let published = |kind: &str| kind == EventKind::RulebookPublished.as_str();
    assert_eq!(events.iter().filter(|event| published(&event.kind)).count(), 1);
    app.wait(Duration::from_secs(601));
    admin.put("/api/rulebooks", other).await.is(403, "second-factor-stale");
}

#[tokio::test]
async fn a_draft_that_says_nothing_sensible_is_refused_in_plain_words() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let draft = json!([
        { "id": "a", "gives": 0, "to": "referrer", "holdDays": 0 },
        { "id": "a", "gives": 9_007_199_254_740_992_u64, "to": "referrer", "holdDays": 0 },
    ]);
    let refused = publish(&mut admin, draft.clone()).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.body["codes"], json!(["rule-empty", "points-too-many", "rule-twice"]));
    let tried = admin.post("/api/rulebooks/trial", json!({ "version": 0, "rules": draft })).await;
    assert_eq!(
        tried.body["faults"],
        json!([
            { "rule": 0, "code": "rule-empty" },
            { "rule": 1, "code": "points-too-many" },
            { "rule": 1, "code": "rule-twice" },
        ])
    );
}

/// More than one person may give, whoever of the two gets it.
#[tokio::test]
async fn points_for_the_person_who_was_referred_need_a_second_person_as_well() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    app.member(OTHER).await;
    let gift = json!([{ "id": "friend", "gives": 50_000, "to": "referred", "holdDays": 0 }]);
    publish(&mut admin, gift).await.value();
    let key = referral(&mut member).await;
    let proposed = command(&mut manager, &key, points("0", "")).await;
    assert_eq!(proposed.value()["progress"]["proposed"]["points"], 0, "{proposed:?}");
    assert_eq!(rewards(&mut admin, &key).await["referred"]["points"], 0);
    command(&mut manager, &key, points("0", "")).await.is(422, "second-person-needed");
    command(&mut admin, &key, points("0", "")).await.value();
    assert_eq!(rewards(&mut admin, &key).await["referred"]["points"], 50_000);
    // Restoring it gives as much by one person.
    let award = last(&mut admin, &key, "points").await;
    command(&mut admin, &key, undo(&award)).await.value();
    let taken_back = last(&mut admin, &key, "undone").await;
    command(&mut admin, &key, undo(&taken_back)).await.is(422, "second-person-needed");
    assert_eq!(rewards(&mut admin, &key).await["referred"]["points"], 0);
}

/// What the most of a year leaves says what somebody got elsewhere, and who is a member.
#[tokio::test]
async fn whoever_may_not_award_learns_nothing_of_other_referrals() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    app.member(OTHER).await;
    publish(&mut admin, rules(500)).await.value();
    let key = referral(&mut member).await;
    let whole = rewards(&mut admin, &key).await;
    assert_eq!((&whole["suggested"], whole["lines"].as_array().unwrap().len()), (&json!(500), 2));
    for (number, role) in [("9000000012", "coordinator"), ("9000000014", "auditor")] {
        let mut reader = staff_member(&app, number, role, &["training"]).await;
        let shown = rewards(&mut reader, &key[..16]).await;
        assert_eq!((&shown["suggested"], &shown["lines"]), (&json!(null), &json!([])), "{role}");
    }
}

#[tokio::test]
async fn a_dry_run_says_what_the_last_awards_would_have_cost() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    app.member(OTHER).await;
    publish(&mut admin, rules(500)).await.value();
    for (number, typed) in ["500", "200", "9"].into_iter().enumerate() {
        app.wait(Duration::from_millis(5));
        let key = referral(&mut member).await;
        let note = if number == 0 { "" } else { "Why" };
        command(&mut admin, &key, points(typed, note)).await.value();
        if number == 2 {
            let target = last(&mut admin, &key, "points").await;
            let undo = json!({ "kind": "undo", "target": target, "note": "Why" });
            command(&mut admin, &key, undo).await.value();
        }
    }
    let draft = json!({ "version": 1, "rules": rules(400) });
    let tried = admin.post("/api/rulebooks/trial", draft.clone()).await.body;
    assert_eq!((&tried["awards"], &tried["gave"]), (&json!(2), &json!(800)));
    // The person got 100 once. 400, then 300 of 400, and 100 for each member.
    assert_eq!(tried["wouldGive"], 900);
    assert_eq!(
        tried["rules"],
        json!([
            { "rule": "success", "awards": 2, "points": 700, "cut": 100 },
            { "rule": "welcome", "awards": 2, "points": 200, "cut": 0 },
        ])
    );
    assert_eq!(tried["leftOut"].as_array().unwrap().len(), 3);
    app.wait(Duration::from_secs(91 * 86_400));
    // What is older counts as what they got before.
    let mut admin = app.admin().await;
    let tried = admin.post("/api/rulebooks/trial", draft).await.body;
    assert_eq!((&tried["awards"], &tried["wouldGive"]), (&json!(0), &json!(0)));
}

#[tokio::test]
async fn nobody_awards_what_they_referred_however_the_rulebook_suggests_it() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    publish(&mut admin, rules(500)).await.value();
    let key = referral(&mut manager).await;
    command(&mut manager, &key, points("500", "")).await.is(403, "own-referral");
    assert_eq!(rewards(&mut admin, &key).await["entries"], json!([]));
}

/// Whoever takes a person out of another's referral, and refers them as their own, does not do so unseen.
#[tokio::test]
async fn whoever_corrects_a_number_away_and_refers_it_is_shown_to_whoever_awards() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, rules(300)).await.value();
    app.wait(Duration::from_millis(5));
    let first = referral_of(&mut member, "9744222555").await;
    let mut coordinator = staff_member(&app, MANAGER, "coordinator", &["training"]).await;
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": "9744222556", "note": "A slip" });
    command(&mut coordinator, &first, correct).await.value();
    app.wait(Duration::from_millis(5));
    let own = referral_of(&mut coordinator, "9744222555").await;
    let others = referral_of(&mut app.member(OTHER).await, "9744222555").await;
    let shown = rewards(&mut admin, &own).await;
    assert_eq!(shown["suggested"], json!(0));
    assert_eq!(shown["rival"], json!({ "key": &first[..16], "isAwarded": false }));
    command(&mut admin, &own, points("300", "")).await.is(422, "note-missing");
    // Whoever had no part in it, is not asked about.
    assert_eq!(rewards(&mut admin, &others).await["rival"], json!(null));
    command(&mut admin, &own, points("300", "They called us first")).await.value();
}

/// Nobody gets round the rule by what the referrals are about for a while.
#[tokio::test]
async fn a_correction_does_not_let_rules_give_for_one_person_twice() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, rules(300)).await.value();
    app.wait(Duration::from_millis(5));
    let first = referral_of(&mut member, "9744222555").await;
    let second = referral_of(&mut app.member(OTHER).await, "9744222555").await;
    command(&mut admin, &first, points("300", "")).await.value();
    let mut coordinator = staff_member(&app, MANAGER, "coordinator", &["training"]).await;
    let correct = |phone: &str| json!({ "kind": "correct", "field": "referredPhone", "text": phone, "note": "A slip" });
    // What was awarded is corrected by whoever may award.
    command(&mut coordinator, &first, correct("9744222556")).await.is(403, "not-allowed");
    // What was not keeps the rivals of the number with which it was submitted.
    command(&mut coordinator, &second, correct("9744222557")).await.value();
    let shown = rewards(&mut admin, &second).await;
    assert_eq!((&shown["suggested"], &shown["rival"]["isAwarded"]), (&json!(0), &json!(true)));
    command(&mut admin, &first, correct("9744222556")).await.value();
    // What was awarded and has another number now was submitted with this one.
    let third = referral_of(&mut app.member("9111111111").await, "9744222555").await;
    assert_eq!(rewards(&mut admin, &third).await["rival"]["isAwarded"], json!(true));
    // Undone, it is a correction again.
    let target = last(&mut admin, &first, "corrected").await;
    let undo = json!({ "kind": "undo", "target": target, "note": "Why" });
    command(&mut coordinator, &first, undo.clone()).await.is(403, "not-allowed");
    command(&mut admin, &first, undo).await.value();
}
