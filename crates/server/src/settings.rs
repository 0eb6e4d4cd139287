//! The settings of the server: from flags, environment variables or a file, in this order of
//! precedence.

mod files;
mod offices;
mod options;
mod origins;
mod ranges;
mod secret_files;

use std::{borrow::Cow, error::Error, ffi::OsString, path::PathBuf};

use clap::{
    ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
    error::{ContextKind, ContextValue},
};

use crate::observe::LogFormat;
pub use crate::settings::files::BadFile;
pub use crate::settings::offices::{company, offices};
pub use crate::settings::options::{
    Credited, Duplicates, ForwardKind, Options, OwnNumber, SenderKind, ServiceWorker,
};
pub use crate::settings::origins::Origins;
use crate::settings::origins::nearest;
pub(crate) use crate::settings::origins::unknown_variables;
pub(crate) use crate::settings::secret_files::{secret_bytes, secret_text};

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
    /// Make a new, empty database and, if it is missing, the server's secret. No other command does
    Init,
    /// Make and print a secret for the admin's authenticator app
    Totp,
    /// Make and print a random key for --secret-file, --sender-key-file or --forward-key-file
    Key,
    /// Ask the running server whether it answers; for the health check of a container
    Health,
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
    /// Put a backup in the place of the SQLite database, which is kept under another name. No
    /// server may be running
    Restore {
        /// The file that `backup` wrote
        file: PathBuf,
        /// The secret that the backup was made with is lost: restore without it
        #[arg(long)]
        secret_lost: bool,
    },
    /// Finish the restore of a PostgreSQL database, which pg_restore has filled: end all logins, and carry over
    /// what must not be lost of the database that it takes the place of. No server may be running
    FinishRestore {
        /// The address of the database that it takes the place of, if that is still there
        #[arg(long, value_name = "URL")]
        from: Option<String>,
        /// A file with that address
        #[arg(long, value_name = "FILE", conflicts_with = "from")]
        from_file: Option<PathBuf>,
    },
    /// Check that the database, or a copy of it, is not damaged and that its records are consistent
    Verify,
    /// What to do when the server's secret is lost
    Secret {
        /// The command
        #[command(subcommand)]
        command: SecretCommand,
    },
    /// Copy all records to another database, which `server init` has made with the same secret. No
    /// server may be running
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
    /// List the staff, revoke one of them, make an owner, or help somebody who has lost the second
    /// factor
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
    /// Remove somebody from the staff and log them out
    Revoke {
        /// The id, from `server staff list`
        id: String,
        /// What becomes of the webhooks that they made: `off` switches them off; with the id of an
        /// owner, they stay under that owner's name. Their API tokens are revoked
        #[arg(long, value_name = "off|ID")]
        integrations: Option<String>,
        /// Remove them even if they are the last owner. Then nobody manages the staff until
        /// `server staff make-owner` has made somebody an owner
        #[arg(long)]
        even_the_last_owner: bool,
    },
    /// Make somebody an owner, even if their number was removed from the staff before. They log in
    /// with a code and set up a second factor
    MakeOwner {
        /// The mobile number
        number: String,
        /// What colleagues call them, if they do not work here yet
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Make and print a recovery code, which replaces this person's second factor once
    Recover {
        /// The mobile number
        number: String,
    },
}

/// The commands about the server's secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum SecretCommand {
    /// Go on with another secret than the one that the database was made with. Says first what is
    /// lost. No server may be running
    Adopt {
        /// Do it
        #[arg(long)]
        yes: bool,
    },
}

/// The settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// Invalid flags; the message is clap's. Clap also reports `--help` in this way.
    #[error(transparent)]
    Flags(#[from] clap::Error),
    /// An invalid file.
    #[error(transparent)]
    File(#[from] BadFile),
    /// An invalid value, from a flag, the environment or the file.
    #[error(transparent)]
    Value(#[from] BadValue),
}

/// A setting has a value that it does not take.
#[derive(Debug, thiserror::Error)]
#[error("{setting}: \"{value}\" is not accepted: {reason}")]
pub struct BadValue {
    /// The setting, as its operator wrote it.
    pub setting: String,
    /// The value. No secret is checked in this way.
    pub value: String,
    /// What is accepted.
    pub reason: String,
}

impl BadValue {
    fn new(origins: &Origins, name: &str, value: &str, reason: String) -> Self {
        Self { setting: origins.name(name), value: value.to_owned(), reason }
    }

    /// The same from clap's error, whose text names the flag even if the value came from elsewhere;
    /// `None` if the error is not about a value.
    fn of(error: &clap::Error, origins: &Origins) -> Option<Self> {
        let text = |kind| match error.get(kind) {
            Some(ContextValue::String(text)) => Some(text.as_str()),
            _ => None,
        };
        let argument = text(ContextKind::InvalidArg)?;
        let name = argument.strip_prefix("--")?.split(' ').next()?;
        let value = text(ContextKind::InvalidValue).filter(|value| !value.is_empty())?;
        let reason = match (ranges::of(name), error.get(ContextKind::ValidValue)) {
            (Some(range), _) => ranges::outside(&range),
            (None, Some(ContextValue::Strings(words))) => {
                format!("it takes {}{}", words.join(" or "), nearest(value, words))
            }
            _ => error.source()?.to_string(),
        };
        Some(Self::new(origins, name, value, reason))
    }
}

impl Settings {
    /// Reads these flags, the environment, and the settings file if one is named.
    ///
    /// # Errors
    ///
    /// [`SettingsError`]; its message says what to do.
    pub fn read(flags: impl IntoIterator<Item = OsString>) -> Result<Self, SettingsError> {
        let flags: Vec<_> = flags.into_iter().collect();
        let mut origins = Origins::of(&flags, &Self::command());
        let mut matches = matches(Self::command(), &flags, &origins)?;
        let mut settings = Self::from_arg_matches(&matches)?;
        if let Some(path) = &settings.options.config {
            // The file's values become clap's defaults, so that clap handles the precedence and
            // parses all values.
            let command = files::defaults(Self::command(), path, &mut origins)?;
            matches = self::matches(command, &flags, &origins)?;
            settings = Self::from_arg_matches(&matches)?;
        }
        ranges::check(&matches, &origins)?;
        settings.options.choose_secrets(&matches);
        settings.options.origins = origins;
        Ok(settings)
    }
}

fn matches(
    command: clap::Command,
    flags: &[OsString],
    origins: &Origins,
) -> Result<ArgMatches, SettingsError> {
    command.try_get_matches_from(flags).map_err(|error| match BadValue::of(&error, origins) {
        Some(bad) => bad.into(),
        None => error.into(),
    })
}

/// The format of the log, as far as it can be told even if the settings are wrong.
pub(crate) fn log_format(flags: &[OsString]) -> LogFormat {
    let given = |name: &str| {
        let flag = format!("--{name}");
        let mut flags = flags.iter().map(|flag| flag.to_string_lossy());
        let value = flags.find_map(|it| it.strip_prefix(&flag).map(str::to_owned));
        match value.as_deref() {
            Some("") => flags.next().map(Cow::into_owned),
            Some(value) => value.strip_prefix('=').map(str::to_owned),
            None => std::env::var(origins::variable(name)).ok(),
        }
    };
    let in_file = || files::value(&PathBuf::from(given("config")?), "log-format");
    let text = given("log-format").or_else(in_file);
    text.and_then(|text| LogFormat::from_str(&text, false).ok()).unwrap_or_default()
}
