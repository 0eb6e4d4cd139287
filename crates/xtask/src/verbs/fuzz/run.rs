//! One target's run.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::finding::Finding;
use super::statistics::Statistics;
use crate::failure::Failure;
use crate::report::Task;
use crate::shell::Tool;
use crate::workspace::Workspace;

/// What to run, and for how long.
pub(super) struct Run<'a> {
    pub(super) home: &'a Workspace,
    pub(super) program: &'a Path,
    pub(super) name: &'a str,
    pub(super) time: Duration,
}

impl Run<'_> {
    /// Tries bytes until the time is up, or until some are found that the target does not bear.
    /// What reached something new is kept for the next run, outside the repository.
    pub(super) fn to_its_end(&self, task: &Task) -> Result<Statistics, Failure> {
        let folder = self.home.scratch().join("fuzz").join(self.name);
        let corpus = folder.join("corpus");
        fs::create_dir_all(&corpus).map_err(|error| Failure::of_file(&corpus, &error))?;
        let outcome = self
            .tool()
            .args([format!("-max_total_time={}", self.time.as_secs())])
            .args(["-print_final_stats=1", "-timeout=10"])
            .args([format!("-artifact_prefix={}/", folder.display())])
            .args([&corpus, &self.home.path("fuzz/corpus").join(self.name)])
            .outcome()?;
        match Finding::read(&outcome.output) {
            Some(finding) => Err(finding.shown(self, task)),
            None if outcome.ok => Ok(Statistics::read(&outcome.output)),
            None => Err(Failure {
                what: format!("The program of {} {}.", self.name, outcome.ending),
                output: outcome.output,
                mend: "Look at what it says above, then run this again.".into(),
            }),
        }
    }

    /// The program, without a trace through the engine at each panic.
    pub(super) fn tool(&self) -> Tool {
        Tool::new(self.home, self.program).env("RUST_BACKTRACE", "0")
    }

    /// A path as one would type it in the repository's root.
    pub(super) fn typed(&self, path: &Path) -> String {
        path.strip_prefix(self.home.root()).unwrap_or(path).display().to_string()
    }
}
