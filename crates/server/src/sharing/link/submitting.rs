//! What somebody sends who opened a link: first their wish, for which they get a code, and then the code.

use api::{Code, HostedCode, Submission};
use domain::{
    account::{User, Verified},
    limits::ABOUT,
    pipeline::{self, ProgrammeSettings},
    referral::{Referral, ReferralDraft},
    rejection::Rejections,
};

use crate::{
    AppState,
    audit::Audit,
    clock::day,
    db::EventKind,
    http::{
        client_ip::ClientIp,
        extract::{Caller, IdempotencyKey},
        language::Language,
        refusal::{Refusal, Result},
    },
    login::codes::{CodeFor, known_number},
    messages::records::NewMessage,
    observe,
    pages::{
        no_script_forms::{FormFields, OPENING, Pages, TICKED},
        openings,
    },
    referrals::records::NewReferral,
    secret::Purpose,
    sharing::{
        codes::{Asker, verify},
        link::sql::{NewByLink, SentByLink, UsedCode},
    },
};

/// What somebody typed.
#[derive(Debug)]
pub(crate) struct Typed {
    draft: ReferralDraft,
    mobile: String,
    agreed: bool,
    /// The version of the text that they agree to.
    text: u64,
    /// The title of the vacancy or course that it is for.
    opening: String,
}

impl Typed {
    /// What the form of a page in this language has.
    pub(crate) fn of(form: &FormFields, language: Language) -> Self {
        // Whoever has read another text has not agreed to this one.
        let text = language.consent_text;
        let is_text = form.value("text") == text.to_string();
        Self {
            draft: ReferralDraft {
                referred_name: form.value("referredName"),
                service: form.value("service"),
                notes: form.value("notes"),
                // The link says whose it is, and the code which number.
                referrer_name: String::new(),
                referrer_phone: String::new(),
                referred_phone: String::new(),
            },
            mobile: form.value("mobile"),
            agreed: is_text && form.value("agreed") == TICKED,
            text,
            opening: String::new(),
        }
    }

    /// Checks everything that does not depend on whose link it is.
    fn check(&self, state: &AppState, programme: &ProgrammeSettings) -> Result<()> {
        Submission { draft: self.draft.clone(), ..Submission::default() }.fits()?;
        let wish = pipeline::check_wish(&self.draft, programme);
        let wish = wish.err().map_or_else(Vec::new, |it| it.codes().to_vec());
        let mut codes: Vec<Code> = wish.into_iter().map(Code::from).collect();
        if let Err(refusal) = known_number(state, &self.mobile) {
            codes.extend(refusal.into_reasons().0);
        }
        if !self.agreed {
            codes.push(HostedCode::AgreementMissing.into());
        }
        if codes.is_empty() { Ok(()) } else { Err(Refusal::of(codes)) }
    }
}

/// The value of the button by which somebody takes back that they are never to be contacted.
const TAKEN_BACK: &str = "taken-back";

/// Checks what was typed and sends a code to the number. Returns the challenge and the number as it is shown. All of
/// this is the same whether or not the link works, and whoever has the number.
pub(crate) async fn begin(
    state: &AppState,
    asker: Asker,
    typed: &Typed,
) -> Result<(String, String)> {
    let programme = state.store.programme().await?.settings;
    typed.check(state, &programme)?;
    let number = known_number(state, &typed.mobile)?;
    let sent = asker.send(state, &number, CodeFor::Sharing).await?;
    Ok((sent.challenge, numbers::shown(number.as_str())))
}

/// What became of what somebody sent with the right code.
pub(crate) enum Finished {
    /// It is stored: a referral of whoever shares the link or, if it does not work, a message. Nobody is told which.
    Stored,
    /// Nothing is stored, because they have asked never to be contacted. Whoever has proved the number may know that.
    Unwanted,
}

