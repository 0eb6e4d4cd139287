//! The page behind a link (`/r/CODE`), for browsers with and without script: what somebody types, the code that they
//! get, and the end. A link that does not work has the same page as one without a name.

use std::time::Duration;

use api::Problem;
use axum::{
    Extension,
    extract::{Path, RawForm, State},
    http::{HeaderMap, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use domain::{
    pipeline::{CONSENT_TEXT, CONSENT_TEXTS, LinkCode, ServiceChoice},
    rejection::Field,
};
use tokio::time::timeout;

use crate::{
    AppState,
    http::{
        client_ip::ClientIp,
        extract::KnownClientIp,
        frame::{filled, frame},
        limits::Place,
        no_script_forms::{FormFields, Pages, redirect},
        no_script_page::{self, escape},
        refusal::Refusal,
    },
    sharing::link::submitting::{Typed, begin, finish},
};

/// The frames that the build makes.
const DETAILS: &str = "/r/details";
const CODE: &str = "/r/code";
const DONE: &str = "/r/done";

/// The end of the path of the last page. No code is as short.
const DONE_WORD: &str = "done";

/// How long a page waits for the database. Without it, it names nobody and offers the services of the site itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// Shows the page behind a link. Its query may have a service, which is then selected.
pub(crate) async fn opened(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    code: Option<Path<String>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let code = code.map(|Path(code)| code).unwrap_or_default();
    if code == DONE_WORD {
        return shown(
            frame(&state, &pages, DONE, StatusCode::OK, |page| Some(page.to_owned())).await,
        );
    }
    let code = read(&code);
    if is_opened_by_somebody(&headers) {
        count(&state, code.clone());
    }
    let service = FormFields::read(uri.query().unwrap_or_default().as_bytes()).value("service");
    let values = [("text", CONSENT_TEXT.to_string()), ("service", service)];
    let values = values.map(|(name, text)| (name.to_owned(), text));
    details(&state, &pages, &code, &values, None).await
}

/// Takes what somebody typed: first about themselves, then the code.
pub(crate) async fn sent(
    State(state): State<AppState>,
    _: KnownClientIp,
    client: ClientIp,
    Extension(pages): Extension<Pages>,
    Extension(place): Extension<Place>,
    code: Option<Path<String>>,
    RawForm(body): RawForm,
) -> Response {
    let link = read(&code.map(|Path(code)| code).unwrap_or_default());
    let form = FormFields::read(&body);
    if let Err(refusal) = form.check() {
        return details(&state, &pages, &link, &form.values, Some(&refusal)).await;
    }
    if form.value("step") == "back" {
        return details(&state, &pages, &link, &form.values, None).await;
    }
    if form.value("challenge").is_empty() {
        return match begin(&state, client, &place, &Typed::of(&form)).await {
            Ok((challenge, number)) => code_sent(&state, &pages, &form, challenge, &number).await,
            Err(refusal) => details(&state, &pages, &link, &form.values, Some(&refusal)).await,
        };
    }
    match finish(&state, client, &link, &form).await {
        Ok(()) => redirect(DONE),
        Err(refusal) if is_about_code(refusal.problem()) => {
            let status = refusal.status();
            let write = |page: &str| no_script_page::refused(page, refusal.problem(), &form.values);
            shown(frame(&state, &pages, CODE, status, write).await)
        }
        Err(refusal) => details(&state, &pages, &link, &form.values, Some(&refusal)).await,
    }
}

/// The code of a link in the spelling that is stored; one that no link has for any other text, so that it is looked
/// up like a good one.
fn read(code: &str) -> String {
    LinkCode::read(code).map(|code| code.as_str().to_owned()).unwrap_or_default()
}

/// Whether a browser opens the page for somebody to see: previews of links, and pages that a browser fetches before
/// somebody has pressed anything, are none. Browsers before 2023 do not say so and are not counted either.
fn is_opened_by_somebody(headers: &HeaderMap) -> bool {
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|it| it == value);
    is("sec-fetch-mode", "navigate") && !headers.contains_key("sec-purpose")
}

/// Counts that a link was opened. The answer does not wait for it: its time would tell whether the link works.
fn count(state: &AppState, code: String) {
    let (state, now) = (state.clone(), state.clock.now());
    tokio::spawn(async move {
        // A count that cannot be written is no reason to keep anybody from the page. The store has logged it.
        let _ = state.store.count_open(&code, now).await;
    });
}

/// The page of the first step, with what was typed.
async fn details(
    state: &AppState,
    pages: &Pages,
    code: &str,
    values: &[(String, String)],
    refusal: Option<&Refusal>,
) -> Response {
    let name = timeout(PATIENCE, state.store.link_name(code)).await;
    let name = name.ok().and_then(Result::ok).unwrap_or_default();
    let programme = timeout(PATIENCE, state.store.programme()).await.ok().and_then(Result::ok);
    let services = programme.and_then(|programme| programme.settings.service_choices());
    let status = refusal.map_or(StatusCode::OK, Refusal::status);
    let problem = refusal.map(|refusal| beside_number(refusal.problem()));
    let values = with_text(values);
    let write = |page: &str| written(page, &name, services.as_deref(), &values, problem.as_ref());
    shown(frame(state, pages, DETAILS, status, write).await)
}

/// The same reasons, with those about the referred person's number beside the number that is asked for here.
fn beside_number(problem: &Problem) -> Problem {
    let mut problem = problem.clone();
    for error in problem.errors.iter_mut().filter(|error| error.field == Field::ReferredPhone) {
        error.field = Field::Mobile;
    }
    problem
}

/// These values with the version of the text that is shown. Whoever agreed to another one has to agree again.
fn with_text(values: &[(String, String)]) -> Vec<(String, String)> {
    let text = CONSENT_TEXT.to_string();
    let is_new = values.iter().any(|(name, value)| name == "text" && *value != text);
    let kept = values.iter().filter(|(name, _)| name != "text" && !(is_new && name == "agreed"));
    kept.cloned().chain([("text".to_owned(), text)]).collect()
}

fn written(
    page: &str,
    name: &str,
    services: Option<&[ServiceChoice]>,
    values: &[(String, String)],
    problem: Option<&Problem>,
) -> Option<String> {
    let page = match services {
        Some(services) => no_script_page::with_services(page, services)?,
        None => page.to_owned(),
    };
    let text = CONSENT_TEXTS.last().copied().unwrap_or_default();
    let page = filled(&page, "agreement", &format!("<p>{}</p>", escape(text)))?;
    let page = match name {
        "" => page,
        name => {
            let sharer =
                format!("<p><strong><bdi>{}</bdi></strong> suggests us to you.</p>", escape(name));
            filled(&page, "sharer", &sharer)?
        }
    };
    match problem {
        Some(problem) => no_script_page::refused(&page, problem, values),
        None => no_script_page::filled_in(&page, values),
    }
}

/// The page of the second step.
async fn code_sent(
    state: &AppState,
    pages: &Pages,
    form: &FormFields,
    challenge: String,
    number: &str,
) -> Response {
    let kept = form.values.iter().filter(|(name, _)| name != "challenge").cloned();
    let values: Vec<_> = kept.chain([("challenge".to_owned(), challenge)]).collect();
    let notice = api::code_sent(number);
    let write = |page: &str| no_script_page::accepted(page, &notice, &values);
    shown(frame(state, pages, CODE, StatusCode::OK, write).await)
}

/// Whether the first reason is about the code that was typed.
fn is_about_code(problem: &Problem) -> bool {
    problem.errors.first().is_some_and(|error| error.field == Field::Code)
}

/// The page; a short one if the site has no such frame, as one without a built site.
fn shown(page: Option<Response>) -> Response {
    page.unwrap_or_else(|| Refusal::no_such_path().into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        let each = list.iter().map(|(name, value)| {
            (axum::http::HeaderName::from_static(name), axum::http::HeaderValue::from_static(value))
        });
        each.collect()
    }

    #[test]
    fn only_a_browser_that_shows_the_page_counts_as_opening_it() {
        assert!(is_opened_by_somebody(&headers(&[("sec-fetch-mode", "navigate")])));
        for other in [
            &[][..],
            &[("sec-fetch-mode", "cors")],
            &[("sec-fetch-mode", "navigate"), ("sec-purpose", "prefetch;prerender")],
            &[("user-agent", "WhatsApp/2")],
        ] {
            assert!(!is_opened_by_somebody(&headers(other)), "{other:?}");
        }
    }

    #[test]
    fn a_box_that_was_ticked_for_another_text_is_not_ticked_any_more() {
        let value = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let now = CONSENT_TEXT.to_string();
        let ticked = [value("agreed", "yes"), value("text", &now)];
        assert_eq!(with_text(&ticked), ticked);
        let old = [value("agreed", "yes"), value("text", "0")];
        assert_eq!(with_text(&old), [value("text", &now)]);
    }
}
