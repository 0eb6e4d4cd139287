//! What many measurements come to.

use std::time::Duration;

use serde_json::{Value, json};

/// Durations, in the order of their length.
pub(crate) struct Sample(Vec<Duration>);

impl Sample {
    pub(crate) fn of(mut durations: Vec<Duration>) -> Self {
        durations.sort_unstable();
        Self(durations)
    }

    /// The duration that so many of a thousand do not exceed, in milliseconds; 0 without any.
    pub(crate) fn per_mille(&self, share: usize) -> f64 {
        let place = (self.0.len() * share / 1000).min(self.0.len().saturating_sub(1));
        self.0.get(place).map_or(0.0, |duration| duration.as_secs_f64() * 1000.0)
    }

    /// In milliseconds.
    pub(crate) fn report(&self) -> Value {
        let rounded = |share| (self.per_mille(share) * 100.0).round() / 100.0;
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
    fn shares_are_counted_from_the_shortest() {
        let sample = Sample::of((1..=100).rev().map(Duration::from_millis).collect());
        assert!((sample.per_mille(500) - 51.0).abs() < 1e-9);
        assert!((sample.per_mille(990) - 100.0).abs() < 1e-9);
        assert!((sample.per_mille(1000) - 100.0).abs() < 1e-9);
        assert!(Sample::of(Vec::new()).per_mille(500).abs() < 1e-9);
    }
}
