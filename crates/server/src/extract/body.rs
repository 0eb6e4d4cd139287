//! Bodies.

use std::error::Error;

use api::HostedCode;
use axum::{
    Json, RequestExt,
    extract::{
        FromRequest, Request,
        rejection::{JsonRejection, StringRejection},
    },
    http::StatusCode,
};
use domain::rejection::RejectionCode;
use serde::de::DeserializeOwned;

use super::fault;
use crate::{AppState, refusal::Refusal};

/// A body of JSON.
#[derive(Debug)]
pub(crate) struct Sent<T>(pub(crate) T);

/// The text of an export.
#[derive(Debug)]
pub(crate) struct ImportText(pub(crate) String);

impl<T: DeserializeOwned + 'static> FromRequest<AppState> for Sent<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Refusal> {
        let Json(body) = request.extract::<Json<T>, _>().await.map_err(refusal)?;
        Ok(Self(body))
    }
}

fn refusal(rejection: JsonRejection) -> Refusal {
    match (rejection.status(), &rejection) {
        (StatusCode::PAYLOAD_TOO_LARGE, _) => HostedCode::TextTooLong.into(),
        (status, JsonRejection::MissingJsonContentType(_)) => {
            Refusal::malformed("The header Content-Type has to be application/json.")
                .with_status(status)
        }
        (_, JsonRejection::JsonDataError(error)) => Refusal::malformed(match fault_of(error) {
            Some(error) => fault::sentence("field", error.path(), &error.inner().to_string()),
            None => "The body is not what the description says.".to_owned(),
        }),
        (_, JsonRejection::JsonSyntaxError(error)) => Refusal::malformed(match fault_of(error) {
            Some(error) => {
                let (line, column) = (error.inner().line(), error.inner().column());
                format!("The body is no JSON from line {line}, column {column}.")
            }
            None => "The body is no JSON.".to_owned(),
        }),
        _ => Refusal::malformed("The body cannot be read."),
    }
}

/// What serde found wrong, which axum wraps.
fn fault_of<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a Fault> {
    let wrapped: Option<&'a (dyn Error + 'static)> = error.source();
    error.downcast_ref().or_else(|| wrapped.and_then(fault_of))
}

type Fault = serde_path_to_error::Error<serde_json::Error>;

impl FromRequest<AppState> for ImportText {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Refusal> {
        let text = request.extract::<String, _>().await.map_err(|rejection| match rejection {
            StringRejection::InvalidUtf8(_) => Refusal::from(RejectionCode::NotAnExport),
            rejection if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                RejectionCode::ImportTooLarge.into()
            }
            _ => Refusal::malformed("The body came to no end."),
        })?;
        Ok(Self(text))
    }
}
