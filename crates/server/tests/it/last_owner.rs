//! The last owner stays, by whatever door they would leave; and whoever has left does not come back
//! by the settings.

use std::time::Duration;

use domain::{
    account::{LoginMode, Policy, User},
    viewer::Viewer,
};
use ledger::Ledger;
use serde_json::{Value, json};
use server::privacy::sweeping;

use crate::staff::{join, patch};
use crate::support::{ADMIN, Answer, Browser, TestApp, number};

const SECOND: &str = "9000000003";

/// What an owner, or a program for them, can send that would end their being one.
#[derive(Clone, Copy, Debug)]
enum Door {
    Revoke,
    OtherRole,
    EraseOneself,
    EraseOneselfAndSwitchOff,
    ErasePerson,
    ResetFactors,
    RemoveApp,
    Import,
    Retention,
}

const DOORS: [Door; 9] = [
    Door::Revoke,
    Door::OtherRole,
    Door::EraseOneself,
    Door::EraseOneselfAndSwitchOff,
    Door::ErasePerson,
    Door::ResetFactors,
    Door::RemoveApp,
    Door::Import,
    Door::Retention,
];

impl Door {
    async fn go_through(self, app: &TestApp, owner: &mut Browser, id: &str) -> Option<Answer> {
        let path = format!("/api/staff/{id}");
        let manager = json!({ "name": "A", "role": "manager" });
        Some(match self {
            Self::Revoke => owner.delete(&path).await,
            Self::OtherRole => patch(owner, id, manager).await,
            Self::EraseOneself => owner.delete("/api/me").await,
            Self::EraseOneselfAndSwitchOff => owner.delete("/api/me?integrations=off").await,
            Self::ErasePerson => owner.post("/api/erasures", json!({ "phone": ADMIN })).await,
            Self::ResetFactors => owner.post(&format!("{path}/reset"), Value::Null).await,
            Self::RemoveApp => owner.delete("/api/second-factors/totp").await,
            Self::Import => {
                owner.post_text("/api/import?preview=false", export_with_account(ADMIN)).await
            }
            Self::Retention => {
                sweeping::once(&app.state, Some(1)).await;
                app.wait(Duration::from_secs(500 * 24 * 3600));
                sweeping::once(&app.state, Some(1)).await;
                return None;
            }
        })
    }

    /// Whether it is refused as a whole because of the last owner.
    fn is_refused(self) -> bool {
        use Door::{EraseOneself, EraseOneselfAndSwitchOff, OtherRole, Revoke};
        matches!(self, Revoke | OtherRole | EraseOneself | EraseOneselfAndSwitchOff)
    }
}

/// What a browser exports in which somebody has signed up.
fn export_with_account(mobile: &str) -> String {
    let (policy, now) =
        (Policy::new("9999999999", "1234").unwrap(), crate::support::at(1_700_000_000_000));
    let mut ledger = Ledger::new();
    ledger.log_in(LoginMode::Signup, mobile, "1234", &policy, now).value().unwrap();
    ledger.export(&Viewer::of(Some(User::of(number("9999999999"))), &policy), now)
}

