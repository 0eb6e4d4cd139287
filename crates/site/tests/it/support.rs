//! A small site in a temporary folder, and requests to it.

use std::{fs, path::Path};

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, Method, Request, StatusCode},
};
use site::{BuildWatcher, Clock, Config, Site, open, router};
use tempfile::TempDir;
use tower::ServiceExt;

pub(crate) const HOME: &str = "<!doctype html><html><head><title>Home</title>\
    <style>body{margin:0}</style></head><body>Home</body></html>";

/// A small version of what the build writes.
const SITE: [(&str, &str); 29] = [
    (".build", "build 1\n"),
    (".image-hosts", "https://images.example\n"),
    (".env", "secret"),
    ("index.html", HOME),
    ("index.html.br", "home in brotli"),
    ("index.html.gz", "home in gzip"),
    (".hosted/services.html", "<head></head><form method=\"post\">Services</form>"),
    ("services.html", "<head></head>Services"),
    ("blog.html", "<head></head>Blog"),
    ("blog/a-post.html", "<head></head>A post"),
    ("blog/post-not-found.html", "<head></head>Post Not Found"),
    ("catch-all.html", "<head></head>Home for any path"),
    ("404.html", "<head></head>Home for any path"),
    ("ar.html", "<head></head>Arabic home"),
    ("ar/services.html", "<head></head>Arabic services"),
    ("ar/catch-all.html", "<head></head>Arabic home for any path"),
    ("404.txt", "Not found, says the static host"),
    ("_headers", "/*"),
    ("_redirects", "/* /catch-all.html 200"),
    ("assets/app-1a2b3c4d.js", "import('./more.js');"),
    ("assets/app-1a2b3c4d.js.br", "script in brotli"),
    ("favicon.svg", "<svg><style>path{fill:red}</style></svg>"),
    ("feed.xml", "<feed/>"),
    ("sw.js", "keeps the site"),
    ("sw.js.br", "keeps the site, in brotli"),
    ("sw.js.gz", "keeps the site, in gzip"),
    ("no-worker.js", "keeps nothing"),
    ("robots.txt", "User-agent: *"),
    (".well-known/security.txt", "Contact: mailto:info@karavan.example"),
];

pub(crate) struct TestSite {
    pub(crate) dist: TempDir,
    pub(crate) site: Site,
    pub(crate) watcher: BuildWatcher,
}

/// A whole answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl TestSite {
    pub(crate) fn new() -> Self {
        Self::opened(|_| {})
    }

    pub(crate) fn live() -> Self {
        Self::opened(|config| config.live = true)
    }

    /// Live, with what this file says is wrong over each page.
    pub(crate) fn showing(problem: &Path) -> Self {
        Self::opened(|config| {
            config.live = true;
            config.problem = Some(problem.to_owned());
        })
    }

    pub(crate) fn behind_https() -> Self {
        Self::opened(|config| config.behind_https = true)
    }

    pub(crate) fn without_worker() -> Self {
        Self::opened(|config| config.without_worker = true)
    }

    pub(crate) fn hosted() -> Self {
        Self::opened(|config| config.hosted = true)
    }

    /// In hosted mode, with this clock.
    pub(crate) fn at(clock: Clock) -> Self {
        Self::opened(|config| {
            config.hosted = true;
            config.clock = clock;
        })
    }

    pub(crate) fn overlaid(files: &[(&str, &'static str)]) -> Self {
        let overlay = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).into()));
        Self::opened(|config| config.overlay = overlay.collect())
    }

    fn opened(change: impl FnOnce(&mut Config)) -> Self {
        let dist = tempfile::tempdir().unwrap();
        for (path, content) in SITE {
            write(dist.path(), path, content);
        }
        let folder = dist.path().to_owned();
        let mut config = Config::of(folder);
        change(&mut config);
        let (site, watcher) = open(&config).unwrap();
        Self { dist, site, watcher }
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.dist.path().join(path)).unwrap();
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        write(self.dist.path(), path, content);
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, &[]).await
    }

    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.ask(Method::GET, path, headers).await
    }

    pub(crate) async fn ask(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        let response = router(&self.site).oneshot(request).await.unwrap();
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        Answer {
            status: head.status,
            headers: head.headers,
            body: String::from_utf8(body.into()).unwrap(),
        }
    }
}

impl Answer {
    /// A header's value, or an empty text.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

fn write(dist: &Path, path: &str, content: &str) {
    let file = dist.join(path);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, content).unwrap();
}
