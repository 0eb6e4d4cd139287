//! `cargo xtask dev [--addr] [--hot | --hosted]`.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::processes::Group;
use crate::report::Report;
use crate::serving::{self, Admin};
use crate::shell::Tool;
use crate::steps::{Done, Steps, hosted_program, server_program};
use crate::watch::{Edits, Watch};
use crate::workspace::Workspace;

/// How often to see whether the server still runs while nobody edits.
const GLANCE: Duration = Duration::from_millis(500);

/// Builds, serves and follows edits until it is stopped. False if that cannot begin or go on.
pub(crate) fn dev(home: &Workspace, report: &Report, addr: SocketAddr, way: Way) -> bool {
    let site = Site { home, report, steps: Steps { home, report }, way };
    let Err(failure) = site.serve_and_follow(addr);
    report.failure(&failure);
    false
}

/// What serves the site.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The development server: everything lives in the browser.
    Site,
    /// Vite, whose hot reloading keeps React's state.
    Hot,
    /// Hosted mode's server, with a database.
    Hosted,
}

struct Site<'a> {
    home: &'a Workspace,
    report: &'a Report,
    steps: Steps<'a>,
    way: Way,
}

impl Site<'_> {
    fn serve_and_follow(&self, addr: SocketAddr) -> Result<Infallible, Failure> {
        let since = Instant::now();
        let addr = serving::free(addr)?;
        // Watching first: an edit during the first build is then not lost.
        let watch = Watch::start(self.home)?;
        match self.build() {
            Err(failure) if self.has_an_earlier_build() => self.stay(&failure),
            outcome => drop(outcome?),
        }
        let mut server = self.serve(addr)?;
        self.report.timed("ready", &serving::url(addr), since.elapsed());
        if self.way == Way::Hosted {
            let number = Admin::read(self.home)?.number;
            self.report.line("admin", &format!("{number}, authenticator: {}", Admin::SECRET));
            self.report.line("codes", "are written below instead of being sent");
        }
        self.report.say(&"  Edits are followed. Ctrl-C stops.");
        loop {
            if server.ended().is_some() {
                return Err(Failure::new(
                    "The server has ended by itself.",
                    "Its last words, if it had any, stand above. Run `cargo xtask dev` again.",
                ));
            }
            let Some(edits) = watch.edits(GLANCE) else { continue };
            if self.follow(&edits) {
                // The old one lets go of the address before the new one takes it.
                drop(server);
                server = self.serve(addr)?;
                self.report.line("restarted", &serving::url(addr));
            }
        }
    }

    fn build(&self) -> Result<Done, Failure> {
        if self.way == Way::Hot {
            return self.steps.sources();
        }
        let mut done = self.steps.site()?;
        if self.way == Way::Hosted {
            done.extend(self.steps.hosted()?);
        }
        Ok(done)
    }

    fn has_an_earlier_build(&self) -> bool {
        let (built, program) = match self.way {
            Way::Hot => {
                let packages = self.home.path("web/node_modules/.package-lock.json");
                ("web/src/rules/pkg/rules.js", packages)
            }
            Way::Site => ("web/dist/.build", server_program(self.home)),
            Way::Hosted => ("web/dist/.build", hosted_program(self.home)),
        };
        self.home.path(built).is_file() && program.is_file()
    }

    fn serve(&self, addr: SocketAddr) -> Result<Group, Failure> {
        let server = match self.way {
            Way::Hot => {
                let (host, port) = (addr.ip().to_string(), addr.port().to_string());
                Tool::npm(self.home).args(["run", "--silent", "dev", "--"]).args([
                    "--host",
                    &host,
                    "--port",
                    &port,
                    "--strictPort",
                ])
            }
            // What it says of its start and of each build, this program says in its own lines.
            Way::Site => serving::site_server(self.home, addr).args(["--live"]).without_stdout(),
            // Its standard output has the codes.
            Way::Hosted => {
                let admin = Admin::read(self.home)?;
                serving::hosted_server(self.home, addr, &admin).args(["--live"])
            }
        };
        serving::answering(server.start()?, addr)
    }

    /// True if the server is to be started anew.
    fn follow(&self, edits: &Edits) -> bool {
        if !edits.xtask.is_empty() {
            self.report.line("changed", &summary(&edits.xtask));
            self.report.line("restart", "stop this and start it again, and that runs too");
        }
        if edits.site.is_empty() {
            return false;
        }
        let since = Instant::now();
        self.report.follow(("changed", summary(&edits.site)));
        match self.build() {
            Ok(done) if done.is_empty() => false,
            Ok(done) => {
                self.report.timed("ready", "open pages follow", since.elapsed());
                // Vite holds on to the packages it started with.
                done.contains(match self.way {
                    Way::Hot => "packages",
                    Way::Site => "server",
                    Way::Hosted => "hosted",
                })
            }
            Err(failure) => {
                self.stay(&failure);
                false
            }
        }
    }

    fn stay(&self, failure: &Failure) {
        self.report.failure(failure);
        self.report.line("waiting", "the site stays as it was until the next edit");
    }
}

/// The first name and the number of the others.
fn summary(paths: &BTreeSet<String>) -> String {
    let first = paths.first().map(String::as_str).unwrap_or_default();
    match paths.len() {
        0 | 1 => first.into(),
        2 => format!("{first} and another"),
        many => format!("{first} and {} others", many - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_edits_are_one_line() {
        let named = |names: &[&str]| summary(&names.iter().map(|&name| name.into()).collect());
        assert_eq!(named(&["a"]), "a");
        assert_eq!(named(&["b", "a"]), "a and another");
        assert_eq!(named(&["b", "a", "c"]), "a and 2 others");
    }
}
