//! One-time codes: what they are for, whom they are sent to, and how they are stored.

use crate::login::records::{CodeToSend, NewCode};
use api::{
    self, CODE_DIGITS, CODE_LIFE_MS, Code, CodeSent, HostedCode, PersonWish, Proof, SendHistory,
    SendRefusal,
};
use domain::{account::Challenge, mobile::MobileNumber, rejection::RejectionCode};
use numbers::NumberError;
use tracing::Instrument;

use crate::{
    AppState,
    clock::after,
    delivery::sending::Message,
    http::{
        client_ip::{ClientIp, network},
        language::Language,
        limits::{Permit, Place},
        refusal::{Refusal, Result},
    },
    login::puzzles::{self, Requester},
    observe, random,
    secret::{Purpose, Secret},
};

/// The maximum length of a typed number, including separators.
const MOBILE_LETTERS: usize = 32;

/// What a code is for. One that was sent for the one is wrong for the other, so that nobody is talked out of a login
/// on a page of somebody's link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeFor {
    /// Logging in or signing up.
    Login,
    /// Proving a number on the page of somebody's link.
    Sharing,
    /// What somebody wants on the page of whoever was referred.
    PersonsPage(PersonWish),
}

/// A code that somebody wants.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    /// To which number.
    pub(crate) number: &'a MobileNumber,
    /// The token of the device, which may be known.
    pub(crate) device: Option<[u8; 32]>,
    /// The solution of a puzzle.
    pub(crate) proof: Option<Proof>,
    /// What it is for.
    pub(crate) what: CodeFor,
    /// That of the page on which they want it.
    pub(crate) language: Language,
}

/// Sends a code, within the limits for all codes.
pub(crate) async fn send_to(
    state: &AppState,
    client: ClientIp,
    place: &Place,
    wanted: Wanted<'_>,
) -> Result<CodeSent> {
    let challenge = Challenge::request(wanted.number.as_str())?;
    let mobile = challenge.mobile();
    let now = state.clock.now();
    // First, so that whoever is refused here can ask again at once: nothing is counted yet.
    let permit = state.take_code(client)?;
    let number = counted_number(&state.secret, mobile, wanted.what);
    let ClientIp(address) = client;
    let address = state.secret.hmac(Purpose::Address, &[network(address).to_string().as_bytes()]);
    let asker = Requester { number: &number, address: &address };
    let (id, code) = (random::id()?, random::digits(CODE_DIGITS)?);
    let new = CodeToSend {
        code: NewCode {
            challenge: id.clone(),
            mobile: mobile.clone(),
            code: state.secret.hmac(Purpose::Code, &code_texts(wanted.what, &id, &code)),
            now,
        },
        number,
        address,
        device: wanted.device,
        proof: wanted.proof.and_then(|it| puzzles::check(&state.secret, asker, &it, now)),
    };
    match state.store.store_code(&new, &|sends| state.sends.check(sends)).await? {
        Ok(before) => warn_if_running_out(state, &before),
        Err(SendRefusal::Refused(code)) => return Err(code.into()),
        Err(SendRefusal::ProofRequired(bits)) => {
            return Err(Refusal::puzzle(puzzles::make(&state.secret, asker, bits, now)?));
        }
    }
    // Looked up for every number. Somebody else who asks does not choose how its owner is warned not to share the code.
    let own = state.store.language(mobile).await?.and_then(|own| Language::of(&own));
    let language = match wanted.what {
        CodeFor::Login => own.unwrap_or(wanted.language),
        CodeFor::Sharing | CodeFor::PersonsPage(_) => wanted.language,
    };
    let (host, words) = (state.origin.host(), state.words(language));
    let text = match wanted.what {
        CodeFor::Login => api::code_message(&code, host, &words),
        CodeFor::Sharing => api::sharing_code_message(&code, host, &words),
        CodeFor::PersonsPage(wish) => api::page_code_message(wish, &code, host, &words),
    };
    let number = numbers::dialled(mobile);
    let message = Message {
        mobile: mobile.clone(),
        number,
        code: Some(code),
        text,
        idempotency_key: id.clone(),
    };
    place.leave();
    send_code(state, message, permit).await?;
    let expires_at = after(now, CODE_LIFE_MS);
    Ok(CodeSent { challenge: id, digits: CODE_DIGITS, expires_at })
}

