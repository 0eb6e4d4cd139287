//! The suites: how each is run, and where it leaves its counts.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::run::Run;
use crate::browser;
use crate::failure::Failure;
use crate::report::Task;
use crate::serving;
use crate::shell::Tool;
use crate::steps::hosted_program;
use crate::tally::Tally;
use crate::workspace::Workspace;

/// The tests of all crates.
pub(super) fn rust(home: &Workspace) -> Result<Run, Failure> {
    let outcome = Tool::cargo(home).args(["test", "--workspace", "--no-fail-fast"]).outcome()?;
    let tally = Tally::of_cargo(&outcome.output);
    Ok(Run { tally, outcome, again: "cargo test --workspace" })
}

/// The domain's properties, for more cases than anybody waits for every day.
pub(super) fn properties(home: &Workspace) -> Result<Run, Failure> {
    let outcome = Tool::cargo(home)
        .env("PROPTEST_CASES", "100000")
        .args(["test", "--release", "--package", "domain", "--test", "properties"])
        .outcome()?;
    let tally = Tally::of_cargo(&outcome.output);
    Ok(Run { tally, outcome, again: "cargo test -p domain --test properties" })
}

/// A million guesses at one-time codes.
pub(super) fn guesses(home: &Workspace) -> Result<Run, Failure> {
    let outcome = Tool::cargo(home)
        .env("SOAK_GUESSES", "1000000")
        .args(["test", "--release", "--package", "server", "--test", "guesses"])
        .outcome()?;
    let tally = Tally::of_cargo(&outcome.output);
    Ok(Run { tally, outcome, again: "cargo test -p server --test guesses" })
}

/// The tests of the parts of the site, in a browser.
pub(super) fn components(home: &Workspace, browser: &Path) -> Result<Run, Failure> {
    let file = report_file(home, "components")?;
    let outcome = Tool::npm(home)
        .env(browser::VARIABLE, browser)
        // One test in the limelight would leave all others in the dark.
        .args(["run", "--silent", "test", "--", "--allowOnly=false"])
        .args(["--reporter=default", "--reporter=json"])
        .arg_path("--outputFile", &file)
        .outcome()?;
    Ok(Run { tally: Tally::of_vitest(&json(&file)), outcome, again: "npm run test" })
}

/// What an attacker would try, in its short form, on hosted mode's server.
pub(super) fn attack(home: &Workspace) -> Result<Run, Failure> {
    Tool::cargo(home)
        .args(["build", "--quiet", "--package", "trials"])
        .arg_path("--target-dir", home.target())
        .run()?;
    let trials = format!("trials{}", std::env::consts::EXE_SUFFIX);
    let outcome = Tool::new(home, home.target().join("debug").join(trials))
        .arg_path("--program", &hosted_program(home))
        .args(["attack", "--short"])
        .outcome()?;
    let tally = Tally::of_attacks(&outcome.output);
    Ok(Run { tally, outcome, again: "cargo run -p trials -- attack --short" })
}

/// The journeys through the built site, under its real headers.
pub(super) fn journeys(home: &Workspace, task: &Task, browser: &Path) -> Result<Run, Failure> {
    walk(home, task, browser, |playwright| playwright.env("SERVER_PROGRAM", hosted_program(home)))
}

/// Of the journeys, those that say how often they are to be walked.
pub(super) fn trust(home: &Workspace, task: &Task, browser: &Path) -> Result<Run, Failure> {
    walk(home, task, browser, |playwright| {
        playwright
            .env("SOAK_RUNS", "20")
            .env("SOAK_WRITES", "300")
            .env("SOAK_CRASHES", "50")
            .env("SOAK_HOSTILE", "500")
            .args(["trust.spec", "--workers=1"])
    })
}

fn walk(
    home: &Workspace,
    task: &Task,
    browser: &Path,
    adapt: impl FnOnce(Tool) -> Tool,
) -> Result<Run, Failure> {
    let file = report_file(home, "journeys")?;
    let addr = serving::free_here()?;
    let log = home.scratch().join("devserver.log");
    let server = serving::site_server(home, addr).start_into(&log)?;
    let server = serving::answering(server, addr).map_err(|failure| {
        // Its words went to the log: this is where "above" is.
        Failure { output: fs::read_to_string(&log).unwrap_or_default(), ..failure }
    })?;
    task.note("walking through the site");
    let playwright = Tool::npx(home)
        .env(browser::VARIABLE, browser)
        .env("BASE_URL", serving::url(addr))
        .env("PLAYWRIGHT_JSON_OUTPUT_NAME", &file)
        .args(["playwright", "test", "--reporter=dot,json"]);
    let outcome = adapt(playwright).outcome();
    drop(server);
    Ok(Run {
        tally: Tally::of_playwright(&json(&file)),
        outcome: outcome?,
        again: "npm run test:e2e",
    })
}

/// Where a runner is to leave its report. The last one's is gone, or it might be read in place
/// of this one's.
fn report_file(home: &Workspace, name: &str) -> Result<PathBuf, Failure> {
    let folder = home.scratch();
    let file = folder.join(format!("{name}.json"));
    fs::create_dir_all(&folder).map_err(|error| Failure::of_file(&folder, &error))?;
    if file.exists() {
        fs::remove_file(&file).map_err(|error| Failure::of_file(&file, &error))?;
    }
    Ok(file)
}

/// Null if there is none: then nothing was counted.
fn json(file: &Path) -> Value {
    fs::read(file).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}
