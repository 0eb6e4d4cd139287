//! Sending a one-time code.

use api::{CodeRequest, CodeSent};
use axum::{Extension, extract::State, http::HeaderMap, response::IntoResponse};
use domain::verdict::Verdict;

use crate::{
    AppState,
    http::{
        answer::Accepted,
        client_ip::ClientIp,
        extract::{JsonBody, KnownClientIp},
        language::Language,
        limits::Place,
        refusal::Result,
    },
    login::{
        codes::{CodeFor, Wanted, known_number, send_to},
        devices,
    },
};

/// Sends a one-time code to a number. The answer does not depend on whether the number is
/// registered, because that is not looked up. After a refusal with status 428, repeat the request
/// with the solution of its puzzle.
#[utoipa::path(post, path = "/codes", operation_id = "sendCode", tag = "Login",
    request_body = CodeRequest, responses((status = 202, body = Verdict<CodeSent>)))]
pub(crate) async fn send(
    State(state): State<AppState>,
    _: KnownClientIp,
    client: ClientIp,
    Extension(place): Extension<Place>,
    headers: HeaderMap,
    language: Language,
    JsonBody(request): JsonBody<CodeRequest>,
) -> Result<impl IntoResponse> {
    let number = known_number(&state, &request.mobile)?;
    let device = devices::token(&state, &headers);
    let (proof, what) = (request.proof, CodeFor::Login);
    let wanted = Wanted { number: &number, device, proof, what, language };
    let sent = send_to(&state, client, &place, wanted).await?;
    let done = api::code_sent(&numbers::shown(number.as_str()));
    Ok(Accepted::started(sent, state.words(language).done(done)))
}
