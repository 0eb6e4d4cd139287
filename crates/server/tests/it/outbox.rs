//! Deliveries to webhooks.

use std::{
    fmt::Display,
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use server::{WebhookPost, delivery::outbox};
use sha2::Sha256;
use testkit::{Posted, Receiver};

use crate::support::{ADMIN, Browser, MEMBER, TestApp, at, logged, submission};

/// A webhook, and the admin who has added it.
struct Hook {
    admin: Browser,
    path: String,
    secret: String,
}

impl Hook {
    async fn add(app: &TestApp, addr: impl Display) -> Self {
        let mut admin = app.admin().await;
        let request = json!({ "url": format!("http://{addr}/in") });
        let added = admin.post("/api/webhooks", request).await;
        let id = added.value()["webhook"]["id"].as_str().unwrap();
        let secret = added.value()["secret"].as_str().unwrap().to_owned();
        Self { admin, path: format!("/api/webhooks/{id}"), secret }
    }

    /// The newest delivery.
    async fn delivery(&mut self) -> Value {
        let path = format!("{}/deliveries", self.path);
        self.admin.get(&path).await.body["deliveries"][0].clone()
    }

    async fn replay(&mut self) -> u16 {
        let id = self.delivery().await["id"].as_str().unwrap().to_owned();
        self.admin.post(&format!("/api/deliveries/{id}/replay"), json!({})).await.status
    }
}

async fn submit(app: &TestApp, referred: &str) -> String {
    let answer = app.guest().post("/api/referrals", submission(referred)).await;
    answer.value()["key"].as_str().unwrap().to_owned()
}

pub(crate) async fn deliver(app: &TestApp) {
    outbox::once(&app.state).await.unwrap();
}

/// How many of the signatures are correct for this secret, according to the specification.
fn right(posted: &Posted, secret: &str) -> usize {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    let (id, timestamp) = (posted.field("webhook-id"), posted.field("webhook-timestamp"));
    mac.update(format!("{id}.{timestamp}.{}", posted.body).as_bytes());
    let wanted = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    posted.field("webhook-signature").split(' ').filter(|signature| *signature == wanted).count()
}

/// Each of these makes the server post to another one, so they are limited.
#[tokio::test]
async fn too_many_replayed_deliveries_must_wait() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    let mut hook = Hook::add(&app, receiver.addr).await;
    let test = format!("{}/test", hook.path);
    for _ in 0..19 {
        assert_eq!(hook.admin.post(&test, json!({})).await.status, 202);
    }
    assert_eq!(hook.replay().await, 202);
    let answer = hook.admin.post(&test, json!({})).await;
    answer.is(429, "too-many-requests");
    assert_eq!(answer.header("retry-after"), "6");
    assert_eq!(hook.replay().await, 429);
    app.wait(Duration::from_secs(6));
    assert_eq!(hook.admin.post(&test, json!({})).await.status, 202);
}

