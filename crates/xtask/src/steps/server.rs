//! The servers: the development server, and hosted mode's.

use std::path::PathBuf;

use super::{Step, cargo_build, left_by_cargo};
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
    built(home, "server", "devserver", program(home))
}

pub(super) fn hosted_step(home: &Workspace) -> Step<'_> {
    built(home, "hosted", "server", hosted_program(home))
}

fn built<'a>(
    home: &'a Workspace,
    name: &'static str,
    package: &'static str,
    program: PathBuf,
) -> Step<'a> {
    Step {
        name,
        compile: Some(Box::new(move |_| cargo_build(home, &["--package", package]))),
        inputs: Inputs::of_recipe(include_str!("server.rs")).program(program.clone()),
        outputs: vec![Output::Presence(program)],
        work: Box::new(|_| Ok("built".into())),
    }
}
