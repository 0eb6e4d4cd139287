//! What the tests said of an answer, and what it gave or took.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde::Deserialize;

/// One answer with its score.
#[derive(Debug, Deserialize)]
pub(super) struct Scored {
    pub(super) route: String,
    /// Who answered.
    pub(super) by: String,
    pub(super) score: i64,
    pub(super) tests: Vec<Test>,
}

impl Display for Scored {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({})", self.route, self.by)
    }
}

/// One test, with its own words for its result.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Test {
    pub(super) name: String,
    pub(super) result: String,
    pub(super) modifier: i64,
}

impl Display for Test {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:+4}  {}: {}", self.modifier, self.name, self.result)
    }
}

/// The tests that took points away.
pub(super) fn lost(tests: &[Test]) -> impl Iterator<Item = &Test> {
    tests.iter().filter(|test| test.modifier < 0)
}

/// Every result once, with the number of answers that it is about where that is not all of them.
pub(super) fn each_result(all: &[Scored]) -> Vec<String> {
    let mut results = BTreeMap::<&Test, usize>::new();
    for test in all.iter().flat_map(|scored| &scored.tests) {
        *results.entry(test).or_default() += 1;
    }
    let line = |(test, count): (&Test, usize)| match count {
        count if count == all.len() => test.to_string(),
        count => format!("{test} ({count} of {})", all.len()),
    };
    results.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, result: &str, modifier: i64) -> Test {
        Test { name: name.into(), result: result.into(), modifier }
    }

    fn scored(tests: &[Test]) -> Scored {
        Scored { route: "/".into(), by: "devserver".into(), score: 0, tests: tests.to_vec() }
    }

    #[test]
    fn only_what_takes_points_away_is_lost() {
        let tests =
            [test("csp", "strict", 10), test("hsts", "missing", -20), test("cors", "no", 0)];
        assert_eq!(lost(&tests).collect::<Vec<_>>(), [&tests[1]]);
    }

    #[test]
    fn a_result_that_all_answers_share_is_told_once_and_without_a_number() {
        let all = [
            scored(&[test("csp", "strict", 10), test("hsts", "missing", -20)]),
            scored(&[test("csp", "strict", 10), test("hsts", "there", 0)]),
        ];
        assert_eq!(
            each_result(&all),
            [" +10  csp: strict", " -20  hsts: missing (1 of 2)", "  +0  hsts: there (1 of 2)"]
        );
    }
}
