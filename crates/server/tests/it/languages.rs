//! What a server says in the language of a page: forms without script, the rules on How it works, sentences for scripts,
//! and text messages.

use std::time::Duration;

use domain::contact::ContactDraft;
use domain::referral::ReferralDraft;
use domain::say::{Say, Value as Put};
use serde_json::{Value, json};
use server::Limits;
use words::Words;

use crate::frames::words_of;
use crate::links::OWN;
use crate::outbox::deliver;
use crate::programme::{add_service, set};
use crate::redeeming;
use crate::rewards::{publish, rules};
use crate::support::{Browser, MEMBER, TestApp, submission, with_site};

/// The languages with their words, English first.
pub(crate) fn languages() -> Vec<(&'static str, Words)> {
    let read = |code| (code, Words::read(code, words_of(code)).unwrap());
    let english = ("en", Words::read("en", String::new()).unwrap());
    [english].into_iter().chain(["ar", "hi", "ta"].map(read)).collect()
}

/// A form with these controls, which a build has in each language.
fn form(names: &[&str]) -> String {
    let controls = names.iter().map(|name| match *name {
        "service" => {
            "<select id=\"service\" name=\"service\"><option value=\"\">-</option></select>".into()
        }
        name => format!("<input id=\"{name}\" name=\"{name}\" value=\"\"/>"),
    });
    let controls: String = controls.collect();
    format!("<title>F</title><!--notice:box:wrong:h3--><form method=\"post\">{controls}</form>")
}

const CONTACT: [&str; 4] = ["name", "email", "subject", "message"];
const REFERRAL: [&str; 6] =
    ["referrerName", "referrerPhone", "referredName", "referredPhone", "service", "notes"];
const RULES: &str = "<div data-rules=\"\" hidden=\"\"><p></p><ul><li></li></ul></div>\
    <div data-no-rules=\"\"><p>Our office</p></div>";

/// A browser at a site that has the forms and the rules in all languages.
pub(crate) fn open(app: &TestApp) -> Browser {
    let (contact, referral) = (form(&CONTACT), form(&REFERRAL));
    let pages = ["", "ar/", "hi/", "ta/"].map(|base| {
        [("contact", &*contact), ("referral", &*referral), ("how-it-works", RULES)]
            .map(|(name, page)| (format!("{base}{name}"), page))
    });
    let pages = pages.concat();
    with_site(app, &pages.iter().map(|(name, page)| (&**name, *page)).collect::<Vec<_>>())
}

/// The address of a page in a language.
pub(crate) fn at(code: &str, path: &str) -> String {
    if code == "en" { path.to_owned() } else { format!("/{code}{path}") }
}

