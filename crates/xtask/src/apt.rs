//! Debian packages, where we may install them.

use std::fs;
use std::time::Duration;

use crate::failure::Failure;
use crate::report::Task;
use crate::shell::{Tool, which};
use crate::workspace::Workspace;

const UPDATE_LIMIT: Duration = Duration::from_secs(120);
const INSTALL_LIMIT: Duration = Duration::from_secs(900);

/// Whether this is a Debian on which we are root.
pub(crate) fn is_ours() -> bool {
    is_root() && which("apt-get").is_some() && is_debian(&os_release())
}

/// Whether all of these packages are installed.
pub(crate) fn has(home: &Workspace, packages: &[&str]) -> bool {
    let states = Tool::new(home, "dpkg-query")
        .args(["--show", "--showformat=${db:Status-Status}\\n"])
        .args(packages)
        .run();
    states.is_ok_and(|states| states.lines().all(|state| state == "installed"))
}

/// Installs packages that are missing.
pub(crate) fn install(home: &Workspace, task: &Task, packages: &[&str]) -> Result<(), Failure> {
    if has(home, packages) {
        return Ok(());
    }
    task.note(&format!("installing {} (apt-get)", packages.join(" ")));
    let apt = || Tool::new(home, "apt-get").env("DEBIAN_FRONTEND", "noninteractive");
    // Old lists may still do: whether the packages come is what counts.
    let _ = apt().args(["update", "--quiet"]).limit(UPDATE_LIMIT).outcome();
    apt()
        // What is there stays: some of these packages stand in for others.
        .args(["install", "--yes", "--quiet", "--no-remove", "--no-install-recommends"])
        .args(packages)
        .limit(INSTALL_LIMIT)
        .run()
        .map(drop)
        .map_err(|failure| {
            failure.mended_by("Check the network and the sources of apt-get, then run this again.")
        })
}

fn os_release() -> String {
    fs::read_to_string("/etc/os-release").unwrap_or_default()
}

/// Only Debian itself: relatives have other packages under the same names.
fn is_debian(os_release: &str) -> bool {
    os_release.lines().any(|line| matches!(line, "ID=debian" | "ID=\"debian\""))
}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_is_told_from_its_relatives() {
        assert!(is_debian("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(!is_debian("ID=ubuntu\nID_LIKE=debian\n"));
        assert!(!is_debian(""));
    }
}
