//! The site that is being served, and its replacement by a new build.

use std::{path::PathBuf, sync::Arc, time::Duration};

use axum::body::Bytes;
use tokio::{
    sync::watch::{self, Ref},
    task::spawn_blocking,
    time::sleep,
};

use crate::{
    LoadError,
    files::{Files, build_stamp},
    site::Site,
};

/// How often `dist/.build` is looked at: soon enough to feel immediate, and one small file.
const POLL: Duration = Duration::from_millis(300);

/// Which site to serve, and how.
#[derive(Clone, Debug)]
pub struct Config {
    /// The built site's folder.
    pub dist: PathBuf,
    /// Whether open pages follow new builds. For development: pages are then sent uncompressed
    /// and with a script of this server's.
    pub live: bool,
    /// Whether a proxy in front of this server speaks HTTPS for it, so that answers may insist on
    /// that.
    pub behind_https: bool,
    /// Files that this server has rather than the folder: path (such as `config.json`) and
    /// content. They stand in for the folder's own and all compressed forms of them, also in
    /// later builds.
    pub overlay: Vec<(String, Bytes)>,
}

/// A handle to the site as it is now. Clones are cheap and see the same site.
#[derive(Clone, Debug)]
pub struct Sites {
    current: Arc<watch::Receiver<Arc<Site>>>,
}

/// Reads the folder, again after each build. Dropping it ends the live event streams, so a
/// server that stops drops it first.
#[derive(Debug)]
pub struct Follower {
    config: Config,
    seen: Option<String>,
    sender: watch::Sender<Arc<Site>>,
}

/// What came of a new build.
#[derive(Debug)]
pub enum Refresh {
    /// There was none, or it is still being written.
    Nothing,
    /// The new site is being served.
    Served,
    /// The new site cannot be served; the previous one stays.
    Refused(LoadError),
}

/// Reads the site for the first time.
///
/// # Errors
///
/// [`LoadError`], whose text says what to do.
pub fn open(config: &Config) -> Result<(Sites, Follower), LoadError> {
    let (site, seen) = load(config)?;
    let (sender, receiver) = watch::channel(Arc::new(site));
    let sites = Sites { current: Arc::new(receiver) };
    let config = config.clone();
    Ok((sites, Follower { config, seen, sender }))
}

impl Sites {
    pub(crate) fn current(&self) -> Ref<'_, Arc<Site>> {
        self.current.borrow()
    }

    pub(crate) fn builds(&self) -> watch::Receiver<Arc<Site>> {
        watch::Receiver::clone(&self.current)
    }
}

impl Follower {
    /// Follows the builds until it is dropped, and reports each that was served or refused.
    pub async fn follow(mut self, report: impl Fn(&Refresh)) {
        loop {
            sleep(POLL).await;
            let looked = spawn_blocking(move || {
                let refresh = self.refresh();
                (self, refresh)
            });
            let Ok((follower, refresh)) = looked.await else {
                return;
            };
            self = follower;
            if !matches!(refresh, Refresh::Nothing) {
                report(&refresh);
            }
        }
    }

    /// Looks once, and serves a new build if there is one. A refused build is not tried again
    /// until the next one, so it is reported once.
    pub fn refresh(&mut self) -> Refresh {
        self.refresh_by(load)
    }

    fn refresh_by(&mut self, load: impl FnOnce(&Config) -> Result<Loaded, LoadError>) -> Refresh {
        let stamp = build_stamp(&self.config.dist);
        if stamp.is_none() || stamp == self.seen {
            return Refresh::Nothing;
        }
        let loaded = load(&self.config);
        if build_stamp(&self.config.dist) != stamp {
            // Another build began or ended meanwhile: what was read may be of both.
            return Refresh::Nothing;
        }
        self.seen = stamp;
        match loaded {
            Ok((site, _)) => {
                self.sender.send_replace(Arc::new(site));
                Refresh::Served
            }
            Err(error) => Refresh::Refused(error),
        }
    }
}

/// A site, and the stamp that stood in its folder before it was read.
type Loaded = (Site, Option<String>);

