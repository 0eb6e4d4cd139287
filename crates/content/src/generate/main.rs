//! Writes the TypeScript bindings and the site's typed content.

mod bindings;
mod content;
mod module;
mod output;
mod values;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Writes the TypeScript bindings and the site's content")]
struct Arguments {
    #[command(subcommand)]
    what: Target,
}

#[derive(Subcommand)]
enum Target {
    /// Writes `bindings/` from the domain's types
    Bindings {
        /// Only compares, and fails if something is stale
        #[arg(long)]
        check: bool,
    },
    /// Checks `content/` and writes it as TypeScript modules below `web/`
    Content,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(changed) => {
            if changed > 0 {
                println!("{changed} {} changed", if changed == 1 { "file" } else { "files" });
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns how many files have changed.
fn run(arguments: &Arguments) -> anyhow::Result<usize> {
    let root = repository()?;
    match arguments.what {
        Target::Bindings { check: true } => bindings::check(&root),
        Target::Bindings { check: false } => bindings::write(&root),
        Target::Content => content::write(&root),
    }
}

fn repository() -> anyhow::Result<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).map(Path::to_owned).context("this crate lies in crates/content")
}
