//! A small file system for tests with a full disk.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// Set in the environment of the process that may mount file systems.
const INSIDE: &str = "FULL_DISK_INSIDE";

/// Whether this process is in its own mount namespace, which ends with it, so that nothing stays
/// mounted. Otherwise this runs the test again in such a namespace. If that is not allowed, it says
/// so on the error stream.
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
            // With a wrong name, no test would have run.
            assert!(output.status.success() && said.contains("1 passed"), "{said}{failures}");
        }
    }
    false
}

/// The commands that start a program in such a namespace: as root, or as a user who is root only
/// there.
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

/// Five megabytes, of which ballast takes three. The other two are full of SQLite's log before
/// anything is moved from it into the database. In the end the database itself has no room.
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

    /// Whether there is not even room for one page.
    pub(crate) fn is_full(&self) -> bool {
        let probe = self.path().join("probe");
        let written = File::create(&probe).and_then(|mut file| file.write_all(&[0; 4096]));
        // It may not exist.
        let _ = fs::remove_file(probe);
        written.is_err()
    }

    /// Takes all space that is left, until [`make_room`](Self::make_room) frees it.
    pub(crate) fn fill(&mut self) {
        let path = self.path().join("filler");
        let mut file = File::create(&path).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
        self.ballast.push(path);
    }

    /// The names and sizes of all files.
    pub(crate) fn files(&self) -> Vec<(std::ffi::OsString, u64)> {
        let files = fs::read_dir(self.path()).unwrap().map(|file| file.unwrap());
        let mut files: Vec<_> =
            files.map(|file| (file.file_name(), file.metadata().unwrap().len())).collect();
        files.sort();
        files
    }

    /// Frees some space. Returns false if no ballast is left.
    pub(crate) fn make_room(&mut self) -> bool {
        self.ballast.pop().is_some_and(|file| fs::remove_file(file).is_ok())
    }
}

/// Makes all file systems except the small ones read-only, as in a container. If that is not
/// allowed, it says so on the error stream.
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
        // If a file is still open, the end of the namespace unmounts it.
        let _ = Command::new("umount").arg(self.path()).status();
    }
}
