//! The contact and the referral form, sent by a browser without script.

use domain::rejection::RejectionCode;
use serde_json::{Value, json};
use server::Limits;

use crate::frames::{VACANCY, site_of};
use crate::programme::{add_service, set, switch_off};
use crate::support::{Answer, Browser, Fault, MEMBER, TestApp, submission, with_site};

const CONTACT: &str = "<!doctype html><title>Contact</title><!--notice:box:wrong:h3--><form method=\"post\">\
    <input id=\"a\" name=\"name\"/><input id=\"b\" name=\"email\"/><input id=\"c\" name=\"subject\"/>\
    <textarea id=\"d\" name=\"message\"></textarea></form>";
const REFERRAL: &str = "<!doctype html><title>Refer</title><!--notice:box:wrong:h3--><form method=\"post\">\
    <input id=\"a\" name=\"referrerName\"/><input id=\"b\" name=\"referrerPhone\"/>\
    <input id=\"c\" name=\"referredName\"/><input id=\"d\" name=\"referredPhone\"/>\
    <select id=\"e\" name=\"service\"><option value=\"training\">Training</option></select>\
    <input type=\"hidden\" name=\"opening\" value=\"\"/>\
    <input id=\"g\" name=\"openingTitle\" value=\"\"/><textarea id=\"f\" name=\"notes\"></textarea></form>";

/// A browser at a site that has both forms.
pub(crate) fn open(app: &TestApp) -> Browser {
    with_site(app, &[("contact", CONTACT), ("referral", REFERRAL)])
}

/// The options of the form as it is opened.
async fn options(browser: &mut Browser) -> Vec<String> {
    let page = browser.get("/referral").await;
    assert_eq!(page.status, 200, "{page:?}");
    let options = page.text.split("<option value=\"").skip(1);
    options.map(|option| option.split('"').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_form_offers_what_owners_have_set_and_refuses_what_they_have_switched_off() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    assert_eq!(options(&mut browser).await, ["training"], "as the site was built");
    let built = browser.get("/referral").await.header("etag").to_owned();
    let mut before = browser.clone().with("if-none-match", &built);
    assert_eq!(before.get("/referral").await.status, 304);
    let mut admin = app.admin().await;
    set(&mut admin, |settings| add_service(settings, "Drones & <maps>")).await.value();
    switch_off(&mut admin, "training").await;
    let offered = [
        "hr-recruitment",
        "it-services",
        "non-it-services",
        "royalty-card",
        "loyalty-card",
        "drones-maps",
        "others",
    ];
    assert_eq!(options(&mut browser).await, offered);
    assert_eq!(options(&mut before).await, offered);
    let page = browser.get("/referral").await;
    is_page(&page);
    assert!(page.text.contains("<option value=\"drones-maps\">Drones &amp; &lt;maps&gt;</option>"));
    // Somebody has had the page open since before.
    let refused = browser.post_text("/referral", BINU.to_owned()).await;
    assert_eq!(refused.status, 422);
    is_page(&refused);
    let hint = RejectionCode::ServiceNotOffered.words().hint;
    assert!(refused.text.contains(&format!("<p id=\"e-error\" class=\"wrong\">{hint}</p>")));
    assert!(refused.text.contains("value=\"Binu Thomas\""), "{refused:?}");
    assert!(!refused.text.contains("value=\"training\""), "{refused:?}");
    let drones = BINU.replace("=training", "=drones-maps");
    assert_eq!(browser.post_text("/referral", drones).await.status, 303);
    let kept = kept(&app, "/api/referrals", "referrals").await;
    assert_eq!(kept[0]["serviceLabel"], "Drones & <maps>");
}

#[tokio::test]
async fn without_a_database_the_form_is_as_the_site_was_built() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    set(&mut app.admin().await, |settings| add_service(settings, "Drones")).await.value();
    app.store.fail(Some(("programme", Fault::Unavailable)));
    assert_eq!(options(&mut browser).await, ["training"]);
}

