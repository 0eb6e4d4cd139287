//! `--live`: open pages reload after each build.
//!
//! A page opens an event stream at `/__live`. The first event, `build`, names the build that is
//! served, so that a page that was asleep or disconnected notices that it is outdated. After each
//! new build there is the event `reload`.

use std::{convert::Infallible, time::Duration};

use axum::{
    http::{HeaderValue, header::CACHE_CONTROL},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream::{self, StreamExt};
use tokio::sync::watch;

use crate::headers::{Caching, security_headers};

/// The path of the event stream.
pub(crate) const EVENTS: &str = "/__live";
/// The path of the script that listens to the events.
pub(crate) const SCRIPT: &str = "/__live.js";

/// How soon a browser reconnects while the server restarts.
const RETRY: Duration = Duration::from_millis(500);
/// Shorter than the minute after which proxies close a silent connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Adds a script to the end of a page's head, by its path.
pub(crate) fn with_script(page: &str, path: &str) -> String {
    let at = page.find("</head>").unwrap_or(page.len());
    let (head, body) = page.split_at(at);
    [head, r#"<script src=""#, path, r#"" defer></script>"#, body].concat()
}

/// The script for pages of this build.
pub(crate) fn script(build: &str) -> String {
    include_str!("live.js").replacen("BUILD", build, 1)
}

/// The event stream of a page, while the build `served` is served. It ends when the sender of new
/// builds is dropped, so that it does not delay a shutdown.
pub(crate) fn events<T: Send + Sync + 'static>(
    served: String,
    builds: watch::Receiver<T>,
) -> Response {
    let first = Event::default().event("build").retry(RETRY).data(served);
    let reloads = stream::unfold(builds, |mut builds| async {
        builds.changed().await.ok()?;
        Some((Event::default().data("reload"), builds))
    });
    let events = stream::iter([first]).chain(reloads).map(Ok::<_, Infallible>);

    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE).text("still here");
    let mut response = Sse::new(events).keep_alive(keep_alive).into_response();
    let headers = response.headers_mut();
    headers.extend(security_headers(false));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(Caching::NoStore.value()));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_tag_is_at_the_end_of_the_head_or_of_a_page_without_one() {
        let tag = r#"<script src="/a.js" defer></script>"#;
        assert_eq!(
            with_script("<head><title>a</title></head><body>", "/a.js"),
            format!("<head><title>a</title>{tag}</head><body>")
        );
        assert_eq!(with_script("text", "/a.js"), format!("text{tag}"));
    }

    #[test]
    fn the_script_has_one_place_for_the_build() {
        assert_eq!(include_str!("live.js").matches("BUILD").count(), 1);
    }
}
