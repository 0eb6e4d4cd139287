//! A copy of the repository that may be edited.

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::report::Task;
use crate::shell::Tool;
use crate::verbs::bench::context::Bench;

/// The repository as it was last committed, in a folder of its own with packages and target
/// folder of its own, which stay from one run to the next.
pub(super) struct Clone {
    folder: PathBuf,
    commit: String,
}

impl Clone {
    /// Makes it, or brings it up to date.
    pub(super) fn prepare(bench: &Bench<'_>) -> Result<Self, Failure> {
        let git = || Tool::new(bench.home, "git");
        let commit = git().args(["rev-parse", "HEAD"]).run()?.trim().to_owned();
        let folder = bench.scratch()?.join("clone");
        if folder.join(".git").exists() {
            git().at(&folder).args(["fetch", "--quiet", "origin", "HEAD"]).run()?;
        } else {
            let (from, to) = (bench.home.root(), folder.as_path());
            git().args(["clone", "--quiet", "--no-checkout"]).args([from, to]).run()?;
        }
        Ok(Self { folder, commit })
    }

    /// Undoes every edit and builds the site, so that nothing is left to do.
    pub(super) fn restore(&self, bench: &Bench<'_>, task: &Task) -> Result<(), Failure> {
        task.note("building a copy of the repository");
        let reset = ["reset", "--quiet", "--hard", &self.commit];
        Tool::new(bench.home, "git").at(&self.folder).args(reset).run()?;
        self.xtask(bench, &["build"]).run().map(drop)
    }

    /// `cargo xtask` with these words, in the copy.
    pub(super) fn xtask(&self, bench: &Bench<'_>, words: &[&str]) -> Tool {
        Tool::cargo(bench.home)
            .at(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .args(["xtask"])
            .args(words)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}