const MESSAGE: &str = "name=Asha&email=asha%40b.example&subject=Fitters&message=One.%0D%0ATwo.";
const BINU: &str = "referrerName=Asha&referrerPhone=9876543210&referredName=Binu+Thomas\
    &referredPhone=9744555666&service=training&notes=";

async fn kept(app: &TestApp, path: &str, list: &str) -> Vec<Value> {
    let answer = app.admin().await.get(path).await;
    answer.body[list].as_array().unwrap_or_else(|| panic!("{answer:?}")).clone()
}

fn is_page(answer: &Answer) {
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("form-action 'self'"), "{policy}");
    assert!(answer.header("content-type").starts_with("text/html"), "{answer:?}");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("etag"), "");
}

/// This page has no style, script or form.
fn is_short_page(answer: &Answer) {
    assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
    assert!(answer.header("content-type").starts_with("text/html"), "{answer:?}");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(answer.text.contains("what you typed is still there"), "{}", answer.text);
    assert!(answer.text.len() < 600, "{}", answer.text);
}

#[tokio::test]
async fn a_message_is_stored_once_however_often_it_is_sent() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    for _ in 0..2 {
        let answer = browser.post_text("/contact", MESSAGE).await;
        assert_eq!((answer.status, answer.header("location")), (303, "/contact/sent#notice"));
        assert_eq!(answer.header("x-frame-options"), "DENY");
        let sent = browser.get("/contact/sent").await;
        assert_eq!(sent.status, 200);
        assert!(sent.text.contains("Message Sent!"), "{}", sent.text);
        is_page(&sent);
    }
    let messages = kept(&app, "/api/messages", "messages").await;
    assert_eq!(messages.len(), 1);
    assert_eq!(messages[0]["message"], "One.\nTwo.");
}

#[tokio::test]
async fn a_guests_referral_is_submitted_once() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    for _ in 0..2 {
        let answer = browser.post_text("/referral", BINU).await;
        assert_eq!((answer.status, answer.header("location")), (303, "/referral/sent#notice"));
        assert!(answer.header("set-cookie").starts_with("sent=/referral; "), "{answer:?}");
    }
    let sent = browser.get("/referral/sent").await;
    assert!(sent.text.contains("Your referral was submitted."), "{}", sent.text);
    assert!(!sent.text.contains("Binu"), "{}", sent.text);
    let mut member = app.member(MEMBER).await;
    let own = member.get("/api/referrals").await.body;
    let own = own["referrals"].as_array().unwrap();
    assert_eq!(own.len(), 1);
    assert_eq!(own[0]["referral"]["referredName"], "Binu Thomas");
}

#[tokio::test]
async fn a_visitor_who_has_sent_nothing_sees_the_form() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    for path in ["/contact", "/referral"] {
        let answer = browser.get(&format!("{path}/sent")).await;
        assert_eq!((answer.status, answer.header("location")), (303, path));
        let form = browser.get(path).await;
        assert_eq!(form.status, 200);
        assert!(form.text.contains("<form method=\"post\">"));
    }
}

#[tokio::test]
async fn a_link_that_names_the_subject_opens_the_form_with_it() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    let answer = browser.get("/contact?subject=A+%3C%26%22&name=x&subject=B").await;
    assert_eq!(answer.status, 200);
    is_page(&answer);
    let subject = "<input value=\"A &lt;&amp;&quot;\" id=\"c\" name=\"subject\"/>";
    assert!(answer.text.contains(subject), "{}", answer.text);
    assert_eq!(answer.text.matches("value=").count(), 1, "{}", answer.text);
    for plain in [
        "/contact".to_owned(),
        "/contact?name=x".to_owned(),
        format!("/contact?subject={}", "x".repeat(201)),
        "/referral?subject=x".to_owned(),
    ] {
        let answer = browser.get(&plain).await;
        assert_eq!(answer.status, 200, "{plain}");
        assert!(!answer.text.contains("value=\"x"), "{plain}: {}", answer.text);
        assert_ne!(answer.header("etag"), "", "{plain}");
    }
}

