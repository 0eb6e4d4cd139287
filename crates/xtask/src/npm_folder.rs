//! A folder of Node scripts with packages of its own, whose lock file is not the site's.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::failure::Failure;
use crate::node;
use crate::report::Task;
use crate::shell::Tool;
use crate::stamp::{Inputs, Output, Stamp};
use crate::workspace::Workspace;

/// Such a folder, by its name in the repository's root.
pub(crate) struct NpmFolder<'a> {
    pub(crate) home: &'a Workspace,
    pub(crate) name: &'static str,
}

impl NpmFolder<'_> {
    /// Installs what the lock file names, unless that is there.
    pub(crate) fn install(&self, task: &Task) -> Result<(), Failure> {
        node::check(self.home)?;
        let folder = self.home.path(self.name);
        let stamp = Stamp::of(&format!("{}-packages", self.name), &self.home.scratch());
        let inputs = Inputs::of_recipe(include_str!("npm_folder.rs"))
            .path(folder.join("package.json"))
            .path(folder.join("package-lock.json"));
        // npm's own note on what it installed, written last.
        let outputs = [Output::Content(folder.join("node_modules/.package-lock.json"))];
        let cannot_read = |error| Failure::of_file(&folder, &error);
        let inputs = Stamp::inputs(&inputs).map_err(cannot_read)?;
        if stamp.is_good(&inputs, &outputs) {
            return Ok(());
        }
        stamp.lift();
        task.note(&format!("installing the packages of {}/ (npm)", self.name));
        npm_ci(self.home, self.name)?;
        stamp.press(&inputs, &outputs).map_err(cannot_read)?;
        Ok(())
    }

    /// Runs a script in Node, with what it is asked for, and returns what it found. Both go
    /// through files in `scratch`.
    pub(crate) fn ask<Found: DeserializeOwned>(
        &self,
        script: &str,
        asked: &Value,
        scratch: &Path,
        adapt: impl FnOnce(Tool) -> Tool,
    ) -> Result<Found, Failure> {
        let (question, answer) = (scratch.join("asked.json"), scratch.join("found.json"));
        let written =
            fs::create_dir_all(scratch).and_then(|()| fs::write(&question, asked.to_string()));
        written.map_err(|error| Failure::of_file(&question, &error))?;
        // The last script's answer must not be read in place of this one's.
        let _ = fs::remove_file(&answer);
        let name = format!("{}/{script}", self.name);
        adapt(Tool::new(self.home, "node"))
            .at(&self.home.path(self.name))
            .args([Path::new(script), &question, &answer])
            .run()
            .map_err(|failure| Failure { what: format!("{name} failed."), ..failure })?;
        let text = fs::read(&answer).map_err(|error| Failure::of_file(&answer, &error))?;
        serde_json::from_slice(&text).map_err(|error| {
            Failure::new(
                format!("{name} found something unexpected: {error}."),
                "Mend the script, or what reads it in crates/xtask/src/verbs.",
            )
        })
    }
}

/// Installs exactly what the lock file of the folder `inside` names.
pub(crate) fn npm_ci(home: &Workspace, inside: &str) -> Result<(), Failure> {
    Tool::npm(home)
        .at(&home.path(inside))
        .args(["ci", "--no-audit", "--no-fund"])
        // A browser is fetched when tests need one and there is none.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .run()
        .map(drop)
        .map_err(|failure| {
            failure.mended_by(format!(
                "If the lock file is stale, run `npm install` in {inside}/; if the network failed, \
                 run this again."
            ))
        })
}
