//! Duplicates: whoever refers somebody again is not told that they were referred before.

use std::time::Duration;

use crate::stages::{give, staff_member};
use crate::support::{Answer, Browser, MEMBER, OTHER, TestApp, submission};
use domain::pipeline::SelfReferral;
use serde_json::{Value, json};

pub(crate) async fn refer(browser: &mut Browser, phone: &str) -> Value {
    let mut submission = submission("Meera");
    submission["draft"]["referredPhone"] = phone.into();
    browser.post("/api/referrals", submission).await.body
}

/// Scenario 6 of the programme; the folder `timing` has the time of the answers.
#[tokio::test]
async fn a_known_number_in_another_spelling_is_answered_like_a_new_one_and_staff_see_the_flag() {
    let app = TestApp::new().await;
    let mut first = app.member(MEMBER).await;
    refer(&mut first, "55123456").await;
    let mut second = app.member(OTHER).await;
    let told = |mut answer: Value| {
        for what in ["key", "id", "since", "referredPhone", "referredShown"] {
            let value = &mut answer["value"];
            value["progress"].as_object_mut().unwrap().remove(what);
            value["referral"].as_object_mut().unwrap().remove(what);
            value.as_object_mut().unwrap().remove(what);
        }
        answer
    };
    app.wait(Duration::from_secs(1));
    let known = refer(&mut second, "00974 5512 3456").await;
    app.wait(Duration::from_secs(1));
    let new = refer(&mut second, "00974 5512 3457").await;
    assert_eq!(told(known.clone()), told(new.clone()));
    let list = second.get("/api/referrals").await;
    let detail = second.get(&format!("/api/referrals/{}", key(&known))).await;
    for answer in [&list, &detail] {
        assert!(!answer.text.contains("uplicate"), "{}", answer.text);
    }

    let mut admin = app.admin().await;
    let listed = admin.get("/api/referrals").await.body["referrals"].clone();
    let flags: Vec<_> = listed.as_array().unwrap().iter().map(|it| &it["duplicateOf"]).collect();
    let flagged = flags[1].as_str().unwrap();
    assert_eq!(flags, [&Value::Null, &json!(flagged), &Value::Null]);
    assert_eq!(flagged, listed[2]["key"]);
}

pub(crate) fn key(answer: &Value) -> String {
    answer["value"]["key"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn staff_see_pairs_with_who_is_credited_and_why_and_decide_otherwise() {
    let app = TestApp::new().await;
    let earlier = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    app.wait(Duration::from_secs(1));
    let mut member = app.member(OTHER).await;
    let later = key(&refer(&mut member, "55123456").await);
    let mut admin = app.admin().await;
    let open = admin.get("/api/duplicates").await.body;
    let pair = &open["pairs"][0];
    assert_eq!((&pair["earlier"]["key"], &pair["later"]["key"]), (&json!(earlier), &json!(later)));
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("earlier"), &json!("rule")));
    // If the first is declined, the second is credited.
    let decline = json!({ "kind": "decline", "reason": "no-answer" });
    give(&mut admin, &earlier, 1, decline).await.value();
    let pair = admin.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("later"), &json!("closed")));
    let credit = json!({ "kind": "credit", "credited": false, "note": "Nobody" });
    give(&mut admin, &later, 1, credit).await.value();
    assert_eq!(admin.get("/api/duplicates?state=open").await.body["pairs"], json!([]));
    let pair = admin.get("/api/duplicates?state=decided").await.body["pairs"][0].clone();
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("neither"), &json!("decided")));
    member.get("/api/duplicates").await.is(403, "not-admin");
    app.guest().get("/api/duplicates").await.is(401, "not-logged-in");
    app.unconfirmed_admin().await.get("/api/duplicates").await.is(403, "second-factor-missing");
}

