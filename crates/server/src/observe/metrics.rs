//! The metrics. All of them are there from the first second, because an alert cannot see an
//! increase from nothing to one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{
    audit::security::SecurityEvent, delivery::records::Channel, http::language::in_english,
};
use api::{Code, EventKind, EventOutcome, HostedCode};
use domain::rejection::RejectionCode;
use metrics::{
    Label, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{BuildError, PrometheusBuilder, PrometheusHandle};

/// The upper bounds of the histogram's buckets, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 10.0];

/// How often measurements are aggregated, so that they do not fill the memory.
const UPKEEP: Duration = Duration::from_secs(10);

/// The first digit of each status that an answer can have.
const STATUSES: [&str; 4] = ["2xx", "3xx", "4xx", "5xx"];

/// The kinds of routes. A label for each route would make a thousand series; the log has the route.
const CLASSES: [&str; 6] = ["api", "console", "form", "large", "login", "site"];

/// How a try of a delivery ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tried {
    /// The receiver has it.
    Delivered,
    /// It is tried again later.
    Failed,
    /// It is not tried again.
    GivenUp,
}

impl Tried {
    const ALL: [Self; 3] = [Self::Delivered, Self::Failed, Self::GivenUp];

    fn as_str(self) -> &'static str {
        match self {
            Self::Delivered => "delivered",
            Self::Failed => "failed",
            Self::GivenUp => "given_up",
        }
    }
}

/// Why the database did not do what it was asked to.
pub(crate) const STORE_ERRORS: [&str; 4] = ["failed", "full", "outcome_unknown", "unavailable"];

/// Installs the metrics for the whole process, each with its first value.
///
/// # Errors
///
/// If metrics are installed already.
pub fn install_metrics() -> Result<PrometheusHandle, BuildError> {
    let handle = PrometheusBuilder::new().set_buckets(&BUCKETS)?.install_recorder()?;
    describe();
    begin();
    Ok(handle)
}

/// Aggregates measurements regularly until it is dropped.
pub async fn upkeep(handle: PrometheusHandle) {
    loop {
        tokio::time::sleep(UPKEEP).await;
        handle.run_upkeep();
    }
}

fn describe() {
    describe_gauge!("build_info", "1, with the version of the server");
    describe_gauge!("process_start_time_seconds", "When the server started, in seconds since 1970");
    describe_counter!("http_requests_total", "Answered requests by class of route and of status");
    describe_histogram!("http_request_duration_seconds", "How long answers took");
    describe_gauge!("http_requests_in_flight", "Requests that are being answered");
    describe_counter!("rejections_total", "Refused requests by the first reason");
    describe_counter!("store_errors_total", "Errors of the database by kind");
    describe_counter!("panics_total", "Faults of the program itself");
    describe_counter!("security_events_total", "Logins, second factors and other security events");
    describe_counter!("codes_sent_total", "One-time codes that were sent, or could not be");
    describe_counter!("codes_compared_total", "One-time codes that were entered");
    describe_gauge!("codes_used_last_day", "One-time codes of the last 24 hours");
    describe_gauge!("codes_a_day", "The limit of one-time codes in 24 hours");
    describe_counter!("referrals_submitted_total", "Submitted referrals");
    describe_counter!("deliveries_total", "Tries of deliveries by channel and outcome");
    describe_gauge!("delivery_queue_waiting", "Deliveries that are still to be made");
    describe_gauge!("delivery_queue_oldest_seconds", "The age of the oldest of them");
    describe_gauge!("database_up", "1 if the database answered last time");
    describe_gauge!("database_size_bytes", "The size of the database");
    describe_gauge!("database_folder_free_bytes", "The room on the disk of an SQLite database");
    describe_gauge!(
        "backup_last_timestamp_seconds",
        "When an SQLite database was last copied, in seconds since 1970; 0 for never"
    );
}

