//! The page of a person who was referred: what it shows to whom, and what they can say on it.

use std::time::Duration;

use api::EventKind;
use domain::pipeline::CONSENT_TEXT;
use serde_json::{Value, json};

use crate::stages::staff_member;
use crate::support::{
    Answer, Browser, MEMBER, OTHER, TestApp, hidden, shows, submission, with_frames, with_site,
};
use crate::undoing::{command, referral, referral_of};

const MANAGER: &str = "9000000011";
const COORDINATOR: &str = "9000000012";
const AUDITOR: &str = "9000000014";
pub(crate) const DAY: Duration = Duration::from_secs(24 * 3600);

pub(crate) async fn make(browser: &mut Browser, key: &str) -> Answer {
    browser.post(&format!("/api/referrals/{key}/page"), json!({})).await
}

/// The token of a new page.
pub(crate) async fn token(browser: &mut Browser, key: &str) -> String {
    let made = make(browser, key).await;
    let address = made.value()["address"].as_str().unwrap().to_owned();
    let (page, token) = address.split_once('#').unwrap();
    assert_eq!((page, token.len()), ("http://site.example/p", 22));
    token.to_owned()
}

/// Sends a form of the page, on a device without cookies.
pub(crate) async fn post(app: &TestApp, fields: &[(&str, &str)]) -> Answer {
    let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    with_frames(app).post_text("/p", form).await
}

/// The code that was sent for a wish, with its challenge.
pub(crate) async fn code(app: &TestApp, token: &str, wish: &str) -> (String, String) {
    let asked = [("token", token), ("want", "code"), ("answer", wish), ("when", "After 6 pm")];
    let page = post(app, &asked).await;
    assert!(page.status == 200 && shows(&page.text, wish), "{page:?}");
    assert_eq!(hidden(&page.text, "when"), "After 6 pm");
    let sent = app.letters.sent.lock().unwrap();
    (hidden(&page.text, "challenge"), sent.last().unwrap().code.clone().unwrap())
}

pub(crate) async fn done(app: &TestApp, token: &str, wish: &str, proof: (&str, &str)) -> Answer {
    let page = post(app, &[("token", token)]).await;
    let read = if page.status == 200 { hidden(&page.text, "text") } else { String::new() };
    done_with(app, token, wish, proof, &read).await
}

/// The same by somebody who has read this.
pub(crate) async fn done_with(
    app: &TestApp,
    token: &str,
    wish: &str,
    (challenge, code): (&str, &str),
    text: &str,
) -> Answer {
    let fields = [
        ("token", token),
        ("want", "done"),
        ("answer", wish),
        ("challenge", challenge),
        ("code", code),
        ("when", "After 6 pm"),
        ("language", "Malayalam"),
        ("text", text),
    ];
    post(app, &fields).await
}

pub(crate) async fn say(app: &TestApp, token: &str, wish: &str) -> Answer {
    let (challenge, sent) = code(app, token, wish).await;
    done(app, token, wish, (&challenge, &sent)).await
}

pub(crate) async fn detail(browser: &mut Browser, key: &str) -> Value {
    browser.get(&format!("/api/referrals/{key}")).await.body
}

pub(crate) async fn progress(browser: &mut Browser, key: &str) -> Value {
    detail(browser, key).await["referral"]["progress"].clone()
}

