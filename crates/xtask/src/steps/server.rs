//! The development server.

use std::path::PathBuf;

use super::Step;
use crate::shell::Tool;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

/// Where cargo leaves the server.
pub(crate) fn program(home: &Workspace) -> PathBuf {
    home.target().join("debug").join(format!("devserver{}", std::env::consts::EXE_SUFFIX))
}

pub(super) fn step(home: &Workspace) -> Step<'_> {
    Step {
        name: "server",
        inputs: Inputs::of_recipe(include_str!("server.rs"))
            .path(home.path("crates/devserver"))
            .without(home.path("crates/devserver/tests"))
            .path(home.path("Cargo.toml"))
            .path(home.path("Cargo.lock")),
        outputs: vec![Output::Presence(program(home))],
        work: Box::new(|_| {
            Tool::cargo(home)
                .args(["build", "--quiet", "--package", "devserver"])
                .arg_path("--target-dir", home.target())
                .run()?;
            Ok("built".into())
        }),
    }
}
