//! The toolchain in use, with a target that it has or that rustup adds.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{TARGET, module};
use crate::failure::Failure;
use crate::report::Task;
use crate::shell::{Tool, which};
use crate::workspace::Workspace;

/// Without a network rustup gives up within seconds; behind a strange one it may never.
const LIMIT: Duration = Duration::from_secs(60);

/// Whether the toolchain has the target's standard library.
pub(super) fn is_ready(sysroot: &Path) -> bool {
    sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir()
}

/// Has rustup add the target. False where there is no rustup or it cannot.
pub(super) fn prepare(home: &Workspace, task: &Task) -> bool {
    if which("rustup").is_none() {
        return false;
    }
    task.note("adding the target (rustup)");
    Tool::new(home, "rustup")
        .args(["target", "add", TARGET])
        .limit(LIMIT)
        .outcome()
        .is_ok_and(|outcome| outcome.ok)
}

/// Compiles with the toolchain in use.
pub(super) fn compile(home: &Workspace) -> Result<PathBuf, Failure> {
    Tool::cargo(home)
        .args(["build", "--quiet", "--profile", "wasm", "--package", "wasm", "--target", TARGET])
        .arg_path("--target-dir", home.target())
        .run()?;
    Ok(module(home.target()))
}
