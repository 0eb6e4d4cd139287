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
    /// The command; `serve` by default.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// All settings, which every command accepts.
    #[command(flatten)]
    pub options: Options,
}

/// The commands of the program.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve the site and its HTTP interface. This is the default
    Serve,
    /// Make and print a secret for the admin's authenticator app
    Totp,
    /// Make and print a code with which a number can log in once within five minutes, for somebody
    /// who receives no messages
    LoginCode {
        /// The mobile number
        number: String,
    },
    /// Write a copy of the database to a file. The server may be running
    Backup {
        /// The new file; it must not exist
        file: PathBuf,
    },
    /// Check that the database, or a copy of it, is not damaged and that its records are consistent
    Verify,
    /// Show the version of the database and the one that this program needs
    Schema {
        /// How to change it; by default, it is only shown
        #[command(subcommand)]
        change: Option<SchemaChange>,
    },
    /// Copy all records to another database, which must be empty or not exist yet
    Migrate {
        /// The address of the other database
        #[arg(long, value_name = "URL", required_unless_present = "to_file")]
        to: Option<String>,
        /// A file with that address
        #[arg(long, value_name = "FILE", conflicts_with = "to")]
        to_file: Option<PathBuf>,
    },
    /// List or end the sessions of a number
    Sessions {
        /// The command
        #[command(subcommand)]
        command: SessionsCommand,
    },
    /// List the staff, revoke one of them, or help somebody who has lost the second factor
    Staff {
        /// The command
        #[command(subcommand)]
        command: StaffCommand,
    },
    /// Make and print ten recovery codes for the first owner. Each replaces the second factor once
    RecoveryCodes,
    /// Print the security events, newest last
    Events {
        /// Only events that this number caused or that concern it
        #[arg(long, value_name = "DIGITS")]
        number: Option<String>,
        /// The maximum number of events
        #[arg(long, value_name = "COUNT", default_value_t = 1000)]
        limit: u32,
    },
    /// Print the OpenAPI document of the HTTP interface
    Openapi,
}

/// The commands about sessions.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum SessionsCommand {
    /// Print a number's sessions
    List {
        /// The mobile number
        number: String,
    },
    /// End all of a number's sessions
    Revoke {
        /// The mobile number
        number: String,
    },
}

/// The commands about staff.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum StaffCommand {
    /// List present and former staff with their ids
    List,
    /// Remove somebody from the staff and log them out, even the last owner
    Revoke {
        /// The id, from `server staff list`
        id: String,
    },
    /// Make and print a recovery code, which replaces this person's second factor once
    Recover {
        /// The mobile number
        number: String,
    },
}

/// How to change the version of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum SchemaChange {
    /// Add what this program needs. The previous version of the program can still use the database
    Upgrade,
    /// Remove what only earlier versions need. They can no longer use the database
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
