//! `cargo xtask bench [--quick] [part …]`.
//!
//! A part measures one side of the site. It is a module below with one function,
//!
//! ```ignore
//! pub(super) fn measure(bench: &Bench<'_>, task: &Task) -> Result<Section, Failure>
//! ```
//!
//! and a line in [`Part`]. It returns a [`Section`]: how it was measured, in a short paragraph,
//! and a [`Row`](section::Row) for each goal:
//!
//! - `Row::figure("p99 of a page", Goal::AtMost(1.0), Unit::TIMES, &samples)` for what was
//!   measured several times: the row shows the median with the least and the most, and the
//!   median is held against the goal. A single figure is a list of one. `Goal::None` is shown
//!   and not judged.
//! - `Row::fact("A repeat view", "one request", "one request", true)` for what is no number.
//! - `Row::not_measured("p99 of a page", "at most 1.0 times", "wrk could not be installed")`
//!   where a tool is missing. A part goes on with its other rows then.
//!
//! More detail goes into a [`Table`](section::Table), below the rows. An `Err` is for what leaves
//! nothing to measure: the section then says so, and the other parts are measured all the same.
//! `task.note("…")` says at the terminal what takes its time. [`Bench`] has what parts share: the
//! number of rounds, the server in its release build, Node scripts of `bench/`, the browser.

mod building;
mod context;
mod document;
mod growth;
mod hosted;
mod machine;
mod pages;
mod part;
mod release;
mod rules;
mod section;
mod serving;
mod statistics;
mod today;

use std::time::Instant;

use crate::failure::Failure;
use crate::report::Report;
use crate::steps::Steps;
use crate::workspace::Workspace;

pub(crate) use part::Part;

use context::Bench;
use document::Document;
use section::Section;
use today::today;

/// Builds the site, measures the parts asked for (all, if none is named) and writes what came of
/// it into docs/performance.md. With `quick`, everything is measured just often enough to see
/// that it can be, and nothing is written. False if that could not be done; a goal that is
/// missed is an answer like any other.
pub(crate) fn bench(home: &Workspace, report: &Report, parts: &[Part], quick: bool) -> bool {
    let since = Instant::now();
    let outcome = (Steps { home, report })
        .site()
        .and_then(|_| measure(&Bench::new(home, report, quick), &Part::in_order(parts)));
    match outcome {
        Ok(said) => {
            report.timed("bench", &said, since.elapsed());
            true
        }
        Err(failure) => {
            report.failure(&failure);
            false
        }
    }
}

/// Measures part after part, never two at once: they would measure each other. What a part found
/// is written as soon as it is known.
fn measure(bench: &Bench<'_>, parts: &[Part]) -> Result<String, Failure> {
    let file = bench.home.path("docs/performance.md");
    let mut sections = Vec::new();
    for &part in parts {
        let task = bench.report.start(part.name());
        let machine = machine::shape(bench, &task);
        let section = match part.measure(bench, &task) {
            Ok(section) => {
                task.done(&section.summary());
                section
            }
            Err(failure) => {
                task.failed();
                bench.report.failure(&failure);
                Section::not_measured(&bench.reason(&failure))
            }
        };
        bench.report.say(&section.for_a_terminal());
        if !bench.quick {
            let date = today();
            Document::read(&file).with(part, &section, &machine, &date).write(&file, &date)?;
        }
        sections.push(section);
    }
    let place = if bench.quick { "in a hurry; nothing written" } else { "in docs/performance.md" };
    Ok(format!("{}, {place}", Section::summary_of(&sections)))
}
