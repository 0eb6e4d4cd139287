//! What has a last day goes by itself when it is past (docs/decisions/0024-what-is-past-goes-by-itself.md).

use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use site::{Clock, Refresh};

use crate::support::TestSite;

/// A site with a vacancy that is open until 30 November 2026, and the day that its clock tells.
fn site_on(day: &str) -> (TestSite, Arc<Mutex<String>>) {
    let today = Arc::new(Mutex::new(day.to_owned()));
    let told = Arc::clone(&today);
    let clock = Clock::of(move || told.lock().unwrap().parse().unwrap());
    let mut site = TestSite::at(clock);
    for (path, content) in [
        ("vacancies.html", "<head></head>A planner"),
        ("vacancies.html.br", "A planner, in brotli"),
        ("vacancies/planner.html", "<head></head>The planner"),
        ("vacancies/planner.html.br", "The planner, in brotli"),
        (".from/2026-12-01/vacancies.html", "<head></head>None"),
        (".from/2026-12-01/vacancies/planner.html", "<head></head>Closed"),
        (".from/2026-12-01/.hosted/services.html", "<head></head><form>Services without</form>"),
        (".from/2026-12-01/.gone", "vacancies/planner.html\n"),
        (".build", "build 2\n"),
    ] {
        site.write(path, content);
    }
    assert!(matches!(site.watcher.refresh(), Refresh::Served));
    (site, today)
}

#[tokio::test]
async fn a_vacancy_is_gone_the_day_after_it_closes_without_a_build() {
    let (mut site, today) = site_on("2026-11-30");
    assert_eq!(site.get("/vacancies/planner").await.body, "<head></head>The planner");
    assert!(matches!(site.watcher.refresh(), Refresh::Nothing));

    "2026-12-01".clone_into(&mut today.lock().unwrap());
    assert!(matches!(site.watcher.refresh(), Refresh::NewDay));
    assert!(matches!(site.watcher.refresh(), Refresh::Nothing));
    let closed = site.get_with("/vacancies/planner", &[("accept-encoding", "br")]).await;
    assert_eq!((closed.status, &*closed.body), (StatusCode::GONE, "<head></head>Closed"));
    assert_eq!(closed.header("cache-control"), "no-cache");
    let list = site.get_with("/vacancies", &[("accept-encoding", "br")]).await;
    assert_eq!((list.status, &*list.body), (StatusCode::OK, "<head></head>None"));
    assert_eq!(site.get("/services").await.body, "<head></head><form>Services without</form>");
    assert_eq!(site.get("/.from/2026-12-01/vacancies").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_server_that_starts_later_shows_what_holds_then() {
    let (site, _) = site_on("2027-06-01");
    assert_eq!(site.get("/vacancies/planner").await.status, StatusCode::GONE);
}

#[tokio::test]
async fn a_build_that_cannot_be_served_from_a_day_on_is_refused_once_a_day() {
    let (mut site, today) = site_on("2026-11-30");
    site.write(".image-hosts", "\u{1}");
    "2026-12-02".clone_into(&mut today.lock().unwrap());
    assert!(matches!(site.watcher.refresh(), Refresh::Refused(_)));
    assert!(matches!(site.watcher.refresh(), Refresh::Nothing));
    assert_eq!(site.get("/vacancies/planner").await.status, StatusCode::OK);
    // It could not be read for a moment.
    site.write(".image-hosts", "");
    "2026-12-03".clone_into(&mut today.lock().unwrap());
    assert!(matches!(site.watcher.refresh(), Refresh::NewDay));
    assert_eq!(site.get("/vacancies/planner").await.status, StatusCode::GONE);
}
