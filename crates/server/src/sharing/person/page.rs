//! The page of a person who was referred, over HTTP. Opening the address shows a form and nothing else: a
//! program that fetches it for a preview learns nothing and changes nothing. Everything else is posted.

use api::{HostedCode, PersonWish, call_wish_fits};
use axum::{
    extract::{Extension, RawForm, State},
    http::{StatusCode, Uri},
    response::Response,
};
use domain::{
    account::DecisionPolicy,
    event::ConsentAnswer,
    notice::Notice,
    pipeline::{ProgrammeSettings, Progress, may_say_who, takes_answer},
    say::Say,
};
use tracing::Instrument;

use crate::{
    AppState,
    audit::Audit,
    db::EventKind,
    http::{
        language::{Language, in_english},
        refusal::Result,
    },
    login::codes::{CodeFor, known_number},
    pages::{
        frame::{Frames, filled, unchanged},
        no_script_forms::{FormFields, Pages, redirect},
    },
    privacy::routes::erase_themselves,
    random,
    secret::Purpose,
    sharing::{
        codes::{self, Asker},
        person::{
            html::{self, Shown, Standing},
            sql::{FoundPage, IsAsRead, Said, SaidOnPage},
            token_hash,
        },
    },
};

/// The address of all these pages, in English.
pub(crate) const PATH: &str = "/p";

/// The frames that the build makes.
const ENTRANCE: &str = "/p/entrance";
const PAGE: &str = "/p/page";
const CODE: &str = "/p/code";

/// The pages at the end, which say nothing about anybody: somebody is sent to one when their answer is stored.
const AGREED: &str = "/p/agreed";
const REFUSED: &str = "/p/refused";
const NEVER: &str = "/p/never";
const DELETED: &str = "/p/deleted";
const DELETED_BUT_ACCOUNT: &str = "/p/deleted-but-account";
const ENDS: [&str; 5] = [AGREED, REFUSED, NEVER, DELETED, DELETED_BUT_ACCOUNT];

/// The form for the token, or a page at the end. Each is the same for everybody.
pub(crate) async fn opened(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    language: Language,
    uri: Uri,
) -> Response {
    let path = in_english(uri.path());
    let path = ENDS.into_iter().find(|end| *end == path).unwrap_or(ENTRANCE);
    let frames = Frames::of(&state, &pages, language);
    frames.frame(path, StatusCode::OK, unchanged).await
}

/// Shows the page, or does what is asked for on it.
pub(crate) async fn posted(
    State(state): State<AppState>,
    asker: Asker,
    Extension(pages): Extension<Pages>,
    language: Language,
    audit: Audit,
    RawForm(body): RawForm,
) -> Response {
    let posted = FormFields::read(&body);
    let token = token_in(&posted.value("token"));
    let frames = Frames::of(&state, &pages, language);
    let visit = Visit { state: &state, frames, audit, posted: &posted, token };
    match visit.next(asker).await {
        Ok(next) => visit.show(next).await,
        Err(refusal) => visit.frames.form(ENTRANCE, Some(&Err(refusal)), &[], unchanged).await,
    }
}

/// Somebody on a page.
struct Visit<'a> {
    state: &'a AppState,
    frames: Frames<'a>,
    audit: Audit,
    posted: &'a FormFields,
    token: String,
}

/// What they see next.
enum Next {
    /// The page, what its forms carry of it, and what there is to say about it.
    Page(Box<Shown>, String, Option<Result<Notice>>),
    /// The form for the code that a wish needs.
    Code { wish: PersonWish, challenge: String, said: Result<Notice> },
    /// The page at the end of it.
    End(&'static str),
}

impl Visit<'_> {
    /// Does what is asked for. After a refusal there is no page to show, so the first form says why.
    async fn next(&self, asker: Asker) -> Result<Next> {
        self.posted.check()?;
        let (hash, now) = (token_hash(&self.token), self.state.clock.now());
        let found = self.state.store.person_page(&hash, now).await?;
        let found = found.ok_or(HostedCode::PageEnded)?;
        let (want, answer) = (self.posted.value("want"), self.posted.value("answer"));
        let is_wish = ["code", "done"].contains(&want.as_str());
        let Some(wish) = PersonWish::read(&answer).filter(|_| is_wish) else {
            return self.page(&found, None).await;
        };
        if ["when", "language"].iter().any(|name| !call_wish_fits(&self.posted.value(name))) {
            return self.page(&found, Some(Err(HostedCode::TextTooLong.into()))).await;
        }
        match want.as_str() {
            "code" => self.send(asker, &found, wish).await,
            _ => self.done(&hash, found, wish).await,
        }
    }

