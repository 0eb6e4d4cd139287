//! How many codes are sent, and who needs a proof of work.

use std::{
    collections::BTreeSet,
    net::TcpListener,
    sync::{Arc, atomic::Ordering},
    thread,
    time::{Duration, Instant},
};

use crate::support::{
    ADMIN, Answer, Browser, Fault, MEMBER, OTHER, PEER, TestApp, logged, number, other_than,
    submission,
};
use api::SendLimits;
use serde_json::{Value, json};
use server::login::records::{CodeToSend, NewCode};
use server::{Limits, SignedPost, delivery::sending::GatewaySender};
use tokio::task::JoinSet;

const QUARTER: Duration = Duration::from_secs(15 * 60);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// An application behind a proxy that adds the client's address.
async fn behind_a_proxy(sends: SendLimits) -> TestApp {
    TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.sends = sends;
    })
    .await
}

/// A client with this number, in a network of its own.
fn stranger(app: &TestApp, place: usize) -> Browser {
    let address = format!("198.{}.{}.{}", 18 + place / 65536, place / 256 % 256, place % 256);
    app.guest().with("x-forwarded-for", &address)
}

fn asked_for(mobile: &str) -> Value {
    json!({ "mobile": mobile })
}

#[tokio::test]
async fn three_codes_in_a_quarter_of_an_hour_and_ten_in_a_day_for_a_device_that_is_known() {
    let app = TestApp::new().await;
    let mut browser = app.member(MEMBER).await.logged_out();
    let already = app.letters.sent.lock().unwrap().len();
    for _ in 0..3 {
        for _ in 0..3 {
            let answer = browser.post("/api/codes", asked_for(MEMBER)).await;
            assert_eq!(answer.status, 202, "{answer:?}");
        }
        let answer = browser.post("/api/codes", asked_for(MEMBER)).await;
        answer.is(429, "too-many-codes");
        app.wait(QUARTER);
    }
    app.code(&mut browser, MEMBER).await;
    app.wait(QUARTER);
    browser.post("/api/codes", asked_for(MEMBER)).await.is(429, "too-many-codes");
    assert_eq!(app.letters.sent.lock().unwrap().len(), already + 10);
    app.code(&mut browser, OTHER).await;
    app.wait(DAY);
    app.code(&mut browser, MEMBER).await;
}

#[tokio::test]
async fn one_network_gets_three_codes_for_a_number_in_a_quarter_of_an_hour() {
    let app = behind_a_proxy(SendLimits { today: 4, ..SendLimits::default() }).await;
    let mut one = stranger(&app, 1);
    for _ in 0..3 {
        app.code(&mut one, MEMBER).await;
    }
    one.post("/api/codes", asked_for(MEMBER)).await.is(429, "too-many-codes");
    app.code(&mut stranger(&app, 2), MEMBER).await;
    app.wait(QUARTER);
    app.code(&mut one, MEMBER).await;
    app.wait(QUARTER);
    one.post("/api/codes", asked_for(MEMBER)).await.is(429, "too-many-codes");
}

#[tokio::test]
async fn strangers_cannot_lock_out_the_owner_of_a_number() {
    let app = behind_a_proxy(SendLimits::default()).await;
    let mut owner = stranger(&app, 0);
    app.enter(&mut owner, MEMBER, "signup").await.value();
    for place in 1..=6 {
        let mut stranger = stranger(&app, place);
        app.code(&mut stranger, MEMBER).await;
        app.code(&mut stranger, ADMIN).await;
    }
    // On the known device at once; on another one after a proof of work.
    let sent = owner.logged_out().post("/api/codes", asked_for(MEMBER)).await;
    assert_eq!(sent.status, 202, "{sent:?}");
    let mut other = stranger(&app, 7);
    let refused = other.post("/api/codes", asked_for(MEMBER)).await;
    refused.is(428, "proof-required");
    let bits = refused.body["puzzle"]["bits"].as_u64().unwrap();
    assert!((16..=18).contains(&bits), "{bits}");
    app.enter(&mut other, MEMBER, "login").await.value();
    app.enter(&mut stranger(&app, 8), ADMIN, "login").await.value();
}

