//! Builds the rules as the WebAssembly package for the browser.
//!
//! There are three ways to get a compiler: the Rust toolchain has the target; rustup adds it; or,
//! on a Debian that can reach only package registries, Debian's own compiler builds the standard
//! library from source.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use wasm_bindgen_cli_support::Bindgen;

use crate::report::Task;
use crate::tool::{Advise, ROOT, TARGET, cargo, modified, outcome_within, run, tool, which};
use crate::{debian, licences};

/// The target for browsers.
const TRIPLE: &str = "wasm32-unknown-unknown";
/// The folder in which the web code expects the package.
const PACKAGE: &str = "web/src/rules/pkg";

/// Debian's compiler, its cargo, and the sources of its standard library.
const DEBIAN: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";

/// Without a network rustup fails within seconds; behind some proxies it never does.
const RUSTUP_LIMIT: Duration = Duration::from_secs(60);

/// Builds the package, unless it is newer than cargo's module.
pub(crate) fn build(task: &Task<'_>) -> anyhow::Result<Option<String>> {
    task.note("compiling the rules for the browser");
    let module = compile(task)?;
    let package = ROOT.join(PACKAGE);
    let written = package.join("rules_bg.wasm");
    if modified(&written).is_ok_and(|written| modified(&module).is_ok_and(|made| made <= written)) {
        return Ok(None);
    }
    let fresh = TARGET.join("xtask/rules");
    let _ = fs::remove_dir_all(&fresh);
    bind(&module, &fresh)?;
    licences::write(&fresh.join("licences.json"), TRIPLE)?;
    // The module is written last, because its time says that all files are there.
    fs::create_dir_all(&package)?;
    for entry in fs::read_dir(&fresh)? {
        let file = entry?.path();
        if file.file_name() != written.file_name() {
            fs::copy(&file, package.join(file.file_name().unwrap_or_default()))?;
        }
    }
    let bytes = fs::copy(fresh.join("rules_bg.wasm"), written)?;
    Ok(Some(format!("built, {} kB", bytes.div_ceil(1000))))
}

/// Writes the JavaScript, the types and the module of the package into `folder`.
fn bind(module: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name("rules")
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The web code passes the module's address, because the bundler changes it.
        .omit_default_module_path(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(folder))
        .map_err(|error| anyhow!("wasm-bindgen could not write the package: {error:#}."))
        .advise(
            "Mend the exports in crates/wasm; wasm-bindgen's versions in Cargo.toml must agree.",
        )
}

/// Compiles crates/wasm and returns the path of the module.
fn compile(task: &Task<'_>) -> anyhow::Result<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = PathBuf::from(run(&tool(rustc, &["--print", "sysroot"]))?.trim());
    let has_target = sysroot.join("lib/rustlib").join(TRIPLE).join("lib").is_dir();
    // If Debian's compiler was installed by an earlier run, it is faster than trying the network
    // again.
    let debian_worked = || debian_target().join(module()).is_file() && debian::has(&DEBIAN);
    if has_target || (!debian_worked() && add_target(task)) {
        run(&cargo(&["build", "--quiet", "--profile=wasm", "--package=wasm", "--target", TRIPLE]))?;
        return Ok(TARGET.join(module()));
    }
    if debian::is_ours() || debian::has(&DEBIAN) {
        return compile_with_debian(task, &sysroot);
    }
    Err(no_way())
}

fn no_way() -> anyhow::Error {
    anyhow!(
        "No compiler for {TRIPLE} was found, and none could be installed.\n  \
         One of these three is needed:\n  \
         1. a Rust toolchain that has the target;\n  \
         2. `rustup target add {TRIPLE}`, with a network that reaches rustup's server;\n  \
         3. a Debian with the packages {} (installed by this command where it is root).",
        DEBIAN.join(" ")
    )
}

/// Adds the target with rustup; false if that is impossible.
fn add_target(task: &Task<'_>) -> bool {
    if which("rustup").is_none() {
        return false;
    }
    task.note("adding the target (rustup)");
    outcome_within(RUSTUP_LIMIT, &tool("rustup", &["target", "add", TRIPLE]))
        .is_ok_and(|outcome| outcome.ok)
}

