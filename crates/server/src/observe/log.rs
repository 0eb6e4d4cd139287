//! The log: its format, its fatal line, and what it leaves out.

use chrono::{DateTime, SecondsFormat};
use clap::ValueEnum;
use serde_json::json;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

use crate::Clock;
use crate::observe::metrics::panicked;

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    #[default]
    Text,
    /// For programs: one JSON object per line
    Json,
}

/// Starts logging to standard error, panics included, for the whole process. A second call does
/// nothing.
pub fn install_log(format: LogFormat, level: LevelFilter) {
    let subscriber = fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    let installed = match format {
        LogFormat::Text => subscriber.with_ansi(false).try_init(),
        LogFormat::Json => subscriber.json().flatten_event(true).try_init(),
    };
    // An error means that a log is installed already.
    if installed.is_ok() {
        log_panics();
    }
}

/// Writes why the program ends, in the format of the log and whatever its level.
pub(crate) fn fatal(format: LogFormat, reason: &str) {
    match format {
        LogFormat::Text => eprintln!("{reason}"),
        LogFormat::Json => {
            let now = i64::try_from(Clock::system().now().as_millis()).unwrap_or_default();
            let now = DateTime::from_timestamp_millis(now).unwrap_or_default();
            let timestamp = now.to_rfc3339_opts(SecondsFormat::Millis, true);
            eprintln!("{}", json!({ "timestamp": timestamp, "level": "ERROR", "message": reason }));
        }
    }
}

/// Lets panics be lines of the log, without what could be a number or a code.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        panicked();
        let payload = panic.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let reason = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or_default();
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(reason = redact(reason), place, "the program has a fault");
    }));
}

/// Runs of at least this many digits could be a phone number or a code.
const REDACTED_FROM: usize = 4;

/// Replaces long runs of digits in a text.
pub(crate) fn redact(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut digits = String::new();
    for letter in text.chars().chain(['\n']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        plain.push_str(if digits.len() < REDACTED_FROM { &digits } else { "…" });
        digits.clear();
        plain.push(if letter.is_control() { ' ' } else { letter });
    }
    plain.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_codes_and_line_breaks_are_redacted() {
        assert_eq!(redact("Key (mobile)=(9876543210) exists\n"), "Key (mobile)=(…) exists");
        assert_eq!(redact("error 23 after\n123456"), "error 23 after …");
    }
}
