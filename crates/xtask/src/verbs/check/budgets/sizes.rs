//! What files weigh on the wire.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Budget, Weight};
use crate::failure::Failure;

/// The bytes that are sent to a browser that takes brotli: the file's own where there is no
/// smaller form beside it.
pub(super) fn sent(file: &Path) -> Result<u64, Failure> {
    let mut compressed = file.as_os_str().to_owned();
    compressed.push(".br");
    fs::metadata(PathBuf::from(compressed))
        .or_else(|_| fs::metadata(file))
        .map(|file| file.len())
        .map_err(|error| Failure::of_file(file, &error))
}

/// Copies of other pages, for static hosts that know them by these names.
const COPIES: [&str; 2] = ["404.html", "blog/404.html"];

/// Every page of the site, by the weights that the build has written down.
pub(super) fn pages(file: &Path) -> Result<Vec<Weight>, Failure> {
    let text = fs::read(file).map_err(|error| {
        Failure::of_file(file, &error).mended_by("Remove web/dist, and build the site again.")
    })?;
    let pages: BTreeMap<String, u64> = serde_json::from_slice(&text).map_err(|error| {
        Failure::new(
            format!("{}: {error}", file.display()),
            "web/scripts/measure.mjs writes another form than budgets/sizes.rs reads.",
        )
    })?;
    let pages = pages.into_iter().filter(|(name, _)| !COPIES.contains(&name.as_str()));
    Ok(pages.map(|(name, bytes)| Weight { budget: Budget::Page, name, bytes }).collect())
}

/// All fonts, as one.
pub(super) fn fonts(dist: &Path) -> Result<Weight, Failure> {
    let fonts = files_below(dist)?.into_iter().filter(|name| name.ends_with(".woff2"));
    let mut names = Vec::new();
    let mut bytes = 0;
    for name in fonts {
        bytes += sent(&dist.join(&name))?;
        names.push(name);
    }
    Ok(Weight { budget: Budget::Fonts, name: names.join(" and "), bytes })
}

/// Every file, by its path from the folder with forward slashes, in order.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut files = Vec::new();
    collect(folder, "", &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<String>) -> Result<(), Failure> {
    let cannot_read = |error| Failure::of_file(folder, &error);
    for entry in fs::read_dir(folder).map_err(cannot_read)? {
        let entry = entry.map_err(cannot_read)?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}
