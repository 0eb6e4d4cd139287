//! `cargo xtask build`.

use std::time::Instant;

use crate::report::Report;
use crate::steps::Steps;
use crate::verbs::check::budgets;
use crate::workspace::Workspace;

/// Builds the site into web/dist. False if it could not.
pub(crate) fn build(home: &Workspace, report: &Report) -> bool {
    let since = Instant::now();
    match (Steps { home, report }).site() {
        Ok(done) => {
            let said = if done.is_empty() { "web/dist was ready" } else { "web/dist is ready" };
            report.line("budgets", &budgets::told(home));
            report.timed("build", said, since.elapsed());
            true
        }
        Err(failure) => {
            report.failure(&failure);
            false
        }
    }
}
