//! The page of a person who was referred, over HTTP. Opening the address shows a form and nothing else: a
//! program that fetches it for a preview learns nothing and changes nothing. Everything else is posted.

use api::{HostedCode, HostedPolicy};
use axum::{
    extract::{Extension, RawForm, State},
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY},
    },
    response::{IntoResponse, Response},
};
use domain::{
    event::ConsentAnswer,
    pipeline::{ProgrammeSettings, Progress},
};

use crate::{
    AppState,
    audit::{Audit, security::SecurityEvent},
    clock::day,
    db::EventKind,
    http::{
        client_ip::ClientIp,
        extract::KnownClientIp,
        limits::Place,
        no_script_forms::FormFields,
        refusal::{Refusal, Result},
    },
    observe::add_security_headers,
    privacy::routes::erase_themselves,
    random,
    sharing::person::{
        code,
        html::{self, Asked, POLICY, Said, Shown, Wish},
        sql::{self, FoundPage},
        token_hash,
    },
};

/// The address of all these pages.
pub(crate) const PATH: &str = "/p";

/// How long what somebody types may be, in characters.
const TYPED_MAX: usize = 100;

/// The form for the token. It is the same for everybody.
pub(crate) async fn opened(State(state): State<AppState>) -> Response {
    let page = html::entrance(&state.policy.company, None);
    answer(&state, StatusCode::OK, page)
}

/// Shows the page, or does what is asked for on it.
pub(crate) async fn posted(
    State(state): State<AppState>,
    client: ClientIp,
    known: Result<KnownClientIp>,
    Extension(place): Extension<Place>,
    audit: Audit,
    RawForm(body): RawForm,
) -> Response {
    let form = FormFields::read(&body);
    let visit = Visit { state: &state, client, known, place, audit, form: &form };
    match visit.answer().await {
        Ok((status, page)) => answer(&state, status, page),
        Err(refusal) => {
            let said = error(&refusal);
            let page = html::entrance(&state.policy.company, Some(&said.as_said()));
            answer(&state, refusal.status(), page)
        }
    }
}

/// A page with its headers: it is kept and indexed nowhere, and its address is told to nobody.
fn answer(state: &AppState, status: StatusCode, page: String) -> Response {
    let response = (status, page).into_response();
    let mut response = add_security_headers(state, response);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    if let Ok(policy) = HeaderValue::from_str(&POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

/// Somebody on a page.
struct Visit<'a> {
    state: &'a AppState,
    client: ClientIp,
    known: Result<KnownClientIp>,
    place: Place,
    audit: Audit,
    form: &'a FormFields,
}

/// Words above a page.
struct Words {
    text: String,
    is_error: bool,
}

impl Words {
    fn good(text: &str) -> Self {
        Self { text: text.to_owned(), is_error: false }
    }

    fn as_said(&self) -> Said<'_> {
        Said { text: &self.text, is_error: self.is_error }
    }
}

fn error(refusal: &Refusal) -> Words {
    let problem = refusal.problem();
    let is_puzzle = problem.codes.contains(&HostedCode::ProofRequired.into());
    let text = match problem.errors.first() {
        _ if is_puzzle => {
            "Many codes were asked for. Try again in a day, or write to us.".to_owned()
        }
        Some(error) => error.hint.clone(),
        None => problem.notice.description.clone(),
    };
    Words { text, is_error: true }
}

const ENDED: &str = "This link does not work. It may be older than 30 days, or there is a newer one. Ask \
                     whoever sent it for another.";

