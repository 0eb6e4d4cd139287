//! The settings' file: TOML, with the flags' names as keys.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{ArgAction, Command};
use toml::{Table, Value};

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// It cannot be read.
    #[error("Cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is no TOML.
    #[error("{} is no TOML: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// It settles what cannot be settled.
    #[error("{} has what is no setting: {}", path.display(), keys.join(", "))]
    Unknown {
        /// The file.
        path: PathBuf,
        /// Every such key.
        keys: Vec<String>,
    },
    /// A list or a table where a value belongs.
    #[error("{}: {key} is a text, a number, true or false", path.display())]
    Kind {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
    },
}

/// The same command with the file's values as its defaults.
pub(super) fn defaults(mut command: Command, path: &Path) -> Result<Command, BadFile> {
    let text = fs::read_to_string(path)
        .map_err(|source| BadFile::Read { path: path.to_owned(), source })?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| BadFile::Syntax {
        path: path.to_owned(),
        // Not with the line itself, which may hold a secret.
        message: error.message().to_owned(),
    })?;
    let unknown: Vec<_> = table.keys().filter(|key| !is_setting(&command, key)).cloned().collect();
    if !unknown.is_empty() {
        return Err(BadFile::Unknown { path: path.to_owned(), keys: unknown });
    }
    for (key, value) in table {
        let text = match value {
            Value::String(text) => text,
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::Boolean(truth) => truth.to_string(),
            _ => return Err(BadFile::Kind { path: path.to_owned(), key }),
        };
        command = command.mut_arg(key.replace('-', "_"), |arg| arg.default_value(text));
    }
    Ok(command)
}

/// Whether a flag has this name. The file's own is not settled in the file.
fn is_setting(command: &Command, key: &str) -> bool {
    let settles = |action: &ArgAction| matches!(action, ArgAction::Set | ArgAction::SetTrue);
    let mut arguments = command.get_arguments();
    key != "config" && arguments.any(|it| it.get_long() == Some(key) && settles(it.get_action()))
}
