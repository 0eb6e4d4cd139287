//! How often a second factor may be tried.

use super::limits::SECOND_FACTOR_TRIES;
use super::rejection::HostedCode;

/// Whether a try may be looked at. `tries` counts those within
/// [`SECOND_FACTOR_WINDOW_MS`](super::SECOND_FACTOR_WINDOW_MS), this one included.
pub fn may_try_second_factor(tries: u32) -> Result<(), HostedCode> {
    if tries <= SECOND_FACTOR_TRIES { Ok(()) } else { Err(HostedCode::SecondFactorPaused) }
}