impl Visit<'_> {
    async fn answer(self) -> Result<(StatusCode, String)> {
        let company = self.state.policy.company.as_str();
        self.form.check()?;
        let token = token_in(&self.form.value("token"));
        let (hash, now) = (token_hash(&token), self.state.clock.now());
        let ended = || {
            let said = Words { text: ENDED.to_owned(), is_error: true };
            Ok((StatusCode::NOT_FOUND, html::entrance(company, Some(&said.as_said()))))
        };
        let Some(found) = self.state.store.person_page(&hash, now).await? else { return ended() };
        let programme = self.state.store.programme().await?.settings;
        let page = |found: &FoundPage, words: Option<&Words>| {
            let shown = shown(found, &programme);
            html::page(company, &token, &shown, words.map(Words::as_said).as_ref())
        };
        let phone = found.stored.case.corrected().referred_phone;
        match self.form.value("want").as_str() {
            "code" => {
                let Some(wish) = Wish::read(&self.form.value("answer")) else {
                    return Ok((StatusCode::OK, page(&found, None)));
                };
                let (when, language) = (self.form.value("when"), self.form.value("language"));
                if let Some(words) = too_long(&[&when, &language]) {
                    return Ok((StatusCode::UNPROCESSABLE_ENTITY, page(&found, Some(&words))));
                }
                let sent = match self.known {
                    Ok(_) => code::send(self.state, self.client, self.place, &phone).await,
                    Err(refusal) => Err(refusal),
                };
                Ok(match sent {
                    Ok(sent) => {
                        let challenge = &sent.challenge;
                        let (when, language) = (&when, &language);
                        let asked = Asked { token: &token, challenge, wish, when, language };
                        let number = numbers::masked(&numbers::shown(&phone));
                        (StatusCode::OK, html::code(company, &asked, &number, None))
                    }
                    Err(refusal) => (refusal.status(), page(&found, Some(&error(&refusal)))),
                })
            }
            "done" => self.done(&token, &hash, &found, &phone, &page).await,
            _ => Ok((StatusCode::OK, page(&found, None))),
        }
    }

    /// Does what needs a code, once the code is right.
    async fn done(
        &self,
        token: &str,
        hash: &[u8; 32],
        found: &FoundPage,
        phone: &str,
        page: &(dyn Fn(&FoundPage, Option<&Words>) -> String + Sync),
    ) -> Result<(StatusCode, String)> {
        let company = self.state.policy.company.as_str();
        let value = |name: &str| self.form.value(name);
        let Some(wish) = Wish::read(&value("answer")) else {
            return Ok((StatusCode::OK, page(found, None)));
        };
        let (when, language, challenge) = (value("when"), value("language"), value("challenge"));
        if let Some(words) = too_long(&[&when, &language]) {
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, page(found, Some(&words))));
        }
        let number = match code::verify(self.state, &challenge, &value("code")).await {
            Ok(number) => number,
            Err(refusal) => {
                let asked =
                    Asked { token, challenge: &challenge, wish, when: &when, language: &language };
                let (words, number) = (error(&refusal), numbers::masked(&numbers::shown(phone)));
                let again = html::code(company, &asked, &number, Some(&words.as_said()));
                return Ok((refusal.status(), again));
            }
        };
        let policy = &self.state.policy;
        let said = match wish {
            Wish::Agree => {
                let note = note(&when, &language);
                let answer = sql::Said::Answer(ConsentAnswer::Agreed, note);
                self.say(hash, &number, &answer, policy).await?
            }
            Wish::Refuse => {
                let answer = sql::Said::Answer(ConsentAnswer::Refused, String::new());
                self.say(hash, &number, &answer, policy).await?
            }
            Wish::Never => {
                let said = self.say(hash, &number, &sql::Said::Never, policy).await?;
                if matches!(said, Some(Ok(_))) {
                    let text = "We have closed all referrals of your number, and will close every new one.";
                    return Ok((
                        StatusCode::OK,
                        html::last(company, "We will not contact you", text),
                    ));
                }
                said
            }
            Wish::Delete if numbers::key(phone) == number => {
                let erased = erase_themselves(self.state, &self.audit, phone).await?;
                let text = match erased.account_stays {
                    true => {
                        "What others gave us about you is deleted. Your own account is still here: log in to \
                         delete it."
                    }
                    false => "Nothing is stored about you here any more.",
                };
                return Ok((StatusCode::OK, html::last(company, "Deleted", text)));
            }
            Wish::Delete => None,
        };
        Ok(match said {
            Some(Ok(found)) => {
                let words = Words::good(match wish {
                    Wish::Refuse => "We will not call you about this.",
                    _ => "Thank you. We will call you about this.",
                });
                (StatusCode::OK, page(&found, Some(&words)))
            }
            Some(Err(refusal)) => (refusal.status(), page(found, Some(&error(&refusal)))),
            None => {
                let words = Words { text: ENDED.to_owned(), is_error: true };
                (StatusCode::NOT_FOUND, html::entrance(company, Some(&words.as_said())))
            }
        })
    }

    async fn say(
        &self,
        hash: &[u8; 32],
        number: &str,
        said: &sql::Said,
        policy: &HostedPolicy,
    ) -> Result<Option<Result<FoundPage>>> {
        let now = self.state.clock.now();
        let say = self.state.store.say_on_page(hash, number, said, policy, now);
        let done = match said {
            sql::Said::Never => {
                let event = self.audit.of(EventKind::DoNotContact, None);
                let event = SecurityEvent { target: None, ..event };
                self.audit.done_if(event, say, |done| matches!(done, Some(Ok(_)))).await?
            }
            sql::Said::Answer(..) => say.await?,
        };
        Ok(done.map(|done| done.map_err(Refusal::from)))
    }
}

/// The token in what somebody pasted: the whole address, or what is behind its `#`. At most as long as one is.
fn token_in(pasted: &str) -> String {
    let token = pasted.rsplit('#').next().unwrap_or_default().trim();
    if random::is_id(token) { token.to_owned() } else { String::new() }
}

fn too_long(typed: &[&str]) -> Option<Words> {
    let is_long = |text: &&&str| text.chars().nth(TYPED_MAX).is_some();
    typed.iter().find(is_long).map(|_| Words {
        text: format!("Shorten what you typed to {TYPED_MAX} characters or fewer."),
        is_error: true,
    })
}

/// When and in which language they want to be called, for whoever calls.
fn note(when: &str, language: &str) -> String {
    let line = |label: &str, text: &str| match text.trim() {
        "" => None,
        text => Some(format!("{label}: {text}")),
    };
    let lines = [line("When", when), line("Language", language)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// What the page shows. Whoever has its address may be anybody, so numbers are masked, and nothing tells a
/// refusal from another closing.
fn shown(found: &FoundPage, programme: &ProgrammeSettings) -> Shown {
    let record = found.stored.case.corrected();
    let progress = Progress::of(&found.stored.case);
    let state = match (progress.stage.is_open(), progress.has_agreed()) {
        (true, true) => "You said that we may call you. You can take it back here at any time.",
        (true, false) => "You have not told us yet whether we may call.",
        (false, _) => "This referral is closed: we do not call about it any more.",
    };
    Shown {
        who: found.says_who.then(|| numbers::masked(&record.referrer_name)),
        service: programme.service_label(&record.service).to_owned(),
        name: numbers::masked(&record.referred_name),
        number: numbers::masked(&numbers::shown(&record.referred_phone)),
        notes: numbers::masked(&record.notes),
        since: day(record.id),
        state: state.to_owned(),
    }
}