#[tokio::test]
async fn a_proof_is_valid_once_for_its_number_and_network() {
    let app = behind_a_proxy(SendLimits::default()).await;
    for place in 0..3 {
        app.code(&mut stranger(&app, place), MEMBER).await;
        app.code(&mut stranger(&app, place), OTHER).await;
    }
    let mut one = stranger(&app, 3);
    let refused = one.post("/api/codes", asked_for(MEMBER)).await;
    let proof = testkit::proof(&refused.body["puzzle"]);
    let with = |mobile, proof: &Value| json!({ "mobile": mobile, "proof": proof });
    let elsewhere = stranger(&app, 4).post("/api/codes", with(MEMBER, &proof)).await;
    elsewhere.is(428, "proof-required");
    one.post("/api/codes", with(OTHER, &proof)).await.is(428, "proof-required");
    let mut easier = proof.clone();
    easier["puzzle"]["bits"] = 0.into();
    one.post("/api/codes", with(MEMBER, &easier)).await.is(428, "proof-required");
    let sent = one.post("/api/codes", with(MEMBER, &proof)).await;
    assert_eq!(sent.status, 202, "{sent:?}");
    one.post("/api/codes", with(MEMBER, &proof)).await.is(428, "proof-required");
    let refused = one.post("/api/codes", asked_for(MEMBER)).await;
    let proof = testkit::proof(&refused.body["puzzle"]);
    app.wait(Duration::from_secs(10 * 60));
    one.post("/api/codes", with(MEMBER, &proof)).await.is(428, "proof-required");
}

#[tokio::test]
async fn strangers_cannot_use_up_the_codes_of_a_day() {
    let app = behind_a_proxy(SendLimits { overall: 40, ..SendLimits::default() }).await;
    let mut member = stranger(&app, 0);
    app.enter(&mut member, MEMBER, "signup").await.value();
    for place in 1..32 {
        let mobile = format!("90000000{place:02}");
        let free = stranger(&app, place).post("/api/codes", asked_for(&mobile)).await.status;
        assert_eq!(free, if place < 20 { 202 } else { 428 }, "{place}");
        if free == 428 {
            app.code(&mut stranger(&app, place), &mobile).await;
        }
    }
    let answer = stranger(&app, 33).post("/api/codes", asked_for("9000000099")).await;
    answer.is(429, "sending-paused");
    app.enter(&mut member, MEMBER, "login").await.value();
    let log = logged();
    for percent in [50, 80] {
        let line = log.lines().find(|line| line.contains(&format!("percent={percent}")));
        assert!(line.is_some_and(|line| line.contains("WARN")), "{line:?}");
    }
}

#[tokio::test]
async fn sending_is_paused_for_a_network_that_asks_too_often() {
    let app = behind_a_proxy(SendLimits { from_address: 2, ..SendLimits::default() }).await;
    let mut member = stranger(&app, 1);
    app.enter(&mut member, MEMBER, "signup").await.value();
    app.code(&mut stranger(&app, 1), OTHER).await;
    let mut one = stranger(&app, 1);
    one.post("/api/codes", asked_for("9000000000")).await.is(429, "sending-paused");
    app.code(&mut stranger(&app, 2), "9000000000").await;
    // A known device is not affected by others in its network.
    app.enter(&mut member, MEMBER, "login").await.value();
}

/// With many numbers of their own, somebody could otherwise use up everybody's codes.
#[tokio::test]
async fn the_known_devices_of_a_network_share_its_limit_and_each_number_keeps_two_codes() {
    let app = behind_a_proxy(SendLimits { from_address: 3, ..SendLimits::default() }).await;
    let (mut rented, mut neighbour) = (stranger(&app, 1), stranger(&app, 1));
    app.enter(&mut rented, MEMBER, "signup").await.value();
    app.enter(&mut neighbour, OTHER, "signup").await.value();
    for _ in 0..2 {
        app.code(&mut rented, MEMBER).await;
    }
    app.wait(Duration::from_secs(3600));
    app.code(&mut rented, MEMBER).await;
    rented.post("/api/codes", asked_for(MEMBER)).await.is(429, "sending-paused");
    for _ in 0..2 {
        app.enter(&mut neighbour, OTHER, "login").await.value();
    }
    neighbour.post("/api/codes", asked_for(OTHER)).await.is(429, "sending-paused");
    app.wait(DAY);
    app.code(&mut rented, MEMBER).await;
}

