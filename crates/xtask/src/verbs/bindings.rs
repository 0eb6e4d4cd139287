//! `cargo xtask bindings [--check]`.

use crate::failure::Failure;
use crate::report::Report;
use crate::shell::last_line;
use crate::steps::{Steps, generate};
use crate::workspace::Workspace;

/// Writes the bindings, or compares them with what would be written. False on a difference.
pub(crate) fn bindings(home: &Workspace, report: &Report, check: bool) -> bool {
    let outcome =
        if check { compare(home, report) } else { Steps { home, report }.bindings().map(drop) };
    outcome.inspect_err(|failure| report.failure(failure)).is_ok()
}

/// Compares the committed bindings with what would be written.
pub(super) fn compare(home: &Workspace, report: &Report) -> Result<(), Failure> {
    let task = report.start("bindings");
    let said = generate(home, &["bindings", "--check"]).map(|said| last_line(&said).to_owned());
    task.conclude(said)
        .map_err(|it| it.mended_by("Run `cargo xtask bindings` and commit what it writes."))
}
