//! Two cores: one for the servers, one for what asks them.

use std::fs;
use std::path::Path;

use super::ticks;
use crate::failure::Failure;
use crate::shell::{Tool, which};
use crate::verbs::bench::context::Bench;

/// The numbers of two cores that this program may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cores {
    server: usize,
    load: usize,
}

/// A moment, in the kernel's ticks since the machine started.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    pub(super) server: Ticks,
    pub(super) load: Ticks,
    /// What a server and the finished children of this program have worked.
    pub(super) known: u64,
}

/// How long a core has worked, and how long it has been there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ticks {
    pub(super) busy: u64,
    pub(super) all: u64,
}

/// Who had the cores between two moments, as shares of one core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Busy {
    pub(super) server: f64,
    pub(super) load: f64,
    /// What neither the server nor what asks it worked, on both cores together.
    pub(super) others: f64,
}

impl Cores {
    pub(super) fn find() -> Result<Self, Failure> {
        let cannot = |what: &str| {
            Failure::new(
                format!("The server cannot be measured here: {what}."),
                "Measure it on Linux, on a machine with two cores or more.",
            )
        };
        if which("taskset").is_none() {
            return Err(cannot("no taskset gives a program a core of its own"));
        }
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        match allowed.map(numbers).unwrap_or_default()[..] {
            [server, load, ..] => Ok(Self { server, load }),
            _ => Err(cannot("this machine has one core, which both sides would share")),
        }
    }

    /// A server to be started on its core.
    pub(super) fn server(self, bench: &Bench<'_>, program: &Path) -> Tool {
        pinned(bench, self.server, program)
    }

    /// What asks the servers, on its core.
    pub(super) fn load(self, bench: &Bench<'_>, program: &Path) -> Tool {
        pinned(bench, self.load, program)
    }

    /// Now. The server is the leader of this group of processes.
    pub(super) fn moment(self, server: u32) -> Moment {
        let stat = fs::read_to_string("/proc/stat").unwrap_or_default();
        Moment {
            server: ticks::of_core(&stat, self.server),
            load: ticks::of_core(&stat, self.load),
            known: ticks::of_group(server) + ticks::of_finished_children(),
        }
    }
}

impl Moment {
    pub(super) fn until(&self, now: &Self) -> Busy {
        let worked = |then: Ticks, now: Ticks| now.busy.saturating_sub(then.busy) as f64;
        let server = worked(self.server, now.server);
        let load = worked(self.load, now.load);
        let known = now.known.saturating_sub(self.known) as f64;
        let passed = |then: Ticks, now: Ticks| now.all.saturating_sub(then.all).max(1) as f64;
        let all = passed(self.server, now.server);
        Busy {
            server: server / all,
            load: load / passed(self.load, now.load),
            // Small differences are the kernel's own work for nobody, and its rounding.
            others: (server + load - known).max(0.0) / all,
        }
    }
}

fn pinned(bench: &Bench<'_>, core: usize, program: &Path) -> Tool {
    Tool::new(bench.home, "taskset").args(["-c", &core.to_string()]).args([program])
}

/// The numbers of a list such as "0-2,7".
fn numbers(list: &str) -> Vec<usize> {
    let ranges = list.trim().split(',').filter_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(first.parse().ok()?..=last.parse().ok()?)
    });
    ranges.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cores_have_ranges_and_single_ones() {
        assert_eq!(numbers("\t0-2,7\n"), [0, 1, 2, 7]);
        assert_eq!(numbers("3"), [3]);
        assert_eq!(numbers(""), [0; 0]);
    }

    #[test]
    fn what_nobody_we_know_worked_was_worked_by_others() {
        let then = Moment::default();
        let now = Moment {
            server: Ticks { busy: 100, all: 100 },
            load: Ticks { busy: 80, all: 100 },
            known: 150,
        };
        let busy = then.until(&now);
        assert_eq!((busy.server, busy.load, busy.others), (1.0, 0.8, 0.3));
    }
}
