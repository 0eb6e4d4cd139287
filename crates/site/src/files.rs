//! Reads the folder of the built site into memory.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use axum::body::Bytes;
use chrono::NaiveDate;

use crate::{LoadError, headers::WORKER, path::WELL_KNOWN};

/// The file that a build writes last. Its text differs from build to build.
const BUILD_STAMP: &str = ".build";
/// One host a line. The build has checked them.
const IMAGE_HOSTS: &str = ".image-hosts";
/// The service worker of a site that has none. It removes the worker of an earlier build from a
/// browser, with everything that it stored.
const NO_WORKER: &str = "no-worker.js";
/// The version of the program that the build belongs to.
const VERSION: &str = ".version";
/// The folder of pages for a site with a server that answers forms.
const HOSTED: &str = ".hosted";

/// The folder with a folder for each day (such as `2026-12-01`) on which something is gone that was
/// there the day before: the files that differ from then on.
const FROM: &str = ".from";
/// The pages that only say that what was there is gone, a name a line.
const GONE: &str = ".gone";

/// All files of one build, as they are on a day.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The contents by name, such as `blog/a-post.html`, without private files (whose name starts
    /// with a dot).
    pub(crate) contents: BTreeMap<String, Bytes>,
    /// Other hosts that pictures may come from, such as `https://images.example`.
    pub(crate) image_hosts: Vec<String>,
    /// The version that the build belongs to, if it says so.
    pub(crate) version: Option<String>,
    /// The names of pages that only say that what was there is gone.
    pub(crate) gone: BTreeSet<String>,
    /// The next day on which files change by themselves.
    pub(crate) next_change: Option<NaiveDate>,
}

impl Files {
    /// Reads the folder as it is on a day (UTC). With `hosted`, pages in `.hosted` replace those with
    /// the same name.
    pub(crate) fn read(dist: &Path, hosted: bool, today: NaiveDate) -> Result<Self, LoadError> {
        if !dist.join("index.html").is_file() {
            return Err(LoadError::NotBuilt { dist: dist.to_owned() });
        }
        let root = fs::canonicalize(dist).map_err(|source| unreadable(dist, source))?;
        let mut contents = BTreeMap::new();
        read_folder(&root, &root, "", &mut contents)?;
        let image_hosts = read_text_if_any(&root.join(IMAGE_HOSTS))?.unwrap_or_default();
        let image_hosts = image_hosts.lines().map(str::trim).filter(|line| !line.is_empty());
        let image_hosts = image_hosts.map(ToOwned::to_owned).collect();
        let version = read_text_if_any(&root.join(VERSION))?.map(|text| text.trim().to_owned());
        let (gone, next_change) = (names_in(&root.join(GONE))?, None);
        let mut files = Self { contents, image_hosts, version, gone, next_change };
        if hosted {
            files.overlay_folder(&root, &root.join(HOSTED))?;
        }
        for (day, folder) in days(&root.join(FROM))? {
            if day > today {
                files.next_change = Some(day);
                break;
            }
            files.overlay_folder(&root, &folder)?;
            if hosted {
                files.overlay_folder(&root, &folder.join(HOSTED))?;
            }
            if folder.join(GONE).exists() {
                files.gone = names_in(&folder.join(GONE))?;
            }
        }
        Ok(files)
    }

    /// Lays the files of a folder over these, if there is one.
    fn overlay_folder(&mut self, root: &Path, folder: &Path) -> Result<(), LoadError> {
        let mut files = BTreeMap::new();
        if is_folder(folder) {
            read_folder(root, folder, "", &mut files)?;
        }
        // In the order of names, so that a page comes before its own compressed forms.
        self.overlay(files);
        Ok(())
    }

    /// Adds or replaces files. If a replaced file has compressed forms, they are removed.
    pub(crate) fn overlay(&mut self, files: impl IntoIterator<Item = (String, Bytes)>) {
        for (path, content) in files {
            for variant in ["br", "gz"] {
                self.contents.remove(&format!("{path}.{variant}"));
            }
            self.contents.insert(path, content);
        }
    }

    /// Lets the service worker be the one that removes it, if the build has that.
    pub(crate) fn remove_worker(&mut self) {
        if let Some(removing) = self.contents.get(NO_WORKER).cloned() {
            self.overlay([(WORKER.to_owned(), removing)]);
        }
    }

    /// The text of a file, if it is UTF-8. All pages are.
    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        std::str::from_utf8(self.contents.get(path)?).ok()
    }
}

