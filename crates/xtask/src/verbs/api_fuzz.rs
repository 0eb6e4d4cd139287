//! `cargo xtask api-fuzz [--cases]`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::failure::Failure;
use crate::report::{Report, Task};
use crate::shell::{Tool, which};
use crate::steps::Steps;
use crate::verbs::trials::{self, Alone};
use crate::workspace::Workspace;

/// The version whose options and words `crates/trials` knows.
const SCHEMATHESIS: &str = "schemathesis==4.32.5";

/// A slow package index is waited for this long.
const PATIENCE: Duration = Duration::from_secs(600);

/// Sends a hosted server whatever its interface's description allows, and what it does not. False
/// if an answer was a server's error, or one that the description does not have.
pub(crate) fn api_fuzz(home: &Workspace, report: &Report, cases: u32) -> bool {
    let since = Instant::now();
    let outcome = (Steps { home, report }).site().and_then(|_| {
        let task = report.start("api-fuzz");
        let found = try_it(home, &task, cases);
        match &found {
            Ok(_) => task.done("every answer is one that the description has"),
            Err(_) => task.failed(),
        }
        found
    });
    match outcome {
        Ok(found) => {
            report.say(&format!("Requests: {found:#}"));
            report.timed("api-fuzz", "nothing was found", since.elapsed());
            true
        }
        Err(failure) => {
            report.failure(&failure);
            false
        }
    }
}

fn try_it(home: &Workspace, task: &Task, cases: u32) -> Result<Value, Failure> {
    let schemathesis = installed(home, task)?;
    let (program, cases) = (schemathesis.to_string_lossy(), cases.to_string());
    let words = ["api", "--schemathesis", &program, "--cases", &cases];
    trials::run(home, task, &words, Alone::Anywhere)
}

/// The program, in an environment of its own below `target`.
fn installed(home: &Workspace, task: &Task) -> Result<PathBuf, Failure> {
    let folder = home.target().join("tools").join("schemathesis");
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let of = |name: &str| programs.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if of("schemathesis").is_file() {
        return Ok(of("schemathesis"));
    }
    let python = ["python3", "python"].into_iter().find_map(which).ok_or_else(|| {
        Failure::new(
            "schemathesis is a Python program, and there is no Python on the PATH.",
            "Install Python 3.10 or newer with its venv module, then run this again.",
        )
    })?;
    task.note("installing schemathesis");
    Tool::new(home, python).args(["-m", "venv", &folder.to_string_lossy()]).run()?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", SCHEMATHESIS];
    Tool::new(home, of("python")).args(pip).limit(PATIENCE).run()?;
    Ok(of("schemathesis"))
}
