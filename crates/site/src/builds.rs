//! The build that is served, and replacing it by a new one.

use std::{future::pending, path::PathBuf, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Bytes,
    extract::{Request, State},
    response::Response,
    routing::get,
};
use chrono::{Days, NaiveDate};
use tokio::{sync::watch, task::spawn_blocking, time::sleep};

use crate::{
    Clock, LoadError,
    files::{Files, build_stamp},
    live, problem,
    routes::Routes,
};

/// How often `dist/.build` is checked. It is one small file, and a new build should appear at once.
const POLL: Duration = Duration::from_millis(300);

/// What to serve, and how.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the built site.
    pub dist: PathBuf,
    /// Whether open pages reload after each build. For development: pages are sent uncompressed,
    /// with an additional script.
    pub live: bool,
    /// With `live`: the file that says what is wrong with what was saved last. Open pages show it.
    pub problem: Option<PathBuf>,
    /// Whether a proxy in front serves HTTPS, so that responses may require HTTPS.
    pub behind_https: bool,
    /// Whether a server behind the site answers forms. Pages in the folder `.hosted` then replace
    /// those with the same name.
    pub hosted: bool,
    /// Files of this server, by name (such as `config.json`). They replace the folder's files and
    /// all their compressed forms, also in later builds.
    pub overlay: Vec<(String, Bytes)>,
    /// Whether `/sw.js` removes the service worker from browsers, and everything that it stored.
    pub without_worker: bool,
    /// If set, a build that says that it belongs to another version is refused.
    pub version: Option<String>,
    /// By which files of the folder `.from` replace others when their day begins.
    pub clock: Clock,
}

impl Config {
    /// The site in a folder as browser mode has it, without a proxy.
    pub fn of(dist: PathBuf) -> Self {
        Self {
            dist,
            live: false,
            problem: None,
            behind_https: false,
            hosted: false,
            overlay: Vec::new(),
            without_worker: false,
            version: None,
            clock: Clock::default(),
        }
    }
}

/// A handle to the build that is served. Clones are cheap and see the same build.
#[derive(Clone, Debug)]
pub struct Site {
    live: bool,
    problem: Option<PathBuf>,
    current: watch::Receiver<Arc<Routes>>,
}

/// Reloads the folder after each build, and on each day on which files change. Dropping it ends the live event streams, so drop it first
/// when a server stops.
#[derive(Debug)]
pub struct BuildWatcher {
    config: Config,
    seen: Option<String>,
    /// The next day on which files change by themselves.
    next_change: Option<NaiveDate>,
    sender: watch::Sender<Arc<Routes>>,
}

/// The result of checking the folder.
#[derive(Debug)]
pub enum Refresh {
    /// There is no new build, or it is still being written.
    Nothing,
    /// The new build is now served.
    Served,
    /// A day has begun on which something is gone, and its files are now served.
    NewDay,
    /// The new build is unusable; the previous one stays.
    Refused(LoadError),
}

/// Reads the site for the first time.
///
/// # Errors
///
/// [`LoadError`], whose text says what to do.
pub fn open(config: &Config) -> Result<(Site, BuildWatcher), LoadError> {
    let problem = config.problem.clone().filter(|_| config.live);
    let config = Config { problem, ..config.clone() };
    let Loaded { routes, seen, next_change } = load(&config)?;
    let (sender, current) = watch::channel(Arc::new(routes));
    let site = Site { live: config.live, problem: config.problem.clone(), current };
    Ok((site, BuildWatcher { config, seen, next_change, sender }))
}

impl Site {
    /// Whether open pages show what is wrong with what was saved last.
    pub(crate) fn shows_problems(&self) -> bool {
        self.problem.is_some()
    }

    /// A file's text, by its path such as `/ar/words.txt`; `None` if the build has none, or one that is no text.
    pub fn text(&self, path: &str) -> Option<String> {
        let routes = Arc::clone(&self.current.borrow());
        String::from_utf8(routes.body(path)?.to_vec()).ok()
    }
}

