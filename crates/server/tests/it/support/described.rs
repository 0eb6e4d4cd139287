//! Checks every answer of every test against the OpenAPI document.

use std::sync::OnceLock;

use axum::http::Method;
use serde_json::Value;

use super::Answer;

/// The refusals that the document explains once for all operations.
const REFUSALS: [u16; 14] = [400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 422, 428, 429, 431];

/// Fails unless the document has this status for this path.
pub(crate) fn check(method: &Method, path: &str, answer: &Answer) {
    let path = path.split('?').next().unwrap_or_default();
    let Some(item) = described(path) else {
        return;
    };
    let operation = &item[method.as_str().to_ascii_lowercase()];
    if operation.is_null() {
        assert_eq!(answer.status, 405, "{method} {path} is not described");
        return;
    }
    let (status, responses) = (answer.status, &operation["responses"]);
    let is_refusal = REFUSALS.contains(&status) || status >= 500;
    let range = format!("{}XX", status / 100);
    let known =
        !responses[status.to_string()].is_null() || is_refusal && !responses[range].is_null();
    assert!(known, "{method} {path}: {status} is not described");
}

fn described(path: &str) -> Option<&'static Value> {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    let document = DOCUMENT.get_or_init(|| serde_json::to_value(server::document()).unwrap());
    let paths = document["paths"].as_object().unwrap();
    paths.iter().find(|(template, _)| is_of(path, template)).map(|(_, item)| item)
}

fn is_of(path: &str, template: &str) -> bool {
    let (path, template) = (path.split('/'), template.split('/'));
    path.clone().count() == template.clone().count()
        && path.zip(template).all(|(part, wanted)| wanted.starts_with('{') || part == wanted)
}
