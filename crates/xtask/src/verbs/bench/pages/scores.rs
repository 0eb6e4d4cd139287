//! Lighthouse's four scores.

use std::collections::BTreeSet;

use super::lighthouse::{Page, worst};
use crate::verbs::bench::section::{Goal, Row, Unit, Verdict};
use crate::verbs::bench::statistics::median;

/// In the order in which the script asks for them.
const CATEGORIES: [(&str, f64); 4] =
    [("Performance", 99.0), ("Accessibility", 100.0), ("Best practices", 100.0), ("SEO", 100.0)];

/// A row for each score, of the page where it is lowest.
pub(super) fn rows(pages: &[Page]) -> Vec<Row> {
    let rows = CATEGORIES.iter().enumerate().map(|(at, (name, goal))| {
        let what = format!("Lighthouse's score, {name}");
        let mut row = worst(pages, &what, Goal::AtLeast(*goal), Unit::COUNT, |page| all(page, at));
        if row.verdict == Verdict::Missed {
            row.measured = format!("{}; it was lost by {}", row.measured, lost(pages));
        }
        row
    });
    rows.collect()
}

/// All four, such as "100 100 100 100".
pub(super) fn cell(page: &Page) -> String {
    let medians = (0..CATEGORIES.len()).filter_map(|at| median(&all(page, at)));
    medians.map(|score| Unit::COUNT.number(score)).collect::<Vec<_>>().join(" ")
}

fn all(page: &Page, at: usize) -> Vec<f64> {
    page.runs.iter().filter_map(|run| run.scores.get(at).copied()).collect()
}

/// The audits that cost any page anything.
fn lost(pages: &[Page]) -> String {
    let runs = pages.iter().flat_map(|page| &page.runs);
    let audits: BTreeSet<_> = runs.flat_map(|run| &run.lost).map(String::as_str).collect();
    audits.into_iter().collect::<Vec<_>>().join(", ")
}