    async fn page(&self, found: &FoundPage, said: Option<Result<Notice>>) -> Result<Next> {
        let programme = self.state.store.programme().await?.settings;
        let may_call = !self.state.policy.waits_for_consent();
        let shown = shown(found, &programme, may_call, &self.frames);
        Ok(Next::Page(Box::new(shown), self.read(found), said))
    }

    /// Sends a code to the number that the referral is about.
    async fn send(&self, asker: Asker, found: &FoundPage, wish: PersonWish) -> Result<Next> {
        let is_answer = matches!(wish, PersonWish::Agree | PersonWish::Refuse);
        // The code would be of no use.
        if is_answer && let Err(code) = takes_answer(&Progress::of(&found.stored.case)) {
            return self.page(found, Some(Err(code.into()))).await;
        }
        let phone = found.stored.case.corrected().referred_phone;
        let sent = match known_number(self.state, &phone) {
            Ok(number) => asker.send(self.state, &number, CodeFor::PersonsPage(wish)).await,
            Err(refusal) => Err(refusal),
        };
        match sent {
            Ok(sent) => {
                let shown = numbers::masked(&numbers::shown(&phone));
                let notice = self.frames.words.done(api::page_code_sent(&shown));
                Ok(Next::Code { wish, challenge: sent.challenge, said: Ok(notice) })
            }
            Err(refusal) => match self.posted.value("challenge") {
                before if before.is_empty() => self.page(found, Some(Err(refusal))).await,
                // That code may still be good.
                challenge => Ok(Next::Code { wish, challenge, said: Err(refusal) }),
            },
        }
    }

    /// Does what needs a code, once the code is right.
    async fn done(&self, hash: &[u8; 32], found: FoundPage, wish: PersonWish) -> Result<Next> {
        let challenge = self.posted.value("challenge");
        let proved = async {
            let number = self.proved_number(wish, &challenge).await?;
            // Only whoever has the right code waits for others, and the code is not used up for nothing.
            let permit = match wish {
                PersonWish::Delete => Some(self.state.take_erasure()?),
                _ => None,
            };
            self.use_code(&challenge).await?;
            Ok((number, permit))
        };
        let (number, permit) = match proved.await {
            Ok(proved) => proved,
            Err(refusal) => return Ok(Next::Code { wish, challenge, said: Err(refusal) }),
        };
        let text = self.frames.language.consent_text;
        let said = match wish {
            PersonWish::Agree => Said::Answer(ConsentAnswer::Agreed, text, self.note()),
            PersonWish::Refuse => Said::Answer(ConsentAnswer::Refused, text, String::new()),
            PersonWish::Never => Said::Never,
            PersonWish::Delete => {
                let phone = found.stored.case.corrected().referred_phone;
                if numbers::key(&phone) != number {
                    return Err(HostedCode::PageEnded.into());
                }
                let erased = erase_themselves(self.state, &self.audit, &phone, permit).await?;
                let is_all = !erased.account_stays;
                return Ok(Next::End(if is_all { DELETED } else { DELETED_BUT_ACCOUNT }));
            }
        };
        // Nobody agrees to something else than they have read. Whoever refuses need not have read anything.
        let read = self.posted.value("text");
        let is_as_read = |page: &FoundPage| wish != PersonWish::Agree || read == self.read(page);
        match (self.say(hash, &number, &is_as_read, &said).await?, wish) {
            (SaidOnPage::Ended, _) => Err(HostedCode::PageEnded.into()),
            (SaidOnPage::Refused(page, rejections), _) => {
                self.page(&page, Some(Err(rejections.into()))).await
            }
            (SaidOnPage::Stale(page), _) => {
                self.page(&page, Some(Err(HostedCode::PageStale.into()))).await
            }
            (SaidOnPage::Done(_), PersonWish::Never) => {
                let (state, now) = (self.state.clone(), self.state.clock.now());
                // It goes on if the person does not wait for it. What fails was logged by the store.
                let closing = async move { state.store.close_unwanted(&number, now).await };
                let _ = tokio::spawn(closing.in_current_span()).await;
                Ok(Next::End(NEVER))
            }
            (SaidOnPage::Done(_), PersonWish::Refuse) => Ok(Next::End(REFUSED)),
            (SaidOnPage::Done(_), _) => Ok(Next::End(AGREED)),
        }
    }