/// A router for every path and method. It needs no socket: tests can call it, and another server
/// can use it behind its own routes with [`fallback_service`](Router::fallback_service).
pub fn router(site: &Site) -> Router {
    let mut router = Router::new().fallback(answer);
    if site.live {
        router = router.route(live::EVENTS, get(events).fallback(answer));
    }
    if let Some(file) = site.problem.clone() {
        let text = async move || problem::text(&file).await;
        router = router.route(problem::TEXT, get(text).fallback(answer));
    }
    router.with_state(site.clone())
}

async fn answer(State(site): State<Site>, request: Request) -> Response {
    let routes = Arc::clone(&site.current.borrow());
    routes.answer(request.method(), request.uri(), request.headers())
}

async fn events(State(mut site): State<Site>) -> Response {
    let served = site.current.borrow_and_update().build().to_owned();
    live::events(served, site.current)
}

impl BuildWatcher {
    /// Watches until it is dropped, and reports each new build.
    pub async fn watch(mut self, report: impl Fn(&Refresh)) {
        loop {
            sleep(POLL).await;
            let looked = spawn_blocking(move || {
                let refresh = self.refresh();
                (self, refresh)
            });
            let Ok((watcher, refresh)) = looked.await else {
                return pending().await;
            };
            self = watcher;
            if !matches!(refresh, Refresh::Nothing) {
                report(&refresh);
            }
        }
    }

    /// Checks once, and serves a new build if there is one. A refused build is not tried again, so
    /// that it is reported only once.
    pub fn refresh(&mut self) -> Refresh {
        self.refresh_by(load)
    }

    fn refresh_by(&mut self, load: impl FnOnce(&Config) -> Result<Loaded, LoadError>) -> Refresh {
        let stamp = build_stamp(&self.config.dist);
        let is_new = stamp != self.seen;
        let is_due = self.next_change.is_some_and(|day| day <= self.config.clock.today());
        if stamp.is_none() || !(is_new || is_due) {
            return Refresh::Nothing;
        }
        let loaded = load(&self.config);
        if build_stamp(&self.config.dist) != stamp {
            // Another build started or ended in the meantime, so the files may be of both.
            return Refresh::Nothing;
        }
        self.seen = stamp;
        match loaded {
            Ok(Loaded { routes, next_change, .. }) => {
                self.next_change = next_change;
                self.sender.send_replace(Arc::new(routes));
                if is_new { Refresh::Served } else { Refresh::NewDay }
            }
            Err(error) => {
                // Said once, and not at every look: what is past is tried again tomorrow.
                self.next_change = is_due.then(|| self.config.clock.today() + Days::new(1));
                Refresh::Refused(error)
            }
        }
    }
}

/// A build as it is today.
struct Loaded {
    routes: Routes,
    /// The stamp that its folder had before it was read.
    seen: Option<String>,
    next_change: Option<NaiveDate>,
}

