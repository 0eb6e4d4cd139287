//! Whether Node is here and new enough.

use crate::failure::Failure;
use crate::shell::{Tool, which};
use crate::workspace::Workspace;

/// The oldest version that the tools in web/ run on.
const OLDEST: (u32, u32) = (20, 19);

/// Fails in plain words if Node or npm is missing or too old.
pub(crate) fn check(home: &Workspace) -> Result<(), Failure> {
    let npm = if cfg!(windows) { which("npm.cmd").or_else(|| which("npm")) } else { which("npm") };
    if which("node").is_none() || npm.is_none() {
        return Err(Failure::new("Node and npm are needed, and are not on the PATH.", advice()));
    }
    let said = Tool::new(home, "node").args(["--version"]).run()?;
    match version(&said) {
        Some(version) if version >= OLDEST => Ok(()),
        _ => Err(Failure::new(format!("Node {} is too old.", said.trim()), advice())),
    }
}

fn advice() -> String {
    format!(
        "Install Node {}.{} or newer (https://nodejs.org), then run this again.",
        OLDEST.0, OLDEST.1
    )
}

/// Major and minor number of `v20.19.4`.
fn version(said: &str) -> Option<(u32, u32)> {
    let mut numbers = said.trim().strip_prefix('v')?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version("v20.19.4\n"), Some((20, 19)));
        assert!(version("v20.9.0") < Some(OLDEST));
        assert!(version("v22.1.0") > Some(OLDEST));
    }

    #[test]
    fn what_is_no_version_is_none() {
        assert_eq!(version("command not found"), None);
        assert_eq!(version("v20"), None);
    }
}
