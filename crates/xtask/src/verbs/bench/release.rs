//! The server as it is deployed.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::report::Task;
use crate::shell::Tool;
use crate::workspace::Workspace;

/// Builds it in its release profile, and says where it is.
pub(super) fn build(home: &Workspace, task: &Task) -> Result<PathBuf, Failure> {
    task.note("building the server (release)");
    Tool::cargo(home)
        .args(["build", "--quiet", "--release", "--package", "devserver"])
        .arg_path("--target-dir", home.target())
        .run()?;
    let name = format!("devserver{}", std::env::consts::EXE_SUFFIX);
    Ok(home.target().join("release").join(name))
}
