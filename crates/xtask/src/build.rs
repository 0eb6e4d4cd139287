//! The steps of a build. Cargo decides which Rust code is stale, and npm's lock file which packages
//! are. The bundled site is stale if any of its sources is newer.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use chrono::NaiveDate;

use crate::report::{Report, Task};
use crate::tool::{ROOT, TARGET, cargo, modified, npm, npm_ci, program, run, tool};
use crate::wasm;

/// The sources of the site in web/dist.
const SOURCES: [&str; 5] = ["web/src", "web/scripts", "bindings", "content", "Cargo.toml"];
/// Files directly in web/ that do not affect the build.
const NO_SOURCES: [&str; 4] = ["playwright.", "vitest.", "knip.", "."];

/// The names of the steps that changed something.
pub(crate) type Done = BTreeSet<&'static str>;

type Job<'a> = Box<dyn FnOnce() -> anyhow::Result<Done> + Send + 'a>;

pub(crate) struct Build<'a> {
    report: &'a Report,
    edited: Option<&'a BTreeSet<String>>,
    compressed: bool,
    /// What the steps said of the edited files.
    said: Mutex<Vec<String>>,
}

impl<'a> Build<'a> {
    pub(crate) fn new(report: &'a Report) -> Self {
        Self { report, edited: None, compressed: true, said: Mutex::default() }
    }

    /// A build for open pages of this machine, which are sent uncompressed. Compressing takes most of the time that
    /// bundling and prerendering take together. Nothing is said of byte budgets, which are about compressed files.
    pub(crate) fn uncompressed(report: &'a Report) -> Self {
        Self { compressed: false, ..Self::new(report) }
    }

    /// An uncompressed build for whoever edits the content. Its steps say one line each, so nothing of translations;
    /// [`said`](Self::said) is what they say of these files.
    pub(crate) fn of_edited(report: &'a Report, edited: &'a BTreeSet<String>) -> Self {
        Self { edited: Some(edited), ..Self::uncompressed(report) }
    }

