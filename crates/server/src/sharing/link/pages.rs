//! The page behind a link (`/r/CODE`), for browsers with and without script: what somebody types, the code that they
//! get, and the end. A link that does not work has the same page as one without a name.

use api::Problem;
use axum::{
    Extension,
    extract::{Path, RawForm, State},
    http::{HeaderMap, StatusCode, Uri},
    response::Response,
};
use domain::{
    pipeline::{LinkCode, ServiceChoice, consent_text},
    rejection::Field,
};
use tokio::time::timeout;

use crate::{
    AppState,
    audit::Audit,
    http::{language::Language, refusal::Refusal},
    pages::{
        frame::{Frames, filled, unchanged},
        no_script_forms::{
            FormFields, OPENING, PATIENCE, Pages, REFERRAL, named_in, redirect, services,
        },
        no_script_page::{self, escape},
        own_words::to_themselves,
    },
    sharing::{
        codes::Asker,
        link::submitting::{Finished, Typed, begin, finish},
    },
};

/// The frames that the build makes.
const DETAILS: &str = "/r/details";
const CODE: &str = "/r/code";
const NEVER: &str = "/r/never";
const DONE: &str = "/r/done";

/// The end of the path of the last page. No code is as short.
const DONE_WORD: &str = "done";

/// Shows the page behind a link. Its query may name what the form on the referral page is opened with, or another
/// language: the page does not know its own address, and is to keep the code in it.
pub(crate) async fn opened(
    State(state): State<AppState>,
    Extension(pages): Extension<Pages>,
    language: Language,
    code: Option<Path<String>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let code = code.map(|Path(code)| code).unwrap_or_default();
    let frames = Frames::of(&state, &pages, language);
    if code == DONE_WORD {
        return frames.frame(DONE, StatusCode::OK, unchanged).await;
    }
    let code = read(&code);
    let query = FormFields::read(uri.query().unwrap_or_default().as_bytes());
    let mut values = named_in(&pages, &query, REFERRAL, language).await;
    if let Some(other) = Language::of(&query.value("language")) {
        let slash = if code.is_empty() { "" } else { "/" };
        let mark = if query_of(&values).is_empty() { "" } else { "?" };
        let path = format!("/r{slash}{code}{mark}{}", query_of(&values));
        return redirect(&other.path(&path));
    }
    values.push(("text".to_owned(), language.consent_text.to_string()));
    let page = details(&frames, &code, &values, None).await;
    if is_opened_by_somebody(&headers) {
        count(&state, code);
    }
    page
}

/// What of these values may stand in the address of the page: what it is for, and nothing about anybody.
fn query_of(values: &[(String, String)]) -> String {
    let named = values
        .iter()
        .filter(|(name, value)| ["service", OPENING].contains(&name.as_str()) && !value.is_empty());
    form_urlencoded::Serializer::new(String::new()).extend_pairs(named).finish()
}

