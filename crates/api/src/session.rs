//! How long a session lasts, and how often the second factor may be tried.

use crate::limits::{
    SECOND_FACTOR_TRIES, SECOND_FACTOR_TRIES_A_DAY, SESSION_IDLE_MS, SESSION_LIFE_MS,
};
use crate::rejection::HostedCode;
use domain::referral::Instant;

/// When a session began, and when it was last used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionTimes {
    /// When it began.
    pub created_at: Instant,
    /// When it was last used.
    pub seen_at: Instant,
}

impl SessionTimes {
    /// Whether the session is still valid: used within [`SESSION_IDLE_MS`], and begun within
    /// [`SESSION_LIFE_MS`].
    pub fn holds(self, now: Instant) -> bool {
        let since = |then: Instant| now.as_millis().saturating_sub(then.as_millis());
        since(self.seen_at) < SESSION_IDLE_MS && since(self.created_at) < SESSION_LIFE_MS
    }
}

/// How often somebody has given a wrong second factor, including the try that is asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactorTries {
    /// Within [`SECOND_FACTOR_WINDOW_MS`](crate::SECOND_FACTOR_WINDOW_MS).
    pub recent: u32,
    /// With codes of an authenticator app, within a day; 0 if something else was given, which nobody can guess.
    pub in_a_day: u32,
}

/// Checks whether another try is allowed.
///
/// # Errors
///
/// [`HostedCode::SecondFactorPaused`] or [`HostedCode::SecondFactorUsedUp`]
pub fn may_try_second_factor(tries: FactorTries) -> Result<(), HostedCode> {
    if tries.in_a_day > SECOND_FACTOR_TRIES_A_DAY {
        Err(HostedCode::SecondFactorUsedUp)
    } else if tries.recent > SECOND_FACTOR_TRIES {
        Err(HostedCode::SecondFactorPaused)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Instant {
        Instant::try_from(millis).unwrap()
    }

    #[test]
    fn a_session_ends_when_it_is_idle_and_when_it_is_old() {
        let session =
            |created_at, seen_at| SessionTimes { created_at: at(created_at), seen_at: at(seen_at) };
        assert!(session(0, 0).holds(at(SESSION_IDLE_MS - 1)));
        assert!(!session(0, 0).holds(at(SESSION_IDLE_MS)));
        assert!(session(0, SESSION_LIFE_MS - 1).holds(at(SESSION_LIFE_MS - 1)));
        assert!(!session(0, SESSION_LIFE_MS - 1).holds(at(SESSION_LIFE_MS)));
    }

    #[test]
    fn the_second_factor_has_five_tries_and_thirty_in_a_day() {
        let may = |recent, in_a_day| may_try_second_factor(FactorTries { recent, in_a_day });
        assert_eq!(may(5, 30), Ok(()));
        assert_eq!(may(6, 0), Err(HostedCode::SecondFactorPaused));
        assert_eq!(may(1, 31), Err(HostedCode::SecondFactorUsedUp));
    }

    #[test]
    fn a_clock_that_was_set_back_ends_no_session() {
        let times = SessionTimes { created_at: at(10), seen_at: at(10) };
        assert!(times.holds(at(0)));
    }
}
