//! The two files that are asked for.

mod filler;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::verbs::bench::context::Bench;

/// The files' names in the document.
pub(super) const NAMES: [&str; 2] = ["A page of 12 kB", "A script of 80 kB"];

/// How far a file of the site may be from the size it stands for.
const TOLERANCE: f64 = 0.1;

/// A file of the site that the servers are given.
pub(super) struct MeasuredFile {
    /// What it is in the document.
    pub(super) name: &'static str,
    /// Where it is asked for.
    pub(super) path: &'static str,
    /// Where it lies in the folder.
    pub(super) file: &'static str,
    /// Bytes over the wire, compressed.
    size: u64,
    /// Where in the built site files of its kind lie, and how their names end.
    like: (&'static str, &'static str),
}

const FILES: [MeasuredFile; 2] = [
    MeasuredFile {
        name: NAMES[0],
        path: "/page",
        file: "page.html",
        size: 12_000,
        like: ("web/dist", ".html"),
    },
    MeasuredFile {
        name: NAMES[1],
        path: "/assets/script.js",
        file: "assets/script.js",
        size: 80_000,
        like: ("web/dist/assets", ".js"),
    },
];

/// Lays a site out in `folder` that has these files: each the one of the built site that is
/// nearest in its size, or, where none is near, text that is compressed to that size.
pub(super) fn lay_out(bench: &Bench<'_>, folder: &Path) -> Result<[MeasuredFile; 2], Failure> {
    let cannot = |error| Failure::of_file(folder, &error);
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder.join("assets")).map_err(cannot)?;
    for file in &FILES {
        let target = folder.join(file.file);
        match nearest(bench, file).map_err(cannot)? {
            Some(found) => copy(&found, &target).map_err(cannot)?,
            None => filler::write(bench, &target, file.size)?,
        }
    }
    // No site is served without a home page.
    copy(&folder.join(FILES[0].file), &folder.join("index.html")).map_err(cannot)?;
    Ok(FILES)
}

fn nearest(bench: &Bench<'_>, file: &MeasuredFile) -> io::Result<Option<PathBuf>> {
    let (folder, ending) = file.like;
    let mut found = Vec::new();
    for entry in fs::read_dir(bench.home.path(folder))? {
        let path = entry?.path();
        let is_alike = path.to_string_lossy().ends_with(ending);
        if let Some(size) = is_alike.then(|| fs::metadata(gzip(&path)).ok()).flatten() {
            found.push((size.len(), path));
        }
    }
    Ok(pick(found, file.size))
}

/// The file whose size is nearest to the one wanted, if it is near.
fn pick(found: Vec<(u64, PathBuf)>, wanted: u64) -> Option<PathBuf> {
    // Of two that are equally near always the same one, whatever the order of the folder.
    let (size, path) =
        found.into_iter().min_by_key(|(size, path)| (size.abs_diff(wanted), path.clone()))?;
    (size.abs_diff(wanted) as f64 <= wanted as f64 * TOLERANCE).then_some(path)
}

/// Copies a file and its compressed form.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    fs::copy(gzip(from), gzip(to))?;
    Ok(())
}

/// Where the compressed form of a file lies.
fn gzip(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".gz");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_file_is_taken_if_it_is_near() {
        let files = |sizes: &[u64]| {
            let file = |size: &u64| (*size, PathBuf::from(format!("{size}.js")));
            sizes.iter().map(file).collect::<Vec<_>>()
        };
        assert_eq!(pick(files(&[100, 950, 1040]), 1000), Some("1040.js".into()));
        assert_eq!(pick(files(&[1100]), 1000), Some("1100.js".into()));
        assert_eq!(pick(files(&[1101, 899]), 1000), None);
        assert_eq!(pick(Vec::new(), 1000), None);
    }
}
