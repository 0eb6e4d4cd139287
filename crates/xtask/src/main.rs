//! The tasks of the repository: `cargo xtask <task>`.
//!
//! A task calls cargo, npm and their tools. It prints one line for each and, on failure, the tool's
//! output and what to do about it. Cargo and npm decide what is stale.

mod browser;
mod build;
mod check;
mod debian;
mod dependencies;
mod dev;
mod editor;
mod licences;
mod report;
mod test;
mod test_counts;
mod tool;
mod wasm;
mod watch;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};

use crate::build::Build;
use crate::dev::{Dev, Mode};
use crate::editor::GitHost;
use crate::report::Report;

/// The daily tasks of this repository. CONTRIBUTING.md lists all others.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the site, serve it, and rebuild it after every change.
    Dev {
        /// The address to serve it at.
        #[arg(long, default_value = "127.0.0.1:8080")]
        addr: SocketAddr,
        /// Serve it through Vite, whose hot reloading keeps React's state. Pages are then not
        /// prerendered and do not have their real headers.
        #[arg(long)]
        hot: bool,
        /// Serve it in hosted mode, with a database in data/. One-time codes are printed here.
        #[arg(long, conflicts_with = "hot")]
        hosted: bool,
        /// Serve the editor of the content too, at /edit.
        #[arg(long, conflicts_with_all = ["hot", "hosted"])]
        edit: bool,
        /// With --hosted: write the one-time codes into this file, as lines of JSON, for another
        /// program to read.
        #[arg(long, value_name = "FILE", requires = "hosted")]
        codes: Option<PathBuf>,
    },
    /// Build the site into web/dist, and say what is left of its byte budgets.
    Build,
    /// Build the editor of the content into web/dist-editor, for a host of static files.
    Editor(GitHost),
    /// Run all checks and all tests, and count them.
    ///
    /// CHROME_PATH is the browser to use. By default one is found or installed.
    Test,
    /// Check formatting, lints, types, generated bindings and dependencies.
    ///
    /// With XTASK_ADVISORIES=require it fails if the databases of known vulnerabilities cannot be
    /// reached.
    Check,
    /// Say that translations have been made from what their originals are now, or list those that are
    /// behind them or that no native speaker has read.
    Translated {
        /// Paths such as content/ar/pages/terms.md.
        files: Vec<PathBuf>,
    },
    /// Write the TypeScript types of the rules and the content into bindings/.
    Bindings {
        /// Only compare, and fail if the files differ.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let since = Instant::now();
    let report = Report::new();
    let outcome = match Arguments::parse().task {
        Task::Dev { addr, hot, hosted, edit, codes } => {
            let mode = if hot {
                Mode::Hot
            } else if hosted {
                Mode::Hosted { codes }
            } else {
                Mode::Site { edit }
            };
            Dev::new(&report, mode).run(addr).map(|()| true)
        }
        Task::Build => Build::new(&report)
            .site()
            .map(|_| report.took("build", "web/dist is ready", since))
            .map(|()| true),
        Task::Editor(host) => Build::new(&report)
            .editor_at(&host)
            .map(|()| report.took("editor", "web/dist-editor is ready", since))
            .map(|()| true),
        Task::Test => Ok(test::run(&report)),
        Task::Check => check::run(&report).map(|()| true),
        Task::Translated { files } => build::translated(&files).map(|list| {
            println!("{list}");
            true
        }),
        Task::Bindings { check: false } => Build::new(&report).bindings().map(|_| true),
        Task::Bindings { check: true } => check::bindings(&report).map(|()| true),
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
