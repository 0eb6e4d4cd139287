//! Checks every answer of every test against the OpenAPI document.

use std::{collections::BTreeSet, sync::OnceLock};

use axum::http::Method;
use serde_json::Value;

use super::Answer;

/// Fails unless the document has this status for this path.
pub(crate) fn check(method: &Method, path: &str, answer: &Answer) {
    let is_described = is_described(method.as_str(), path, answer.status);
    assert!(is_described, "{method} {path}: {} is not described", answer.status);
}

/// Whether the document says that a request can be answered with this status. Paths that it does
/// not have are not checked.
fn is_described(method: &str, path: &str, status: u16) -> bool {
    let path = path.split('?').next().unwrap_or_default();
    let Some((template, item)) = described(path) else {
        return true;
    };
    let operation = &item[method.to_ascii_lowercase()];
    if operation.is_null() {
        return status == 405;
    }
    let responses = &operation["responses"];
    let range = format!("{}XX", status / 100);
    !responses[status.to_string()].is_null()
        || !responses[range].is_null()
            && explained().contains(&status)
            && may_be_refused(template, method, operation, status)
}

/// Whether an operation can be refused with this status, as far as its path, method, body and
/// headers tell.
fn may_be_refused(template: &str, method: &str, operation: &Value, status: u16) -> bool {
    let has_body = !operation["requestBody"].is_null();
    let names_a_record = has_body || template.contains('{');
    let headers = operation["parameters"].as_array().into_iter().flatten();
    let depends_on_user = headers.clone().any(|header| header["name"] == "Expected-User");
    match status {
        404 => names_a_record,
        405 => false,
        409 => method != "GET" || depends_on_user,
        412 => method != "GET" && names_a_record,
        415 => has_body,
        428 => template == "/api/codes",
        _ => true,
    }
}

/// The statuses of refusals that the document explains once for all operations.
fn explained() -> &'static BTreeSet<u16> {
    static EXPLAINED: OnceLock<BTreeSet<u16>> = OnceLock::new();
    EXPLAINED.get_or_init(|| {
        let refused = &document()["components"]["responses"]["Refused"]["description"];
        let words = refused.as_str().unwrap().split_whitespace();
        words.filter_map(|word| word.strip_suffix(':')?.parse().ok()).collect()
    })
}

fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| serde_json::to_value(server::document()).unwrap())
}

fn described(path: &str) -> Option<(&'static str, &'static Value)> {
    let paths = document()["paths"].as_object().unwrap();
    let found = paths.iter().find(|(template, _)| is_of(path, template));
    found.map(|(template, item)| (template.as_str(), item))
}

fn is_of(path: &str, template: &str) -> bool {
    let (path, template) = (path.split('/'), template.split('/'));
    path.clone().count() == template.clone().count()
        && path.zip(template).all(|(part, wanted)| wanted.starts_with('{') || part == wanted)
}

#[test]
fn only_the_refusals_that_an_operation_can_give_count_as_described() {
    for (method, path, status) in [
        ("GET", "/api/referrals", 401),
        ("GET", "/api/referrals?limit=many", 400),
        ("GET", "/api/referrals/0", 404),
        ("GET", "/api/referrals", 409),
        ("DELETE", "/api/referrals", 405),
        ("PUT", "/api/referrals/0/points", 412),
        ("POST", "/api/codes", 428),
        ("POST", "/api/codes", 415),
        ("GET", "/api/referrals", 500),
        ("GET", "/nothing", 404),
    ] {
        assert!(is_described(method, path, status), "{method} {path}: {status}");
    }
    for (method, path, status) in [
        ("GET", "/api/referrals", 404),
        ("GET", "/api/referrals", 405),
        ("GET", "/api/referrals", 412),
        ("GET", "/api/referrals", 418),
        ("GET", "/api/session", 409),
        ("DELETE", "/api/referrals", 404),
        ("POST", "/api/referrals", 428),
        ("POST", "/api/referrals", 507),
    ] {
        assert!(!is_described(method, path, status), "{method} {path}: {status}");
    }
}
