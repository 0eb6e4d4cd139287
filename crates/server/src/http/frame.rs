//! Frames: pages of the site that only a server shows, because it fills them in for whoever opens
//! them. They work without script and without React; the build makes them
//! (`web/src/app/prerendering/frames`).

use axum::{
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{REFERRER_POLICY, SET_COOKIE},
    },
    response::Response,
};

use crate::{
    AppState,
    http::no_script_forms::{Pages, page},
};

/// Keeps a page out of search engines, whoever links to it.
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// A frame of the site, filled in by `write`. It tells no other page where the visitor came from, is
/// not stored by browsers, sets no cookie and is not for search engines.
pub(crate) async fn frame(
    state: &AppState,
    pages: &Pages,
    path: &str,
    status: StatusCode,
    write: impl FnOnce(&str) -> Option<String>,
) -> Option<Response> {
    let mut response = page(state, pages, path, status, write).await?;
    let headers = response.headers_mut();
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
    headers.remove(SET_COOKIE);
    Some(response)
}

/// The page with this markup in the place of this name; `None` if it has no such place.
pub(crate) fn filled(page: &str, place: &str, markup: &str) -> Option<String> {
    let empty = format!("<div data-place=\"{place}\" hidden=\"\"></div>");
    let (before, after) = page.split_once(&empty)?;
    Some(format!("{before}<div data-place=\"{place}\">{markup}</div>{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_takes_the_place_of_its_name() {
        let page =
            "<p><div data-place=\"a\" hidden=\"\"></div><div data-place=\"b\" hidden=\"\"></div>";
        assert_eq!(
            filled(page, "b", "<p>Words</p>").unwrap(),
            "<p><div data-place=\"a\" hidden=\"\"></div><div data-place=\"b\"><p>Words</p></div>"
        );
        assert_eq!(filled(page, "c", ""), None);
    }
}
