//! The referral page with few and with very many records.

use serde::Deserialize;
use serde_json::json;

use super::context::Bench;
use super::section::{Goal, Row, Section, Table, Unit};
use super::statistics::median;
use crate::failure::Failure;
use crate::report::Task;

const ROUNDS: u32 = 7;
const SIZES: [u32; 3] = [10, 1_000, 10_000];

const HOW: &str = "\
In the built site under its real headers, each round in a browser context of its own whose local \
storage holds so many referrals, all of one member, under reduced motion. A visitor comes from \
the home page. *From the route being shown* is timed from the referral page's heading being in \
the document to the end of the frame that paints the list's heading and its first 50 entries: it \
has the fetching and compiling of the rules and the reading of the storage in it. *From the press \
that logs in* is timed from the press on the dialog's Verify OTP, with everything read before, and \
has the storing of the login in it. Submitting and saving points are timed from the press to the \
paint of what comes of it. The longest task is the browser's own count (`longtask`, which knows \
those of 50 ms and more) while the list is scrolled and more of it asked for ten times.";

/// An operation, and its milliseconds at each size, one a round.
#[derive(Deserialize)]
struct Operation {
    name: String,
    sizes: Vec<Vec<f64>>,
}

pub(super) fn measure(bench: &Bench<'_>, task: &Task) -> Result<Section, Failure> {
    let served = bench.serve(task, &bench.home.path("web/dist"))?;
    task.note("working with very many referrals");
    let asked = json!({ "url": served.url, "sizes": SIZES, "rounds": bench.rounds(ROUNDS) });
    let operations: Vec<Operation> = bench.script(task, "growth/growth.mjs", &asked)?;
    Ok(section(&operations))
}

fn section(operations: &[Operation]) -> Section {
    let rows = operations.iter().filter_map(|operation| {
        let goal = goal(&operation.name)?;
        let what = format!("{}, at 10,000", operation.name);
        Some(Row::figure(what, goal, Unit::MS, operation.sizes.last()?))
    });
    let rounds = operations.iter().flat_map(|it| &it.sizes).map(Vec::len).min().unwrap_or(0);
    let mut columns = vec!["Operation".to_owned()];
    columns.extend(SIZES.map(|size| format!("{} referrals", Unit::COUNT.number(size.into()))));
    columns.push("10,000 against 10".into());
    Section {
        how: format!("{HOW} There were {rounds} rounds."),
        rows: rows.collect(),
        tables: vec![Table {
            title: "What everything costs, and how it grows:".into(),
            columns,
            rows: operations.iter().map(cells).collect(),
        }],
    }
}

/// The goals are for the admin's page; the rest is shown beside it.
fn goal(operation: &str) -> Option<Goal> {
    if operation.starts_with("Admin page") {
        Some(Goal::Under(100.0))
    } else if operation.starts_with("Longest task") {
        Some(Goal::AtMost(50.0))
    } else {
        None
    }
}

fn cells(operation: &Operation) -> Vec<String> {
    let times = operation.sizes.iter().map(|times| Unit::MS.tell_all(times).unwrap_or_default());
    let end = |times: Option<&Vec<f64>>| times.and_then(|times| median(times));
    let growth = match (end(operation.sizes.first()), end(operation.sizes.last())) {
        (Some(few), Some(many)) if few > 0.0 => Unit::TIMES.tell(many / few),
        _ => "–".into(),
    };
    [operation.name.clone()].into_iter().chain(times).chain([growth]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::section::Verdict;

    fn operation(name: &str, few: f64, many: f64) -> Operation {
        Operation { name: name.into(), sizes: vec![vec![few], vec![2.0 * few], vec![many]] }
    }

    #[test]
    fn the_admins_page_has_a_goal_and_the_rest_stands_in_the_table() {
        let section = section(&[
            operation("Admin page, from the route being shown", 20.0, 100.0),
            operation("Submit", 10.0, 30.0),
            operation("Longest task while scrolling", 0.0, 50.0),
        ]);
        let verdicts: Vec<_> = section.rows.iter().map(|row| row.verdict.clone()).collect();
        assert_eq!(verdicts, [Verdict::Missed, Verdict::Met]);
        let table = &section.tables[0];
        assert_eq!(table.rows[1], ["Submit", "10 ms", "20 ms", "30 ms", "3.00 times"]);
        assert_eq!(table.rows[2][4], "–");
        assert!(table.rows.iter().all(|cells| cells.len() == table.columns.len()));
    }
}
