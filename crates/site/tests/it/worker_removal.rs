//! Removing the service worker, whatever encoding a browser asks for.

use std::fs;

use axum::http::StatusCode;
use site::{LoadError, Refresh, remove_worker};

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
async fn the_command_removes_it_while_the_site_is_served_until_the_next_build() {
    let mut site = TestSite::new();
    assert_worker(&site, "keeps the site").await;
    // Twice: an operator may not be sure.
    for _ in 0..2 {
        remove_worker(site.dist.path()).unwrap();
        site.watcher.refresh();
        assert_worker(&site, "keeps nothing").await;
    }
    let served = site.get("/sw.js").await.header("content-security-policy").to_owned();
    assert!(served.contains("connect-src"), "{served}");
    // What a static host would publish.
    let mut left: Vec<_> = fs::read_dir(site.dist.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("sw.js") || name.contains(".new"))
        .collect();
    left.sort();
    assert_eq!(left, ["sw.js"]);

    site.write("sw.js", "keeps the next site");
    site.write(".build", "build 2\n");
    assert!(matches!(site.watcher.refresh(), Refresh::Served));
    assert_worker(&site, "keeps the next site").await;
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

#[test]
fn a_folder_without_a_site_is_named() {
    let empty = tempfile::tempdir().unwrap();
    let error = remove_worker(empty.path()).unwrap_err();
    assert!(matches!(error, LoadError::NotBuilt { .. }));
    assert!(error.to_string().contains(empty.path().to_str().unwrap()), "{error}");
}