fn load(config: &Config) -> Result<Loaded, LoadError> {
    let stamp = build_stamp(&config.dist);
    let files = Files::read(&config.dist)?.overlaid(&config.overlay);
    let site = Site::new(&files, stamp.as_deref().unwrap_or_default(), config.live)?;
    let site = if config.behind_https { site.insisting_on_https() } else { site };
    Ok((site, stamp))
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

        fn open(&self) -> (Sites, Follower) {
            let dist = self.dist.path().to_owned();
            open(&Config { dist, live: false, behind_https: false, overlay: Vec::new() }).unwrap()
        }
    }

    #[test]
    fn an_overlaid_file_stands_in_for_the_folders_own_also_in_a_new_build() {
        let folder = Folder::new();
        for name in ["config.json", "config.json.br", "config.json.gz"] {
            folder.write(name, "the folder's");
        }
        let overlay = vec![
            ("config.json".to_owned(), Bytes::from_static(b"ours")),
            ("more.txt".to_owned(), Bytes::from_static(b"more")),
        ];
        let dist = folder.dist.path().to_owned();
        let config = Config { dist, live: false, behind_https: false, overlay };
        let (sites, mut follower) = open(&config).unwrap();
        let is_ours = |path: &str, body: &str| {
            let mut accepted = axum::http::HeaderMap::new();
            accepted.insert("accept-encoding", axum::http::HeaderValue::from_static("br, gzip"));
            let site = sites.current();
            let ready = site.at_once(path, &accepted).unwrap();
            let date = *b"Thu, 01 Jan 1970 00:00:00 GMT";
            ready.bytes(&date).iter().any(|part| part.ends_with(body.as_bytes()))
        };
        assert!(is_ours("/config.json", "ours"));
        assert!(is_ours("/more.txt", "more"));
        folder.write(".build", "2");
        assert!(matches!(follower.refresh(), Refresh::Served));
        assert!(is_ours("/config.json", "ours"));
    }

    #[test]
    fn a_new_stamp_brings_the_new_site_once() {
        let folder = Folder::new();
        let (sites, mut follower) = folder.open();
        let first = sites.current().build().to_owned();
        assert!(matches!(follower.refresh(), Refresh::Nothing));

        folder.write(".build", "2");
        assert!(matches!(follower.refresh(), Refresh::Served));
        assert_ne!(sites.current().build(), first);
        assert!(matches!(follower.refresh(), Refresh::Nothing));
    }

    #[test]
    fn changed_files_without_a_new_stamp_are_a_build_under_way() {
        let folder = Folder::new();
        let (_sites, mut follower) = folder.open();
        folder.write("index.html", "half a pa");
        assert!(matches!(follower.refresh(), Refresh::Nothing));
        folder.remove(".build");
        assert!(matches!(follower.refresh(), Refresh::Nothing));
    }

    #[test]
    fn a_site_that_changed_while_it_was_read_is_read_again() {
        let folder = Folder::new();
        let (sites, mut follower) = folder.open();
        let first = sites.current().build().to_owned();
        folder.write(".build", "2");
        let refresh = follower.refresh_by(|config| {
            let loaded = load(config);
            folder.write(".build", "3");
            loaded
        });
        assert!(matches!(refresh, Refresh::Nothing));
        assert_eq!(sites.current().build(), first);
        assert!(matches!(follower.refresh(), Refresh::Served));
    }

    #[test]
    fn a_vanished_folder_keeps_the_old_site_and_its_return_is_served() {
        let folder = Folder::new();
        let (sites, mut follower) = folder.open();
        let aside = folder.dist.path().with_extension("aside");
        fs::rename(folder.dist.path(), &aside).unwrap();
        assert!(matches!(follower.refresh(), Refresh::Nothing));
        assert!(!sites.current().build().is_empty());

        fs::rename(&aside, folder.dist.path()).unwrap();
        folder.write(".build", "2");
        assert!(matches!(follower.refresh(), Refresh::Served));
    }

    #[test]
    fn a_build_that_cannot_be_served_is_refused_once_and_the_old_site_stays() {
        let folder = Folder::new();
        let (sites, mut follower) = folder.open();
        let first = sites.current().build().to_owned();
        folder.write(".image-hosts", "*");
        folder.write(".build", "2");

        assert!(matches!(follower.refresh(), Refresh::Refused(LoadError::ImageHost { .. })));
        assert!(matches!(follower.refresh(), Refresh::Nothing));
        assert_eq!(sites.current().build(), first);

        folder.remove(".image-hosts");
        folder.write(".build", "3");
        assert!(matches!(follower.refresh(), Refresh::Served));
    }
}
