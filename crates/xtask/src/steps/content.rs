//! The company's content, checked and written as TypeScript.

use super::{Step, generating};
use crate::workspace::Workspace;

pub(super) fn step(home: &Workspace) -> Step<'_> {
    let step = generating(home, "content", include_str!("content.rs"), "web/src/content/generated");
    let inputs = step
        .inputs
        .path(home.path("content"))
        // Copied by the web build, not read here.
        .without(home.path("content/public"));
    Step { inputs, ..step }
}
