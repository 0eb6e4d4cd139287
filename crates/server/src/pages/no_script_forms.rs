//! The forms of the contact and the referral page for browsers without script. The rules, words and
//! limits are those of the interface. Their senders count as guests.

use std::time::Duration;

use crate::referrals::records::Submitted;
use api::{HostedCode, Submission, message_fits};
use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Extension, RawForm, Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri,
        header::{
            CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
            IF_MODIFIED_SINCE, IF_NONE_MATCH, LOCATION, RETRY_AFTER, SET_COOKIE, VARY,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::{
    contact::ContactDraft,
    pipeline::{ServiceChoice, text_rules::are_allowed},
    referral::ReferralDraft,
    rejection::RejectionCode,
};
use tokio::time::timeout;
use tower::ServiceExt;

use crate::{
    AppState,
    http::{
        client_ip::ClientIp,
        extract::{Caller, IdempotencyKey},
        language::{Language, Translation, in_english},
        refusal::{Refusal, Result, problem_of},
    },
    observe::add_security_headers,
    pages::{no_script_page, openings, rules_page::HOW_IT_WORKS},
};
use crate::{
    messages::routes as messages, referrals::routes::referrals,
    sharing::person::page::PATH as PERSONS_PAGE,
};

pub(crate) const CONTACT: &str = "/contact";
pub(crate) const REFERRAL: &str = "/referral";
/// Below the path of a form: the page that confirms the submission and can be reloaded without
/// sending it again.
pub(crate) const SENT: &str = "/sent";

/// The maximum size of a page that is processed.
const LONGEST_PAGE: usize = 1 << 20;

/// The router of the site's pages.
#[derive(Clone, Debug)]
pub(crate) struct Pages(pub(crate) Router);

/// Shows the site's page with the form. A link may contain a subject, or a service and what the referral is about,
/// which React would fill in. If owners have changed which services are offered, the form has those.
pub(crate) async fn opened(
    state: AppState,
    site: Router,
    pages: Pages,
    language: Language,
    mut request: Request,
) -> Response {
    let path = in_english(request.uri().path());
    let is_form = |form: &&str| request.method() == Method::GET && *form == path;
    let form = [CONTACT, REFERRAL].into_iter().find(is_form);
    let query = FormFields::read(request.uri().query().unwrap_or_default().as_bytes());
    let values = match form {
        Some(form) => named_in(&pages, &query, form, language).await,
        None => Vec::new(),
    };
    let form = match form {
        Some(form) if values.is_empty() && offered(&state, language, form).await.is_none() => None,
        form => form,
    };
    if form.is_some() {
        // A browser may have kept the page as it was built, which does not say what has changed since.
        for condition in [IF_NONE_MATCH, IF_MODIFIED_SINCE] {
            request.headers_mut().remove(condition);
        }
    }
    let Ok(answer) = site.oneshot(request).await;
    let Some(form) = form.filter(|_| answer.status().is_success()) else { return answer };
    let write = |page: &str| no_script_page::filled_in(page, &values);
    page(&state, &pages, language, form, StatusCode::OK, write).await.unwrap_or(answer)
}

/// What a link fills into the form on this page: a subject no longer than one that can be sent, or a service and one
/// of the site's vacancies or courses, whose title is in the language of the page if it has one.
pub(crate) async fn named_in(
    pages: &Pages,
    query: &FormFields,
    path: &str,
    language: Language,
) -> Vec<(String, String)> {
    let mut values = Vec::new();
    if path == CONTACT {
        let draft = ContactDraft { subject: query.value("subject"), ..ContactDraft::default() };
        values.extend(message_fits(&draft).is_ok().then_some(("subject", draft.subject)));
    } else {
        values.push(("service", query.value("service")));
        let opening = query.value(OPENING);
        if let Some(title) = openings::title_in(pages, &opening, language).await {
            values.extend([(OPENING, opening), ("openingTitle", title)]);
        }
    }
    values.retain(|(_, value)| !value.is_empty());
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The field with the address of a vacancy or course. Its title is beside it, for whoever reads the form.
pub(crate) const OPENING: &str = "opening";

/// Whether a request for a page of the site may get one that is written for it, as a [form](opened) is.
pub(crate) fn is_written(request: &Request) -> bool {
    let (path, query) = (request.uri().path(), request.uri().query());
    let path = in_english(path);
    let below = path.strip_prefix(PERSONS_PAGE);
    [REFERRAL, HOW_IT_WORKS].contains(&path)
        || below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
        || (path == CONTACT && query.is_some())
}

/// How long a page waits for what it can be shown without, if the database does not answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

/// The services that the form at this English address offers, in its language, if they are others than the page has by
/// itself.
async fn offered(state: &AppState, language: Language, path: &str) -> Option<Vec<ServiceChoice>> {
    let changed = if path == REFERRAL { services(state).await } else { None };
    changed.map(|services| state.words(language).services(services))
}

/// The services that owners have set, if they are others than those that every page has by itself.
pub(crate) async fn services(state: &AppState) -> Option<Vec<ServiceChoice>> {
    let programme = timeout(PATIENCE, state.store.programme()).await.ok()?.ok()?;
    programme.settings.service_choices()
}

/// Stores a contact message.
pub(crate) async fn message(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    language: Language,
    client: ClientIp,
    RawForm(body): RawForm,
) -> Response {
    let form = FormFields::read(&body);
    let outcome = keep(&state, client, &body, &form).await;
    form.answer(&state, &pages, (CONTACT, language), outcome).await
}

async fn keep(state: &AppState, client: ClientIp, body: &[u8], form: &FormFields) -> Result<()> {
    form.check()?;
    let draft = ContactDraft {
        name: form.value("name"),
        email: form.value("email"),
        subject: form.value("subject"),
        message: form.value("message"),
    };
    let key = IdempotencyKey::of_form(state, client, body);
    messages::keep(state, &Caller::guest(), client, &key, draft).await
}

/// Submits a referral.
pub(crate) async fn referral(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    language: Language,
    client: ClientIp,
    RawForm(body): RawForm,
) -> Response {
    let form = FormFields::read(&body);
    let outcome = submit(&state, &pages, client, &body, &form).await;
    form.answer(&state, &pages, (REFERRAL, language), outcome).await
}

async fn submit(
    state: &AppState,
    pages: &Pages,
    client: ClientIp,
    body: &[u8],
    form: &FormFields,
) -> Result<()> {
    form.check()?;
    let draft = ReferralDraft::of(|name| form.value(name));
    let key = IdempotencyKey::of_form(state, client, body);
    let say_who = form.value("sayWho") == TICKED;
    let (guest, opening) = (Caller::guest(), form.value(OPENING));
    let title = openings::title(pages, &opening).await.unwrap_or_default();
    let submission = (Submission { draft, say_who, opening }, title);
    let programme = state.store.programme().await?.settings;
    match referrals::submit_referral(state, &guest, client, &key, submission, &programme).await? {
        Submitted::New(_) | Submitted::Repeated(_) => Ok(()),
        Submitted::KeyReused => Err(HostedCode::KeyReused.into()),
        Submitted::AllowanceUsed => Err(Refusal::allowance_used(state.clock.now())),
        Submitted::Refused(code) => Err(code.into()),
    }
}

/// The value of a box that is ticked.
pub(crate) const TICKED: &str = "yes";

/// Confirms that a form was sent just now; otherwise redirects to the form.
pub(crate) async fn sent(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    language: Language,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_end_matches(SENT);
    if !state.cookies.was_sent(&headers, path) {
        return redirect(path);
    }
    let (form, words) = (in_english(path), state.words(language));
    let notice = match form {
        CONTACT => words.done(api::message_sent()),
        _ => words.form_submitted(),
    };
    let write = |page: &str| no_script_page::accepted(page, &notice, &[]);
    let page = page(&state, &pages, language, form, StatusCode::OK, write).await;
    page.unwrap_or_else(|| redirect(path))
}

/// Answers with a small page if a form was refused before its body was read, such as one of too
/// many requests.
pub(crate) async fn problem_as_page(
    State(state): State<AppState>,
    words: Translation,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    if response.headers().contains_key(CONTENT_SECURITY_POLICY) {
        return response;
    }
    let Some(problem) = problem_of(&response).map(|problem| words.problem(problem)) else {
        return add_security_headers(&state, response);
    };
    let (mut head, _) = response.into_parts();
    let notice = problem.notice;
    let wait = head.headers.get(RETRY_AFTER).and_then(|seconds| seconds.to_str().ok());
    let page = no_script_page::turned_away(&notice, wait, &words);
    head.headers.remove(CONTENT_LENGTH);
    head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    add_security_headers(&state, Response::from_parts(head, page.into()))
}

/// The maximum number of fields to read. All forms have fewer.
const FIELDS_MAX: usize = 20;

/// The values of a form's fields, by name; at most one more than [`FIELDS_MAX`].
pub(crate) struct FormFields {
    pub(crate) values: Vec<(String, String)>,
}

impl FormFields {
    pub(crate) fn read(body: &[u8]) -> Self {
        let sent = form_urlencoded::parse(body).take(FIELDS_MAX + 1);
        // Forms send CR LF as line breaks; scripts send them as typed.
        let values = sent.map(|(name, text)| (name.into_owned(), text.replace("\r\n", "\n")));
        Self { values: values.collect() }
    }

    pub(crate) fn check(&self) -> Result<()> {
        if !self.values.iter().all(|(_, text)| are_allowed(text)) {
            return Err(RejectionCode::ControlCharacters.into());
        }
        if self.values.len() <= FIELDS_MAX {
            return Ok(());
        }
        let refusal = Refusal::malformed(format!("A form has at most {FIELDS_MAX} fields."));
        Err(refusal.with_status(StatusCode::UNPROCESSABLE_ENTITY))
    }

    /// The first value of this name; empty if there is none.
    pub(crate) fn value(&self, name: &str) -> String {
        let value = self.values.iter().find(|(field, _)| *field == name);
        value.map(|(_, text)| text.clone()).unwrap_or_default()
    }

    async fn answer(
        &self,
        state: &AppState,
        pages: &Pages,
        (form, language): (&str, Language),
        outcome: Result<()>,
    ) -> Response {
        let path = &language.path(form);
        let Err(refusal) = outcome else {
            let mut response = redirect(&format!("{path}{SENT}#notice"));
            if let Some(cookie) = state.cookies.set_sent(path) {
                response.headers_mut().append(SET_COOKIE, cookie);
            }
            return response;
        };
        let words = state.words(language);
        let problem = words.problem(refusal.problem());
        let write = |page: &str| no_script_page::refused(page, &problem, &self.values, &words);
        let page = page(state, pages, language, form, refusal.status(), write).await;
        page.unwrap_or_else(|| refusal.into_response())
    }
}

/// Redirects with GET, so that reloading sends nothing again.
pub(crate) fn redirect(path: &str) -> Response {
    let location = HeaderValue::try_from(path).unwrap_or(HeaderValue::from_static("/"));
    (StatusCode::SEE_OTHER, [(LOCATION, location), NO_STORE]).into_response()
}

const NO_STORE: (HeaderName, HeaderValue) = (CACHE_CONTROL, HeaderValue::from_static("no-store"));

/// A page of the site in a language, by its English address, changed by `write`, with its own headers; `None` if there
/// is no such page. It must not be cached.
pub(crate) async fn page(
    state: &AppState,
    Pages(pages): &Pages,
    language: Language,
    path: &str,
    status: StatusCode,
    write: impl FnOnce(&str) -> Option<String>,
) -> Option<Response> {
    let request = Request::get(language.path(path)).body(Body::empty()).ok()?;
    let (mut head, body) = pages.clone().oneshot(request).await.ok()?.into_parts();
    if !head.status.is_success() {
        return None;
    }
    let page = to_bytes(body, LONGEST_PAGE).await.ok()?;
    let page = std::str::from_utf8(&page).ok()?;
    let page = match offered(state, language, path).await {
        Some(services) => write(&no_script_page::with_services(page, &services)?)?,
        None => write(page)?,
    };
    for name in [ETAG, CONTENT_LENGTH, VARY] {
        head.headers.remove(name);
    }
    let (name, value) = NO_STORE;
    head.headers.insert(name, value);
    head.status = status;
    Some(Response::from_parts(head, page.into()))
}
