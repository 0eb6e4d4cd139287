//! The site itself: bundled, prerendered, compressed, in web/dist.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Step, headers};
use crate::shell::Tool;
use crate::stamp::{Inputs, Output};
use crate::workspace::Workspace;

pub(super) fn step(home: &Workspace) -> Step<'_> {
    let inputs = Inputs::of_recipe(include_str!("web.rs"))
        .path(home.path("web/src"))
        .path(home.path("web/scripts"))
        .path(home.path("bindings"))
        .path(home.path("content"))
        .without(home.path("web/src/testing"))
        .without_ending(".test.ts")
        .without_ending(".test.tsx");
    let dist = home.path("web/dist");
    Step {
        name: "web",
        compile: None,
        inputs: settings(&home.path("web")).into_iter().fold(inputs, Inputs::path),
        outputs: vec![
            Output::ContentBut(dist, headers::FILES.map(|file| home.path(file)).into()),
            Output::Presence(home.path("web/dist/.build")),
        ],
        work: Box::new(|task| {
            task.note("bundling and prerendering");
            Tool::npm(home).args(["run", "--silent", "build"]).run()?;
            Ok("built into web/dist".into())
        }),
    }
}

/// The files beside src/ that steer the build, in the order of their names.
fn settings(web: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(web).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .filter(|entry| entry.file_name().to_str().is_some_and(steers_the_build))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

/// Whether a file of this name, directly in web/, has a say in the build.
pub(crate) fn steers_the_build(name: &str) -> bool {
    let of_a_test_runner = name.starts_with("playwright.") || name.starts_with("vitest.");
    // Vite may put a copy of its settings beside them for a moment.
    let passing = name.starts_with('.') || name.contains(".timestamp-");
    let ending = name.rsplit('.').next().unwrap_or_default();
    !passing && !of_a_test_runner && ["json", "ts", "js", "mjs", "html"].contains(&ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_the_build_are_told_from_those_of_tests_and_lints() {
        for name in ["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"] {
            assert!(steers_the_build(name), "{name}");
        }
        for name in ["playwright.config.ts", "vitest.config.ts", ".oxlintrc.json", "dist"] {
            assert!(!steers_the_build(name), "{name}");
        }
    }
}
