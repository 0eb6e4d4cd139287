//! What went wrong, in the tool's words, and what to do about it.

use std::fmt::{self, Display};

/// A step that did not succeed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// One line: what failed.
    pub(crate) what: String,
    /// The failing tool's own output, or nothing.
    pub(crate) output: String,
    /// One line: what the reader can do.
    pub(crate) mend: String,
}

impl Failure {
    /// A failure without a tool's output.
    pub(crate) fn new(what: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { what: what.into(), output: String::new(), mend: mend.into() }
    }

    /// The same failure with better advice.
    pub(crate) fn mended_by(mut self, mend: impl Into<String>) -> Self {
        self.mend = mend.into();
        self
    }

    /// This failure and another, told as one. The same mistake in Rust, met on the way to two
    /// places, is told once.
    pub(crate) fn with(mut self, other: Self) -> Self {
        let error = |failure: &Self| {
            failure.output.lines().find(|line| line.starts_with("error")).map(String::from)
        };
        if error(&self).is_none() || error(&self) != error(&other) {
            self.output = format!("{other}\n\n{}", self.output);
        }
        self
    }

    /// A file operation that failed.
    pub(crate) fn of_file(path: &std::path::Path, error: &std::io::Error) -> Self {
        Self::new(
            format!("{}: {error}", path.display()),
            "Check the disk's free space and the folder's permissions, then run this again.",
        )
    }
}

impl Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let output = self.output.trim_end();
        if !output.is_empty() {
            writeln!(out, "{output}\n")?;
        }
        writeln!(out, "  {}", self.what)?;
        write!(out, "  {}", self.mend)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tools_words_come_first_and_the_advice_last() {
        let failure = Failure {
            what: "clippy failed.".into(),
            output: "warning: unused\n\n".into(),
            mend: "Mend the code above.".into(),
        };
        assert_eq!(
            failure.to_string(),
            "warning: unused\n\n  clippy failed.\n  Mend the code above."
        );
    }

    #[test]
    fn two_failures_are_both_told_and_one_mistake_once() {
        let with_output = |output: &str| Failure {
            output: output.into(),
            ..Failure::new(format!("{output} failed."), "Mend it.")
        };
        let both = with_output("error: a").with(with_output("error: b")).to_string();
        assert!(both.contains("error: a") && both.contains("error: b"), "{both}");
        let native = with_output("error: a\n  native");
        assert_eq!(native.clone().with(with_output("error: a\n  wasm")), native);
        let plain = Failure::new("No Node.", "Install it.").with(with_output("error: a"));
        assert!(plain.to_string().contains("error: a failed."), "{plain}");
    }

    #[test]
    fn without_output_two_lines_are_enough() {
        let failure = Failure::new("Node is missing.", "Install it.");
        assert_eq!(failure.to_string(), "  Node is missing.\n  Install it.");
    }
}