#[tokio::test]
async fn a_person_reads_what_is_stored_and_agrees_with_a_code() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    assert_eq!(progress(&mut member, &key).await["consent"]["answer"], "asked");
    // Whoever fetches the address gets a form, the same for everybody.
    let opened = with_frames(&app).get("/p").await;
    assert_eq!(opened.status, 200);
    assert!(!opened.text.contains("Asha") && !opened.headers.contains_key("set-cookie"));
    for below in ["/p/page", "/p/code", "/p/"] {
        assert_eq!(with_frames(&app).get(below).await.text, opened.text, "{below}");
    }
    for (name, value) in [
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("x-robots-tag", "noindex"),
    ] {
        assert_eq!(opened.header(name), value);
    }
    let policy = opened.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"));
    assert!(policy.contains(" 'sha256-") && !policy.contains("unsafe-inline"), "{policy}");
    let shown = post(&app, &[("token", &format!("http://x/p#{token}"))]).await;
    assert_eq!((shown.status, shown.header("referrer-policy")), (200, "no-referrer"));
    let digits = OTHER[..8].to_owned();
    assert!(shown.text.contains("Asha") && !shown.text.contains(&digits), "{}", shown.text);
    assert!(shows(&shown.text, "unanswered") && shows(&shown.text, "may-call"), "{shown:?}");
    assert!(shows(&shown.text, "open") && !shows(&shown.text, "agreed"), "{shown:?}");
    assert_eq!(hidden(&shown.text, "token"), token);
    assert_eq!(progress(&mut member, &key).await["consent"]["answer"], "asked");
    let thanks = say(&app, &token, "agree").await;
    assert_eq!((thanks.status, thanks.header("location")), (303, "/p/agreed"), "{thanks:?}");
    let page = post(&app, &[("token", &token)]).await;
    assert!(shows(&page.text, "agreed") && !shows(&page.text, "may-call"), "{page:?}");
    let consent = &progress(&mut member, &key).await["consent"];
    assert_eq!((&consent["answer"], &consent["way"]), (&json!("agreed"), &json!("page")));
    let seen = detail(&mut admin, &key).await;
    let last = seen["timeline"].as_array().unwrap().last().unwrap();
    assert_eq!(last["note"], "When: After 6 pm\nLanguage: Malayalam");
    assert_eq!(last["by"]["kind"], "referred");
    // Evidence, with the words that were shown.
    let evidence = admin.get(&format!("/api/referrals/{key}/consent")).await.body;
    assert_eq!(evidence.as_array().unwrap().len(), 2, "{evidence}");
    assert_eq!(evidence[1]["consent"]["answer"], "agreed");
    for said in evidence.as_array().unwrap() {
        let about = (&said["name"], &said["number"], &said["service"]);
        assert_eq!(about, (&json!("Asha"), &json!(OTHER), &json!("training")));
    }
    let words = evidence[1]["words"].as_str().unwrap();
    assert!(words.starts_with("This company may call me"));
    member.get(&format!("/api/referrals/{key}/consent")).await.is(403, "not-admin");
}

/// The referrer has the link, too.
#[tokio::test]
async fn whoever_refuses_closes_it_and_whoever_referred_does_not_learn_who_did() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    // The link alone closes nothing.
    post(&app, &[("token", &token), ("want", "refuse")]).await;
    assert_eq!(progress(&mut member, &key).await["stage"], "received");
    let closed = say(&app, &token, "refuse").await;
    assert_eq!((closed.status, closed.header("location")), (303, "/p/refused"), "{closed:?}");
    let own = detail(&mut member, &key).await;
    let text = own.to_string();
    assert!(!text.contains("refus") && !text.contains("Whoever is referred"), "{text}");
    assert!(!text.contains("agree"), "{text}");
    assert_eq!(own["referral"]["progress"]["stage"], "declined");
    let history = member.get(&format!("/api/referrals/{key}/history")).await.body;
    assert_eq!(history[2]["by"], "Admin", "{history}");
    let seen = progress(&mut admin, &key).await;
    assert_eq!(
        (&seen["reason"], &seen["consent"]["answer"]),
        (&json!("refused"), &json!("refused"))
    );
    // What the page says now, it says of every referral that is closed.
    let again = post(&app, &[("token", &token)]).await;
    assert!(shows(&again.text, "closed") && !shows(&again.text, "unanswered"), "{again:?}");
    let reopen = json!({ "kind": "reopen", "note": "They called" });
    command(&mut admin, &key, reopen).await.is(403, "consent-refused");
    make(&mut member, &key).await.is(422, "stage-closed");
    // Nobody calls about it, so there is nothing to agree to or to refuse: no code is sent, and the page says what to do.
    assert!(!shows(&again.text, "open"), "{again:?}");
    let sent = app.letters.sent.lock().unwrap().len();
    for answer in ["agree", "refuse"] {
        let answered = [("token", token.as_str()), ("want", "code"), ("answer", answer)];
        let page = post(&app, &answered).await;
        assert!(page.status == 422 && shows(&page.text, "closed"), "{page:?}");
        assert!(page.text.contains("<h2>Error: This referral is closed"), "{page:?}");
        let unproved = [("token", token.as_str()), ("want", "done"), ("answer", answer)];
        assert!(post(&app, &unproved).await.status >= 400);
    }
    assert_eq!(app.letters.sent.lock().unwrap().len(), sent);
    assert_eq!(progress(&mut admin, &key).await["consent"]["answer"], "refused");
}

