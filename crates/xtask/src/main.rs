//! The tasks of the repository: `cargo xtask <verb>`.
//!
//! A task calls cargo, npm and their tools. It prints one line for each and, on failure, the tool's
//! output and what to do about it. Cargo and npm decide what is stale.

mod browser;
mod build;
mod check;
mod debian;
mod dependencies;
mod dev;
mod licences;
mod report;
mod test;
mod test_counts;
mod tool;
mod wasm;
mod watch;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};

use crate::build::Build;
use crate::dev::{Dev, Mode};
use crate::report::Report;

/// The chores of the repository. All others are listed in CONTRIBUTING.md.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Build the site, serve it, and rebuild it after every change.
    Dev {
        /// Where to serve it.
        #[arg(long, default_value = "127.0.0.1:8080")]
        addr: SocketAddr,
        /// Serve through Vite, whose hot reloading keeps React's state; the pages are then
        /// not prerendered and do not carry their real headers.
        #[arg(long)]
        hot: bool,
        /// Serve it in hosted mode, over a database in data/; one-time codes are written here.
        #[arg(long, conflicts_with = "hot")]
        hosted: bool,
    },
    /// Build the site into web/dist, and hold it against its budgets.
    ///
    /// XTASK_WASM=rustup or XTASK_WASM=debian insists on one way to compile WebAssembly
    /// where several would do.
    Build,
    /// Run every check and every test, and count them.
    ///
    /// CHROME_PATH names the browser to use; otherwise one is found or installed.
    Test,
    /// Formatting, lints, types, fresh bindings, and what we depend on.
    ///
    /// XTASK_ADVISORIES=require makes it a failure if nobody can be asked for known
    /// vulnerabilities.
    Check,
    /// Write the TypeScript types of the rules and the content into bindings/.
    Bindings {
        /// Compare instead of writing; differences are a failure.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let since = Instant::now();
    let report = Report::new();
    let outcome = match Arguments::parse().verb {
        Verb::Dev { addr, hot, hosted } => {
            let mode = if hot {
                Mode::Hot
            } else if hosted {
                Mode::Hosted
            } else {
                Mode::Site
            };
            Dev::new(&report, mode).run(addr).map(|()| true)
        }
        Verb::Build => Build { report: &report }
            .site()
            .map(|_| report.took("build", "web/dist is ready", since))
            .map(|()| true),
        Verb::Test => Ok(test::run(&report)),
        Verb::Check => check::run(&report).map(|()| true),
        Verb::Bindings { check: false } => Build { report: &report }.bindings().map(|_| true),
        Verb::Bindings { check: true } => check::bindings(&report).map(|()| true),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            report.failure(&error);
            ExitCode::FAILURE
        }
    }
}
