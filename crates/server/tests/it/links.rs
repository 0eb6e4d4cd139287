//! Links that members share, and the page behind them, sent by a browser without script.

use std::time::Duration;

use api::EventKind;
use axum::http::Method;
use domain::pipeline::CONSENT_TEXT;
use serde_json::{Value, json};

use crate::person_page;
use crate::programme::{add_service, set};
use crate::support::{
    ADMIN, Answer, Browser, Fault, MEMBER, OTHER, TestApp, hidden, other_than, shows, with_frames,
};
use crate::undoing::referral_of;

pub(crate) const OWN: &str = "/api/me/link";
/// Whoever opens a link.
pub(crate) const BINU: &str = "9744555666";

/// Makes a link, or a new one, with this name. Returns its path.
pub(crate) async fn make(member: &mut Browser, name: &str) -> String {
    let own = member.put(OWN, json!({ "name": name, "renew": true })).await.value().clone();
    let address = own["link"]["address"].as_str().unwrap();
    address.strip_prefix("http://site.example").unwrap().to_owned()
}

/// What the form sends, with these values in place of good ones.
pub(crate) fn wish(mobile: &str, other: &[(&str, &str)]) -> Vec<(String, String)> {
    let text = CONSENT_TEXT.to_string();
    let good = [
        ("referredName", "Binu Thomas"),
        ("mobile", mobile),
        ("service", "training"),
        ("opening", ""),
        ("notes", "Two\nlines"),
        ("agreed", "yes"),
        ("text", text.as_str()),
    ];
    let other_of = |name: &str| other.iter().find(|(field, _)| *field == name).map(|it| it.1);
    let each = good.iter().map(|(name, value)| (*name, other_of(name).unwrap_or(value)));
    each.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn encoded(values: &[(String, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(values).finish()
}

pub(crate) async fn post(browser: &mut Browser, path: &str, values: &[(String, String)]) -> Answer {
    browser.post_text(path, encoded(values)).await
}

/// Sends the first step. Returns what the second one sends, with the code that was sent.
pub(crate) async fn begin(
    app: &TestApp,
    browser: &mut Browser,
    path: &str,
    values: &[(String, String)],
) -> Vec<(String, String)> {
    let page = post(browser, path, values).await;
    go_on(app, &page, values)
}

/// What the second step sends after this answer to the first.
pub(crate) fn go_on(
    app: &TestApp,
    page: &Answer,
    values: &[(String, String)],
) -> Vec<(String, String)> {
    assert_eq!(page.status, 200, "{page:?}");
    let challenge = hidden(&page.text, "challenge");
    let code = app.letters.sent.lock().unwrap().last().unwrap().code.clone().unwrap();
    let more = [("challenge".to_owned(), challenge), ("code".to_owned(), code)];
    values.iter().cloned().chain(more).collect()
}

/// Does both steps.
pub(crate) async fn come(app: &TestApp, browser: &mut Browser, path: &str, mobile: &str) -> Answer {
    app.wait(Duration::from_millis(10));
    let values = begin(app, browser, path, &wish(mobile, &[])).await;
    post(browser, path, &values).await
}

fn with(values: &[(String, String)], name: &str, value: &str) -> Vec<(String, String)> {
    let kept = values.iter().filter(|(field, _)| field != name).cloned();
    kept.chain([(name.to_owned(), value.to_owned())]).collect()
}

pub(crate) async fn referrals(browser: &mut Browser) -> Vec<Value> {
    browser.get("/api/referrals").await.body["referrals"].as_array().unwrap().clone()
}

/// Checks that what was sent has arrived.
pub(crate) fn is_done(answer: &Answer) {
    assert_eq!((answer.status, answer.header("location")), (303, "/r/done"), "{answer:?}");
}

/// It works when, 1: whoever comes by a link is in the owner's list at once, and has agreed.
#[tokio::test]
async fn whoever_opens_a_link_submits_themselves_with_their_consent() {
    let app = TestApp::new().await;
    let (mut member, mut admin) = (app.member(MEMBER).await, app.admin().await);
    let mut browser = with_frames(&app);
    let path = make(&mut member, "Asha of Doha").await;
    let page = browser.get(&path).await;
    assert!(shows(&page.text, "sharer") && page.text.contains(">Asha of Doha</bdi>"), "{page:?}");
    assert!(page.text.contains("This company may call me"), "{page:?}");
    is_done(&come(&app, &mut browser, &path, BINU).await);
    assert_eq!(browser.get("/r/done").await.status, 200);

    let own = referrals(&mut member).await;
    assert_eq!((own.len(), &own[0]["referral"]["referredName"]), (1, &json!("Binu Thomas")));
    assert_eq!(member.get(OWN).await.body["submitted"], 1);
    let key = own[0]["key"].as_str().unwrap();
    let seen = admin.get(&format!("/api/referrals/{key}")).await.body;
    let consent = &seen["referral"]["progress"]["consent"];
    assert_eq!((&consent["answer"], &consent["way"]), (&json!("agreed"), &json!("link")));
    assert_eq!(consent["text"], CONSENT_TEXT);
    assert_eq!(seen["referral"]["referral"]["referrerMobile"], MEMBER);
    assert_eq!(seen["referral"]["referral"]["notes"], "Two\nlines");
    assert_eq!(
        numbers::key(seen["referral"]["referral"]["referredPhone"].as_str().unwrap()),
        numbers::key(BINU)
    );
    assert_eq!(seen["timeline"][0]["by"]["kind"], "guest");
    assert_eq!(seen["timeline"][1]["by"]["kind"], "referred");
    // No account, no session, no cookie.
    assert_eq!(app.enter(&mut app.guest(), BINU, "login").await.status, 409);
}

/// It works when, 2: the same page, whatever is wrong with the link.
#[tokio::test]
async fn links_that_do_not_work_look_alike() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let mut browser = with_frames(&app);
    let nameless = make(&mut member, "").await;
    let page = browser.get(&nameless).await;
    assert!(!shows(&page.text, "sharer"), "{page:?}");
    for (name, value) in [
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
        ("x-robots-tag", "noindex"),
        ("etag", ""),
        ("set-cookie", ""),
    ] {
        assert_eq!(page.header(name), value, "{name}");
    }
    assert!(page.header("content-security-policy").contains("form-action 'self'"));
    let revoked = make(&mut member, "Asha").await;
    let live = make(&mut member, "Asha").await;
    let mistyped = format!("{}U", &live[..live.len() - 1]);
    let unsent = ["x-request-id", "date"];
    let headers = |answer: &Answer| {
        let all = answer.headers.iter().filter(|(name, _)| !unsent.contains(&name.as_str()));
        let mut all: Vec<_> = all.map(|(name, value)| (name.clone(), value.clone())).collect();
        all.sort_by_key(|(name, _)| name.to_string());
        all
    };
    let long = "/r/K7QM2XTDK7QM2XTD";
    for other in [&nameless, &revoked, &mistyped, "/r/ZZZZZZZZ", "/r", "/r/", "/r/x", long] {
        let answer = browser.get(other).await;
        assert_eq!((answer.status, &answer.text), (200, &page.text), "{other}");
        assert_eq!(headers(&answer), headers(&page), "{other}");
    }
    assert!(browser.get(&live).await.text.contains("Asha"));
    // In any case, and with the letters that people take for others.
    assert_eq!(
        browser.get(&live.to_lowercase().replace('0', "o")).await.text,
        browser.get(&live).await.text
    );

    for (place, path) in [revoked.as_str(), "/r/ZZZZZZZZ", "/r"].into_iter().enumerate() {
        is_done(&come(&app, &mut browser, path, &format!("974455500{place}")).await);
    }
    assert_eq!(referrals(&mut member).await, [] as [Value; 0]);
    let messages = app.admin().await.get("/api/messages").await.body["messages"].clone();
    let messages = messages.as_array().unwrap();
    assert_eq!(messages.len(), 3, "{messages:?}");
    let words = messages[0]["message"].as_str().unwrap();
    assert!(
        words.starts_with("Two\nlines\n\n") && words.contains("agreed to be called"),
        "{words}"
    );
    assert_eq!(messages[0]["subject"], "Training");
    assert_eq!(numbers::key(messages[2]["email"].as_str().unwrap()), numbers::key("9744555000"));
}

#[tokio::test]
async fn what_was_typed_is_kept_at_every_error() {
    let app = TestApp::new().await;
    let path = make(&mut app.member(MEMBER).await, "").await;
    let mut browser = with_frames(&app);
    for (field, value, status, hint) in [
        ("referredName", " ", 422, "name"),
        ("mobile", "", 422, "number"),
        ("mobile", "5550101", 422, "country code"),
        ("service", "", 422, "service"),
        ("service", "magic", 422, "service"),
        ("agreed", "", 422, "tick the box"),
        ("text", "0", 422, "tick the box"),
        ("notes", &"x".repeat(2001), 413, "shorten"),
    ] {
        let values = wish(BINU, &[(field, value)]);
        let page = post(&mut browser, &path, &values).await;
        assert_eq!(page.status, status, "{field}: {page:?}");
        assert!(page.text.contains("Error: ") && page.text.contains(hint), "{field}: {page:?}");
        if field != "referredName" {
            assert!(page.text.contains("<input value=\"Binu Thomas\""), "{field}: {page:?}");
        }
        let is_ticked = page.text.contains("<input checked");
        assert_eq!(is_ticked, !["agreed", "text"].contains(&field), "{field}: {page:?}");
        assert_eq!(page.header("set-cookie"), "");
    }
    assert!(app.letters.sent.lock().unwrap().len() == 1, "only the member's own");
    // A service in the address is selected, and only if there is one.
    let page = browser.get(&format!("{path}?service=training")).await;
    assert!(page.text.contains("<option value=\"training\" selected>"), "{page:?}");
    let page = browser.get(&format!("{path}?service=%22%3E%3Cscript%3E")).await;
    assert!(!page.text.contains("selected") && !page.text.contains("script"), "{page:?}");
}

#[tokio::test]
async fn the_code_is_of_that_number_for_that_page_and_once() {
    let app = TestApp::new().await;
    let path = make(&mut app.member(MEMBER).await, "").await;
    let mut browser = with_frames(&app);
    let good = begin(&app, &mut browser, &path, &wish(BINU, &[])).await;
    let code = good.last().unwrap().1.clone();
    let wrong = post(&mut browser, &path, &with(&good, "code", &other_than(&code))).await;
    assert_eq!(wrong.status, 422, "{wrong:?}");
    assert!(wrong.text.contains("name=\"challenge\"") && wrong.text.contains("Binu Thomas"));
    // Not another's number, and not a login's code.
    let other = post(&mut browser, &path, &with(&good, "mobile", OTHER)).await;
    assert!(other.text.contains("This code no longer works"), "{other:?}");
    let challenge = &good[good.len() - 2].1;
    let entrance = json!({ "challenge": challenge, "mode": "signup", "code": code });
    app.guest().post("/api/session", entrance).await.is(422, "wrong-code");
    let (challenge, code) = app.code(&mut app.guest(), BINU).await;
    let login = with(&with(&good, "challenge", &challenge), "code", &code);
    assert_eq!(post(&mut browser, &path, &login).await.status, 422);
    // Back, with everything that was typed.
    let back = post(&mut browser, &path, &with(&good, "step", "back")).await;
    assert!(back.status == 200 && back.text.contains("<input value=\"Binu Thomas\""), "{back:?}");
    assert!(back.text.contains("<input checked"), "{back:?}");

    is_done(&post(&mut browser, &path, &good).await);
    is_done(&post(&mut browser, &path, &good).await);
    let again = post(&mut browser, &path, &with(&good, "notes", "Other")).await;
    assert!(again.text.contains("This code no longer works"), "{again:?}");
    assert_eq!(referrals(&mut app.admin().await).await.len(), 1);
}

#[tokio::test]
async fn another_code_is_sent_and_where_none_is_the_one_before_still_works() {
    let app = TestApp::new().await;
    let path = make(&mut app.member(MEMBER).await, "").await;
    let mut browser = with_frames(&app);
    let good = begin(&app, &mut browser, &path, &wish(BINU, &[])).await;
    let first = &good[good.len() - 2].1;
    for _ in 0..2 {
        let page = post(&mut browser, &path, &with(&good, "step", "again")).await;
        assert!(page.status == 200 && page.text.contains("name=\"code\""), "{page:?}");
        assert_ne!(hidden(&page.text, "challenge"), *first);
        assert_eq!(hidden(&page.text, "referredName"), "Binu Thomas");
    }
    let refused = post(&mut browser, &path, &with(&good, "step", "again")).await;
    assert_eq!(refused.status, 429, "{refused:?}");
    assert!(refused.text.contains("<h2>Error: We have already sent several codes"), "{refused:?}");
    assert_eq!(hidden(&refused.text, "challenge"), *first);
    is_done(&post(&mut browser, &path, &good).await);
}

/// They have proved the number, so they are told, and nobody else: not whoever types the number, nor the link's owner.
#[tokio::test]
async fn whoever_is_never_to_be_contacted_is_told_and_takes_it_back_in_so_many_words() {
    for works in [true, false] {
        let app = TestApp::new().await;
        let (mut admin, mut member) = (app.admin().await, app.member(MEMBER).await);
        let before = referral_of(&mut member, BINU).await;
        let token = person_page::token(&mut member, &before).await;
        assert_eq!(person_page::say(&app, &token, "never").await.status, 303);
        let path = if works { make(&mut member, "").await } else { "/r/ZZZZZZZZ".to_owned() };
        let mut browser = with_frames(&app);
        let good = begin(&app, &mut browser, &path, &wish(BINU, &[])).await;
        let code = &good.last().unwrap().1;
        let taken_back = with(&good, "never", "taken-back");
        let wrong = with(&taken_back, "code", &other_than(code));
        assert_eq!(post(&mut browser, &path, &wrong).await.status, 422);
        let told = post(&mut browser, &path, &good).await;
        assert!(told.status == 200 && told.text.contains("<title>Never"), "{told:?}");
        assert_eq!(hidden(&told.text, "code"), *code);
        let messages = async |admin: &mut Browser| {
            admin.get("/api/messages").await.body["messages"].as_array().unwrap().len()
        };
        let taken = async || {
            let events = app.events(None, 99).await;
            events.iter().filter(|event| event.kind == EventKind::ContactAgain.as_str()).count()
        };
        assert_eq!((referrals(&mut admin).await.len(), messages(&mut admin).await), (1, 0));
        assert_eq!(taken().await, 0);

        is_done(&post(&mut browser, &path, &taken_back).await);
        is_done(&post(&mut browser, &path, &taken_back).await);
        assert_eq!(taken().await, 1);
        let all = referrals(&mut admin).await;
        let found = (all.len(), messages(&mut admin).await);
        assert_eq!(found, if works { (2, 0) } else { (1, 1) });
        let stage = |it: &Value| it["progress"]["stage"].as_str().unwrap().to_owned();
        assert_eq!(stage(all.last().unwrap()), "declined", "what is closed stays closed");
        let next = referral_of(&mut app.member(OTHER).await, BINU).await;
        let next = admin.get(&format!("/api/referrals/{next}")).await.body;
        assert_eq!(stage(&next["referral"]), "received");
    }
}

#[tokio::test]
async fn a_code_is_tried_five_times() {
    let app = TestApp::new().await;
    let path = make(&mut app.member(MEMBER).await, "").await;
    let mut browser = with_frames(&app);
    let good = begin(&app, &mut browser, &path, &wish(BINU, &[])).await;
    let code = good.last().unwrap().1.clone();
    for _ in 0..5 {
        post(&mut browser, &path, &with(&good, "code", &other_than(&code))).await;
    }
    let late = post(&mut browser, &path, &good).await;
    assert!(late.status == 422 && late.text.contains("This code no longer works"), "{late:?}");
    let good = begin(&app, &mut browser, &path, &wish(BINU, &[])).await;
    app.wait(Duration::from_millis(api::CODE_LIFE_MS));
    let late = post(&mut browser, &path, &good).await;
    assert!(late.status == 422 && late.text.contains("This code no longer works"), "{late:?}");
}

/// Whoever shares a link could share it with anybody, and would have the numbers of all who answer.
#[tokio::test]
async fn the_owner_of_a_link_sees_neither_number_nor_notes_and_changes_nothing() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let path = make(&mut member, "").await;
    let mut browser = with_frames(&app);
    is_done(&come(&app, &mut browser, &path, BINU).await);
    let own = referrals(&mut member).await.remove(0);
    let key = own["key"].as_str().unwrap().to_owned();
    for path in [
        "/api/referrals".to_owned(),
        format!("/api/referrals/{key}"),
        format!("/api/referrals/{key}/history"),
        "/api/export".to_owned(),
        "/api/export?format=csv".to_owned(),
    ] {
        let answer = member.get(&path).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let digits: String = answer.text.chars().filter(char::is_ascii_digit).collect();
        assert!(!digits.contains("44555666") && !answer.text.contains("Two"), "{path}: {answer:?}");
    }
    for search in ["44555", "97445", "lines", "Binu"] {
        let found = member.post("/api/referrals/search", json!({ "search": search })).await;
        assert_eq!(found.body["referrals"], json!([]), "{search}");
    }
    for command in [
        json!({ "kind": "withdraw" }),
        json!({ "kind": "correct", "field": "referredPhone", "text": "9000000031" }),
        json!({ "kind": "correct", "field": "referredName", "text": "Somebody" }),
    ] {
        let refused = crate::undoing::command(&mut member, &key, command).await;
        refused.is(403, "not-allowed");
    }
    // A page of that person would show it, and let the owner refuse in their name.
    let page = member.post(&format!("/api/referrals/{key}/page"), json!({})).await;
    page.is(403, "not-allowed");
}

/// Registered, referred before, erased: whoever asks by a link is told the same, and so is the link's owner.
#[tokio::test]
async fn nobody_learns_by_a_link_whom_the_company_knows() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let path = make(&mut member, "").await;
    let mut browser = with_frames(&app);
    app.member(OTHER).await;
    let mut form = crate::support::submission("Binu");
    form["draft"]["referredPhone"] = json!("9000000041");
    app.guest().post("/api/referrals", form).await.value();
    let mut gone = app.member("9000000042").await;
    assert_eq!(gone.delete("/api/me").await.status, 200);
    let mut seen = Vec::new();
    for mobile in [OTHER, "9000000041", "9000000042", "9000000043", ADMIN] {
        app.wait(Duration::from_secs(3600));
        let first = post(&mut browser, &path, &wish(mobile, &[])).await;
        assert_eq!(first.status, 200, "{first:?}");
        is_done(&come(&app, &mut browser, &path, mobile).await);
        let own = referrals(&mut member).await.remove(0);
        let shown = ["status", "progress", "referredName", "notes", "service", "points"];
        let of = |name: &str| match name {
            "progress" => own[name]["stage"].clone(),
            name => own["referral"][name].clone(),
        };
        seen.push(shown.map(of));
    }
    assert_eq!(seen[0][2], "Binu Thomas");
    assert!(seen.iter().all(|it| *it == seen[0]), "{seen:?}");
}

