//! Checks of dependencies: licences, sources, vulnerabilities, and whether each is used.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use duct::Expression;

use crate::report::{Failed, Report};
use crate::tool::{Advise, Outcome, TARGET, cargo, failed, npm, outcome_within, run, tool};

/// The time limit for downloading a database of vulnerabilities.
const FETCH_LIMIT: Duration = Duration::from_secs(120);
/// With the value `require`, checks that cannot reach their server fail.
const ADVISORIES_VARIABLE: &str = "XTASK_ADVISORIES";

/// What npm and cargo-deny print if a server does not answer, or if a mirror has no audits. Any
/// other error is a failure.
const UNANSWERED: [&str; 9] = [
    "failed to fetch advisory database",
    "ENOTFOUND",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "EAI_AGAIN",
    "404 Not Found - POST",
    "405 Method Not Allowed - POST",
    "501 Not Implemented - POST",
];

/// Runs all checks in parallel, because some wait for the network.
pub(crate) fn check(report: &Report) -> Failed {
    if let Err(error) = report.step("tools", install) {
        report.line("deny", "not run, nor advisories, machete and audit: their tools are missing");
        return vec![("tools", error)];
    }
    type Check = fn() -> anyhow::Result<String>;
    let checks: [(&'static str, Check); 4] =
        [("deny", deny), ("advisories", advisories), ("machete", machete), ("audit", audit)];
    std::thread::scope(|scope| {
        let run = |(name, check): (&'static str, Check)| {
            let done = report.step(name, |_| check().map(Some));
            done.err().map(|error| (name, error))
        };
        let running = checks.map(|check| scope.spawn(move || run(check)));
        let ended = running
            .map(|check| check.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ended.into_iter().flatten().collect()
    })
}

/// Checks the licences, sources and versions of crates.
fn deny() -> anyhow::Result<String> {
    run(&DENY.with(&["--locked", "--log-level=warn", "check", "licenses", "bans", "sources"]))
        .advise("Choose another crate, or say in deny.toml why this one may stay.")?;
    Ok("ok".into())
}

/// Finds crates that no file uses.
fn machete() -> anyhow::Result<String> {
    run(&MACHETE.with(&["crates"])).advise("Remove the dependencies named above.")?;
    Ok("ok".into())
}

/// Checks for known vulnerabilities of crates.
fn advisories() -> anyhow::Result<String> {
    let check = DENY
        .with(&["--locked", "--log-level=warn", "check", "advisories"])
        // Without a user, a password prompt would wait for ever.
        .env("GIT_TERMINAL_PROMPT", "0");
    advisories_result(outcome_within(FETCH_LIMIT, &check)?, is_required())
        .advise("Update the crate (`cargo update -p`), or say in deny.toml why it may stay.")
}

/// Checks for known vulnerabilities of the npm packages of web/.
fn audit() -> anyhow::Result<String> {
    let check = npm("web", &["audit", "--audit-level=high"]);
    advisories_result(outcome_within(FETCH_LIMIT, &check)?, is_required())
        .advise("Update the package in web/ (`npm update`), or replace it.")
}

fn is_required() -> bool {
    std::env::var(ADVISORIES_VARIABLE).as_deref() == Ok("require")
}

/// If no server could be reached, that is a failure only if it is required.
fn advisories_result(outcome: Outcome, is_required: bool) -> anyhow::Result<String> {
    let is_unanswered =
        outcome.timed_out || UNANSWERED.iter().any(|words| outcome.output.contains(words));
    if outcome.ok {
        Ok("none known".into())
    } else if !is_unanswered {
        Err(failed(&outcome.output, "Something is known against a dependency."))
    } else if is_required {
        bail!(
            "Not checked: nobody answers. {ADVISORIES_VARIABLE}=require needs a network that reaches them."
        )
    } else {
        Ok("not checked: nobody answers".into())
    }
}

/// A Rust program at a fixed version, installed in its own folder.
struct CargoTool {
    name: &'static str,
    version: &'static str,
}

const DENY: CargoTool = CargoTool { name: "cargo-deny", version: "0.20.2" };
const MACHETE: CargoTool = CargoTool { name: "cargo-machete", version: "0.9.2" };

impl CargoTool {
    fn with(&self, args: &[&str]) -> Expression {
        tool(folder().join("bin").join(self.name), args)
    }

    fn is_there(&self) -> bool {
        let said = run(&self.with(&["--version"]));
        said.is_ok_and(|said| said.split_whitespace().next_back() == Some(self.version))
    }
}

fn folder() -> PathBuf {
    TARGET.join("tools")
}

/// Compiles missing tools, which takes a minute or two, once.
fn install(task: &crate::report::Task<'_>) -> anyhow::Result<Option<String>> {
    let missing: Vec<_> = [DENY, MACHETE]
        .iter()
        .filter(|tool| !tool.is_there())
        .map(|tool| format!("{}@{}", tool.name, tool.version))
        .collect();
    if missing.is_empty() {
        return Ok(None);
    }
    task.note(&format!("compiling {}, once", missing.join(" and ")));
    let built = folder().join("build");
    let args = ["install", "--quiet", "--locked", "--force", "--debug"];
    let missing: Vec<_> = missing.iter().map(String::as_str).collect();
    let install = cargo(&[&args[..], &missing].concat())
        // The tools run for a moment only, so compiling them quickly matters more than their speed.
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .env("CARGO_TARGET_DIR", &built)
        .env("CARGO_INSTALL_ROOT", folder());
    let installed = run(&install).advise("If the network failed, run this again.");
    // Half a gigabyte of build output that is not needed again.
    let _ = std::fs::remove_dir_all(built);
    installed.map(|_| Some("installed in target/tools".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(ok: bool, output: &str) -> Outcome {
        Outcome { ok, timed_out: false, output: output.into() }
    }

    #[test]
    fn only_advisory_services_that_do_not_answer_are_skipped() {
        for unanswered in [
            "[ERROR] failed to fetch advisory database https://example.com/db",
            "npm error code ENOTFOUND",
            "npm warn audit 405 Method Not Allowed - POST /-/npm/v1/security/advisories/bulk",
        ] {
            let passed_over = advisories_result(said(false, unanswered), false).unwrap();
            assert_eq!(passed_over, "not checked: nobody answers");
        }
        for failure in [
            "error[vulnerability]: a way in",
            "# npm audit report\n\na  <1.0.0\nSeverity: high",
            "npm error code ENOLOCK",
            "npm error audit endpoint returned an error\n401 Unauthorized - POST",
            "",
        ] {
            let error = advisories_result(said(false, failure), false).unwrap_err().to_string();
            assert!(error.starts_with(failure), "{error}");
        }
        assert_eq!(
            advisories_result(said(true, "found 0 vulnerabilities"), true).unwrap(),
            "none known"
        );
    }

    #[test]
    fn advisories_can_be_required() {
        let late = Outcome { timed_out: true, ..said(false, "") };
        let error = advisories_result(late, true).unwrap_err().to_string();
        assert!(error.contains("XTASK_ADVISORIES"), "{error}");
    }
}