fn encoded(fields: &Value) -> String {
    let fields = fields.as_object().unwrap().iter();
    let fields = fields.map(|(name, text)| (name.as_str(), text.as_str().unwrap()));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

fn escaped(text: &str) -> String {
    text.replace('\'', "&#39;").replace('"', "&quot;")
}

/// What is wrong with a draft by the rules that a browser has, by the codes; and whether it is a message.
fn drafts() -> Vec<(bool, Value, Vec<&'static str>)> {
    let asha = json!({ "name": "Asha", "email": "asha@b.example", "subject": "S", "message": "M" });
    let binu = json!({ "referrerName": "Asha", "referrerPhone": "9876543210", "referredName": "Binu",
        "referredPhone": "9744555666", "service": "training", "notes": "" });
    let mut all = Vec::new();
    for (names, whole) in [(&CONTACT[..], asha), (&REFERRAL[..5], binu)] {
        let mut wrong =
            vec![whole.as_object().unwrap().keys().fold(whole.clone(), |mut draft, name| {
                draft[name] = json!("");
                draft
            })];
        for name in names {
            let mut draft = whole.clone();
            draft[*name] = json!("");
            wrong.push(draft);
        }
        for (name, text) in [("email", "no address"), ("service", "no service")] {
            if names.contains(&name) {
                let mut draft = whole.clone();
                draft[name] = json!(text);
                wrong.push(draft);
            }
        }
        for draft in wrong {
            let of = |name: &str| draft[name].as_str().unwrap_or_default().to_owned();
            let is_message = names.contains(&"email");
            let refused = if is_message {
                let [name, email, subject, message] = CONTACT.map(of);
                ContactDraft { name, email, subject, message }.check().unwrap_err()
            } else {
                ReferralDraft::of(of).check(None).unwrap_err()
            };
            let codes = refused.codes().iter().map(|code| code.as_str()).collect();
            all.push((is_message, draft, codes));
        }
    }
    all
}

#[tokio::test]
async fn the_same_rule_is_refused_everywhere_with_the_same_code_and_in_the_language_of_the_page() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    let languages = languages();
    for (is_message, draft, codes) in drafts() {
        let (path, sent, interface) = match is_message {
            true => ("/contact", draft.clone(), "/api/messages"),
            false => ("/referral", json!({ "draft": draft }), "/api/referrals"),
        };
        let english = app.guest().post(interface, sent.clone()).await;
        assert_eq!(english.body["codes"], json!(codes), "{draft}");
        let typed = draft.as_object().unwrap().values().find(|text| *text != "");
        for (code, words) in &languages {
            let mut script = app.guest().with("accept-language", code);
            let answer = script.post(interface, sent.clone()).await;
            assert_eq!(answer.body["codes"], json!(codes), "{code}: {draft}");
            let page = browser.post_text(&at(code, path), encoded(&draft)).await;
            assert_eq!(page.status, answer.status, "{code}: {page:?}");
            let (toast, plain) = (&answer.body["notice"], &english.body["notice"]);
            assert_eq!(toast == plain, *code == "en", "{code}: {toast}");
            let errors = answer.body["errors"].as_array().unwrap();
            for (place, error) in errors.iter().enumerate() {
                let (rule, field) =
                    (error["code"].as_str().unwrap(), error["field"].as_str().unwrap());
                let english = english.body["errors"][place]["hint"].as_str().unwrap();
                let hint = words.message(rule, &[]).unwrap_or_else(|| english.to_owned());
                assert_eq!(error["hint"], hint, "{code}: {rule}");
                assert_eq!(hint == english, *code == "en", "{code}: {rule}");
                let beside =
                    format!("<p id=\"{field}-error\" class=\"wrong\">{}</p>", escaped(&hint));
                assert!(page.text.contains(&beside), "{code}: {rule}: {page:?}");
            }
            let title = words.message("error", &[]).unwrap_or_else(|| "Error".to_owned());
            assert!(page.text.contains(&format!("<title>{title}: F</title>")), "{code}: {page:?}");
            assert!(page.text.contains(&format!("<h3>{title}: ")), "{code}: {page:?}");
            assert!(*code == "en" || !page.text.contains("Error: "), "{code}: {page:?}");
            if let Some(typed) = typed {
                let typed = format!("value=\"{}\"", typed.as_str().unwrap());
                assert!(page.text.contains(&typed), "{code}: {page:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_form_without_script_is_thanked_for_in_its_language() {
    let app = TestApp::new().await;
    let languages = languages();
    let message = json!({ "name": "A", "email": "a@b.example", "subject": "S", "message": "M" });
    for (place, (code, words)) in languages.iter().enumerate() {
        let binu = json!({ "referrerName": "Asha", "referrerPhone": "9876543210", "referredName": "Binu",
            "referredPhone": format!("974455566{place}"), "service": "training", "notes": "" });
        for (path, fields, id, english) in [
            ("/contact", &message, "message-sent", "We will get back to you soon."),
            ("/referral", &binu, "form-submitted", "Your referral was submitted."),
        ] {
            let path = at(code, path);
            let mut browser = open(&app);
            let sent = browser.get(&format!("{path}/sent")).await;
            assert_eq!((sent.status, sent.header("location")), (303, &*path), "nothing was sent");
            let answer = browser.post_text(&path, encoded(fields)).await;
            let end = format!("{path}/sent#notice");
            assert_eq!((answer.status, answer.header("location")), (303, &*end), "{answer:?}");
            let page = browser.get(&format!("{path}/sent")).await;
            let thanks = words.message(id, &[]).unwrap_or_else(|| english.to_owned());
            assert!(page.text.contains(&escaped(&thanks)), "{code}: {id}: {page:?}");
        }
    }
}

#[tokio::test]
async fn the_services_of_a_form_have_the_names_of_its_language_but_for_what_owners_have_named() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    set(&mut app.admin().await, |settings| add_service(settings, "Drones")).await.value();
    for (code, words) in languages() {
        let page = browser.get(&at(code, "/referral")).await;
        let training = words.service("training", "Training");
        assert_eq!(training == "Training", code == "en");
        for (value, label) in [("training", training.as_str()), ("drones", "Drones")] {
            let option = format!("<option value=\"{value}\">{label}</option>");
            assert!(page.text.contains(&option), "{code}: {page:?}");
        }
        let mut guest = app.guest().with("accept-language", code);
        let told = guest.get("/api/session").await.body["services"].clone();
        assert!(
            told.as_array().unwrap().contains(&json!({ "value": "training", "label": training }))
        );
    }
}

#[tokio::test]
async fn whoever_posts_too_often_is_turned_away_in_the_language_of_the_page() {
    let limits = Limits { request_burst: 1, request_rate: 1, ..Limits::default() };
    let app = TestApp::with(|parts| parts.limits = limits).await;
    let mut browser = open(&app);
    for (code, words) in languages() {
        let path = at(code, "/contact");
        browser.post_text(&path, "name=A").await;
        let page = browser.post_text(&path, "name=A").await;
        assert_eq!(page.status, 429, "{code}: {page:?}");
        assert!(page.text.contains(&format!("<html lang=\"{code}\"")), "{code}: {page:?}");
        for id in ["too-many-requests", "go-back"] {
            let said = words.message(id, &[]);
            // The English ones stand in the program.
            assert_eq!(said.is_none(), code == "en", "{code}: {id}");
            let is_said = said.is_none_or(|said| page.text.contains(&escaped(&said)));
            assert!(is_said, "{code}: {page:?}");
        }
        assert_eq!(page.text.contains("Try again in 1 s."), code == "en", "{code}: {page:?}");
        app.wait(Duration::from_secs(10));
    }
}

#[tokio::test]
async fn the_rules_that_hold_are_on_the_page_and_in_the_interface_in_each_language() {
    let app = TestApp::new().await;
    let mut browser = open(&app);
    let mut admin = app.admin().await;
    publish(&mut admin, rules(1500)).await.value();
    redeeming::publish(&mut admin, redeeming::offers()).await.value();
    for (code, rule, most, offer, gains) in [
        (
            "en",
            "Every service: 1,500 points for the referrer when the referral is successful, held for 90 days.",
            "Every service: at most 700 points a year for one referrer, by all rules together.",
            "=Gift voucher · 300 points · 2 left",
            "A successful referral earns you 700 points.",
        ),
        (
            "ar",
            "\u{2068}جميع الخدمات\u{2069}: لصاحب الإحالة 1,500 نقطة عند نجاح الإحالة، محجوزة 90 يومًا.",
            "\u{2068}جميع الخدمات\u{2069}: الحد الأقصى لصاحب الإحالة الواحد بموجب جميع القواعد معًا: 700 نقطة في السنة.",
            "=Gift voucher · 300 نقطة · بقيت اثنتان",
            "لك عن كل إحالة ناجحة: 700 نقطة.",
        ),
        (
            "hi",
            "हर सेवा: रेफ़रल सफल होने पर रेफ़र करने वाले को 1,500 पॉइंट, 90 दिन होल्ड पर।",
            "हर सेवा: सभी नियम मिलाकर रेफ़र करने वाले एक व्यक्ति को ज़्यादा से ज़्यादा साल में 700 पॉइंट।",
            "=Gift voucher · 300 पॉइंट · 2 बचे हैं",
            "सफल रेफ़रल पर आपको 700 पॉइंट मिलते हैं।",
        ),
        (
            "ta",
            "எல்லாச் சேவைகளும்: பரிந்துரை வெற்றி பெற்றால், பரிந்துரை செய்தவருக்கு 1,500 புள்ளிகள், 90 நாட்கள் நிறுத்திவைக்கப்படும்.",
            "எல்லாச் சேவைகளும்: எல்லா விதிகளும் சேர்ந்து, பரிந்துரை செய்யும் ஒருவருக்கு அதிகபட்சம் ஆண்டுக்கு 700 புள்ளிகள்.",
            "=Gift voucher · 300 புள்ளிகள் · 2 மீதி",
            "வெற்றி பெறும் ஒரு பரிந்துரைக்கு உங்களுக்கு 700 புள்ளிகள் கிடைக்கும்.",
        ),
    ] {
        let page = browser.get(&at(code, "/how-it-works")).await;
        let mut guest = app.guest().with("accept-language", &format!("{code}, en;q=0.5"));
        let told = guest.get("/api/programme/rewards").await.body["explanations"].clone();
        let lists = [&told[0]["list"], &told[1]["list"]];
        for (said, list) in [(rule, lists[0]), (most, lists[0]), (offer, lists[1])] {
            assert!(page.text.contains(&format!("<li>{said}</li>")), "{said}: {page:?}");
            assert!(list.as_array().unwrap().contains(&json!(said)), "{said}: {told}");
        }
        let shown = guest.get("/api/session").await.body["gains"]["earned"].clone();
        assert_eq!(shown, gains);
    }
    // Staff read English in the console, whatever their language.
    let mut admin = admin.with("accept-language", "ar");
    let sentence = admin.get("/api/rulebooks").await.body["newest"]["sentences"][0].clone();
    assert!(sentence.as_str().unwrap().starts_with("Every service: 1,500 points"), "{sentence}");
}

/// A member in a language, who wants text messages.
async fn member_in(app: &TestApp, code: &str) -> Browser {
    let mut member = app.guest().with("accept-language", code);
    app.enter(&mut member, MEMBER, "signup").await.value();
    member.put("/api/me/notifications", json!({ "notify": "sms" })).await.value();
    member
}

async fn texts(app: &TestApp) -> Vec<String> {
    app.wait(Duration::from_secs(600));
    deliver(app).await;
    let texts = std::mem::take(&mut *app.letters.texts.lock().unwrap());
    texts.into_iter().map(|text| text.text).collect()
}

#[tokio::test]
async fn a_member_reads_of_their_referral_and_their_points_in_the_language_of_the_page() {
    for (code, words) in languages() {
        let app = TestApp::new().await;
        open(&app);
        let mut member = member_in(&app, code).await;
        let said =
            |id: &str, english: &str| words.message(id, &[]).unwrap_or_else(|| english.to_owned());
        let made = member.post("/api/referrals", submission("Meera")).await.value().clone();
        let received = "We have your referral and will contact them soon.";
        assert_eq!(made["progress"]["sentence"], said("progress-received", received));
        assert_eq!(made["progress"]["publicStage"], said("public-received", "Received"));
        assert_eq!(made["serviceLabel"], words.service("training", "Training"));
        let key = made["key"].as_str().unwrap();
        let mut admin = app.admin().await;
        let award = json!({ "points": "1", "version": 1 });
        let awarded = admin.put(&format!("/api/referrals/{key}/points"), award).await;
        assert_eq!(awarded.value()["progress"]["sentence"], "It was successful. Thank you!");
        let own = member.get(&format!("/api/referrals/{key}")).await.body;
        let successful = said("progress-successful", "It was successful. Thank you!");
        assert_eq!(own["timeline"][1]["text"], successful);
        let line = member.get("/api/me/rewards").await.body["lines"][0]["what"].clone();
        let service = words.service("training", "Training");
        let values = [("of", Put::Text("Meera")), ("service", Put::Text(&service))];
        assert_eq!(line, words.say("line-earned", &values));

        // The text is in the language of the last login, whoever has awarded the points.
        let [text] = &*texts(&app).await else { panic!("{code}") };
        let address = format!("site.example{}", at(code, "/referral"));
        assert!(text.contains(&successful) && text.ends_with(&address), "{code}: {text}");
        let mut later = app.guest().with("accept-language", "hi");
        app.enter(&mut later, MEMBER, "login").await.value();
        let made = later.post("/api/referrals", submission("Binu")).await.value().clone();
        let path = format!("/api/referrals/{}/commands", made["key"].as_str().unwrap());
        let closed = json!({ "kind": "decline", "reason": "no-answer", "note": "" });
        admin.post(&path, json!({ "version": 1, "command": closed })).await.value();
        let [text] = &*texts(&app).await else { panic!("{code}") };
        assert!(text.contains("उनसे बात नहीं हो पाई।"), "{code}: {text}");
    }
}

#[tokio::test]
async fn a_link_with_its_qr_code_and_a_persons_page_are_in_the_language_of_the_page() {
    for (code, _) in languages() {
        let app = TestApp::new().await;
        let mut english = app.member(MEMBER).await;
        let mut member = english.clone().with("accept-language", code);
        let key = crate::undoing::referral(&mut english).await;
        let page = format!("/api/referrals/{key}/page");
        let new = json!({ "name": "", "renew": true });
        for (is_built, code) in [(false, "en"), (true, code)] {
            if is_built {
                open(&app);
            }
            let made = member.put(OWN, new.clone()).await.value()["link"].clone();
            let plain = english.get(OWN).await.body["link"].clone();
            let path = plain["address"].as_str().unwrap().strip_prefix("http://site.example");
            let path = path.unwrap();
            assert_eq!(made["address"], format!("http://site.example{}", at(code, path)));
            assert_eq!(made["qr"] == plain["qr"], code == "en");
            assert_eq!(member.get(OWN).await.body["link"], made);
            let about = member.get(&format!("{OWN}?service=training")).await.body["link"].clone();
            let end = format!("{}?service=training", at(code, path));
            assert!(about["address"].as_str().unwrap().ends_with(&end), "{about}");
            let page = member.post(&page, json!({})).await.value()["address"].clone();
            let begin = format!("http://site.example{}#", at(code, "/p"));
            assert!(page.as_str().unwrap().starts_with(&begin), "{page}");
        }
    }
}

#[tokio::test]
async fn the_text_with_a_code_is_in_the_language_of_the_page_and_fits_one_message() {
    let app = TestApp::new().await;
    open(&app);
    for (place, (code, purpose)) in [
        ("en", "Your code to log in"),
        ("ar", "رمز الدخول"),
        ("hi", "लॉग इन कोड"),
        ("ta", "உள்நுழைய: "),
    ]
    .into_iter()
    .enumerate()
    {
        let mut guest = app.guest().with("accept-language", code);
        let mobile = json!({ "mobile": format!("+91 90000 0002{place}") });
        assert_eq!(guest.post("/api/codes", mobile).await.status, 202);
        let sent = app.letters.sent.lock().unwrap();
        let (text, digits) =
            (&sent.last().unwrap().text, sent.last().unwrap().code.clone().unwrap());
        assert!(text.starts_with(purpose), "{text}");
        assert!(text.ends_with(&format!("\n\n@site.example #{digits}")), "{text}");
        let most = if code == "en" { 160 } else { 70 };
        assert!(text.encode_utf16().count() <= most, "{}: {text}", text.encode_utf16().count());
    }
}

/// A stranger who asks for it must not choose words in which the owner of the number is not warned.
#[tokio::test]
async fn a_members_code_to_log_in_is_in_their_language_whoever_asks() {
    let app = TestApp::new().await;
    open(&app);
    app.member(MEMBER).await;
    let mut stranger = app.guest().with("accept-language", "ta");
    assert_eq!(stranger.post("/api/codes", json!({ "mobile": MEMBER })).await.status, 202);
    let text = app.letters.sent.lock().unwrap().last().unwrap().text.clone();
    assert!(text.starts_with("Your code to log in"), "{text}");
}
