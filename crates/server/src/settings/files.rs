//! Settings from a TOML file, whose keys are the flags' names.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{ArgAction, Command};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::settings::origins::{Origins, nearest};

/// The file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadFile {
    /// It cannot be read.
    #[error("{setting}: cannot read {}: {source}", path.display())]
    Read {
        /// The setting that names the file.
        setting: String,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It is not valid TOML.
    #[error("Line {line} of {} is not valid TOML: {message}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The error.
        message: String,
    },
    /// It has an unknown key.
    #[error("Line {line} of {}: there is no setting \"{key}\"{hint}", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
        /// The most similar setting, as a question.
        hint: String,
    },
    /// A list or a table in place of a single value.
    #[error("Line {line} of {}: {key} takes a text, a number, true or false", path.display())]
    Kind {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
    },
}

/// The same command with the file's values as its defaults, and where each of them stands.
pub(super) fn defaults(
    mut command: Command,
    path: &Path,
    origins: &mut Origins,
) -> Result<Command, BadFile> {
    let path = path.to_owned();
    let text = fs::read_to_string(&path).map_err(|source| {
        let (setting, path) = (origins.name("config"), path.clone());
        BadFile::Read { setting, path, source }
    })?;
    let line_of = |position: usize| text[..position].matches('\n').count() + 1;
    let table = DeTable::parse(&text).map_err(|error| BadFile::Syntax {
        path: path.clone(),
        line: error.span().map_or(1, |span| line_of(span.start)),
        // Without the line itself, which may contain a secret.
        message: error.message().to_owned(),
    })?;
    let names: Vec<_> = names(&command).map(str::to_owned).collect();
    for (key, value) in table.into_inner() {
        let (line, key) = (line_of(key.span().start), key.into_inner().into_owned());
        if !names.contains(&key) {
            let hint = nearest(&key, &names);
            return Err(BadFile::Unknown { path, line, key, hint });
        }
        let Some(text) = plain(value) else { return Err(BadFile::Kind { path, line, key }) };
        command = command.mut_arg(key.replace('-', "_"), |arg| arg.default_value(text));
        origins.stands_in_file(&key, &path, line);
    }
    Ok(command)
}

/// A value of the file, as far as it can be read; `None` if it cannot.
pub(super) fn value(path: &Path, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let (table, _) = DeTable::parse_recoverable(&text);
    table.into_inner().into_iter().find(|(key, _)| key.get_ref() == name).and_then(|it| plain(it.1))
}

/// The value as a flag would have it; `None` for a list or a table.
fn plain(value: Spanned<DeValue<'_>>) -> Option<String> {
    match value.into_inner() {
        DeValue::String(text) => Some(text.into_owned()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Float(number) => Some(number.to_string()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The names of all settings that the file may have; not `config`, which names the file.
pub(super) fn names(command: &Command) -> impl Iterator<Item = &str> {
    let settles = |action: &ArgAction| matches!(action, ArgAction::Set | ArgAction::SetTrue);
    let settings = command.get_arguments().filter(move |it| settles(it.get_action()));
    settings.filter_map(|it| it.get_long()).filter(|name| *name != "config")
}
