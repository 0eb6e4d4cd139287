//! Writes the TypeScript bindings, the site's typed content and the configuration of its editor.

mod bindings;
mod content;
#[cfg(test)]
mod edited;
mod editor;
mod hosted;
mod language;
mod last_days;
mod module;
mod output;
mod rules;
mod source;
mod translations;
mod values;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::content::Hosting;
use anyhow::Context;
use clap::{Args, Parser, Subcommand};

#[derive(Parser)]
#[command(about = "Writes the TypeScript bindings and the site's content")]
struct Arguments {
    /// The folder with `content/`: by default, this repository
    #[arg(long, global = true, value_name = "FOLDER")]
    root: Option<PathBuf>,
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
    /// Writes the editor's configuration
    Editor(Editor),
}

#[derive(Args)]
struct Editor {
    /// The folder to write `config.json` into
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// The repository on a Git host, such as `company/website`; without it, the editor opens a folder
    #[arg(long, value_name = "OWNER/NAME")]
    repository: Option<String>,
    /// The kind of Git host
    #[arg(long, default_value = "github", value_parser = ["github", "gitlab", "gitea"])]
    host: String,
    /// The address of a Git host of your own, such as `https://git.example`
    #[arg(long, value_name = "URL")]
    host_address: Option<String>,
    /// The branch that changes are written to
    #[arg(long, default_value = "main")]
    branch: String,
}

impl Editor {
    fn hosting(&self, root: &Path) -> anyhow::Result<Hosting> {
        let Some(repository) = self.repository.clone() else {
            let name = root.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Ok(Hosting::Folder { name });
        };
        Ok(Hosting::Git {
            kind: self.host.clone(),
            address: self.host_address.clone(),
            repository,
            branch: self.branch.clone(),
            site: content::site(&root.join("content"))?.origin,
        })
    }
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
    let root = arguments.root.clone().map_or_else(repository, Ok)?;
    match &arguments.what {
        Target::Bindings { check: true } => bindings::check(&root).map(changed),
        Target::Bindings { check: false } => bindings::write(&root).map(changed),
        Target::Content => {
            let written = content::write(&root)?;
            let counts = translations::counts(&written.translations);
            Ok(if written.changed == 0 {
                String::new()
            } else {
                let past = last_days::past(&written.last_days, last_days::today());
                changed(written.changed) + &past + &counts
            })
        }
        Target::Translated { files } => {
            for file in files {
                source::stamp(&root.join("content"), file)
                    .with_context(|| file.display().to_string())?;
            }
            Ok(translations::list(&content::write(&root)?.translations))
        }
        Target::Editor(editor) => {
            editor::write(&root.join("content"), &editor.into, &editor.hosting(&root)?).map(changed)
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
