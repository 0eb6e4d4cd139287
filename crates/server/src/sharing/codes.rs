//! The codes by which somebody proves a number on a page that was shared. Such a code opens no session, and looks up
//! no account; a code for logging in does not work here, nor one for the one page on the other.

use api::{CodeMatch, HostedCode};
use domain::account::{Challenge, Verified};

use crate::{
    AppState,
    http::refusal::Result,
    login::routes::codes::{CodeFor, code_texts},
    observe, random,
    secret::Purpose,
};

/// Compares a code with the one that was sent for this. It is for the caller to use it up, together with what it is
/// for.
pub(crate) async fn verify(
    state: &AppState,
    what: CodeFor,
    challenge: &str,
    code: &str,
) -> Result<Verified> {
    if !random::is_id(challenge) {
        return Err(HostedCode::CodeExpired.into());
    }
    let found = state.store.try_code(challenge).await?.ok_or(HostedCode::CodeExpired)?;
    let (sent, now) = (api::SentCode { used: false, ..found.sent }, state.clock.now());
    sent.may_be_tried(now)?;
    let right =
        state.secret.verify_hmac(Purpose::Code, &code_texts(what, challenge, code), &found.code);
    observe::code_compared(right);
    let tried = if right { CodeMatch::Right } else { CodeMatch::Wrong };
    Ok(sent.verify(Challenge::request(found.mobile.as_str())?, tried, now)?)
}
