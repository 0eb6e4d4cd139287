//! How much is borne from one address, and from all together.

mod bucket;
mod guard;

use std::time::Duration;

pub(crate) use bucket::Buckets;
pub(crate) use guard::{Gate, guard};

/// What is not configured is as [`Limits::default`] says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// How many bytes a body has at most, but for an import.
    pub body: usize,
    /// How long a request may take until its answer begins.
    pub patience: Duration,
    /// How long an import may take.
    pub import_patience: Duration,
    /// How many requests may be under way at once.
    pub at_once: usize,
    /// How many requests a second one address may make for long.
    pub rate: f64,
    /// How many it may make at once, after a rest.
    pub burst: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 64 * 1024,
            patience: Duration::from_secs(10),
            import_patience: Duration::from_secs(120),
            at_once: 256,
            rate: 20.0,
            burst: 60.0,
        }
    }
}
