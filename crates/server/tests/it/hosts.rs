//! Requests that are meant for another host.

use axum::{
    Router,
    body::Body,
    http::{Method, Request, header::HOST},
};
use site::Config;
use tower::ServiceExt;

use crate::support::{MEMBER, TestApp};

/// Pages, files, the console, forms without script, the interface and the check of health.
const DOORS: [(Method, &str); 12] = [
    (Method::GET, "/"),
    (Method::GET, "/index.html"),
    (Method::GET, "/missing.txt"),
    (Method::GET, "/console"),
    (Method::GET, "/contact"),
    (Method::POST, "/contact"),
    (Method::GET, "/referral/sent"),
    (Method::POST, "/referral"),
    (Method::GET, "/api/session"),
    (Method::POST, "/api/referrals"),
    (Method::DELETE, "/api/me"),
    (Method::GET, "/healthz"),
];

fn with_site(app: &TestApp) -> (Router, tempfile::TempDir) {
    let dist = tempfile::tempdir().unwrap();
    std::fs::write(dist.path().join("index.html"), "Home").unwrap();
    let config = Config { hosted: true, ..Config::of(dist.path().to_owned()) };
    let (site, _watcher) = site::open(&config).unwrap();
    (server::app(app.state.clone(), &site), dist)
}

/// The status and the body for a target and its `Host` headers.
async fn answer(router: &Router, method: &Method, target: &str, hosts: &[&str]) -> (u16, String) {
    let request = Request::builder().method(method).uri(target);
    let request = hosts.iter().fold(request, |request, host| request.header(HOST, *host));
    let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    (response.status().as_u16(), crate::support::read(response.into_body()).await)
}

#[tokio::test]
async fn requests_for_another_host_are_refused_at_every_door() {
    let app = TestApp::new().await;
    let (router, _dist) = with_site(&app);
    for (method, path) in &DOORS {
        for host in ["evil.example", "site.example.evil.example", "127.0.0.1:8080", "localhost"] {
            let (status, text) = answer(&router, method, path, &[host]).await;
            assert_eq!(status, 421, "{method} {path} {host}");
            assert!(text.contains("site.example only") && !text.contains(host), "{text}");
        }
        for hosts in [&[][..], &["site.example", "site.example"], &["a, site.example"]] {
            let (status, _) = answer(&router, method, path, hosts).await;
            assert_eq!(status, 400, "{method} {path} {hosts:?}");
        }
        for host in ["site.example", "Site.Example", "site.example:8080"] {
            let (status, _) = answer(&router, method, path, &[host]).await;
            assert!(![400, 421].contains(&status) || path.starts_with("/api"), "{path}: {status}");
            assert_ne!(status, 421, "{method} {path} {host}");
        }
    }
}

/// A proxy may send the whole URL, and HTTP/2 sends the host in this way.
#[tokio::test]
async fn the_host_of_the_target_counts_too() {
    let app = TestApp::new().await;
    let (router, _dist) = with_site(&app);
    for (target, hosts, expected) in [
        ("http://evil.example/", &["site.example"][..], 421),
        ("http://site.example/", &["evil.example"], 421),
        ("http://evil.example/", &[], 421),
        ("http://site.example/", &["site.example"], 200),
        ("http://site.example/", &[], 200),
    ] {
        let (status, _) = answer(&router, &Method::GET, target, hosts).await;
        assert_eq!(status, expected, "{target} {hosts:?}");
    }
}

#[tokio::test]
async fn another_sites_page_that_leads_here_cannot_act() {
    let app = TestApp::new().await;
    // Its own browser calls this the same origin.
    let mut browser = app.member(MEMBER).await.with("origin", "http://evil.example");
    browser = browser.with("host", "evil.example").with("sec-fetch-site", "same-origin");
    assert_eq!(browser.delete("/api/me").await.status, 421);
    assert_eq!(browser.get("/api/session").await.status, 421);
}

#[tokio::test]
async fn operators_pages_are_asked_for_by_names_of_this_machine() {
    let app = TestApp::new().await;
    for (host, expected) in [
        ("127.0.0.1:8081", 200),
        ("[::1]:8081", 200),
        ("10.0.0.5:8081", 200),
        ("localhost:8081", 200),
        ("site", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("", 421),
    ] {
        for path in ["/healthz", "/readyz", "/metrics"] {
            let answer = app.operator().with("host", host).get(path).await;
            assert_eq!(answer.status, expected, "{host} {path}");
        }
    }
}