/// Gives every counter and histogram its series.
fn begin() {
    gauge!("build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    gauge!("process_start_time_seconds").set(now.as_secs_f64());
    gauge!("http_requests_in_flight").set(0);
    for class in CLASSES {
        let _ = histogram!("http_request_duration_seconds", "class" => class);
        for status in STATUSES {
            counter!("http_requests_total", "class" => class, "status" => status).absolute(0);
        }
    }
    let rules = RejectionCode::ALL.iter().map(|code| code.as_str());
    for code in rules.chain(HostedCode::ALL.iter().map(|code| code.as_str())) {
        counter!("rejections_total", "code" => code).absolute(0);
    }
    for kind in STORE_ERRORS {
        counter!("store_errors_total", "kind" => kind).absolute(0);
    }
    counter!("panics_total").absolute(0);
    for kind in EventKind::ALL {
        for outcome in EventOutcome::ALL {
            counter!("security_events_total", event_labels(*kind, *outcome)).absolute(0);
        }
    }
    for word in ["yes", "no"] {
        counter!("codes_sent_total", "sent" => word).absolute(0);
        counter!("codes_compared_total", "right" => word).absolute(0);
    }
    counter!("referrals_submitted_total").absolute(0);
    for channel in Channel::NAMES {
        for outcome in Tried::ALL {
            counter!("deliveries_total", delivery_labels(channel, outcome)).absolute(0);
        }
    }
}

/// A request that is being answered, until this is dropped.
pub(super) struct InFlight;

impl InFlight {
    pub(super) fn begin() -> Self {
        gauge!("http_requests_in_flight").increment(1);
        Self
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        gauge!("http_requests_in_flight").decrement(1);
    }
}

/// Counts an answered request. The route is a template.
pub(super) fn request_answered(route: &str, status: u16, duration: Duration) {
    let class = class_of(route);
    let status = match status {
        ..300 => STATUSES[0],
        300..400 => STATUSES[1],
        400..500 => STATUSES[2],
        500.. => STATUSES[3],
    };
    counter!("http_requests_total", "class" => class, "status" => status).increment(1);
    histogram!("http_request_duration_seconds", "class" => class).record(duration.as_secs_f64());
}

/// The class of a route: what people wait for in the same way.
fn class_of(route: &str) -> &'static str {
    let Some(interface) = route.strip_prefix("/api/") else {
        let route = in_english(route);
        let is_form = |form: &&str| {
            route == *form || route.strip_prefix(form).is_some_and(|below| below.starts_with('/'))
        };
        return if ["/contact", "/referral", "/r", "/p"].iter().any(is_form) {
            "form"
        } else if route == crate::observe::request::UNKNOWN {
            "api"
        } else {
            "site"
        };
    };
    let first = interface.split('/').next().unwrap_or_default();
    match first {
        "codes" | "session" | "sessions" => "login",
        "export" | "import" | "spreadsheets" => "large",
        // What every visitor may read of it.
        "programme" if interface == "programme/rewards" => "api",
        "audit" | "batches" | "catalogues" | "colleagues" | "duplicates" | "inbox"
        | "programme" | "redemptions" | "referrers" | "reports" | "rewards" | "rulebooks"
        | "staff" | "tokens" | "views" | "webhooks" => "console",
        _ => "api",
    }
}

/// Counts a refusal by its first reason.
pub(crate) fn rejected(code: Code) {
    let code = match code {
        Code::Rule(code) => code.as_str(),
        Code::Hosted(code) => code.as_str(),
    };
    counter!("rejections_total", "code" => code).increment(1);
}

/// Counts an error of the database, by one of [`STORE_ERRORS`].
pub(crate) fn store_failed(kind: &'static str) {
    counter!("store_errors_total", "kind" => kind).increment(1);
}

/// Counts a fault of the program.
pub(super) fn panicked() {
    counter!("panics_total").increment(1);
}

/// Counts a security event.
pub(crate) fn security_event(event: &SecurityEvent) {
    counter!("security_events_total", event_labels(event.kind, event.outcome)).increment(1);
}

/// Counts a one-time code that was sent or could not be sent.
pub(crate) fn code_sent(sent: bool) {
    counter!("codes_sent_total", "sent" => yes_or_no(sent)).increment(1);
}

/// Counts a comparison of a one-time code. Many wrong ones mean that somebody is guessing.
pub(crate) fn code_compared(right: bool) {
    counter!("codes_compared_total", "right" => yes_or_no(right)).increment(1);
}

/// Counts a submitted referral.
pub(crate) fn referral_submitted() {
    counter!("referrals_submitted_total").increment(1);
}

/// Counts a try of a delivery.
pub(crate) fn delivery_tried(channel: &Channel, outcome: Tried) {
    counter!("deliveries_total", delivery_labels(channel.name(), outcome)).increment(1);
}

fn event_labels(kind: EventKind, outcome: EventOutcome) -> Vec<Label> {
    vec![
        Label::from_static_parts("kind", kind.as_str()),
        Label::from_static_parts("outcome", outcome.as_str()),
    ]
}

fn delivery_labels(channel: &'static str, outcome: Tried) -> Vec<Label> {
    vec![
        Label::from_static_parts("channel", channel),
        Label::from_static_parts("outcome", outcome.as_str()),
    ]
}

fn yes_or_no(it: bool) -> &'static str {
    if it { "yes" } else { "no" }
}
