//! The clock.

use std::{
    fmt,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use chrono::DateTime;
use domain::referral::Instant;

/// Tells the time. Tests use one that they control.
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

    /// A clock that calls this function.
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

/// The day of an instant (UTC), as records have it and lists show it.
pub(crate) fn day(at: Instant) -> String {
    let at = DateTime::from_timestamp_millis(at.as_millis().cast_signed());
    at.unwrap_or_default().format("%d/%m/%Y").to_string()
}

/// An instant `millis` milliseconds earlier; 1970 at the earliest.
pub(crate) fn before(now: Instant, millis: u64) -> Instant {
    Instant::try_from(now.as_millis().saturating_sub(millis)).unwrap_or_default()
}

/// An instant `millis` milliseconds later; the last possible instant at the latest.
pub(crate) fn after(now: Instant, millis: u64) -> Instant {
    Instant::try_from(now.as_millis().saturating_add(millis)).unwrap_or(now)
}
