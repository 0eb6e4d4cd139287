//! What the code of others asks of us, where it comes from, what is known against it, and whether
//! it is needed at all.

mod audit;
mod cargo_tools;
pub(in crate::verbs) mod licences;

use std::path::Path;
use std::time::Duration;

use super::Failed;
use crate::failure::Failure;
use crate::report::Report;
use crate::shell::{Outcome, Tool};
use crate::workspace::Workspace;

pub(super) use cargo_tools::install;

use cargo_tools::{DENY, MACHETE};

/// A database that is fetched anew is there before this.
const FETCH_LIMIT: Duration = Duration::from_secs(120);

/// What one of them says when all is well, or why not.
type Check = fn(&Workspace) -> Result<String, Failure>;

const CHECKS: [(&str, Check); 4] =
    [("deny", deny), ("advisories", advisories), ("machete", machete), ("audit", audit::run)];

/// Runs every check, side by side: some wait for the network. The tools have to be there.
pub(super) fn keep(home: &Workspace, report: &Report) -> Failed {
    std::thread::scope(|scope| {
        let running =
            CHECKS.map(|(name, check)| scope.spawn(move || run(home, report, name, check)));
        let ended = running
            .map(|check| check.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ended.into_iter().flatten().collect()
    })
}

/// Says of every check that it was not run.
pub(super) fn leave_out(report: &Report) {
    for (name, _) in CHECKS {
        report.line(name, "not run: a step before it failed");
    }
}

fn run(
    home: &Workspace,
    report: &Report,
    name: &'static str,
    check: Check,
) -> Option<(&'static str, Failure)> {
    let task = report.start(name);
    task.conclude(check(home)).err().map(|failure| (name, failure))
}

/// The licences, sources and versions of crates.
fn deny(home: &Workspace) -> Result<String, Failure> {
    Tool::new(home, DENY.program(home))
        .args(["--locked", "--log-level", "warn"])
        .args(["check", "licenses", "bans", "sources"])
        .run()
        .map(|_| "ok".into())
        .map_err(|failure| {
            failure.mended_by("Choose another crate, or say in deny.toml why this one may stay.")
        })
}

/// What is known against crates.
fn advisories(home: &Workspace) -> Result<String, Failure> {
    let outcome = Tool::new(home, DENY.program(home))
        .args(["--locked", "--log-level", "warn", "check", "advisories"])
        // Without somebody to ask, a password that is asked for is a wait without an end.
        .env("GIT_TERMINAL_PROMPT", "0")
        .limit(FETCH_LIMIT)
        .outcome()?;
    if is_unanswered(&outcome) {
        return unchecked("their database cannot be fetched");
    }
    known(outcome, "Update the crate (`cargo update -p`), or say in deny.toml why it may stay.")
}

fn is_unanswered(outcome: &Outcome) -> bool {
    !outcome.ok
        && (outcome.ending == Outcome::TOO_LATE
            || outcome.output.contains("failed to fetch advisory database"))
}

/// The variable with which a run insists that nothing is passed over.
const INSIST: &str = "XTASK_ADVISORIES";

/// Nobody could be asked what is known against dependencies: no failure, unless a run insists.
fn unchecked(why: &str) -> Result<String, Failure> {
    unchecked_where(why, std::env::var(INSIST).as_deref() == Ok("require"))
}

fn unchecked_where(why: &str, insists: bool) -> Result<String, Failure> {
    if insists {
        return Err(Failure::new(
            format!("Not checked: {why}."),
            format!("Run this where the network reaches it, or without {INSIST}=require."),
        ));
    }
    Ok(format!("not checked: {why}"))
}

fn known(outcome: Outcome, mend: &str) -> Result<String, Failure> {
    if outcome.ok {
        return Ok("none known".into());
    }
    let what = "Something is known against a dependency.";
    Err(Failure { output: outcome.output, ..Failure::new(what, mend) })
}

/// Dependencies of crates that none of their files names.
fn machete(home: &Workspace) -> Result<String, Failure> {
    Tool::new(home, MACHETE.program(home))
        .args([Path::new("crates")])
        .run()
        .map(|_| "ok".into())
        .map_err(|failure| failure.mended_by("Remove the dependencies named above."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(ok: bool, ending: &str, output: &str) -> Outcome {
        Outcome { ok, ending: ending.into(), output: output.into() }
    }

    #[test]
    fn what_could_not_be_asked_is_passed_over_unless_a_run_insists() {
        assert_eq!(
            unchecked_where("nobody is there", false).unwrap(),
            "not checked: nobody is there"
        );
        let failure = unchecked_where("nobody is there", true).unwrap_err();
        assert!(failure.mend.contains("XTASK_ADVISORIES"), "{}", failure.mend);
    }

    #[test]
    fn a_database_that_cannot_be_had_is_no_failure_and_an_advisory_is() {
        let unfetched = "[ERROR] failed to fetch advisory database https://example.com/db";
        assert!(is_unanswered(&outcome(false, "ended with code 1", unfetched)));
        assert!(is_unanswered(&outcome(false, Outcome::TOO_LATE, "")));
        let found = outcome(false, "ended with code 1", "error[vulnerability]: a way in");
        assert!(!is_unanswered(&found));
        assert_eq!(known(found, "").unwrap_err().output, "error[vulnerability]: a way in");
        assert_eq!(known(outcome(true, "ended with code 0", ""), "").unwrap(), "none known");
    }
}
