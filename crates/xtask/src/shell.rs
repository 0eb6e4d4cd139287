//! Running other people's programs, with their output kept until somebody needs it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use crate::failure::Failure;
use crate::processes::{Group, PATIENCE, ask_to_end, force_to_end};
use crate::workspace::Workspace;

/// One run of a program.
pub(crate) struct Tool {
    command: Command,
    limit: Option<Duration>,
}

/// How a run ended, and all that it wrote, in the order it wrote it.
pub(crate) struct Outcome {
    pub(crate) ok: bool,
    pub(crate) ending: String,
    pub(crate) output: String,
}

impl Outcome {
    /// The ending of a program that was ended after its [`limit`](Tool::limit).
    pub(crate) const TOO_LATE: &str = "took too long";
}

impl Tool {
    /// A program, by name or path, run in the repository's root.
    pub(crate) fn new(home: &Workspace, program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        // Without a terminal to read from, no tool stops to ask.
        command.current_dir(home.root()).stdin(Stdio::null());
        if !io::stderr().is_terminal() {
            command.env("NO_COLOR", "1");
        }
        Self { command, limit: None }
    }

    /// The cargo that runs this program.
    pub(crate) fn cargo(home: &Workspace) -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        Self::new(home, cargo)
    }

    /// npm, in web/.
    pub(crate) fn npm(home: &Workspace) -> Self {
        Self::new(home, if cfg!(windows) { "npm.cmd" } else { "npm" }).at(&home.path("web"))
    }

    /// A program among the installed npm packages, in web/.
    pub(crate) fn npx(home: &Workspace) -> Self {
        Self::new(home, if cfg!(windows) { "npx.cmd" } else { "npx" })
            .at(&home.path("web"))
            .args(["--no-install"])
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.command.args(args);
        self
    }

    /// An option whose value is a path.
    pub(crate) fn arg_path(self, option: &str, path: &Path) -> Self {
        self.args([OsStr::new(option), path.as_os_str()])
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn without_env(mut self, name: impl AsRef<OsStr>) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Lets only complaints through.
    pub(crate) fn without_stdout(mut self) -> Self {
        self.command.stdout(Stdio::null());
        self
    }

    pub(crate) fn at(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Ends the program after this long.
    pub(crate) fn limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Runs to the end; a bad ending is a failure that carries the output.
    pub(crate) fn run(self) -> Result<String, Failure> {
        let line = self.line();
        let outcome = self.outcome()?;
        if outcome.ok {
            return Ok(outcome.output);
        }
        Err(Failure {
            what: format!("`{line}` {}.", outcome.ending),
            output: outcome.output,
            mend: "Mend what is said above, then run this again.".into(),
        })
    }

    /// Runs to the end, whatever the end is.
    pub(crate) fn outcome(mut self) -> Result<Outcome, Failure> {
        let line = self.line();
        let cannot = |error: io::Error| cannot_run(&line, &error);
        let (mut reader, writer) = io::pipe().map_err(cannot)?;
        self.command.stdout(writer.try_clone().map_err(cannot)?).stderr(writer);
        let mut group = Group::start(&mut self.command).map_err(cannot)?;
        // The command holds the pipe's other ends: with it gone, reading ends with the child.
        drop(self.command);
        let alarm = self.limit.map(|limit| Alarm::set(group.id(), limit));
        let mut output = Vec::new();
        reader.read_to_end(&mut output).map_err(cannot)?;
        let status = group.wait().map_err(cannot)?;
        let late = alarm.is_some_and(Alarm::rang);
        Ok(Outcome {
            ok: status.success() && !late,
            ending: if late { Outcome::TOO_LATE.into() } else { ending(status) },
            output: String::from_utf8_lossy(&output).into_owned(),
        })
    }

    /// Starts the program and leaves it running, its output going to our own.
    pub(crate) fn start(mut self) -> Result<Group, Failure> {
        Group::start(&mut self.command).map_err(|error| cannot_run(&self.line(), &error))
    }

    /// Starts the program and leaves it running, its output going to a file.
    pub(crate) fn start_into(mut self, log: &Path) -> Result<Group, Failure> {
        let file = File::create(log).map_err(|error| Failure::of_file(log, &error))?;
        let copy = file.try_clone().map_err(|error| Failure::of_file(log, &error))?;
        self.command.stdout(file).stderr(copy);
        self.start()
    }

    /// The command as one would type it.
    fn line(&self) -> String {
        let program = Path::new(self.command.get_program());
        let name = program.file_stem().unwrap_or(program.as_os_str());
        std::iter::once(name)
            .chain(self.command.get_args())
            .map(OsStr::to_string_lossy)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The first file of this name on the PATH.
pub(crate) fn which(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
        .find(|file| file.is_file())
}

/// The last line that says something: where a well-mannered tool sums up.
pub(crate) fn last_line(output: &str) -> &str {
    output.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// Ends a group that takes too long.
struct Alarm {
    off: mpsc::Sender<()>,
    thread: std::thread::JoinHandle<bool>,
}

impl Alarm {
    fn set(group: u32, limit: Duration) -> Self {
        let (off, switch) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let late = switch.recv_timeout(limit).is_err();
            if late {
                ask_to_end(group);
                if switch.recv_timeout(PATIENCE).is_err() {
                    force_to_end(group);
                }
            }
            late
        });
        Self { off, thread }
    }

    /// Switches it off and says whether it had gone off before.
    fn rang(self) -> bool {
        let _ = self.off.send(());
        self.thread.join().unwrap_or(false)
    }
}

fn ending(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with code {code}"),
        None => "was ended by a signal".into(),
    }
}

fn cannot_run(line: &str, error: &io::Error) -> Failure {
    let program = line.split(' ').next().unwrap_or(line);
    Failure::new(
        format!("`{line}` could not be started: {error}."),
        format!("Install {program}, or put it on the PATH, then run this again."),
    )
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn sh(script: &str) -> Tool {
        Tool::new(&Workspace::locate(), "sh").args(["-c", script])
    }

    #[test]
    fn both_streams_are_kept_in_order() {
        let output = sh("echo one; echo two >&2; echo three").run().unwrap();
        assert_eq!(output, "one\ntwo\nthree\n");
    }

    #[test]
    fn a_bad_ending_carries_the_output_and_the_code() {
        let failure = sh("echo oh; exit 3").run().unwrap_err();
        assert_eq!(failure.output, "oh\n");
        assert!(failure.what.ends_with("ended with code 3."), "{}", failure.what);
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let outcome = sh("sleep 600").limit(Duration::from_millis(50)).outcome().unwrap();
        assert!(!outcome.ok);
        assert_eq!(outcome.ending, Outcome::TOO_LATE);
    }

    #[test]
    fn a_program_in_time_is_left_alone() {
        let outcome = sh("echo done").limit(Duration::from_secs(60)).outcome().unwrap();
        assert!(outcome.ok);
    }

    #[test]
    fn a_missing_program_says_what_to_install() {
        let home = Workspace::locate();
        let failure = Tool::new(&home, "no-such-program").run().unwrap_err();
        assert!(failure.mend.starts_with("Install no-such-program"), "{}", failure.mend);
    }

    #[test]
    fn the_last_line_that_says_something() {
        assert_eq!(last_line("a\n wrote 31 types \n\n"), "wrote 31 types");
        assert_eq!(last_line(""), "");
    }
}
