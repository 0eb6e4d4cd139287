//! Sending a one-time code.

use axum::{extract::State, response::IntoResponse};
use domain::{
    account::Challenge,
    hosted::{self, CODE_DIGITS, CODE_LIFE_MS, CodeRequest, CodeSent, HostedCode},
    verdict::Verdict,
};
use store::NewDispatch;

use crate::{
    AppState,
    answer::Accepted,
    clock::after,
    extract::{Client, KnownOrigin, Sent, network},
    observe,
    openapi::Refused,
    random,
    refusal::Result,
    secret::{Purpose, Secret},
    sending::CodeMessage,
};

/// Sends a one-time code to a number. Whether the number is registered is not looked up, so that
/// the answer cannot tell.
#[utoipa::path(
    post,
    path = "/codes",
    operation_id = "sendCode",
    tag = "Login",
    request_body = CodeRequest,
    responses(
        (status = 202, body = Verdict<CodeSent>),
        (status = 422, response = Refused),
    )
)]
pub(crate) async fn send(
    State(state): State<AppState>,
    _: KnownOrigin,
    Client(address): Client,
    Sent(request): Sent<CodeRequest>,
) -> Result<impl IntoResponse> {
    let challenge = Challenge::request(&request.mobile).map_err(|error| error.code())?;
    let mobile = challenge.mobile();
    let now = state.clock.now();
    let (name, code) = (random::name()?, random::code()?);
    let address = network(address).to_string();
    let new = NewDispatch {
        challenge: name.clone(),
        mobile: mobile.clone(),
        code: seal(&state.secret, &name, &code),
        address: state.secret.seal(Purpose::Address, &[address.as_bytes()]),
        now,
    };
    state.store.dispatch(&new, &|sends| state.sends.judge(sends)).await??;

    let text = hosted::code_message(&code);
    let message = CodeMessage { mobile: mobile.clone(), code, text, name: name.clone() };
    let sent = state.sender.send(&message).await;
    observe::code_sent(sent.is_ok());
    if let Err(error) = sent {
        tracing::error!(error = observe::redact(&error.to_string()), "a code was not sent");
        return Err(HostedCode::SendingFailed.into());
    }
    let expires_at = after(now, CODE_LIFE_MS);
    let sent = CodeSent { challenge: name, digits: CODE_DIGITS, expires_at };
    Ok(Accepted::begun(sent, hosted::code_sent(mobile)))
}

fn seal(secret: &Secret, challenge: &str, code: &str) -> [u8; 32] {
    secret.seal(Purpose::Code, &[challenge.as_bytes(), code.as_bytes()])
}
