//! Removing the service worker of a built site from all browsers.

use std::{fs, io, path::Path};

use crate::{
    LoadError,
    files::{BUILD_STAMP, NO_WORKER, build_stamp, unreadable},
    headers::WORKER,
    static_hosts::unwritable,
};

/// What the stamp of a build ends with whose worker was removed.
const REMOVED: &str = " without its worker";

/// Replaces the service worker in the built site by the one that removes it from browsers, with
/// everything that it stored. A server that serves this folder notices within a second, because the
/// build's stamp changes. The next build has its own worker again.
///
/// # Errors
///
/// [`LoadError`] if the folder has no built site or cannot be written to.
pub fn remove_worker(dist: &Path) -> Result<(), LoadError> {
    if !dist.join("index.html").is_file() {
        return Err(LoadError::NotBuilt { dist: dist.to_owned() });
    }
    let path = dist.join(NO_WORKER);
    let removing = fs::read(&path).map_err(|source| unreadable(&path, source))?;
    replace(dist, WORKER, &removing)?;
    // Servers prefer these to the file itself.
    for variant in ["br", "gz"] {
        let path = dist.join(format!("{WORKER}.{variant}"));
        match fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(unwritable(&path, source));
            }
            _ => {}
        }
    }
    // Last: when it changes, a server reads the folder again.
    let stamp = build_stamp(dist).unwrap_or_default();
    let stamp = stamp.trim().trim_end_matches(REMOVED);
    replace(dist, BUILD_STAMP, format!("{stamp}{REMOVED}\n").as_bytes())
}

/// Replaces a file as a whole, so that nobody reads half of it.
fn replace(dist: &Path, name: &str, content: &[u8]) -> Result<(), LoadError> {
    let (path, new) = (dist.join(name), dist.join(format!(".{name}.new")));
    let written = fs::write(&new, content).and_then(|()| fs::rename(&new, &path));
    written.map_err(|source| unwritable(&path, source))
}
