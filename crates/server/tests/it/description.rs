//! The OpenAPI document.

use std::collections::BTreeSet;

use crate::support::TestApp;
use serde_json::Value;

async fn document() -> Value {
    TestApp::new().await.guest().get("/api/openapi.json").await.body
}

/// Every `$ref` below a value.
fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(name)) = members.get("$ref") {
                found.insert(name.clone());
            }
            members.values().for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[tokio::test]
async fn the_two_ways_to_say_who_calls_are_described() {
    let document = document().await;
    let schemes = &document["components"]["securitySchemes"];
    assert_eq!(schemes["session"]["in"], "cookie");
    assert_eq!(schemes["session"]["name"], "__Host-session");
    assert_eq!(schemes["token"]["scheme"], "bearer");
    let names: Vec<_> = document["security"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|way| way.as_object().unwrap().keys())
        .collect();
    assert_eq!(names, ["session", "token"]);
}

#[tokio::test]
async fn every_route_is_described() {
    let document = document().await;
    let mut operations = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            operations.insert(format!("{method} {path}"));
        }
    }
    let wanted = [
        "get /api/session",
        "post /api/codes",
        "post /api/session",
        "delete /api/session",
        "get /api/sessions",
        "delete /api/sessions",
        "delete /api/sessions/{key}",
        "post /api/session/second-factor",
        "post /api/session/second-factor/passkey",
        "post /api/session/second-factor/passkey/options",
        "get /api/second-factors",
        "post /api/second-factors/totp",
        "put /api/second-factors/totp",
        "delete /api/second-factors/totp",
        "post /api/second-factors/passkeys",
        "post /api/second-factors/passkeys/options",
        "delete /api/second-factors/passkeys/{id}",
        "post /api/second-factors/recovery-codes",
        "get /api/colleagues",
        "get /api/staff",
        "post /api/staff",
        "patch /api/staff/{id}",
        "delete /api/staff/{id}",
        "post /api/staff/{id}/reset",
        "get /api/staff/{id}/sessions",
        "delete /api/staff/{id}/sessions",
        "post /api/referrals",
        "get /api/referrals",
        "post /api/referrals/search",
        "get /api/inbox",
        "get /api/duplicates",
        "get /api/reports",
        "get /api/reports/intervals",
        "post /api/audit/search",
        "get /api/referrers",
        "post /api/referrers/search",
        "post /api/referrals/check-number",
        "post /api/referrals/check-awards",
        "post /api/referrals/commands",
        "get /api/referrals/counts",
        "post /api/referrals/counts",
        "get /api/referrals/{key}",
        "post /api/referrals/{key}/commands",
        "put /api/referrals/{key}/points",
        "get /api/referrals/{key}/history",
        "get /api/referrals/{key}/templates",
        "post /api/referrals/{key}/page",
        "get /api/referrals/{key}/consent",
        "get /api/export",
        "post /api/import",
        "post /api/spreadsheets/check",
        "post /api/spreadsheets",
        "get /api/spreadsheets",
        "get /api/spreadsheets/{id}",
        "delete /api/spreadsheets/{id}",
        "delete /api/me",
        "post /api/duplicates",
        "post /api/duplicates/decisions",
        "post /api/erasures",
        "post /api/messages",
        "get /api/messages",
        "post /api/messages/search",
        "put /api/messages/{key}",
        "get /api/me/notifications",
        "put /api/me/notifications",
        "put /api/me/name",
        "get /api/webhooks",
        "post /api/webhooks",
        "patch /api/webhooks/{id}",
        "delete /api/webhooks/{id}",
        "post /api/webhooks/{id}/rotate",
        "post /api/webhooks/{id}/test",
        "get /api/webhooks/{id}/deliveries",
        "post /api/deliveries/{id}/replay",
        "get /api/programme",
        "get /api/programme/versions",
        "put /api/programme",
        "get /api/rulebooks",
        "put /api/rulebooks",
        "post /api/rulebooks/trial",
        "get /api/referrals/{key}/rewards",
        "get /api/me/rewards",
        "get /api/referrers/{key}/rewards",
        "post /api/referrers/{key}/rewards",
        "get /api/rewards/owed",
        "get /api/programme/rewards",
        "get /api/catalogues",
        "put /api/catalogues",
        "post /api/catalogues/check",
        "get /api/leaderboard",
        "delete /api/leaderboard/{id}",
        "get /api/me/leaderboard",
        "put /api/me/leaderboard",
        "delete /api/me/leaderboard",
        "delete /api/links/{code}/name",
        "get /api/me/link",
        "put /api/me/link",
        "get /api/me/redemptions",
        "post /api/me/redemptions",
        "post /api/me/redemptions/{id}/cancel",
        "put /api/me/redemptions/{id}/reference",
        "get /api/redemptions",
        "post /api/redemptions/{id}/approve",
        "post /api/redemptions/{id}/decline",
        "put /api/redemptions/{id}/reference",
        "get /api/batches",
        "post /api/batches",
        "get /api/batches/{id}",
        "put /api/batches/{id}/lines",
        "post /api/batches/{id}/approve",
        "post /api/batches/{id}/export",
        "post /api/batches/{id}/outcomes",
        "post /api/batches/{id}/close",
        "get /api/tokens",
        "post /api/tokens",
        "delete /api/tokens/{id}",
        "get /api/views",
        "post /api/views",
        "delete /api/views/{id}",
        "get /api/audit",
        "get /api/openapi.json",
    ];
    assert_eq!(operations, wanted.map(str::to_owned).into());
}

