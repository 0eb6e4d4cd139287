//! Exchanging points over the interface: the catalogue, and a member's requests.

use std::time::Duration;

use api::EventKind;
use serde_json::{Value, json};

use crate::outbox::deliver;
use crate::stages::staff_member;
use crate::support::{Answer, Browser, MEMBER, OTHER, TestApp};
use crate::undoing::{command, referral_of};

pub(crate) const MANAGER: &str = "9000000011";
pub(crate) const SECOND: &str = "9000000012";

pub(crate) fn offers() -> Value {
    json!([
        { "id": "voucher", "title": "=Gift voucher", "text": "", "points": 300, "kind": "voucher",
            "stock": 2 },
        { "id": "transfer", "title": "To your bank", "text": "With your pay", "points": 500,
            "kind": "bank-transfer", "amount": { "currency": "KWD", "number": "12.345" } },
        { "id": "past", "title": "Over", "text": "", "points": 1, "kind": "other",
            "until": "2020-01-01" },
    ])
}

pub(crate) async fn publish(owner: &mut Browser, offers: Value) -> Answer {
    let version = owner.get("/api/catalogues").await.body["newest"]["version"].clone();
    owner.put("/api/catalogues", json!({ "version": version, "offers": offers })).await
}

/// Lets a member have so many points for whoever has this number, which this member of staff awards.
pub(crate) async fn earn(member: &mut Browser, staff: &mut Browser, phone: &str, points: &str) {
    let key = referral_of(member, phone).await;
    let award = json!({ "kind": "points", "points": points, "note": "" });
    command(staff, &key, award).await.value();
}

pub(crate) async fn ask(member: &mut Browser, offer: &str, tab: &str) -> Answer {
    let mut tab = member.clone().with("idempotency-key", &format!("0123456789abcdef{tab}"));
    tab.post("/api/me/redemptions", wish(offer)).await
}

/// What a member sends for one of the [`offers`].
pub(crate) fn wish(offer: &str) -> Value {
    match offer {
        "transfer" => {
            json!({ "offer": offer, "points": 500, "worth": "KWD 12.345", "reference": "EMP-77" })
        }
        _ => json!({ "offer": offer, "points": 300, "reference": "EMP-77" }),
    }
}

#[tokio::test]
async fn a_catalogue_is_an_owners_with_a_recent_second_factor_and_everybody_reads_todays_offers() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let empty = app.guest().get("/api/programme/rewards").await.body;
    assert_eq!(empty, json!({ "sentences": [], "offers": [], "explanations": [] }));
    publish(&mut admin, offers()).await.value();
    for (browser, status, code) in [
        (&mut manager, 403, "not-allowed"),
        (&mut member, 403, "not-admin"),
        (&mut app.guest(), 401, "not-logged-in"),
    ] {
        let request = json!({ "version": 1, "offers": [] });
        browser.put("/api/catalogues", request.clone()).await.is(status, code);
        browser.post("/api/catalogues/check", request).await.is(status, code);
    }
    assert_eq!(manager.get("/api/catalogues").await.body["newest"]["version"], 1);
    let shown = app.guest().get("/api/programme/rewards").await.body;
    let shown = shown["offers"].as_array().unwrap();
    let of = |place: usize| {
        (&shown[place]["offer"]["id"], &shown[place]["worth"], &shown[place]["left"])
    };
    assert_eq!(of(0), (&json!("voucher"), &Value::Null, &json!(2)));
    assert_eq!(of(1), (&json!("transfer"), &json!("KWD 12.345"), &Value::Null));
    assert_eq!(shown.len(), 2);
    let explained = app.guest().get("/api/programme/rewards").await.body["explanations"].clone();
    assert_eq!(
        explained[1]["list"],
        json!([
            "=Gift voucher · 300 points · 2 left",
            "To your bank · 500 points · worth KWD 12.345"
        ])
    );
    // A Kuwaiti amount with four decimals is refused with words.
    let mut draft = offers();
    draft[1]["amount"]["number"] = "12.3456".into();
    let request = json!({ "version": 1, "offers": draft });
    let checked = admin.post("/api/catalogues/check", request.clone()).await.body;
    assert_eq!(checked["faults"], json!([{ "offer": 1, "code": "amount-decimals" }]));
    let refused = admin.put("/api/catalogues", request.clone()).await;
    refused.is(422, "amount-decimals");
    assert!(refused.text.contains("KWD, BHD and OMR have three decimals"), "{refused:?}");
    admin
        .put("/api/catalogues", json!({ "version": 0, "offers": [] }))
        .await
        .is(412, "programme-stale");
    app.wait(Duration::from_secs(700));
    admin.put("/api/catalogues", request).await.is(403, "second-factor-stale");
}

