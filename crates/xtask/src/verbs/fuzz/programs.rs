//! The fuzzing programs: the targets, with the engine, and with counters in their code.

use std::path::PathBuf;

use crate::apt;
use crate::failure::Failure;
use crate::report::Task;
use crate::shell::{Tool, which};
use crate::workspace::Workspace;

/// Has the compiler count, in every crate, how often each edge between two blocks is taken and
/// which values are compared. It is LLVM that does this, so any Rust toolchain can; there is no
/// sanitizer, since no crate below the targets that is ours has unsafe code.
const FLAGS: [&str; 6] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    // Else the compiler melts several comparisons into one, which is harder to get past.
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

/// What stands between two flags in the variable that cargo reads.
const BETWEEN: &str = "\u{1f}";

/// Where the programs are.
pub(super) struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// Compiles them.
    pub(super) fn build(home: &Workspace, task: &Task) -> Result<Self, Failure> {
        a_cpp_compiler(home, task)?;
        let host = host(home)?;
        task.note("compiling");
        Tool::cargo(home)
            .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join(BETWEEN))
            .args(["build", "--quiet", "--package", "fuzz", "--bins", "--features", "engine"])
            // With a target that is named, flags are not for programs that run while compiling.
            .args(["--profile", "fuzz", "--target", &host])
            .arg_path("--target-dir", home.target())
            .run()?;
        Ok(Self { folder: home.target().join(host).join("fuzz") })
    }

    /// The program of a target.
    pub(super) fn of(&self, target: &str) -> PathBuf {
        self.folder.join(format!("{target}{}", std::env::consts::EXE_SUFFIX))
    }
}

/// The engine, libFuzzer, is C++ that its crate brings along.
fn a_cpp_compiler(home: &Workspace, task: &Task) -> Result<(), Failure> {
    let named = std::env::var_os("CXX").is_some();
    if named || ["c++", "g++", "clang++"].into_iter().any(|name| which(name).is_some()) {
        return Ok(());
    }
    if apt::is_ours() {
        return apt::install(home, task, &["g++"]);
    }
    Err(Failure::new(
        "A C++ compiler is needed for libFuzzer, and none is on the PATH.",
        "Install g++ or clang++, or name one in CXX, then run this again.",
    ))
}

/// What the compiler calls this machine.
fn host(home: &Workspace) -> Result<String, Failure> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let said = Tool::new(home, rustc).args(["--version", "--verbose"]).run()?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| {
        Failure::new(
            "rustc does not say what machine it compiles for.",
            "Check what `rustc --version --verbose` says, then run this again.",
        )
    })
}
