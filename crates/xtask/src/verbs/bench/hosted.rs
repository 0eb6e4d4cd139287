//! Hosted mode: many referrals, and many who ask.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::context::Bench;
use super::section::{Goal, Row, Section, Table, Unit};
use crate::failure::Failure;
use crate::report::Task;
use crate::verbs::trials::{self, Alone};

const HOW: &str = "\
`server` in its release build over SQLite (WAL, `synchronous=FULL`), pinned to one core where \
`taskset` is there; those who ask run on the others (`crates/trials`). *Growth*: the same list is \
asked for with few and with many referrals in the database, of which each referrer has made a \
hundred; medians. What is searched for is either in one of them, or in more than a page shows, so that \
the answers are as long. *Load*: every request has its due time, and its duration counts from then, \
whether or not the server keeps up; every tenth submits a referral, the others read a list, a \
session or a page. *Submissions* of 32 visitors at once, and of one alone, against inserts of one such row by sqlx \
alone, each in a transaction of its own on the same disk: a submission is also a request over HTTP, \
and writes its history, its totals, its index for searching and its idempotency key.";

/// What a list costs, in milliseconds.
#[derive(Deserialize)]
struct Cost {
    #[serde(rename = "few, ms")]
    few: f64,
    #[serde(rename = "many, ms")]
    many: f64,
    ratio: f64,
}

#[derive(Deserialize)]
struct Load {
    rate: f64,
    failed: f64,
    #[serde(rename = "reads, ms")]
    reads: Times,
    #[serde(rename = "submissions, ms")]
    submissions: Times,
    #[serde(rename = "submissions a second")]
    a_second: f64,
    #[serde(rename = "by one visitor")]
    by_one: f64,
    #[serde(rename = "bare inserts a second")]
    bare_a_second: f64,
    #[serde(rename = "bare against submissions of many")]
    bare_against_many: f64,
    #[serde(rename = "bare against submissions of one")]
    bare_against_one: f64,
}

#[derive(Deserialize)]
struct Times {
    requests: f64,
    median: f64,
    p99: f64,
    longest: f64,
}

pub(super) fn measure(bench: &Bench<'_>, task: &Task) -> Result<Section, Failure> {
    let (many, seconds) = if bench.quick { ("5000", "5") } else { ("1000000", "120") };
    let load = ["load", "--seconds", seconds];
    let load: Load = trials::run(bench.home, task, &load, Alone::OnACore)?;
    let growth = ["growth", "--many", many];
    let growth = trials::run(bench.home, task, &growth, Alone::OnACore)?;
    Ok(section(&load, &growth))
}

fn section(load: &Load, growth: &BTreeMap<String, Cost>) -> Section {
    let figure = |what: &str, goal, unit, figure| Row::figure(what, goal, unit, &[figure]);
    let mut rows: Vec<_> = growth
        .iter()
        .map(|(name, cost)| {
            let what = format!("Growth of {name}, with 1,000,000 referrals against 1,000");
            figure(&what, Goal::AtMost(3.0), Unit::TIMES, cost.ratio)
        })
        .collect();
    let failed = "Answers that were refused, of all that were asked for under load";
    rows.extend([
        figure(failed, Goal::AtMost(0.0), Unit::COUNT, load.failed),
        figure("p99 of reading under load", Goal::Under(50.0), Unit::MS, load.reads.p99),
        figure("p99 of submitting under load", Goal::Under(50.0), Unit::MS, load.submissions.p99),
        figure(
            "Bare inserts of one connection against submissions of 32 visitors, a second",
            Goal::AtMost(2.0),
            Unit::TIMES,
            load.bare_against_many,
        ),
        figure(
            "Bare inserts of one connection against submissions of one visitor, a second",
            Goal::None,
            Unit::TIMES,
            load.bare_against_one,
        ),
    ]);
    let costs = growth.iter().map(|(name, cost)| {
        let told = |figure: f64| format!("{figure:.2} ms");
        vec![name.clone(), told(cost.few), told(cost.many)]
    });
    let times = |name: &str, times: &Times| {
        let told = |figure: f64| format!("{figure:.1} ms");
        let requests = Unit::COUNT.number(times.requests);
        vec![name.into(), requests, told(times.median), told(times.p99), told(times.longest)]
    };
    Section {
        how: format!(
            "{HOW} Submissions came to {} a second, those of one visitor alone to {}, bare inserts \
             to {}; the load was {} requests a second.",
            Unit::COUNT.number(load.a_second),
            Unit::COUNT.number(load.by_one),
            Unit::COUNT.number(load.bare_a_second),
            Unit::COUNT.number(load.rate)
        ),
        rows,
        tables: vec![
            Table {
                title: "What a list costs:".into(),
                columns: ["List", "1,000 referrals", "1,000,000 referrals"].map(Into::into).into(),
                rows: costs.collect(),
            },
            Table {
                title: "Under load:".into(),
                columns: ["What", "Requests", "Median", "p99", "Longest"].map(Into::into).into(),
                rows: vec![times("Reading", &load.reads), times("Submitting", &load.submissions)],
            },
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::section::Verdict;

    #[test]
    fn each_list_and_each_side_of_the_load_is_judged() {
        let times = || Times { requests: 10.0, median: 1.0, p99: 49.0, longest: 90.0 };
        let load = Load {
            rate: 300.0,
            failed: 0.0,
            reads: times(),
            submissions: Times { p99: 50.0, ..times() },
            a_second: 400.0,
            by_one: 200.0,
            bare_a_second: 800.0,
            bare_against_many: 2.0,
            bare_against_one: 4.0,
        };
        let cost = |ratio| Cost { few: 1.0, many: ratio, ratio };
        let growth = [("a search".to_owned(), cost(3.0)), ("own list".to_owned(), cost(3.1))];
        let section = section(&load, &growth.into());
        let verdicts: Vec<_> = section.rows.iter().map(|row| row.verdict.clone()).collect();
        use Verdict::{Met, Missed, Shown};
        assert_eq!(verdicts, [Met, Missed, Met, Met, Missed, Met, Shown]);
        for table in &section.tables {
            assert!(table.rows.iter().all(|cells| cells.len() == table.columns.len()));
        }
    }
}
