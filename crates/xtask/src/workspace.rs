//! Where things are.

use std::path::{Path, PathBuf};

/// The repository and the folder that cargo builds into.
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// Finds the repository that this program was built from.
    pub(crate) fn locate() -> Self {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest.ancestors().nth(2).unwrap_or(manifest).to_path_buf();
        // This program lies in <target>/<profile>/, wherever a user's cargo settings put it.
        let target = std::env::current_exe()
            .ok()
            .and_then(|program| program.ancestors().nth(2).map(Path::to_path_buf))
            .unwrap_or_else(|| root.join("target"));
        Self { root, target }
    }

    /// A repository elsewhere.
    #[cfg(test)]
    pub(crate) fn at(root: PathBuf) -> Self {
        Self { target: root.join("target"), root }
    }

    /// The repository's root.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path inside the repository, written with forward slashes.
    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.root.join(inside)
    }

    /// Cargo's target folder.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Where this program keeps its stamps, logs and half-finished work.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.target.join("xtask")
    }
}
