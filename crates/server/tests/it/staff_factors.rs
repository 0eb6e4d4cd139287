//! Second factors that staff set up themselves: authenticator apps, passkeys and recovery codes.

use std::time::Duration;

use api::{SECOND_FACTOR_TRIES, SECOND_FACTOR_TRIES_A_DAY};
use serde_json::{Value, json};
use server::{Origin, TotpKey};

use crate::staff::{invite, join};
use crate::support::{ADMIN, Answer, Browser, TestApp, other_than};
use testkit::Authenticator;

const STAFF: &str = "9000000003";
const CONFIRM: &str = "/api/session/second-factor";

/// Sets up an authenticator app and returns its secret.
pub(crate) async fn set_up(app: &TestApp, browser: &mut Browser) -> TotpKey {
    let offered = browser.post("/api/second-factors/totp", Value::Null).await;
    assert_eq!(offered.status, 200, "{offered:?}");
    let factor = TotpKey::read(offered.body["secret"].as_str().unwrap()).unwrap();
    // A code of the previous app may have been used in this time step.
    app.wait(Duration::from_secs(30));
    let code = json!({ "code": factor.code_at(app.time()) });
    browser.put("/api/second-factors/totp", code).await.value();
    factor
}

async fn confirm(app: &TestApp, browser: &mut Browser, factor: &TotpKey) -> Answer {
    app.wait(Duration::from_secs(30));
    browser.post(CONFIRM, json!({ "code": factor.code_at(app.time()) })).await
}

async fn log_in(app: &TestApp, mobile: &str) -> Browser {
    let mut browser = app.guest();
    app.enter(&mut browser, mobile, "login").await.value();
    browser
}

/// Logs the first owner in, after the window of earlier codes.
async fn log_in_later(app: &TestApp) -> Browser {
    app.wait(Duration::from_secs(15 * 60));
    log_in(app, ADMIN).await
}

/// Registers a passkey of an authenticator.
async fn make(browser: &mut Browser, device: &mut Authenticator, name: &str) -> Answer {
    let options = browser.post("/api/second-factors/passkeys/options", Value::Null).await;
    assert_eq!(options.status, 200, "{options:?}");
    let request = json!({ "name": name, "credential": device.make(&options.body) });
    browser.post("/api/second-factors/passkeys", request).await
}

async fn ask(browser: &mut Browser) -> Value {
    let options = browser.post(&format!("{CONFIRM}/passkey/options"), Value::Null).await;
    assert_eq!(options.status, 200, "{options:?}");
    options.body
}

async fn sign(browser: &mut Browser, device: &mut Authenticator) -> Answer {
    let options = ask(browser).await;
    browser.post(&format!("{CONFIRM}/passkey"), device.sign(&options)).await
}

#[tokio::test]
async fn an_app_counts_after_its_first_right_code() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    invite(&mut owner, STAFF, "manager").await;
    let mut manager = log_in(&app, STAFF).await;
    let none = json!({
        "totp": false, "totpRemovable": false, "passkeys": [], "takesPasskeys": true,
        "recoveryCodes": 0,
    });
    assert_eq!(manager.get("/api/second-factors").await.body, none);
    let offered = manager.post("/api/second-factors/totp", Value::Null).await.body;
    assert!(offered["uri"].as_str().unwrap().starts_with("otpauth://totp/"), "{offered}");
    let factor = TotpKey::read(offered["secret"].as_str().unwrap()).unwrap();
    let code = factor.code_at(app.time());
    manager.post(CONFIRM, json!({ "code": code })).await.is(422, "second-factor-wrong");
    let wrong = json!({ "code": other_than(&code) });
    manager.put("/api/second-factors/totp", wrong).await.is(422, "second-factor-wrong");
    manager.get("/api/messages").await.is(403, "second-factor-missing");
    manager.put("/api/second-factors/totp", json!({ "code": code })).await.value();
    assert_eq!(manager.get("/api/messages").await.status, 200);
    // The same code works nowhere a second time.
    let mut again = log_in(&app, STAFF).await;
    again.post(CONFIRM, json!({ "code": code })).await.is(422, "second-factor-wrong");
    confirm(&app, &mut again, &factor).await.value();
}

