//! What asks the servers.

use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use super::Server;
use super::cores::{Busy, Cores};
use super::files::MeasuredFile;
use crate::failure::Failure;
use crate::report::Task;
use crate::shell::Tool;
use crate::verbs::bench::context::Bench;

/// A run during which other programs took more than this share of a core is made again.
pub(super) const QUIET: f64 = 0.1;
/// How often a run is made until the machine is quiet. The quietest counts.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_secs(2);

/// The program that asks, on its core.
pub(super) struct Load {
    program: PathBuf,
    cores: Cores,
}

/// What came of one run.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Answered {
    pub(super) requests_per_second: f64,
    #[serde(rename = "p99Ms")]
    pub(super) p99_ms: f64,
}

impl Load {
    pub(super) fn build(bench: &Bench<'_>, task: &Task, cores: Cores) -> Result<Self, Failure> {
        task.note("building what asks the servers (release)");
        Tool::cargo(bench.home)
            .args(["build", "--quiet", "--release", "--package", "devserver", "--example", "load"])
            .arg_path("--target-dir", bench.home.target())
            .run()?;
        let program = bench.home.target().join("release").join("examples").join("load");
        Ok(Self { program, cores })
    }

    /// Asks for a file for some seconds. Returns what was answered, and how busy the cores were.
    pub(super) fn ask(
        &self,
        bench: &Bench<'_>,
        server: &Server,
        file: &MeasuredFile,
        seconds: f64,
    ) -> Result<(Answered, Busy), Failure> {
        let mut best = self.ask_once(bench, server, file, seconds)?;
        for _ in 1..bench.rounds(ATTEMPTS) {
            if best.1.others <= QUIET {
                break;
            }
            std::thread::sleep(PAUSE);
            let next = self.ask_once(bench, server, file, seconds)?;
            if next.1.others < best.1.others {
                best = next;
            }
        }
        Ok(best)
    }

    fn ask_once(
        &self,
        bench: &Bench<'_>,
        server: &Server,
        file: &MeasuredFile,
        seconds: f64,
    ) -> Result<(Answered, Busy), Failure> {
        let then = self.cores.moment(server.group.id());
        let said = self
            .cores
            .load(bench, &self.program)
            .args([&server.addr.to_string(), file.path, "--seconds", &seconds.to_string()])
            .run()?;
        let busy = then.until(&self.cores.moment(server.group.id()));
        let answered = serde_json::from_str(&said).map_err(|error| {
            Failure::new(
                format!("What asks the servers said something unexpected: {error}."),
                "Mend crates/devserver/examples/load.rs, or what reads it.",
            )
        })?;
        Ok((answered, busy))
    }
}