#[tokio::test]
async fn deliveries_are_signed_and_contain_no_name() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    let mut hook = Hook::add(&app, receiver.addr).await;
    let at = app.time();
    let key = submit(&app, "Meera").await;
    app.wait(Duration::from_secs(5));
    let award = json!({ "points": "5", "version": 1 });
    hook.admin.put(&format!("/api/referrals/{key}/points"), award).await.value();
    let message =
        json!({ "name": "Asha", "email": "a@b.example", "subject": "S", "message": "Hello" });
    app.guest().post("/api/messages", message).await.value();
    deliver(&app).await;
    let mut posted = receiver.posted();
    posted.sort_by_key(|posted| posted.json()["type"].to_string());
    let [message, changed, submitted, earned] = posted.as_slice() else {
        panic!("{}", posted.len())
    };
    // The present state.
    let data = json!({ "key": key, "status": "Successful", "stage": "successful", "version": 2 });
    let time = |millis: u64| {
        let time = chrono::DateTime::from_timestamp_millis(i64::try_from(millis).unwrap()).unwrap();
        time.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()
    };
    let (first, then) = (time(at.as_millis()), time(at.as_millis() + 5000));
    let body = json!({ "type": "referral.submitted", "timestamp": first, "data": data });
    assert_eq!(submitted.json(), body);
    let body = json!({ "type": "referral.changed", "timestamp": then, "data": data });
    assert_eq!(changed.json(), body);
    let body = json!({ "type": "reward.earned", "timestamp": then, "data": data });
    assert_eq!(earned.json(), body);
    assert_eq!(message.json()["type"], "message.received");
    assert_eq!(message.json()["data"].as_object().unwrap().len(), 1);
    for posted in &posted {
        assert_eq!(right(posted, &hook.secret), 1);
        assert_eq!(posted.field("content-type"), "application/json");
        let seconds = app.time().as_millis() / 1000;
        assert_eq!(posted.field("webhook-timestamp"), seconds.to_string());
        for told in ["Meera", "Gita", "9000000001", "Asha", "Hello"] {
            assert!(!posted.body.contains(told), "{}", posted.body);
        }
    }
    deliver(&app).await;
    assert!(receiver.posted().is_empty(), "each is told once");
    let delivery = hook.delivery().await;
    assert_eq!(delivery["state"], "delivered");
    assert_eq!((&delivery["status"], &delivery["attempts"]), (&json!(204), &json!(1)));
}

/// Scenario 9 of the programme; `trials crash` kills the server.
#[tokio::test]
async fn a_receiver_that_was_down_for_a_day_gets_every_delivery() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    receiver.answer("");
    let mut hook = Hook::add(&app, receiver.addr).await;
    let mut keys = Vec::new();
    for hour in 0..24 {
        keys.push(submit(&app, &format!("Person {hour}")).await);
        for _ in 0..60 {
            deliver(&app).await;
            app.wait(Duration::from_secs(60));
        }
    }
    hook.admin = app.admin().await;
    let waiting = hook.delivery().await;
    assert_eq!(
        (&waiting["state"], &waiting["failure"]),
        (&json!("waiting"), &json!("unreachable"))
    );
    assert!(waiting["nextTry"].as_u64().unwrap() > app.time().as_millis());
    receiver.answer("204 X");
    // A server has claimed one and is killed. At least the newest is due.
    app.wait(Duration::from_secs(3600));
    keys.push(submit(&app, "Person 24").await);
    let now = app.time();
    let until = at(now.as_millis() + 120_000);
    let channels = app.store.due_channels(now).await.unwrap();
    let killed = app.store.claim_delivery(&channels[0], now, until).await.unwrap().unwrap();
    deliver(&app).await;
    let mut posted = receiver.posted();
    let is_killed = |posted: &Posted| posted.field("webhook-id") == killed.delivery.id;
    assert!(!posted.iter().any(is_killed));
    for _ in 0..24 {
        app.wait(Duration::from_secs(3600));
        deliver(&app).await;
        posted.extend(receiver.posted());
    }
    let mut told: Vec<_> =
        posted.iter().map(|posted| posted.json()["data"]["key"].clone()).collect();
    told.sort_by_key(Value::to_string);
    keys.sort();
    assert_eq!(told, keys.into_iter().map(Value::from).collect::<Vec<_>>());
    assert!(posted.iter().any(is_killed));
    assert!(posted.iter().all(|posted| right(posted, &hook.secret) == 1));
}

