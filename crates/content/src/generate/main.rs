//! Writes the TypeScript bindings and the site's typed content.

mod bindings;
mod content;
mod language;
mod module;
mod output;
mod source;
mod translations;
mod values;
mod words;

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
    /// Says that translations have been made from what their originals are now, or lists those that
    /// are behind or that no native speaker has read
    Translated {
        /// Paths such as content/ar/pages/terms.md
        files: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(said) => {
            if !said.is_empty() {
                println!("{said}");
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns what is to be said: nothing if no file has changed.
fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let root = repository()?;
    match &arguments.what {
        Target::Bindings { check: true } => bindings::check(&root).map(changed),
        Target::Bindings { check: false } => bindings::write(&root).map(changed),
        Target::Content => {
            let written = content::write(&root)?;
            let counts = translations::counts(&written.translations);
            Ok(if written.changed == 0 {
                String::new()
            } else {
                changed(written.changed) + &counts
            })
        }
        Target::Translated { files } => {
            for file in files {
                source::stamp(&root.join("content"), file)
                    .with_context(|| file.display().to_string())?;
            }
            Ok(translations::list(&content::write(&root)?.translations))
        }
    }
}

fn changed(files: usize) -> String {
    match files {
        0 => String::new(),
        1 => "1 file changed".to_owned(),
        _ => format!("{files} files changed"),
    }
}

fn repository() -> anyhow::Result<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    crates.and_then(Path::parent).map(Path::to_owned).context("this crate lies in crates/content")
}
