//! The metrics, and what is delivered with them: alert rules and a dashboard.

use std::{
    collections::BTreeSet,
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::process::Running;

const ALERTS: &str = include_str!("../../../../deploy/prometheus-alerts.yml");
const DASHBOARD: &str = include_str!("../../../../deploy/grafana-dashboard.json");

/// Words of PromQL that are no metrics.
const WORDS: [&str; 8] = ["and", "by", "on", "or", "unless", "without", "offset", "bool"];

/// The names of the metrics that an expression reads.
fn names(expression: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest = expression;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    while let Some(letter) = rest.chars().next() {
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end.max(1));
        rest = after;
        // What follows in brackets: labels, a duration, or the labels of a grouping.
        let close = match letter {
            '{' => Some('}'),
            '[' => Some(']'),
            _ if ["by", "without", "on"].contains(&word) => Some(')'),
            _ => None,
        };
        if let Some(close) = close {
            rest = rest.split_once(close).unwrap_or_else(|| panic!("{expression}")).1;
        } else if letter.is_ascii_alphabetic()
            && !WORDS.contains(&word)
            // Functions and aggregations.
            && !["(", "by "].iter().any(|next| rest.trim_start().starts_with(next))
        {
            names.insert(word.to_owned());
        }
    }
    names
}

/// The lines of an answer of `/metrics` that have a value.
fn series(answer: &str) -> Vec<&str> {
    let (_, metrics) = answer.split_once("\r\n\r\n").unwrap();
    let is_series = |line: &&str| line.starts_with(|first: char| first.is_ascii_lowercase());
    metrics.lines().filter(is_series).collect()
}

fn names_of(series: &[&str]) -> BTreeSet<String> {
    let name = |line: &&str| line.split(['{', ' ']).next().unwrap().to_owned();
    series.iter().map(name).collect()
}

#[test]
fn every_metric_of_the_alerts_and_the_dashboard_is_there_from_the_first_second() {
    let server = Running::start(&[]);
    let metrics = server.operators("/metrics");
    let present = names_of(&series(&metrics));
    let alerts = ALERTS.lines().filter_map(|line| line.trim().strip_prefix("expr: "));
    let alerts: Vec<_> = alerts.map(str::to_owned).collect();
    assert_eq!(alerts.len(), ALERTS.matches("- alert: ").count());
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().unwrap());
    let shown: Vec<_> = targets.map(|it| it["expr"].as_str().unwrap().to_owned()).collect();
    assert!(shown.len() >= panels.len());
    for expression in alerts.iter().chain(&shown) {
        let read = names(expression);
        assert!(!read.is_empty(), "{expression}");
        for name in read {
            // Prometheus itself has this one.
            assert!(name == "up" || present.contains(&name), "{name} in {expression}");
        }
    }
    // Everything that is measured can be seen.
    let shown: BTreeSet<_> = shown.iter().chain(&alerts).flat_map(|it| names(it)).collect();
    let histogram = "http_request_duration_seconds";
    for name in present.iter().filter(|name| !name.starts_with(histogram)) {
        let is_shown = shown.contains(name) || name == "database_up";
        assert!(is_shown, "{name} is in no panel or alert");
    }
}

#[test]
fn the_names_of_an_expression_are_those_of_metrics() {
    let found =
        names("sum by (le, class) (rate(a_bucket{x=\"y\",z=~\"b|c\"}[5m])) / b > 2 * c or d < 1e9");
    assert_eq!(Vec::from_iter(found), ["a_bucket", "b", "c", "d"]);
}

