//! `cargo xtask fuzz [minutes]`.

mod finding;
mod programs;
mod run;
mod statistics;

use std::time::{Duration, Instant};

use crate::report::Report;
use crate::verbs::check::{Failed, tell};
use crate::workspace::Workspace;

use programs::Programs;
use run::Run;

/// The programs of `fuzz/`, each of which tries bytes on one side of the domain.
const TARGETS: [&str; 3] = ["ledger", "forms", "numbers"];

/// Looks for bytes that the domain does not bear, guided by what they reach in its code, for so
/// many minutes in all. False if there are some.
pub(crate) fn fuzz(home: &Workspace, report: &Report, minutes: u32) -> bool {
    let since = Instant::now();
    let time = Duration::from_secs(60 * u64::from(minutes)) / TARGETS.len() as u32;
    let task = report.start("targets");
    let programs = match Programs::build(home, &task) {
        Ok(programs) => programs,
        Err(failure) => {
            task.failed();
            report.failure(&failure);
            return false;
        }
    };
    task.done("compiled, with a count of every edge");
    let mut failed = Failed::new();
    for name in TARGETS {
        let task = report.start(name);
        task.note(&format!("trying bytes for {} s", time.as_secs()));
        match (Run { home, program: &programs.of(name), name, time }).to_its_end(&task) {
            Ok(statistics) => task.done(&statistics.to_string()),
            Err(failure) => {
                task.failed();
                failed.push((name, failure));
            }
        }
    }
    tell(report, &failed);
    if failed.is_empty() {
        report.timed("fuzz", "nothing was found", since.elapsed());
    }
    failed.is_empty()
}
