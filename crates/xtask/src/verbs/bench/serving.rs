//! The server, against nginx.

mod answer;
mod cores;
mod duel;
mod files;
mod load;
mod nginx;
mod ticks;
mod wrk;

use std::net::SocketAddr;
use std::path::Path;

use super::context::Bench;
use super::section::Section;
use crate::failure::Failure;
use crate::processes::Group;
use crate::report::Task;
use crate::serving;

use answer::Answer;
use cores::Cores;
use duel::Duel;
use files::MeasuredFile;
use load::Load;
use nginx::Nginx;

const ROUNDS: u32 = 5;
const SECONDS: f64 = 4.0;
/// What is measured in a hurry only has to work.
const QUICK_SECONDS: f64 = 1.0;

const HOW: &str = "\
nginx has one worker, `gzip_static`, `sendfile`, `tcp_nopush`, `tcp_nodelay`, no log, and a location for each \
of the two files, so that it does not have to try names; the second nginx keeps its files open, \
too (`open_file_cache`). Before anything is timed, all three servers have to send the same bytes \
under the same headers, apart from those in which servers differ by nature (date, tag, name). The \
servers share one core and are asked in turn; what asks has the other: a small program of ours \
(`crates/devserver/examples/load.rs`) on 64 connections that are kept open, as browsers keep \
them. It counts the bytes of an answer and does not parse them. wrk does, and has the busier core \
of the two then, so that it tells fast servers apart too little; what it sees stands below. A run \
during which other programs took more than a tenth of a core is made again, up to five times; \
a row whose runs still break that condition says so in place of a figure, and so does a p99 of a \
server that waited for a timer of the kernel's (40 ms, a delayed acknowledgement). Each ratio is of two runs that followed each other.";

const OURS: &str = "this server";

/// Another server, and how many times its requests a second ours has to answer.
struct Rival {
    name: &'static str,
    is_caching: bool,
    goal: f64,
}

const RIVALS: [Rival; 2] = [
    Rival { name: "nginx", is_caching: false, goal: 1.5 },
    Rival { name: "nginx with open_file_cache", is_caching: true, goal: 1.0 },
];

/// A server that runs on the servers' core for as long as this is held.
struct Server {
    name: &'static str,
    addr: SocketAddr,
    group: Group,
}

pub(super) fn measure(bench: &Bench<'_>, task: &Task) -> Result<Section, Failure> {
    compare(bench, task).or_else(|failure| {
        bench.report.failure(&failure);
        Ok(not_measured(&bench.reason(&failure)))
    })
}

fn compare(bench: &Bench<'_>, task: &Task) -> Result<Section, Failure> {
    let cores = Cores::find()?;
    let program = nginx::program(bench, task)?;
    let load = Load::build(bench, task, cores)?;
    let folder = bench.scratch()?.join("serving");
    let files = files::lay_out(bench, &folder.join("site"))?;
    let ours = start_ours(bench, task, cores, &folder)?;
    let answers = answers(&ours, &files)?;
    let nginx = Nginx { program: &program, folder: &folder, files: &files, answers: &answers };
    let rivals = RIVALS
        .iter()
        .map(|rival| {
            let server = nginx.start(bench, cores, rival)?;
            answer::all_are_same(&answers, &self::answers(&server, &files)?, rival.name)?;
            Ok(server)
        })
        .collect::<Result<Vec<_>, Failure>>()?;

    let mut duels = Vec::new();
    for file in &files {
        task.note(&format!("asking for {}", file.name));
        duels.extend(duel::fight(bench, &load, file, &ours, &rivals)?);
    }
    let servers: Vec<_> = rivals.iter().chain([&ours]).collect();
    let wrk = wrk::table(bench, task, cores, &files, &servers);
    let rows = duels.iter().flat_map(Duel::rows).collect();
    Ok(Section { how: HOW.into(), rows, tables: vec![duel::table(&duels), wrk] })
}

fn seconds(bench: &Bench<'_>) -> f64 {
    if bench.quick { QUICK_SECONDS } else { SECONDS }
}

fn start_ours(
    bench: &Bench<'_>,
    task: &Task,
    cores: Cores,
    folder: &Path,
) -> Result<Server, Failure> {
    let addr = serving::free_here()?;
    let group = cores
        .server(bench, bench.server(task)?)
        .arg_path("--dist", &folder.join("site"))
        .args(["--addr", &addr.to_string()])
        .start_into(&folder.join("devserver.log"))?;
    Ok(Server { name: OURS, addr, group: serving::answering(group, addr)? })
}

fn answers(server: &Server, files: &[MeasuredFile]) -> Result<Vec<Answer>, Failure> {
    files.iter().map(|file| Answer::get(server.addr, file.path)).collect()
}

/// The goals without their figures.
fn not_measured(why: &str) -> Section {
    let rows = files::NAMES
        .iter()
        .flat_map(|file| RIVALS.iter().flat_map(move |rival| duel::not_fought(file, rival, why)));
    Section { how: HOW.into(), rows: rows.collect(), tables: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_tool_every_goal_says_why_it_has_no_figure() {
        let section = not_measured("no nginx");
        assert_eq!(section.summary(), "8 not measured");
        assert!(section.rows.iter().all(|row| row.measured == "not measured: no nginx"));
        assert_eq!(section.rows[0].goal, "at least 1.50 times");
    }
}