fn load(config: &Config) -> Result<Loaded, LoadError> {
    let stamp = build_stamp(&config.dist);
    let mut files = Files::read(&config.dist, config.hosted, config.clock.today())?;
    files.overlay(config.overlay.iter().cloned());
    if let (Some(wanted), Some(built)) = (&config.version, &files.version)
        && wanted != built
    {
        let (built, wanted) = (built.clone(), wanted.clone());
        return Err(LoadError::OtherVersion { dist: config.dist.clone(), built, wanted });
    }
    // With live reload, too: a developer never wants an earlier build.
    if config.without_worker || config.live {
        files.remove_worker();
    }
    let routes = Routes::new(&files, stamp.as_deref().unwrap_or_default(), config)?;
    Ok(Loaded { routes, seen: stamp, next_change: files.next_change })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    struct Folder {
        dist: TempDir,
    }

    impl Folder {
        fn new() -> Self {
            let dist = tempfile::tempdir().unwrap();
            let folder = Self { dist };
            folder.write("index.html", "home");
            folder.write(".build", "1");
            folder
        }

        fn write(&self, name: &str, content: &str) {
            fs::write(self.dist.path().join(name), content).unwrap();
        }

        fn remove(&self, name: &str) {
            fs::remove_file(self.dist.path().join(name)).unwrap();
        }

        fn config(&self) -> Config {
            Config { version: Some("1.2.0".to_owned()), ..Config::of(self.dist.path().to_owned()) }
        }

        fn open(&self) -> (Site, BuildWatcher) {
            open(&self.config()).unwrap()
        }
    }

    fn build(site: &Site) -> String {
        site.current.borrow().build().to_owned()
    }

    #[test]
    fn a_new_build_stamp_loads_the_new_site_once() {
        let folder = Folder::new();
        let (site, mut watcher) = folder.open();
        let first = build(&site);
        assert!(matches!(watcher.refresh(), Refresh::Nothing));

        folder.write(".build", "2");
        assert!(matches!(watcher.refresh(), Refresh::Served));
        assert_ne!(build(&site), first);
        assert!(matches!(watcher.refresh(), Refresh::Nothing));
    }

    #[test]
    fn changed_files_without_a_new_stamp_mean_a_build_is_running() {
        let folder = Folder::new();
        let (_site, mut watcher) = folder.open();
        folder.write("index.html", "half a pa");
        assert!(matches!(watcher.refresh(), Refresh::Nothing));
        folder.remove(".build");
        assert!(matches!(watcher.refresh(), Refresh::Nothing));
    }

    #[test]
    fn a_site_that_changed_while_it_was_read_is_read_again() {
        let folder = Folder::new();
        let (site, mut watcher) = folder.open();
        let first = build(&site);
        folder.write(".build", "2");
        let refresh = watcher.refresh_by(|config| {
            let loaded = load(config);
            folder.write(".build", "3");
            loaded
        });
        assert!(matches!(refresh, Refresh::Nothing));
        assert_eq!(build(&site), first);
        assert!(matches!(watcher.refresh(), Refresh::Served));
    }

    #[test]
    fn while_the_folder_is_missing_the_old_site_is_served() {
        let folder = Folder::new();
        let (site, mut watcher) = folder.open();
        let aside = folder.dist.path().with_extension("aside");
        fs::rename(folder.dist.path(), &aside).unwrap();
        assert!(matches!(watcher.refresh(), Refresh::Nothing));
        assert!(!build(&site).is_empty());

        fs::rename(&aside, folder.dist.path()).unwrap();
        folder.write(".build", "2");
        assert!(matches!(watcher.refresh(), Refresh::Served));
    }

    #[test]
    fn a_build_of_another_version_is_refused_with_both_versions_and_the_old_site_stays() {
        let folder = Folder::new();
        folder.write(".version", "1.2.0\n");
        let (site, mut watcher) = folder.open();
        let first = build(&site);
        folder.write(".version", "1.1.9\n");
        folder.write(".build", "2");
        let Refresh::Refused(error) = watcher.refresh() else { panic!("it is served") };
        let words = error.to_string();
        assert!(words.contains("1.1.9") && words.contains("1.2.0"), "{words}");
        assert_eq!(build(&site), first);
        assert!(open(&folder.config()).is_err());
    }

    #[test]
    fn a_build_that_cannot_be_served_is_refused_once_and_the_old_site_stays() {
        let folder = Folder::new();
        let (site, mut watcher) = folder.open();
        let first = build(&site);
        folder.write(".image-hosts", "\u{1}");
        folder.write(".build", "2");

        assert!(matches!(watcher.refresh(), Refresh::Refused(LoadError::Header(_))));
        assert!(matches!(watcher.refresh(), Refresh::Nothing));
        assert_eq!(build(&site), first);

        folder.remove(".image-hosts");
        folder.write(".build", "3");
        assert!(matches!(watcher.refresh(), Refresh::Served));
    }
}
