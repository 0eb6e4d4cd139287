//! `--live`: open pages reload after a build.

use std::time::Duration;

use axum::{
    body::{Body, BodyDataStream},
    http::{Request, StatusCode},
};
use futures_util::StreamExt;
use site::router;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::support::TestSite;

const TAG: &str = "<script src=\"/__live.js\" defer></script></head>";

/// Opens the event stream and reads its first event, the name of the build.
async fn open_events(site: &TestSite) -> (BodyDataStream, String) {
    let request = Request::get("/__live").body(Body::empty()).unwrap();
    let response = router(&site.site).oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    assert_eq!(response.headers()["cache-control"], "no-store");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    let mut events = response.into_body().into_data_stream();
    let first = next(&mut events).await.unwrap();
    (events, first)
}

async fn next(events: &mut BodyDataStream) -> Option<String> {
    let event = timeout(Duration::from_secs(5), events.next()).await.unwrap();
    event.map(|event| String::from_utf8(event.unwrap().to_vec()).unwrap())
}

#[tokio::test]
async fn every_page_and_nothing_else_gets_the_script_and_no_compression() {
    let site = TestSite::live();
    for path in ["/", "/services", "/unknown", "/blog/unknown"] {
        let page = site.get_with(path, &[("accept-encoding", "br, gzip")]).await;
        assert_eq!(page.body.matches(TAG).count(), 1, "{path}");
        assert_eq!(page.header("content-encoding"), "", "{path}");
        assert_eq!(page.header("content-length"), page.body.len().to_string(), "{path}");
    }
    for path in ["/favicon.svg", "/assets/app-1a2b3c4d.js", "/gone.png"] {
        assert!(!site.get(path).await.body.contains("__live"), "{path}");
    }
}

#[tokio::test]
async fn a_changed_picture_is_served_at_once() {
    let site = TestSite::live();
    assert_eq!(site.get("/favicon.svg").await.header("cache-control"), "no-cache");
}

#[tokio::test]
async fn the_script_knows_the_build_that_the_stream_names_first() {
    let site = TestSite::live();
    let (_events, first) = open_events(&site).await;
    let build = first.lines().find_map(|line| line.strip_prefix("data: ")).unwrap();
    assert!(first.contains("event: build\n"), "{first}");

    let script = site.get("/__live.js").await;
    assert!(script.body.contains(&format!("const ownBuild = \"{build}\";")));
    assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(script.header("cache-control"), "no-store");
}

#[tokio::test]
async fn a_new_build_sends_reload_and_has_another_name() {
    let mut site = TestSite::live();
    let (mut events, first) = open_events(&site).await;
    site.write(".build", "build 2\n");
    site.watcher.refresh();
    assert_eq!(next(&mut events).await.unwrap(), "data: reload\n\n");

    let (_events, second) = open_events(&site).await;
    assert_ne!(first, second);
}

#[tokio::test]
async fn a_refused_build_reloads_nothing() {
    let mut site = TestSite::live();
    let (mut events, _) = open_events(&site).await;
    site.write(".image-hosts", "\u{1}");
    site.write(".build", "build 2\n");
    site.watcher.refresh();
    let silence = timeout(Duration::from_millis(100), events.next()).await;
    assert!(silence.is_err());
}

#[tokio::test]
async fn the_stream_ends_when_the_watcher_stops() {
    let site = TestSite::live();
    let (mut events, _) = open_events(&site).await;
    drop(site.watcher);
    assert_eq!(next(&mut events).await, None);
}

#[tokio::test]
async fn without_live_reload_there_is_no_stream_and_no_script() {
    let site = TestSite::new();
    assert!(!site.get("/").await.body.contains("__live"));
    assert!(site.get("/__live").await.body.contains("Home for any path"));
    assert_eq!(site.get("/__live.js").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn live_reload_serves_a_worker_that_stores_nothing() {
    assert_eq!(TestSite::new().get("/sw.js").await.body, "keeps the site");
    assert_eq!(TestSite::live().get("/sw.js").await.body, "keeps nothing");
}
