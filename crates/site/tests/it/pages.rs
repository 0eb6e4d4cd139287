//! The answer for each path.

use axum::http::{Method, StatusCode};
use site::Refresh;

use crate::support::{HOME, TestSite};

#[tokio::test]
async fn every_page_is_at_its_clean_address() {
    let site = TestSite::new();
    for (path, text) in [
        ("/", "Home"),
        ("/services", "Services"),
        ("/blog", "Blog"),
        ("/blog/a-post", "A post"),
        ("/services?from=menu", "Services"),
        ("/%73ervices", "Services"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.body.contains(text), "{path}");
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
    }
}

#[tokio::test]
async fn a_file_name_or_a_closing_slash_leads_to_the_clean_address() {
    let site = TestSite::new();
    for (path, location) in [
        ("/index.html", "/"),
        ("/services.html", "/services"),
        ("/services/", "/services"),
        ("/blog/", "/blog"),
        ("/blog/a-post.html", "/blog/a-post"),
        ("/blog/a-post/?a=b&c=//d", "/blog/a-post?a=b&c=//d"),
        ("/index.html?next=//evil.example/", "/?next=//evil.example/"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::PERMANENT_REDIRECT, "{path}");
        assert_eq!(answer.header("location"), location, "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
    }
}

#[tokio::test]
async fn any_other_path_shows_home() {
    let site = TestSite::new();
    for path in [
        "/unknown",
        "/unknown/",
        "/a/b/c",
        "/blog/a-post/more",
        "/catch-all",
        "/404",
        "/index",
        "/Services",
        "/assets",
        "/_headers",
        "/_redirects",
        "/%F0%9F%9B%AB",
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.body.contains("Home for any path"), "{path}");
    }
}

#[tokio::test]
async fn an_unknown_post_is_a_page_with_status_404() {
    let site = TestSite::new();
    let long = format!("/blog/{}", "a".repeat(500));
    for path in [
        "/blog/unknown",
        "/blog/__proto__",
        "/blog/post-not-found",
        "/blog/post-not-found.html",
        "/blog/unknown/",
        "/blog/a.png",
        &long,
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.body.contains("Post Not Found"), "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
    }
}

#[tokio::test]
async fn a_language_has_its_own_pages_below_its_code() {
    let site = TestSite::new();
    for (path, text) in [
        ("/ar", "Arabic home"),
        ("/ar/services", "Arabic services"),
        ("/ar/unknown", "Arabic home for any path"),
        ("/ar/catch-all", "Arabic home for any path"),
        ("/ar/a/b", "Arabic home for any path"),
        // Without posts, a language has no page for an unknown one.
        ("/ar/blog/unknown", "Arabic home for any path"),
        ("/arabic", "Home for any path"),
        ("/hi/unknown", "Home for any path"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.body.contains(text), "{path}");
    }
    for (path, location) in
        [("/ar/", "/ar"), ("/ar.html", "/ar"), ("/ar/services/", "/ar/services")]
    {
        assert_eq!(site.get(path).await.header("location"), location, "{path}");
    }
    for path in ["/ar/gone.png", "/ar/catch-all.html"] {
        assert_eq!(site.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_missing_file_is_a_plain_404_and_never_html() {
    let site = TestSite::new();
    for path in [
        "/assets/gone-5e6f7a8b.js",
        "/assets/gone",
        "/assets/",
        "/gone.png",
        "/a/b/gone.css",
        "/404.html",
        "/404.txt",
        "/catch-all.html",
        "/favicon.svg/",
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.body, "Not found\n", "{path}");
        assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8", "{path}");
    }
}

#[tokio::test]
async fn compressed_and_private_files_have_no_address() {
    let site = TestSite::new();
    for path in [
        "/index.html.br",
        "/index.html.gz",
        "/assets/app-1a2b3c4d.js.br",
        "/.env",
        "/.build",
        "/.image-hosts",
        "/%2eenv",
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.body, "Not found\n", "{path}");
    }
}

#[tokio::test]
async fn files_have_their_types() {
    let site = TestSite::new();
    for (path, kind) in [
        ("/assets/app-1a2b3c4d.js", "text/javascript; charset=utf-8"),
        ("/favicon.svg", "image/svg+xml"),
        ("/feed.xml", "application/atom+xml; charset=utf-8"),
        ("/robots.txt", "text/plain; charset=utf-8"),
        ("/.well-known/security.txt", "text/plain; charset=utf-8"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.header("content-type"), kind, "{path}");
    }
}

#[tokio::test]
async fn head_answers_like_get_without_the_body() {
    let site = TestSite::new();
    for path in ["/", "/unknown", "/blog/unknown", "/gone.png", "/index.html", "/robots.txt"] {
        for accepted in ["identity", "br"] {
            let headers = [("accept-encoding", accepted)];
            let get = site.ask(Method::GET, path, &headers).await;
            let head = site.ask(Method::HEAD, path, &headers).await;
            assert_eq!(head.status, get.status, "{path}");
            assert_eq!(head.headers, get.headers, "{path}");
            assert_eq!(head.header("content-length"), get.body.len().to_string(), "{path}");
            assert_eq!(head.body, "", "{path}");
        }
    }
}

#[tokio::test]
async fn other_methods_are_refused_with_a_list_of_the_allowed_ones() {
    let site = TestSite::new();
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        for path in ["/", "/unknown", "/assets/gone.js"] {
            let answer = site.ask(method.parse().unwrap(), path, &[]).await;
            assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
            assert_eq!(answer.header("allow"), "GET, HEAD", "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_new_build_is_served_to_the_next_request() {
    let mut site = TestSite::new();
    assert_eq!(site.get("/").await.body, HOME);
    site.write("index.html", "A new home");
    assert_eq!(site.get("/").await.body, HOME);
    site.write(".build", "build 2\n");
    site.watcher.refresh();
    assert_eq!(site.get("/").await.body, "A new home");
}

#[tokio::test]
async fn a_site_without_a_catch_all_answers_an_unknown_path_with_a_plain_404() {
    let mut site = TestSite::new();
    site.remove("catch-all.html");
    site.write(".build", "build 2\n");
    site.watcher.refresh();
    let answer = site.get("/unknown").await;
    assert_eq!((answer.status, answer.body.as_str()), (StatusCode::NOT_FOUND, "Not found\n"));
}

#[tokio::test]
async fn an_overlaid_file_replaces_the_folders_own_also_in_a_new_build() {
    let mut site = TestSite::overlaid(&[("robots.txt", "ours"), ("more.txt", "more")]);
    site.write("robots.txt.br", "the folder's, in brotli");
    for build in ["build 2\n", "build 3\n"] {
        let answer = site.get_with("/robots.txt", &[("accept-encoding", "br")]).await;
        assert_eq!(answer.body, "ours");
        assert_eq!(site.get("/more.txt").await.body, "more");
        site.write(".build", build);
        assert!(matches!(site.watcher.refresh(), Refresh::Served));
    }
}

#[tokio::test]
async fn hosted_forms_replace_the_static_pages_and_may_be_sent() {
    let services = TestSite::new().get("/services").await;
    assert!(!services.body.contains("<form"));
    assert!(services.header("content-security-policy").contains("form-action 'none'"));
    let services = TestSite::hosted().get("/services").await;
    assert!(services.body.contains("<form"), "{}", services.body);
    assert!(services.header("content-security-policy").contains("form-action 'self'"));
}
