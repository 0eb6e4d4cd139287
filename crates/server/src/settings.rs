//! What can be settled about a server: by flag, by environment variable, or in a file; the first of
//! them wins.

mod file;
mod options;

use std::{ffi::OsString, path::PathBuf};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use file::BadFile;
pub use options::{ForwardKind, Options, SenderKind};

/// Hosted mode: the built site with the referral programme's records on a server.
#[derive(Debug, Parser)]
#[command(name = "server", version)]
pub struct Settings {
    /// What to do; serve, if nothing is said.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// How.
    #[command(flatten)]
    pub options: Options,
}

/// What the program does.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve the site and its interface; what is done if nothing is said
    Serve,
    /// Make a secret for the admin's authenticator app, and print it
    Totp,
    /// Make a code that lets a number in once within five minutes, and print it: for somebody whom
    /// no message reaches
    LoginCode {
        /// The number
        number: String,
    },
    /// Write a copy of the database into a file, while it is in use
    Backup {
        /// The file, which must not be there yet
        file: PathBuf,
    },
    /// Copy all records into another, empty database
    Migrate {
        /// The other database's address
        #[arg(long, value_name = "URL")]
        to: String,
    },
    /// List or end the sessions of a number
    Sessions {
        /// Which of the two
        #[command(subcommand)]
        command: SessionsCommand,
    },
    /// Make ten codes that each stand in once for the admin's authenticator app, and print them
    RecoveryCodes,
    /// Print what has happened that matters to security, the newest last
    Events {
        /// Only what was done by or to this number
        #[arg(long, value_name = "DIGITS")]
        number: Option<String>,
        /// How many at most
        #[arg(long, value_name = "COUNT", default_value_t = 1000)]
        limit: u32,
    },
    /// Print the description of the interface (OpenAPI 3.1)
    Openapi,
}

/// What is done about sessions.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum SessionsCommand {
    /// Print a number's sessions
    List {
        /// The number
        number: String,
    },
    /// End all of a number's sessions
    Revoke {
        /// The number
        number: String,
    },
}

/// Why the settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Flags or environment variables; the text is clap's.
    #[error(transparent)]
    Flags(#[from] clap::Error),
    /// The file.
    #[error(transparent)]
    File(#[from] BadFile),
}

impl Settings {
    /// Reads these flags, the environment, and the file that they name, if they name one.
    ///
    /// # Errors
    ///
    /// [`SettingsError`], whose text says what to do.
    pub fn read(flags: impl IntoIterator<Item = OsString>) -> Result<Self, SettingsError> {
        let flags: Vec<_> = flags.into_iter().collect();
        let settings = Self::try_parse_from(&flags)?;
        let Some(path) = &settings.options.config else {
            return Ok(settings);
        };
        // What stands in the file is what clap falls back on, so that there is one precedence and
        // one way to read a value.
        let command = file::defaults(Self::command(), path)?;
        Ok(Self::from_arg_matches(&command.try_get_matches_from(flags)?)?)
    }
}
