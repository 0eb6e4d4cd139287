//! `cargo xtask check`: formatting, lints, types, fresh bindings, and dependencies.

use std::time::Instant;

use anyhow::bail;
use duct::Expression;

use crate::build::Build;
use crate::dependencies;
use crate::report::{Failed, Report};
use crate::tool::{self, Advise, cargo, npm};

/// Runs every check, even after failures.
pub(crate) fn all(report: &Report) -> Failed {
    let mut failed = Failed::new();
    let mut check = |name, tool, advice| failed.extend(one(report, name, &tool, advice).err());
    check("format", cargo(&["fmt", "--all", "--check"]), "Run `cargo fmt --all`.");
    let clippy = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
    check("clippy", cargo(&clippy), "`cargo clippy --fix --workspace --all-targets` helps.");
    failed.extend(bindings(report).err().map(|error| ("bindings", error)));
    // The lints and types of web/ need the generated files.
    match Build::new(report).sources_but_bindings() {
        Ok(_) => {
            let npm = |script| npm("web", &["run", "--silent", script]);
            for (name, script, advice) in [
                ("lint", "lint", "Run `npm run format` in web/, and mend what the linter names."),
                ("types", "typecheck", "If a Rust type has changed, run `cargo xtask bindings`."),
                ("knip", "unused", "Remove it, or say in web/knip.jsonc what needs it."),
            ] {
                failed.extend(one(report, name, &npm(script), advice).err());
            }
        }
        Err(error) => {
            report.line("lint", "not run, nor types and knip: a step before them failed");
            failed.push(("sources", error));
        }
    }
    failed.extend(dependencies::check(report));
    failed
}

/// `cargo xtask check`.
pub(crate) fn run(report: &Report) -> anyhow::Result<()> {
    let since = Instant::now();
    let failed = all(report);
    if failed.is_empty() {
        report.took("check", "all is well", since);
        return Ok(());
    }
    bail!("{}", report_failures(report, failed))
}

/// Compares the committed bindings with the generated ones.
pub(crate) fn bindings(report: &Report) -> anyhow::Result<()> {
    let args = ["run", "--quiet", "--bin=generate", "bindings", "--check"];
    let advice = "Run `cargo xtask bindings` and commit what it writes.";
    one(report, "bindings", &cargo(&args), advice).map_err(|(_, error)| error)
}

/// Runs one tool that changes nothing.
fn one(
    report: &Report,
    name: &'static str,
    tool: &Expression,
    advice: &str,
) -> Result<(), (&'static str, anyhow::Error)> {
    let work = report.step(name, |_| tool::run(tool).advise(advice).map(|_| Some("ok".to_owned())));
    work.map(drop).map_err(|error| (name, error))
}

/// Shows why each check failed, and ends with a list of all failures.
pub(crate) fn report_failures(report: &Report, failed: Failed) -> String {
    failed.iter().for_each(|(_, error)| report.failure(error));
    let names: Vec<_> = failed.into_iter().map(|(name, _)| name).collect();
    format!("Failing: {}", names.join(", "))
}
