//! The same servers as wrk sees them, for whoever wants to compare with figures of their own.

use std::path::PathBuf;

use super::cores::Cores;
use super::duel::percent;
use super::files::MeasuredFile;
use super::{Server, seconds};
use crate::apt;
use crate::failure::Failure;
use crate::report::Task;
use crate::serving;
use crate::shell::which;
use crate::verbs::bench::context::Bench;
use crate::verbs::bench::section::{Table, Unit};

/// One run of each. Where wrk is missing, the cells say so.
pub(super) fn table(
    bench: &Bench<'_>,
    task: &Task,
    cores: Cores,
    files: &[MeasuredFile],
    servers: &[&Server],
) -> Table {
    task.note("asking through wrk");
    let wrk = program(bench, task);
    let mut rows = Vec::new();
    for file in files {
        for server in servers {
            let cells = wrk
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|wrk| ask(bench, cores, wrk, server, file))
                .unwrap_or_else(|failure| {
                    let why = format!("not measured: {}", bench.reason(&failure));
                    [why, String::new(), String::new()]
                });
            rows.push([file.name.into(), server.name.into()].into_iter().chain(cells).collect());
        }
    }
    Table {
        title: "One run through wrk, with 64 connections:".into(),
        columns: ["File", "Server", "Requests a second", "Servers' core", "wrk's core"]
            .map(String::from)
            .into(),
        rows,
    }
}

fn program(bench: &Bench<'_>, task: &Task) -> Result<PathBuf, Failure> {
    if which("wrk").is_none() && apt::is_ours() {
        apt::install(bench.home, task, &["wrk"])?;
    }
    which("wrk")
        .ok_or_else(|| Failure::new("wrk is not installed.", "Install wrk, then run this again."))
}

fn ask(
    bench: &Bench<'_>,
    cores: Cores,
    wrk: &std::path::Path,
    server: &Server,
    file: &MeasuredFile,
) -> Result<[String; 3], Failure> {
    let then = cores.moment(server.group.id());
    let said = cores
        .load(bench, wrk)
        .args(["-t1", "-c64", "-d", &format!("{:.0}s", seconds(bench))])
        .args([
            "-H",
            "Accept-Encoding: gzip",
            &format!("{}{}", serving::url(server.addr), file.path),
        ])
        .run()?;
    let busy = then.until(&cores.moment(server.group.id()));
    let requests = requests(&said).ok_or_else(|| {
        Failure::new("wrk said something unexpected.", "Read it in wrk.rs as this version says it.")
    })?;
    Ok([Unit::COUNT.tell(requests), percent(busy.server), percent(busy.load)])
}

fn requests(said: &str) -> Option<f64> {
    let number = said.lines().find_map(|line| line.strip_prefix("Requests/sec:"))?;
    number.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_requests_a_second_are_found_in_what_wrk_says() {
        let said =
            "Running 4s test\n  100 requests in 1s\nRequests/sec: 112345.60\nTransfer/sec: 1GB\n";
        assert_eq!(requests(said), Some(112_345.6));
        assert_eq!(requests("unable to connect"), None);
    }
}
