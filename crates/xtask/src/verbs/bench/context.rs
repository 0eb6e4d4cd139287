//! What parts share.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::release;
use crate::browser;
use crate::failure::Failure;
use crate::npm_folder::NpmFolder;
use crate::processes::Group;
use crate::report::{Report, Task};
use crate::serving;
use crate::shell::Tool;
use crate::workspace::Workspace;

/// One run of the verb.
pub(super) struct Bench<'a> {
    pub(super) home: &'a Workspace,
    pub(super) report: &'a Report,
    /// Measure just often enough to see that it can be done.
    pub(super) quick: bool,
    browser: OnceCell<PathBuf>,
    server: OnceCell<PathBuf>,
    packages: OnceCell<()>,
}

/// A server that runs for as long as this is held.
pub(super) struct Served {
    /// Where, such as `http://127.0.0.1:40123`.
    pub(super) url: String,
    _group: Group,
}

impl<'a> Bench<'a> {
    pub(super) fn new(home: &'a Workspace, report: &'a Report, quick: bool) -> Self {
        Self {
            home,
            report,
            quick,
            browser: OnceCell::new(),
            server: OnceCell::new(),
            packages: OnceCell::new(),
        }
    }

    /// How often to measure what is usually measured this often.
    pub(super) fn rounds(&self, usual: u32) -> u32 {
        if self.quick { 1 } else { usual }
    }

    /// A browser that is installed, or becomes it.
    pub(super) fn browser(&self, task: &Task) -> Result<&Path, Failure> {
        once(&self.browser, || browser::find(self.home, task)).map(PathBuf::as_path)
    }

    /// The server, built as it is deployed.
    pub(super) fn server(&self, task: &Task) -> Result<&Path, Failure> {
        once(&self.server, || release::build(self.home, task)).map(PathBuf::as_path)
    }

    /// Serves a folder with an index.html, and the .br and .gz beside its files, under the real
    /// headers.
    pub(super) fn serve(&self, task: &Task, folder: &Path) -> Result<Served, Failure> {
        let addr = serving::free_here()?;
        let log = self.scratch()?.join("devserver.log");
        let server = Tool::new(self.home, self.server(task)?)
            .arg_path("--dist", folder)
            .args(["--addr", &addr.to_string()])
            .start_into(&log)?;
        let group = serving::answering(server, addr)?;
        Ok(Served { url: serving::url(addr), _group: group })
    }

    /// The npm packages of bench/, installed if they are not.
    pub(super) fn packages(&self, task: &Task) -> Result<(), Failure> {
        once(&self.packages, || self.folder().install(task)).copied()
    }

    /// Runs a script of bench/ in Node, with what it is asked for, and returns what it found. The
    /// browser to use is in the variable that the tests know too.
    pub(super) fn script<Found: DeserializeOwned>(
        &self,
        task: &Task,
        name: &str,
        asked: &Value,
    ) -> Result<Found, Failure> {
        self.packages(task)?;
        let (browser, scratch) = (self.browser(task)?, self.scratch()?);
        // Astro works in a folder of the present one, and finds its packages from there.
        self.folder().ask(name, asked, &scratch, |node| {
            node.env(browser::VARIABLE, browser).env("ASTRO_TELEMETRY_DISABLED", "1")
        })
    }

    fn folder(&self) -> NpmFolder<'_> {
        NpmFolder { home: self.home, name: "bench" }
    }

    /// Why something was not measured, fit to be published: without the places of this machine.
    pub(super) fn reason(&self, failure: &Failure) -> String {
        let root = self.home.root().to_string_lossy();
        let target = self.home.target().to_string_lossy();
        let what = failure.what.replace(&*target, "target").replace(&*root, ".");
        what.trim_end_matches('.').to_owned()
    }

    /// Where half-finished work of this verb lies.
    pub(super) fn scratch(&self) -> Result<PathBuf, Failure> {
        let folder = self.home.scratch().join("bench");
        fs::create_dir_all(&folder).map_err(|error| Failure::of_file(&folder, &error))?;
        Ok(folder)
    }
}

/// What is in the cell, or what `make` puts there. A failure is not kept.
fn once<T>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T, Failure>) -> Result<&T, Failure> {
    if let Some(made) = cell.get() {
        return Ok(made);
    }
    let made = make()?;
    Ok(cell.get_or_init(|| made))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_kept_and_a_failure_is_not() {
        let cell = OnceCell::new();
        let failing = once(&cell, || Err::<u8, _>(Failure::new("No.", "")));
        assert!(failing.is_err());
        assert_eq!(once(&cell, || Ok(1)), Ok(&1));
        assert_eq!(once(&cell, || Ok(2)), Ok(&1));
    }
}
