//! The time, as the rules know it.

use std::{
    fmt,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use domain::referral::Instant;

/// Tells the time. Tests have one whose hands they move.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Instant + Send + Sync>);

impl Clock {
    /// The system's clock.
    pub fn system() -> Self {
        Self::of(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let millis = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
            Instant::try_from(millis).unwrap_or_default()
        })
    }

    /// A clock of one's own.
    pub fn of(now: impl Fn() -> Instant + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The time now.
    pub fn now(&self) -> Instant {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({})", self.now().as_millis())
    }
}

/// So many milliseconds before an instant; 1970 at the earliest.
pub(crate) fn before(now: Instant, millis: u64) -> Instant {
    Instant::try_from(now.as_millis().saturating_sub(millis)).unwrap_or_default()
}

/// So many milliseconds after an instant; the end of time at the latest.
pub(crate) fn after(now: Instant, millis: u64) -> Instant {
    Instant::try_from(now.as_millis().saturating_add(millis)).unwrap_or(now)
}
