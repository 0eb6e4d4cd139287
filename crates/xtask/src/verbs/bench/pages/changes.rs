//! Going from page to page once React is there.

use serde::Deserialize;
use serde_json::json;

use crate::failure::Failure;
use crate::report::Task;
use crate::verbs::bench::context::Bench;
use crate::verbs::bench::section::{Goal, Row, Table, Unit};

const ROUNDS: u32 = 10;

/// One link of the bar and the times it took to its page, in milliseconds.
#[derive(Deserialize)]
struct Link {
    name: String,
    /// To the paint.
    ms: Vec<f64>,
    /// To the change of the document.
    updated: Vec<f64>,
}

pub(super) fn measure(
    bench: &Bench<'_>,
    task: &Task,
    url: &str,
) -> Result<(Vec<Row>, Table), Failure> {
    task.note("going from page to page");
    let asked = json!({ "url": url, "rounds": bench.rounds(ROUNDS) });
    let links: Vec<Link> = bench.script(task, "pages/route-changes.mjs", &asked)?;
    let all: Vec<_> = links.iter().flat_map(|link| link.ms.iter().copied()).collect();
    let what = "From the press on a link to the next page's heading painted";
    let cell = |samples: &[f64]| Unit::MS.tell_all(samples).unwrap_or_default();
    let table = Table {
        title: "Route changes, by link: until the document has changed, and until it is painted:"
            .into(),
        columns: ["Link", "Changed", "Painted"].map(String::from).into(),
        rows: links
            .iter()
            .map(|link| vec![link.name.clone(), cell(&link.updated), cell(&link.ms)])
            .collect(),
    };
    Ok((vec![Row::figure(what, Goal::Under(50.0), Unit::MS, &all)], table))
}
