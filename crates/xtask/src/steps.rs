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
use crate::shell::{Tool, last_line};
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
        let task = self.report.start(step.name);
        match self.attempt(step, &task) {
            Ok(None) => {
                task.fresh();
                Ok(false)
            }
            Ok(Some(said)) => {
                task.done(&said);
                Ok(true)
            }
            Err(failure) => {
                task.failed();
                Err(failure)
            }
        }
    }

    /// A few words on what came of a step, or `None` if there was nothing to do.
    fn attempt(&self, step: Step<'_>, task: &Task) -> Result<Option<String>, Failure> {
        let cannot_read = |error| Failure::of_file(self.home.root(), &error);
        if let Some(compile) = step.compile {
            compile(task)?;
        }
        let stamp = Stamp::of(step.name, &self.home.scratch());
        let inputs = Stamp::inputs(&step.inputs).map_err(cannot_read)?;
        if stamp.is_good(&inputs, &step.outputs) {
            return Ok(None);
        }
        stamp.lift();
        let said = (step.work)(task)?;
        if stamp.press(&inputs, &step.outputs).map_err(cannot_read)? {
            return Ok(Some(said));
        }
        Err(Failure::new(
            format!("{} said that all is well, but left something out.", step.name),
            "Look at what it should write; this is a fault of the step, not yours.",
        ))
    }
}

/// One piece of work with what it reads and writes.
struct Step<'a> {
    name: &'static str,
    /// What cargo compiles first. It is asked every time, because only cargo knows all that a
    /// program is made of; what it leaves is then one of the inputs.
    compile: Option<Compile<'a>>,
    inputs: Inputs,
    outputs: Vec<Output>,
    work: Work<'a>,
}

type Compile<'a> = Box<dyn FnOnce(&Task) -> Result<(), Failure> + 'a>;

/// Returns a few words on what came of it.
type Work<'a> = Box<dyn FnOnce(&Task) -> Result<String, Failure> + 'a>;

/// Runs the program that writes TypeScript from Rust.
pub(crate) fn generate(home: &Workspace, words: &[&str]) -> Result<String, Failure> {
    Tool::cargo(home)
        .args(["run", "--quiet", "--package", "content", "--bin", "generate", "--"])
        .args(words)
        .run()
}

/// A step that runs [`generate`], and whose inputs start with that program.
fn generating<'a>(home: &'a Workspace, name: &'static str, recipe: &str, folder: &str) -> Step<'a> {
    let program = left_by_cargo(home, "generate");
    Step {
        name,
        compile: Some(Box::new(|_| {
            cargo_build(home, &["--package", "content", "--bin", "generate"])
        })),
        inputs: Inputs::of_recipe(recipe).program(program),
        outputs: vec![Output::Content(home.path(folder))],
        work: Box::new(move |_| Ok(last_line(&generate(home, &[name])?).into())),
    }
}

/// Has cargo build for this machine, without a word unless that fails.
fn cargo_build(home: &Workspace, what: &[&str]) -> Result<(), Failure> {
    Tool::cargo(home)
        .args(["build", "--quiet"])
        .args(what)
        .arg_path("--target-dir", home.target())
        .run()
        .map(drop)
}

/// Where cargo leaves a program for this machine.
fn left_by_cargo(home: &Workspace, name: &str) -> PathBuf {
    home.target().join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A workspace whose `devserver` is made of a crate that no step names.
    fn workspace(root: &std::path::Path) {
        let put = |inside: &str, text: &str| {
            let file = root.join(inside);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        };
        put("Cargo.toml", "[workspace]\nresolver = \"3\"\nmembers = [\"crates/*\"]\n");
        put("crates/devserver/src/main.rs", "fn main() { part::work(); }\n");
        put("crates/part/src/lib.rs", "pub fn work() {}\n");
        let package = |name: &str| {
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n")
        };
        put("crates/part/Cargo.toml", &package("part"));
        let depends = format!("{}[dependencies]\npart.path = \"../part\"\n", package("devserver"));
        put("crates/devserver/Cargo.toml", &depends);
    }

    #[test]
    fn an_edit_of_any_crate_that_a_program_is_made_of_makes_it_anew() {
        let root = std::env::temp_dir().join(format!("xtask-steps-{}", std::process::id()));
        workspace(&root);
        let home = Workspace::at(root.clone());
        let report = Report::new();
        let steps = Steps { home: &home, report: &report };
        assert!(steps.lane(&[SERVER]).unwrap().contains("server"));
        assert!(steps.lane(&[SERVER]).unwrap().is_empty(), "nothing has changed");
        fs::write(
            root.join("crates/part/src/lib.rs"),
            "pub fn work() { std::hint::spin_loop() }\n",
        )
        .unwrap();
        assert!(steps.lane(&[SERVER]).unwrap().contains("server"));
        fs::remove_dir_all(root).unwrap();
    }
}
