//! The body of successful answers.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::{notice::Notice, verdict::Verdict};
use serde::Serialize;
use utoipa::ToSchema;

/// The value of an answer that has only a notice.
#[derive(ToSchema)]
pub(crate) struct Null;

/// Accepted: the result, and a notice.
#[derive(Debug)]
pub(crate) struct Accepted<T> {
    status: StatusCode,
    value: T,
    notice: Notice,
}

impl<T> Accepted<T> {
    /// Done (200).
    pub(crate) fn done(value: T, notice: Notice) -> Self {
        Self { status: StatusCode::OK, value, notice }
    }

    /// Something was created (201).
    pub(crate) fn created(value: T, notice: Notice) -> Self {
        Self { status: StatusCode::CREATED, value, notice }
    }

    /// Something was started (202).
    pub(crate) fn started(value: T, notice: Notice) -> Self {
        Self { status: StatusCode::ACCEPTED, value, notice }
    }
}

impl<T: Serialize> IntoResponse for Accepted<T> {
    fn into_response(self) -> Response {
        let verdict = Verdict::accepted(self.value, self.notice);
        (self.status, Json(verdict)).into_response()
    }
}
