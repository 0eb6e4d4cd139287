//! Frames: pages of the site that only a server shows, because it fills them in for whoever opens
//! them. They work without script and without React; the build makes them
//! (`web/src/app/prerendering/frames`).

use axum::{
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{REFERRER_POLICY, SET_COOKIE},
    },
    response::{IntoResponse, Response},
};

use domain::notice::Notice;

use crate::{
    AppState,
    http::{
        language::{Language, Translation},
        refusal::{Refusal, Result},
    },
    pages::{
        no_script_forms::{Pages, page},
        no_script_page,
        own_words::to_themselves,
    },
};

/// Keeps a page out of search engines, whoever links to it.
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// The frames of a language, with what is said on them. Their paths are given in English.
pub(crate) struct Frames<'a> {
    pub(crate) state: &'a AppState,
    pub(crate) pages: &'a Pages,
    pub(crate) language: Language,
    pub(crate) words: Translation,
}

impl<'a> Frames<'a> {
    pub(crate) fn of(state: &'a AppState, pages: &'a Pages, language: Language) -> Self {
        Self { state, pages, language, words: state.words(language) }
    }

    /// A frame of the site, filled in by `write`. It tells no other page where the visitor came from, is
    /// not stored by browsers, sets no cookie and is not for search engines. A site that was built without it
    /// has a short answer.
    pub(crate) async fn frame(
        &self,
        path: &str,
        status: StatusCode,
        write: impl FnOnce(&str) -> Option<String>,
    ) -> Response {
        let page = page(self.state, self.pages, self.language, path, status, write).await;
        let mut response = page.unwrap_or_else(|| Refusal::no_such_path().into_response());
        let headers = response.headers_mut();
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
        headers.remove(SET_COOKIE);
        response
    }

    /// A frame with a form that has these values, below what there is to say. `fill` writes the rest.
    pub(crate) async fn form(
        &self,
        path: &str,
        said: Option<&Result<Notice>>,
        values: &[(String, String)],
        fill: impl FnOnce(&str) -> Option<String>,
    ) -> Response {
        let status = match said {
            Some(Err(refusal)) => refusal.status(),
            _ => StatusCode::OK,
        };
        let write = |page: &str| {
            let page = fill(page)?;
            match said {
                None => no_script_page::filled_in(&page, values),
                Some(Ok(notice)) => no_script_page::accepted(&page, notice, values),
                Some(Err(refusal)) => {
                    let problem = to_themselves(refusal.problem(), &self.words);
                    no_script_page::refused(&page, &problem, values, &self.words)
                }
            }
        };
        self.frame(path, status, write).await
    }
}

/// Leaves a frame as the build made it.
pub(crate) fn unchanged(page: &str) -> Option<String> {
    Some(page.to_owned())
}

/// The page with this markup at the beginning of each place of this name, which is shown then with whatever else
/// is in it; `None` if it has no such place.
pub(crate) fn filled(page: &str, place: &str, markup: &str) -> Option<String> {
    let empty = format!(" data-place=\"{place}\" hidden=\"\">");
    let full = format!(" data-place=\"{place}\">{markup}");
    page.contains(&empty).then(|| page.replace(&empty, &full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_takes_the_places_of_its_name() {
        let page = "<div data-place=\"a\" hidden=\"\"></div>\
            <div data-place=\"b\" hidden=\"\"><bdi data-place=\"c\" hidden=\"\"></bdi> says</div>\
            <b data-place=\"c\" hidden=\"\"></b>";
        let page = filled(page, "b", "").and_then(|page| filled(&page, "c", "<i>She</i>")).unwrap();
        assert_eq!(
            page,
            "<div data-place=\"a\" hidden=\"\"></div>\
             <div data-place=\"b\"><bdi data-place=\"c\"><i>She</i></bdi> says</div>\
             <b data-place=\"c\"><i>She</i></b>"
        );
        assert_eq!(filled(&page, "d", ""), None);
    }
}
