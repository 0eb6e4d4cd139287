//! The checksum of a backup, in a file beside it: `FILE.sha256`, as `sha256sum` writes and checks it.
//! A database cannot tell that a letter in a text has changed; this can.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use crate::db::connect::{UNFINISHED, sync_folder_of};
use crate::db::usage::with_suffix;

/// The SHA-256 of a file, in hexadecimal. Writes what it reads to `copy` as well.
pub(crate) fn of(file: &Path, copy: &mut impl Write) -> io::Result<String> {
    let mut file = File::open(file)?;
    let mut hasher = Sha256::new();
    let mut part = vec![0; 1024 * 1024];
    loop {
        let length = file.read(&mut part)?;
        if length == 0 {
            break;
        }
        hasher.update(&part[..length]);
        copy.write_all(&part[..length])?;
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The file with the checksum of another.
pub(crate) fn beside(file: &Path) -> PathBuf {
    with_suffix(file, ".sha256")
}

/// The checksum that was written beside a file; `None` if there is none.
pub(crate) fn written(file: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(beside(file)) {
        Ok(text) => Ok(Some(text.split_whitespace().next().unwrap_or_default().to_lowercase())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes a checksum beside a file.
pub(crate) fn write(file: &Path, checksum: &str) -> io::Result<()> {
    let folder = file.parent().unwrap_or(file);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut new = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    writeln!(new, "{checksum}  {name}")?;
    new.as_file().sync_all()?;
    NamedTempFile::persist(new, beside(file)).map_err(|error| error.error)?;
    sync_folder_of(file)
}
