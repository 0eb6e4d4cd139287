//! Points that owners enter by hand, over the interface.

use std::time::Duration;

use api::EventKind;
use serde_json::{Value, json};

use crate::redeeming::{offers, publish, wish};
use crate::stages::staff_member;
use crate::support::{Answer, Browser, MEMBER, OTHER, TestApp};
use crate::undoing::{referral, referral_of};

const MANAGER: &str = "9000000011";
const SECOND: &str = "9000000012";

fn typed(points: &str, takes: bool, note: &str) -> Value {
    json!({ "points": points, "takes": takes, "note": note })
}

async fn enter(owner: &mut Browser, key: &str, tab: &str, typed: Value) -> Answer {
    let mut tab = owner.clone().with("idempotency-key", &format!("0123456789abcdef{tab}"));
    tab.post(&format!("/api/referrers/{key}/rewards"), typed).await
}

#[tokio::test]
async fn an_owner_enters_points_for_a_reason_that_the_member_reads() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let given = enter(&mut admin, &key, "a", typed("250", false, "For the fair")).await;
    assert_eq!(given.status, 201);
    assert_eq!(given.value()["available"], 250);
    // A retry has the same answer, and another press with other points is another entry.
    let again = enter(&mut admin, &key, "a", typed("250", false, "For the fair")).await;
    assert_eq!(again.value(), given.value());
    let taken = enter(&mut admin, &key, "a", typed("50", true, "Counted twice")).await;
    assert_eq!(taken.value()["points"], 200);
    let own = member.get("/api/me/rewards").await.body;
    let said: Vec<_> = own["lines"].as_array().unwrap().iter().map(|it| &it["what"]).collect();
    assert_eq!(said, ["Taken off by us: Counted twice", "Added by us: For the fair"]);
    assert_eq!(own, admin.get(&format!("/api/referrers/{key}/rewards")).await.body);
    // What the rule says, in its words.
    for (points, note, code) in [
        ("", "Why", "points-missing"),
        ("0", "Why", "points-by-hand"),
        ("10001", "Why", "points-by-hand"),
        ("5", " ", "note-missing"),
        ("5", "Ask 98765 43210", "sentence-refused"),
    ] {
        enter(&mut admin, &key, "b", typed(points, false, note)).await.is(422, code);
    }
    enter(&mut admin, "none", "b", typed("5", false, "Why")).await.is(404, "referral-gone");
    let path = format!("/api/referrers/{key}/rewards");
    let mut without = admin.clone().with("idempotency-key", "");
    without.post(&path, typed("5", false, "Why")).await.is(400, "bad-request");
    let events = app.events(None, 99).await.into_iter();
    let events = events.filter(|event| event.kind == EventKind::PointsByHand.as_str());
    let outcomes: Vec<_> = events.map(|event| event.outcome).collect();
    assert_eq!(outcomes.iter().filter(|it| *it == "done").count(), 2, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|it| *it == "refused").count(), 5, "{outcomes:?}");
}

#[tokio::test]
async fn nobody_but_an_owner_with_a_recent_second_factor_and_never_for_themselves() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let thanks = || typed("5", false, "Thanks");
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    enter(&mut manager, &key, "a", thanks()).await.is(403, "not-allowed");
    enter(&mut member, &key, "a", thanks()).await.is(403, "not-admin");
    enter(&mut app.guest(), &key, "a", thanks()).await.is(401, "not-logged-in");
    // Their own number, and whoever they referred.
    let mut owner = staff_member(&app, SECOND, "owner", &[]).await;
    let own = referral_of(&mut owner, MEMBER).await;
    enter(&mut owner, &own, "a", thanks()).await.is(403, "own-referral");
    enter(&mut owner, &key, "a", thanks()).await.is(403, "own-referral");
    let mut other = app.member(OTHER).await;
    let others = referral_of(&mut other, "9000000021").await;
    enter(&mut owner, &others, "a", thanks()).await.value();
    app.wait(Duration::from_secs(700));
    enter(&mut admin, &key, "b", thanks()).await.is(403, "second-factor-stale");
}

/// Nobody gives points and agrees to what they are exchanged for.
#[tokio::test]
async fn whoever_entered_points_approves_nothing_that_they_pay() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    let key = referral(&mut member).await;
    enter(&mut admin, &key, "a", typed("300", false, "For the fair")).await.value();
    let mut keyed = member.clone().with("idempotency-key", "0123456789abcdef");
    keyed.post("/api/me/redemptions", wish("voucher")).await.value();
    let approve = "/api/redemptions/1/approve";
    admin.post(approve, Value::Null).await.is(403, "awarded-by-you");
    let mut second = staff_member(&app, SECOND, "manager", &[]).await;
    second.post(approve, Value::Null).await.value();
}