#[tokio::test]
async fn the_document_is_complete() {
    let document = document().await;
    assert_eq!(document["openapi"], "3.1.0");
    assert!(document["info"]["title"].is_string() && document["info"]["version"].is_string());
    let mut found = BTreeSet::new();
    references(&document, &mut found);
    assert!(found.len() > 20, "{found:?}");
    for name in found {
        let pointer = name.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{name} leads nowhere");
    }
    let mut ids = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            assert!(ids.insert(id.to_owned()), "{id} names two operations");
            let placed = path.matches('{').count();
            let parameters = operation["parameters"].as_array();
            let in_path =
                parameters.map_or(0, |all| all.iter().filter(|it| it["in"] == "path").count());
            assert_eq!(placed, in_path, "{method} {path}");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let refused = status.starts_with(['4', '5']);
                assert_eq!(refused, is_problem(&document, response), "{method} {path} {status}");
            }
        }
    }
}

fn is_problem(document: &Value, response: &Value) -> bool {
    let response = match response["$ref"].as_str() {
        Some(name) => document.pointer(name.strip_prefix('#').unwrap()).unwrap(),
        None => response,
    };
    !response["content"]["application/problem+json"]["schema"].is_null()
}

#[tokio::test]
async fn the_schemas_match_the_sent_types() {
    let document = document().await;
    let schemas = &document["components"]["schemas"];
    let code = &schemas["Code"];
    assert!(code.to_string().contains("RejectionCode"), "{code}");
    let codes = schemas["HostedCode"]["enum"].as_array().unwrap();
    assert!(codes.contains(&"referral-stale".into()), "{codes:?}");
    let codes = schemas["RejectionCode"]["enum"].as_array().unwrap();
    assert!(codes.contains(&"mobile-missing".into()), "{codes:?}");
    let scopes = schemas["TokenScope"]["enum"].as_array().unwrap();
    assert!(scopes.contains(&"referrals:read".into()), "{scopes:?}");
    let referral = schemas["HostedReferral"].to_string();
    for part in ["ReferralView", "version"] {
        assert!(referral.contains(part), "{referral}");
    }
    let verdicts: Vec<_> =
        schemas.as_object().unwrap().keys().filter(|name| name.starts_with("Verdict")).collect();
    assert!(verdicts.len() >= 6, "{verdicts:?}");
}

#[tokio::test]
async fn refusals_that_ask_to_wait_have_a_retry_after_header() {
    let document = document().await;
    let refused = &document["paths"]["/api/codes"]["post"]["responses"]["429"];
    assert_eq!(refused["headers"].as_object().unwrap().keys().collect::<Vec<_>>(), ["Retry-After"]);
}
