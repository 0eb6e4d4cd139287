//! Saving points, the one decision about a stored referral that browser mode has. Those of hosted
//! mode are in [`pipeline`](crate::pipeline). A decision returns an event, or the rule that it would
//! break; [`Case::evolve`] applies the event. The caller stores the result.

use crate::case::Case;
use crate::event::{Event, Kind, Role};
use crate::limits::INSTANT_MAX_MS;
use crate::points::Points;
use crate::referral::Instant;
use crate::rejection::RejectionCode;
use crate::viewer::Viewer;

/// Saves points for a referral, which makes it Successful (section 4). `typed` is what the admin
/// typed, and `actor` the person who did.
///
/// # Errors
///
/// [`RejectionCode::NotAdmin`], a rule of [`Points::parse`], or [`RejectionCode::ReferralGone`] and
/// [`RejectionCode::ReferralSealed`] if there is no referral, or none that can change.
pub fn save_points(
    case: Option<&Case>,
    typed: &str,
    actor: &Viewer,
    now: Instant,
) -> Result<Event, RejectionCode> {
    actor.admin().ok_or(RejectionCode::NotAdmin)?;
    let points = Points::parse(typed)?;
    let case = case.ok_or(RejectionCode::ReferralGone)?;
    next(case, Kind::Points { points, note: None }, actor.role(), now)
}

/// Creates the next event of a referral. Its time is later than that of all known events, even if
/// the clock was set back.
pub(crate) fn next(
    case: &Case,
    kind: Kind,
    by: Role,
    now: Instant,
) -> Result<Event, RejectionCode> {
    let history = case.history();
    let at = match history.last_at() {
        None => now,
        Some(last) if last.as_millis() == INSTANT_MAX_MS => {
            return Err(RejectionCode::ReferralSealed);
        }
        Some(last) => now.max(last.next()),
    };
    Ok(Event { at, saw: history.len() as u64, by: Some(by), kind })
}
