//! Counting tests in what their runners report.

use std::fmt::{self, Display};
use std::iter::Sum;
use std::ops::Add;

use serde_json::Value;

/// How many tests ended how.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Tally {
    /// What has no tests to count, or did not come to them, and failed.
    pub(crate) const ONE_FAILURE: Self = Self { passed: 0, failed: 1, skipped: 0 };

    /// From the lines in which each of cargo's test programs sums up.
    pub(crate) fn of_cargo(output: &str) -> Self {
        Self::of_sums(output, "test result: ")
    }

    /// From the line in which the attacks on a server are summed up.
    pub(crate) fn of_attacks(output: &str) -> Self {
        Self::of_sums(output, "attack result: ")
    }

    fn of_sums(output: &str, beginning: &str) -> Self {
        let sums = output.lines().filter_map(|line| line.trim().strip_prefix(beginning));
        sums.map(|sum| Self {
            passed: number_before(sum, " passed"),
            failed: number_before(sum, " failed"),
            skipped: number_before(sum, " ignored"),
        })
        .sum()
    }

    /// From vitest's report in JSON.
    pub(crate) fn of_vitest(report: &Value) -> Self {
        let count = |name: &str| report[name].as_u64().unwrap_or(0);
        Self {
            passed: count("numPassedTests"),
            failed: count("numFailedTests"),
            skipped: count("numPendingTests") + count("numTodoTests"),
        }
    }

    /// From Playwright's report in JSON. What passes only now and then has failed.
    pub(crate) fn of_playwright(report: &Value) -> Self {
        let count = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
        Self {
            passed: count("expected"),
            failed: count("unexpected") + count("flaky"),
            skipped: count("skipped"),
        }
    }

    /// Whether any test came to an end.
    pub(crate) fn has_run(self) -> bool {
        self.passed + self.failed > 0
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Self::add)
    }
}

impl Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(out, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

/// The number that stands right before a word; 0 if none does.
fn number_before(sum: &str, word: &str) -> u64 {
    let number = sum.split_once(word).and_then(|(start, _)| start.split(' ').next_back());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cargos_results_are_summed_over_programs() {
        let output = "running 3 tests\n\
            test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 4 filtered out\n\
            test mobile::says_test_result ... ok\n\
            test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(Tally::of_cargo(output), Tally { passed: 15, failed: 2, skipped: 1 });
    }

    #[test]
    fn attacks_are_counted_by_their_own_sum() {
        let output = "guessing a code: 21 tried, 0 allowed\nattack result: 14 passed, 2 failed\n";
        assert_eq!(Tally::of_attacks(output), Tally { passed: 14, failed: 2, skipped: 0 });
    }

    #[test]
    fn a_program_that_does_not_compile_has_no_results() {
        assert!(!Tally::of_cargo("error: could not compile `domain`").has_run());
    }

    #[test]
    fn vitest_counts_what_waits_as_skipped() {
        let report = json!({
            "numPassedTests": 7, "numFailedTests": 1, "numPendingTests": 2, "numTodoTests": 3,
        });
        assert_eq!(Tally::of_vitest(&report), Tally { passed: 7, failed: 1, skipped: 5 });
    }

    #[test]
    fn playwright_counts_what_is_flaky_as_failed() {
        let report =
            json!({ "stats": { "expected": 9, "flaky": 1, "unexpected": 2, "skipped": 3 } });
        assert_eq!(Tally::of_playwright(&report), Tally { passed: 9, failed: 3, skipped: 3 });
    }

    #[test]
    fn what_is_no_report_has_no_results() {
        for report in [Value::Null, json!([]), json!({ "stats": "none" })] {
            assert!(!Tally::of_vitest(&report).has_run());
            assert!(!Tally::of_playwright(&report).has_run());
        }
    }

    #[test]
    fn skipped_tests_are_named_only_if_there_are_any() {
        let tally = Tally { passed: 2, failed: 0, skipped: 0 };
        assert_eq!(tally.to_string(), "2 passed, 0 failed");
        let more = tally + Tally { passed: 1, failed: 1, skipped: 4 };
        assert_eq!(more.to_string(), "3 passed, 1 failed, 4 skipped");
    }
}
