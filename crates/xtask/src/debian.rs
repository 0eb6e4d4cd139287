//! Installing Debian packages, if allowed.

use std::fs;
use std::time::Duration;

use crate::report::Task;
use crate::tool::{Advise, failed, outcome_within, run, tool, which};

const UPDATE_LIMIT: Duration = Duration::from_secs(120);
const INSTALL_LIMIT: Duration = Duration::from_secs(900);

/// Whether this is Debian and we are root.
pub(crate) fn is_ours() -> bool {
    let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
    is_root() && which("apt-get").is_some() && is_debian(&system)
}

/// Whether all of these packages are installed.
pub(crate) fn has(packages: &[&str]) -> bool {
    let query = [&["--show", "--showformat=${db:Status-Status}\\n"], packages].concat();
    let states = run(&tool("dpkg-query", &query));
    states.is_ok_and(|states| states.lines().all(|state| state == "installed"))
}

/// Installs packages that are missing.
pub(crate) fn install(task: &Task<'_>, packages: &[&str]) -> anyhow::Result<()> {
    if has(packages) {
        return Ok(());
    }
    task.note(&format!("installing {} (apt-get)", packages.join(" ")));
    let apt = |args: &[&str]| tool("apt-get", args).env("DEBIAN_FRONTEND", "noninteractive");
    // Outdated package lists may still work: what counts is whether the packages can be installed.
    let _ = outcome_within(UPDATE_LIMIT, &apt(&["update", "--quiet"]));
    // Removes nothing, because some of these packages replace others.
    let options = ["install", "--yes", "--quiet", "--no-remove", "--no-install-recommends"];
    let installed = outcome_within(INSTALL_LIMIT, &apt(&[&options, packages].concat()))?;
    if installed.ok {
        return Ok(());
    }
    Err(failed(&installed.output, "apt-get could not install what is needed."))
        .advise("Check the network and the sources of apt-get, then run this again.")
}

/// Only Debian itself, because derivatives have other packages with the same names.
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
    fn debian_is_distinguished_from_its_derivatives() {
        assert!(is_debian("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(!is_debian("ID=ubuntu\nID_LIKE=debian\n"));
        assert!(!is_debian(""));
    }
}