#[tokio::test]
async fn a_member_asks_sees_each_step_and_takes_a_request_back() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut other = app.member(OTHER).await;
    publish(&mut admin, offers()).await.value();
    ask(&mut member, "voucher", "").await.is(422, "points-too-few");
    // The same rule says beforehand what a request would be refused for.
    let own = member.get("/api/me/redemptions").await.body;
    assert_eq!((&own["spendable"], &own["offers"][0]["missing"]), (&json!(0), &json!(300)));
    let why = own["offers"][0]["whyNot"].as_str().unwrap();
    assert!(why.starts_with("You do not have enough points"), "{why}");
    earn(&mut member, &mut admin, "9000000021", "900").await;
    app.guest().get("/api/me/redemptions").await.is(401, "not-logged-in");
    let asked = ask(&mut member, "voucher", "").await;
    assert_eq!(asked.status, 201);
    assert_eq!(
        asked.value()["sentence"],
        "Your request for =Gift voucher has arrived. We will look at it soon."
    );
    // A retry has the same answer, and takes nothing.
    assert_eq!(ask(&mut member, "voucher", "").await.value(), asked.value());
    let own = member.get("/api/me/redemptions").await.body;
    assert_eq!((&own["balance"]["available"], &own["offers"][0]["left"]), (&json!(600), &json!(1)));
    assert_eq!(own["redemptions"].as_array().unwrap().len(), 1);
    assert_eq!(own["offers"][0]["whyNot"], Value::Null);
    assert_eq!(own["redemptions"][0]["mayChange"], true);
    assert_eq!(own["redemptions"][0]["steps"][0]["label"], "Requested");
    ask(&mut member, "past", "a").await.is(422, "offer-gone");
    let bank = json!({ "reference": "GB82 WEST 1234 5698 7654 32" });
    member.put("/api/me/redemptions/1/reference", bank).await.is(422, "reference-bank");
    let payroll = json!({ "reference": " EMP-78 " });
    let named = member.put("/api/me/redemptions/1/reference", payroll.clone()).await;
    assert_eq!(named.value()["reference"], "EMP-78");
    // Somebody else's looks like one that does not exist.
    for id in ["1", "2", "none", "-1"] {
        let path = format!("/api/me/redemptions/{id}");
        other.post(&format!("{path}/cancel"), Value::Null).await.is(404, "redemption-gone");
        other.put(&format!("{path}/reference"), payroll.clone()).await.is(404, "redemption-gone");
    }
    let cancelled = member.post("/api/me/redemptions/1/cancel", Value::Null).await;
    assert_eq!(cancelled.value()["status"], "cancelled");
    assert_eq!(cancelled.value()["mayChange"], false);
    assert_eq!(member.get("/api/me/redemptions").await.body["balance"]["available"], 900);
    admin.post("/api/redemptions/1/approve", Value::Null).await.is(403, "awarded-by-you");
    let mut second = staff_member(&app, SECOND, "manager", &[]).await;
    second.post("/api/redemptions/1/approve", Value::Null).await.is(409, "request-moved");
    // Staff who are members decide on nothing of their own.
    earn(&mut second, &mut admin, "9000000022", "500").await;
    // Of two referrals of one millisecond, the second counts as of the next.
    app.wait(Duration::from_millis(1));
    ask(&mut second, "transfer", "").await.value();
    second.post("/api/redemptions/2/approve", Value::Null).await.is(403, "own-request");
    second.post("/api/redemptions/9/approve", Value::Null).await.is(404, "redemption-gone");
    let kinds = app.events(None, 99).await.into_iter().map(|event| event.kind);
    let is_own = |kind: &String| kind == EventKind::Redemption.as_str();
    // Both refusals were within a minute.
    assert_eq!(kinds.filter(is_own).count(), 5);
}

