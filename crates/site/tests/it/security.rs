//! Security headers.

use axum::http::Method;
use site::static_hosts;

use crate::support::TestSite;

/// The headers of every answer. They are repeated here, so that a change by mistake is noticed.
const EXPECTED: [(&str, &str); 7] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "strict-origin-when-cross-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-embedder-policy", "credentialless"),
    (
        "permissions-policy",
        "camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), \
         otp-credentials=(), payment=(), serial=(), usb=()",
    ),
    ("x-frame-options", "DENY"),
];

#[tokio::test]
async fn every_kind_of_response_has_all_headers_of_the_table() {
    for site in [TestSite::new(), TestSite::live()] {
        let known = site.get("/").await.header("etag").to_owned();
        for (method, path, condition) in [
            (Method::GET, "/", ""),
            (Method::HEAD, "/", ""),
            (Method::GET, "/", known.as_str()),
            (Method::POST, "/", ""),
            (Method::OPTIONS, "/", ""),
            (Method::GET, "/services/", ""),
            (Method::GET, "/unknown", ""),
            (Method::GET, "/blog/unknown", ""),
            (Method::GET, "/assets/gone.js", ""),
            (Method::GET, "/assets/app-1a2b3c4d.js", ""),
            (Method::GET, "/favicon.svg", ""),
            (Method::GET, "/../etc/passwd", ""),
            (Method::GET, "/__live.js", ""),
        ] {
            let answer = site.ask(method.clone(), path, &[("if-none-match", condition)]).await;
            for (name, value) in EXPECTED {
                assert_eq!(answer.header(name), value, "{method} {path}");
            }
            let policy = answer.header("content-security-policy");
            assert!(policy.starts_with("default-src 'none';"), "{method} {path}");
            assert!(policy.contains("frame-ancestors 'none'"), "{method} {path}");
            assert!(!policy.contains("unsafe-inline"), "{method} {path}");
        }
    }
}

#[tokio::test]
async fn a_page_allows_its_own_inline_text_by_hash_and_its_image_hosts() {
    let site = TestSite::new();
    let home = site.get("/").await;
    let policy = home.header("content-security-policy");
    // `printf 'body{margin:0}' | openssl dgst -sha256 -binary | base64`
    assert!(
        policy.contains("style-src 'self' 'sha256-IAdwN3biDCQ3brrgp1m8kBEsPQYyqfREKOEfeoREopc=';"),
        "{policy}"
    );
    assert!(policy.contains("img-src 'self' data: https://images.example;"), "{policy}");
    assert!(
        policy.contains("require-trusted-types-for 'script'; trusted-types worker"),
        "{policy}"
    );

    let services = site.get("/services").await;
    assert!(!services.header("content-security-policy").contains("sha256-"));
    assert_eq!(
        site.get("/robots.txt").await.header("content-security-policy"),
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    assert_eq!(
        site.get("/sw.js").await.header("content-security-policy"),
        "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    );
}

#[tokio::test]
async fn plain_http_says_nothing_about_https() {
    let site = TestSite::new();
    let home = site.get("/").await;
    assert_eq!(home.header("strict-transport-security"), "");
    assert!(!home.header("content-security-policy").contains("upgrade-insecure-requests"));
}

#[tokio::test]
async fn behind_an_https_proxy_every_response_has_strict_transport_security() {
    let site = TestSite::behind_https();
    let known = site.get("/").await.header("etag").to_owned();
    let (name, value) = ("strict-transport-security", "max-age=63072000");
    for (method, path, condition) in [
        (Method::GET, "/", ""),
        (Method::GET, "/", known.as_str()),
        (Method::POST, "/", ""),
        (Method::GET, "/services/", ""),
        (Method::GET, "/unknown", ""),
        (Method::GET, "/blog/unknown", ""),
        (Method::GET, "/assets/gone.js", ""),
        (Method::GET, "/favicon.svg", ""),
    ] {
        let answer = site.ask(method.clone(), path, &[("if-none-match", condition)]).await;
        assert_eq!(answer.header(name), value, "{method} {path}");
    }
}

#[tokio::test]
async fn files_for_static_hosts_are_not_served() {
    let mut site = TestSite::new();
    let written = static_hosts::write(site.dist.path()).unwrap();
    assert_eq!(written.warnings, [] as [String; 0]);
    let names: Vec<_> =
        written.files.iter().map(|file| file.strip_prefix(site.dist.path()).unwrap()).collect();
    assert_eq!(
        names,
        ["_headers", "_redirects", "404.txt", "blog/404.html"].map(std::path::Path::new)
    );

    site.write(".build", "build 2\n");
    site.watcher.refresh();
    for (path, body) in [
        ("/_headers", "Home for any path"),
        ("/404.txt", "Not found\n"),
        ("/blog/404", "Post Not Found"),
    ] {
        assert!(site.get(path).await.body.contains(body), "{path}");
    }
}
