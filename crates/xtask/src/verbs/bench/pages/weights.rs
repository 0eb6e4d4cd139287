//! What is sent, by the same budgets that `cargo xtask check` keeps.

use crate::failure::Failure;
use crate::verbs::bench::context::Bench;
use crate::verbs::bench::section::{Goal, Row, Unit};
use crate::verbs::check::budgets::{Budget, weights};

/// A row for each budget: what comes nearest to it, or is farthest over it.
pub(super) fn rows(bench: &Bench<'_>) -> Result<Vec<Row>, Failure> {
    let weights = weights(&bench.home.path("web"))?;
    let heaviest = |budget: Budget| {
        weights.iter().filter(move |weight| weight.budget == budget).max_by_key(|it| it.bytes)
    };
    let row = |(budget, what): (Budget, &str)| {
        let goal = Goal::AtMost(budget.limit() as f64);
        match heaviest(budget) {
            Some(weight) => {
                let what = format!("{what} ({})", weight.name);
                Row::figure(what, goal, Unit::BYTES, &[weight.bytes as f64])
            }
            None => Row::not_measured(what, goal.tell(Unit::BYTES), "the site has none"),
        }
    };
    Ok([
        (Budget::Page, "The heaviest page, with all that its first paint needs, in brotli"),
        (Budget::Scripts, "Scripts of a first visit to a page without forms, in brotli"),
        (Budget::Rules, "The rules, where they are needed, in brotli"),
        (Budget::Fonts, "All fonts together"),
    ]
    .map(row)
    .into())
}
