//! The pages behind a link and about a person in another language than English: the same frames and rules, in its words.

use std::time::Duration;

use axum::http::StatusCode;
use domain::pipeline::consent_text;
use serde_json::json;
use words::Words;

use crate::frames::{FRAMES, words_of};
use crate::links::{self, BINU, begin, go_on, referrals, wish};
use crate::person_page::{DAY, progress, token};
use crate::support::{
    Answer, Browser, MEMBER, TestApp, hidden, other_than, shows, with_frames, with_site,
};
use crate::undoing::referral;

/// The version of the Arabic text.
const TEXT: &str = "2";

/// What the Arabic words say with this id.
fn arabic(id: &str) -> String {
    Words::read("ar", words_of("ar")).unwrap().message(id, &[]).unwrap()
}

/// A browser at a site that has the frames in English and in Arabic. Those say in which language they are.
fn in_arabic(app: &TestApp) -> Browser {
    let arabic = FRAMES.iter().map(|(name, page)| {
        let page = page.replace("<!doctype html>", "<!doctype html><html lang=\"ar\" dir=\"rtl\">");
        let token = "<a href=\"?language=en\">English</a><input name=\"again\" value=\"{token}\"/>";
        let page = page.replacen("<!--notice", &format!("{token}<!--notice"), 1);
        (format!("ar/{name}"), page.replace("action=\"/p\"", "action=\"/ar/p\""))
    });
    let all: Vec<_> = arabic.collect();
    let english = FRAMES.iter().copied();
    let all: Vec<_> = all.iter().map(|(name, page)| (name.as_str(), page.as_str())).collect();
    with_site(app, &english.chain(all).collect::<Vec<_>>())
}

async fn post(app: &TestApp, path: &str, fields: &[(&str, &str)]) -> Answer {
    let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    in_arabic(app).post_text(path, form).await
}

/// Asks for the code of an answer on the Arabic page. Returns its challenge, and the code.
async fn code(app: &TestApp, token: &str, wish: &str) -> (String, String) {
    let page = post(app, "/ar/p", &[("token", token), ("want", "code"), ("answer", wish)]).await;
    assert!(page.status == 200 && shows(&page.text, wish), "{page:?}");
    assert!(page.text.contains("<p>أُرسل الرمز</p><p>أرسلنا رمزًا إلى \u{2068}"), "{page:?}");
    let sent = app.letters.sent.lock().unwrap();
    (hidden(&page.text, "challenge"), sent.last().unwrap().code.clone().unwrap())
}

async fn done(app: &TestApp, token: &str, wish: &str, code: (&str, &str), text: &str) -> Answer {
    let fields = [
        ("token", token),
        ("want", "done"),
        ("answer", wish),
        ("challenge", code.0),
        ("code", code.1),
        ("text", text),
    ];
    post(app, "/ar/p", &fields).await
}

