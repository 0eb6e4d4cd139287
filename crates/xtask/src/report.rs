//! The output for the person at the terminal: an aligned line for each finished step, and a spinner
//! for each running one.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use console::Style;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// The failures, with the names of their steps.
pub(crate) type Failed = Vec<(&'static str, anyhow::Error)>;

/// The report of one run.
pub(crate) struct Report {
    spinners: MultiProgress,
    is_terminal: bool,
    quiet_when_fresh: AtomicBool,
}

impl Report {
    pub(crate) fn new() -> Self {
        Self {
            spinners: MultiProgress::new(),
            is_terminal: std::io::stderr().is_terminal(),
            quiet_when_fresh: AtomicBool::new(false),
        }
    }

    /// From now on, steps with nothing to do print nothing.
    pub(crate) fn quiet_when_fresh(&self) {
        self.quiet_when_fresh.store(true, Ordering::Relaxed);
    }

    /// Runs a step. `work` returns a message, or `None` if there was nothing to do. Returns whether
    /// something was done.
    pub(crate) fn step(
        &self,
        name: &'static str,
        work: impl FnOnce(&Task<'_>) -> anyhow::Result<Option<String>>,
    ) -> anyhow::Result<bool> {
        let task = Task { report: self, name, spinner: self.spinner(name) };
        let since = Instant::now();
        let outcome = work(&task);
        task.spinner.finish_and_clear();
        match &outcome {
            Ok(Some(said)) => {
                let mut lines = said.lines();
                let first = lines.next().unwrap_or_default();
                self.print(&aligned(name, first, Some(since.elapsed())));
                lines.for_each(|line| self.line("", line));
            }
            Ok(None) if self.quiet_when_fresh.load(Ordering::Relaxed) => {}
            Ok(None) => {
                // What was up to date may have taken its time to compile.
                let took = Some(since.elapsed()).filter(|&took| took > Duration::from_secs(1));
                self.print(&Style::new().dim().apply_to(aligned(name, "fresh", took)));
            }
            Err(_) => {
                let line = aligned(name, "failed", Some(since.elapsed()));
                self.print(&Style::new().red().apply_to(line));
            }
        }
        outcome.map(|said| said.is_some())
    }

    /// Prints a line with the time since `since`.
    pub(crate) fn took(&self, name: &str, text: &str, since: Instant) {
        self.print(&aligned(name, text, Some(since.elapsed())));
    }

    /// Prints a line that belongs to no step.
    pub(crate) fn line(&self, name: &str, text: &str) {
        self.print(&aligned(name, text, None));
    }

    /// Prints a sentence after an empty line.
    pub(crate) fn say(&self, text: &dyn Display) {
        self.print(&format!("\n{text}"));
    }

    /// Prints an error: the tool's output and what to do.
    pub(crate) fn failure(&self, error: &anyhow::Error) {
        self.spinners.suspend(|| {
            let _ = writeln!(std::io::stderr(), "\n{error:#}");
        });
    }

    /// Ignores errors, because the reader may close the pipe (`| head`).
    fn print(&self, line: &dyn Display) {
        self.spinners.suspend(|| {
            let _ = writeln!(std::io::stdout(), "{line}");
        });
    }

    fn spinner(&self, name: &'static str) -> ProgressBar {
        let spinner = self.spinners.add(ProgressBar::new_spinner());
        if let Ok(style) = ProgressStyle::with_template("  {prefix:10} {msg:38} {elapsed:>8}") {
            spinner.set_style(style);
        }
        spinner.set_prefix(name);
        spinner.enable_steady_tick(Duration::from_millis(100));
        spinner
    }
}

/// A running step.
pub(crate) struct Task<'a> {
    report: &'a Report,
    name: &'static str,
    spinner: ProgressBar,
}

impl Task<'_> {
    /// Shows what the step is doing at the moment; also in a log.
    pub(crate) fn note(&self, note: &str) {
        self.spinner.set_message(note.to_owned());
        if !self.report.is_terminal && !self.report.quiet_when_fresh.load(Ordering::Relaxed) {
            self.report.line(self.name, note);
        }
    }
}

fn aligned(name: &str, text: &str, took: Option<Duration>) -> String {
    match took {
        Some(took) => format!("  {name:<10} {text:<38} {:>7.1} s", took.as_secs_f64()),
        None => format!("  {name:<10} {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_columns_for_name_text_and_time() {
        let took = Some(Duration::from_millis(68_240));
        assert_eq!(
            aligned("wasm", "built", took),
            "  wasm       built                                     68.2 s"
        );
        assert_eq!(aligned("content", "fresh", None), "  content    fresh");
    }

    #[test]
    fn a_step_without_work_is_reported_as_fresh() {
        let report = Report::new();
        assert!(!report.step("content", |_| Ok(None)).unwrap());
        assert!(report.step("content", |_| Ok(Some("written".into()))).unwrap());
        assert!(report.step("content", |_| anyhow::bail!("no")).is_err());
    }
}
