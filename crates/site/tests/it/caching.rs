//! Caching and conditional requests.

use axum::http::{Method, StatusCode};

use crate::support::{HOME, TestSite};

#[tokio::test]
async fn hashed_assets_are_cached_for_ever_other_files_for_an_hour_and_pages_are_revalidated() {
    let site = TestSite::overlaid(&[("config.json", "{}")]);
    for (path, caching) in [
        ("/assets/app-1a2b3c4d.js", "public, max-age=31536000, immutable"),
        ("/", "no-cache"),
        ("/unknown", "no-cache"),
        ("/blog/a-post", "no-cache"),
        ("/config.json", "no-cache"),
        ("/sw.js", "no-cache"),
        ("/assets/gone-1a2b3c4d.js", "no-cache"),
        ("/favicon.svg", "public, max-age=3600, must-revalidate"),
        ("/feed.xml", "public, max-age=3600, must-revalidate"),
    ] {
        assert_eq!(site.get(path).await.header("cache-control"), caching, "{path}");
    }
}

#[tokio::test]
async fn each_client_gets_the_form_that_it_understands() {
    let site = TestSite::new();
    for (accepted, encoding, body) in [
        ("gzip, deflate, br, zstd", "br", "home in brotli"),
        ("gzip", "gzip", "home in gzip"),
        ("br;q=0, gzip", "gzip", "home in gzip"),
        ("br;q=0.1, identity", "br", "home in brotli"),
        ("deflate, zstd", "", HOME),
        ("*;q=0", "", HOME),
        ("identity", "", HOME),
        ("", "", HOME),
    ] {
        let answer = site.get_with("/", &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.status, StatusCode::OK, "{accepted}");
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(answer.body, body, "{accepted}");
        assert_eq!(answer.header("vary"), "accept-encoding", "{accepted}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{accepted}");
    }
}

#[tokio::test]
async fn a_form_that_the_file_does_not_have_is_not_sent() {
    let site = TestSite::new();
    for (path, accepted, vary) in
        [("/services", "gzip, br", ""), ("/assets/app-1a2b3c4d.js", "gzip", "accept-encoding")]
    {
        let answer = site.get_with(path, &[("accept-encoding", accepted)]).await;
        assert_eq!(answer.header("content-encoding"), "", "{path}");
        assert_eq!(answer.header("vary"), vary, "{path}");
    }
}

#[tokio::test]
async fn each_form_has_a_tag_of_its_own() {
    let site = TestSite::new();
    let mut tags = Vec::new();
    for accepted in ["identity", "gzip", "br"] {
        let answer = site.get_with("/", &[("accept-encoding", accepted)]).await;
        tags.push(answer.header("etag").to_owned());
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 3);
}

#[tokio::test]
async fn a_fresh_cached_page_gets_a_304_with_the_pages_headers() {
    let site = TestSite::new();
    let page = site.get_with("/", &[("accept-encoding", "br")]).await;
    let tag = page.header("etag");
    let weak = format!("W/{tag}");
    let list = format!("\"other\", {weak}, \"another\"");
    for method in [Method::GET, Method::HEAD] {
        for condition in [tag, &weak, &list, "*"] {
            let headers = [("accept-encoding", "br"), ("if-none-match", condition)];
            let answer = site.ask(method.clone(), "/", &headers).await;
            assert_eq!(answer.status, StatusCode::NOT_MODIFIED, "{method} {condition}");
            assert_eq!(answer.body, "", "{method} {condition}");
            for name in ["etag", "cache-control", "vary", "content-security-policy"] {
                assert_eq!(answer.header(name), page.header(name), "{method} {condition} {name}");
            }
            assert_eq!(answer.header("content-type"), "", "{method} {condition}");
        }
    }
}

#[tokio::test]
async fn an_outdated_cached_page_is_replaced() {
    let site = TestSite::new();
    let brotli = site.get_with("/", &[("accept-encoding", "br")]).await;
    for (accepted, condition) in [("br", "\"old\""), ("gzip", brotli.header("etag")), ("br", "")] {
        let headers = [("accept-encoding", accepted), ("if-none-match", condition)];
        assert_eq!(site.get_with("/", &headers).await.status, StatusCode::OK, "{condition}");
    }
}

#[tokio::test]
async fn a_page_whose_policy_changed_is_sent_again() {
    let mut site = TestSite::new();
    let tag = site.get("/").await.header("etag").to_owned();
    site.write(".image-hosts", "https://other.example\n");
    site.write(".build", "build 2\n");
    site.watcher.refresh();
    let answer = site.get_with("/", &[("if-none-match", &tag)]).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.body, HOME);
}

#[tokio::test]
async fn a_missing_page_is_404_under_any_condition() {
    let site = TestSite::new();
    for path in ["/assets/gone.js", "/blog/unknown"] {
        let answer = site.get_with(path, &[("if-none-match", "*")]).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.header("etag"), "", "{path}");
    }
}