/// Scenario 9 of the programme: what was given up is sent again.
#[tokio::test]
async fn a_delivery_is_tried_ten_times_and_replayed_with_the_same_id() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    receiver.answer("500 X");
    let mut hook = Hook::add(&app, receiver.addr).await;
    submit(&app, "Meera").await;
    let mut tries = Vec::new();
    let begun = app.time().as_millis();
    // To the minute, after the first five seconds.
    for wait in [5, 1].into_iter().chain([60; 6 * 24 * 60]) {
        deliver(&app).await;
        let now = app.time().as_millis() - begun;
        tries.extend(receiver.posted().into_iter().map(|posted| (now, posted)));
        app.wait(Duration::from_secs(wait));
    }
    assert_eq!(tries.len(), 10);
    let hours = [0.0, 0.0, 0.08, 0.5, 2.0, 5.0, 10.0, 14.0, 20.0, 24.0];
    for (pair, pause) in tries.windows(2).zip(&hours[1..]) {
        let hours = (pair[1].0 - pair[0].0) as f64 / 3_600_000.0;
        // At most a fifth more, checked once a minute.
        assert!((*pause..=pause * 1.2 + 0.06).contains(&hours), "{hours} after {pause}");
    }
    let name = tries[0].1.field("webhook-id").to_owned();
    assert!(tries.iter().all(|(_, posted)| posted.field("webhook-id") == name));
    assert!(tries.iter().all(|(_, posted)| right(posted, &hook.secret) == 1));
    hook.admin = app.admin().await;
    let failed = hook.delivery().await;
    assert_eq!((&failed["state"], &failed["nextTry"]), (&json!("failed"), &json!(null)));
    assert_eq!((&failed["status"], &failed["failure"]), (&json!(500), &json!("deferred")));
    app.wait(Duration::from_secs(24 * 3600));
    deliver(&app).await;
    assert!(receiver.posted().is_empty(), "it is given up");

    receiver.answer("200 X");
    hook.admin = app.admin().await;
    assert_eq!(hook.replay().await, 202);
    deliver(&app).await;
    assert_eq!(receiver.posted()[0].field("webhook-id"), name);
    assert_eq!(hook.delivery().await["state"], "delivered");
    let gone = hook.admin.post("/api/deliveries/none/replay", json!({})).await;
    gone.is(404, "bad-request");
}

#[tokio::test]
async fn a_receivers_retry_after_is_honoured() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    let mut hook = Hook::add(&app, receiver.addr).await;
    submit(&app, "Meera").await;
    receiver.answer("503 X\r\nretry-after: 3600");
    deliver(&app).await;
    let next = hook.delivery().await["nextTry"].as_u64().unwrap();
    assert_eq!(next, app.time().as_millis() + 3_600_000);
    receiver.posted();
    // Nothing else is sent to it during that time.
    submit(&app, "Binu").await;
    app.wait(Duration::from_secs(3599));
    deliver(&app).await;
    assert!(receiver.posted().is_empty());
    receiver.answer("200 X");
    app.wait(Duration::from_secs(1));
    deliver(&app).await;
    assert_eq!(receiver.posted().len(), 2);
}

#[tokio::test]
async fn a_receiver_that_answers_410_gets_nothing_until_it_is_enabled() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    receiver.answer("410 X");
    let mut hook = Hook::add(&app, receiver.addr).await;
    submit(&app, "Meera").await;
    deliver(&app).await;
    receiver.posted();
    submit(&app, "Binu").await;
    app.wait(Duration::from_secs(3600));
    deliver(&app).await;
    assert!(receiver.posted().is_empty());
    let webhooks = hook.admin.get("/api/webhooks").await.body;
    assert_eq!(webhooks["webhooks"][0]["enabled"], false);
    let events = app.events(None, 9).await;
    assert!(events.iter().any(|event| event.kind == "webhook-gone" && event.actor.is_none()));
    receiver.answer("200 X");
    let on = json!({ "enabled": true });
    let patched = hook.admin.patch(&hook.path, on);
    assert_eq!(patched.await.value()["enabled"], true);
    deliver(&app).await;
    assert_eq!(receiver.posted().len(), 1);
}

