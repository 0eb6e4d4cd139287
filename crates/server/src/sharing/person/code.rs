//! The code by which somebody proves that the page is about their number. It opens no session, and looks up
//! no account; a code for logging in does not work here, nor this one there.

use api::{CodeMatch, CodeSent, HostedCode};
use domain::account::Challenge;

use crate::{
    AppState,
    http::{client_ip::ClientIp, limits::Place, refusal::Result},
    login::routes::codes::{WantedCode, known_number, send_to},
    observe, random,
    secret::{Purpose, Secret},
};

/// Sends a code to the number that a referral is about.
pub(crate) async fn send(
    state: &AppState,
    client: ClientIp,
    place: Place,
    phone: &str,
) -> Result<CodeSent> {
    let challenge = Challenge::request(known_number(state, phone)?.as_str())?;
    let wanted = WantedCode {
        mobile: challenge.mobile(),
        device: None,
        proof: None,
        hmac,
        text: api::page_code_message,
    };
    send_to(state, client, place, wanted).await
}

/// Checks a code and uses it up. Returns the key of the number that it was sent to.
pub(crate) async fn verify(state: &AppState, challenge: &str, typed: &str) -> Result<String> {
    if !random::is_id(challenge) {
        return Err(HostedCode::CodeExpired.into());
    }
    let Some(found) = state.store.try_code(challenge).await? else {
        return Err(HostedCode::CodeExpired.into());
    };
    let now = state.clock.now();
    found.sent.may_be_tried(now)?;
    let texts = [FOR, challenge.as_bytes(), typed.trim().as_bytes()];
    let right = state.secret.verify_hmac(Purpose::Code, &texts, &found.code);
    observe::code_compared(right);
    let tried = if right { CodeMatch::Right } else { CodeMatch::Wrong };
    let requested = Challenge::request(found.mobile.as_str())?;
    found.sent.verify(requested, tried, now)?;
    if !state.store.use_code(challenge).await? {
        return Err(HostedCode::CodeExpired.into());
    }
    Ok(numbers::key(found.mobile.as_str()))
}

/// What tells these codes from those for logging in.
const FOR: &[u8] = b"person's page";

fn hmac(secret: &Secret, challenge: &str, code: &str) -> [u8; 32] {
    secret.hmac(Purpose::Code, &[FOR, challenge.as_bytes(), code.as_bytes()])
}
