//! API tokens, and what programs may do with them.

use std::time::Duration;

use api::TokenScope;
use axum::{body::Body, http::Method};
use serde_json::{Value, json};
use server::staff::records::{Integrations, StaffChange};

use crate::support::{ADMIN, Answer, Browser, MEMBER, TestApp, logged, submission};

/// Creates a token as the admin. Returns the token and its id.
pub(crate) async fn make(admin: &mut Browser, scopes: &[TokenScope]) -> (String, String) {
    let request = json!({ "name": "Accounts", "scopes": scopes, "days": 30 });
    let made = admin.post("/api/tokens", request).await;
    assert_eq!(made.body["notice"]["title"], "Token Created");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made.value()["secret"]), text(&made.value()["token"]["id"]))
}

/// A program that uses a token.
pub(crate) fn program(app: &TestApp, token: &str) -> Browser {
    app.guest().with("authorization", &format!("Bearer {token}"))
}

/// Whether a request was refused because of its token.
fn is_closed(answer: &Answer) -> bool {
    let detail = answer.body["detail"].as_str().unwrap_or_default();
    answer.status == 403
        && (detail.starts_with("API tokens cannot use this route") || lacks(answer))
}

fn lacks(answer: &Answer) -> bool {
    answer.body["detail"].as_str().is_some_and(|detail| detail.starts_with("The token lacks"))
}

#[tokio::test]
async fn each_scope_opens_its_routes_and_no_other() {
    use TokenScope::{
        AuditRead, DuplicatesRead, InboxRead, MessagesRead, MessagesWrite, RedemptionsRead,
        ReferralsRead, ReferralsWrite, ReferrersRead, ReportsRead, WebhooksManage,
    };
    let app = TestApp::new().await;
    let open = |route: &str| match route {
        "get /api/referrals" | "get /api/referrals/{key}/history" => Some(ReferralsRead),
        "get /api/referrals/counts" | "post /api/referrals/counts" => Some(ReferralsRead),
        "get /api/referrals/{key}" | "post /api/referrals/search" => Some(ReferralsRead),
        "get /api/referrals/{key}/templates" => Some(ReferralsRead),
        "post /api/referrals" | "put /api/referrals/{key}/points" => Some(ReferralsWrite),
        "post /api/referrals/{key}/commands" | "post /api/referrals/commands" => {
            Some(ReferralsWrite)
        }
        "post /api/duplicates" | "post /api/duplicates/decisions" => Some(ReferralsWrite),
        "get /api/referrals/{key}/rewards" => Some(ReferralsRead),
        "get /api/colleagues" => Some(ReferralsRead),
        "get /api/inbox" => Some(InboxRead),
        "get /api/referrers" | "post /api/referrers/search" => Some(ReferrersRead),
        "get /api/referrers/{key}/rewards" => Some(ReferrersRead),
        "get /api/duplicates" => Some(DuplicatesRead),
        "get /api/reports" | "get /api/reports/intervals" => Some(ReportsRead),
        "get /api/rewards/owed" => Some(ReportsRead),
        "get /api/redemptions" | "get /api/batches" => Some(RedemptionsRead),
        "get /api/batches/{id}" => Some(RedemptionsRead),
        "get /api/audit" | "post /api/audit/search" => Some(AuditRead),
        "get /api/messages" | "post /api/messages/search" => Some(MessagesRead),
        "put /api/messages/{key}" => Some(MessagesWrite),
        route if route.contains("/api/webhooks") || route.contains("/api/deliveries") => {
            Some(WebhooksManage)
        }
        _ => None,
    };
    let document = serde_json::to_value(server::document()).unwrap();
    let mut admin = app.admin().await;
    for &scope in TokenScope::ALL {
        let (token, _) = make(&mut admin, &[scope]).await;
        let mut program = program(&app, &token);
        for (path, item) in document["paths"].as_object().unwrap() {
            for method in item.as_object().unwrap().keys() {
                let route = format!("{method} {path}");
                // These routes are open to everybody.
                let open_to_all =
                    ["post /api/codes", "get /api/openapi.json", "get /api/programme/rewards"];
                if open_to_all.contains(&route.as_str()) {
                    continue;
                }
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                let path = path.replace(['{', '}'], "");
                let answer = program.ask(method, &path, Body::from("{}")).await;
                assert_eq!(is_closed(&answer), open(&route) != Some(scope), "{route}: {answer:?}");
                assert_eq!(lacks(&answer), open(&route).is_some_and(|it| it != scope), "{route}");
            }
        }
    }
}

#[tokio::test]
async fn a_token_has_no_more_rights_than_its_creator() {
    let app = TestApp::new().await;
    app.guest().post("/api/referrals", submission("Meera")).await.value();
    let mut admin = app.admin().await;
    let scopes = [TokenScope::ReferralsRead, TokenScope::ReferralsWrite];
    let (token, _) = make(&mut admin, &scopes).await;
    // A page of another site cannot know the token, and a program has no expected user.
    let mut program = program(&app, &token)
        .with("origin", "https://elsewhere.example")
        .with("sec-fetch-site", "cross-site")
        .with("expected-user", MEMBER);
    let listed = program.post("/api/referrals/search", json!({ "search": "Meera" })).await;
    let referral = &listed.body["referrals"][0];
    let path = format!("/api/referrals/{}/points", referral["key"].as_str().unwrap());
    let award = json!({ "points": "7", "version": referral["version"] });
    let awarded = program.put(&path, award.clone()).await;
    assert_eq!(awarded.value()["referral"]["status"], "Successful");
    // Without the token the same request is refused.
    let mut other = admin.clone().with("sec-fetch-site", "cross-site");
    other.put(&path, award).await.is(403, "cross-site");
    let token = admin.get("/api/tokens").await.body["tokens"][0].clone();
    assert_eq!(token["usedAt"], app.time().as_millis());
    assert_eq!(token["prefix"].as_str().unwrap().len(), 8);
}

