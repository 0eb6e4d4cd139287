//! While the content is edited: what is wrong with what was saved last is shown over open pages, for
//! whoever does not look at the terminal.
//!
//! The build writes it into a file, which is empty or missing when nothing is wrong.

use std::path::Path;

use axum::{
    http::{HeaderValue, header::CACHE_CONTROL},
    response::{IntoResponse, Response},
};

use crate::headers::{Caching, security_headers};

/// The path of the text.
pub(crate) const TEXT: &str = "/__problem";
/// The path of the script that shows it.
pub(crate) const SCRIPT: &str = "/__problem.js";

/// The script.
pub(crate) const SOURCE: &str = include_str!("problem.js");

/// What is wrong, as the file says now.
pub(crate) async fn text(file: &Path) -> Response {
    let text = tokio::fs::read_to_string(file).await.unwrap_or_default();
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.extend(security_headers(false));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(Caching::NoStore.value()));
    response
}
