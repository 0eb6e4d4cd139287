//! Generated files in memory, before they are written or compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;

/// The files by path below the folder.
#[derive(Default)]
pub(crate) struct Output(BTreeMap<String, String>);

impl Output {
    pub(crate) fn add(&mut self, path: impl Into<String>, text: String) {
        self.0.insert(path.into(), text);
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Writes the files that differ, so that watchers are not triggered for nothing, and removes
    /// generated files that are no longer needed. Returns how many files have changed.
    pub(crate) fn write(&self, folder: &Path) -> anyhow::Result<usize> {
        let mut changed = 0;
        for (path, text) in self.files() {
            let file = folder.join(path);
            if fs::read_to_string(&file).is_ok_and(|old| old == text) {
                continue;
            }
            if let Some(parent) = file.parent() {
                fs::create_dir_all(parent).with_context(|| parent.display().to_string())?;
            }
            fs::write(&file, text).with_context(|| file.display().to_string())?;
            changed += 1;
        }
        for path in self.stale(folder)? {
            fs::remove_file(folder.join(&path)).with_context(|| path.clone())?;
            changed += 1;
        }
        Ok(changed)
    }

    /// TypeScript files in the folder that are no longer generated.
    pub(crate) fn stale(&self, folder: &Path) -> anyhow::Result<Vec<String>> {
        let mut stale = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(below) = folders.pop() {
            let Ok(entries) = fs::read_dir(folder.join(&below)) else { continue };
            for entry in entries {
                let entry = entry?;
                let path = format!("{below}{}", entry.file_name().to_string_lossy());
                if entry.file_type()?.is_dir() {
                    folders.push(format!("{path}/"));
                } else if path.ends_with(".ts") && !self.0.contains_key(&path) {
                    stale.push(path);
                }
            }
        }
        stale.sort();
        Ok(stale)
    }
}
