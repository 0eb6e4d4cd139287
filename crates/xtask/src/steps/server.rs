//! The servers: the development server, and hosted mode's.

use std::path::PathBuf;

use super::Step;
use crate::shell::Tool;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

/// Where cargo leaves the development server.
pub(crate) fn program(home: &Workspace) -> PathBuf {
    left_by_cargo(home, "devserver")
}

/// Where cargo leaves hosted mode's server.
pub(crate) fn hosted_program(home: &Workspace) -> PathBuf {
    left_by_cargo(home, "server")
}

pub(super) fn step(home: &Workspace) -> Step<'_> {
    built(home, "server", "devserver", program(home), &["crates/devserver"])
}

pub(super) fn hosted_step(home: &Workspace) -> Step<'_> {
    let made_of = ["crates/server", "crates/store", "crates/domain", "crates/devserver"];
    built(home, "hosted", "server", hosted_program(home), &made_of)
}

fn built<'a>(
    home: &'a Workspace,
    name: &'static str,
    package: &'static str,
    program: PathBuf,
    made_of: &[&str],
) -> Step<'a> {
    let inputs = Inputs::of_recipe(include_str!("server.rs"))
        .path(home.path("Cargo.toml"))
        .path(home.path("Cargo.lock"));
    let inputs = made_of.iter().fold(inputs, |inputs, folder| {
        let folder = home.path(folder);
        inputs.without(folder.join("tests")).path(folder)
    });
    Step {
        name,
        inputs,
        outputs: vec![Output::Presence(program)],
        work: Box::new(move |_| {
            Tool::cargo(home)
                .args(["build", "--quiet", "--package", package])
                .arg_path("--target-dir", home.target())
                .run()?;
            Ok("built".into())
        }),
    }
}

fn left_by_cargo(home: &Workspace, name: &str) -> PathBuf {
    home.target().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