/// Reloading it sends nothing again, and it says nothing about anybody.
#[tokio::test]
async fn what_is_shown_at_the_end_has_an_address_of_its_own() {
    let app = TestApp::new().await;
    let entrance = with_frames(&app).get("/p").await.text;
    for (path, words) in [
        ("/p/agreed", "We will call you"),
        ("/p/refused", "We will not call you about this"),
        ("/p/never", "We will not contact you"),
        ("/p/deleted", "Deleted"),
        ("/p/deleted-but-account", "log in to delete it"),
    ] {
        let page = with_frames(&app).get(path).await;
        assert!(page.status == 200 && page.text.contains(words), "{path} {page:?}");
        assert_ne!(page.text, entrance);
        assert_eq!(page.header("cache-control"), "no-store");
    }
}

/// Another text comes with a new version of the program, or somebody corrects the service while the code is on its way.
#[tokio::test]
async fn nobody_agrees_to_what_they_have_not_read() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let shown = post(&app, &[("token", &token)]).await;
    let read = hidden(&shown.text, "text");
    assert!(read.starts_with(&format!("{CONSENT_TEXT} ")), "{read}");
    let (challenge, sent) = code(&app, &token, "agree").await;
    let page = done_with(&app, &token, "agree", (&challenge, &sent), "0").await;
    assert!(page.status == 412 && shows(&page.text, "unanswered"), "{page:?}");
    assert!(page.text.contains("Please read it again, then answer"), "{page:?}");
    assert_eq!(progress(&mut member, &key).await["consent"]["answer"], "asked");
    let (challenge, sent) = code(&app, &token, "agree").await;
    let correct = json!({ "kind": "correct", "field": "service", "text": "others" });
    command(&mut member, &key, correct).await.value();
    let page = done_with(&app, &token, "agree", (&challenge, &sent), &read).await;
    assert!(page.status == 412 && shows(&page.text, "unanswered"), "{page:?}");
    assert_ne!(progress(&mut member, &key).await["consent"]["answer"], "agreed");
    assert_ne!(hidden(&page.text, "text"), read);
    let agreed = say(&app, &token, "agree").await;
    assert_eq!(agreed.header("location"), "/p/agreed", "{agreed:?}");
}

#[tokio::test]
async fn a_site_without_frames_has_a_short_answer() {
    let app = TestApp::new().await;
    let mut browser = with_site(&app, &[]);
    for answer in [browser.get("/p").await, browser.post_text("/p", "token=x").await] {
        assert!(answer.text.starts_with("<!doctype html>"), "{answer:?}");
        assert_eq!(answer.status, 404);
    }
}

