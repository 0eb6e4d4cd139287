//! The company's content, checked and written as TypeScript.

use super::{Step, generate, generator};
use crate::shell::last_line;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

pub(super) fn step(home: &Workspace) -> Step<'_> {
    let inputs = Inputs::of_recipe(include_str!("content.rs"))
        .path(home.path("content"))
        // Copied by the web build, not read here.
        .without(home.path("content/public"));
    Step {
        name: "content",
        inputs: generator(home).into_iter().fold(inputs, Inputs::path),
        outputs: vec![Output::Content(home.path("web/src/content/generated"))],
        work: Box::new(|_| Ok(last_line(&generate(home, &["content"])?).into())),
    }
}
