//! `cargo xtask test`.

mod run;
mod suites;

use std::path::PathBuf;

use crate::browser;
use crate::failure::Failure;
use crate::report::{Report, Task};
use crate::steps::Steps;
use crate::tally::Tally;
use crate::verbs::check::{Failed, failed_checks, failed_of_the_site, tell};
use crate::verbs::headers;
use crate::workspace::Workspace;

use run::Run;

/// Runs every check and every test, whatever fails on the way; the last line counts. False if
/// anything failed.
pub(crate) fn test(home: &Workspace, report: &Report) -> bool {
    let mut all = All { report, tally: Tally::default(), failed: Failed::new() };
    for (name, failure) in failed_checks(home, report) {
        all.fail(name, failure);
    }
    all.suite("rust", |_| suites::rust(home));
    let site = Steps { home, report }.site();
    if site.is_ok() {
        for (name, failure) in failed_of_the_site(home, report) {
            all.fail(name, failure);
        }
        if let Err(failure) = headers::keep(home, report) {
            all.fail("scores", failure);
        }
    }
    let hosted = site.as_ref().ok().map(|_| Steps { home, report }.hosted());
    let is_hosted = matches!(hosted, Some(Ok(_)));
    if let Some(Err(failure)) = hosted {
        all.fail("hosted", failure);
    }
    if is_hosted {
        all.suite("attack", |_| suites::attack(home));
    }
    if let Some(browser) = all.browser(home) {
        all.suite("components", |_| suites::components(home, &browser));
        if is_hosted {
            all.suite("journeys", |task| suites::journeys(home, task, &browser));
        } else {
            report.line("journeys", "not run: there is no site to walk through");
        }
    }
    if let Err(failure) = site {
        all.fail("build", failure);
    }
    all.tell()
}

/// Tries many times over what [`test`] tries a little. False if anything failed.
pub(crate) fn soak(home: &Workspace, report: &Report) -> bool {
    let mut all = All { report, tally: Tally::default(), failed: Failed::new() };
    // The journeys take their hostile texts from what these write down.
    all.suite("properties", |_| suites::properties(home));
    all.suite("guesses", |_| suites::guesses(home));
    match (Steps { home, report }).site() {
        Err(failure) => all.fail("build", failure),
        Ok(_) => {
            if let Some(browser) = all.browser(home) {
                all.suite("trust", |task| suites::trust(home, task, &browser));
            }
        }
    }
    all.tell()
}

/// What came of all of it.
struct All<'a> {
    report: &'a Report,
    tally: Tally,
    failed: Failed,
}

impl All<'_> {
    fn suite(&mut self, name: &'static str, run: impl FnOnce(&Task) -> Result<Run, Failure>) {
        let task = self.report.start(name);
        let (tally, failure) =
            run(&task).map_or_else(|failure| (Tally::ONE_FAILURE, Some(failure)), Run::judged);
        self.tally = self.tally + tally;
        match failure {
            None => task.done(&tally.to_string()),
            Some(failure) => {
                task.failed_with(&tally.to_string());
                self.failed.push((name, failure));
            }
        }
    }

    fn browser(&mut self, home: &Workspace) -> Option<PathBuf> {
        let task = self.report.start("browser");
        match browser::find(home, &task) {
            Ok(browser) => {
                task.done(&browser.to_string_lossy());
                Some(browser)
            }
            Err(failure) => {
                task.failed();
                self.fail("browser", failure);
                None
            }
        }
    }

    /// What is no suite counts like a test that failed: the last line never says 0 then.
    fn fail(&mut self, name: &'static str, failure: Failure) {
        self.tally = self.tally + Tally::ONE_FAILURE;
        self.failed.push((name, failure));
    }

    fn tell(self) -> bool {
        tell(self.report, &self.failed);
        self.report.say(&self.tally);
        self.tally.failed == 0
    }
}
