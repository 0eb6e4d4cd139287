//! Debian's own compiler, which builds the standard library for the target from source.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::{TARGET, module};
use crate::apt;
use crate::failure::Failure;
use crate::report::Task;
use crate::shell::Tool;
use crate::workspace::Workspace;

/// A recent compiler, its cargo and the sources of its libraries.
pub(super) const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
const RUSTC: &str = "/usr/bin/rustc";
const CARGO: &str = "/usr/bin/cargo";

/// Whether everything is installed.
pub(super) fn is_ready(home: &Workspace) -> bool {
    apt::has(home, &PACKAGES)
}

/// Whether an earlier run went this way to its end.
pub(super) fn has_worked(home: &Workspace) -> bool {
    module(&target_folder(home)).is_file()
}

/// Installs what is missing and compiles.
pub(super) fn compile(home: &Workspace, task: &Task, sysroot: &Path) -> Result<PathBuf, Failure> {
    apt::install(home, task, &PACKAGES)?;
    let linker = linker(home, task, sysroot)?;
    if !has_worked(home) {
        task.note("compiling with std, about a minute");
    }
    let target_folder = target_folder(home);
    let mut cargo = Tool::new(home, CARGO);
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_of_the_other_toolchain(name)) {
        cargo = cargo.without_env(name);
    }
    cargo
        .env("RUSTC", RUSTC)
        // Building the standard library is not a stable feature yet.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
        .args(["build", "--quiet", "--profile", "wasm", "--package", "wasm", "--target", TARGET])
        .args(["-Zbuild-std=std,panic_abort"])
        .arg_path("--target-dir", &target_folder)
        .run()?;
    Ok(module(&target_folder))
}

/// The two compilers cannot read each other's work.
fn target_folder(home: &Workspace) -> PathBuf {
    home.scratch().join("wasm-debian")
}

/// A linker for WebAssembly: the one that rustup's toolchain brings, or else LLVM's from
/// Debian, in the version that Debian's compiler is built on.
fn linker(home: &Workspace, task: &Task, sysroot: &Path) -> Result<PathBuf, Failure> {
    if let Some(linker) = rust_lld(sysroot) {
        return Ok(linker);
    }
    let said = Tool::new(home, RUSTC).args(["--version", "--verbose"]).run()?;
    let llvm = llvm_major(&said).ok_or_else(|| {
        Failure::new(
            format!("{RUSTC} does not say which LLVM it is built on."),
            "Install the packages rustc-web and cargo-web anew, then run this again.",
        )
    })?;
    apt::install(home, task, &[&format!("lld-{llvm}")])?;
    Ok(format!("/usr/bin/wasm-ld-{llvm}").into())
}

/// The first number after `LLVM version:`.
fn llvm_major(said: &str) -> Option<&str> {
    said.lines().find_map(|line| line.strip_prefix("LLVM version: "))?.split('.').next()
}

fn rust_lld(sysroot: &Path) -> Option<PathBuf> {
    let hosts = fs::read_dir(sysroot.join("lib/rustlib")).ok()?;
    hosts.flatten().map(|host| host.path().join("bin/rust-lld")).find(|file| file.is_file())
}

/// What the outer cargo and rustup tell their children, and what would lead this one astray.
/// Settings that a person makes (the home, the network, the number of jobs) stay.
fn is_of_the_other_toolchain(name: &OsStr) -> bool {
    const NAMES: [&str; 6] =
        ["CARGO", "RUSTC", "RUSTC_WRAPPER", "RUSTDOC", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"];
    const BEGINNINGS: [&str; 4] =
        ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_TARGET_DIR"];
    let name = name.to_string_lossy();
    NAMES.contains(&&*name) || BEGINNINGS.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linker_is_of_the_compilers_llvm() {
        assert_eq!(llvm_major("rustc 1.96.0\nhost: x\nLLVM version: 22.1.8\n"), Some("22"));
        assert_eq!(llvm_major("rustc 1.96.0\n"), None);
    }

    #[test]
    fn the_outer_cargos_words_are_kept_from_the_inner_one() {
        for name in ["CARGO", "CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "RUSTUP_TOOLCHAIN"] {
            assert!(is_of_the_other_toolchain(OsStr::new(name)), "{name}");
        }
        for name in ["CARGO_HOME", "CARGO_NET_OFFLINE", "CARGO_BUILD_JOBS", "PATH", "HOME"] {
            assert!(!is_of_the_other_toolchain(OsStr::new(name)), "{name}");
        }
    }
}
