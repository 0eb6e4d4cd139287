//! Every chore of the repository: `cargo xtask <verb>`.
//!
//! A verb is made of steps. A step knows its inputs and its outputs, is skipped while they
//! are as it left them, says in one line what it did, and on failure shows the tool's own
//! words and what to do about them.

mod apt;
mod browser;
mod failure;
mod mirror;
mod node;
mod npm_folder;
mod processes;
mod report;
mod serving;
mod shell;
mod stamp;
mod steps;
mod tally;
mod verbs;
mod wasm_toolchain;
mod watch;
mod workspace;

use std::net::SocketAddr;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::report::Report;
use crate::workspace::Workspace;

/// Every chore of the repository. What is fresh is skipped.
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
    /// Build the site into web/dist.
    ///
    /// XTASK_WASM=rustup or XTASK_WASM=debian insists on one way to compile WebAssembly
    /// where several would do.
    Build,
    /// Run every check and every test, and count them.
    ///
    /// CHROME_PATH names the browser to use; otherwise one is found or installed.
    Test,
    /// Try many times over what `test` tries a little: hostile texts, tabs that write at once,
    /// tabs that crash. Takes half an hour.
    Soak,
    /// Look for bytes that the rules do not bear, guided by what they reach in the code.
    Fuzz {
        /// For how many minutes in all.
        #[arg(default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
        minutes: u32,
    },
    /// Kill a hosted server again and again while referrals are submitted to it; none that was
    /// acknowledged may be lost.
    Crash {
        /// How often it is killed.
        #[arg(long, default_value_t = 200)]
        kills: u32,
        /// How many referrals are submitted.
        #[arg(long, default_value_t = 100_000)]
        writes: u32,
    },
    /// Send a hosted server whatever its interface describes, and what it does not.
    ApiFuzz {
        /// How many requests, at least.
        #[arg(long, default_value_t = 10_000)]
        cases: u32,
    },
    /// Formatting, lints, types, fresh bindings, dependencies and the built site's weight, in a
    /// hurry.
    Check,
    /// Score the headers of every route with HTTP Observatory's tests.
    Headers,
    /// Write the TypeScript types of the domain into bindings/.
    Bindings {
        /// Compare instead of writing; differences are a failure.
        #[arg(long)]
        check: bool,
    },
    /// Measure the site beside others, and write docs/performance.md.
    Bench {
        /// What to measure; everything if nothing is named.
        parts: Vec<verbs::Part>,
        /// Measure just often enough to see that it can be done, and write nothing.
        #[arg(long)]
        quick: bool,
    },
}

fn main() -> ExitCode {
    let verb = Arguments::parse().verb;
    let home = Workspace::locate();
    let report = Report::new();
    processes::end_with_us();
    let all_is_well = match verb {
        Verb::Dev { addr, hot, hosted } => {
            let way = match (hot, hosted) {
                (true, _) => verbs::Way::Hot,
                (false, true) => verbs::Way::Hosted,
                (false, false) => verbs::Way::Site,
            };
            verbs::dev(&home, &report, addr, way)
        }
        Verb::Build => verbs::build(&home, &report),
        Verb::Test => verbs::test(&home, &report),
        Verb::Soak => verbs::soak(&home, &report),
        Verb::Fuzz { minutes } => verbs::fuzz(&home, &report, minutes),
        Verb::Crash { kills, writes } => verbs::crash(&home, &report, kills, writes),
        Verb::ApiFuzz { cases } => verbs::api_fuzz(&home, &report, cases),
        Verb::Check => verbs::check(&home, &report),
        Verb::Headers => verbs::headers(&home, &report),
        Verb::Bindings { check } => verbs::bindings(&home, &report, check),
        Verb::Bench { parts, quick } => verbs::bench(&home, &report, &parts, quick),
    };
    if all_is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
