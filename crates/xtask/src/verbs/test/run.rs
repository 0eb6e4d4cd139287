//! Whether a run of a suite was a good one.

use crate::failure::Failure;
use crate::shell::Outcome;
use crate::tally::Tally;

/// A runner that came to its end, and what it counted.
pub(super) struct Run {
    pub(super) tally: Tally,
    pub(super) outcome: Outcome,
    /// The command with which to run this suite alone.
    pub(super) again: &'static str,
}

impl Run {
    /// What to count, and why it is not good, if it is not.
    pub(super) fn judged(self) -> (Tally, Option<Failure>) {
        let Self { tally, outcome, again } = self;
        let ending = &outcome.ending;
        let (tally, what) = if !tally.has_run() {
            (tally + Tally::ONE_FAILURE, format!("No test was run; `{again}` {ending}."))
        } else if tally.failed > 0 {
            (tally, format!("{tally}."))
        } else if !outcome.ok {
            (tally + Tally::ONE_FAILURE, format!("All tests passed, and yet `{again}` {ending}."))
        } else {
            return (tally, None);
        };
        let mend = format!("Mend what is said above. `{again}` runs these alone.");
        (tally, Some(Failure { what, output: outcome.output, mend }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(passed: u64, failed: u64, ok: bool) -> (Tally, Option<Failure>) {
        let code = i32::from(!ok);
        let outcome =
            Outcome { ok, ending: format!("ended with code {code}"), output: "words".into() };
        Run { tally: Tally { passed, failed, skipped: 0 }, outcome, again: "runner" }.judged()
    }

    #[test]
    fn passing_tests_and_a_good_ending_are_good() {
        assert_eq!(judged(3, 0, true), (Tally { passed: 3, failed: 0, skipped: 0 }, None));
    }

    #[test]
    fn a_failing_test_counts_once() {
        let (tally, failure) = judged(3, 1, false);
        assert_eq!(tally.failed, 1);
        assert_eq!(failure.unwrap().output, "words");
    }

    #[test]
    fn a_suite_without_tests_fails() {
        let (tally, failure) = judged(0, 0, true);
        assert_eq!(tally.failed, 1);
        assert_eq!(failure.unwrap().what, "No test was run; `runner` ended with code 0.");
    }

    #[test]
    fn a_runner_that_falls_over_fails_though_its_tests_passed() {
        let (tally, failure) = judged(3, 0, false);
        assert_eq!((tally.passed, tally.failed), (3, 1));
        assert!(failure.unwrap().what.starts_with("All tests passed, and yet `runner`"));
    }
}
