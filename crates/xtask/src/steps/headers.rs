//! The site's headers and redirects, in the form that static hosts read.

use super::{Step, server};
use crate::shell::Tool;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

/// What this step adds to the built site.
pub(super) const FILES: [&str; 2] = ["web/dist/_headers", "web/dist/_redirects"];

pub(super) fn step(home: &Workspace) -> Step<'_> {
    Step {
        name: "headers",
        inputs: Inputs::of_recipe(include_str!("headers.rs"))
            .path(home.path("crates/devserver"))
            .without(home.path("crates/devserver/tests"))
            .path(home.path("web/dist"))
            .without(home.path(FILES[0]))
            .without(home.path(FILES[1])),
        outputs: FILES.map(|file| Output::Content(home.path(file))).into(),
        work: Box::new(|_| {
            Tool::new(home, server::program(home))
                .args(["--dist", "web/dist", "--write-headers"])
                .run()?;
            Ok("written for static hosts".into())
        }),
    }
}
