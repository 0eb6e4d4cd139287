//! A compiler for WebAssembly, found or fetched in one of three ways.
//!
//! 1. The Rust toolchain in use already has the target.
//! 2. rustup adds it.
//! 3. On a Debian whose network reaches only package registries: Debian's own compiler builds
//!    the standard library for it from source.

mod debian;
mod rustup;

use std::path::{Path, PathBuf};

use crate::apt;
use crate::failure::Failure;
use crate::report::Task;
use crate::shell::Tool;
use crate::workspace::Workspace;

/// What browsers run.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
/// The variable with which a person insists on one way.
pub(crate) const CHOICE: &str = "XTASK_WASM";

/// Compiles crates/wasm and says where the module lies.
pub(crate) fn compile(home: &Workspace, task: &Task) -> Result<PathBuf, Failure> {
    let sysroot = sysroot(home)?;
    match Choice::made()? {
        Choice::Rustup if rustup::is_ready(&sysroot) || rustup::prepare(home, task) => {
            rustup::compile(home)
        }
        Choice::Debian if apt::is_ours() || debian::is_ready(home) => {
            debian::compile(home, task, &sysroot)
        }
        Choice::Any if rustup::is_ready(&sysroot) => rustup::compile(home),
        // What an earlier run had to install is quicker than asking the network again.
        Choice::Any if debian::is_ready(home) && debian::has_worked(home) => {
            debian::compile(home, task, &sysroot)
        }
        Choice::Any if rustup::prepare(home, task) => rustup::compile(home),
        Choice::Any if apt::is_ours() || debian::is_ready(home) => {
            debian::compile(home, task, &sysroot)
        }
        _ => Err(no_way()),
    }
}

/// What [`CHOICE`] says.
#[derive(Debug, PartialEq, Eq)]
enum Choice {
    Any,
    Rustup,
    Debian,
}

impl Choice {
    fn made() -> Result<Self, Failure> {
        Self::read(&std::env::var(CHOICE).unwrap_or_default())
    }

    fn read(word: &str) -> Result<Self, Failure> {
        match word {
            "" => Ok(Self::Any),
            "rustup" => Ok(Self::Rustup),
            "debian" => Ok(Self::Debian),
            other => Err(Failure::new(
                format!("{CHOICE}={other} is no way to compile WebAssembly."),
                format!("Set {CHOICE} to rustup or debian, or leave it out."),
            )),
        }
    }
}

/// Where the toolchain in use lives.
fn sysroot(home: &Workspace) -> Result<PathBuf, Failure> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    Tool::new(home, rustc).args(["--print", "sysroot"]).run().map(|path| path.trim().into())
}

/// Where cargo leaves the module.
fn module(target_folder: &Path) -> PathBuf {
    target_folder.join(TARGET).join("wasm").join("wasm.wasm")
}

fn no_way() -> Failure {
    Failure::new(
        format!("No compiler for {TARGET} was found, and none could be installed."),
        format!(
            "One of these three is needed:\n  \
             1. a Rust toolchain that has the target;\n  \
             2. `rustup target add {TARGET}`, with a network that reaches rustup's server;\n  \
             3. a Debian with the packages {} (installed by this command where it is root).",
            debian::PACKAGES.join(" ")
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_and_a_slip_is_named() {
        assert_eq!(Choice::read("").unwrap(), Choice::Any);
        assert_eq!(Choice::read("rustup").unwrap(), Choice::Rustup);
        assert_eq!(Choice::read("debian").unwrap(), Choice::Debian);
        let slip = Choice::read("debain").unwrap_err();
        assert!(slip.what.contains("XTASK_WASM=debain"), "{}", slip.what);
    }

    #[test]
    fn without_a_way_all_three_are_named() {
        let text = no_way().to_string();
        for way in ["has the target", "rustup target add wasm32-unknown-unknown", "rustc-web"] {
            assert!(text.contains(way), "{way}: {text}");
        }
    }
}
