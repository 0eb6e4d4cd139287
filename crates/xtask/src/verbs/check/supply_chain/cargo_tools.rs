//! Programs in Rust that look at dependencies: each at one version, in a folder of their own.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::report::Report;
use crate::shell::Tool;
use crate::workspace::Workspace;

/// Licences, sources, double versions and advisories of crates.
pub(super) const DENY: CargoTool = CargoTool { name: "cargo-deny", version: "0.20.2" };
/// Dependencies that nothing uses.
pub(super) const MACHETE: CargoTool = CargoTool { name: "cargo-machete", version: "0.9.2" };

/// A program that cargo installs.
pub(super) struct CargoTool {
    name: &'static str,
    version: &'static str,
}

/// Compiles the tools that are missing, which takes a minute or two, once.
pub(in crate::verbs::check) fn install(home: &Workspace, report: &Report) -> Result<(), Failure> {
    let missing: Vec<_> = [DENY, MACHETE].into_iter().filter(|tool| !tool.is_there(home)).collect();
    if missing.is_empty() {
        report.fresh("tools");
        return Ok(());
    }
    let packages: Vec<_> =
        missing.iter().map(|tool| format!("{}@{}", tool.name, tool.version)).collect();
    let task = report.start("tools");
    task.note(&format!("compiling {}, once", packages.join(" and ")));
    let built = home.target().join("tools/build");
    let installed = Tool::cargo(home)
        // They look at a few hundred lines: what counts is how soon they are there.
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .args(["install", "--quiet", "--locked", "--force", "--debug"])
        .arg_path("--root", &home.target().join("tools"))
        .arg_path("--target-dir", &built)
        .args(&packages)
        .run();
    // Half a gigabyte that nobody needs again, and whose loss hurts nobody.
    let _ = std::fs::remove_dir_all(built);
    task.conclude(installed.map(|_| "installed in target/tools".to_owned()))
        .map_err(|failure| failure.mended_by("If the network failed, run this again."))
}

impl CargoTool {
    /// Where cargo leaves it.
    pub(super) fn program(&self, home: &Workspace) -> PathBuf {
        let file = format!("{}{}", self.name, std::env::consts::EXE_SUFFIX);
        home.target().join("tools/bin").join(file)
    }

    fn is_there(&self, home: &Workspace) -> bool {
        let said = Tool::new(home, self.program(home)).args(["--version"]).run();
        said.is_ok_and(|said| said.split_whitespace().next_back() == Some(self.version))
    }
}
