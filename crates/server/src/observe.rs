//! Logs and metrics of requests: how many, how long, with what outcome. They never contain who made
//! a request, or what was typed.

mod log;
mod request;

use std::time::Duration;

use metrics::{counter, histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

pub use log::{LogFormat, install_log};
pub(crate) use log::{fatal, redact};
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