#[tokio::test]
async fn all_addresses_of_one_site_are_one_network() {
    let app = behind_a_proxy(SendLimits { from_address: 2, ..SendLimits::default() }).await;
    let from = |network: &str| app.guest().with("x-forwarded-for", network);
    app.code(&mut from("2001:db8:1:1::1"), MEMBER).await;
    app.code(&mut from("2001:db8:1:2::1"), OTHER).await;
    let refused = from("2001:db8:1:3::1").post("/api/codes", asked_for("9000000000")).await;
    refused.is(429, "sending-paused");
    app.code(&mut from("2001:db8:2::1"), "9000000000").await;
}

#[tokio::test]
async fn erasing_an_account_does_not_reset_the_limit_of_codes() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    for _ in 0..3 {
        app.enter(&mut browser, MEMBER, "signup").await.value();
        browser.delete("/api/me").await.value();
    }
    browser.post("/api/codes", asked_for(MEMBER)).await.is(429, "too-many-codes");
}

#[tokio::test]
async fn a_code_that_cannot_be_sent_is_an_error_that_says_so_and_does_not_count_for_its_number() {
    let app = TestApp::new().await;
    let mut browser = app.guest();
    app.letters.fails.store(true, Ordering::SeqCst);
    for _ in 0..5 {
        let answer = browser.post("/api/codes", asked_for(MEMBER)).await;
        answer.is(503, "sending-failed");
    }
    app.letters.fails.store(false, Ordering::SeqCst);
    for _ in 0..3 {
        let answer = browser.post("/api/codes", asked_for(MEMBER)).await;
        assert_eq!(answer.status, 202, "{answer:?}");
    }
}

#[tokio::test]
async fn codes_that_cannot_be_sent_count_for_the_network_that_asks_for_them() {
    let app = behind_a_proxy(SendLimits { from_address: 3, ..SendLimits::default() }).await;
    app.letters.fails.store(true, Ordering::SeqCst);
    for place in 0..3 {
        let mobile = format!("90000000{place:02}");
        stranger(&app, 1).post("/api/codes", asked_for(&mobile)).await.is(503, "sending-failed");
    }
    app.letters.fails.store(false, Ordering::SeqCst);
    stranger(&app, 1).post("/api/codes", asked_for(OTHER)).await.is(429, "sending-paused");
    app.code(&mut stranger(&app, 2), OTHER).await;
}

#[tokio::test]
async fn guesses_are_limited_and_the_owner_can_still_log_in() {
    let app = behind_a_proxy(SendLimits::default()).await;
    let mut owner = stranger(&app, 0);
    app.enter(&mut owner, MEMBER, "signup").await.value();
    let mut other = stranger(&app, 99);
    let (challenge, code) = app.code(&mut other, MEMBER).await;
    let mobile = number(MEMBER);
    for network in 0..20_u8 {
        let challenge = format!("of-{network}");
        let new = CodeToSend {
            code: NewCode {
                challenge: challenge.clone(),
                mobile: mobile.clone(),
                code: [0; 32],
                now: app.time(),
            },
            number: app.state.secret.number(&mobile),
            address: [network; 32],
            device: None,
            proof: None,
        };
        app.store.store_code(&new, &|_| Ok(())).await.unwrap().unwrap();
        for _ in 0..5 {
            app.store.try_code(&challenge).await.unwrap();
        }
    }
    let right = json!({ "challenge": challenge, "mode": "login", "code": code });
    other.post("/api/session", right).await.is(429, "too-many-wrong-codes");
    other.post("/api/codes", asked_for(MEMBER)).await.is(429, "too-many-wrong-codes");
    app.enter(&mut owner, MEMBER, "login").await.value();
    app.enter(&mut stranger(&app, 98), OTHER, "signup").await.value();
    app.wait(DAY);
    app.enter(&mut other, MEMBER, "login").await.value();
}