/// The fingerprint by which codes to a number are counted. Those of the page of whoever was referred are apart: somebody
/// else, who has no such page, could otherwise use up the codes that they need to refuse.
fn counted_number(secret: &Secret, mobile: &MobileNumber, what: CodeFor) -> [u8; 32] {
    let number = secret.number(mobile);
    match what {
        CodeFor::Login | CodeFor::Sharing => number,
        CodeFor::PersonsPage(_) => secret.hmac(Purpose::Number, &[b"person's page", &number]),
    }
}

/// What the HMAC is made of under which a code is stored.
pub(crate) fn code_texts<'a>(what: CodeFor, challenge: &'a str, code: &'a str) -> Vec<&'a [u8]> {
    let texts = [challenge.as_bytes(), code.as_bytes()];
    match what {
        CodeFor::Login => texts.to_vec(),
        CodeFor::Sharing => [&[b"sharing".as_slice()], texts.as_slice()].concat(),
        CodeFor::PersonsPage(wish) => {
            let what = [b"person's page".as_slice(), wish.word().as_bytes()];
            [what.as_slice(), texts.as_slice()].concat()
        }
    }
}

/// The number that a visitor typed, in any spelling.
pub(crate) fn known_number(state: &AppState, typed: &str) -> Result<MobileNumber> {
    if typed.chars().nth(MOBILE_LETTERS).is_some() {
        return Err(RejectionCode::MobileTooLong.into());
    }
    let read = numbers::read(typed);
    if let Some(admin) = &state.policy.admin {
        let is_admins = match numbers::read(admin.as_str()) {
            Ok(admin) => read.as_ref() == Ok(&admin),
            // The configured admin number is accepted even if it cannot be called.
            Err(_) => typed.trim() == admin.as_str(),
        };
        if is_admins {
            return Ok(admin.clone());
        }
    }
    Ok(read.map_err(|error| match error {
        NumberError::Missing => Code::from(RejectionCode::MobileMissing),
        NumberError::NoCountry => HostedCode::CountryCodeMissing.into(),
    })?)
}

/// The HMAC under which a login's code is stored.
pub(crate) fn code_hmac(secret: &Secret, challenge: &str, code: &str) -> [u8; 32] {
    secret.hmac(Purpose::Code, &code_texts(CodeFor::Login, challenge, code))
}

/// Hands a message to the sender. If that fails, the code is removed again, so that it counts
/// for the network only. It runs in a task of its own, so that this also happens if the request has
/// timed out.
async fn send_code(state: &AppState, message: Message, permit: Permit) -> Result<()> {
    let state = state.clone();
    let sending = async move {
        let _permit = permit;
        let sent = state.sender.send(&message).await;
        observe::code_sent(sent.is_ok());
        let Err(error) = sent else { return true };
        tracing::error!(error = observe::redact(&error.to_string()), "a code was not sent");
        if let Err(error) = state.store.cancel_code(&message.idempotency_key).await {
            tracing::error!(
                error = observe::redact(&error.to_string()),
                "the unsent code could not be removed and still counts"
            );
        }
        false
    };
    let sent = tokio::spawn(sending.in_current_span()).await;
    if matches!(sent, Ok(true)) { Ok(()) } else { Err(HostedCode::SendingFailed.into()) }
}

/// Warns the operator before the day's codes are used up.
fn warn_if_running_out(state: &AppState, before: &SendHistory) {
    if let Some(percent) = state.sends.alarm(before) {
        tracing::warn!(
            percent,
            "this percentage of the daily code limit is used: see --codes-a-day"
        );
    }
}