#[tokio::test]
async fn both_secrets_are_good_for_a_day_after_a_new_one_is_made() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    let mut hook = Hook::add(&app, receiver.addr).await;
    let rotated = hook.admin.post(&format!("{}/rotate", hook.path), json!({})).await;
    let secret = rotated.value()["secret"].as_str().unwrap();
    assert_ne!(secret, hook.secret);
    let until = app.time().as_millis() + 24 * 3_600_000;
    assert_eq!(rotated.value()["webhook"]["rotatingUntil"], until);
    for (wait, before) in [(0, 1), (24 * 3600, 0)] {
        app.wait(Duration::from_secs(wait));
        submit(&app, "Meera").await;
        deliver(&app).await;
        let posted = receiver.posted();
        assert_eq!((right(&posted[0], secret), right(&posted[0], &hook.secret)), (1, before));
    }
    // Both secrets appear only in the answers that created them.
    let mut admin = app.admin().await;
    let listed = admin.get("/api/webhooks").await.text;
    let file = std::fs::read(app.folder().join("site.db")).unwrap();
    for secret in [secret, &hook.secret] {
        let plain = secret.strip_prefix("whsec_").unwrap();
        let key = STANDARD.decode(plain).unwrap();
        assert!(!listed.contains(plain) && !logged().contains(plain));
        for secret in [plain.as_bytes(), &key] {
            assert!(!file.windows(secret.len()).any(|bytes| bytes == secret));
        }
    }
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let app = TestApp::new().await;
    let (receiver, other) = (Receiver::new(), Receiver::new());
    receiver.answer(&format!("307 X\r\nlocation: http://{}/", other.addr));
    let mut hook = Hook::add(&app, receiver.addr).await;
    submit(&app, "Meera").await;
    deliver(&app).await;
    assert!(other.posted().is_empty());
    let delivery = hook.delivery().await;
    assert_eq!((&delivery["status"], &delivery["failure"]), (&json!(307), &json!("refused")));
}

#[tokio::test]
async fn nothing_is_posted_to_private_addresses() {
    let app = TestApp::with(|parts| parts.webhooks = WebhookPost::new(false)).await;
    let receiver = Receiver::new();
    let mut admin = app.admin().await;
    for url in [
        format!("http://{}/", receiver.addr),
        format!("https://{}/", receiver.addr),
        "http://hooks.example/".to_owned(),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://[fd00:ec2::254]/".to_owned(),
    ] {
        admin.post("/api/webhooks", json!({ "url": url })).await.is(422, "webhook-address");
    }
    // The host name is resolved at each post.
    let url = format!("https://localhost:{}/", receiver.addr.port());
    let added = admin.post("/api/webhooks", json!({ "url": url })).await;
    let path = format!("/api/webhooks/{}", added.value()["webhook"]["id"].as_str().unwrap());
    let elsewhere = json!({ "url": "https://127.0.0.1/" });
    let patched = admin.patch(&path, elsewhere).await;
    patched.is(422, "webhook-address");
    let test = admin.post(&format!("{path}/test"), json!({})).await;
    assert_eq!((test.status, &test.value()["event"]), (202, &json!("webhook.test")));
    deliver(&app).await;
    assert!(receiver.posted().is_empty());
    let deliveries = admin.get(&format!("{path}/deliveries")).await.body;
    assert_eq!(deliveries["deliveries"][0]["failure"], "private-address");
}

#[tokio::test]
async fn no_delivery_about_an_erased_person_is_sent() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    let mut hook = Hook::add(&app, receiver.addr).await;
    let mut member = app.member(MEMBER).await;
    member.post("/api/referrals", submission("Meera")).await.value();
    receiver.answer("500 X");
    deliver(&app).await;
    assert_eq!(receiver.posted().len(), 1);
    member.delete("/api/me").await.value();
    app.wait(Duration::from_secs(3600));
    deliver(&app).await;
    assert!(receiver.posted().is_empty());
    assert_eq!(hook.delivery().await, json!(null));
}

