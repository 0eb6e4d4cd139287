//! Points that an owner adds or takes away, with a note.

use alloc::string::String;

use super::redemption::checked_reason;
use crate::pipeline::{Right, Staff};
use crate::points::Points;
use crate::rejection::RejectionCode;

/// An entry by hand, as an owner has typed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedByHand<'a> {
    /// How many points.
    pub points: &'a str,
    /// Whether they are taken away.
    pub takes: bool,
    /// Why, which the member reads.
    pub note: &'a str,
}

/// What is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByHand {
    /// How many points; negative where they are taken away.
    pub points: i64,
    /// Why.
    pub note: String,
}

/// Decides on points by hand for somebody who may be related to the member of staff: who has their number, has
/// referred them, or was referred by them. Owners enter them, who publish the rules that are passed by here.
/// One person may enter as many for somebody in a day as they may award alone (`at_most`); so many they have `given`
/// already.
///
/// # Errors
///
/// [`RejectionCode::NotAllowed`], [`RejectionCode::OwnReferral`], [`RejectionCode::PointsByHand`], and what
/// [`Points::parse`] and the rule for reasons refuse.
pub fn by_hand(
    staff: &Staff,
    related: bool,
    given: u64,
    typed: &TypedByHand<'_>,
    at_most: Points,
) -> Result<ByHand, RejectionCode> {
    if !staff.may_everywhere(Right::Settings) {
        return Err(RejectionCode::NotAllowed);
    }
    // Nobody gains by taking points away, or a member could keep owners from it by referring each of them.
    if related && !typed.takes {
        return Err(RejectionCode::OwnReferral);
    }
    let points = Points::parse(typed.points)?;
    let all = points.get().saturating_add(if typed.takes { 0 } else { given });
    if points.get() == 0 || all > at_most.get() {
        return Err(RejectionCode::PointsByHand);
    }
    let points = i64::try_from(points.get()).map_err(|_| RejectionCode::PointsTooMany)?;
    let note = checked_reason(typed.note)?;
    Ok(ByHand { points: if typed.takes { -points } else { points }, note })
}
