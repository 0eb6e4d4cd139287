//! The steps that verbs are made of.

mod bindings;
mod content;
mod headers;
mod packages;
mod rules;
mod server;
mod web;

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::report::{Report, Task};
use crate::shell::Tool;
use crate::stamp::{Inputs, Output, Stamp};
use crate::workspace::Workspace;

pub(crate) use server::{hosted_program, program as server_program};
pub(crate) use web::steers_the_build as steers_the_web_build;

/// How a step is made, when its turn has come: what it reads may have changed until then.
type Make = for<'a> fn(&'a Workspace) -> Step<'a>;

const BINDINGS: Make = bindings::step;
const CONTENT: Make = content::step;
const HEADERS: Make = headers::step;
const HOSTED: Make = server::hosted_step;
const PACKAGES: Make = packages::step;
const RULES: Make = rules::step;
const SERVER: Make = server::step;
const WEB: Make = web::step;

/// What has been asked for by name.
pub(crate) struct Steps<'a> {
    pub(crate) home: &'a Workspace,
    pub(crate) report: &'a Report,
}

/// The names of the steps that had something to do.
pub(crate) type Done = BTreeSet<&'static str>;

impl Steps<'_> {
    /// The whole site, and the program that serves it.
    pub(crate) fn site(&self) -> Result<Done, Failure> {
        let mut done = self.prepared(&[&[BINDINGS, CONTENT, SERVER], &[RULES], &[PACKAGES]])?;
        done.extend(self.lane(&[WEB, HEADERS])?);
        Ok(done)
    }

    /// The program that serves the site in hosted mode.
    pub(crate) fn hosted(&self) -> Result<Done, Failure> {
        self.lane(&[HOSTED])
    }

    /// All that web/ compiles against.
    pub(crate) fn sources(&self) -> Result<Done, Failure> {
        self.prepared(&[&[BINDINGS, CONTENT], &[RULES], &[PACKAGES]])
    }

    /// The bindings alone.
    pub(crate) fn bindings(&self) -> Result<Done, Failure> {
        self.lane(&[BINDINGS])
    }

    /// The content, the rules and the packages, with the committed bindings left as they are.
    pub(crate) fn sources_but_bindings(&self) -> Result<Done, Failure> {
        self.prepared(&[&[CONTENT], &[RULES], &[PACKAGES]])
    }

    /// Whether the built site is there, and was built from the sources as they are.
    pub(crate) fn site_is_fresh(&self) -> bool {
        let step = WEB(self.home);
        let stamp = Stamp::of(step.name, &self.home.scratch());
        Stamp::inputs(&step.inputs).is_ok_and(|inputs| stamp.is_good(&inputs, &step.outputs))
    }

    /// Goes down several lanes side by side: npm fetches while cargo compiles for the browser
    /// and for this machine. All come to their end, even if one fails.
    fn prepared(&self, lanes: &[&[Make]]) -> Result<Done, Failure> {
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let lanes: Vec<_> = lanes.iter().map(|lane| scope.spawn(|| self.lane(lane))).collect();
            lanes
                .into_iter()
                .map(|lane| lane.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let mut done = Done::new();
        let mut failures = Vec::new();
        for outcome in outcomes {
            match outcome {
                Ok(more) => done.extend(more),
                Err(failure) => failures.push(failure),
            }
        }
        failures.into_iter().reduce(Failure::with).map_or(Ok(done), Err)
    }

    /// Does steps one after the other, up to the first that fails.
    fn lane(&self, makes: &[Make]) -> Result<Done, Failure> {
        let mut done = Done::new();
        for make in makes {
            let step = make(self.home);
            let name = step.name;
            if self.do_it(step)? {
                done.insert(name);
            }
        }
        Ok(done)
    }

    /// Does a step unless it is fresh. True if it was done.
    fn do_it(&self, step: Step<'_>) -> Result<bool, Failure> {
        let stamp = Stamp::of(step.name, &self.home.scratch());
        let cannot_read = |error| Failure::of_file(self.home.root(), &error);
        let inputs = Stamp::inputs(&step.inputs).map_err(cannot_read)?;
        if stamp.is_good(&inputs, &step.outputs) {
            self.report.fresh(step.name);
            return Ok(false);
        }
        stamp.lift();
        let task = self.report.start(step.name);
        let worked = (step.work)(&task).and_then(|said| {
            if stamp.press(&inputs, &step.outputs).map_err(cannot_read)? {
                return Ok(said);
            }
            Err(Failure::new(
                format!("{} said that all is well, but left something out.", step.name),
                "Look at what it should write; this is a fault of the step, not yours.",
            ))
        });
        match worked {
            Ok(said) => task.done(&said),
            Err(failure) => {
                task.failed();
                return Err(failure);
            }
        }
        Ok(true)
    }
}

/// One piece of work with what it reads and writes.
struct Step<'a> {
    name: &'static str,
    inputs: Inputs,
    outputs: Vec<Output>,
    work: Work<'a>,
}

/// Returns a few words on what came of it.
type Work<'a> = Box<dyn FnOnce(&Task) -> Result<String, Failure> + 'a>;

/// Runs the program that writes TypeScript from Rust.
pub(crate) fn generate(home: &Workspace, words: &[&str]) -> Result<String, Failure> {
    Tool::cargo(home)
        .args(["run", "--quiet", "--package", "xtask", "--bin", "generate", "--"])
        .args(words)
        .run()
}

/// What the generator is made of.
fn generator(home: &Workspace) -> [PathBuf; 3] {
    ["crates/domain/src", "crates/domain/Cargo.toml", "crates/xtask/src/generate"]
        .map(|inside| home.path(inside))
}
