//! What holds for every input, not only for those in the tables.

#![cfg(test)]

mod forms;
mod history;
mod merge;
mod parity;
mod stored;
mod strategies;
mod views;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRunner};

/// No file of past failures: a failure becomes a case in a table, where it has a name.
fn config() -> Config {
    // PROPTEST_CASES can raise the number.
    let cases = Config::default().cases.max(400);
    Config { cases, max_global_rejects: 4 * cases, failure_persistence: None, ..Config::default() }
}

/// The same few hundred values in every run, to check that a strategy produces what it should.
fn samples<S: Strategy>(strategy: S) -> impl Iterator<Item = S::Value> {
    let mut runner = TestRunner::deterministic();
    (0..400).map(move |_| strategy.new_tree(&mut runner).unwrap().current())
}
