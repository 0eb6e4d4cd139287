//! What was done, as every answer says it.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use domain::{notice::Notice, verdict::Verdict};
use serde::Serialize;
use utoipa::ToSchema;

/// Nothing, where only the words count.
#[derive(ToSchema)]
pub(crate) struct Null;

/// Accepted: what came of it, and what to say.
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

    /// Something is there now that was not (201).
    pub(crate) fn created(value: T, notice: Notice) -> Self {
        Self { status: StatusCode::CREATED, value, notice }
    }

    /// It is on its way (202).
    pub(crate) fn begun(value: T, notice: Notice) -> Self {
        Self { status: StatusCode::ACCEPTED, value, notice }
    }
}

impl<T: Serialize> IntoResponse for Accepted<T> {
    fn into_response(self) -> Response {
        let verdict = Verdict::accepted(self.value, self.notice);
        (self.status, Json(verdict)).into_response()
    }
}