#[tokio::test]
async fn whoever_reads_their_page_in_arabic_agrees_to_the_arabic_text() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let opened = in_arabic(&app).get("/ar/p").await;
    assert!(opened.status == 200 && opened.text.contains("lang=\"ar\" dir=\"rtl\""), "{opened:?}");
    assert!(!opened.headers.contains_key("set-cookie"));
    for (name, value) in [
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("x-robots-tag", "noindex"),
    ] {
        assert_eq!(opened.header(name), value);
    }
    let policy = opened.header("content-security-policy");
    assert!(policy.contains(" 'sha256-") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(in_arabic(&app).get("/ar/p/page").await.text, opened.text);

    let shown = post(&app, "/ar/p", &[("token", &token)]).await;
    assert_eq!(shown.status, 200, "{shown:?}");
    let arabic = consent_text(2).unwrap();
    assert!(shown.text.contains(arabic) && shown.text.contains(">التدريب</bdi>"), "{shown:?}");
    assert!(shown.text.contains(" سبتمبر 2026</bdi>"), "{shown:?}");
    let read = hidden(&shown.text, "text");
    assert_eq!(hidden(&shown.text, "token"), token);
    assert!(read.starts_with("2 "), "{read}");
    // The form that opens it in another language has the token, too.
    assert!(
        shown.text.contains(&format!("<input name=\"again\" value=\"{token}\"/>")),
        "{shown:?}"
    );

    // Whoever has read the English text, and agrees on the Arabic page, is shown that one.
    let (challenge, sent) = code(&app, &token, "agree").await;
    let english = hidden(&post(&app, "/p", &[("token", &token)]).await.text, "text");
    let page = done(&app, &token, "agree", (&challenge, &sent), &english).await;
    assert!(page.status == 412 && page.text.contains(arabic), "{page:?}");
    assert_eq!(progress(&mut member, &key).await["consent"]["answer"], "asked");
    app.wait(Duration::from_secs(901));
    let (challenge, sent) = code(&app, &token, "agree").await;
    let end = done(&app, &token, "agree", (&challenge, &sent), &read).await;
    assert_eq!((end.status, end.header("location")), (303, "/ar/p/agreed"), "{end:?}");
    assert_eq!(in_arabic(&app).get("/ar/p/agreed").await.status, 200);
    let evidence = app.admin().await.get(&format!("/api/referrals/{key}/consent")).await.body;
    assert_eq!(
        (&evidence[1]["consent"]["text"], &evidence[1]["words"]),
        (&json!(2), &json!(arabic))
    );
}

#[tokio::test]
async fn a_page_refuses_in_its_own_language_with_the_same_status() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let says = |page: &Answer, words: &str, english: &Answer| {
        assert_eq!(page.status, english.status, "{page:?}");
        assert!(page.text.contains(words), "{words}: {page:?}");
        assert!(page.text.contains("<title>خطأ: ") && page.text.contains("<h2>خطأ: "), "{page:?}");
        assert!(!page.text.contains("Error: ") && english.text.contains("Error: "), "{page:?}");
    };
    let ended = [("token", "AAAAAAAAAAAAAAAAAAAAAA")];
    let page = post(&app, "/ar/p", &ended).await;
    says(&page, &arabic("page-ended"), &post(&app, "/p", &ended).await);
    assert_eq!(page.status, StatusCode::NOT_FOUND);

    let (challenge, sent) = code(&app, &token, "refuse").await;
    let wrong = other_than(&sent);
    let tried = [
        ("token", token.as_str()),
        ("want", "done"),
        ("answer", "refuse"),
        ("challenge", &challenge),
        ("code", &wrong),
    ];
    let page = post(&app, "/ar/p", &tried).await;
    says(&page, &arabic("wrong-code"), &post(&app, "/p", &tried).await);
    // The list says it already, so the title says what has become of it.
    assert!(page.text.contains("<h2>خطأ: لم يُرسل شيء بعد.</h2>"), "{page:?}");
    app.wait(DAY);
    let page = post(&app, "/ar/p", &tried).await;
    says(&page, &arabic("code-expired"), &post(&app, "/p", &tried).await);

    let (challenge, sent) = code(&app, &token, "refuse").await;
    let end = done(&app, &token, "refuse", (&challenge, &sent), TEXT).await;
    assert_eq!((end.status, end.header("location")), (303, "/ar/p/refused"), "{end:?}");
    let late = [("token", token.as_str()), ("want", "code"), ("answer", "agree")];
    let page = post(&app, "/ar/p", &late).await;
    says(&page, &arabic("consent-settled"), &post(&app, "/p", &late).await);
}