#[tokio::test]
async fn forms_of_other_sites_are_refused() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let form = format!("token={}", token(&mut member, &key).await);
    let sent = async |headers: &[(&'static str, &'static str)]| {
        let browser =
            headers.iter().fold(with_frames(&app), |it, (name, value)| it.with(name, value));
        let mut browser = browser;
        browser.post_text("/p", form.clone()).await.status
    };
    assert_eq!(sent(&[("sec-fetch-site", "cross-site")]).await, 403);
    assert_eq!(sent(&[("sec-fetch-site", "cross-site"), ("origin", "null")]).await, 403);
    assert_eq!(sent(&[("sec-fetch-site", "same-origin"), ("origin", "null")]).await, 200);
    // The page has no referrer, and so no origin; older browsers say no more about it.
    assert_eq!(sent(&[("origin", "null")]).await, 200);
}

#[tokio::test]
async fn a_page_ends_with_the_next_one_with_its_time_and_with_the_number() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let first = token(&mut member, &key).await;
    let unknown = post(&app, &[("token", "AAAAAAAAAAAAAAAAAAAAAA")]).await;
    assert_eq!(unknown.status, 404);
    assert!(unknown.text.contains("<h2>Error: This link does not work."), "{unknown:?}");
    let second = token(&mut member, &key).await;
    let ended = post(&app, &[("token", &first), ("want", "refuse")]).await;
    assert_eq!((ended.status, &ended.text), (404, &unknown.text));
    app.wait(30 * DAY - Duration::from_secs(1));
    assert_eq!(post(&app, &[("token", &second)]).await.status, 200);
    app.wait(Duration::from_secs(1));
    let ended = post(&app, &[("token", &second)]).await;
    assert_eq!((ended.status, &ended.text), (404, &unknown.text));
    app.enter(&mut member, MEMBER, "login").await;
    let third = token(&mut member, &key).await;
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": "9000000031",
        "note": "A slip" });
    command(&mut app.admin().await, &key, correct).await.value();
    assert_eq!(post(&app, &[("token", &third)]).await.status, 404);
}

/// Staff write for colleagues, and the page says that it was the referrer.
#[tokio::test]
async fn the_page_shows_what_the_referrer_wrote_and_no_correction_of_it() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let correct =
        json!({ "kind": "correct", "field": "notes", "text": "Difficult", "note": "Ours" });
    command(&mut admin, &key, correct).await.value();
    let page = post(&app, &[("token", &token)]).await;
    assert_eq!(page.status, 200, "{page:?}");
    assert!(!page.text.contains("Difficult"), "{page:?}");
}

#[tokio::test]
async fn a_page_is_made_by_the_referrer_and_by_staff_who_work_on_it_so_often_a_day() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    make(&mut app.guest(), &key).await.is(401, "not-logged-in");
    make(&mut app.member("9000000009").await, &key).await.is(404, "referral-gone");
    make(&mut app.member(OTHER).await, &key[..16]).await.is(403, "not-allowed");
    let mut auditor = staff_member(&app, AUDITOR, "auditor", &[]).await;
    make(&mut auditor, &key[..16]).await.is(403, "not-allowed");
    for (mobile, role) in [(MANAGER, "manager"), (COORDINATOR, "coordinator")] {
        let mut staff = staff_member(&app, mobile, role, &["training"]).await;
        assert_eq!(make(&mut staff, &key).await.status, 201, "{role}");
    }
    for _ in 0..30 {
        assert_eq!(make(&mut member, &key).await.status, 201);
    }
    for _ in 0..5 {
        make(&mut member, &key).await.is(429, "allowance-used");
    }
    let events = app.events(None, 99).await;
    let made = |outcome: &str| {
        let made = events.iter().filter(|event| event.kind == EventKind::PersonPage.as_str());
        made.filter(|event| event.outcome == outcome).count()
    };
    // Whoever goes on fills no audit.
    assert_eq!((made("done"), made("refused")), (32, 1));
}