#[tokio::test]
async fn no_code_is_sent_to_an_impossible_number() {
    let app = TestApp::new().await;
    for mobile in ["+44 1234 56", "+1 000 000 0000", "+44 7911 1234567"] {
        let answer = app.guest().post("/api/codes", asked_for(mobile)).await;
        answer.is(422, "country-code-missing");
    }
    assert_eq!(app.letters.sent.lock().unwrap().len(), 0);
}

#[tokio::test]
async fn a_code_that_fails_after_the_visitor_was_told_to_wait_no_longer_does_not_count_either() {
    let app = TestApp::with(|parts| parts.limits.request_timeout = Duration::from_secs(1)).await;
    let mut browser = app.guest();
    app.letters.fails.store(true, Ordering::SeqCst);
    app.letters.is_slow.store(true, Ordering::SeqCst);
    while app.letters.begun.load(Ordering::SeqCst) < 3 {
        browser.post("/api/codes", asked_for(MEMBER)).await.is(503, "outcome-unknown");
    }
    app.letters.fails.store(false, Ordering::SeqCst);
    app.letters.is_slow.store(false, Ordering::SeqCst);
    // Nothing signals when the sends have failed, so this tries repeatedly.
    for _ in 0..200 {
        if browser.post("/api/codes", asked_for(MEMBER)).await.status == 202 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the codes that have failed count");
}

#[tokio::test]
async fn a_code_that_cannot_be_uncounted_is_refused_all_the_same() {
    let app = TestApp::new().await;
    app.letters.fails.store(true, Ordering::SeqCst);
    app.store.fail(Some(("cancel_code", Fault::Failed)));
    let answer = app.guest().post("/api/codes", asked_for(MEMBER)).await;
    answer.is(503, "sending-failed");
}

#[tokio::test]
async fn simultaneous_requests_get_no_more_codes_than_sequential_ones() {
    let app = TestApp::new().await;
    let asking = (0..12).map(|_| {
        let mut browser = app.guest();
        tokio::spawn(
            async move { browser.post("/api/codes", json!({ "mobile": MEMBER })).await.status },
        )
    });
    let mut statuses = Vec::new();
    for asked in asking.collect::<Vec<_>>() {
        statuses.push(asked.await.unwrap());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 202).count(), 3, "{statuses:?}");
}

#[tokio::test]
async fn a_device_token_works_only_for_its_number_and_only_the_last_one() {
    let app = behind_a_proxy(SendLimits::default()).await;
    let mut owner = stranger(&app, 0);
    app.enter(&mut owner, MEMBER, "signup").await.value();
    let stolen = owner.logged_out();
    app.enter(&mut owner, MEMBER, "login").await.value();
    for place in 1..4 {
        app.code(&mut stranger(&app, place), MEMBER).await;
    }
    let of_before = stolen.with("x-forwarded-for", "192.0.2.1");
    of_before.clone().post("/api/codes", asked_for(MEMBER)).await.is(428, "proof-required");
    let sent = owner.logged_out().post("/api/codes", asked_for(MEMBER)).await;
    assert_eq!(sent.status, 202, "{sent:?}");
    // A wrong code does not make a device known.
    let mut thief = stranger(&app, 9);
    let (challenge, code) = app.code(&mut thief, MEMBER).await;
    let wrong = json!({ "challenge": challenge, "mode": "login", "code": other_than(&code) });
    let answer = thief.post("/api/session", wrong).await;
    assert_eq!(answer.header("set-cookie"), "");
}

#[tokio::test]
async fn logging_in_does_not_reset_the_limit_of_codes() {
    let app = TestApp::new().await;
    let mut browser = app.member(MEMBER).await;
    for _ in 0..3 {
        app.enter(&mut browser, MEMBER, "login").await.value();
    }
    browser.post("/api/codes", asked_for(MEMBER)).await.is(429, "too-many-codes");
}