/// The path of the module below cargo's target folder.
fn module() -> PathBuf {
    Path::new(TRIPLE).join("wasm").join("wasm.wasm")
}

/// A separate target folder, because the two compilers cannot share one.
fn debian_target() -> PathBuf {
    TARGET.join("xtask/wasm-debian")
}

fn compile_with_debian(task: &Task<'_>, sysroot: &Path) -> anyhow::Result<PathBuf> {
    debian::install(task, &DEBIAN)?;
    let linker = linker(task, sysroot)?;
    task.note("compiling with std, about a minute the first time");
    let mut cargo = tool(
        DEBIAN_CARGO,
        &["build", "--quiet", "--profile=wasm", "--package=wasm", "--target", TRIPLE],
    );
    for (name, _) in std::env::vars_os().filter(|(name, _)| is_of_the_other_toolchain(name)) {
        cargo = cargo.env_remove(name);
    }
    let target = debian_target();
    cargo = cargo
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTC", DEBIAN_RUSTC)
        // Building the standard library is an unstable feature.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_UNSTABLE_BUILD_STD", "std,panic_abort")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    run(&cargo)?;
    Ok(target.join(module()))
}

/// A linker for WebAssembly: the one of rustup's toolchain, or LLVM's from Debian in the version of
/// Debian's compiler.
fn linker(task: &Task<'_>, sysroot: &Path) -> anyhow::Result<OsString> {
    let hosts = fs::read_dir(sysroot.join("lib/rustlib")).into_iter().flatten().flatten();
    let mut linkers = hosts.map(|host| host.path().join("bin/rust-lld"));
    if let Some(linker) = linkers.find(|file| file.is_file()) {
        return Ok(linker.into());
    }
    let said = run(&tool(DEBIAN_RUSTC, &["--version", "--verbose"]))?;
    let llvm =
        llvm_major(&said).context("Debian's rustc does not say what LLVM it is built on.")?;
    debian::install(task, &[&format!("lld-{llvm}")])?;
    Ok(format!("/usr/bin/wasm-ld-{llvm}").into())
}

/// The first number after `LLVM version:`.
fn llvm_major(said: &str) -> Option<&str> {
    said.lines().find_map(|line| line.strip_prefix("LLVM version: "))?.split('.').next()
}

/// Whether a variable is set by the outer cargo or rustup and would confuse this one. Personal
/// settings (home, network, number of jobs) stay.
fn is_of_the_other_toolchain(name: &OsStr) -> bool {
    const NAMES: [&str; 6] =
        ["CARGO", "RUSTC", "RUSTC_WRAPPER", "RUSTDOC", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"];
    const BEGINNINGS: [&str; 3] = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"];
    let name = name.to_string_lossy();
    NAMES.contains(&&*name) || BEGINNINGS.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_compiler_all_three_ways_are_named() {
        let text = no_way().to_string();
        for way in ["has the target", "rustup target add wasm32-unknown-unknown", "rustc-web"] {
            assert!(text.contains(way), "{way}: {text}");
        }
    }

    #[test]
    fn the_linker_is_of_the_compilers_llvm() {
        assert_eq!(llvm_major("rustc 1.96.0\nhost: x\nLLVM version: 22.1.8\n"), Some("22"));
        assert_eq!(llvm_major("rustc 1.96.0\n"), None);
    }

    #[test]
    fn the_outer_cargos_variables_are_not_passed_to_the_inner_one() {
        for name in ["CARGO", "CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "RUSTUP_TOOLCHAIN"] {
            assert!(is_of_the_other_toolchain(OsStr::new(name)), "{name}");
        }
        for name in ["CARGO_HOME", "CARGO_NET_OFFLINE", "CARGO_BUILD_JOBS", "PATH", "HOME"] {
            assert!(!is_of_the_other_toolchain(OsStr::new(name)), "{name}");
        }
    }
}