#[tokio::test]
async fn ones_own_number_is_refused_only_once_it_is_proved() {
    let app = TestApp::new().await;
    let path = make(&mut app.member(MEMBER).await, "").await;
    let mut browser = with_frames(&app);
    app.wait(Duration::from_secs(3600));
    let good = begin(&app, &mut browser, &path, &wish(MEMBER, &[])).await;
    let refused = post(&mut browser, &path, &good).await;
    let hint = "This link is yours. Share it with somebody else.";
    assert!(refused.status == 422 && refused.text.contains(hint), "{refused:?}");
}

#[tokio::test]
async fn codes_have_the_limits_of_all_codes() {
    let app = TestApp::new().await;
    let path = make(&mut app.member(MEMBER).await, "").await;
    let mut browser = with_frames(&app);
    for _ in 0..3 {
        assert_eq!(post(&mut browser, &path, &wish(BINU, &[])).await.status, 200);
    }
    let paused = post(&mut browser, &path, &wish(BINU, &[])).await;
    assert_eq!(paused.status, 429, "{paused:?}");
    assert!(paused.text.contains("<input value=\"Binu Thomas\""), "{paused:?}");
    app.guest().post("/api/codes", json!({ "mobile": BINU })).await.is(429, "too-many-codes");
}

#[tokio::test]
async fn the_page_offers_what_owners_have_set_and_works_without_a_database() {
    let app = TestApp::new().await;
    let path = make(&mut app.member(MEMBER).await, "Asha").await;
    let mut browser = with_frames(&app);
    set(&mut app.admin().await, |settings| add_service(settings, "Drones & <maps>")).await.value();
    let page = browser.get(&path).await;
    assert!(page.text.contains("<option value=\"drones-maps\">Drones &amp; &lt;maps&gt;</option>"));
    app.store.fail(Some(("programme", Fault::Unavailable)));
    let page = browser.get(&path).await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("<option value=\"training\">"), "{page:?}");
}

#[tokio::test]
async fn other_methods_and_other_sites_are_refused() {
    let app = TestApp::new().await;
    let path = make(&mut app.member(MEMBER).await, "").await;
    let browser = with_frames(&app);
    let mut foreign = browser.clone().with("sec-fetch-site", "cross-site");
    assert_eq!(post(&mut foreign, &path, &wish(BINU, &[])).await.status, 403);
    let mut foreign = foreign.with("origin", "null");
    assert_eq!(post(&mut foreign, &path, &wish(BINU, &[])).await.status, 403);
    assert!(app.letters.sent.lock().unwrap().len() == 1);
    // A page without a referrer has no origin; older browsers say no more about it.
    let mut old = browser.clone().with("origin", "null");
    assert_eq!(post(&mut old, &path, &wish(BINU, &[])).await.status, 200);
    let put = browser.clone().ask(Method::PUT, &path, axum::body::Body::empty()).await;
    assert_eq!(put.status, 405);
}
