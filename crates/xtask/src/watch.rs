//! Hearing of edits, in calm little lots.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, Instant};

use notify::{Config, Event, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};

use crate::failure::Failure;
use crate::stamp::is_an_editors;
use crate::steps::steers_the_web_build;
use crate::workspace::Workspace;

/// An editor that saves all its files is done when this long nothing came.
const CALM: Duration = Duration::from_millis(80);
/// And a tool that never stops writing must not keep us waiting.
const LONGEST: Duration = Duration::from_secs(1);
/// How often to look where the system does not tell.
const POLL: Duration = Duration::from_secs(1);

const FOLDERS: [&str; 4] = ["crates", "content", "web/src", "web/scripts"];
/// Folders of which only the files directly in them matter.
const FLAT: [&str; 2] = [".", "web"];
const GENERATED: [&str; 2] = ["web/src/content/generated", "web/src/rules/pkg"];

/// What somebody edited, as paths from the root.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Edits {
    /// What the site is built from.
    pub(crate) site: BTreeSet<String>,
    /// What this program was built from, which it cannot follow itself.
    pub(crate) xtask: BTreeSet<String>,
}

impl Edits {
    fn note(&mut self, inside: String) {
        match kind(&inside) {
            Some(Kind::Site) => self.site.insert(inside),
            Some(Kind::Xtask) => self.xtask.insert(inside),
            None => false,
        };
    }

    fn is_empty(&self) -> bool {
        self.site.is_empty() && self.xtask.is_empty()
    }
}

/// A watch over everything a person edits. Ends when dropped.
pub(crate) struct Watch {
    changes: Receiver<PathBuf>,
    roots: [PathBuf; 2],
    _watcher: Box<dyn Watcher>,
}

impl Watch {
    /// Begins to watch. What changes from now on is kept until it is asked for.
    pub(crate) fn start(home: &Workspace) -> Result<Self, Failure> {
        Self::start_with(home, watcher::<RecommendedWatcher>)
            // Too many watches, or a file system that does not tell: look for ourselves.
            .or_else(|_| Self::start_with(home, watcher::<PollWatcher>))
            .map_err(|error| {
                Failure::new(
                    format!("The folders cannot be watched: {error}."),
                    "`cargo xtask build` builds the site without watching.",
                )
            })
    }

    fn start_with(home: &Workspace, watcher: Begin) -> notify::Result<Self> {
        let (sender, changes) = mpsc::channel();
        let watcher = watcher(home, sender)?;
        let root = home.root().to_path_buf();
        // Some systems tell of files by their real path, past any link.
        let real = root.canonicalize().unwrap_or_else(|_| root.clone());
        Ok(Self { changes, roots: [root, real], _watcher: watcher })
    }

    /// The edits that came by now, or the first to come within `patience` with all that follow
    /// on its heels.
    pub(crate) fn edits(&self, patience: Duration) -> Option<Edits> {
        let mut edits = Edits::default();
        let deadline = Instant::now() + patience;
        while edits.is_empty() {
            let left = deadline.checked_duration_since(Instant::now())?;
            self.note(&mut edits, &self.changes.recv_timeout(left).ok()?);
        }
        let first = Instant::now();
        while first.elapsed() < LONGEST
            && let Ok(path) = self.changes.recv_timeout(CALM)
        {
            self.note(&mut edits, &path);
        }
        Some(edits)
    }