/// Compares the code, and stores what was typed.
pub(crate) async fn finish(
    state: &AppState,
    pages: &Pages,
    client: ClientIp,
    audit: &Audit,
    link: &str,
    (form, language): (&FormFields, Language),
) -> Result<Finished> {
    let mut typed = Typed::of(form, language);
    typed.opening = openings::title(pages, &form.value(OPENING)).await.unwrap_or_default();
    let programme = state.store.programme().await?.settings;
    typed.check(state, &programme)?;
    let challenge = form.value("challenge");
    // Whether it was used is told when something is stored, because a second press is no second wish.
    let code = form.value("code");
    let verified = verify(state, CodeFor::Sharing, &challenge, &code).await?;
    if known_number(state, &typed.mobile)? != *verified.mobile() {
        return Err(HostedCode::CodeExpired.into());
    }
    let key = IdempotencyKey::of_form(state, client, challenge.as_bytes());
    let takes_back = form.value("never") == TAKEN_BACK;
    let decide = |sharer: Option<&User>, programme: &ProgrammeSettings, never: bool| {
        let proved = Proved { state, key: &key, typed: &typed, verified: &verified };
        match sharer {
            _ if !pipeline::may_ask_to_be_called(never, takes_back) => Ok(NewByLink::Nothing),
            Some(sharer) => proved.referral(sharer, programme),
            None => proved.enquiry(programme),
        }
    };
    let sent = compact_json::to_string(&typed.draft);
    let wish = [link, sent.as_str(), typed.opening.as_str()].map(str::as_bytes);
    let wish = state.secret.hmac(Purpose::Fingerprint, &wish);
    let number = verified.mobile().as_str();
    let proof = UsedCode { challenge: &challenge, number, wish: &wish };
    let send = state.store.send_by_link(link, &proof, &decide);
    let (sent, _) = match takes_back {
        true => {
            let event = audit.of(EventKind::ContactAgain, None);
            audit.done_if(event, send, |(_, took_back)| *took_back).await?
        }
        false => send.await?,
    };
    match sent {
        SentByLink::Referred => observe::referral_submitted(),
        SentByLink::Kept => {}
        SentByLink::Unwanted => return Ok(Finished::Unwanted),
        SentByLink::CodeUsed => return Err(HostedCode::CodeExpired.into()),
        SentByLink::Refused(rejections) => return Err(rejections.into()),
    }
    Ok(Finished::Stored)
}

/// What somebody typed who has proved their number.
struct Proved<'a> {
    state: &'a AppState,
    key: &'a IdempotencyKey,
    typed: &'a Typed,
    verified: &'a Verified,
}

impl Proved<'_> {
    fn draft(&self) -> ReferralDraft {
        let referred_phone = numbers::shown(self.verified.mobile().as_str());
        ReferralDraft { referred_phone, ..self.typed.draft.clone() }
    }

    fn referral(
        &self,
        sharer: &User,
        programme: &ProgrammeSettings,
    ) -> std::result::Result<NewByLink, Rejections> {
        let state = self.state;
        let (draft, now) = (self.draft(), state.clock.now());
        let own = numbers::key(sharer.mobile_number.as_str());
        let own_number = own == numbers::key(self.verified.mobile().as_str());
        let (when, text, policy) = ((now, day(now)), self.typed.text, &state.policy);
        let (referral, agreed) =
            pipeline::submit_by_link(&draft, sharer, when, own_number, text, programme, policy)?;
        let referral = Referral { opening: self.typed.opening.clone(), ..referral };
        let (guest, sent) = (Caller::guest(), compact_json::to_string(&draft));
        Ok(NewByLink::Referral(Box::new(NewReferral {
            referral,
            may: pipeline::may_submit,
            said: Some(agreed),
            now,
            by: guest.author(),
            idempotency_key: self.key.stored_key(&guest, state, &[]),
            allowance: Some(state.link_allowance(sharer)),
            fingerprint: state.secret.hmac(Purpose::Fingerprint, &[sent.as_bytes()]),
        })))
    }

    fn enquiry(&self, programme: &ProgrammeSettings) -> std::result::Result<NewByLink, Rejections> {
        let state = self.state;
        let mut draft = self.draft();
        if !self.typed.opening.is_empty() {
            draft.notes = format!("{ABOUT}{}\n{}", self.typed.opening, draft.notes);
        }
        let message = pipeline::enquiry(&draft, self.typed.text, programme)?;
        let words = compact_json::to_string(&message);
        Ok(NewByLink::Enquiry(Box::new(NewMessage {
            idempotency_key: self.key.stored_key(&Caller::guest(), state, words.as_bytes()),
            message,
            session: None,
            now: state.clock.now(),
            forward: state.forwarder.is_some(),
            // Its code was counted, by the number and by the network.
            allowance: None,
        })))
    }
}
