//! `cargo xtask test`: all checks and all suites. The last line has the counts.

use std::path::PathBuf;

use duct::Expression;

use crate::browser::{self, ENGINES, Engine};
use crate::build::Build;
use crate::check;
use crate::report::{Failed, Report, Task};
use crate::test_counts::TestCounts;
use crate::tool::{Outcome, ROOT, cargo, failed, npm, npm_ci, outcome, program};

/// Runs everything, even after failures. Returns false if anything failed.
pub(crate) fn run(report: &Report) -> bool {
    let mut all = All { report, counts: TestCounts::default(), failed: Failed::new() };
    for (name, error) in check::all(report) {
        all.fail(name, error);
    }
    let rust = ["test", "--workspace", "--no-fail-fast"];
    let has_server = all.suite("rust", "cargo test --workspace", |_| Ok(cargo(&rust)));

    let build = Build::new(report);
    // The journeys use the editor too.
    let built = build.site().and_then(|_| build.editor());
    let site = built.map_err(|error| all.fail("build", error)).is_ok();
    // Cargo has built the server for its integration tests, unless something does not compile.
    let hosted = site && has_server;
    if site {
        all.suite("headers", "npm test --prefix observatory", |_| {
            npm_ci("observatory")?;
            Ok(npm("observatory", &["test", "--silent"]))
        });
    }
    if hosted {
        let server = program("server").to_string_lossy().into_owned();
        all.suite("attack", "cargo run -p trials -- attack --short", |_| {
            let trials = ["run", "--quiet", "--bin=trials", "--", "--program", &server];
            Ok(cargo(&[&trials[..], &["attack", "--short"]].concat()))
        });
    }
    all.in_a_browser(hosted);
    all.finish()
}

/// The results of everything.
struct All<'a> {
    report: &'a Report,
    counts: TestCounts,
    failed: Failed,
}

impl All<'_> {
    /// The suites that need a browser. The journeys need both servers as well.
    fn in_a_browser(&mut self, hosted: bool) {
        let mut browser = None;
        let found = self.report.step("browser", |task| {
            browser = browser::find(task)?;
            Ok(Some(browser.as_ref().map_or("Playwright's".into(), |it| it.display().to_string())))
        });
        if let Err(error) = found {
            return self.fail("browser", error);
        }
        // A forgotten `.only` would skip all other tests.
        let options = ["test", "--silent", "--", "--allowOnly=false"];
        self.suite("components", "npm test --prefix web", |_| {
            Ok(with_browser(npm("web", &options), browser.as_ref()))
        });
        if !hosted {
            self.report.line("journeys", "not run: there is no site, or no server");
            return;
        }
        self.suite("chromium", "npm run test:e2e --prefix web", |task| {
            task.note("walking through the site");
            Ok(with_browser(journeys(), browser.as_ref()))
        });
        for engine in &ENGINES {
            self.in_engine(engine);
        }
    }

    /// The journeys in another engine, with a separate count.
    fn in_engine(&mut self, engine: &Engine) {
        let name = engine.name;
        let mut is_here = false;
        let found = self.report.step(name, |task| {
            is_here = engine.find(task)?;
            let said = if is_here { "ready" } else { "not run: it is not installed" };
            Ok(Some(said.to_owned()))
        });
        match found {
            Err(error) => self.fail(name, error),
            Ok(_) if is_here => {
                let again = format!("ENGINE={name} npm run test:e2e --prefix web");
                self.suite(name, &again, |_| Ok(journeys().env("ENGINE", name)));
            }
            Ok(_) => {}
        }
    }

    /// Returns whether any test has passed.
    fn suite(
        &mut self,
        name: &'static str,
        again: &str,
        command: impl FnOnce(&Task<'_>) -> anyhow::Result<Expression>,
    ) -> bool {
        let mut counts = TestCounts::ONE_FAILURE;
        let work = self.report.step(name, |task| {
            let outcome = outcome(&command(task)?)?;
            let found;
            (counts, found) = summarise(&outcome, again);
            found.map(|()| Some(counts.to_string()))
        });
        self.counts += counts;
        if let Err(error) = work {
            self.failed.push((name, error));
        }
        counts.passed > 0
    }

    /// A failure without tests counts as one failed test, so that the last line never says 0.
    fn fail(&mut self, name: &'static str, error: anyhow::Error) {
        self.counts += TestCounts::ONE_FAILURE;
        self.failed.push((name, error));
    }

    fn finish(self) -> bool {
        let Self { report, counts, failed } = self;
        let pictures = pictures(&failed, |folder| ROOT.join(folder).is_dir());
        if !failed.is_empty() {
            report.say(&check::report_failures(report, failed));
        }
        if let Some(pictures) = pictures {
            report.say(&pictures);
        }
        report.say(&counts);
        counts.failed == 0
    }
}