    /// What there is to say of the edited files.
    pub(crate) fn said(self) -> Vec<String> {
        self.said.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Builds the site and the dev server.
    pub(crate) fn site(&self) -> anyhow::Result<Done> {
        let mut done = self.side_by_side(vec![
            Box::new(|| {
                // Both at once: one's last unit compiles beside the other's.
                let mut done = self.server("server", &["devserver", "generate"])?;
                done.extend(self.generated()?);
                Ok(done)
            }),
            Box::new(|| self.wasm()),
            Box::new(|| self.packages()),
        ])?;
        done.extend(self.step("web", |task| web(task, self.compressed))?);
        Ok(done)
    }

    /// Builds the server for hosted mode.
    pub(crate) fn hosted(&self) -> anyhow::Result<Done> {
        self.server("hosted", &["server"])
    }

    /// Generates everything that web/ compiles against.
    pub(crate) fn sources(&self) -> anyhow::Result<Done> {
        self.side_by_side(vec![
            Box::new(|| self.generated()),
            Box::new(|| self.wasm()),
            Box::new(|| self.packages()),
        ])
    }

    /// The same, without writing the committed bindings.
    pub(crate) fn sources_but_bindings(&self) -> anyhow::Result<Done> {
        self.side_by_side(vec![
            Box::new(|| self.step("content", |_| generate("content"))),
            Box::new(|| self.wasm()),
            Box::new(|| self.packages()),
        ])
    }

    /// Writes the bindings.
    pub(crate) fn bindings(&self) -> anyhow::Result<Done> {
        self.step("bindings", |_| generate("bindings"))
    }

    fn generated(&self) -> anyhow::Result<Done> {
        let mut done = self.step("bindings", |_| generate("bindings"))?;
        done.extend(self.step("content", |_| generate("content"))?);
        Ok(done)
    }

    fn wasm(&self) -> anyhow::Result<Done> {
        self.step("wasm", wasm::build)
    }

    pub(crate) fn packages(&self) -> anyhow::Result<Done> {
        self.step("packages", |task| {
            task.note("npm packages");
            Ok(npm_ci("web")?.then(|| "installed".to_owned()))
        })
    }

    /// Compiles a server and what is used beside it. Without `--package`, cargo compiles dependencies with
    /// the features that the whole workspace needs, so that all steps share them.
    pub(crate) fn server(&self, name: &'static str, programs: &[&str]) -> anyhow::Result<Done> {
        self.step(name, |task| {
            task.note("compiling");
            let before = modified(&program(programs[0])).ok();
            let bins = programs.iter().flat_map(|name| ["--bin", name]);
            run(&cargo(&["build", "--quiet"].into_iter().chain(bins).collect::<Vec<_>>()))?;
            let is_new = modified(&program(programs[0])).ok() != before;
            Ok(is_new.then(|| "built".to_owned()))
        })
    }

    pub(crate) fn step(
        &self,
        name: &'static str,
        work: impl FnOnce(&Task<'_>) -> anyhow::Result<Option<String>>,
    ) -> anyhow::Result<Done> {
        let work = |task: &Task<'_>| Ok(work(task)?.map(|said| self.shown(said)));
        let has_worked = self.report.step(name, work)?;
        Ok(has_worked.then_some(name).into_iter().collect())
    }

    /// Keeps the lines about the edited files for [`said`](Self::said), and returns what the terminal shows.
    fn shown(&self, said: String) -> String {
        let Some(edited) = self.edited else { return said };
        let mut lines = said.lines();
        let first = lines.next().unwrap_or_default().to_owned();
        let of_edited = lines.filter(|line| edited.iter().any(|file| line.starts_with(&**file)));
        let of_edited = of_edited.map(str::to_owned);
        self.said.lock().unwrap_or_else(PoisonError::into_inner).extend(of_edited);
        first
    }

    /// Runs the jobs in parallel: npm downloads while cargo compiles. All run to their end even if
    /// one fails; the first failure is returned.
    fn side_by_side(&self, jobs: Vec<Job<'_>>) -> anyhow::Result<Done> {
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let jobs: Vec<_> = jobs.into_iter().map(|job| scope.spawn(job)).collect();
            let ended = jobs.into_iter().map(|job| job.join());
            ended.map(|it| it.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        let done = outcomes.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        Ok(done.into_iter().flatten().collect())
    }
}

/// Runs the program that generates TypeScript from Rust. It prints something if a file has changed.
fn generate(what: &str) -> anyhow::Result<Option<String>> {
    let said = run(&cargo(&["run", "--quiet", "--bin=generate", "--", what]))?;
    let said = said.trim();
    Ok((!said.is_empty()).then(|| said.to_owned()))
}

/// Stamps translations, and returns the list of those with something to do.
pub(crate) fn translated(files: &[PathBuf]) -> anyhow::Result<String> {
    let here = std::env::current_dir()?;
    let paths: Vec<_> = files.iter().map(|file| here.join(file).display().to_string()).collect();
    let mut words = vec!["run", "--quiet", "--bin=generate", "--", "translated"];
    words.extend(paths.iter().map(String::as_str));
    Ok(run(&cargo(&words))?.trim().to_owned())
}

/// Bundles and prerenders the site, compresses it unless it is for development, and adds the files for static hosts.
fn web(task: &Task<'_>, compressed: bool) -> anyhow::Result<Option<String>> {
    let stamp = TARGET.join("xtask/web.built");
    let dist = ROOT.join("web/dist");
    let is_there = is_complete(&dist, compressed);
    if is_there
        && holds_on(&dist, chrono::Utc::now().date_naive())
        && modified(&stamp).ok() > Some(newest_source()?)
    {
        return Ok(None);
    }
    task.note("bundling and prerendering");
    // Edits during the build are newer than the stamp, so they are built next time.
    let _ = fs::remove_file(&stamp);
    let started = stamp.with_extension("started");
    fs::create_dir_all(TARGET.join("xtask"))?;
    fs::write(&started, "")?;
    let build: &[_] = if compressed { &["build"] } else { &["build", "--", "--uncompressed"] };
    let said = run(&npm("web", &[&["run", "--silent"], build].concat()))?;
    run(&tool(program("devserver"), &["--dist", "web/dist", "--write-headers"]))?;
    fs::rename(started, stamp)?;
    Ok(Some(said.trim().to_owned()))
}

/// Whether a site was built to its end, and with compressed files if they are asked for.
fn is_complete(dist: &Path, compressed: bool) -> bool {
    dist.join(".build").is_file() && (!compressed || dist.join("index.html.br").is_file())
}

/// Whether the pages of a built site still hold on a day. For each later day on which something changes, such as the one
/// after a vacancy closes, it has a folder.
fn holds_on(dist: &Path, day: NaiveDate) -> bool {
    let later = fs::read_dir(dist.join(".from")).into_iter().flatten().flatten();
    let mut days = later.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    !days.any(|change: NaiveDate| change <= day)
}

/// When the newest source was written, moved or removed.
fn newest_source() -> io::Result<SystemTime> {
    let beside = fs::read_dir(ROOT.join("web"))?.flatten().filter(|entry| {
        let name = entry.file_name();
        entry.path().is_file() && steers_the_web_build(&name.to_string_lossy())
    });
    let folders = SOURCES.iter().map(|folder| ROOT.join(folder));
    let mut newest = SystemTime::UNIX_EPOCH;
    for path in folders.chain(beside.map(|entry| entry.path())) {
        newest = newest.max(newest_below(&path)?);
    }
    Ok(newest)
}

/// Whether a file directly in web/ affects the build.
pub(crate) fn steers_the_web_build(name: &str) -> bool {
    // Vite may write a copy of its configuration beside it for a moment.
    !NO_SOURCES.iter().any(|start| name.starts_with(start)) && !name.contains(".timestamp-")
}

/// When a file, or the newest file in a folder, was written.
pub(crate) fn newest_below(path: &Path) -> io::Result<SystemTime> {
    // Editors and tools replace files, so one may disappear between listing and reading.
    let Ok(metadata) = fs::metadata(path) else { return Ok(SystemTime::UNIX_EPOCH) };
    let mut newest = metadata.modified()?;
    if metadata.is_dir() {
        for entry in fs::read_dir(path)? {
            newest = newest.max(newest_below(&entry?.path())?);
        }
    }
    Ok(newest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn build_settings_are_separated_from_those_of_tests_and_lints() {
        for name in ["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"] {
            assert!(steers_the_web_build(name), "{name}");
        }
        for name in ["playwright.config.ts", "vitest.config.ts", ".oxlintrc.json", "knip.jsonc"] {
            assert!(!steers_the_web_build(name), "{name}");
        }
    }

    #[test]
    fn whoever_edits_reads_a_line_of_each_step_and_what_is_said_of_the_edited_files() {
        let report = Report::new();
        let all = "2 files changed\ncontent/en/vacancies/a.md: it has ended\n\
                   content/en/vacancies/b.md: it has ended\nar: of 9 translations, 1 are behind";
        assert_eq!(Build::new(&report).shown(all.to_owned()), all);
        let edited = BTreeSet::from(["content/en/vacancies/b.md".to_owned()]);
        let build = Build::of_edited(&report, &edited);
        assert_eq!(build.shown(all.to_owned()), "2 files changed");
        assert_eq!(build.said(), ["content/en/vacancies/b.md: it has ended"]);
    }

    #[test]
    fn an_uncompressed_site_is_complete_for_development_only() {
        let folder = tempfile::tempdir().unwrap();
        let found = || [false, true].map(|compressed| is_complete(folder.path(), compressed));
        fs::write(folder.path().join("index.html"), "").unwrap();
        assert_eq!(found(), [false, false]);
        fs::write(folder.path().join(".build"), "").unwrap();
        assert_eq!(found(), [true, false]);
        fs::write(folder.path().join("index.html.br"), "").unwrap();
        assert_eq!(found(), [true, true]);
    }

    #[test]
    fn a_site_holds_until_the_day_on_which_something_changes() {
        let folder = tempfile::tempdir().unwrap();
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert!(holds_on(folder.path(), day("2026-11-30")));
        fs::create_dir_all(folder.path().join(".from/2026-12-01")).unwrap();
        assert!(holds_on(folder.path(), day("2026-11-30")));
        assert!(!holds_on(folder.path(), day("2026-12-01")));
        assert!(!holds_on(folder.path(), day("2027-01-01")));
    }

    #[test]
    fn edits_new_files_and_removed_files_are_all_newer() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a/b.ts");
        fs::create_dir(folder.path().join("a")).unwrap();
        let edits: [&dyn Fn(); 3] =
            [&|| fs::write(&file, "1").unwrap(), &|| fs::write(&file, "2").unwrap(), &|| {
                fs::remove_file(&file).unwrap()
            }];
        for edit in edits {
            let before = newest_below(folder.path()).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(20));
            edit();
            assert!(newest_below(folder.path()).unwrap() > before);
        }
    }
}