#[tokio::test]
async fn a_token_ends_when_it_expires_and_at_once_when_it_is_revoked() {
    let app = TestApp::new().await;
    let scopes = [TokenScope::ReferralsRead];
    let mut admin = app.admin().await;
    let (token, id) = make(&mut admin, &scopes).await;
    let (other, _) = make(&mut admin, &scopes).await;
    assert_eq!(program(&app, &token).get("/api/referrals").await.status, 200);
    assert_eq!(admin.delete(&format!("/api/tokens/{id}")).await.status, 204);
    admin.delete(&format!("/api/tokens/{id}")).await.is(404, "bad-request");
    program(&app, &token).get("/api/referrals").await.is(401, "bad-request");
    assert_eq!(program(&app, &other).get("/api/referrals").await.status, 200);
    app.wait(Duration::from_secs(30 * 24 * 3600));
    program(&app, &other).get("/api/referrals").await.is(401, "bad-request");
    for nonsense in ["kg_", "kg_nonsense", &token[3..], &token.replace("kg_", "KG_")] {
        program(&app, nonsense).get("/api/referrals").await.is(401, "bad-request");
    }
}

#[tokio::test]
async fn a_token_loses_its_rights_with_its_creator() {
    let app = TestApp::new().await;
    let scopes = [TokenScope::MessagesRead];
    let (token, _) = make(&mut app.admin().await, &scopes).await;
    assert_eq!(program(&app, &token).get("/api/messages").await.status, 200);
    let owner = app.store.staff().await.unwrap().remove(0).id;
    let off = Some(Integrations::SwitchOff);
    let revoke = StaffChange::Revoke { integrations: off, even_the_last: true };
    app.store.change_staff(&owner, &revoke, app.time(), None).await.unwrap();
    program(&app, &token).get("/api/messages").await.is(401, "bad-request");
}

#[tokio::test]
async fn a_token_needs_a_recent_second_factor() {
    let app = TestApp::new().await;
    let request = json!({ "name": "n", "scopes": ["referrals:read"], "days": 1 });
    let mut admin = app.admin().await;
    for wrong in [json!({ "days": 0 }), json!({ "scopes": [] }), json!({ "name": "9876543210" })] {
        let mut request = request.clone();
        request.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        admin.post("/api/tokens", request).await.is(400, "bad-request");
    }
    app.wait(Duration::from_secs(601));
    admin.post("/api/tokens", request.clone()).await.is(403, "second-factor-stale");
    let mut unconfirmed = app.unconfirmed_admin().await;
    unconfirmed.post("/api/tokens", request.clone()).await.is(403, "second-factor-missing");
    app.member(MEMBER).await.post("/api/tokens", request.clone()).await.is(403, "not-admin");
    app.guest().post("/api/tokens", request).await.is(401, "not-logged-in");
    app.guest().get("/api/tokens").await.is(401, "not-logged-in");
}

#[tokio::test]
async fn requests_are_limited_by_token() {
    let app = TestApp::with(|parts| {
        parts.trusted_proxies = "0.0.0.0".parse().unwrap();
        parts.limits.request_rate = 1;
        parts.limits.request_burst = 20;
    })
    .await;
    let mut tokens = Vec::new();
    let mut admin = app.admin_in(app.guest().with("x-forwarded-for", "198.51.100.3")).await;
    for from in ["198.51.100.1", "198.51.100.2"] {
        let (token, _) = make(&mut admin, &[TokenScope::ReferralsRead]).await;
        tokens.push(program(&app, &token).with("x-forwarded-for", from));
    }
    for number in 0..20 {
        tokens[0] = tokens[0].clone().with("x-forwarded-for", &format!("203.0.113.{number}"));
        assert_eq!(tokens[0].get("/api/referrals").await.status, 200);
    }
    tokens[0].get("/api/referrals").await.is(429, "too-many-requests");
    assert_eq!(tokens[1].get("/api/referrals").await.status, 200);
}

#[tokio::test]
async fn what_is_done_about_tokens_is_recorded_and_no_token_is_logged() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let (token, id) = make(&mut admin, &[TokenScope::ReferralsRead]).await;
    program(&app, &token).get("/api/referrals").await;
    admin.delete(&format!("/api/tokens/{id}")).await;
    let kinds: Vec<_> = app.events(None, 99).await.into_iter().map(|event| event.kind).collect();
    for kind in ["token-made", "token-revoked"] {
        assert_eq!(kinds.iter().filter(|it| *it == kind).count(), 1, "{kind}");
    }
    let log = logged();
    for secret in [token.as_str(), &token[3..], ADMIN] {
        assert!(!log.contains(secret));
    }
}