/// Pairs of one number have the first referral in common, which each decision changes.
#[tokio::test]
async fn several_pairs_are_decided_at_once_and_each_refusal_stands_alone() {
    let app = TestApp::new().await;
    let mut numbers = ["55123456", "55123456", "55123456", "55123457", "55123457"].into_iter();
    let mut keys = Vec::new();
    for mobile in [MEMBER, OTHER, "9876543212", "9876543213", "9876543214"] {
        let mut member = app.member(mobile).await;
        keys.push(key(&refer(&mut member, numbers.next().unwrap()).await));
        app.wait(Duration::from_secs(1));
    }
    let mut admin = app.admin().await;
    let note = json!({ "kind": "note", "note": "Called" });
    give(&mut admin, &keys[4], 1, note).await.value();
    let side = |place: usize| json!({ "key": keys[place], "version": 1 });
    let decide = |earlier, later, credited: &str| json!({ "earlier": side(earlier), "later": side(later), "credited": credited, "note": "Seen" });
    let all = [decide(0, 1, "earlier"), decide(3, 4, "both"), decide(0, 2, "earlier")];
    let path = "/api/duplicates/decisions";
    let mut trying = admin.clone().with("idempotency-key", "0123456789abcdef");
    let answer = trying.post(path, json!({ "decisions": all })).await;
    assert_eq!(answer.body["notice"]["description"], "2 of 3 done.");
    let outcomes = answer.value().clone();
    assert_eq!(outcomes[1]["codes"], json!(["referral-stale"]), "somebody wrote a note meanwhile");
    let done: Vec<_> = [&outcomes[0], &outcomes[2]].into();
    for (one, version) in done.iter().zip([2, 3]) {
        assert_eq!(one["pair"]["earlier"]["version"], version);
        assert_eq!(
            (&one["pair"]["credited"], &one["pair"]["why"]),
            (&json!("earlier"), &json!("decided"))
        );
    }
    // Neither of the refused pair has changed.
    let open = admin.get("/api/duplicates").await.body["pairs"].clone();
    assert_eq!((open.as_array().unwrap().len(), &open[0]["earlier"]["version"]), (1, &json!(1)));
    let again = trying.post(path, json!({ "decisions": all })).await;
    assert_eq!(again.value()[2]["pair"]["earlier"]["version"], 3, "a retry decides nothing again");
    assert_eq!(again.value()[2]["events"], json!([]));

    // The ids undo both sides of each.
    let mut commands = Vec::new();
    for (place, one) in done.iter().enumerate() {
        for (side, event) in ["later", "earlier"].into_iter().zip(one["events"].as_array().unwrap())
        {
            let version = if side == "later" { 2 } else { 3 + place };
            let undo = json!({ "kind": "undo", "target": event });
            let key = &one["pair"][side]["key"];
            commands.push(json!({ "key": key, "version": version, "command": undo }));
        }
    }
    let undone = admin.post("/api/referrals/commands", json!({ "commands": commands })).await;
    assert_eq!(undone.body["notice"]["description"], "4 of 4 done.", "{undone:?}");
    let open = admin.get("/api/duplicates").await.body["pairs"].clone();
    assert_eq!(open.as_array().unwrap().len(), 3);

    let too_many = json!({ "decisions": vec![decide(0, 1, "both"); api::DECISIONS_AT_ONCE + 1] });
    admin.post(path, too_many).await.is(400, "bad-request");
    app.guest().post(path, json!({ "decisions": [] })).await.is(401, "not-logged-in");
}

/// If an old referral is corrected to a number that was referred in the meantime, it counts as
/// later. And a first referral that has expired does not prevent credit for the next.
#[tokio::test]
async fn nobody_is_credited_for_correcting_an_old_referral_or_for_one_that_has_expired() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let old = key(&refer(&mut member, "55123457").await);
    app.wait(Duration::from_secs(1));
    let own = key(&refer(&mut app.member(OTHER).await, "55123456").await);
    app.wait(Duration::from_secs(1));
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": "55123456" });
    give(&mut member, &old, 1, correct).await.value();
    let mut admin = app.admin().await;
    let pair = admin.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!((&pair["earlier"]["key"], &pair["later"]["key"]), (&json!(own), &json!(old)));
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("earlier"), &json!("rule")));

    app.wait(Duration::from_secs(91 * 24 * 3600));
    let late = key(&refer(&mut app.guest(), "55123456").await);
    let pair = app.admin().await.get("/api/duplicates").await.body["pairs"][0].clone();
    assert_eq!((&pair["earlier"]["key"], &pair["later"]["key"]), (&json!(own), &json!(late)));
    assert_eq!((&pair["credited"], &pair["why"]), (&json!("later"), &json!("expired")));
}

/// The visitor is not told, and staff are asked until they have been in touch.
#[tokio::test]
async fn an_ambiguous_number_is_accepted_and_staff_are_asked() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let unclear = refer(&mut member, "02079 460000").await;
    app.wait(Duration::from_secs(1));
    refer(&mut member, "55123456").await;
    assert_eq!(unclear["outcome"], "accepted");
    assert!(!member.get("/api/referrals").await.text.contains("nclear"));
    let mut admin = app.admin().await;
    let staff = admin.get("/api/session").await.body["staff"]["id"].clone();
    for key in [
        key(&unclear),
        admin.get("/api/referrals").await.body["referrals"][0]["key"].as_str().unwrap().to_owned(),
    ] {
        give(&mut admin, &key, 1, json!({ "kind": "assign", "staff": staff })).await.value();
    }
    let inbox = admin.get("/api/inbox").await.body["referrals"].clone();
    assert_eq!(inbox.as_array().unwrap().len(), 1);
    assert_eq!(inbox[0]["numberUnclear"], true);
    assert_eq!(inbox[0]["decisions"], json!(["number"]));
    let moved = json!({ "kind": "move", "stage": "contacted" });
    give(&mut admin, &key(&unclear), 2, moved).await.value();
    assert_eq!(admin.get("/api/inbox").await.body["referrals"], json!([]));
}

