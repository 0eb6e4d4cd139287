//! How long many requests took: percentiles and a report.

use std::time::Duration;

use serde_json::{Value, json};

/// Durations, from the shortest to the longest.
pub(crate) struct Latencies(Vec<Duration>);

impl Latencies {
    pub(crate) fn of(mut durations: Vec<Duration>) -> Self {
        durations.sort_unstable();
        Self(durations)
    }

    /// A percentile in milliseconds, in thousandths: 990 is the 99th. Returns 0 if there are no
    /// durations.
    pub(crate) fn percentile(&self, per_mille: usize) -> f64 {
        let index = (self.0.len() * per_mille / 1000).min(self.0.len().saturating_sub(1));
        self.0.get(index).map_or(0.0, |duration| duration.as_secs_f64() * 1000.0)
    }

    /// The number of requests, and percentiles in milliseconds.
    pub(crate) fn report(&self) -> Value {
        let rounded = |per_mille| (self.percentile(per_mille) * 100.0).round() / 100.0;
        json!({
            "requests": self.0.len(),
            "median": rounded(500),
            "p99": rounded(990),
            "p999": rounded(999),
            "longest": rounded(1000),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_in_milliseconds() {
        let latencies = Latencies::of((1..=100).rev().map(Duration::from_millis).collect());
        assert!((latencies.percentile(500) - 51.0).abs() < 1e-9);
        assert!((latencies.percentile(990) - 100.0).abs() < 1e-9);
        assert!((latencies.percentile(1000) - 100.0).abs() < 1e-9);
        assert!(Latencies::of(Vec::new()).percentile(500).abs() < 1e-9);
    }
}
