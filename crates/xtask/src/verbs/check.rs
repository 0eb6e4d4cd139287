//! `cargo xtask check`.

pub(crate) mod budgets;
pub(super) mod supply_chain;

use std::time::Instant;

use crate::failure::Failure;
use crate::report::Report;
use crate::shell::Tool;
use crate::steps::Steps;
use crate::verbs::bindings::compare;
use crate::workspace::Workspace;

use supply_chain::licences;

/// What failed, by the name of its line in the report.
pub(super) type Failed = Vec<(&'static str, Failure)>;

/// Runs every check, then shows what failed. False if anything did.
pub(crate) fn check(home: &Workspace, report: &Report) -> bool {
    let since = Instant::now();
    let mut failed = failed_checks(home, report);
    // A site that is older than its sources says nothing about them.
    if (Steps { home, report }).site_is_fresh() {
        failed.extend(failed_of_the_site(home, report));
    } else {
        report.line("budgets", "not weighed: build the site first");
        report.line("licences", "not looked at: build the site first");
    }
    tell(report, &failed);
    if failed.is_empty() {
        report.timed("check", "all is well", since.elapsed());
    }
    failed.is_empty()
}

/// Holds the built site against what it may weigh and whose code it may hold.
pub(super) fn failed_of_the_site(home: &Workspace, report: &Report) -> Failed {
    let budgets = budgets::keep(home, report).err().map(|failure| ("budgets", failure));
    let licences = licences::keep(home, report).err().map(|failure| ("licences", failure));
    budgets.into_iter().chain(licences).collect()
}

/// Runs every check, whatever fails on the way.
pub(super) fn failed_checks(home: &Workspace, report: &Report) -> Failed {
    let mut failed = failed_lints(home, report);
    match supply_chain::install(home, report) {
        Ok(()) => failed.extend(supply_chain::keep(home, report)),
        Err(failure) => {
            supply_chain::leave_out(report);
            failed.push(("tools", failure));
        }
    }
    failed
}

fn failed_lints(home: &Workspace, report: &Report) -> Failed {
    let mut failed = Failed::new();
    let mut run = |lint: Lint| failed.extend(lint.run(report).err());
    run(format(home));
    run(clippy(home));
    failed.extend(compare(home, report).err().map(|failure| ("bindings", failure)));

    // The lints and types of web/ need what is generated for it.
    match (Steps { home, report }).sources_but_bindings() {
        Ok(_) => {
            let lints = [lint(home), types(home), knip(home)];
            failed.extend(lints.into_iter().filter_map(|lint| lint.run(report).err()));
        }
        Err(failure) => {
            report.line("lint", "not run: a step before it failed");
            report.line("types", "not run: a step before it failed");
            report.line("knip", "not run: a step before it failed");
            failed.push(("sources", failure));
        }
    }
    failed
}

/// Shows why each failed, and names all of them again where the eye rests.
pub(super) fn tell(report: &Report, failed: &Failed) {
    for (_, failure) in failed {
        report.failure(failure);
    }
    if !failed.is_empty() {
        let names: Vec<_> = failed.iter().map(|(name, _)| *name).collect();
        report.say(&format!("Failing: {}", names.join(", ")));
    }
}

/// One tool that looks and changes nothing.
struct Lint {
    name: &'static str,
    tool: Tool,
    mend: &'static str,
}

impl Lint {
    fn run(self, report: &Report) -> Result<(), (&'static str, Failure)> {
        let task = report.start(self.name);
        task.conclude(self.tool.run().map(|_| "ok".to_owned()))
            .map_err(|failure| (self.name, failure.mended_by(self.mend)))
    }
}

fn format(home: &Workspace) -> Lint {
    Lint {
        name: "format",
        tool: Tool::cargo(home).args(["fmt", "--all", "--check"]),
        mend: "Run `cargo fmt --all`.",
    }
}

fn clippy(home: &Workspace) -> Lint {
    Lint {
        name: "clippy",
        tool: Tool::cargo(home)
            .args(["clippy", "--quiet", "--workspace", "--all-targets", "--"])
            .args(["-D", "warnings"]),
        mend: "Mend the lines named above; \
               `cargo clippy --fix --workspace --all-targets` mends what it can.",
    }
}

fn lint(home: &Workspace) -> Lint {
    Lint {
        name: "lint",
        tool: Tool::npm(home).args(["run", "--silent", "lint"]),
        mend: "Run `npm run format` in web/, and mend by hand what the linter names.",
    }
}

fn knip(home: &Workspace) -> Lint {
    Lint {
        name: "knip",
        tool: Tool::npm(home).args(["run", "--silent", "unused"]),
        mend: "Remove what nothing needs, or say in web/knip.jsonc what needs it.",
    }
}

fn types(home: &Workspace) -> Lint {
    Lint {
        name: "types",
        tool: Tool::npm(home).args(["run", "--silent", "typecheck"]),
        mend: "Mend the lines named above; \
               if a type of the domain changed, run `cargo xtask bindings` first.",
    }
}
