//! A store that fails: every answer says so, and no change is partial.

use crate::redeeming::wish;
use crate::support::{Answer, Browser, Fault, MEMBER, TestApp, submission};
use axum::http::Method;
use serde_json::{Value, json};

/// All requests, with the person who sends them.
const QUESTIONS: [(&str, &str, &str); 21] = [
    ("guest", "POST", "/api/codes"),
    ("guest", "POST", "/api/session"),
    ("member", "GET", "/api/session"),
    ("member", "DELETE", "/api/session"),
    ("member", "DELETE", "/api/sessions"),
    ("member", "GET", "/api/sessions"),
    ("member", "POST", "/api/referrals"),
    ("member", "GET", "/api/referrals"),
    ("member", "GET", "/api/export"),
    ("member", "DELETE", "/api/me"),
    ("member", "POST", REDEEM),
    ("guest", "POST", "/api/messages"),
    ("admin", "POST", "/api/session/second-factor"),
    ("admin", "PUT", "/api/referrals/{key}/points"),
    ("admin", "POST", "/api/referrals/{key}/commands"),
    ("admin", "GET", "/api/referrals/{key}/history"),
    ("admin", "POST", BY_HAND),
    ("admin", "POST", "/api/erasures"),
    ("admin", "POST", "/api/import"),
    ("admin", "POST", "/api/spreadsheets"),
    ("admin", "PUT", "/api/messages/{message}"),
];

/// Exchanging points, for which the member has to have some.
const REDEEM: &str = "/api/me/redemptions";

/// Entering points by hand.
const BY_HAND: &str = "/api/referrers/{key}/rewards";

/// An export with one account.
const EXPORT: &str = r#"{"format":"referral-programme","version":1,"registeredUsers":
    [{"name":"User7777","mobileNumber":"9000007777","isAdmin":false}],"allReferrals":[],
    "unreadableRecords":[]}"#;

/// A member with a referral, a message, and the admin.
struct World {
    app: TestApp,
    guest: Browser,
    member: Browser,
    admin: Browser,
    key: String,
    message: String,
    entrance: Value,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let mut member = app.member(MEMBER).await;
        let answer = member.post("/api/referrals", submission("Asha")).await;
        let key = answer.value()["key"].as_str().unwrap().to_owned();
        let admin = app.admin().await;
        app.wait(std::time::Duration::from_secs(30));
        let sent = json!({ "name": "B", "email": "b@b.example", "subject": "T", "message": "N" });
        app.guest().post("/api/messages", sent).await.value();
        let page = admin.clone().get("/api/messages").await.body;
        let message = page["messages"][0]["key"].as_str().unwrap().to_owned();
        let mut guest = app.guest();
        let (challenge, code) = app.code(&mut guest, "9222333444").await;
        let entrance = json!({ "challenge": challenge, "mode": "signup", "code": code });
        Self { app, guest, member, admin, key, message, entrance }
    }

    /// A world in which this can be asked.
    async fn of((_, _, path): (&str, &str, &str)) -> Self {
        let mut world = Self::new().await;
        if path == REDEEM {
            crate::redeeming::earn(&mut world.member, &mut world.admin, "9000000021", "500").await;
            crate::redeeming::publish(&mut world.admin, crate::redeeming::offers()).await.value();
        }
        world
    }

    async fn ask(&self, (who, method, path): (&str, &str, &str)) -> Answer {
        let browser = match who {
            "guest" => &self.guest,
            "member" => &self.member,
            _ => &self.admin,
        };
        // The same key each time, as in a page's retry.
        let mut browser = browser.clone().with("idempotency-key", "0123456789abcdef");
        let body = match path {
            "/api/codes" => json!({ "mobile": "9333444555" }),
            "/api/session" => self.entrance.clone(),
            "/api/referrals" => submission("Balu"),
            REDEEM => wish("transfer"),
            "/api/messages" => {
                json!({ "name": "A", "email": "a@b.example", "subject": "S", "message": "M" })
            }
            "/api/session/second-factor" => json!({ "code": self.app.second_factor() }),
            "/api/erasures" => json!({ "phone": "044 2345" }),
            "/api/import" => serde_json::from_str(EXPORT).unwrap(),
            "/api/spreadsheets" => {
                crate::spreadsheets::sheet(&[crate::spreadsheets::row("Balu", "98000 00001")])
            }
            "/api/referrals/{key}/commands" => json!({
                "version": 1, "command": { "kind": "say", "way": "whatsapp", "words": "Hello" }
            }),
            BY_HAND => json!({ "points": "5", "takes": false, "note": "Thanks" }),
            "/api/messages/{message}" => json!({ "action": "mark-handled" }),
            _ => json!({ "points": "5", "version": 1 }),
        };
        let path = path.replace("{key}", &self.key).replace("{message}", &self.message);
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        browser.ask(method, &path, body.to_string().into()).await
    }

    /// All content of the store, except counters.
    async fn state(&self) -> (String, Value, Value, Value, Value) {
        let mut admin = self.admin.clone();
        let copy = admin.get("/api/export").await;
        let messages = admin.get("/api/messages").await.body;
        let session = self.member.clone().get("/api/session").await.body;
        let redemptions = admin.get("/api/redemptions").await.body;
        let points = admin.get("/api/rewards/owed").await.body;
        (copy.text, messages, session, redemptions, points)
    }
}