#[tokio::test]
async fn another_factor_needs_a_confirmed_session() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (_, _) = join(&app, &mut owner, STAFF, "manager").await;
    let mut thief = log_in(&app, STAFF).await;
    let missing = "second-factor-missing";
    thief.post("/api/second-factors/totp", Value::Null).await.is(403, missing);
    thief.put("/api/second-factors/totp", json!({ "code": "1" })).await.is(403, missing);
    thief.post("/api/second-factors/passkeys/options", Value::Null).await.is(403, missing);
    thief.post("/api/second-factors/recovery-codes", Value::Null).await.is(403, missing);
    thief.delete("/api/second-factors/totp").await.is(403, missing);
    // If two first factors are set up at once, only one counts.
    invite(&mut owner, "9000000004", "owner").await;
    let (mut one, mut two) = (log_in(&app, "9000000004").await, log_in(&app, "9000000004").await);
    let offered = two.post("/api/second-factors/passkeys/options", Value::Null).await.body;
    set_up(&app, &mut one).await;
    let mut device = Authenticator::new(1);
    let request = json!({ "name": "Late", "credential": device.make(&offered) });
    two.post("/api/second-factors/passkeys", request).await.is(403, missing);
    app.wait(Duration::from_secs(601));
    let stale = one.post("/api/second-factors/recovery-codes", Value::Null).await;
    stale.is(403, "second-factor-stale");
    app.member("9876543210").await.get("/api/second-factors").await.is(403, "not-admin");
}

/// Another host, port and scheme.
const OTHER_ORIGINS: [&str; 4] = [
    "http://site.example.evil",
    "http://site.example:8080",
    "https://site.example",
    "http://sub.site.example",
];

#[tokio::test]
async fn only_a_fresh_signature_of_a_passkey_confirms() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let mut device = Authenticator::new(1);
    make(&mut owner, &mut device, "Key").await.value();
    let mut session = log_in_later(&app).await;
    sign(&mut session, &mut device).await.value();
    assert_eq!(session.get("/api/session").await.body["confirmed"], true);
    let listed = owner.get("/api/second-factors").await.body;
    assert_eq!(listed["passkeys"][0]["name"], "Key");
    assert_eq!(listed["passkeys"][0]["usedAt"], app.time().as_millis());

    let (mut other, path) = (log_in_later(&app).await, format!("{CONFIRM}/passkey"));
    let refused = "passkey-refused";
    // Refused: a challenge of another session, a second use, too late, another site, another
    // device, and a cloned key with a lower counter.
    let mut third = log_in_later(&app).await;
    let options = ask(&mut other).await;
    third.post(&path, device.sign(&options)).await.is(422, refused);
    let signed = device.sign(&options);
    other.post(&path, signed.clone()).await.value();
    let mut other = log_in_later(&app).await;
    other.post(&path, signed).await.is(422, refused);
    let options = ask(&mut other).await;
    app.wait(Duration::from_secs(300));
    other.post(&path, device.sign(&options)).await.is(422, refused);
    sign(&mut other, &mut Authenticator::new(2)).await.is(422, refused);
    let mut elsewhere = device.clone();
    elsewhere.origin = OTHER_ORIGINS[0].to_owned();
    sign(&mut other, &mut elsewhere).await.is(422, refused);
    let mut copy = device.clone();
    copy.count = 0;
    sign(&mut other, &mut copy).await.is(422, refused);
    sign(&mut other, &mut device).await.value();
}

#[tokio::test]
async fn a_passkey_is_bound_to_the_scheme_the_host_and_the_port() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let mut device = Authenticator::new(1);
    let elsewhere = OTHER_ORIGINS.map(|origin| {
        let mut elsewhere = device.clone();
        elsewhere.origin = origin.to_owned();
        elsewhere
    });
    for mut elsewhere in elsewhere.clone() {
        let made = make(&mut owner, &mut elsewhere, "Elsewhere").await;
        assert_eq!(made.status, 422, "{}", elsewhere.origin);
    }
    make(&mut owner, &mut device, "Key").await.value();
    let mut session = log_in_later(&app).await;
    for mut elsewhere in elsewhere {
        let signed = sign(&mut session, &mut elsewhere).await;
        assert_eq!(signed.codes(), ["passkey-refused"], "{}", elsewhere.origin);
    }
    sign(&mut session, &mut device).await.value();
}

