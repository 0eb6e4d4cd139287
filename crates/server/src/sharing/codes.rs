//! The codes by which somebody proves a number on a page that was shared. Such a code opens no session, and looks up
//! no account; a code for logging in does not work here, nor one for the one page on the other.

use api::{CodeMatch, CodeSent, HostedCode};
use axum::{
    Extension,
    extract::{FromRequestParts, rejection::ExtensionRejection},
    http::request::Parts,
};
use domain::{
    account::{Challenge, Verified},
    mobile::MobileNumber,
};

use crate::{
    AppState,
    http::{
        client_ip::ClientIp,
        extract::KnownClientIp,
        language::Language,
        limits::Place,
        refusal::{Refusal, Result},
    },
    login::{
        codes::{CodeFor, Wanted, code_texts, send_to},
        devices,
    },
    observe, random,
    secret::Purpose,
};

/// Who asks for a code on such a page. Nobody is logged in here, but a device that the number's owner has logged in
/// with has its own limits, so that requests of strangers do not use them up.
#[derive(Debug)]
pub(crate) struct Asker {
    pub(crate) client: ClientIp,
    /// What is wrong with the way to the client, if its address is not known.
    unknown: Option<Refusal>,
    place: Place,
    device: Option<[u8; 32]>,
    /// That of the page.
    language: Language,
}

impl FromRequestParts<AppState> for Asker {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> std::result::Result<Self, ExtensionRejection> {
        let Extension(place) = Extension::from_request_parts(parts, state).await?;
        let Ok(client) = ClientIp::from_request_parts(parts, state).await;
        let unknown = KnownClientIp::from_request_parts(parts, state).await.err();
        let Ok(language) = Language::from_request_parts(parts, state).await;
        let device = devices::token(state, &parts.headers);
        Ok(Self { client, unknown, place, device, language })
    }
}

impl Asker {
    /// Sends a code to a number, within the limits for all codes. These pages work without script and solve no
    /// puzzle: where one is asked for, the number waits.
    pub(crate) async fn send(
        self,
        state: &AppState,
        number: &MobileNumber,
        what: CodeFor,
    ) -> Result<CodeSent> {
        let Self { client, unknown, place, device, language } = self;
        if let Some(refusal) = unknown {
            return Err(refusal);
        }
        let wanted = Wanted { number, device, proof: None, what, language };
        send_to(state, client, &place, wanted).await.map_err(|refusal| {
            let is_puzzle = refusal.problem().codes.contains(&HostedCode::ProofRequired.into());
            if is_puzzle { HostedCode::CodesUsedUp.into() } else { refusal }
        })
    }
}

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
    let code = code_texts(what, challenge, code.trim());
    let right = state.secret.verify_hmac(Purpose::Code, &code, &found.code);
    observe::code_compared(right);
    let tried = if right { CodeMatch::Right } else { CodeMatch::Wrong };
    Ok(sent.verify(Challenge::request(found.mobile.as_str())?, tried, now)?)
}
