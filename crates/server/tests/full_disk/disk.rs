//! A file system so small that it is soon full.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// In whose environment it stands, that is where file systems may be mounted.
const INSIDE: &str = "FULL_DISK_INSIDE";

/// Whether this is where file systems may be mounted: a mount namespace that ends with whoever is
/// in it, so that nothing stays mounted. If it is not, this program runs the test over again in
/// there; where that is not allowed, it says so on the error stream.
pub(crate) fn is_inside(test: &str) -> bool {
    if env::var_os(INSIDE).is_some() {
        return true;
    }
    match inside() {
        Err(reason) => eprintln!("A full disk is skipped: {reason}"),
        Ok(mut program) => {
            program.arg(env::current_exe().unwrap()).args(["--exact", test, "--nocapture"]);
            let output = program.env(INSIDE, "yes").output().unwrap();
            let said = String::from_utf8_lossy(&output.stdout);
            let failures = String::from_utf8_lossy(&output.stderr);
            // Were it called otherwise, no test would have been run.
            assert!(output.status.success() && said.contains("1 passed"), "{said}{failures}");
        }
    }
    false
}

/// What a program is started with, to be in there: as root, or as a user who is root in there only.
fn inside() -> Result<Command, String> {
    const FOR_ROOT: &[&str] = &["--mount", "--propagation", "private"];
    const FOR_USERS: &[&str] =
        &["--user", "--map-root-user", "--mount", "--propagation", "private"];
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut reason = String::new();
    for flags in [FOR_ROOT, FOR_USERS] {
        let unshare = || {
            let mut unshare = Command::new("unshare");
            unshare.args(flags).arg("--");
            unshare
        };
        match unshare().args(MOUNT).arg(folder.path()).output() {
            Ok(output) if output.status.success() => return Ok(unshare()),
            Ok(output) => reason = String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            Err(error) => reason = format!("unshare cannot be started: {error}"),
        }
    }
    Err(reason)
}

const MOUNT: [&str; 6] = ["mount", "-t", "tmpfs", "-o", "size=5m", "tmpfs"];

/// Five megabytes, of which ballast takes three. In the two that are left, SQLite's log is full before
/// anything is moved from it into the database; in the end it is the database that finds no room.
pub(crate) struct Disk {
    folder: TempDir,
    ballast: Vec<PathBuf>,
}

impl Disk {
    pub(crate) fn mounted() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new(MOUNT[0]).args(&MOUNT[1..]).arg(folder.path()).status();
        assert!(mounted.unwrap().success());
        let ballast = (0..12).map(|place| folder.path().join(format!("ballast{place}"))).collect();
        for file in &ballast {
            fs::write(file, [0; 256 * 1024]).unwrap();
        }
        Self { folder, ballast }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Whether so little is left that not even a page goes in.
    pub(crate) fn is_full(&self) -> bool {
        let probe = self.path().join("probe");
        let written = File::create(&probe).and_then(|mut file| file.write_all(&[0; 4096]));
        // It may not even have come to be.
        let _ = fs::remove_file(probe);
        written.is_err()
    }

    /// Makes some room. False when there is no ballast left.
    pub(crate) fn make_room(&mut self) -> bool {
        self.ballast.pop().is_some_and(|file| fs::remove_file(file).is_ok())
    }
}

/// Makes all but the small file systems read-only, as a container may be; where that is not allowed,
/// it says so on the error stream.
pub(crate) fn make_all_else_read_only() -> bool {
    let output = Command::new("mount").args(["-o", "remount,ro,bind", "/"]).output().unwrap();
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        eprintln!("A read-only root is skipped: {}", reason.trim());
    }
    output.status.success()
}

impl Drop for Disk {
    fn drop(&mut self) {
        // If somebody still has a file open, the namespace's end does it.
        let _ = Command::new("umount").arg(self.path()).status();
    }
}
