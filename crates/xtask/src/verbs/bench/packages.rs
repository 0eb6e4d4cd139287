//! The npm packages of bench/: what the site is measured with and against.

use crate::failure::Failure;
use crate::node;
use crate::report::Task;
use crate::shell::Tool;
use crate::stamp::{Inputs, Output, Stamp};
use crate::workspace::Workspace;

/// Installs what the lock file names, unless that is there.
pub(super) fn install(home: &Workspace, task: &Task) -> Result<(), Failure> {
    node::check(home)?;
    let stamp = Stamp::of("bench-packages", &home.scratch());
    let inputs = Inputs::of_recipe(include_str!("packages.rs"))
        .path(home.path("bench/package.json"))
        .path(home.path("bench/package-lock.json"));
    // npm's own note on what it installed, written last.
    let outputs = [Output::Content(home.path("bench/node_modules/.package-lock.json"))];
    let cannot_read = |error| Failure::of_file(&home.path("bench"), &error);
    let inputs = Stamp::inputs(&inputs).map_err(cannot_read)?;
    if stamp.is_good(&inputs, &outputs) {
        return Ok(());
    }
    stamp.lift();
    task.note("installing what to measure with (npm)");
    // A registry that lacks packages for other systems leaves gaps in the lock file, and `npm ci`
    // takes those for a stale one.
    npm(home, &["ci"]).or_else(|_| npm(home, &["install", "--no-save"]))?;
    stamp.press(&inputs, &outputs).map_err(cannot_read)?;
    Ok(())
}

fn npm(home: &Workspace, words: &[&str]) -> Result<(), Failure> {
    Tool::npm(home)
        .at(&home.path("bench"))
        .args(words)
        .args(["--no-audit", "--no-fund"])
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .run()
        .map(drop)
        .map_err(|failure| failure.mended_by("If the network failed, run this again."))
}
