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
    let changes = |motion: &str| {
        let asked = json!({ "url": url, "rounds": bench.rounds(ROUNDS), "motion": motion });
        bench.script::<Vec<Link>>(task, "pages/route-changes.mjs", &asked)
    };
    let still = changes("reduce")?;
    let moving = changes("no-preference")?;
    let what = "From the press on a link to the next page's heading painted";
    let rows = vec![
        Row::figure(what, Goal::Under(50.0), Unit::MS, &painted(&still)),
        Row::figure(
            "The same with motion, to the beginning of the animation",
            Goal::None,
            Unit::MS,
            &painted(&moving),
        ),
    ];
    Ok((rows, table(&still)))
}

fn painted(links: &[Link]) -> Vec<f64> {
    links.iter().flat_map(|link| link.ms.iter().copied()).collect()
}

fn table(links: &[Link]) -> Table {
    let cell = |samples: &[f64]| Unit::MS.tell_all(samples).unwrap_or_default();
    let row = |link: &Link| vec![link.name.clone(), cell(&link.updated), cell(&link.ms)];
    Table {
        title: "Route changes, by link: until the document has changed, and until it is painted:"
            .into(),
        columns: ["Link", "Changed", "Painted"].map(String::from).into(),
        rows: links.iter().map(row).collect(),
    }
}