/// The folders that are named after a day, in their order.
fn days(folder: &Path) -> Result<BTreeMap<NaiveDate, PathBuf>, LoadError> {
    if !is_folder(folder) {
        return Ok(BTreeMap::new());
    }
    let entries = fs::read_dir(folder).map_err(|source| unreadable(folder, source))?;
    let dated = entries.map(|entry| {
        let entry = entry.map_err(|source| unreadable(folder, source))?;
        let day = entry.file_name().to_str().and_then(|name| name.parse().ok());
        Ok(day.map(|day| (day, entry.path())).filter(|(_, folder)| is_folder(folder)))
    });
    dated.filter_map(Result::transpose).collect()
}

/// The lines of a file that may be missing.
fn names_in(file: &Path) -> Result<BTreeSet<String>, LoadError> {
    let text = read_text_if_any(file)?.unwrap_or_default();
    Ok(text.lines().map(ToOwned::to_owned).collect())
}

/// The text of `dist/.build`. `None` during a build, when it does not exist.
pub(crate) fn build_stamp(dist: &Path) -> Option<String> {
    read_text_if_any(&dist.join(BUILD_STAMP)).ok().flatten()
}

fn read_folder(
    root: &Path,
    folder: &Path,
    prefix: &str,
    contents: &mut BTreeMap<String, Bytes>,
) -> Result<(), LoadError> {
    let entries = fs::read_dir(folder).map_err(|source| unreadable(folder, source))?;
    for entry in entries {
        let entry = entry.map_err(|source| unreadable(folder, source))?;
        let file = entry.path();
        // A name that is not UTF-8 cannot be linked to, so the file is not part of the site.
        let Ok(name) = entry.file_name().into_string() else {
            continue;
        };
        if name.starts_with('.') && name != WELL_KNOWN {
            continue;
        }
        let kind = entry.file_type().map_err(|source| unreadable(&file, source))?;
        let path = format!("{prefix}{name}");
        if kind.is_dir() {
            read_folder(root, &file, &format!("{path}/"), contents)?;
        } else if kind.is_file() || is_file_inside(root, &file) {
            let content = fs::read(&file).map_err(|source| unreadable(&file, source))?;
            contents.insert(path, content.into());
        }
    }
    Ok(())
}

/// Whether there is a folder here itself, and not only a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// Whether a symbolic link points to a file inside the site. Linked folders are not followed, so
/// that a link can lead neither out of the site nor in circles.
fn is_file_inside(root: &Path, link: &Path) -> bool {
    fs::canonicalize(link).is_ok_and(|target| target.starts_with(root) && target.is_file())
}

fn read_text_if_any(path: &Path) -> Result<Option<String>, LoadError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(unreadable(path, source)),
    }
}

