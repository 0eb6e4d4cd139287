//! Watches for edits and collects them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use anyhow::anyhow;
use notify_debouncer_full::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use crate::build::steers_the_web_build;
use crate::tool::{Advise, ROOT};

/// An editor has saved all its files when there is no event for this long.
const DEBOUNCE: Duration = Duration::from_millis(80);

const FOLDERS: [&str; 4] = ["crates", "content", "web/src", "web/scripts"];
/// Folders in which only the direct files matter.
const FLAT: [&str; 2] = ["", "web"];
const GENERATED: [&str; 2] = ["web/src/content/generated", "web/src/rules/pkg"];

/// Watches everything that the site is built from, until it is dropped.
pub(crate) struct Watch {
    changes: Receiver<DebounceEventResult>,
    /// Some systems report files by their real path, without links.
    roots: [PathBuf; 2],
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

impl Watch {
    /// Starts watching. Changes are kept until they are asked for.
    pub(crate) fn start() -> anyhow::Result<Self> {
        Self::over(&ROOT)
            .map_err(|error| anyhow!("The folders cannot be watched: {error}."))
            .advise("`cargo xtask build` builds the site without watching.")
    }

    fn over(root: &Path) -> notify_debouncer_full::notify::Result<Self> {
        let (sender, changes) = mpsc::channel();
        let mut debouncer = new_debouncer(DEBOUNCE, None, sender)?;
        for folder in FOLDERS {
            debouncer.watch(root.join(folder), RecursiveMode::Recursive)?;
        }
        for folder in FLAT {
            debouncer.watch(root.join(folder), RecursiveMode::NonRecursive)?;
        }
        let real = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        Ok(Self { changes, roots: [root.to_path_buf(), real], _debouncer: debouncer })
    }

    /// The edited files of the site, as paths from the root. Waits up to `timeout` for the first
    /// one; empty if there is none.
    pub(crate) fn edits(&self, timeout: Duration) -> BTreeSet<String> {
        let first = self.changes.recv_timeout(timeout);
        let results = first.into_iter().chain(self.changes.try_iter());
        results.flat_map(|result| self.edits_of(result)).collect()
    }

    fn edits_of(&self, result: DebounceEventResult) -> Vec<String> {
        // If the system has lost events, anything may have been edited.
        let Ok(events) = result else { return vec!["web/src".to_owned()] };
        let changed = events.iter().filter(|event| !event.kind.is_access());
        let paths = changed.flat_map(|event| &event.paths).filter_map(|path| {
            let inside = self.roots.iter().find_map(|root| path.strip_prefix(root).ok())?;
            Some(inside.to_string_lossy().replace('\\', "/"))
        });
        paths.filter(|path| is_of_the_site(path)).collect()
    }
}

/// Whether the site is built from this path (from the root, with forward slashes).
fn is_of_the_site(inside: &str) -> bool {
    let path = Path::new(inside);
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let is_in = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    if is_an_editors(name) || is_in(&GENERATED) || is_in(&["crates/xtask"]) {
        return false;
    }
    let beside_the_source = path.parent() == Some(Path::new("web")) && name.contains('.');
    is_in(&FOLDERS)
        || ["Cargo.toml", "Cargo.lock"].contains(&inside)
        || (beside_the_source && steers_the_web_build(name))
}

/// Whether this is a temporary file of an editor: swap, lock or backup.
fn is_an_editors(name: &str) -> bool {
    name.ends_with('~')
        || name.starts_with(".#")
        || [".swp", ".swx", ".tmp", ".bak", ".DS_Store"].iter().any(|end| name.ends_with(end))
        // Vim tests with this file whether a folder is writable.
        || name == "4913"
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Instant;

    use super::*;

    #[test]
    fn edits_of_a_person_are_noticed() {
        for path in [
            "crates/domain/src/limits.rs",
            "crates/content/src/generate/content.rs",
            "crates/devserver/src/main.rs",
            "content/en/posts/new.md",
            "content/public/pictures/new.svg",
            "web/src/features/home/home-page.tsx",
            "web/scripts/prerender.mjs",
            "web/vite.config.ts",
            "web/package.json",
            "Cargo.toml",
        ] {
            assert!(is_of_the_site(path), "{path}");
        }
    }

    #[test]
    fn generated_and_editor_files_are_not_noticed() {
        for path in [
            "web/src/content/generated/site.ts",
            "web/src/rules/pkg/rules.js",
            "web/dist",
            "web/dist/index.html",
            "web/node_modules/.vite/x.js",
            "web/vite.config.ts.timestamp-1-2.mjs",
            "web/src/app/.client.tsx.swp",
            "crates/xtask/src/main.rs",
            "bindings/User.ts",
            "README.md",
        ] {
            assert!(!is_of_the_site(path), "{path}");
        }
    }

    #[test]
    fn writing_a_file_is_noticed_and_reading_is_not() {
        let root = tempfile::tempdir().unwrap();
        for folder in FOLDERS.into_iter().chain(["content/en/posts", "web/dist"]) {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        let watch = Watch::over(root.path()).unwrap();
        fs::write(root.path().join("web/dist/index.html"), "built").unwrap();
        fs::write(root.path().join("content/en/posts/new.md"), "written").unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        let mut heard = BTreeSet::new();
        while !heard.contains("content/en/posts/new.md") && Instant::now() < deadline {
            heard.extend(watch.edits(Duration::from_millis(300)));
        }
        assert_eq!(heard, BTreeSet::from(["content/en/posts/new.md".to_owned()]));
        // A build that reads its sources must not trigger another build.
        fs::read(root.path().join("content/en/posts/new.md")).unwrap();
        assert_eq!(watch.edits(Duration::from_millis(300)), BTreeSet::new());
    }
}
