//! What the interface does not know.

use axum::http::StatusCode;
use domain::hosted::HostedCode;

use crate::refusal::Refusal;

/// No such path.
pub(crate) async fn path() -> Refusal {
    Refusal::from(HostedCode::BadRequest).with_status(StatusCode::NOT_FOUND)
}

/// No such method at this path.
pub(crate) async fn method() -> Refusal {
    Refusal::from(HostedCode::BadRequest).with_status(StatusCode::METHOD_NOT_ALLOWED)
}
