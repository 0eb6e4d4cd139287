//! The codes by which whoever was referred answers on the page about them.

use std::time::Duration;

use serde_json::json;

use crate::person_page::{DAY, code, detail, done, post, progress, token};
use crate::support::{MEMBER, OTHER, TestApp, hidden, other_than, shows, with_frames};
use crate::undoing::{referral, referral_of};

/// Whoever tells a code on the telephone knows what it was for, and the referrer has the page, too.
#[tokio::test]
async fn a_code_for_one_answer_gives_no_other() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let (challenge, sent) = code(&app, &token, "agree").await;
    for wish in ["refuse", "never", "delete"] {
        let refused = done(&app, &token, wish, (&challenge, &sent)).await;
        assert_eq!(refused.status, 422, "{wish} {refused:?}");
    }
    assert_eq!(progress(&mut member, &key).await["consent"]["answer"], "asked");
    let agreed = done(&app, &token, "agree", (&challenge, &sent)).await;
    assert_eq!(agreed.header("location"), "/p/agreed", "{agreed:?}");
}

#[tokio::test]
async fn what_only_the_person_may_say_needs_a_code_of_their_own_number() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    for (place, wish) in ["agree", "refuse", "never", "delete"].into_iter().enumerate() {
        // A fourth code of one day would need a puzzle.
        app.wait(if place == 3 { DAY } else { Duration::from_secs(901) });
        let (challenge, sent) = code(&app, &token, wish).await;
        let wrong = if sent == "000000" { "000001" } else { "000000" };
        let answer = done(&app, &token, wish, (&challenge, wrong)).await;
        assert_eq!(answer.status, 422, "{answer:?}");
        // The field says what is wrong with it, and the page is still for the same wish.
        let error =
            "<input id=\"a\" aria-describedby=\"a-error\" aria-invalid=\"true\" name=\"code\"";
        assert!(answer.text.contains(error) && shows(&answer.text, wish), "{answer:?}");
        assert_eq!(hidden(&answer.text, "challenge"), challenge);
        // It opens no session, and one for logging in says nothing here.
        let login = json!({ "challenge": challenge, "mode": "login", "code": sent });
        app.guest().post("/api/session", login).await.is(422, "wrong-code");
        let own = app.code(&mut app.guest(), MEMBER).await;
        let answer = done(&app, &token, wish, (&own.0, &own.1)).await;
        assert_eq!(answer.status, 422, "{answer:?}");
    }
    app.enter(&mut member, MEMBER, "login").await;
    assert_eq!(progress(&mut member, &key).await["consent"]["answer"], "asked");
    // Nor does a code of another page: each is for one number.
    app.wait(DAY);
    app.enter(&mut member, MEMBER, "login").await;
    let second = referral_of(&mut member, "9000000021").await;
    let other = self::token(&mut member, &second).await;
    let (challenge, sent) = code(&app, &other, "delete").await;
    let answer = done(&app, &token, "delete", (&challenge, &sent)).await;
    assert_eq!(answer.status, 404, "{answer:?}");
    assert_eq!(detail(&mut member, &key).await["referral"]["version"], 2);
}

/// Whoever has the number's own device is not kept from a code by strangers who have asked for some.
#[tokio::test]
async fn a_known_device_has_limits_of_its_own_and_others_wait() {
    let app = TestApp::new().await;
    let (mut member, owner) = (app.member(MEMBER).await, app.member(OTHER).await);
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let asked = [("token", token.as_str()), ("want", "code"), ("answer", "agree")];
    for _ in 0..3 {
        app.wait(Duration::from_secs(901));
        assert!(post(&app, &asked).await.status < 500);
    }
    app.wait(Duration::from_secs(901));
    let refused = post(&app, &asked).await;
    assert_eq!(refused.status, 429, "{refused:?}");
    let words = "<h2>Error: We have sent several codes to this number today.";
    assert!(refused.text.contains(words), "{refused:?}");
    let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(asked).finish();
    let mut theirs = with_frames(&app).on_device_of(&owner);
    let sent = theirs.post_text("/p", form).await;
    assert!(sent.status == 200 && shows(&sent.text, "agree"), "{sent:?}");
    assert_eq!(sent.header("set-cookie"), "");
}

#[tokio::test]
async fn another_code_is_sent_and_where_none_is_the_one_before_still_works() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let (first, sent) = code(&app, &token, "refuse").await;
    let again = [
        ("token", token.as_str()),
        ("want", "code"),
        ("answer", "refuse"),
        ("challenge", first.as_str()),
    ];
    for _ in 0..2 {
        let page = post(&app, &again).await;
        assert!(page.status == 200 && shows(&page.text, "refuse"), "{page:?}");
        assert_ne!(hidden(&page.text, "challenge"), first);
    }
    let refused = post(&app, &again).await;
    assert!(refused.status == 429 && shows(&refused.text, "refuse"), "{refused:?}");
    assert!(refused.text.contains("<h2>Error: We have already sent several codes"), "{refused:?}");
    assert_eq!(hidden(&refused.text, "challenge"), first);
    let closed = done(&app, &token, "refuse", (&first, &sent)).await;
    assert_eq!(closed.header("location"), "/p/refused", "{closed:?}");
}

#[tokio::test]
async fn a_wrong_code_does_not_wait_for_somebody_elses_erasure() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let (challenge, right) = code(&app, &token, "delete").await;
    let permit = app.state.take_erasure().unwrap();
    let wrong = other_than(&right);
    let answer = done(&app, &token, "delete", (&challenge, &wrong)).await;
    assert_eq!(answer.status, 422, "{answer:?}");
    let busy = done(&app, &token, "delete", (&challenge, &right)).await;
    assert_eq!(busy.status, 429, "{busy:?}");
    drop(permit);
    let deleted = done(&app, &token, "delete", (&challenge, &right)).await;
    assert_eq!(deleted.header("location"), "/p/deleted", "the code was not used up: {deleted:?}");
}

/// Anybody may ask for codes to log in with. Only whoever has the page's address asks for those that it needs.
#[tokio::test]
async fn whoever_asks_for_other_codes_keeps_nobody_from_an_answer() {
    let app = TestApp::new().await;
    let mut member = app.member(MEMBER).await;
    let key = referral(&mut member).await;
    let token = token(&mut member, &key).await;
    let asked = json!({ "mobile": OTHER });
    for _ in 0..3 {
        assert_eq!(app.guest().post("/api/codes", asked.clone()).await.status, 202);
    }
    assert_ne!(app.guest().post("/api/codes", asked).await.status, 202);
    let (challenge, sent) = code(&app, &token, "refuse").await;
    let closed = done(&app, &token, "refuse", (&challenge, &sent)).await;
    assert_eq!(closed.header("location"), "/p/refused", "{closed:?}");
}
