//! Runs other programs and keeps their output until it is needed.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::LazyLock;
use std::time::Duration;

use anyhow::{Context, anyhow};
use duct::{Expression, cmd};
use thiserror::Error;

/// The repository's root.
pub(crate) static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(2).unwrap_or(manifest).to_path_buf()
});

/// Cargo's target folder, found from the path of this program: `<target>/<profile>/`.
pub(crate) static TARGET: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = std::env::current_exe().ok();
    let target = program.as_deref().and_then(|program| program.ancestors().nth(2));
    target.map_or_else(|| ROOT.join("target"), Path::to_path_buf)
});

/// The path of a program that cargo has built for this machine.
pub(crate) fn program(name: &str) -> PathBuf {
    TARGET.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// A program by name or path, run in the repository's root without input.
pub(crate) fn tool(name: impl duct::IntoExecutablePath, args: &[&str]) -> Expression {
    cmd(name, args).dir(&*ROOT).stdin_null()
}

/// The cargo that runs this program.
pub(crate) fn cargo(args: &[&str]) -> Expression {
    tool(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")), args)
}

/// npm in a folder of the repository.
pub(crate) fn npm(folder: &str, args: &[&str]) -> Expression {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    // If two folders are set, duct uses the inner one.
    cmd(npm, args).dir(ROOT.join(folder)).stdin_null()
}

/// The result of a run, with its output without colours.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) ok: bool,
    /// Whether it was stopped because of the time limit.
    pub(crate) timed_out: bool,
    pub(crate) output: String,
}

/// Runs a program and returns its output. A failure is an error with the output.
pub(crate) fn run(expression: &Expression) -> anyhow::Result<String> {
    let outcome = outcome(expression)?;
    if outcome.ok {
        return Ok(outcome.output);
    }
    Err(failed(&outcome.output, &format!("{} failed.", shown(expression))))
}

/// Runs a program and returns the outcome, successful or not.
pub(crate) fn outcome(expression: &Expression) -> anyhow::Result<Outcome> {
    expression
        .stderr_to_stdout()
        .stdout_capture()
        .unchecked()
        .run()
        .map(|output| ended(&output))
        .map_err(|error| not_started(expression, &error))
}

/// The same with a time limit, for programs that use the network.
pub(crate) fn outcome_within(limit: Duration, expression: &Expression) -> anyhow::Result<Outcome> {
    let handle = expression
        .stderr_to_stdout()
        .stdout_capture()
        .unchecked()
        .start()
        .map_err(|error| not_started(expression, &error))?;
    if let Some(output) = handle.wait_timeout(limit)? {
        return Ok(ended(output));
    }
    handle.kill()?;
    Ok(Outcome { ok: false, timed_out: true, output: String::new() })
}

fn ended(output: &Output) -> Outcome {
    let text = String::from_utf8_lossy(&output.stdout);
    let text = console::strip_ansi_codes(&text).into_owned();
    Outcome { ok: output.status.success(), timed_out: false, output: text }
}

fn not_started(expression: &Expression, error: &io::Error) -> anyhow::Error {
    let line = shown(expression);
    anyhow!("{line} could not be started: {error}.\n  Install it, or put it on the PATH.")
}

/// The command as one would type it.
fn shown(expression: &Expression) -> String {
    let all = format!("{expression:?}");
    let command = all.split("Cmd([").nth(1).and_then(|rest| rest.split(']').next());
    command.unwrap_or(&all).replace("\", \"", " ").replace('"', "`")
}

/// A tool that failed: what it said, and which it was.
#[derive(Debug, Error)]
#[error("{output}\n\n  {what}")]
struct ToolError {
    output: String,
    what: String,
}

/// An error that begins with the tool's output.
pub(crate) fn failed(output: &str, what: &str) -> anyhow::Error {
    ToolError { output: output.trim_end().to_owned(), what: what.to_owned() }.into()
}

/// What is wrong in the tool's own words, if it had any: for whoever does not know the tools.
pub(crate) fn words_of_tool(error: &anyhow::Error) -> String {
    match error.downcast_ref::<ToolError>() {
        Some(failed) if !failed.output.is_empty() => failed.output.clone(),
        _ => format!("{error:#}"),
    }
}

/// Adds advice to an error.
pub(crate) trait Advise<T> {
    fn advise(self, advice: &str) -> anyhow::Result<T>;
}

impl<T> Advise<T> for anyhow::Result<T> {
    fn advise(self, advice: &str) -> Self {
        self.map_err(|error| anyhow!("{error:#}\n  {advice}"))
    }
}

/// The first program with this name in the PATH.
pub(crate) fn which(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

/// Installs the packages of a folder's lock file, unless they are installed: npm leaves a list in
/// `node_modules` when it is done. Returns whether it installed anything.
pub(crate) fn npm_ci(folder: &str) -> anyhow::Result<bool> {
    let written = |file: &str| modified(&ROOT.join(folder).join(file));
    let installed = written("node_modules/.package-lock.json");
    if installed.is_ok() && installed.ok() >= written("package-lock.json").ok() {
        return Ok(false);
    }
    let install = npm(folder, &["ci", "--no-audit", "--no-fund"])
        // A browser is downloaded only when tests need one.
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    run(&install).advise(&format!(
        "Node with npm is needed. If the lock file is stale, run `npm install` in {folder}/; if \
         the network failed, run this again."
    ))?;
    Ok(true)
}

/// When a file was last written.
pub(crate) fn modified(file: &Path) -> anyhow::Result<std::time::SystemTime> {
    std::fs::metadata(file)
        .and_then(|file| file.modified())
        .with_context(|| file.display().to_string())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sh(script: &str) -> Expression {
        tool("sh", &["-c", script])
    }

    #[test]
    fn stdout_and_stderr_are_captured_in_order_without_colours() {
        let output = run(&sh("echo one; echo two >&2; printf '\\033[31mthree\\033[0m'")).unwrap();
        assert_eq!(output, "one\ntwo\nthree");
    }

    #[test]
    fn a_failure_has_the_output_and_the_advice() {
        let error = run(&sh("echo oh; exit 3")).advise("Mend it.").unwrap_err();
        assert_eq!(error.to_string(), "oh\n\n  `sh -c echo oh; exit 3` failed.\n  Mend it.");
    }

    #[test]
    fn the_words_of_a_failure_are_those_of_the_tool_if_it_had_any() {
        assert_eq!(words_of_tool(&run(&sh("echo oh; exit 3")).unwrap_err()), "oh");
        let silent = words_of_tool(&run(&sh("exit 3")).unwrap_err());
        assert!(silent.contains("`sh -c exit 3` failed."), "{silent}");
    }

    #[test]
    fn a_program_that_takes_too_long_is_stopped() {
        let outcome = outcome_within(Duration::from_millis(50), &sh("exec sleep 60")).unwrap();
        assert!(!outcome.ok && outcome.timed_out);
        let outcome = outcome_within(Duration::from_secs(60), &sh("echo in time")).unwrap();
        assert!(outcome.ok && !outcome.timed_out);
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&tool("no-such-program", &["--version"])).unwrap_err().to_string();
        assert!(error.starts_with("`no-such-program --version` could not"), "{error}");
    }
}
