//! The npm packages that the lock file of web/ names.

use super::Step;
use crate::node;
use crate::npm_folder::npm_ci;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

pub(super) fn step(home: &Workspace) -> Step<'_> {
    Step {
        name: "packages",
        compile: None,
        inputs: Inputs::of_recipe(include_str!("packages.rs"))
            .path(home.path("web/package.json"))
            .path(home.path("web/package-lock.json")),
        // npm's own note on what it installed, written last.
        outputs: vec![Output::Content(home.path("web/node_modules/.package-lock.json"))],
        work: Box::new(move |task| {
            node::check(home)?;
            task.note("installing (npm ci)");
            npm_ci(home, "web")?;
            Ok("installed".into())
        }),
    }
}
