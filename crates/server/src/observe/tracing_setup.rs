//! Where the log goes, and how it looks.

use clap::ValueEnum;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

/// How the log looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON object a line.
    Json,
}

/// Begins to write the log to standard error, for the whole process. A second call does nothing.
pub fn install(format: LogFormat, level: LevelFilter) {
    let subscriber = fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    // An error means that there is a log already.
    let _ = match format {
        LogFormat::Text => subscriber.with_ansi(false).try_init(),
        LogFormat::Json => subscriber.json().flatten_event(true).try_init(),
    };
}