#[tokio::test]
async fn only_the_admin_changes_webhooks_and_it_is_recorded() {
    let app = TestApp::new().await;
    let receiver = Receiver::new();
    let mut hook = Hook::add(&app, receiver.addr).await;
    hook.admin.post(&format!("{}/test", hook.path), json!({})).await;
    deliver(&app).await;
    assert_eq!(receiver.posted()[0].json()["data"], json!({}));
    hook.replay().await;
    hook.admin.post(&format!("{}/rotate", hook.path), json!({})).await;
    let off = json!({ "enabled": false, "events": ["referral.changed"] }).to_string();
    let changed = hook.admin.ask(axum::http::Method::PATCH, &hook.path, off.into()).await;
    assert_eq!(changed.value()["events"], json!(["referral.changed"]));
    assert_eq!(hook.admin.delete(&hook.path).await.status, 204);
    hook.admin.delete(&hook.path).await.is(404, "bad-request");
    hook.admin.get(&format!("{}/deliveries", hook.path)).await.is(404, "bad-request");
    let admin = app.state.secret.number(&crate::support::number(ADMIN));
    let events = app.events(Some(admin), 99).await;
    let kinds: Vec<_> = events.iter().rev().map(|event| event.kind.as_str()).collect();
    let done = [
        "webhook-added",
        "webhook-tested",
        "delivery-replayed",
        "webhook-rotated",
        "webhook-changed",
        "webhook-removed",
    ];
    assert!(kinds.ends_with(&done), "{kinds:?}");
    for (mut other, status, code) in [
        (app.guest(), 401, "not-logged-in"),
        (app.member(MEMBER).await, 403, "not-admin"),
        (app.unconfirmed_admin().await, 403, "second-factor-missing"),
    ] {
        other.get("/api/webhooks").await.is(status, code);
        other.post("/api/webhooks", json!({ "url": "https://a.example" })).await.is(status, code);
        other.post("/api/deliveries/a/replay", json!({})).await.is(status, code);
    }
}

/// Waits until something is there, for at most ten seconds: less than a receiver may take.
async fn soon(is_there: impl Fn() -> bool) -> bool {
    for _ in 0..200 {
        if is_there() {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    false
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_receiver_delays_nobody_else() {
    let app = TestApp::new().await;
    let slow = TcpListener::bind("127.0.0.1:0").unwrap();
    let slow_addr = slow.local_addr().unwrap();
    let waiting = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&waiting);
    thread::spawn(move || {
        let mut held = Vec::new();
        for stream in slow.incoming() {
            held.push(stream);
            count.store(held.len(), Ordering::SeqCst);
        }
    });
    Hook::add(&app, slow_addr).await;
    for number in 0..20 {
        submit(&app, &format!("Person {number}")).await;
    }
    let mut member = app.member(MEMBER).await;
    member.put("/api/me/notifications", json!({ "notify": "sms" })).await.value();
    let referral = member.post("/api/referrals", submission("Meera")).await;
    let key = referral.value()["key"].as_str().unwrap();
    let award = json!({ "points": "5", "version": 1 });
    app.admin().await.put(&format!("/api/referrals/{key}/points"), award).await.value();
    app.wait(Duration::from_secs(600));
    let healthy = Receiver::new();
    Hook::add(&app, healthy.addr).await;
    submit(&app, "Binu").await;

    let delivering = tokio::spawn(outbox::deliver(app.state.clone()));
    assert!(soon(|| !healthy.posted().is_empty()).await, "a webhook waits for another");
    assert!(soon(|| !app.letters.texts.lock().unwrap().is_empty()).await, "so does a text");
    submit(&app, "Asha").await;
    assert!(soon(|| !healthy.posted().is_empty()).await, "what comes later waits too");
    assert_eq!(waiting.load(Ordering::SeqCst), 2, "posts to one receiver at once");
    delivering.abort();
}
