//! The settings of the server: from flags, environment variables or a file, in this order of
//! precedence.

mod files;
mod options;

use std::{ffi::OsString, path::PathBuf};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use files::BadFile;
pub(crate) use files::secret_text;
pub use options::{Credited, Duplicates, ForwardKind, Options, OwnNumber, SenderKind};

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
    /// Look through the database, or a copy of it: whether it is sound, and its records fit together
    Verify,
    /// Say which version the database is of, and which this program needs
    Schema {
        /// What to do about it; nothing, if nothing is said
        #[command(subcommand)]
        change: Option<SchemaChange>,
    },
    /// Copy all records into another, empty database, which is made if it is not there
    Migrate {
        /// The other database's address
        #[arg(long, value_name = "URL", required_unless_present = "to_file")]
        to: Option<String>,
        /// A file with that address
        #[arg(long, value_name = "FILE", conflicts_with = "to")]
        to_file: Option<PathBuf>,
    },
    /// List or end the sessions of a number
    Sessions {
        /// Which of the two
        #[command(subcommand)]
        command: SessionsCommand,
    },
    /// List who works for the company, revoke one of them, or help one who has lost the second factor
    Staff {
        /// Which of the three
        #[command(subcommand)]
        command: StaffCommand,
    },
    /// Make ten codes that each stand in once for the first owner's second factor, and print them
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

/// What is done about staff.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum StaffCommand {
    /// Print who works here and who did, with their ids
    List,
    /// End that somebody works here, and log them out; also the last owner
    Revoke {
        /// The id, as the list has it
        id: String,
    },
    /// Make a code that stands in once for the second factor of whoever has this number
    Recover {
        /// The number
        number: String,
    },
}

/// How a database comes to the version that a program needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum SchemaChange {
    /// Add what this program needs; the version before can go on, and be started again
    Upgrade,
    /// Take away what only versions before this one need; they refuse the database from then on
    Contract,
}

/// The settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Invalid flags or environment variables; the message is clap's.
    #[error(transparent)]
    Flags(#[from] clap::Error),
    /// An invalid file.
    #[error(transparent)]
    File(#[from] BadFile),
}

impl Settings {
    /// Reads these flags, the environment, and the settings file if one is named.
    ///
    /// # Errors
    ///
    /// [`SettingsError`]; its message says what to do.
    pub fn read(flags: impl IntoIterator<Item = OsString>) -> Result<Self, SettingsError> {
        let flags: Vec<_> = flags.into_iter().collect();
        let mut matches = Self::command().try_get_matches_from(&flags)?;
        let mut settings = Self::from_arg_matches(&matches)?;
        if let Some(path) = &settings.options.config {
            // The file's values become clap's defaults, so that clap handles the precedence and
            // parses all values.
            let command = files::defaults(Self::command(), path)?;
            matches = command.try_get_matches_from(flags)?;
            settings = Self::from_arg_matches(&matches)?;
        }
        settings.options.choose_secrets(&matches)?;
        Ok(settings)
    }
}
