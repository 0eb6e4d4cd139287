//! The commands of the program.

mod database;
mod dependencies;
mod health;
mod opening;
mod restore;
mod secrets;
mod security;
mod serve;
mod staff;

use std::{
    error::Error,
    ffi::OsString,
    io::{Write, stdout},
    process::ExitCode,
};

use clap::CommandFactory;

use crate::{
    document,
    observe::{LogFormat, fatal, install_log},
    settings::{Command, SecretCommand, Settings, SettingsError, log_format, unknown_variables},
};

/// The result of a command. The error's text says what to do.
type Outcome = Result<(), Box<dyn Error>>;

/// Reads the settings and runs the command.
pub async fn run(flags: impl IntoIterator<Item = OsString>) -> ExitCode {
    keep_files_private();
    let flags: Vec<_> = flags.into_iter().collect();
    let format = log_format(&flags);
    let mut settings = match Settings::read(flags) {
        Ok(settings) => settings,
        // Clap reports `--help` in this way, too.
        Err(SettingsError::Flags(error)) if !error.use_stderr() || format == LogFormat::Text => {
            error.exit()
        }
        Err(error) => return failed(format, &error),
    };
    install_log(format, settings.options.log_level);
    for unknown in unknown_variables(&Settings::command()) {
        tracing::warn!("{unknown}");
    }
    settings.options.warn_of_public_file();
    if let Err(error) = settings.options.read_database_file() {
        return failed(format, &error);
    }
    let options = &settings.options;
    let done = match settings.command.unwrap_or(Command::Serve) {
        Command::Serve => serve::serve(options).await,
        Command::Totp => security::totp(),
        Command::Key => security::key(),
        Command::Health => health::health(options).await,
        Command::LoginCode { number } => security::login_code(options, &number).await,
        Command::Init => database::init(options).await,
        Command::Backup { file } => database::backup(options, &file).await,
        Command::Restore { file, secret_lost } => {
            restore::restore(options, &file, secret_lost).await
        }
        Command::FinishRestore { from, from_file } => {
            restore::finish(options, from.as_deref(), from_file.as_deref()).await
        }
        Command::Verify => database::verify(options).await,
        Command::Secret { command: SecretCommand::Adopt { yes } } => {
            database::adopt_secret(options, yes).await
        }
        Command::Migrate { to, to_file } => {
            database::migrate(options, to.as_deref(), to_file.as_deref()).await
        }
        Command::Sessions { command } => security::sessions(options, &command).await,
        Command::Staff { command } => staff::staff(options, &command).await,
        Command::RecoveryCodes => security::recovery_codes(options).await,
        Command::Events { number, limit } => {
            security::events(options, number.as_deref(), limit).await
        }
        Command::Openapi => describe(),
    };
    done.map_or_else(|error| failed(format, &*error), |()| ExitCode::SUCCESS)
}

/// Makes all files that this program creates, by itself or through SQLite, private to its user:
/// databases, exports and codes.
fn keep_files_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

fn describe() -> Outcome {
    // The reader may close the pipe early.
    writeln!(stdout().lock(), "{}", document().to_pretty_json()?)?;
    Ok(())
}

fn failed(format: LogFormat, error: &dyn Error) -> ExitCode {
    fatal(format, &error.to_string());
    ExitCode::FAILURE
}
