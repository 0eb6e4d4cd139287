//! Settings from a TOML file, whose keys are the flags' names; and secrets from files of their own,
//! so that they appear neither in the list of processes nor in the environment.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{ArgAction, ArgMatches, Command};
use toml::{Table, Value};

use super::Options;

/// The file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// It cannot be read.
    #[error("Cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It is not valid TOML.
    #[error("{} is no TOML: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The error.
        message: String,
    },
    /// It has unknown keys.
    #[error("{} has what is no setting: {}", path.display(), keys.join(", "))]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The unknown keys.
        keys: Vec<String>,
    },
    /// A list or a table in place of a single value.
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
        // Without the line itself, which may contain a secret.
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

/// Whether a flag has this name. The file's own path cannot be set in the file.
fn is_setting(command: &Command, key: &str) -> bool {
    let settles = |action: &ArgAction| matches!(action, ArgAction::Set | ArgAction::SetTrue);
    let mut arguments = command.get_arguments();
    key != "config" && arguments.any(|it| it.get_long() == Some(key) && settles(it.get_action()))
}

impl Options {
    /// If a secret is given both as a text and as a file, keeps the one with precedence: flag,
    /// environment, settings file; within the same source, the file. Secret files are read where
    /// they are needed, because not every command may read all of them.
    ///
    /// # Errors
    ///
    /// [`BadFile::Read`], if the file with the database's address cannot be read.
    pub(super) fn choose_secrets(&mut self, matches: &ArgMatches) -> Result<(), BadFile> {
        for (text, name) in [
            (&mut self.database, "database"),
            (&mut self.smtp_url, "smtp_url"),
            (&mut self.sender_url, "sender_url"),
            (&mut self.forward_url, "forward_url"),
            (&mut self.admin_totp_secret, "admin_totp_secret"),
        ] {
            if matches.value_source(&format!("{name}_file")) >= matches.value_source(name) {
                *text = None;
            }
        }
        self.database = secret_text(self.database.as_deref(), self.database_file.as_deref())?;
        Ok(())
    }
}

/// Reads a secret: the text, or the file's content without the line break at the end.
///
/// # Errors
///
/// [`BadFile::Read`].
pub(crate) fn secret_text(
    value: Option<&str>,
    file: Option<&Path>,
) -> Result<Option<String>, BadFile> {
    match (value, file) {
        (Some(value), _) => Ok(Some(value.to_owned())),
        (None, None) => Ok(None),
        (None, Some(path)) => match fs::read_to_string(path) {
            Ok(text) => Ok(Some(text.trim().to_owned())),
            Err(source) => Err(BadFile::Read { path: path.to_owned(), source }),
        },
    }
}