#[tokio::test]
async fn a_link_that_names_a_service_opens_the_form_with_it() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    let answer = browser.get("/referral?service=training").await;
    assert_eq!(answer.status, 200);
    is_page(&answer);
    assert!(answer.text.contains("value=\"training\" selected"), "{}", answer.text);
    assert!(answer.text.contains("name=\"opening\" value=\"\""), "{}", answer.text);
    let unknown = browser.get("/referral?service=loans").await;
    assert_eq!(unknown.status, 200);
    assert!(!unknown.text.contains("\" selected"), "{}", unknown.text);
}

#[tokio::test]
async fn a_referral_is_for_a_vacancy_of_the_site_and_for_no_other() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    let named = |address: &str| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs([("service", "training"), ("opening", address)]).finish()
    };
    let mut at_site = Browser::new(server::app(app.state.clone(), &site_of(&[])));
    let (address, title) = VACANCY;
    for (place, (name, opening)) in (10..).zip([("Binu", address), ("Chitra", title), ("Dev", "")])
    {
        let page = browser.get(&format!("/referral?{}", named(opening))).await;
        assert!(page.text.contains("value=\"training\" selected"), "{}", page.text);
        let names_it = page.text.contains("value=\"Planner &amp; lead\"");
        assert_eq!(names_it, opening == address, "{}", page.text);
        let form = format!(
            "{}&referrerName=Asha&referrerPhone=9876543210&referredName={name}&referredPhone=80000000{place}",
            named(opening)
        );
        assert_eq!(browser.post_text("/referral", form).await.status, 303);
        let mut by_script = submission(&format!("{name} again"));
        by_script["opening"] = opening.into();
        by_script["draft"]["referredPhone"] = format!("90000000{place}").into();
        at_site.post("/api/referrals", by_script).await.value();
    }
    let mut admin = app.admin().await;
    let list = admin.get("/api/referrals").await.body["referrals"].clone();
    for view in list.as_array().unwrap() {
        let referral = &view["referral"];
        let of_vacancy = referral["referredName"].as_str().unwrap().starts_with("Binu");
        let opening = if of_vacancy { json!(title) } else { Value::Null };
        assert_eq!(referral["opening"], opening, "{referral}");
    }
    let found = admin.post("/api/referrals/search", json!({ "search": "planner &" })).await;
    assert_eq!(found.body["referrals"].as_array().unwrap().len(), 2);
    let report = admin.get("/api/reports").await.body["openings"].clone();
    assert_eq!(report, json!([{ "opening": title, "submitted": 2, "successful": 0 }]));
}

#[tokio::test]
async fn errors_have_the_same_words_and_the_typed_text_is_returned() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    let typed = "referrerName=%22%3E%3Cscript%3E&referredName=Binu&service=training";
    let answer = browser.post_text("/referral", typed).await;
    assert_eq!(answer.status, 422);
    is_page(&answer);
    let draft = serde_json::json!({ "referrerName": "x", "referrerPhone": "", "referredName": "Binu",
        "referredPhone": "", "service": "training", "notes": "" });
    let submission = serde_json::json!({ "draft": draft });
    let problem = app.guest().post("/api/referrals", submission).await.body;
    for (error, id) in problem["errors"].as_array().unwrap().iter().zip(["b", "d"]) {
        let hint = error["hint"].as_str().unwrap().replace('\'', "&#39;");
        assert!(answer.text.contains(&format!("<a href=\"#{id}\">{hint}</a>")), "{}", answer.text);
    }
    let words = problem["notice"]["description"].as_str().unwrap();
    assert!(answer.text.contains(words), "{}", answer.text);
    assert!(answer.text.contains("value=\"&quot;&gt;&lt;script&gt;\""), "{}", answer.text);
    assert!(!answer.text.contains("<script"), "{}", answer.text);
    assert_eq!(kept(&app, "/api/referrals", "referrals").await.len(), 0);
}

