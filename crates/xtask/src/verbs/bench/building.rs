//! What an edit costs before it is seen.

mod clone;
mod steps;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use serde_json::json;

use super::context::Bench;
use super::section::{Goal, Row, Section, Table, Unit};
use crate::failure::Failure;
use crate::processes::Group;
use crate::report::Task;
use crate::serving;

use clone::Clone;

const ROUNDS: u32 = 5;

const HOW: &str = "\
In a copy of the repository as it was last committed, so that nobody's edits are touched. \
*Nothing changed* is timed from the start of the command, cargo's own look at the sources \
included, until the server answers. The others are timed from the saving of a file to the open \
page having followed, in the real browser: for a rule until the page has been loaded anew (and \
then has the rule), for a component until the page shows the new words.";

/// What is edited while `cargo xtask dev` runs.
struct Edit {
    what: &'static str,
    /// Its name in the script that makes it.
    name: &'static str,
    options: &'static [&'static str],
    /// In seconds.
    limit: f64,
}

const EDITS: [Edit; 3] = [
    Edit { what: "One Rust rule changed, to the page", name: "rule", options: &[], limit: 10.0 },
    Edit {
        what: "One component changed, to the page",
        name: "component",
        options: &[],
        limit: 5.0,
    },
    Edit {
        what: "One component changed, to the page, with `--hot`",
        name: "component",
        options: &["--hot"],
        limit: 1.0,
    },
];

pub(super) fn measure(bench: &Bench<'_>, task: &Task) -> Result<Section, Failure> {
    let clone = Clone::prepare(bench)?;
    clone.restore(bench, task)?;
    let how = format!("{HOW} Each is done {} times.", bench.rounds(ROUNDS));
    let mut section = Section { how, rows: Vec::new(), tables: Vec::new() };
    let what = "`cargo xtask dev` with nothing changed, to serving";
    let started = starts(bench, task, &clone);
    section.rows.push(row(bench, what, 2.0, started.as_deref()));
    for edit in &EDITS {
        let followed = follow(bench, task, &clone, edit);
        let seconds = followed.as_ref().map(|followed| followed.seconds.as_slice());
        section.rows.push(row(bench, edit.what, edit.limit, seconds));
        section.tables.extend(followed.ok().and_then(|followed| followed.split(edit)));
    }
    Ok(section)
}

fn row(bench: &Bench<'_>, what: &str, limit: f64, found: Result<&[f64], &Failure>) -> Row {
    let goal = Goal::Under(limit);
    match found {
        Ok(seconds) => Row::figure(what, goal, Unit::SECONDS, seconds),
        Err(failure) => {
            bench.report.failure(failure);
            Row::not_measured(what, goal.tell(Unit::SECONDS), bench.reason(failure))
        }
    }
}

/// The seconds from the command to a server that answers.
fn starts(bench: &Bench<'_>, task: &Task, clone: &Clone) -> Result<Vec<f64>, Failure> {
    task.note("starting with nothing changed");
    let start = |_| {
        let since = Instant::now();
        Dev::start(bench, clone, &[])?;
        Ok(since.elapsed().as_secs_f64())
    };
    (0..bench.rounds(ROUNDS)).map(start).collect()
}

/// How the page followed an edit: the seconds of each round, and what the command said.
struct Followed {
    seconds: Vec<f64>,
    log: String,
}

fn follow(bench: &Bench<'_>, task: &Task, clone: &Clone, edit: &Edit) -> Result<Followed, Failure> {
    clone.restore(bench, task)?;
    let dev = Dev::start(bench, clone, edit.options)?;
    task.note(&format!("following edits of a {} {}", edit.name, edit.options.join(" ")));
    let asked = json!({
        "url": dev.url,
        "clone": clone.folder(),
        "edit": edit.name,
        "rounds": bench.rounds(ROUNDS),
    });
    let ms: Vec<f64> = bench.script(task, "building/follow.mjs", &asked)?;
    let log = fs::read_to_string(&dev.log).unwrap_or_default();
    Ok(Followed { seconds: ms.iter().map(|ms| ms / 1000.0).collect(), log })
}

impl Followed {
    /// What the time was spent on; nothing if the command did not say.
    fn split(&self, edit: &Edit) -> Option<Table> {
        let steps = steps::of(&self.log);
        let row = |(name, seconds): (&String, &Vec<f64>)| {
            Some(vec![name.clone(), Unit::SECONDS.tell_all(seconds)?])
        };
        let rows: Vec<_> = steps.iter().filter_map(row).collect();
        (!rows.is_empty()).then(|| Table {
            title: format!(
                "{}, by step (some run side by side; `ready` is all of it as the command sees it):",
                edit.what
            ),
            columns: ["Step", "Time"].map(String::from).into(),
            rows,
        })
    }
}

/// `cargo xtask dev`, serving the copy until this is dropped.
struct Dev {
    url: String,
    log: PathBuf,
    _group: Group,
}

impl Dev {
    fn start(bench: &Bench<'_>, clone: &Clone, options: &[&str]) -> Result<Self, Failure> {
        let addr = serving::free_here()?;
        let log = bench.scratch()?.join("dev.log");
        let dev = clone
            .xtask(bench, &["dev", "--addr", &addr.to_string()])
            .args(options)
            .start_into(&log)?;
        let group = serving::answering(dev, addr)?;
        Ok(Self { url: serving::url(addr), log, _group: group })
    }
}