    /// What the forms carry of what was read: the number of the text, and a fingerprint of the name, number and service that
    /// the page shows. Somebody may correct these while the code is on its way.
    fn read(&self, found: &FoundPage) -> String {
        let record = found.stored.case.corrected();
        let shown =
            [&self.token, &record.referred_name, &record.referred_phone, record.service.value()];
        let shown = shown.map(|text| text.as_bytes());
        let shown = self.state.secret.hmac(Purpose::Fingerprint, &shown);
        format!("{} {}", self.frames.language.consent_text, random::encode(&shown))
    }

    /// The key of the number that the code of this challenge was sent to, if what was typed is that code.
    async fn proved_number(&self, wish: PersonWish, challenge: &str) -> Result<String> {
        let code = self.posted.value("code");
        let verified =
            codes::verify(self.state, CodeFor::PersonsPage(wish), challenge, &code).await?;
        Ok(numbers::key(verified.mobile().as_str()))
    }

    async fn use_code(&self, challenge: &str) -> Result<()> {
        if self.state.store.use_code(challenge).await? {
            Ok(())
        } else {
            Err(HostedCode::CodeExpired.into())
        }
    }

    async fn say(
        &self,
        hash: &[u8; 32],
        number: &str,
        is_as_read: IsAsRead<'_>,
        said: &Said,
    ) -> Result<SaidOnPage> {
        let (now, policy) = (self.state.clock.now(), &self.state.policy);
        let say = self.state.store.say_on_page(hash, number, is_as_read, said, policy, now);
        match said {
            Said::Never => {
                let event = self.audit.of(EventKind::DoNotContact, None);
                self.audit.done_if(event, say, |done| matches!(done, SaidOnPage::Done(_))).await
            }
            Said::Answer(..) => Ok(say.await?),
        }
    }

    /// When and in which language they want to be called, for whoever calls.
    fn note(&self) -> String {
        let line = |label: &str, name: &str| match self.posted.value(name).trim() {
            "" => None,
            text => Some(format!("{label}: {text}")),
        };
        let lines = [line("When", "when"), line("Language", "language")];
        lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    async fn show(&self, next: Next) -> Response {
        match next {
            Next::Page(shown, read, said) => {
                let text = [("text", read)];
                let fill = |page: &str| html::page(page, &shown, &self.token);
                self.form(PAGE, said.as_ref(), &text, fill).await
            }
            Next::Code { wish, challenge, said } => {
                let more = [
                    ("answer", wish.word().to_owned()),
                    ("challenge", challenge),
                    ("text", self.posted.value("text")),
                ];
                let fill = |page: &str| filled(page, wish.word(), "");
                self.form(CODE, Some(&said), &more, fill).await
            }
            Next::End(path) => redirect(&self.frames.language.path(path)),
        }
    }

    /// A frame with what there is to say and a form. What a form keeps of the one before is in it, with `more`.
    async fn form(
        &self,
        path: &str,
        said: Option<&Result<Notice>>,
        more: &[(&str, String)],
        fill: impl FnOnce(&str) -> Option<String>,
    ) -> Response {
        let kept = [
            ("token", self.token.clone()),
            ("when", self.posted.value("when")),
            ("language", self.posted.value("language")),
        ];
        let each = kept.iter().chain(more).map(|(name, text)| ((*name).to_owned(), text.clone()));
        let values: Vec<_> = each.collect();
        self.frames.form(path, said, &values, fill).await
    }
}

/// The token in what somebody pasted: the whole address, or what is behind its `#`. Empty for what cannot be one.
fn token_in(pasted: &str) -> String {
    let token = pasted.rsplit('#').next().unwrap_or_default().trim();
    if random::is_id(token) { token.to_owned() } else { String::new() }
}

/// What the page shows. Whoever has its address may be anybody, so numbers are masked.
fn shown(
    found: &FoundPage,
    programme: &ProgrammeSettings,
    may_call: bool,
    Frames { language, words, .. }: &Frames<'_>,
) -> Shown {
    let record = found.stored.case.corrected();
    let service = programme.service_label(&record.service);
    Shown {
        who: may_say_who(&found.stored.case).then(|| numbers::masked(&record.referrer_name)),
        service: words.service(record.service.value(), service),
        name: numbers::masked(&record.referred_name),
        number: numbers::masked(&numbers::shown(&record.referred_phone)),
        // As the referrer wrote them: staff may have corrected them for colleagues.
        notes: numbers::masked(&found.stored.case.referral().notes),
        since: words.day(record.id),
        standing: Standing::of(&Progress::of(&found.stored.case)),
        may_call,
        text: language.consent_text,
    }
}
