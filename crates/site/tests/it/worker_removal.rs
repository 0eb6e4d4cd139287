//! Removing the service worker, whatever encoding a browser asks for.

use axum::http::StatusCode;
use site::Refresh;

use crate::support::TestSite;

const ENCODINGS: [&str; 4] = ["gzip, deflate, br, zstd", "gzip", "br", "identity"];

/// Every encoding of `/sw.js` has this content and is asked for again at each visit.
async fn assert_worker(site: &TestSite, content: &str) {
    for accepted in ENCODINGS {
        let answer = site.get_with("/sw.js", &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.status, StatusCode::OK, "{accepted}");
        assert!(answer.body.starts_with(content), "{accepted}: {}", answer.body);
        assert_eq!(answer.header("cache-control"), "no-cache", "{accepted}");
        assert!(answer.header("content-type").starts_with("text/javascript"), "{accepted}");
    }
}

#[tokio::test]
async fn the_setting_removes_it_from_this_and_all_later_builds() {
    let mut site = TestSite::without_worker();
    assert_worker(&site, "keeps nothing").await;
    site.write("sw.js", "keeps the next site");
    site.write(".build", "build 2\n");
    assert!(matches!(site.watcher.refresh(), Refresh::Served));
    assert_worker(&site, "keeps nothing").await;
}
