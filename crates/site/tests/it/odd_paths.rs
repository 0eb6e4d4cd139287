//! Paths that browsers do not send.

use axum::http::StatusCode;

use crate::support::TestSite;

#[tokio::test]
async fn nothing_outside_the_site_can_be_reached() {
    let site = TestSite::new();
    let inside = site.dist.path().file_name().unwrap().to_str().unwrap();
    let sideways = format!("/../{inside}/index.html");
    for path in [
        "/..",
        "/../",
        "/../../etc/passwd",
        "/assets/../../etc/passwd",
        "/%2e%2e%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/..%5c..%5cetc/passwd",
        "/..\\..\\etc\\passwd",
        "/%252e%252e/etc/passwd.txt",
        "//etc/passwd",
        "/etc//passwd",
        "/./index.html",
        "/assets/./app-1a2b3c4d.js",
        "/index.html%00",
        "/index.html%00.png",
        "/%00",
        "/%c0%ae%c0%ae/etc/passwd",
        "/%ff%fe",
        "/%",
        "/%2",
        "/%zz",
        "/a%0d%0aset-cookie:a=b",
        "/blog/../.env",
        "/blog/%2e%2e/.env",
        &sideways,
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.body, "Not found\n", "{path}");
        assert_eq!(answer.header("set-cookie"), "", "{path}");
    }
}

#[tokio::test]
async fn no_path_redirects_to_another_host() {
    let site = TestSite::new();
    for path in [
        "//evil.example",
        "//evil.example/",
        "//evil.example/services/",
        "//services/",
        "/%2fevil.example/",
        "/\\evil.example/",
        "/%5cevil.example/",
        "//evil.example/index.html",
        "/services//",
        "//index.html",
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.header("location"), "", "{path}");
    }
}

#[tokio::test]
async fn very_long_paths_are_paths_like_others() {
    let site = TestSite::new();
    let long = "a".repeat(10_000);
    for (path, status) in [
        (format!("/{long}"), StatusCode::OK),
        (format!("/{long}/"), StatusCode::OK),
        (format!("/blog/{long}"), StatusCode::NOT_FOUND),
        (format!("/assets/{long}.js"), StatusCode::NOT_FOUND),
        (format!("/{}", "a/".repeat(5_000)), StatusCode::OK),
        (format!("/{}", "../".repeat(3_000)), StatusCode::NOT_FOUND),
        (format!("/{}", "%2e".repeat(3_000)), StatusCode::NOT_FOUND),
    ] {
        assert_eq!(site.get(&path).await.status, status, "{}", &path[..20]);
    }
}

#[tokio::test]
async fn a_query_never_changes_which_page_is_shown() {
    let site = TestSite::new();
    for path in ["/services?/../../etc/passwd", "/services?%00", "/services?"] {
        assert!(site.get(path).await.body.contains("Services"), "{path}");
    }
}
