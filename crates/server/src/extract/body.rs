//! Bodies.

use axum::{
    Json, RequestExt,
    extract::{
        FromRequest, Request,
        rejection::{JsonRejection, StringRejection},
    },
    http::StatusCode,
};
use domain::{hosted::HostedCode, rejection::RejectionCode};
use serde::de::DeserializeOwned;

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
        let Json(body) = request.extract::<Json<T>, _>().await.map_err(|rejection| {
            match (rejection.status(), rejection) {
                (StatusCode::PAYLOAD_TOO_LARGE, _) => HostedCode::TextTooLong.into(),
                (status, JsonRejection::MissingJsonContentType(_)) => {
                    Refusal::from(HostedCode::BadRequest).with_status(status)
                }
                _ => HostedCode::BadRequest.into(),
            }
        })?;
        Ok(Self(body))
    }
}

impl FromRequest<AppState> for ImportText {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Refusal> {
        let text = request.extract::<String, _>().await.map_err(|rejection| match rejection {
            StringRejection::InvalidUtf8(_) => Refusal::from(RejectionCode::NotAnExport),
            rejection if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                RejectionCode::ImportTooLarge.into()
            }
            _ => HostedCode::BadRequest.into(),
        })?;
        Ok(Self(text))
    }
}
