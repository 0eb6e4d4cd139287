//! The code by which somebody proves that the page is about their number.

use api::{CodeSent, HostedCode};

use crate::{
    AppState,
    http::{client_ip::ClientIp, limits::Place, refusal::Result},
    login::routes::codes::{CodeFor, Wanted, known_number, send_to},
    sharing::codes,
};

/// Sends a code to the number that a referral is about.
pub(crate) async fn send(
    state: &AppState,
    client: ClientIp,
    place: Place,
    phone: &str,
) -> Result<CodeSent> {
    let number = known_number(state, phone)?;
    let what = CodeFor::PersonsPage;
    send_to(state, client, &place, Wanted { number: &number, device: None, proof: None, what })
        .await
}

/// Checks a code and uses it up. Returns the key of the number that it was sent to.
pub(crate) async fn verify(state: &AppState, challenge: &str, typed: &str) -> Result<String> {
    let verified = codes::verify(state, CodeFor::PersonsPage, challenge, typed.trim()).await?;
    if !state.store.use_code(challenge).await? {
        return Err(HostedCode::CodeExpired.into());
    }
    Ok(numbers::key(verified.mobile().as_str()))
}