#[tokio::test]
async fn whoever_says_never_is_never_shown_as_open_again_by_whichever_door() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let mut friend = app.member("9000000009").await;
    let second = referral_of(&mut friend, "+91 91234 56789").await;
    let token = token(&mut member, &key).await;
    let last = say(&app, &token, "never").await;
    assert_eq!(last.header("location"), "/p/never", "{last:?}");
    let reason = async |admin: &mut Browser, key: &str| {
        progress(admin, key).await["reason"].as_str().unwrap_or("open").to_owned()
    };
    for key in [&key, &second] {
        assert_eq!(reason(&mut admin, key).await, "do-not-contact");
    }
    // A member, in another spelling: the same answer as for anybody.
    let mut sent = submission("Binu");
    sent["draft"]["referredPhone"] = json!("0091-9123456789");
    let answer = friend.post("/api/referrals", sent.clone()).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.value()["progress"]["stage"], "received");
    let third = answer.value()["key"].as_str().unwrap().to_owned();
    assert_eq!(reason(&mut admin, &third).await, "do-not-contact");
    let own = progress(&mut friend, &third).await;
    assert_eq!(own["sentence"], "We could not take this referral further.");
    assert!(own.get("reason").is_none());
    // A guest, and their retry.
    sent["draft"]["notes"] = json!("Again");
    let mut guest = app.guest().with("idempotency-key", "0123456789abcdef");
    let fourth = guest.post("/api/referrals", sent.clone()).await;
    let again = guest.post("/api/referrals", sent.clone()).await;
    assert_eq!(fourth.value(), again.value());
    assert_eq!(fourth.value()["progress"]["stage"], "received");
    assert_eq!(reason(&mut admin, fourth.value()["key"].as_str().unwrap()).await, "do-not-contact");
    // A correction.
    let fifth = referral_of(&mut friend, "9000000041").await;
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": OTHER,
        "note": "A slip" });
    let corrected = command(&mut friend, &fifth, correct).await;
    assert_eq!(corrected.value()["progress"]["stage"], "received", "{corrected:?}");
    assert_eq!(reason(&mut admin, &fifth).await, "do-not-contact");
    let history = friend.get(&format!("/api/referrals/{fifth}/history")).await.text;
    assert!(!history.contains("\"by\":\"User0009\",\"status\":\"Declined\""), "{history}");
    // A spreadsheet, an import, and a claim: logging in makes nothing open.
    let row = sent["draft"].clone();
    let sheet = admin.post("/api/spreadsheets", json!({ "rows": [row] })).await;
    assert!(sheet.status < 300, "{sheet:?}");
    // Nobody has worked on it, so it can be taken out again.
    let preview = admin.get(&format!("/api/spreadsheets/{}", sheet.value()["id"])).await.body;
    assert_eq!((&preview["gone"], &preview["kept"]), (&json!(1), &json!([])));
    let at = app.time().as_millis() - 1000;
    let record = json!({
        "id": at, "referrerName": "Gita", "referrerMobile": "9000000001",
        "referredName": "Binu", "referredPhone": OTHER, "service": "training", "notes": "",
        "date": "1/1/2026", "status": "Pending", "points": 0,
    });
    let file = json!({
        "format": "referral-programme", "version": 1, "exportedAt": 0,
        "registeredUsers": [], "allReferrals": [record], "unreadableRecords": [],
    });
    let imported = admin.post_text("/api/import", file.to_string()).await;
    assert_eq!(imported.value()["new"], 1, "{imported:?}");
    // What closed it, no file has brought.
    let page = admin.get("/api/referrals?sort=oldest").await.body;
    let brought = page["referrals"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["referral"]["referrerName"] == "Gita")
        .unwrap();
    let key = brought["key"].as_str().unwrap();
    let timeline = admin.get(&format!("/api/referrals/{key}")).await.body["timeline"].clone();
    assert_eq!(timeline[1]["kind"], "declined", "{timeline}");
    assert!(timeline[1].get("imported").is_none_or(Value::is_null), "{timeline}");
    assert_ne!(timeline[1]["by"]["kind"], "import", "{timeline}");
    let open = admin.get("/api/referrals?stage=received").await.body;
    assert_eq!(open["referrals"], json!([]), "{open}");
    let all = admin.get("/api/referrals").await.body;
    assert_eq!(all["referrals"].as_array().unwrap().len(), 7);
    // Nobody opens one, or is offered to, and what was done before may still be noted.
    let offered = detail(&mut admin, &third).await["possible"].to_string();
    assert!(offered.contains("note") && !offered.contains("reopen"), "{offered}");
    let reopen = json!({ "kind": "reopen", "note": "They called" });
    command(&mut admin, &third, reopen).await.is(403, "consent-refused");
    let note = json!({ "kind": "note", "note": "They called" });
    command(&mut admin, &third, note).await.value();
}