/// A coordinator does not see the referral that theirs may be a duplicate of, and is not asked to
/// decide.
#[tokio::test]
async fn the_inbox_hides_duplicates_of_other_services() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    refer(&mut member, "55123456").await;
    app.wait(Duration::from_secs(1));
    refer(&mut member, "55123456").await;
    let mut admin = app.admin().await;
    let mut coordinator = staff_member(&app, "9000000012", "coordinator", &["training"]).await;
    let id = crate::stages::id_of(&mut coordinator).await;
    for referral in admin.get("/api/referrals").await.body["referrals"].as_array().unwrap() {
        let assign = json!({ "kind": "assign", "staff": id });
        give(&mut admin, referral["key"].as_str().unwrap(), 1, assign).await.value();
    }
    let inbox = admin.get("/api/inbox").await.body["referrals"].clone();
    assert_eq!(inbox[0]["decisions"], json!(["duplicate"]));
    assert_eq!(coordinator.get("/api/inbox").await.body["referrals"], json!([]));
}

#[tokio::test]
async fn a_duplicate_pair_is_decided_atomically() {
    let app = TestApp::new().await;
    let earlier = key(&refer(&mut app.member(MEMBER).await, "55123456").await);
    app.wait(Duration::from_secs(1));
    let later = key(&refer(&mut app.member(OTHER).await, "55123456").await);
    let decision = |credited: &str, versions: (u64, u64)| {
        json!({
            "earlier": { "key": earlier, "version": versions.0 },
            "later": { "key": later, "version": versions.1 },
            "credited": credited,
            "note": "They called together",
        })
    };
    let path = "/api/duplicates";
    let mut admin = app.admin().await;
    // Somebody else has changed the second of the two referrals.
    give(&mut admin, &earlier, 1, json!({ "kind": "note", "note": "Called" })).await.value();
    let stale = admin.post(path, decision("both", (1, 1))).await;
    stale.is(412, "referral-stale");
    assert_eq!(stale.body["current"]["key"], json!(earlier));
    let open = admin.get(path).await.body;
    assert_eq!(open["pairs"][0]["later"]["version"], 1);
    let mut silent = decision("both", (2, 1));
    silent["note"] = "".into();
    admin.post(path, silent).await.is(422, "note-missing");
    for (credited, (before, after)) in
        ["both", "neither", "later", "earlier"].into_iter().zip([(2, 1), (3, 2), (4, 3), (5, 4)])
    {
        let decided = admin.post(path, decision(credited, (before, after))).await;
        assert_eq!(decided.value()["credited"], credited, "{decided:?}");
        let listed = admin.get("/api/duplicates?state=decided").await.body;
        assert_eq!(listed["pairs"][0]["credited"], credited);
    }
    app.guest().post(path, decision("both", (6, 5))).await.is(401, "not-logged-in");
    let mut coordinator = staff_member(&app, "9000000005", "coordinator", &["training"]).await;
    coordinator.post(path, decision("both", (6, 5))).await.is(403, "not-allowed");
}

#[tokio::test]
async fn only_those_who_see_all_referrals_can_filter_by_duplicates() {
    let app = TestApp::new().await;
    refer(&mut app.member(MEMBER).await, "55123456").await;
    app.wait(Duration::from_secs(1));
    let mut member = app.member(OTHER).await;
    let later = key(&refer(&mut member, "55123456").await);
    app.wait(Duration::from_secs(1));
    refer(&mut member, "55123457").await;
    let path = "/api/referrals?flag=duplicate";
    let count = |answer: Answer| answer.body["referrals"].as_array().unwrap().len();
    let mut admin = app.admin().await;
    let flagged = admin.get(path).await.body["referrals"].clone();
    assert_eq!((flagged.as_array().unwrap().len(), &flagged[0]["key"]), (1, &json!(later)));
    let counts = admin.get("/api/referrals/counts?flag=duplicate").await.body;
    assert_eq!(counts["stages"]["received"], 1);
    // For others the filter has no effect, so that they learn nothing from it.
    assert_eq!(count(member.get(path).await), 2);
    let mut coordinator = staff_member(&app, "9000000005", "coordinator", &["training"]).await;
    assert_eq!(count(coordinator.get(path).await), 3);
}

#[tokio::test]
async fn self_referrals_are_refused_by_default() {
    let app = TestApp::new().await;
    let mut own = submission("Me");
    own["draft"]["referredPhone"] = "+91 98765 43210".into();
    let mut member = app.member(MEMBER).await;
    let answer = member.post("/api/referrals", own.clone()).await;
    answer.is(422, "self-referral");
    assert_eq!(answer.body["errors"][0]["field"], "referredPhone");
    let mut guests = submission("Me");
    guests["draft"]["referredPhone"] = "090000 00001".into();
    app.guest().post("/api/referrals", guests).await.is(422, "self-referral");
    // Other errors of the form come first.
    own["draft"]["service"] = "".into();
    member.post("/api/referrals", own.clone()).await.is(422, "service-missing");
    own["draft"]["service"] = "training".into();
    let lenient =
        TestApp::with(|parts| parts.policy.duplicates.self_referral = SelfReferral::Allow).await;
    lenient.member(MEMBER).await.post("/api/referrals", own).await.value();
}