#[tokio::test]
async fn the_last_factor_cannot_be_removed() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut manager, _) = join(&app, &mut owner, STAFF, "manager").await;
    manager.delete("/api/second-factors/totp").await.is(409, "last-factor");
    let mut device = Authenticator::new(1);
    make(&mut manager, &mut device, "Key").await.value();
    let is_removable = async |browser: &mut Browser| {
        browser.get("/api/second-factors").await.body["totpRemovable"].clone()
    };
    assert_eq!(is_removable(&mut owner).await, false, "it is in the settings");
    assert_eq!(is_removable(&mut manager).await, true);
    assert_eq!(manager.delete("/api/second-factors/totp").await.status, 204);
    let listed = manager.get("/api/second-factors").await.body;
    assert_eq!((&listed["totp"], &listed["totpRemovable"]), (&json!(false), &json!(false)));
    let path =
        format!("/api/second-factors/passkeys/{}", listed["passkeys"][0]["id"].as_str().unwrap());
    manager.delete(&path).await.is(409, "last-factor");
    set_up(&app, &mut manager).await;
    assert_eq!(manager.delete(&path).await.status, 204);
    let mut session = log_in(&app, STAFF).await;
    let none = session.post(&format!("{CONFIRM}/passkey/options"), Value::Null).await;
    none.is(422, "passkey-refused");
}

#[tokio::test]
async fn an_own_app_replaces_the_configured_one() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let own = set_up(&app, &mut owner).await;
    app.wait(Duration::from_secs(30));
    let mut again = log_in(&app, ADMIN).await;
    let settled = json!({ "code": app.second_factor() });
    again.post(CONFIRM, settled.clone()).await.is(422, "second-factor-wrong");
    confirm(&app, &mut again, &own).await.value();
    // It does not come back when the own one is removed.
    make(&mut again, &mut Authenticator::new(1), "Key").await.value();
    assert_eq!(again.delete("/api/second-factors/totp").await.status, 204);
    let mut last = log_in(&app, ADMIN).await;
    app.wait(Duration::from_secs(30));
    let settled = json!({ "code": app.second_factor() });
    last.post(CONFIRM, settled).await.is(422, "second-factor-wrong");
}

#[tokio::test]
async fn each_recovery_code_is_valid_once_for_its_owner() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut manager, _) = join(&app, &mut owner, STAFF, "manager").await;
    let made = manager.post("/api/second-factors/recovery-codes", Value::Null).await;
    let codes = made.value()["codes"].as_array().unwrap().clone();
    assert_eq!(codes.len(), 10);
    let code = json!({ "code": codes[0] });
    log_in(&app, ADMIN).await.post(CONFIRM, code.clone()).await.is(422, "second-factor-wrong");
    log_in(&app, STAFF).await.post(CONFIRM, code.clone()).await.value();
    log_in(&app, STAFF).await.post(CONFIRM, code).await.is(422, "second-factor-wrong");
    assert_eq!(manager.get("/api/second-factors").await.body["recoveryCodes"], 9);
}

#[tokio::test]
async fn after_a_reset_the_old_factors_are_invalid() {
    let app = TestApp::with(|parts| {
        parts.store = parts.store.clone().with_keyed_hash(parts.secret.keyed_hash());
    })
    .await;
    let mut owner = app.admin().await;
    let (mut second, id) = join(&app, &mut owner, STAFF, "owner").await;
    make(&mut second, &mut Authenticator::new(1), "Key").await.value();
    let made = second.post("/api/second-factors/recovery-codes", Value::Null).await;
    let code = made.value()["codes"][0].clone();
    owner.post(&format!("/api/staff/{id}/reset"), Value::Null).await.value();
    second.get("/api/staff").await.is(401, "session-ended");
    let mut second = log_in(&app, STAFF).await;
    second.post(CONFIRM, json!({ "code": code })).await.is(422, "second-factor-wrong");
    assert_eq!(second.get("/api/second-factors").await.body["passkeys"], json!([]));
    set_up(&app, &mut second).await;
    // The first owner's factor from the settings is removed as well.
    let own = owner.get("/api/session").await.body["staff"]["id"].as_str().unwrap().to_owned();
    second.post(&format!("/api/staff/{own}/reset"), Value::Null).await.value();
    let mut first = log_in(&app, ADMIN).await;
    app.wait(Duration::from_secs(30));
    let settled = json!({ "code": app.second_factor() });
    first.post(CONFIRM, settled).await.is(422, "second-factor-wrong");
    set_up(&app, &mut first).await;
}

/// Types thirty wrong codes of the app, and waits until the last pause is over.
async fn use_up(app: &TestApp, browser: &mut Browser) {
    for _ in 0..SECOND_FACTOR_TRIES_A_DAY / SECOND_FACTOR_TRIES {
        for _ in 0..SECOND_FACTOR_TRIES {
            let wrong = json!({ "code": "000000" });
            browser.post(CONFIRM, wrong).await.is(422, "second-factor-wrong");
        }
        app.wait(Duration::from_secs(5 * 60));
    }
}

