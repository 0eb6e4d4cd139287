//! What must not be in the log.

use crate::support::{ADMIN, Fault, TestApp, logged, other_than};
use serde_json::json;

#[tokio::test]
async fn no_number_name_code_or_token_is_ever_logged() {
    let app = TestApp::new().await;
    let mobile = "9555123987";
    let mut member = app.member(mobile).await;
    let form = json!({
        "draft": {
            "referrerName": "", "referrerPhone": "", "referredName": "Xanthippe",
            "referredPhone": "04455667788", "service": "training", "notes": "Quetzalcoatl",
        },
    });
    let answer = member.post("/api/referrals", form.clone()).await;
    let key = answer.value()["key"].as_str().unwrap().to_owned();
    member.post("/api/referrals/search", json!({ "search": "Xanthippe" })).await.body["referrals"]
        .as_array()
        .unwrap();
    member.get("/api/referrals?search=Xanthippe").await.is(400, "bad-request");
    member.get(&format!("/api/referrals/{key}/history")).await;
    member.get("/api/9555123987").await;
    let (challenge, code) = app.code(&mut member, mobile).await;
    let wrong = other_than(&code);
    let entrance = json!({ "challenge": challenge, "mode": "login", "code": wrong });
    member.post("/api/session", entrance).await;
    // The errors of these methods contain the number and a name.
    app.store.fail(Some(("submit", Fault::Failed)));
    member.post("/api/referrals", form).await.is(500, "unavailable");
    app.store.fail(None);
    app.letters.fails.store(true, std::sync::atomic::Ordering::SeqCst);
    let answer = member.post("/api/codes", json!({ "mobile": mobile })).await;
    answer.is(503, "sending-failed");
    let token = member.cookie().unwrap().split_once('=').unwrap().1.to_owned();

    let log = logged();
    assert!(log.contains("answered"), "there is a log");
    assert!(log.contains("route=\"/api/referrals/{key}/history\""));
    let secrets = [mobile, "Xanthippe", "Quetzalcoatl", "04455667788", &token, ADMIN];
    for secret in secrets.into_iter().chain([&*key, &challenge]) {
        assert_eq!(log.lines().find(|line| line.contains(secret)), None, "{secret} is logged");
    }
    // Only as a whole word: times and ids may happen to contain the same six digits.
    let is_word = |line: &&str| line.split(|it: char| !it.is_alphanumeric()).any(|it| it == code);
    assert_eq!(log.lines().find(is_word), None, "{code} is logged");
}
