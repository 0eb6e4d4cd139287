//! Logs and metrics of requests: how many, how long, with what outcome. They never contain who made
//! a request, or what was typed.

mod request;

use std::time::Duration;

use clap::ValueEnum;
use metrics::{counter, histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};
use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

pub(crate) use request::{RequestId, add_security_headers, observe, with_security_headers};

/// The upper bounds of the histogram's buckets, in seconds.
const CLASSES: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 10.0];

/// How often measurements are aggregated, so that they do not fill the memory.
const UPKEEP: Duration = Duration::from_secs(10);

/// Installs the metrics for the whole process.
///
/// # Errors
///
/// If metrics are installed already.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new().set_buckets(&CLASSES)?.install_recorder()
}

/// Aggregates measurements regularly until it is dropped.
pub async fn upkeep(handle: PrometheusHandle) {
    loop {
        tokio::time::sleep(UPKEEP).await;
        handle.run_upkeep();
    }
}

/// Counts an answered request. The route is a template: real paths would create a label for each
/// key.
pub(crate) fn request_answered(method: &'static str, route: &str, status: u16, duration: Duration) {
    let route = route.to_owned();
    let labels = [("method", method.to_owned()), ("route", route), ("status", status.to_string())];
    counter!("http_requests_total", &labels).increment(1);
    histogram!("http_request_duration_seconds", &labels).record(duration.as_secs_f64());
}

/// Counts a one-time code that was sent or could not be sent.
pub(crate) fn code_sent(sent: bool) {
    counter!("codes_sent_total", "sent" => if sent { "yes" } else { "no" }).increment(1);
}

/// Reports that this percentage of the day's codes has been sent. At 100, most visitors get none.
pub(crate) fn codes_running_out(percent: u32) {
    counter!("codes_budget_reached_total", "percent" => percent.to_string()).increment(1);
}

/// Counts a comparison of a one-time code. Many wrong ones mean that somebody is guessing.
pub(crate) fn code_compared(right: bool) {
    counter!("codes_compared_total", "right" => if right { "yes" } else { "no" }).increment(1);
}

/// Counts a submitted referral.
pub(crate) fn referral_submitted() {
    counter!("referrals_submitted_total").increment(1);
}

/// The format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people
    #[default]
    Text,
    /// For programs: one JSON object per line
    Json,
}

/// Starts logging to standard error, for the whole process. A second call does nothing.
pub fn install_log(format: LogFormat, level: LevelFilter) {
    let subscriber = fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    // An error means that a log is installed already.
    let _ = match format {
        LogFormat::Text => subscriber.with_ansi(false).try_init(),
        LogFormat::Json => subscriber.json().flatten_event(true).try_init(),
    };
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