async fn own_id(browser: &mut Browser) -> String {
    let session = browser.get("/api/session").await.body;
    session["staff"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_last_owner_stays_by_whatever_door() {
    for door in DOORS {
        let app = TestApp::new().await;
        let mut owner = app.admin().await;
        let id = own_id(&mut owner).await;
        let answer = door.go_through(&app, &mut owner, &id).await;
        if door.is_refused() {
            answer.unwrap().is(409, "last-owner");
            let last = app.events(None, 1).await.remove(0);
            assert_eq!(last.outcome, "refused", "{door:?}: {last:?}");
            assert_eq!(owner.get("/api/staff").await.status, 200, "{door:?}");
        } else if let Some(answer) = answer {
            assert!(answer.status != 500, "{door:?}: {answer:?}");
        }
        let staff = app.store.staff().await.unwrap();
        let is_owner = staff[0].role == domain::pipeline::StaffRole::Owner;
        assert!(is_owner && staff[0].mobile.is_some(), "{door:?}: {staff:?}");
        let mut again = app.guest();
        app.enter(&mut again, ADMIN, "login").await.value();
        assert_eq!(again.get("/api/session").await.body["staff"]["role"], "owner", "{door:?}");
    }
}

/// How the configured owner leaves while another one is there.
#[derive(Clone, Copy, Debug)]
enum Way {
    Revoked,
    ErasedThemselves,
}

#[tokio::test]
async fn whoever_has_left_does_not_come_back_by_the_settings() {
    for way in [Way::Revoked, Way::ErasedThemselves] {
        let app = TestApp::new().await;
        let mut first = app.admin().await;
        let id = own_id(&mut first).await;
        let (mut second, second_id) = join(&app, &mut first, SECOND, "owner").await;
        match way {
            Way::Revoked => {
                assert_eq!(second.delete(&format!("/api/staff/{id}")).await.status, 204);
            }
            Way::ErasedThemselves => {
                let erased = first.delete("/api/me").await;
                let value = erased.value();
                assert_eq!((&value["staff"], &value["sessions"]), (&json!(1), &json!(1)));
                let words = erased.body["notice"]["description"].as_str().unwrap();
                assert!(words.contains("1 login and 1 staff record"), "{words}");
            }
        }
        app.enter(&mut app.guest(), ADMIN, "login").await.is(409, "not-registered");
        // Not even when nobody is owner any more.
        let even_the_last =
            server::staff::records::StaffChange::Revoke { integrations: None, even_the_last: true };
        app.store.change_staff(&second_id, &even_the_last, app.time(), None).await.unwrap();
        app.enter(&mut app.guest(), ADMIN, "login").await.is(409, "not-registered");
        // The operator's command does it; the settings' second factor stays without use.
        let owner = User::of(number(ADMIN));
        app.store.make_owner("again", &owner, app.time()).await.unwrap();
        app.wait(Duration::from_secs(900));
        let mut again = app.unconfirmed_admin().await;
        let configured = json!({ "code": app.second_factor() });
        let refused = again.post("/api/session/second-factor", configured).await;
        refused.is(422, "second-factor-wrong");
        crate::staff_factors::set_up(&app, &mut again).await;
        assert_eq!(again.get("/api/staff").await.status, 200, "{way:?}");
    }
}

#[tokio::test]
async fn the_settings_second_factor_of_somebody_who_was_reset_and_invited_again_is_spent() {
    let app = TestApp::new().await;
    let mut first = app.admin().await;
    let id = own_id(&mut first).await;
    let (mut second, _) = join(&app, &mut first, SECOND, "owner").await;
    second.post(&format!("/api/staff/{id}/reset"), Value::Null).await.value();
    assert_eq!(second.delete(&format!("/api/staff/{id}")).await.status, 204);
    crate::staff::invite(&mut second, ADMIN, "auditor").await;
    let mut again = app.unconfirmed_admin().await;
    assert_eq!(again.get("/api/second-factors").await.body["totp"], false);
    app.wait(Duration::from_secs(900));
    let configured = json!({ "code": app.second_factor() });
    again.post("/api/session/second-factor", configured).await.is(422, "second-factor-wrong");
}

/// Adds a webhook, and makes a token.
async fn integrate(owner: &mut Browser) -> (String, String) {
    let webhook = owner.post("/api/webhooks", json!({ "url": "https://hooks.example/in" })).await;
    let token = json!({ "name": "Accounts", "scopes": ["referrals:read"], "days": 30 });
    let token = owner.post("/api/tokens", token).await;
    let id = |answer: &Answer, kind: &str| answer.value()[kind]["id"].as_str().unwrap().to_owned();
    (id(&webhook, "webhook"), id(&token, "token"))
}

#[tokio::test]
async fn whoever_is_revoked_leaves_no_webhook_or_token_behind_unnoticed() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let own = own_id(&mut owner).await;
    for (choice, is_on) in [("off", false), (own.as_str(), true)] {
        let (mut second, id) = join(&app, &mut owner, SECOND, "owner").await;
        let (webhook, token) = integrate(&mut second).await;
        let shown = |list: &Value, id: &str| {
            list.as_array().unwrap().iter().find(|it| it["id"] == *id).cloned()
        };
        let made_by = json!({ "id": id, "name": "The owner" });
        let webhooks = owner.get("/api/webhooks").await.body;
        assert_eq!(shown(&webhooks["webhooks"], &webhook).unwrap()["madeBy"], made_by);
        let tokens = owner.get("/api/tokens").await.body;
        assert_eq!(shown(&tokens["tokens"], &token).unwrap()["madeBy"], made_by);

        let path = format!("/api/staff/{id}");
        owner.delete(&path).await.is(409, "integrations-left");
        owner.delete(&format!("{path}?integrations=nobody")).await.is(409, "integrations-left");
        second.delete("/api/me").await.is(409, "integrations-left");
        // Nobody else is put in charge of them without being asked.
        let me = format!("/api/me?integrations={own}");
        second.delete(&me).await.is(409, "integrations-left");
        assert_eq!(owner.delete(&format!("{path}?integrations={choice}")).await.status, 204);
        let webhooks = owner.get("/api/webhooks").await.body;
        let left = shown(&webhooks["webhooks"], &webhook).unwrap();
        assert_eq!((&left["enabled"], left["madeBy"]["id"] == json!(own)), (&json!(is_on), is_on));
        let tokens = owner.get("/api/tokens").await.body;
        // Whoever leaves knows its secret.
        assert!(shown(&tokens["tokens"], &token).is_none(), "{choice}");
    }
}

#[tokio::test]
async fn the_webhooks_and_tokens_of_a_former_owner_end_with_the_role() {
    let app = TestApp::new().await;
    let mut owner = app.admin().await;
    let (mut second, id) = join(&app, &mut owner, SECOND, "owner").await;
    integrate(&mut second).await;
    let edit = json!({ "name": "Asha", "role": "manager", "services": [] });
    crate::staff::patch(&mut owner, &id, edit).await.value();
    assert_eq!(owner.get("/api/webhooks").await.body["webhooks"][0]["enabled"], false);
    assert_eq!(owner.get("/api/tokens").await.body["tokens"], json!([]));
}