    fn note(&self, edits: &mut Edits, path: &Path) {
        if let Some(inside) = self.roots.iter().find_map(|root| path.strip_prefix(root).ok()) {
            edits.note(inside.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// How a watcher of one kind begins to tell of changes.
type Begin = fn(&Workspace, Sender<PathBuf>) -> notify::Result<Box<dyn Watcher>>;

fn watcher<W: Watcher + 'static>(
    home: &Workspace,
    sender: Sender<PathBuf>,
) -> notify::Result<Box<dyn Watcher>> {
    // When the system lost count of the changes, any of them may have been ours.
    let anywhere = home.path("web/src");
    let tell = move |event: notify::Result<Event>| {
        let Ok(event) = event else { return };
        if event.kind.is_access() {
            return;
        }
        let lost = event.need_rescan().then(|| anywhere.clone());
        for path in event.paths.into_iter().chain(lost) {
            let _ = sender.send(path);
        }
    };
    let mut watcher = W::new(tell, Config::default().with_poll_interval(POLL))?;
    for folder in FOLDERS {
        watcher.watch(&home.path(folder), RecursiveMode::Recursive)?;
    }
    for folder in FLAT {
        let folder = if folder == "." { home.root().into() } else { home.path(folder) };
        watcher.watch(&folder, RecursiveMode::NonRecursive)?;
    }
    Ok(Box::new(watcher))
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Site,
    Xtask,
}

/// What a path, from the root and with forward slashes, is a part of.
fn kind(inside: &str) -> Option<Kind> {
    let path = Path::new(inside);
    let name = path.file_name()?.to_str()?;
    if is_an_editors(name) || GENERATED.iter().any(|folder| path.starts_with(folder)) {
        return None;
    }
    let is_in = |folders: &[&str]| folders.iter().any(|folder| path.starts_with(folder));
    if is_in(&["crates/xtask"]) {
        return Some(Kind::Xtask);
    }
    if is_in(&["crates", "content", "web/src", "web/scripts", "Cargo.toml", "Cargo.lock"]) {
        return Some(Kind::Site);
    }
    let beside_the_source = path.parent() == Some(Path::new("web"));
    (beside_the_source && steers_the_web_build(name)).then_some(Kind::Site)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_a_person_edits_is_heard_of() {
        for path in [
            "crates/domain/src/limits.rs",
            "crates/wasm/src/lib.rs",
            "crates/content/src/generate/content.rs",
            "crates/site/src/path.rs",
            "content/posts/new.md",
            "content/public/pictures/new.svg",
            "web/src/features/home/home-page.tsx",
            "web/scripts/prerender.mjs",
            "web/vite.config.ts",
            "web/package.json",
            "Cargo.toml",
        ] {
            assert_eq!(kind(path), Some(Kind::Site), "{path}");
        }
    }

    #[test]
    fn what_is_generated_or_an_editors_is_not() {
        for path in [
            "web/src/content/generated/site.ts",
            "web/src/rules/pkg/rules.js",
            "web/dist",
            "web/dist/index.html",
            "web/dist-client/client.js",
            "web/node_modules/.vite/x.js",
            "web/vite.config.ts.timestamp-1-2.mjs",
            "web/src/app/.client.tsx.swp",
            "bindings/User.ts",
            "README.md",
        ] {
            assert_eq!(kind(path), None, "{path}");
        }
    }

    #[test]
    fn what_runs_already_asks_for_a_restart() {
        for path in ["crates/xtask/src/main.rs", "crates/xtask/Cargo.toml"] {
            assert_eq!(kind(path), Some(Kind::Xtask), "{path}");
        }
    }

    fn hears_of_an_edit<W: Watcher + 'static>(name: &str) {
        let root = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        let home = Workspace::at(root.clone());
        for folder in FOLDERS.into_iter().chain(["content/posts"]) {
            fs::create_dir_all(home.path(folder)).unwrap();
        }
        let watch = Watch::start_with(&home, watcher::<W>).unwrap();
        fs::create_dir_all(home.path("web/dist")).unwrap();
        fs::write(home.path("web/dist/index.html"), "built").unwrap();
        fs::write(home.path("content/posts/new.md"), "written").unwrap();
        let deadline = Instant::now() + Duration::from_secs(20);
        let mut site = BTreeSet::new();
        while !site.contains("content/posts/new.md") && Instant::now() < deadline {
            site.extend(watch.edits(GLANCE).unwrap_or_default().site);
        }
        assert!(site.iter().all(|path| path.starts_with("content/posts")), "{site:?}");
        assert!(site.contains("content/posts/new.md"), "{site:?}");
        // Reading is no edit: a build that reads its sources must not wake itself.
        fs::read(home.path("content/posts/new.md")).unwrap();
        assert_eq!(watch.edits(GLANCE), None);
        fs::remove_dir_all(root).unwrap();
    }

    const GLANCE: Duration = Duration::from_millis(300);

    #[test]
    fn the_system_tells_of_an_edit() {
        hears_of_an_edit::<RecommendedWatcher>("told");
    }

    #[test]
    fn looking_for_ourselves_finds_an_edit() {
        hears_of_an_edit::<PollWatcher>("looked");
    }
}