#[tokio::test]
async fn whoever_deletes_leaves_nothing_but_that_they_are_never_to_be_contacted() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    assert_eq!(say(&app, &token, "never").await.header("location"), "/p/never");
    let gone = say(&app, &token, "delete").await;
    assert_eq!(gone.header("location"), "/p/deleted", "{gone:?}");
    assert_eq!(post(&app, &[("token", &token)]).await.status, 404);
    let all = admin.get("/api/referrals").await.body;
    assert_eq!(all["referrals"], json!([]));
    let again = referral(&mut member).await;
    assert_eq!(progress(&mut admin, &again).await["reason"], "do-not-contact");
}

#[tokio::test]
async fn hostile_words_stay_words() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut sent = submission("<script>alert(1)</script>");
    sent["draft"]["referredPhone"] = json!(OTHER);
    sent["draft"]["notes"] = json!("\"><img src=x onerror=alert(1)> call 98765 43210");
    let made = member.post("/api/referrals", sent).await;
    let token = token(&mut member, made.value()["key"].as_str().unwrap()).await;
    let page = post(&app, &[("token", &token)]).await;
    assert!(!page.text.contains("<script>alert") && !page.text.contains("<img"), "{}", page.text);
    assert!(!page.text.contains("98765"), "{}", page.text);
    let long = "x".repeat(101);
    let asked = [("token", &*token), ("want", "code"), ("answer", "agree"), ("when", &*long)];
    let refused = post(&app, &asked).await;
    assert!(refused.status == 413 && refused.text.contains("Please shorten it"), "{refused:?}");
    assert!(refused.text.contains(&long), "what was typed is kept");
    assert_eq!(post(&app, &[("token", "\0")]).await.status, 422);
}

#[tokio::test]
async fn evidence_is_for_who_may_is_recorded_says_which_number_agreed_and_goes_with_an_erasure() {
    let app = TestApp::new().await;
    let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
    let mut manager = staff_member(&app, MANAGER, "manager", &[]).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    say(&app, &token, "agree").await;
    let correct = json!({ "kind": "correct", "field": "referredPhone", "text": "9000000031",
        "note": "A slip" });
    command(&mut admin, &key, correct).await.value();
    let path = format!("/api/referrals/{key}/consent");
    let evidence = manager.get(&path).await.body;
    assert_eq!(evidence[1]["number"], OTHER, "the number that agreed: {evidence}");
    for (role, number) in [("coordinator", COORDINATOR), ("auditor", AUDITOR)] {
        let mut other = staff_member(&app, number, role, &["training"]).await;
        assert_eq!(other.get(&path).await.status, 403, "{role}");
    }
    app.wait(Duration::from_secs(3600));
    manager.get(&path).await.is(403, "second-factor-stale");
    let events = app.events(None, 99).await;
    let exports = events.iter().filter(|event| event.kind == EventKind::Export.as_str());
    assert_eq!(exports.count(), 1, "{events:?}");
    // The number as it was is the person's, and so is the one that it is about now.
    let erase = json!({ "phone": "9000000031" });
    let mut owner = app.admin().await;
    owner.post("/api/erasures", erase).await.value();
    owner.get(&path).await.is(404, "referral-gone");
}