#[tokio::test]
async fn a_member_who_wants_texts_is_told_of_what_others_decide() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let texts = || std::mem::take(&mut *app.letters.texts.lock().unwrap());
    // Whoever has not asked for texts gets none.
    ask(&mut member, "voucher", "a").await.value();
    manager.post("/api/redemptions/1/approve", Value::Null).await.value();
    deliver(&app).await;
    assert!(texts().is_empty());
    member.put("/api/me/notifications", json!({ "notify": "sms" })).await.value();
    ask(&mut member, "voucher", "b").await.value();
    deliver(&app).await;
    assert!(texts().is_empty(), "nobody is told of what they did themselves");
    let decline = json!({ "reason": "None is left" });
    manager
        .post("/api/redemptions/2/decline", json!({ "reason": " " }))
        .await
        .is(422, "note-missing");
    manager.post("/api/redemptions/2/decline", decline).await.value();
    deliver(&app).await;
    let texts = texts();
    let [text] = texts.as_slice() else { panic!("{texts:?}") };
    assert_eq!(text.mobile.as_str(), MEMBER);
    let words = "Your request for Gift voucher was declined. You have the points again. More at \
                 site.example/referral";
    assert_eq!(text.text, words);
}

#[tokio::test]
async fn coordinators_and_auditors_read_requests_and_no_number_or_reference() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    ask(&mut member, "transfer", "").await.value();
    let shown = admin.get("/api/redemptions?status=requested").await.body;
    let entry = &shown["redemptions"][0];
    assert_eq!(entry["redemption"]["reference"], "EMP-77");
    let why = "You had a part in awarding this member’s points, so another owner or manager has to do this.";
    assert_eq!(entry["whyNot"], why);
    assert!(entry["mobile"].as_str().unwrap().contains("98765 43210"), "{entry}");
    for (role, mobile) in [("coordinator", MANAGER), ("auditor", SECOND)] {
        let mut reader = staff_member(&app, mobile, role, &["training"]).await;
        let shown = reader.get("/api/redemptions").await;
        assert_eq!(shown.status, 200, "{role}");
        for hidden in ["43210", "EMP-77"] {
            assert!(!shown.text.contains(hidden), "{role}: {shown:?}");
        }
        reader.post("/api/redemptions/1/approve", Value::Null).await.is(403, "not-allowed");
        let batches = reader.get("/api/batches").await.status;
        assert_eq!(batches, if role == "auditor" { 200 } else { 403 });
    }
    assert_eq!(admin.get("/api/redemptions?status=paid").await.body["redemptions"], json!([]));
    member.get("/api/redemptions").await.is(403, "not-admin");
}

#[tokio::test]
async fn a_member_fills_neither_the_audit_nor_the_list_of_requests() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let of_member = async |app: &TestApp| {
        let kinds = app.events(None, 999).await.into_iter().map(|event| event.kind);
        kinds.filter(|kind| *kind == EventKind::Redemption.as_str()).count()
    };
    for tab in 0..30 {
        ask(&mut member, "past", &tab.to_string()).await.is(422, "offer-gone");
    }
    assert_eq!(of_member(&app).await, 1);
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    let path = format!("/api/me/redemptions/{id}/reference");
    for place in 1..api::REQUESTS_A_DAY {
        let reference = json!({ "reference": format!("EMP-{place}") });
        member.put(&path, reference).await.value();
    }
    member.put(&path, json!({ "reference": "EMP-0" })).await.is(429, "allowance-used");
    ask(&mut member, "transfer", "b").await.is(429, "allowance-used");
    app.wait(Duration::from_secs(86_400));
    app.enter(&mut member, MEMBER, "login").await.value();
    ask(&mut member, "transfer", "b").await.value();
}

#[tokio::test]
async fn a_price_that_has_changed_is_not_taken_unseen_and_a_new_reference_is_told() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    publish(&mut admin, offers()).await.value();
    earn(&mut member, &mut admin, "9000000021", "900").await;
    let mut changed = offers();
    changed[1]["amount"]["number"] = "0.500".into();
    publish(&mut admin, changed).await.value();
    ask(&mut member, "transfer", "a").await.is(412, "offer-changed-since");
    let id = ask(&mut member, "voucher", "a").await.value()["id"].clone();
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    member.put("/api/me/notifications", json!({ "notify": "sms" })).await.value();
    let path = format!("/api/redemptions/{id}/reference");
    manager.put(&path, json!({ "reference": "EMP-99" })).await.value();
    deliver(&app).await;
    let texts = std::mem::take(&mut *app.letters.texts.lock().unwrap());
    let words = "The reference of your request for Gift voucher was changed. More at \
                 site.example/referral";
    assert_eq!(texts.iter().map(|text| text.text.as_str()).collect::<Vec<_>>(), [words]);
    let own = member.get("/api/me/redemptions").await.body;
    let steps = own["redemptions"][0]["steps"].as_array().unwrap();
    assert_eq!(steps.last().unwrap()["label"], "Reference changed");
    let broken = json!({ "reference": "EMP-1\r\n9,Mallory" });
    manager.put(&path, broken).await.is(422, "control-characters");
}
