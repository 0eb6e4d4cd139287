//! Making one folder like another, touching only what differs.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

/// Makes `to` hold the files of `from` and no others, and returns how many it changed. A file
/// with the right bytes stays as it is, so that whoever watches it is not woken for nothing.
/// Both folders are flat.
pub(crate) fn mirror(from: &Path, to: &Path) -> io::Result<usize> {
    fs::create_dir_all(to)?;
    let wanted = names(from)?;
    let mut changed = 0;
    for name in &wanted {
        let bytes = fs::read(from.join(name))?;
        if fs::read(to.join(name)).is_ok_and(|old| old == bytes) {
            continue;
        }
        replace(&to.join(name), &bytes)?;
        changed += 1;
    }
    for name in names(to)?.difference(&wanted) {
        fs::remove_file(to.join(name))?;
        changed += 1;
    }
    Ok(changed)
}

/// Writes beside the file and renames, so that no reader ever sees half of it.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(".tmp");
    let beside = file.with_file_name(name);
    fs::write(&beside, bytes)?;
    fs::rename(&beside, file)
}

fn names(folder: &Path) -> io::Result<BTreeSet<OsString>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            names.insert(entry.file_name());
        }
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_touched() {
        let folder = std::env::temp_dir().join(format!("xtask-mirror-{}", std::process::id()));
        let (from, to) = (folder.join("from"), folder.join("to"));
        fs::create_dir_all(&from).unwrap();
        fs::create_dir_all(&to).unwrap();
        for (file, text) in [("same", "1"), ("other", "new"), ("more", "3")] {
            fs::write(from.join(file), text).unwrap();
        }
        for (file, text) in [("same", "1"), ("other", "old"), ("left", "4")] {
            fs::write(to.join(file), text).unwrap();
        }
        assert_eq!(mirror(&from, &to).unwrap(), 3);
        assert_eq!(names(&to).unwrap(), names(&from).unwrap());
        assert_eq!(fs::read_to_string(to.join("other")).unwrap(), "new");
        assert_eq!(mirror(&from, &to).unwrap(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
