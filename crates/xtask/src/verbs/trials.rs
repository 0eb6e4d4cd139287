//! `crates/trials`, in its release build: what drives a hosted server as hard as it can be driven.

use serde::de::DeserializeOwned;

use crate::failure::Failure;
use crate::report::Task;
use crate::shell::{Tool, which};
use crate::workspace::Workspace;

/// The server runs on one core and those who ask on the others, if there are others to have.
const PIN: [&str; 2] = ["--pin", "0"];

/// Runs a trial to its end and reads its report.
pub(crate) fn run<T: DeserializeOwned>(
    home: &Workspace,
    task: &Task,
    words: &[&str],
    alone: Alone,
) -> Result<T, Failure> {
    task.note("building the server and its trials (release)");
    Tool::cargo(home)
        .args(["build", "--quiet", "--release", "--package", "server", "--package", "trials"])
        .arg_path("--target-dir", home.target())
        .run()?;
    task.note("trying");
    let program = |name: &str| {
        let name = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        home.target().join("release").join(name)
    };
    let mut tool = Tool::new(home, program("trials")).arg_path("--program", &program("server"));
    if alone == Alone::OnACore && which("taskset").is_some() {
        tool = tool.args(PIN);
    }
    let said = tool.args(words).run()?;
    serde_json::from_str(&said).map_err(|error| Failure {
        what: format!("The report of the trial cannot be read: {error}."),
        output: said,
        mend: "This is a fault of crates/trials, not yours.".into(),
    })
}

/// Which processors the server has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Alone {
    /// One, as the figures are for.
    OnACore,
    /// Any.
    Anywhere,
}
