//! What is counted.

use std::time::Duration;

use metrics::{counter, histogram};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// Upper ends of the durations' classes, in seconds.
const CLASSES: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 10.0];

/// How often what was measured is added up: else it would pile up in memory.
const UPKEEP: Duration = Duration::from_secs(10);

/// Begins to count, for the whole process.
///
/// # Errors
///
/// If it counts already.
pub fn install() -> Result<PrometheusHandle, BuildError> {
    PrometheusBuilder::new().set_buckets(&CLASSES)?.install_recorder()
}

/// Adds up now and then, until it is dropped.
pub async fn upkeep(handle: PrometheusHandle) {
    loop {
        tokio::time::sleep(UPKEEP).await;
        handle.run_upkeep();
    }
}

/// A request was answered. The route is a template: its keys would be a label each.
pub(crate) fn request_answered(method: &'static str, route: &str, status: u16, duration: Duration) {
    let route = route.to_owned();
    let labels = [("method", method.to_owned()), ("route", route), ("status", status.to_string())];
    counter!("http_requests_total", &labels).increment(1);
    histogram!("http_request_duration_seconds", &labels).record(duration.as_secs_f64());
}

/// A one-time code was sent, or could not be.
pub(crate) fn code_sent(sent: bool) {
    counter!("codes_sent_total", "sent" => if sent { "yes" } else { "no" }).increment(1);
}

/// So many percent of the codes of a day are sent. At 100, most visitors get none.
pub(crate) fn codes_running_out(percent: u32) {
    counter!("codes_budget_reached_total", "percent" => percent.to_string()).increment(1);
}

/// A one-time code was compared with what was sent. Many wrong ones are somebody who guesses.
pub(crate) fn code_compared(right: bool) {
    counter!("codes_compared_total", "right" => if right { "yes" } else { "no" }).increment(1);
}

/// A referral was submitted.
pub(crate) fn referral_submitted() {
    counter!("referrals_submitted_total").increment(1);
}
