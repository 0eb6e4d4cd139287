//! Parses the numbers of tests from the output of test runners.

use std::fmt::{self, Display};
use std::ops::AddAssign;

/// The numbers of tests by outcome.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TestCounts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

/// The beginnings of the summary lines of cargo, `crates/trials`, `observatory/` and vitest.
const SUMMARIES: [&str; 4] = ["test result: ", "attack result: ", "headers result: ", "Tests "];

impl TestCounts {
    /// A failure without counts, or before any test ran.
    pub(crate) const ONE_FAILURE: Self = Self { passed: 0, failed: 1, skipped: 0 };

    /// Parses a runner's output, without colours.
    pub(crate) fn read(output: &str) -> Self {
        let mut counts = Self::default();
        for line in output.lines().map(str::trim) {
            let words: Vec<_> = line.split([' ', ';', ',', '(', ')', '|']).collect();
            // Playwright has a line for each number: "12 passed (3.4s)".
            let is_playwrights = words.first().is_some_and(|word| word.parse::<u64>().is_ok());
            if is_playwrights {
                counts += Self::of_words(&words[..words.len().min(2)]);
            } else if SUMMARIES.iter().any(|beginning| line.starts_with(beginning)) {
                counts += Self::of_words(&words);
            }
        }
        counts
    }

    /// Parses words such as "3", "passed".
    fn of_words(words: &[&str]) -> Self {
        let words: Vec<_> = words.iter().filter(|word| !word.is_empty()).collect();
        let count = |names: &[&str]| {
            let pairs = words.windows(2).filter(|pair| names.contains(pair[1]));
            pairs.filter_map(|pair| pair[0].parse::<u64>().ok()).sum()
        };
        Self {
            passed: count(&["passed"]),
            failed: count(&["failed"]),
            skipped: count(&["ignored", "skipped", "todo"]),
        }
    }

    /// Whether any test finished.
    pub(crate) fn has_run(self) -> bool {
        self.passed + self.failed > 0
    }
}

impl AddAssign for TestCounts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl Display for TestCounts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(out, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(passed: u64, failed: u64, skipped: u64) -> TestCounts {
        TestCounts { passed, failed, skipped }
    }

    #[test]
    fn cargos_results_are_summed_over_programs() {
        let output = "running 3 tests\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 4 filtered out\n\
            test mobile::says_7_passed ... ok\n\
            test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(TestCounts::read(output), counts(15, 2, 1));
        assert!(!TestCounts::read("error: could not compile `domain`").has_run());
    }

    #[test]
    fn trials_and_scores_have_summary_lines_of_their_own() {
        let output = "guessing a code: 21 tried, 0 allowed\nattack result: 14 passed, 2 failed\n";
        assert_eq!(TestCounts::read(output), counts(14, 2, 0));
        assert_eq!(TestCounts::read("headers result: 16 passed, 0 failed"), counts(16, 0, 0));
    }

    #[test]
    fn vitest_counts_tests_and_files_and_only_tests_count() {
        let output = " Test Files  1 failed | 33 passed (34)\n      \
                      Tests  2 failed | 211 passed | 3 skipped | 1 todo (217)\n";
        assert_eq!(TestCounts::read(output), counts(211, 2, 4));
        assert_eq!(TestCounts::read("      Tests  7 passed (7)\n"), counts(7, 0, 0));
    }

    #[test]
    fn playwright_has_a_line_for_each_number() {
        let output = "Running 15 tests using 2 workers\n··F·±\n  2 failed\n    [desk] › a.spec.ts:3 › \
                      9 passed\n  3 skipped\n  9 passed (12.3s)\n";
        assert_eq!(TestCounts::read(output), counts(9, 2, 3));
    }

    #[test]
    fn skipped_tests_are_named_only_if_there_are_any() {
        assert_eq!(counts(2, 0, 0).to_string(), "2 passed, 0 failed");
        assert_eq!(counts(3, 1, 4).to_string(), "3 passed, 1 failed, 4 skipped");
    }
}