#[test]
fn counters_of_alerts_begin_at_zero_with_their_labels() {
    let server = Running::start(&[]);
    let metrics = server.operators("/metrics");
    for line in [
        "http_requests_total{class=\"api\",status=\"5xx\"} 0",
        "http_requests_total{class=\"site\",status=\"5xx\"} 0",
        "http_request_duration_seconds_count{class=\"login\"} 0",
        "codes_sent_total{sent=\"no\"} 0",
        "codes_compared_total{right=\"no\"} 0",
        "deliveries_total{channel=\"webhook\",outcome=\"given_up\"} 0",
        "deliveries_total{channel=\"text\",outcome=\"failed\"} 0",
        "deliveries_total{channel=\"message\",outcome=\"delivered\"} 0",
        "security_events_total{kind=\"second-factor\",outcome=\"wrong\"} 0",
        "rejections_total{code=\"too-many-requests\"} 0",
        "store_errors_total{kind=\"full\"} 0",
        "panics_total 0",
        "delivery_queue_waiting{channel=\"webhook\"} 0",
        "delivery_queue_oldest_seconds{channel=\"message\"} 0",
        "codes_used_last_day 0",
        "codes_a_day 5000",
        "backup_last_timestamp_seconds 0",
        "database_up 1",
        concat!("build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
    ] {
        assert!(metrics.lines().any(|it| it == line), "{line}: {metrics}");
    }
    let value = |name: &str| {
        let prefix = format!("{name} ");
        let line = metrics.lines().find_map(|line| line.strip_prefix(&prefix));
        line.unwrap_or_else(|| panic!("{name}: {metrics}")).parse::<f64>().unwrap()
    };
    assert!(value("database_size_bytes") > 10_000.0);
    assert!(value("database_folder_free_bytes") > 10_000.0);
    assert!(value("process_start_time_seconds") > 1.7e9);
}

#[test]
fn what_happens_is_counted_once() {
    let server = Running::start(&[]);
    server.log_in("9876543210", "signup", "");
    server.get("/");
    server.get("/api/nothing");
    server.get("/api/spreadsheets");
    let metrics = server.operators("/metrics");
    for line in [
        "http_requests_total{class=\"login\",status=\"2xx\"} 2",
        "http_requests_total{class=\"site\",status=\"2xx\"} 1",
        "http_requests_total{class=\"api\",status=\"4xx\"} 1",
        // Imports take longer than what the alert for the others allows.
        "http_requests_total{class=\"large\",status=\"4xx\"} 1",
        "http_request_duration_seconds_count{class=\"login\"} 2",
        "rejections_total{code=\"bad-request\"} 1",
        "codes_sent_total{sent=\"yes\"} 1",
        "codes_compared_total{right=\"yes\"} 1",
        "security_events_total{kind=\"sign-up\",outcome=\"done\"} 1",
        "http_requests_in_flight 0",
    ] {
        assert!(metrics.lines().any(|it| it == line), "{line}: {metrics}");
    }
}

/// A mail server that nobody listens at.
#[test]
fn a_message_that_cannot_be_forwarded_is_counted_and_logged_without_its_content() {
    let flags = ["--forward", "smtp", "--smtp-url", "smtp://127.0.0.1:9", "--forward-from"];
    let flags = [&flags[..], &["site@a.example", "--forward-to", "office@a.example"]].concat();
    let server = Running::start(&flags);
    let message = serde_json::json!({
        "name": "Xanthippe", "email": "x@b.example", "subject": "Hello", "message": "Quetzalcoatl",
    });
    let head = "POST /api/messages HTTP/1.1\r\nIdempotency-Key: 0123456789abcdef";
    let sent = server.ask(head, &message.to_string());
    assert!(sent.starts_with("HTTP/1.1 2"), "{sent}");
    let line = "deliveries_total{channel=\"message\",outcome=\"failed\"} 1";
    let deadline = Instant::now() + Duration::from_secs(30);
    while !server.operators("/metrics").lines().any(|it| it == line) {
        assert!(Instant::now() < deadline, "{}", server.operators("/metrics"));
        sleep(Duration::from_millis(200));
    }
    let log = server.log();
    let failed = log.lines().find(|line| line.contains("a delivery failed")).unwrap();
    assert!(failed.contains("channel=\"message\"") && failed.contains("reason="), "{failed}");
    for private in ["Xanthippe", "Quetzalcoatl", "x@b.example"] {
        assert!(!log.contains(private), "{private}: {log}");
    }
}
