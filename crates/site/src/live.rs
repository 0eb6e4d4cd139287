//! `--live`: open pages reload after each build.
//!
//! A page opens an event stream at `/__live`. Its first event, `build`, names the build that is
//! being served, so that a page which was asleep, hidden or cut off by a restart learns that it is
//! old. After each new build comes the message `reload`.

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

/// Where the events are.
pub(crate) const EVENTS: &str = "/__live";
/// Where the script that listens to them is.
pub(crate) const SCRIPT: &str = "/__live.js";

const TAG: &str = r#"<script src="/__live.js" defer></script>"#;
/// How soon a browser tries again while the server restarts.
const RETRY: Duration = Duration::from_millis(500);
/// Less than the minute after which proxies close a silent connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// A page with the script's tag at the end of its head.
pub(crate) fn with_script(page: &str) -> String {
    let at = page.find("</head>").unwrap_or(page.len());
    let (head, body) = page.split_at(at);
    [head, TAG, body].concat()
}

/// The script for pages of this build.
pub(crate) fn script(build: &str) -> String {
    include_str!("live.js").replacen("BUILD", build, 1)
}

/// The event stream of a page, while the build of the name `served` is served. It ends when the sender
/// of new builds is dropped, so that it never delays a server that is stopping.
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
    fn the_tag_stands_at_the_end_of_the_head_or_of_a_page_without_one() {
        assert_eq!(
            with_script("<head><title>a</title></head><body>"),
            format!("<head><title>a</title>{TAG}</head><body>")
        );
        assert_eq!(with_script("text"), format!("text{TAG}"));
    }

    #[test]
    fn the_script_has_one_place_for_the_build() {
        assert_eq!(include_str!("live.js").matches("BUILD").count(), 1);
    }
}
