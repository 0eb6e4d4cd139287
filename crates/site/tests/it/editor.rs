//! The editor of the content, beside the site.

use std::fs;

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Method, Request, Response, StatusCode},
};
use site::editor;
use tempfile::TempDir;
use tower::ServiceExt;

use crate::support::TestSite;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("assets")).unwrap();
    for (name, text) in
        [("index.html", "the editor"), ("config.json", "{}"), ("assets/cms-1a.js", "run()")]
    {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

async fn ask(app: &Router, method: Method, path: &str) -> Response<Body> {
    let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
    app.clone().oneshot(request).await.unwrap()
}

async fn text(response: Response<Body>) -> String {
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[tokio::test]
async fn the_editor_stands_beside_the_site_with_a_policy_of_its_own() {
    let (folder, site) = (folder(), TestSite::new());
    let app = editor::beside(&site.site, folder.path()).unwrap();
    let page = ask(&app, Method::GET, "/edit/").await;
    assert_eq!(page.headers()["content-security-policy"], editor::policy(None).as_str());
    assert_eq!(page.headers()["x-frame-options"], "DENY");
    assert_eq!(text(page).await, "the editor");
    let to = ask(&app, Method::GET, "/edit").await;
    assert_eq!(
        (to.status(), &to.headers()["location"]),
        (StatusCode::TEMPORARY_REDIRECT, &"/edit/".parse().unwrap())
    );
    let script = ask(&app, Method::GET, "/edit/assets/cms-1a.js").await;
    assert_eq!(script.headers()["content-type"], "text/javascript; charset=utf-8");
    assert!(
        script.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .starts_with("default-src 'none'; base")
    );
    assert!(text(ask(&app, Method::GET, "/services").await).await.contains("Services"));
    // A configuration that is generated again is there at once.
    fs::write(folder.path().join("config.json"), "{\"new\":1}").unwrap();
    assert_eq!(text(ask(&app, Method::GET, "/edit/config.json").await).await, "{\"new\":1}");
}

#[tokio::test]
async fn what_is_wrong_with_what_was_saved_is_shown_by_the_site_and_by_the_editor() {
    let folder = folder();
    let said = tempfile::tempdir().unwrap();
    let file = said.path().join("problem.txt");
    let site = TestSite::showing(&file);
    let app = editor::beside(&site.site, folder.path()).unwrap();
    let script = text(ask(&app, Method::GET, "/__problem.js").await).await;
    assert!(text(ask(&app, Method::GET, "/__live.js").await).await.ends_with(&script));
    let page = text(ask(&app, Method::GET, "/edit/").await).await;
    assert_eq!(page, "the editor<script src=\"/__problem.js\" defer></script>");

    assert_eq!(text(ask(&app, Method::GET, "/__problem").await).await, "");
    fs::write(&file, "content/en/posts/a.md: no title").unwrap();
    let answer = ask(&app, Method::GET, "/__problem").await;
    assert_eq!(answer.headers()["content-type"], "text/plain; charset=utf-8");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_eq!(text(answer).await, "content/en/posts/a.md: no title");
}

#[tokio::test]
async fn otherwise_nothing_tells_of_problems() {
    let folder = folder();
    for site in [TestSite::new(), TestSite::live()] {
        let app = editor::beside(&site.site, folder.path()).unwrap();
        assert_eq!(ask(&app, Method::GET, "/__problem.js").await.status(), StatusCode::NOT_FOUND);
        for path in ["/edit/", "/", "/__problem", "/__live.js"] {
            assert!(
                !text(ask(&app, Method::GET, path).await).await.contains("__problem"),
                "{path}"
            );
        }
    }
}

#[tokio::test]
async fn nothing_outside_of_its_folder_is_served() {
    let (folder, site) = (folder(), TestSite::new());
    let app = editor::beside(&site.site, folder.path()).unwrap();
    for path in
        ["/edit/../.env", "/edit/%2e%2e/x", "/edit/none.js", "/edit//index.html", "/edit/assets/"]
    {
        let status = ask(&app, Method::GET, path).await.status();
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(ask(&app, Method::POST, "/edit/").await.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert!(editor::beside(&site.site, &folder.path().join("none")).is_err());
}

#[tokio::test]
async fn a_host_of_static_files_gets_the_policy_with_the_git_host_alone() {
    let folder = folder();
    let host = "https://api.github.com";
    let file = editor::write_headers(folder.path(), Some(host)).unwrap();
    let text = fs::read_to_string(file).unwrap();
    let policy = editor::policy(Some(host));
    assert!(text.starts_with("/*\n") && text.contains(&policy), "{text}");
    let others = policy.matches("https:").count();
    assert_eq!(
        (others, policy.contains("connect-src 'self' blob: data: https://api.github.com;")),
        (1, true)
    );
    assert!(!policy.contains("script-src 'self' 'unsafe") && !policy.contains('*'), "{policy}");
}
