//! What several referrals get if each is awarded what its rulebook gives.

use std::time::Duration;

use domain::points::Points;
use serde_json::{Value, json};

use crate::rewards::{publish, rules};
use crate::support::{Browser, MEMBER, OTHER, TestApp};
use crate::undoing::{command, referral_of};

const CHECK: &str = "/api/referrals/check-awards";

async fn shown(staff: &mut Browser, key: &str) -> Value {
    let referral = staff.get(&format!("/api/referrals/{key}")).await.body["referral"].clone();
    json!({ "key": key, "version": referral["version"] })
}

/// The points of each, or why it is left out.
async fn check(staff: &mut Browser, referrals: &[Value]) -> Vec<Value> {
    let checked = staff.post(CHECK, json!({ "referrals": referrals })).await;
    let awards = checked.body["awards"].as_array().unwrap_or_else(|| panic!("{checked:?}"));
    let said = |award: &Value| match &award["points"] {
        Value::Null => award["why"].clone(),
        points => points.clone(),
    };
    awards.iter().map(said).collect()
}

#[tokio::test]
async fn each_is_checked_after_those_before_it_and_nothing_is_stored() {
    let app =
        TestApp::with(|parts| parts.policy.points_at_most = Points::try_from(550).unwrap()).await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut other = app.member(OTHER).await;
    let without = referral_of(&mut member, "9744222554").await;
    publish(&mut admin, rules(500)).await.value();
    app.wait(Duration::from_millis(5));
    let mut keys = vec![without];
    for phone in ["9744222555", "9744222556", "9744222557"] {
        keys.push(referral_of(&mut member, phone).await);
    }
    // A member who was referred gets 100, which count.
    keys.push(referral_of(&mut other, MEMBER).await);
    keys.push(referral_of(&mut admin, "9744222558").await);
    let mut all = Vec::new();
    for key in &keys {
        all.push(shown(&mut admin, key).await);
    }
    all.push(json!({ "key": keys[1], "version": 99 }));
    all.push(json!({ "key": "none", "version": 1 }));
    let said = check(&mut admin, &all).await;
    let most = "The rules give more than one person may award.";
    assert_eq!(said[0], "No rule says how many points it earns.");
    // The most of a year is 700.
    assert_eq!(said[1..3], [json!(500), json!(200)]);
    assert_eq!(said[3], "The rules give nothing for it now.");
    assert_eq!(said[4], most);
    let words = said[5..].iter().map(|it| it.as_str().unwrap()).collect::<Vec<_>>();
    assert!(words[0].starts_with("This concerns you or a referral of yours"), "{words:?}");
    assert!(words[1].starts_with("Someone else has changed this referral"), "{words:?}");
    assert!(words[2].starts_with("This referral is no longer here"), "{words:?}");
    // Nothing has happened, and asked in another order another one is cut.
    assert_eq!(shown(&mut admin, &keys[1]).await, all[1]);
    let earned = admin.get(&format!("/api/referrals/{}/rewards", keys[1])).await.body;
    assert_eq!(earned["entries"], json!([]));
    assert_eq!(check(&mut admin, &[all[2].clone(), all[1].clone()]).await, [500, 200]);
    // What was said is awarded without a note, each by its own command.
    let award = |place: usize, points: &str| {
        let command = json!({ "kind": "points", "points": points });
        json!({ "key": keys[place], "version": all[place]["version"], "command": command })
    };
    let commands = json!({ "commands": [award(1, "500"), award(2, "200")] });
    let done = admin.post("/api/referrals/commands", commands).await;
    for outcome in done.value().as_array().unwrap() {
        assert_eq!(outcome["outcome"], "done", "{outcome}");
    }
    let again = shown(&mut admin, &keys[1]).await;
    assert_eq!(check(&mut admin, &[again]).await, ["It has been awarded already."]);
}

#[tokio::test]
async fn what_the_rules_give_no_more_is_refused_when_it_is_awarded() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, rules(500)).await.value();
    app.wait(Duration::from_millis(5));
    let first = referral_of(&mut member, "9744222555").await;
    let second = referral_of(&mut member, "9744222556").await;
    let seen = shown(&mut admin, &first).await;
    assert_eq!(check(&mut admin, std::slice::from_ref(&seen)).await, [500]);
    let points = |points: &str| json!({ "kind": "points", "points": points });
    command(&mut admin, &second, points("500")).await.value();
    command(&mut admin, &first, points("500")).await.is(422, "note-missing");
    assert_eq!(check(&mut admin, &[seen]).await, [200]);
    let many: Vec<_> = (0..101).map(|_| json!({ "key": "none", "version": 1 })).collect();
    admin.post(CHECK, json!({ "referrals": many })).await.is(400, "bad-request");
}