#[tokio::test]
async fn forms_of_other_sites_are_refused() {
    let app = TestApp::new().await;
    let browser = open(&app);
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
        let mut browser = browser.clone().with(name, value);
        for (path, body) in [("/contact", MESSAGE), ("/referral", BINU)] {
            let answer = browser.post_text(path, body).await;
            assert_eq!(answer.status, 403, "{answer:?}");
            is_short_page(&answer);
        }
    }
    assert_eq!(kept(&app, "/api/messages", "messages").await.len(), 0);
    assert_eq!(kept(&app, "/api/referrals", "referrals").await.len(), 0);
}

#[tokio::test]
async fn limits_match_the_interface_and_typed_text_is_kept() {
    let limits =
        Limits { messages_from_address: 1, guest_referrals_from_address: 1, ..Limits::default() };
    let app = TestApp::with(|parts| parts.limits = limits).await;
    let mut browser = open(&app);
    for (path, body, more) in [("/contact", MESSAGE, "Fitters"), ("/referral", BINU, "Binu+Thomas")]
    {
        assert_eq!(browser.post_text(path, body).await.status, 303);
        let other = body.replace(more, "Another");
        let answer = browser.post_text(path, other).await;
        assert_eq!(answer.status, 429, "{answer:?}");
        assert!(answer.text.contains("value=\"Another\""), "{}", answer.text);
        is_page(&answer);
    }
}

#[tokio::test]
async fn refusals_are_answered_with_a_short_page() {
    let limits =
        Limits { request_burst: 2, request_rate: 1, body_limit: 2000, ..Limits::default() };
    let app = TestApp::with(|parts| parts.limits = limits).await;
    let mut browser = open(&app);
    let long = format!("{MESSAGE}{}", "x".repeat(3000));
    for (body, status) in [(long.as_str(), 413), (MESSAGE, 303), (MESSAGE, 429)] {
        let answer = browser.post_text("/contact", body.to_owned()).await;
        assert_eq!(answer.status, status, "{answer:?}");
        if status != 303 {
            is_short_page(&answer);
        }
        if status == 429 {
            assert_eq!(answer.header("retry-after"), "1");
            assert!(answer.text.contains("Try again in 1 s."), "{}", answer.text);
        }
    }
}

#[tokio::test]
async fn a_full_store_leaves_the_text_in_the_form() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    app.store.fail(Some(("keep_message", Fault::Full)));
    let answer = browser.post_text("/contact", MESSAGE).await;
    assert_eq!(answer.status, 503);
    is_page(&answer);
    assert!(answer.text.contains("value=\"Fitters\""), "{}", answer.text);
}

#[tokio::test]
async fn only_the_first_value_of_each_known_field_is_read() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    let more = "&subject=Second&unknown=Third";
    let answer = browser.post_text("/contact", format!("subject=First{more}")).await;
    assert_eq!(answer.status, 422);
    assert!(answer.text.contains("value=\"First\""), "{}", answer.text);
    assert!(!answer.text.contains("Second") && !answer.text.contains("Third"), "{}", answer.text);
    for path in ["/contact", "/referral"] {
        let body = if path == "/contact" { MESSAGE } else { BINU };
        let answer = browser.post_text(path, format!("{body}{}", "&a=b".repeat(20))).await;
        assert_eq!(answer.status, 422, "{answer:?}");
        assert!(answer.text.contains("value=\"Asha\""), "{}", answer.text);
    }
    assert_eq!(kept(&app, "/api/messages", "messages").await.len(), 0);
    assert_eq!(kept(&app, "/api/referrals", "referrals").await.len(), 0);
}

#[tokio::test]
async fn a_body_that_is_not_a_form_is_refused_with_all_headers() {
    let app = TestApp::new().await;
    let browser = open(&app);
    let answer = browser.with("content-type", "text/plain").post_text("/contact", MESSAGE).await;
    assert_eq!(answer.status, 415);
    assert!(answer.header("content-security-policy").starts_with("default-src 'none'"));
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
}
