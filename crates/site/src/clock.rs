//! What day it is.

use std::{
    fmt,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use chrono::{DateTime, NaiveDate};

/// Tells the day (UTC). Tests set another.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> NaiveDate + Send + Sync>);

impl Clock {
    /// A clock that tells the day by this function.
    pub fn of(today: impl Fn() -> NaiveDate + Send + Sync + 'static) -> Self {
        Self(Arc::new(today))
    }

    pub(crate) fn today(&self) -> NaiveDate {
        (self.0)()
    }
}

impl Default for Clock {
    /// The system's. One that is before 1970 or beyond what a date can be tells the first day of 1970.
    fn default() -> Self {
        Self::of(|| {
            let seconds =
                SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            let instant =
                i64::try_from(seconds).ok().and_then(|it| DateTime::from_timestamp(it, 0));
            instant.unwrap_or_default().date_naive()
        })
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Clock({})", self.today())
    }
}