fn unreadable(path: &Path, source: io::Error) -> LoadError {
    let path = PathBuf::from(path);
    LoadError::Read { path, source }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const DAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 12, 1).unwrap();

    fn dist(files: &[(&str, &str)]) -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, content) in files {
            let file = folder.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, content).unwrap();
        }
        folder
    }

    fn paths(dist: &TempDir) -> Vec<String> {
        Files::read(dist.path(), false, DAY).unwrap().contents.into_keys().collect()
    }

    #[test]
    fn every_file_is_read_by_its_path() {
        let dist = dist(&[("index.html", "home"), ("blog/a.html", "a")]);
        assert_eq!(paths(&dist), ["blog/a.html", "index.html"]);
        assert_eq!(Files::read(dist.path(), false, DAY).unwrap().text("blog/a.html"), Some("a"));
    }

    #[test]
    fn a_hosted_page_replaces_the_static_page_and_its_compressed_copies() {
        let dist = dist(&[
            ("index.html", ""),
            ("a.html", "browser"),
            ("a.html.br", "browser, packed"),
            ("b.html", "browser"),
            ("b.html.gz", "browser, packed"),
            (".hosted/a.html", "server"),
            (".hosted/b.html", "server"),
            (".hosted/b.html.gz", "server, packed"),
        ]);
        let files = Files::read(dist.path(), true, DAY).unwrap();
        assert_eq!(files.text("a.html"), Some("server"));
        assert_eq!(files.text("a.html.br"), None);
        assert_eq!(files.text("b.html.gz"), Some("server, packed"));
    }

    #[test]
    fn from_a_day_on_its_files_replace_those_of_the_days_before() {
        let dist = dist(&[
            ("index.html", "all"),
            ("index.html.br", "all, packed"),
            ("a.html", "open"),
            ("b.html", "open"),
            (".gone", "old.html\n"),
            (".hosted/index.html", "all, server"),
            (".from/2026-12-01/index.html", "b"),
            (".from/2026-12-01/.hosted/index.html", "b, server"),
            (".from/2026-12-01/a.html", "closed"),
            (".from/2026-12-01/a.html.br", "closed, packed"),
            (".from/2026-12-01/.gone", "a.html\nold.html\n"),
            (".from/2027-01-15/b.html", "closed"),
            (".from/2027-01-15/.gone", "a.html\nb.html\nold.html\n"),
            (".from/notes/b.html", "no day"),
        ]);
        let on =
            |day: &str, hosted| Files::read(dist.path(), hosted, day.parse().unwrap()).unwrap();
        let before = on("2026-11-30", false);
        assert_eq!(
            (before.text("a.html"), before.text("index.html.br")),
            (Some("open"), Some("all, packed"))
        );
        assert_eq!(before.gone.len(), 1);
        assert_eq!(before.next_change, "2026-12-01".parse().ok());
        let day = on("2026-12-01", false);
        assert_eq!(
            (day.text("a.html"), day.text("a.html.br")),
            (Some("closed"), Some("closed, packed"))
        );
        assert_eq!((day.text("index.html"), day.text("index.html.br")), (Some("b"), None));
        assert_eq!((day.text("b.html"), day.gone.len()), (Some("open"), 2));
        assert_eq!(day.next_change, "2027-01-15".parse().ok());
        assert_eq!(on("2026-11-30", true).text("index.html"), Some("all, server"));
        assert_eq!(on("2026-12-01", true).text("index.html"), Some("b, server"));
        let last = on("2031-01-01", false);
        assert_eq!(
            (last.text("b.html"), last.gone.len(), last.next_change),
            (Some("closed"), 3, None)
        );
    }

    #[test]
    fn private_files_are_left_out_and_the_well_known_folder_is_not() {
        let dist = dist(&[
            ("index.html", ""),
            (".build", "1"),
            (".git/config", ""),
            (".well-known/security.txt", ""),
        ]);
        assert_eq!(paths(&dist), [".well-known/security.txt", "index.html"]);
    }

    #[test]
    fn a_folder_without_a_home_page_is_not_a_site() {
        let empty = dist(&[("services.html", "")]);
        let missing = empty.path().join("missing");
        for folder in [empty.path(), &missing] {
            assert!(matches!(Files::read(folder, false, DAY), Err(LoadError::NotBuilt { .. })));
        }
    }

    #[test]
    fn image_hosts_are_the_lines_of_their_file() {
        let hosts = "https://images.example\n\n  https://cdn.example:8443 \r\n";
        let dist = dist(&[("index.html", ""), (".image-hosts", hosts)]);
        assert_eq!(
            Files::read(dist.path(), false, DAY).unwrap().image_hosts,
            ["https://images.example", "https://cdn.example:8443"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_inside_the_site_and_never_out_of_it() {
        use std::os::unix::fs::symlink;

        let outside = dist(&[("secret.txt", "secret"), ("folder/secret.txt", "secret")]);
        let dist = dist(&[("index.html", ""), ("real.txt", "real")]);
        let link = |target: &Path, name: &str| symlink(target, dist.path().join(name)).unwrap();
        link(&outside.path().join("secret.txt"), "leak.txt");
        link(&outside.path().join("folder"), "leaks");
        link(dist.path(), "circle");
        link(Path::new("real.txt"), "alias.txt");
        link(Path::new("nowhere"), "dangling.txt");

        assert_eq!(paths(&dist), ["alias.txt", "index.html", "real.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn pages_that_replace_others_are_not_read_from_linked_folders() {
        use std::os::unix::fs::symlink;

        let outside = dist(&[
            ("index.html", "foreign"),
            ("2026-12-01/index.html", "foreign"),
            (".hosted/index.html", "foreign"),
            (".gone", "index.html\n"),
        ]);
        for name in [".hosted", ".from", ".from/2026-12-01", ".from/2026-12-01/.hosted"] {
            let dist = dist(&[("index.html", "home")]);
            let link = dist.path().join(name);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(outside.path(), link).unwrap();
            let files = Files::read(dist.path(), true, DAY).unwrap();
            assert_eq!(files.text("index.html"), Some("home"), "{name}");
            assert!(files.gone.is_empty(), "{name}");
        }
    }
}
