//! Bodies, queries and keys in paths. Invalid input is refused in words that repeat nothing of it.

use std::error::Error;

use api::HostedCode;
use axum::{
    Json, RequestExt,
    body::Bytes,
    extract::{
        FromRequest, FromRequestParts, Path, Request,
        rejection::{JsonRejection, StringRejection},
    },
    http::{StatusCode, request::Parts},
};
use domain::{
    pipeline::text_rules::{are_allowed, are_allowed_in_json},
    rejection::RejectionCode,
};
use serde::de::DeserializeOwned;
use tokio::sync::OwnedSemaphorePermit;

use crate::{AppState, http::refusal::Refusal};

/// A body of JSON.
#[derive(Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

/// The text of an export. It is read only while few others are being imported.
#[derive(Debug)]
pub(crate) struct ImportText {
    pub(crate) text: String,
    /// Counts the import as long as anything of it is in memory.
    pub(crate) permit: OwnedSemaphorePermit,
}

impl<T: DeserializeOwned + 'static> FromRequest<AppState> for JsonBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Refusal> {
        let (text, body) = read_json(request).await?;
        // It was read, so it is UTF-8.
        if !str::from_utf8(&text).is_ok_and(are_allowed_in_json) {
            return Err(RejectionCode::ControlCharacters.into());
        }
        Ok(Self(body))
    }
}

/// A long body of JSON, which is read only while few others are being imported. Its texts may have any
/// characters: the handler checks each, so that it can say which of them is wrong.
#[derive(Debug)]
pub(crate) struct ImportJson<T> {
    pub(crate) value: T,
    /// Counts the import as long as anything of it is in memory.
    pub(crate) permit: OwnedSemaphorePermit,
}

impl<T: DeserializeOwned + 'static> FromRequest<AppState> for ImportJson<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Refusal> {
        let permit = state.take_import()?;
        let (_, value) = read_json(request).await?;
        Ok(Self { value, permit })
    }
}

/// A body of JSON, as it came and as it was read.
async fn read_json<T: DeserializeOwned + 'static>(request: Request) -> Result<(Bytes, T), Refusal> {
    let (parts, body) = request.into_parts();
    let text = Request::from_parts(parts.clone(), body).extract::<Bytes, _>().await;
    let text = text.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => HostedCode::TextTooLong.into(),
        _ => Refusal::malformed("The body cannot be read."),
    })?;
    let request = Request::from_parts(parts, text.clone().into());
    let Json(body) = request.extract::<Json<T>, _>().await.map_err(refusal)?;
    Ok((text, body))
}

fn refusal(rejection: JsonRejection) -> Refusal {
    match (rejection.status(), &rejection) {
        (status, JsonRejection::MissingJsonContentType(_)) => {
            Refusal::malformed("The header Content-Type must be application/json.")
                .with_status(status)
        }
        (_, JsonRejection::JsonDataError(error)) => Refusal::malformed(match serde_fault(error) {
            Some(error) => sentence("field", error.path(), &error.inner().to_string()),
            None => "The body does not match the OpenAPI document.".to_owned(),
        }),
        (_, JsonRejection::JsonSyntaxError(error)) => {
            Refusal::malformed(match serde_fault(error) {
                Some(error) => {
                    let (line, column) = (error.inner().line(), error.inner().column());
                    format!("The body is not valid JSON at line {line}, column {column}.")
                }
                None => "The body is not valid JSON.".to_owned(),
            })
        }
        _ => Refusal::malformed("The body cannot be read."),
    }
}

/// The error of serde, which axum wraps.
fn serde_fault<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a Fault> {
    let wrapped: Option<&'a (dyn Error + 'static)> = error.source();
    error.downcast_ref().or_else(|| wrapped.and_then(serde_fault))
}

type Fault = serde_path_to_error::Error<serde_json::Error>;

impl FromRequest<AppState> for ImportText {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Refusal> {
        let permit = state.take_import()?;
        let text = request.extract::<String, _>().await.map_err(|rejection| match rejection {
            StringRejection::InvalidUtf8(_) => Refusal::from(RejectionCode::NotAnExport),
            rejection if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                RejectionCode::ImportTooLarge.into()
            }
            _ => Refusal::malformed("The body is incomplete."),
        })?;
        Ok(Self { text, permit })
    }
}

/// A query string. Empty values count as absent.
#[derive(Debug)]
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for QueryParams<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Refusal> {
        read_query(parts.uri.query().unwrap_or_default()).map(Self)
    }
}

fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, Refusal> {
    let given: Vec<_> = query.split('&').filter(|pair| !pair.ends_with('=')).collect();
    let given = given.join("&");
    if form_urlencoded::parse(given.as_bytes()).any(|(_, value)| !are_allowed(&value)) {
        return Err(RejectionCode::ControlCharacters.into());
    }
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(given.as_bytes()));
    serde_path_to_error::deserialize(pairs).map_err(|error| {
        let text = error.inner().to_string();
        Refusal::malformed(sentence("query's", error.path(), &text))
    })
}

/// The key as it was sent. The store says whether a referral has it.
#[derive(Debug)]
pub(crate) struct Key(pub(crate) String);

impl FromRequestParts<AppState> for Key {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Refusal> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(key) =
            path.map_err(|_| Refusal::malformed("The key in the path is not UTF-8."))?;
        if are_allowed(&key) { Ok(Self(key)) } else { Err(RejectionCode::ControlCharacters.into()) }
    }
}

/// A sentence about serde's error at `path`. Serde's own message may repeat the input, so only the
/// names of fields are taken from it.
fn sentence(what: &str, path: &serde_path_to_error::Path, serde: &str) -> String {
    let path = path.to_string();
    let within = if path == "." { String::new() } else { path };
    if let Some(name) = quoted(serde, "missing field `") {
        // The path ends at the object that lacks the field.
        let dot = if within.is_empty() { "" } else { "." };
        return format!("The {what} `{within}{dot}{name}` is missing.");
    }
    let fault = if serde.starts_with("unknown variant") {
        "not one of the allowed values"
    } else {
        "not of the right type"
    };
    match within.as_str() {
        "" => format!("The body is {fault}."),
        name => format!("The {what} `{name}` is {fault}."),
    }
}

fn quoted<'a>(text: &'a str, opening: &str) -> Option<&'a str> {
    text.strip_prefix(opening)?.split('`').next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::{ReferralQuery, Sort};

    #[test]
    fn empty_values_count_as_absent_and_invalid_ones_are_refused() {
        let find: ReferralQuery = read_query("search=&sort=points&limit=&status=Pending").unwrap();
        let wanted = ReferralQuery {
            sort: Some(Sort::Points),
            status: Some("Pending".into()),
            ..ReferralQuery::default()
        };
        assert_eq!(find, wanted);
        assert_eq!(read_query::<ReferralQuery>("").unwrap(), ReferralQuery::default());
        for nonsense in ["sort=sideways", "limit=-1", "limit=many"] {
            assert!(read_query::<ReferralQuery>(nonsense).is_err(), "{nonsense}");
        }
    }
}
