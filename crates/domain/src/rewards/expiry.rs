//! Points that expire. What expires first is used first: so of the points whose validity has ended those expire
//! that nobody had used by then.

use alloc::vec::Vec;

use serde::Serialize;

use super::entries::{Entry, EntryKind};
use crate::referral::Instant;

/// For how many days points are valid at least that a member has again because the company did not pay.
const REFUND_DAYS: u32 = 30;

/// What an entry has to do with expiry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What it is.
    pub kind: EntryKind,
    /// How many points; negative where they are taken back.
    pub points: i64,
    /// Until when they are on hold. For what is no award, when it was entered.
    pub held_until: Instant,
    /// When they expire; `None` if they never do.
    pub expires_at: Option<Instant>,
}

impl From<&Entry> for Share {
    fn from(entry: &Entry) -> Self {
        let Entry { kind, points, held_until, expires_at, .. } = *entry;
        Self { kind, points, held_until, expires_at }
    }
}

/// Points that expire at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Expiring {
    /// When, in milliseconds since 1970.
    pub at: Instant,
    /// How many.
    pub points: i64,
}

impl Share {
    /// Whether its points were given, with an end or without one; otherwise they were used, or are back.
    fn is_given(&self) -> bool {
        match self.kind {
            EntryKind::Earned | EntryKind::Adjusted | EntryKind::Reversed => true,
            EntryKind::Manual => self.points > 0,
            // Those with an end of their own are given anew. The others are as if they had not been used.
            EntryKind::Refunded => self.expires_at.is_some(),
            EntryKind::Redeemed | EntryKind::Expired => false,
        }
    }
}

/// How many points of these entries of one person have expired by an instant, whether it was entered or not: the
/// most by which, at any instant until then, the points that were to expire by it were more than those used by it.
///
/// It depends on no entry of the kind [`EntryKind::Expired`]. So it does not matter when these are entered.
fn expired_by(shares: &[Share], until: Instant) -> i64 {
    // What changes the difference, and when: an end of validity, a use, or that a use is undone.
    let mut changes: Vec<(Instant, i64)> = Vec::new();
    for share in shares {
        match (share.is_given(), share.expires_at) {
            (true, Some(end)) => changes.push((end, share.points)),
            (true, None) => {}
            (false, _) if share.kind == EntryKind::Expired => {}
            (false, _) => changes.push((share.held_until, share.points)),
        }
    }
    changes.retain(|(at, _)| *at <= until);
    changes.sort_unstable_by_key(|(at, _)| *at);
    let (mut over, mut most) = (0_i64, 0_i64);
    for (place, (at, points)) in changes.iter().enumerate() {
        over = over.saturating_add(*points);
        // All of one instant count together.
        if changes.get(place + 1).is_none_or(|(next, _)| next != at) {
            most = most.max(over);
        }
    }
    most
}

/// How many points of these entries of one person are to be entered as expired at an instant. It is below zero
/// where an award was taken back whose points had expired: then nobody is to pay for it with others.
pub fn due(shares: &[Share], now: Instant) -> i64 {
    let entered = shares.iter().filter(|share| share.kind == EntryKind::Expired);
    let entered = entered.fold(0_i64, |sum, share| sum.saturating_sub(share.points));
    expired_by(shares, now).saturating_sub(entered)
}

/// What expires when, the soonest first, if nothing is used until then.
pub fn expiring(shares: &[Share], now: Instant) -> Vec<Expiring> {
    let mut ends: Vec<Instant> =
        shares.iter().filter_map(|share| share.expires_at).filter(|end| *end > now).collect();
    ends.sort_unstable();
    ends.dedup();
    let mut before = expired_by(shares, now);
    let mut all = Vec::new();
    for at in ends {
        let by = expired_by(shares, at);
        if by > before {
            all.push(Expiring { at, points: by - before });
        }
        before = by;
    }
    all
}

/// When points expire that somebody has again because the company did not pay; `None` if as if they had not been
/// used. They are valid for a while, even if their own time is over or about to be, and for as long as any others.
pub fn refund_expiry(shares: &[Share], points: i64, now: Instant) -> Option<Instant> {
    let soon = super::calendar::days_after(now, REFUND_DAYS);
    let back = Share { kind: EntryKind::Refunded, points, held_until: now, expires_at: None };
    let again: Vec<Share> = shares.iter().copied().chain([back]).collect();
    let is_short = expired_by(&again, soon) > expired_by(shares, soon);
    let latest = shares.iter().filter_map(|share| share.expires_at).max();
    latest.filter(|_| is_short).map(|latest| latest.max(soon))
}
