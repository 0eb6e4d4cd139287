//! The site's headers, redirects and pages for what is missing, as static hosts read them.

use super::{Step, server};
use crate::shell::Tool;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

/// What this step adds to the built site: all that the server writes for static hosts.
pub(super) const FILES: [&str; 4] =
    ["web/dist/_headers", "web/dist/_redirects", "web/dist/404.txt", "web/dist/blog/404.html"];

pub(super) fn step(home: &Workspace) -> Step<'_> {
    let inputs = Inputs::of_recipe(include_str!("headers.rs"))
        .program(server::program(home))
        .path(home.path("web/dist"));
    Step {
        name: "headers",
        compile: None,
        inputs: FILES.iter().fold(inputs, |inputs, file| inputs.without(home.path(file))),
        outputs: FILES.map(|file| Output::Content(home.path(file))).into(),
        work: Box::new(|_| {
            Tool::new(home, server::program(home))
                .args(["--dist", "web/dist", "--write-headers"])
                .run()?;
            Ok("written for static hosts".into())
        }),
    }
}