#[tokio::test]
async fn whoever_comes_by_a_link_in_arabic_agrees_to_the_arabic_text() {
    let app = TestApp::new().await;
    let (mut member, mut admin) = (app.member(MEMBER).await, app.admin().await);
    let english = links::make(&mut member, "Asha").await;
    let path = format!("/ar{english}");
    let mut browser = in_arabic(&app);
    let page = browser.get(&path).await;
    assert!(
        page.text.contains(consent_text(2).unwrap()) && shows(&page.text, "sharer"),
        "{page:?}"
    );
    assert_eq!(hidden(&page.text, "text"), TEXT);
    for (field, value, words) in [
        ("referredName", "", arabic("own-referred-name-missing")),
        ("notes", &*"x".repeat(2001), "اختصر هذا النص. أقصى عدد للأحرف: 2000.".to_owned()),
        // A text that is not the page's.
        ("text", "1", arabic("agreement-missing")),
    ] {
        let values = wish(BINU, &[("text", TEXT), (field, value)]);
        let values: Vec<_> = if field == "text" { wish(BINU, &[(field, value)]) } else { values };
        let page = links::post(&mut browser, &path, &values).await;
        let same =
            links::post(&mut with_frames(&app), &english, &wish(BINU, &[(field, value)])).await;
        assert!(page.text.contains(&words), "{field}: {page:?}");
        if field != "text" {
            assert_eq!(page.status, same.status, "{field}: {page:?}");
        }
    }
    let values = wish(BINU, &[("text", TEXT)]);
    let good = begin(&app, &mut browser, &path, &values).await;
    let end = links::post(&mut browser, &path, &good).await;
    assert_eq!((end.status, end.header("location")), (303, "/ar/r/done"), "{end:?}");
    let own = referrals(&mut admin).await.remove(0);
    assert_eq!(own["progress"]["consent"]["text"], 2, "{own}");
    // A wish by a link that does not work says the same to whoever reads the message.
    let page = links::post(&mut browser, "/ar/r", &wish("9744555777", &[("text", TEXT)])).await;
    let good = go_on(&app, &page, &wish("9744555777", &[("text", TEXT)]));
    assert_eq!(links::post(&mut browser, "/ar/r", &good).await.status, 303);
    let messages = admin.get("/api/messages").await.body["messages"].clone();
    assert!(messages[0]["message"].as_str().unwrap().ends_with("(text 2)."), "{messages}");
}

/// The page does not know its own address, so the server makes the one in another language: with the code, and with what
/// the link is for, and nothing about anybody.
#[tokio::test]
async fn the_way_to_another_language_keeps_the_code_and_what_it_is_for() {
    let app = TestApp::new().await;
    let path = links::make(&mut app.member(MEMBER).await, "").await;
    let mut browser = in_arabic(&app);
    for (asked, address) in [
        (format!("{path}?language=ar"), format!("/ar{path}")),
        (format!("/ar{path}?language=en"), path.clone()),
        (
            format!("{path}?service=training&opening=%2Fvacancies%2Fplanner&language=ar"),
            format!("/ar{path}?service=training&opening=%2Fvacancies%2Fplanner"),
        ),
        (format!("{path}?mobile=97444&language=ar"), format!("/ar{path}")),
        ("/r/nonsense-%0d%0a?language=ar".to_owned(), "/ar/r".to_owned()),
    ] {
        let answer = browser.get(&asked).await;
        assert_eq!((answer.status, answer.header("location")), (303, &*address), "{asked}");
    }
    // Any other text is no language.
    assert_eq!(browser.get(&format!("{path}?language=fr")).await.status, 200);
    let page = browser.get(&format!("/ar{path}?service=training")).await;
    assert!(page.text.contains("\"?service=training&amp;language=en\""), "{page:?}");
}

#[tokio::test]
async fn a_language_that_the_site_does_not_have_has_no_pages() {
    let app = TestApp::new().await;
    let mut browser = with_frames(&app);
    for path in ["/hi/p", "/hi/p/agreed", "/hi/r", "/hi/r/ZZZZZZZZ", "/hi/r/done"] {
        let answer = browser.get(path).await;
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
    }
    // What is refused before any page is read is said in the language of the address as well.
    let answer = browser.get("/ar/p").await;
    assert!(
        answer.status == 404 && answer.text.contains("<html lang=\"ar\" dir=\"rtl\">"),
        "{answer:?}"
    );
    assert!(
        answer.text.contains(&format!(
            "<h1>خطأ</h1><p>{}</p><p>{}</p>",
            arabic("bad-request"),
            arabic("go-back")
        )),
        "{answer:?}"
    );
    // No language of these pages.
    for path in ["/fr/p", "/en/p"] {
        assert_ne!(browser.post_text(path, "token=x").await.status, 200, "{path}");
    }
}