/// The journeys of an engine; Chromium by default.
fn journeys() -> Expression {
    npm("web", &["run", "--silent", "test:e2e", "--", "--reporter=dot"])
        .env("SERVER_PROGRAM", program("server"))
        .env("DEVSERVER_PROGRAM", program("devserver"))
}

fn with_browser(suite: Expression, browser: Option<&PathBuf>) -> Expression {
    match browser {
        Some(browser) => suite.env(browser::VARIABLE, browser),
        None => suite,
    }
}

/// Says where the pictures and traces of failed journeys are: each engine has a folder of its own.
/// `exists` says whether a folder is there.
fn pictures(failed: &Failed, exists: impl Fn(&str) -> bool) -> Option<String> {
    let folders = failed.iter().map(|(name, _)| format!("web/test-results/{name}"));
    let folders: Vec<_> = folders.filter(|folder| exists(folder)).collect();
    (!folders.is_empty()).then(|| format!("Pictures and traces: {}", folders.join(", ")))
}

/// The counts of a run, and an error if it failed.
fn summarise(outcome: &Outcome, again: &str) -> (TestCounts, anyhow::Result<()>) {
    let mut counts = TestCounts::read(&outcome.output);
    let what = if !counts.has_run() {
        counts += TestCounts::ONE_FAILURE;
        "No test was run.".to_owned()
    } else if counts.failed > 0 {
        format!("{counts}.")
    } else if !outcome.ok {
        counts += TestCounts::ONE_FAILURE;
        "All tests passed, and yet their runner failed.".to_owned()
    } else {
        return (counts, Ok(()));
    };
    (counts, Err(failed(&outcome.output, &format!("{what} `{again}` runs these alone."))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(passed: u64, failed: u64, ok: bool) -> (TestCounts, anyhow::Result<()>) {
        let output = format!("test result: x. {passed} passed; {failed} failed;");
        summarise(&Outcome { ok, timed_out: false, output }, "runner")
    }

    #[test]
    fn passing_tests_and_exit_code_0_pass() {
        let (counts, found) = of(3, 0, true);
        assert_eq!((counts.passed, counts.failed), (3, 0));
        assert!(found.is_ok());
    }

    #[test]
    fn a_failing_test_counts_once_and_its_words_are_shown() {
        let (counts, found) = of(3, 1, false);
        assert_eq!((counts.passed, counts.failed), (3, 1));
        assert!(found.unwrap_err().to_string().starts_with("test result: x."));
    }

    #[test]
    fn failed_journeys_leave_pictures_in_a_folder_of_their_engine() {
        let failed: Failed =
            ["clippy", "chromium", "webkit"].map(|name| (name, anyhow::anyhow!("no"))).into();
        let said = pictures(&failed, |folder| !folder.ends_with("/clippy")).unwrap();
        let folders = "web/test-results/chromium, web/test-results/webkit";
        assert_eq!(said, format!("Pictures and traces: {folders}"));
        assert_eq!(pictures(&failed, |_| false), None);
    }

    #[test]
    fn a_suite_without_tests_and_a_failing_runner_fail() {
        let (counts, found) = of(0, 0, true);
        assert_eq!(counts, TestCounts::ONE_FAILURE);
        assert!(found.unwrap_err().to_string().contains("No test was run. `runner` runs"));
        let (counts, found) = of(3, 0, false);
        assert_eq!((counts.passed, counts.failed), (3, 1));
        assert!(found.unwrap_err().to_string().contains("All tests passed, and yet"));
    }
}