#[tokio::test]
async fn after_any_failure_nothing_is_partial_and_a_retry_succeeds() {
    for question in QUESTIONS {
        let world = World::of(question).await;
        world.app.store.calls();
        let well = world.ask(question).await;
        assert!(well.status < 300, "{question:?}: {well:?}");
        let mut methods = world.app.store.calls();
        methods.sort_unstable();
        methods.dedup();
        // An import succeeds even if its answer cannot be stored, because it can be repeated.
        methods.retain(|&method| method != "keep_answer");
        for (place, method) in methods.into_iter().enumerate() {
            // A failure to record an event is logged, and does not stop the request.
            if method == "record_event" {
                continue;
            }
            // The first method has all faults. To save time, the others take turns.
            let faults = [(Fault::Failed, 500), (Fault::Full, 503), (Fault::Unavailable, 503)];
            let turn = if place == 0 { 0..faults.len() } else { place % 3..place % 3 + 1 };
            for (fault, status) in faults[turn].iter().copied() {
                let world = World::of(question).await;
                let before = world.state().await;
                world.app.store.fail(Some((method, fault)));
                let answer = world.ask(question).await;
                if method == "remember_device" {
                    // The login succeeds without it. The next code may need a proof of work.
                    assert_eq!(answer.status, 200, "{answer:?}");
                    let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
                    assert_eq!(cookies.len(), 1, "{cookies:?}");
                    continue;
                }
                answer.is(status, "unavailable");
                assert!(!answer.text.contains("locked"), "{answer:?}");
                assert_eq!(answer.header("set-cookie"), "", "{question:?} {method}");
                world.app.store.fail(None);
                assert_eq!(world.state().await, before, "{question:?} {method}");
                let again = world.ask(question).await;
                if method == "open_session" {
                    // A correct code is used up even so, because somebody may have read it.
                    again.is(422, "code-expired");
                } else {
                    assert!(again.status < 300, "{question:?} after {method}: {again:?}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_retry_after_a_lost_answer_is_done_once_and_answered_alike() {
    for (question, method) in [
        (("member", "POST", "/api/referrals"), "submit"),
        (("guest", "POST", "/api/messages"), "keep_message"),
        (("member", "DELETE", "/api/session"), "close_session"),
        (("member", "DELETE", "/api/me"), "erase_referrer"),
        (("member", "POST", REDEEM), "request_redemption"),
        (("admin", "PUT", "/api/referrals/{key}/points"), "change"),
        (("admin", "POST", BY_HAND), "enter_by_hand"),
        (("admin", "POST", "/api/erasures"), "erase_referred"),
        (("admin", "PUT", "/api/messages/{message}"), "change_message"),
    ] {
        let well = World::of(question).await.ask(question).await;
        let world = World::of(question).await;
        world.app.store.fail(Some((method, Fault::Lost)));
        world.ask(question).await.is(503, "outcome-unknown");
        world.app.store.fail(None);
        let after = world.state().await;
        let again = world.ask(question).await;
        assert_eq!((again.status, &again.body), (well.status, &well.body), "{question:?}");
        assert_eq!(again.header("set-cookie"), well.header("set-cookie"), "{question:?}");
        assert_eq!(world.state().await, after, "{question:?}");
    }
}

#[tokio::test]
async fn a_retried_import_gets_the_same_answer_or_finds_everything_imported() {
    let question = ("admin", "POST", "/api/import");
    let world = World::new().await;
    let first = world.ask(question).await;
    assert_eq!(first.value()["new"], 1);
    assert_eq!(world.ask(question).await.body, first.body);

    let world = World::new().await;
    world.app.store.fail(Some(("import", Fault::Lost)));
    world.ask(question).await.is(503, "outcome-unknown");
    world.app.store.fail(None);
    let again = world.ask(question).await;
    assert_eq!((&again.value()["new"], &again.value()["same"]), (&json!(0), &json!(1)));
}

#[tokio::test]
async fn points_that_are_saved_again_without_a_key_are_refused_with_what_was_saved() {
    let world = World::new().await;
    let mut admin = world.admin.clone().with("idempotency-key", "");
    let path = format!("/api/referrals/{}/points", world.key);
    let request = json!({ "points": "5", "version": 1 });
    world.app.store.fail(Some(("change", Fault::Lost)));
    admin.put(&path, request.clone()).await.is(503, "outcome-unknown");
    world.app.store.fail(None);
    let again = admin.put(&path, request.clone()).await;
    again.is(412, "referral-stale");
    assert_eq!(again.body["change"]["by"], "User0000");
    assert_eq!(again.body["current"]["referral"]["points"], 5);
    let mut admin = admin.with("idempotency-key", "short");
    admin.put(&path, request).await.is(400, "bad-request");
}

#[tokio::test]
async fn the_same_key_for_other_points_is_another_award() {
    let world = World::new().await;
    let mut admin = world.admin.clone().with("idempotency-key", "0123456789abcdef");
    let path = format!("/api/referrals/{}/points", world.key);
    admin.put(&path, json!({ "points": "5", "version": 1 })).await.value();
    let other = json!({ "points": "7", "version": 1 });
    admin.put(&path, other).await.is(412, "referral-stale");
    let mut elsewhere = world.app.admin().await.with("idempotency-key", "0123456789abcdef");
    let again = elsewhere.put(&path, json!({ "points": "5", "version": 1 })).await;
    assert_eq!(again.value()["version"], 2);
}

#[tokio::test]
async fn a_store_that_fails_makes_the_server_not_ready() {
    let app = TestApp::new().await;
    let mut browser = app.operator();
    assert_eq!(browser.get("/readyz").await.text, "ready\n");
    for (fault, seconds, words) in [
        (("check", Fault::Unavailable), 1, "not ready: the database does not answer"),
        (
            ("check_writing", Fault::Full),
            5,
            "not ready: nothing can be stored: the disk of the database is full",
        ),
        (("check_writing", Fault::Failed), 5, "not ready: nothing can be stored: "),
    ] {
        app.store.fail(Some(fault));
        app.wait(std::time::Duration::from_secs(seconds));
        let answer = browser.get("/readyz").await;
        assert_eq!(answer.status, 503, "{fault:?}: {}", answer.text);
        assert!(answer.text.starts_with(words), "{fault:?}: {}", answer.text);
        assert_eq!(browser.get("/healthz").await.status, 200);
    }
    // Somebody else writes for a while, as during an import.
    app.store.fail(Some(("check_writing", Fault::Unavailable)));
    app.wait(std::time::Duration::from_secs(5));
    assert_eq!(browser.get("/readyz").await.text, "ready\n");
}
