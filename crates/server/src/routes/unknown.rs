//! What the interface does not know.

use axum::http::StatusCode;

use crate::refusal::Refusal;

/// No such path.
pub(crate) async fn path() -> Refusal {
    Refusal::malformed("There is nothing at this path: /api/openapi.json has all that there are.")
        .with_status(StatusCode::NOT_FOUND)
}

/// No such method at this path.
pub(crate) async fn method() -> Refusal {
    Refusal::malformed("This path takes other methods: see the header Allow.")
        .with_status(StatusCode::METHOD_NOT_ALLOWED)
}
