//! Bytes that a target does not bear.

use std::fs;
use std::path::PathBuf;

use super::run::Run;
use crate::failure::Failure;
use crate::report::Task;

/// How long to look for fewer bytes that do the same, in seconds.
const SHRINKING: &str = "-max_total_time=20";

/// Where the engine left the bytes, and what was said when they were tried.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Finding {
    file: PathBuf,
    words: String,
}

impl Finding {
    /// The finding that a run ended with, if it did.
    pub(super) fn read(output: &str) -> Option<Self> {
        let file = output.lines().rev().find_map(|line| line.split_once("Test unit written to "));
        file.map(|(_, file)| Self { file: file.into(), words: words(output) })
    }

    /// What to tell of it, with as few bytes as could be found in a hurry.
    pub(super) fn shown(self, run: &Run<'_>, task: &Task) -> Failure {
        task.note("found something; looking for fewer bytes");
        let Self { file, words } = self.shrunk(run).unwrap_or(self);
        let bytes = fs::read(&file).unwrap_or_default();
        let (program, file) = (run.typed(run.program), run.typed(&file));
        Failure {
            what: format!("{} does not bear the {} bytes in {file}.", run.name, bytes.len()),
            output: format!("{words}\n\nThe bytes: \"{}\"", bytes.escape_ascii()),
            mend: format!(
                "`{program} {file}` tries them again. Copied into fuzz/corpus/{}, they are tried \
                 by every `cargo test --package fuzz`.",
                run.name
            ),
        }
    }

    /// The same with fewer bytes. Those that only take too long take too long for this as well.
    fn shrunk(&self, run: &Run<'_>) -> Option<Self> {
        let name = self.file.file_name()?.to_str()?.strip_prefix("crash-")?;
        let file = self.file.with_file_name(format!("small-{name}"));
        let to = format!("-exact_artifact_path={}", file.display());
        run.tool().args(["-minimize_crash=1", SHRINKING, &to]).args([&self.file]).outcome().ok()?;
        let again = run.tool().args([&file]).outcome().ok()?;
        file.is_file().then(|| Self { words: words(&again.output), file })
    }
}

/// What is worth telling: a panic, and the engine's own verdict.
fn words(output: &str) -> String {
    let begins = |line: &&str| line.starts_with("thread '") || line.starts_with("==");
    let said = output.lines().skip_while(|line| !begins(line));
    said.take_while(|line| !line.starts_with("NOTE: ")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_read_with_what_was_said() {
        let output = "#2\tINITED cov: 5\n\nthread '<unnamed>' (7) panicked at a.rs:2:1:\nleft\n\
            ==7== ERROR: libFuzzer: deadly signal\nNOTE: libFuzzer has handlers.\n\
            artifact_prefix='/x/'; Test unit written to /x/crash-1\nBase64: RlVaWg==\n";
        let words = "thread '<unnamed>' (7) panicked at a.rs:2:1:\nleft\n\
            ==7== ERROR: libFuzzer: deadly signal";
        let finding = Finding { file: "/x/crash-1".into(), words: words.into() };
        assert_eq!(Finding::read(output), Some(finding));
    }

    #[test]
    fn a_run_that_ended_in_peace_has_none() {
        assert_eq!(Finding::read("#2\tDONE cov: 5\nDone 2 runs in 1 second(s)\n"), None);
    }
}
