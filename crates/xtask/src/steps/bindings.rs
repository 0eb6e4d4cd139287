//! The TypeScript types of the domain, in bindings/.

use super::{Step, generate, generator};
use crate::shell::last_line;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

pub(super) fn step(home: &Workspace) -> Step<'_> {
    let inputs = Inputs::of_recipe(include_str!("bindings.rs"));
    Step {
        name: "bindings",
        inputs: generator(home).into_iter().fold(inputs, Inputs::path),
        outputs: vec![Output::Content(home.path("bindings"))],
        work: Box::new(|_| Ok(last_line(&generate(home, &["bindings"])?).into())),
    }
}
