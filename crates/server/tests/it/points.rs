//! Awarding points.

use std::time::Duration;

use crate::support::{ADMIN, Browser, MEMBER, TestApp, at, number, submission};
use domain::{
    account::{Policy, User},
    case::Case,
    decision::{Command, State, decide, evolve},
    limits::INSTANT_MAX_MS,
    referral::{Referral, Status},
    viewer::Viewer,
};
use serde_json::json;
use store::Export;

async fn referral(app: &TestApp) -> String {
    let answer = app.member(MEMBER).await.post("/api/referrals", submission("Asha")).await;
    answer.value()["key"].as_str().unwrap().to_owned()
}

async fn award(
    admin: &mut Browser,
    key: &str,
    points: &str,
    version: u64,
) -> crate::support::Answer {
    let request = json!({ "points": points, "version": version });
    admin.put(&format!("/api/referrals/{key}/points"), request).await
}

#[tokio::test]
async fn points_make_a_referral_successful() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    let mut admin = app.admin().await;
    let answer = award(&mut admin, &key, " 50 ", 1).await;
    let value = answer.value();
    assert_eq!(value["version"], 2);
    assert_eq!(value["referral"]["points"], 50);
    assert_eq!(value["referral"]["status"], "Successful");
    assert_eq!(value["tone"], "green");
    assert_eq!(answer.body["notice"]["description"], "Points assigned successfully.");
    let totals = &admin.get("/api/referrals").await.body["totals"];
    assert_eq!(totals, &json!({ "all": 1, "pending": 0, "successful": 1, "points": 50 }));
}

#[tokio::test]
async fn who_was_slower_is_told_who_was_quicker_what_they_saved_and_when() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    let mut admin = app.admin().await;
    award(&mut admin, &key, "50", 1).await.value();
    let at = app.time().as_millis();
    app.wait(Duration::from_secs(9));
    let answer = award(&mut admin, &key, "70", 1).await;
    answer.is(412, "referral-stale");
    assert_eq!(answer.body["current"]["version"], 2);
    assert_eq!(answer.body["current"]["referral"]["points"], 50);
    let change = json!({
        "at": at, "by": "User0000", "status": "Successful", "tone": "green", "points": 50,
    });
    assert_eq!(answer.body["change"], change);
    award(&mut admin, &key, "70", 2).await.value();
}

#[tokio::test]
async fn of_two_who_save_at_once_one_is_told() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    let admin = app.admin().await;
    let saving = ["1", "2", "3", "4"].map(|points| {
        let (mut admin, key) = (admin.clone(), key.clone());
        tokio::spawn(async move { award(&mut admin, &key, points, 1).await.status })
    });
    let mut statuses = Vec::new();
    for saved in saving {
        statuses.push(saved.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412, 412, 412]);
}

#[tokio::test]
async fn what_is_not_there_and_what_are_no_points() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    let mut admin = app.admin().await;
    for (points, code) in [
        ("", "points-missing"),
        ("-1", "points-not-whole"),
        ("1.5", "points-not-whole"),
        ("9007199254740992", "points-too-many"),
    ] {
        let answer = award(&mut admin, &key, points, 1).await;
        answer.is(422, code);
        assert_eq!(answer.body["errors"][0]["field"], "points");
    }
    for gone in ["0", "00000000000000000000000000000000", "%00", "%F0%9F%98%80"] {
        award(&mut admin, gone, "5", 1).await.is(404, "referral-gone");
    }
}

#[tokio::test]
async fn nobody_else_awards() {
    let app = TestApp::new().await;
    let key = referral(&app).await;
    award(&mut app.guest(), &key, "5", 1).await.is(401, "not-logged-in");
    let mut member = app.guest();
    app.enter(&mut member, MEMBER, "login").await.value();
    award(&mut member, &key, "5", 1).await.is(403, "not-admin");
}

/// For each role and each state, the answer to points is what the core decides; where a second factor
/// or a login is missing, nobody asks it.
#[tokio::test]
async fn every_role_and_state_is_answered_as_the_core_decides() {
    let app = TestApp::new().await;
    let policy = Policy::new(ADMIN, "1234").unwrap();
    let viewer = Viewer::of(Some(User::of(number(ADMIN))), &policy);
    let now = app.time();
    let submitted: Referral = serde_json::from_value(json!({
        "id": 1, "referrerName": "Ravi", "referrerMobile": MEMBER, "referredName": "Asha",
        "referredPhone": "1", "service": "training", "date": "1/1/2026", "status": "Pending",
        "points": 0,
    }))
    .unwrap();
    let state = |name: &str, status: &str, awarded_at: Option<u64>| Referral {
        referred_name: name.to_owned(),
        status: Status::from(status.to_owned()),
        awarded_at: awarded_at.map(at),
        ..submitted.clone()
    };
    let states = [
        state("Pending", "Pending", None),
        state("Successful", "Successful", Some(7)),
        state("Rejected", "Rejected", None),
        state("Sealed", "Successful", Some(INSTANT_MAX_MS)),
    ]
    .map(|referral| Case::stored(referral, &[]));
    let export = Export { accounts: Vec::new(), referrals: states.to_vec() };
    app.store.import(&export, now, false, None).await.unwrap();
    let mut members = [
        (app.guest(), 401, "not-logged-in"),
        (app.member(MEMBER).await, 403, "not-admin"),
        (app.unconfirmed_admin().await, 403, "second-factor-missing"),
    ];
    let mut admin = app.admin().await;
    let page = admin.get("/api/referrals").await.body;
    assert_eq!(page["referrals"].as_array().unwrap().len(), states.len());
    for shown in page["referrals"].as_array().unwrap() {
        let (key, name) = (shown["key"].as_str().unwrap(), &shown["referral"]["referredName"]);
        for (browser, status, code) in &mut members {
            award(browser, key, "5", 1).await.is(*status, code);
        }
        let case = states.iter().find(|case| case.referral().referred_name == *name).unwrap();
        let state = State { referral: Some(case.clone()), ..State::default() };
        for points in ["x", "5"] {
            let command = Command::SavePoints { points };
            let answer = award(&mut admin, key, points, 1).await;
            match decide(&state, &command, &viewer, &policy, app.time()) {
                Err(rejections) => answer.is(422, rejections.codes()[0].as_str()),
                Ok(events) => {
                    let after = events.iter().fold(state.clone(), evolve).referral.unwrap();
                    let (is, said) = (after.referral(), &answer.value()["referral"]);
                    assert_eq!(said["status"], is.status.as_str(), "{name}");
                    assert_eq!(said["points"], is.points.get());
                    assert_eq!(said["awardedAt"], is.awarded_at.unwrap().as_millis());
                }
            }
        }
    }
}