#[tokio::test]
async fn known_devices_of_a_number_share_one_limit() {
    let app = behind_a_proxy(SendLimits::default()).await;
    let mut devices = Vec::new();
    for place in 0..4 {
        let mut device = stranger(&app, place);
        let mode = if place == 0 { "signup" } else { "login" };
        app.enter(&mut device, MEMBER, mode).await.value();
        devices.push(device.logged_out());
    }
    let mut sent = 0;
    for _ in 0..3 {
        for device in &mut devices {
            for _ in 0..3 {
                let answer = device.post("/api/codes", asked_for(MEMBER)).await;
                sent += u32::from(answer.status == 202);
            }
        }
        app.wait(QUARTER);
    }
    assert_eq!(sent, 20);
    devices[0].post("/api/codes", asked_for(MEMBER)).await.is(429, "too-many-codes");
}

#[tokio::test]
async fn ending_all_sessions_forgets_all_devices() {
    let app = behind_a_proxy(SendLimits::default()).await;
    let mut owner = stranger(&app, 0);
    app.enter(&mut owner, MEMBER, "signup").await.value();
    let mut device = owner.logged_out();
    for place in 1..4 {
        app.code(&mut stranger(&app, place), MEMBER).await;
    }
    assert_eq!(owner.delete("/api/sessions").await.status, 204);
    device.post("/api/codes", asked_for(MEMBER)).await.is(428, "proof-required");
}

#[tokio::test]
async fn a_proof_must_have_the_difficulty_required_when_it_is_used() {
    let app = behind_a_proxy(SendLimits::default()).await;
    for place in 0..3 {
        app.code(&mut stranger(&app, place), MEMBER).await;
    }
    let mut early = stranger(&app, 3);
    let refused = early.post("/api/codes", asked_for(MEMBER)).await;
    assert_eq!(refused.body["puzzle"]["bits"], 16);
    let easy = testkit::proof(&refused.body["puzzle"]);
    for place in 4..6 {
        app.code(&mut stranger(&app, place), MEMBER).await;
    }
    let with = |proof: &Value| json!({ "mobile": MEMBER, "proof": proof });
    let refused = early.post("/api/codes", with(&easy)).await;
    refused.is(428, "proof-required");
    assert_eq!(refused.body["puzzle"]["bits"], 17);
    let sent = early.post("/api/codes", with(&testkit::proof(&refused.body["puzzle"]))).await;
    assert_eq!(sent.status, 202, "{sent:?}");
}

/// A gateway that accepts connections and never answers.
fn silent_gateway() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = listener.local_addr().unwrap();
    thread::spawn(move || listener.incoming().collect::<Vec<_>>());
    format!("http://{addr}/")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gateway_that_never_answers_delays_nobody_else() {
    let post =
        SignedPost::new(&silent_gateway(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = PEER.parse().unwrap();
        parts.sender = Arc::new(GatewaySender::new(post));
    })
    .await;
    let Limits { requests_at_once_each: each, .. } = Limits::default();
    let begun = Instant::now();
    let mut asking = JoinSet::new();
    for network in 1..=9 {
        for place in 0..each {
            let mut browser = stranger(&app, network);
            let mobile = format!("9{network:03}{place:06}");
            asking.spawn(async move { browser.post("/api/codes", asked_for(&mobile)).await });
        }
    }
    let mut answers = Vec::new();
    for network in [1, 9, 10].into_iter().cycle() {
        let mut visitor = stranger(&app, network);
        let since = Instant::now();
        assert_eq!(visitor.get("/api/session").await.status, 200);
        visitor.post("/api/referrals", submission("Meera")).await.value();
        // Less than the gateway may take.
        assert!(since.elapsed() < Duration::from_secs(4), "{:?}", since.elapsed());
        while let Some(answer) = asking.try_join_next() {
            answers.push(answer.unwrap());
        }
        if asking.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // One after the other they would take minutes.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let codes = answers.iter().flat_map(Answer::codes).collect::<BTreeSet<_>>();
    let told = ["sending-failed", "sending-paused", "too-many-requests"];
    assert_eq!(codes, BTreeSet::from(told));
    let soon = |answer: &&Answer| answer.header("retry-after").parse::<u64>().unwrap() <= 60;
    assert_eq!(answers.iter().filter(soon).count(), answers.len());
}
