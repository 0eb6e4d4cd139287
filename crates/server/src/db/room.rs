//! Room on the disk of an SQLite database.

use std::path::Path;

use crate::db::{Result, StoreError};

/// With less, the next larger write may fail although a small one succeeds: SQLite's log has
/// room for a few pages that it wrote earlier.
#[cfg(unix)]
const ENOUGH: u64 = 256 * 1024;

/// Fails if there is hardly any room on the disk that has this file. An unknown amount is enough.
#[cfg(unix)]
pub(crate) fn must_be_there(file: &Path) -> Result<()> {
    let folder = file.parent().unwrap_or(file);
    let Ok(disk) = rustix::fs::statvfs(folder) else { return Ok(()) };
    if disk.f_bavail.saturating_mul(disk.f_frsize) >= ENOUGH {
        return Ok(());
    }
    Err(StoreError::Full(format!("the disk of {} is full", folder.display())))
}

/// The database itself finds out on other systems.
#[cfg(not(unix))]
pub(crate) fn must_be_there(_: &Path) -> Result<()> {
    Ok(())
}
