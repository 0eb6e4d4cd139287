//! Vite's manifest: which files a part of the site is made of.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::failure::Failure;

const ENTRY: &str = "src/app/client.tsx";
const GLUE: &str = "src/rules/pkg/rules.js";
const MODULE: &str = "src/rules/pkg/rules_bg.wasm";
/// Texts that a page fetches by its address: a post's own.
const CONTENT: &str = "src/content/";

/// The parts of the client, by their source or the bundler's own name for them.
#[derive(Debug)]
pub(super) struct Manifest(BTreeMap<String, Chunk>);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Chunk {
    file: String,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    dynamic_imports: Vec<String>,
}

impl Manifest {
    pub(super) fn read(file: &Path) -> Result<Self, Failure> {
        let text = fs::read(file).map_err(|error| {
            Failure::of_file(file, &error).mended_by("Remove web/dist, and build the site again.")
        })?;
        serde_json::from_slice(&text).map(Self).map_err(|error| {
            Failure::new(
                format!("{}: {error}", file.display()),
                "Vite's manifest has another form than it had; read it anew in budgets/manifest.rs.",
            )
        })
    }

    /// Each page that does not reach for the rules, which is what a form does, with the scripts
    /// of a first visit: the entry, the page, and all that both import.
    pub(super) fn pages_without_forms(&self) -> Result<Vec<(String, Vec<String>)>, Failure> {
        let mut pages = Vec::new();
        for page in &self.chunk(ENTRY)?.dynamic_imports {
            let later = self.dynamic_imports(&self.reached(&[page])?)?;
            if later.contains(GLUE) {
                continue;
            }
            let reached = self.reached(&[ENTRY, page])?;
            let texts: Vec<_> = later.iter().filter(|name| name.starts_with(CONTENT)).collect();
            if texts.is_empty() {
                pages.push((short(page).into(), self.files(&reached)?));
            }
            for text in texts {
                let mut files = self.files(&reached)?;
                files.push(self.chunk(text)?.file.clone());
                pages.push((format!("{} with {}", short(page), short(text)), files));
            }
        }
        Ok(pages)
    }

    /// The WebAssembly module and the script that wasm-bindgen writes to call it.
    pub(super) fn rules(&self) -> Result<Vec<String>, Failure> {
        [GLUE, MODULE].iter().map(|name| Ok(self.chunk(name)?.file.clone())).collect()
    }

    fn files(&self, names: &BTreeSet<String>) -> Result<Vec<String>, Failure> {
        names.iter().map(|name| Ok(self.chunk(name)?.file.clone())).collect()
    }

    fn chunk(&self, name: &str) -> Result<&Chunk, Failure> {
        self.0.get(name).ok_or_else(|| {
            Failure::new(
                format!("Vite's manifest does not know {name}."),
                "If it has moved, name its new place in crates/xtask/src/verbs/check/budgets.",
            )
        })
    }

    /// These parts and all that they import, and what that imports.
    fn reached(&self, from: &[&str]) -> Result<BTreeSet<String>, Failure> {
        let mut reached = BTreeSet::new();
        let mut waiting: Vec<&str> = from.to_vec();
        while let Some(name) = waiting.pop() {
            if reached.insert(name.to_owned()) {
                waiting.extend(self.chunk(name)?.imports.iter().map(String::as_str));
            }
        }
        Ok(reached)
    }

    /// What any of these parts fetches only when it is needed.
    fn dynamic_imports(&self, names: &BTreeSet<String>) -> Result<BTreeSet<String>, Failure> {
        let mut all = BTreeSet::new();
        for name in names {
            all.extend(self.chunk(name)?.dynamic_imports.iter().cloned());
        }
        Ok(all)
    }
}

/// The last part of a path.
fn short(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