#[tokio::test]
async fn after_thirty_wrong_codes_of_the_app_in_a_day_the_other_factors_work() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    invite(&mut owner, STAFF, "manager").await;
    let mut manager = log_in(&app, STAFF).await;
    let key = set_up(&app, &mut manager).await;
    let mut device = Authenticator::new(1);
    make(&mut manager, &mut device, "Key").await.value();
    let made = manager.post("/api/second-factors/recovery-codes", Value::Null).await;
    let code = json!({ "code": made.value()["codes"][0] });
    // None of these is a code of the app.
    for _ in 0..7 {
        for wrong in ["0".repeat(20), "0".repeat(19)] {
            let wrong = json!({ "code": wrong });
            manager.post(CONFIRM, wrong).await.is(422, "second-factor-wrong");
        }
        for _ in 0..2 {
            let mut other = Authenticator::new(2);
            sign(&mut manager, &mut other).await.is(422, "passkey-refused");
        }
        app.wait(Duration::from_secs(5 * 60));
    }
    confirm(&app, &mut manager, &key).await.value();
    use_up(&app, &mut manager).await;
    confirm(&app, &mut manager, &key).await.is(429, "second-factor-used-up");
    sign(&mut manager, &mut device).await.value();
    manager.post(CONFIRM, code).await.value();
    confirm(&app, &mut manager, &key).await.is(429, "second-factor-used-up");
}

#[tokio::test]
async fn a_reset_forgets_the_wrong_codes() {
    let app = TestApp::with(|parts| {
        parts.store = parts.store.clone().with_keyed_hash(parts.secret.keyed_hash());
    })
    .await;
    let mut owner = app.admin().await;
    let id = invite(&mut owner, STAFF, "manager").await;
    let mut manager = log_in(&app, STAFF).await;
    let key = set_up(&app, &mut manager).await;
    use_up(&app, &mut manager).await;
    confirm(&app, &mut manager, &key).await.is(429, "second-factor-used-up");
    owner.post(CONFIRM, json!({ "code": app.second_factor() })).await.value();
    owner.post(&format!("/api/staff/{id}/reset"), Value::Null).await.value();
    let mut again = log_in(&app, STAFF).await;
    let key = set_up(&app, &mut again).await;
    confirm(&app, &mut again, &key).await.value();
}

#[tokio::test]
async fn wrong_tries_of_all_factors_are_counted_for_each_member() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut manager, _) = join(&app, &mut owner, STAFF, "manager").await;
    make(&mut manager, &mut Authenticator::new(1), "Key").await.value();
    let mut thief = log_in(&app, STAFF).await;
    for _ in 0..4 {
        thief.post(CONFIRM, json!({ "code": "000000" })).await.is(422, "second-factor-wrong");
    }
    sign(&mut thief, &mut Authenticator::new(2)).await.is(422, "passkey-refused");
    sign(&mut thief, &mut Authenticator::new(1)).await.is(429, "second-factor-paused");
    let mut first = log_in(&app, ADMIN).await;
    app.wait(Duration::from_secs(30));
    first.post(CONFIRM, json!({ "code": app.second_factor() })).await.value();
}

#[tokio::test]
async fn a_passkey_challenge_and_the_tries_are_shared_by_servers() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let mut device = Authenticator::new(1);
    make(&mut owner, &mut device, "Key").await.value();
    let store = app.sql().await;
    let beside = TestApp::with(move |parts| parts.store = store).await;
    let mut here = log_in(&app, ADMIN).await;
    let mut there = here.clone().at(&beside);
    let options = ask(&mut here).await;
    there.post(&format!("{CONFIRM}/passkey"), device.sign(&options)).await.value();
    let mut here = log_in(&app, ADMIN).await;
    let mut there = here.clone().at(&beside);
    for _ in 0..5 {
        there.post(CONFIRM, json!({ "code": "000000" })).await.is(422, "second-factor-wrong");
    }
    sign(&mut here, &mut device).await.is(429, "second-factor-paused");
}

#[tokio::test]
async fn a_site_without_a_name_has_no_passkeys() {
    let app = TestApp::with(|parts| parts.origin = Origin::of_this_machine(8080)).await;
    let mut owner = app.admin().await;
    assert_eq!(owner.get("/api/second-factors").await.body["takesPasskeys"], false);
    let begun = owner.post("/api/second-factors/passkeys/options", Value::Null).await;
    begun.is(422, "passkey-refused");
}