/// Takes what somebody typed: first about themselves, then the code.
pub(crate) async fn sent(
    State(state): State<AppState>,
    asker: Asker,
    audit: Audit,
    Extension(pages): Extension<Pages>,
    language: Language,
    code: Option<Path<String>>,
    RawForm(body): RawForm,
) -> Response {
    let frames = Frames::of(&state, &pages, language);
    let link = read(&code.map(|Path(code)| code).unwrap_or_default());
    let typed = FormFields::read(&body);
    if let Err(refusal) = typed.check() {
        return details(&frames, &link, &typed.values, Some(&refusal)).await;
    }
    let (step, has_code) = (typed.value("step"), !typed.value("challenge").is_empty());
    if step == "back" {
        return details(&frames, &link, &typed.values, None).await;
    }
    if step == "again" || !has_code {
        return match begin(&state, asker, &Typed::of(&typed, language)).await {
            Ok((challenge, number)) => code_sent(&frames, &typed, challenge, &number).await,
            // The code before may still be good.
            Err(refusal) if has_code => {
                frames.form(CODE, Some(&Err(refusal)), &typed.values, unchanged).await
            }
            Err(refusal) => details(&frames, &link, &typed.values, Some(&refusal)).await,
        };
    }
    match finish(&state, &pages, asker.client, &audit, &link, (&typed, language)).await {
        Ok(Finished::Stored) => redirect(&language.path(DONE)),
        Ok(Finished::Unwanted) => frames.form(NEVER, None, &typed.values, unchanged).await,
        Err(refusal) if is_about_code(refusal.problem()) => {
            frames.form(CODE, Some(&Err(refusal)), &typed.values, unchanged).await
        }
        Err(refusal) => details(&frames, &link, &typed.values, Some(&refusal)).await,
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

/// Counts that a link was opened, beside the answer, once that is made: its time would tell whether the link works.
fn count(state: &AppState, code: String) {
    let Some(permit) = state.take_open() else { return };
    let (state, now) = (state.clone(), state.clock.now());
    tokio::spawn(async move {
        let _permit = permit;
        // A count that cannot be written is no reason to keep anybody from the page. The store has logged it.
        let _ = state.store.count_open(&code, now).await;
    });
}

/// The page of the first step, with what was typed. If the database does not answer, it names nobody and offers the
/// services of the site itself.
async fn details(
    frames: &Frames<'_>,
    code: &str,
    values: &[(String, String)],
    refusal: Option<&Refusal>,
) -> Response {
    let (state, words) = (frames.state, &frames.words);
    let name = timeout(PATIENCE, state.store.link_name(code)).await;
    let name = name.ok().and_then(Result::ok).unwrap_or_default();
    let services = services(state).await.map(|services| words.services(services));
    let status = refusal.map_or(StatusCode::OK, Refusal::status);
    let problem = refusal.map(|refusal| to_themselves(refusal.problem(), words));
    let values = with_text(values, frames.language.consent_text);
    let write = |page: &str| {
        let page = written(page, &name, services.as_deref(), frames.language, &values)?;
        match &problem {
            Some(problem) => no_script_page::refused(&page, problem, &values, words),
            None => no_script_page::filled_in(&page, &values),
        }
    };
    frames.frame(DETAILS, status, write).await
}

/// These values with the version of the text that is shown. Whoever agreed to another one has to agree again.
fn with_text(values: &[(String, String)], text: u64) -> Vec<(String, String)> {
    let text = text.to_string();
    let is_new = values.iter().any(|(name, value)| name == "text" && *value != text);
    let kept = values.iter().filter(|(name, _)| name != "text" && !(is_new && name == "agreed"));
    kept.cloned().chain([("text".to_owned(), text)]).collect()
}

/// How the links to other languages begin, which keep what the page is for.
const IN_LANGUAGE: &str = "\"?language=";

/// The page of the first step, but for its form's values.
fn written(
    page: &str,
    name: &str,
    services: Option<&[ServiceChoice]>,
    language: Language,
    values: &[(String, String)],
) -> Option<String> {
    let query = query_of(values);
    let page = match query.as_str() {
        "" => page,
        _ => &page.replace(IN_LANGUAGE, &format!("\"?{}&amp;language=", escape(&query))),
    };
    let page = match services {
        Some(services) => no_script_page::with_services(page, services)?,
        None => page.to_owned(),
    };
    let page = filled(&page, "agreement", &escape(consent_text(language.consent_text)?))?;
    match name {
        "" => Some(page),
        name => filled(&filled(&page, "sharer", "")?, "name", &escape(name)),
    }
}

/// The page of the second step.
async fn code_sent(
    frames: &Frames<'_>,
    typed: &FormFields,
    challenge: String,
    number: &str,
) -> Response {
    let kept = typed.values.iter().filter(|(name, _)| name != "challenge").cloned();
    let values: Vec<_> = kept.chain([("challenge".to_owned(), challenge)]).collect();
    let sent = frames.words.done(api::page_code_sent(number));
    frames.form(CODE, Some(&Ok(sent)), &values, unchanged).await
}

/// Whether the first reason is about the code that was typed.
fn is_about_code(problem: &Problem) -> bool {
    problem.errors.first().is_some_and(|error| error.field == Field::Code)
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
        let ticked = [value("agreed", "yes"), value("text", "2")];
        assert_eq!(with_text(&ticked, 2), ticked);
        for text in [1, 3] {
            assert_eq!(with_text(&ticked, text), [value("text", &text.to_string())]);
        }
    }
}
