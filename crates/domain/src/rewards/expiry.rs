//! Points that expire. What expires first is used first, of what is available then: so there expires what nobody
//! has used until the end of its validity.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use serde::Serialize;

use super::calendar::days_after;
use super::entries::EntryKind;
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
    /// The id of the request that it is about.
    pub redemption: Option<u64>,
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

/// What happens to somebody's points. Of one instant, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// The validity of some ends.
    End,
    /// So many become available, which are valid until then.
    Available(Instant, i64),
    /// So many are used.
    Use(i64),
}

impl Share {
    /// Whether its points were given, or what was given is taken back; otherwise points were used.
    fn is_given(&self) -> bool {
        match self.kind {
            EntryKind::Manual => self.points > 0,
            EntryKind::Redeemed | EntryKind::Expired => false,
            _ => true,
        }
    }

    /// Whether it says that points were not used after all.
    fn undoes_use(&self) -> bool {
        self.kind == EntryKind::Refunded && self.expires_at.is_none()
    }
}

/// What happens by these entries, in that order. What was taken back was never there.
fn steps(shares: &[Share]) -> Vec<(Instant, Step)> {
    let undone = shares.iter().filter(|share| share.undoes_use());
    let undone: BTreeSet<_> = undone.filter_map(|share| share.redemption).collect();
    let is_undone = |share: &Share| {
        let is_use = share.kind == EntryKind::Redeemed || share.undoes_use();
        is_use && share.redemption.is_some_and(|id| undone.contains(&id))
    };
    let mut given: BTreeMap<(Instant, Instant), i64> = BTreeMap::new();
    let mut steps = Vec::new();
    for share in shares.iter().filter(|it| it.kind != EntryKind::Expired && !is_undone(it)) {
        if share.is_given() {
            let end = share.expires_at.unwrap_or(Instant::MAX);
            let points = given.entry((share.held_until, end)).or_default();
            *points = points.saturating_add(share.points);
        } else {
            steps.push((share.held_until, Step::Use(share.points.saturating_neg())));
        }
    }
    let ends: BTreeSet<_> = shares.iter().filter_map(|share| share.expires_at).collect();
    steps.extend(ends.into_iter().map(|end| (end, Step::End)));
    steps.extend(
        given.into_iter().map(|((from, end), points)| (from, Step::Available(end, points))),
    );
    steps.sort_unstable();
    steps
}

/// What of somebody's points expires when, the soonest first, if nothing is used from now on.
///
/// It depends on no entry of the kind [`EntryKind::Expired`]. So it does not matter when these are made.
fn ends(shares: &[Share]) -> Vec<Expiring> {
    // What is available, by the end of its validity; and what was used of points that come later.
    let (mut left, mut missing): (BTreeMap<Instant, i64>, i64) = (BTreeMap::new(), 0);
    let mut all = Vec::new();
    for (at, step) in steps(shares) {
        match step {
            Step::Available(end, points) => {
                let paid = missing.min(points);
                missing -= paid;
                let left = left.entry(end).or_default();
                *left = left.saturating_add(points - paid);
            }
            Step::Use(mut points) => {
                for left in left.values_mut() {
                    let taken = points.min(*left);
                    *left -= taken;
                    points -= taken;
                }
                missing = missing.saturating_add(points);
            }
            Step::End => {
                let points = left.remove(&at).unwrap_or_default();
                if points > 0 {
                    all.push(Expiring { at, points });
                }
            }
        }
    }
    all
}

/// How many points of these entries of one person have expired by an instant, whether that was entered or not.
fn expired_by(shares: &[Share], until: Instant) -> i64 {
    let ended = ends(shares).into_iter().take_while(|it| it.at <= until);
    ended.fold(0_i64, |sum, it| sum.saturating_add(it.points))
}

/// How many points of these entries of one person are to be entered as expired at an instant. It is below zero
/// where an award was taken back whose points had expired: nobody is to pay for it with others.
pub fn due(shares: &[Share], now: Instant) -> i64 {
    let entered = shares.iter().filter(|share| share.kind == EntryKind::Expired);
    let entered = entered.fold(0_i64, |sum, share| sum.saturating_sub(share.points));
    expired_by(shares, now).saturating_sub(entered)
}

/// What expires when, the soonest first, if nothing is used until then.
pub fn expiring(shares: &[Share], now: Instant) -> Vec<Expiring> {
    let is_to_come = |it: &Expiring| it.at > now && it.at < Instant::MAX;
    ends(shares).into_iter().filter(is_to_come).collect()
}

/// When points expire that somebody has again because the company did not pay for this request; `None` if it is as
/// if they had not been used. They are valid for a while, even if their own time is over or about to be, and then
/// for as long as the others of that person.
pub fn refund_expiry(shares: &[Share], redemption: u64, now: Instant) -> Option<Instant> {
    let soon = days_after(now, REFUND_DAYS);
    let back = Share {
        kind: EntryKind::Refunded,
        points: 0,
        held_until: now,
        expires_at: None,
        redemption: Some(redemption),
    };
    let again: Vec<Share> = shares.iter().copied().chain([back]).collect();
    let is_short = expired_by(&again, soon) > expired_by(shares, soon);
    // Others of theirs that never expire let these last for ever, too. What was taken back is none of theirs.
    let mut given: BTreeMap<Instant, i64> = BTreeMap::new();
    for share in shares.iter().filter(|share| share.is_given() && share.redemption.is_none()) {
        let points = given.entry(share.expires_at.unwrap_or(Instant::MAX)).or_default();
        *points = points.saturating_add(share.points);
    }
    let latest = given.into_iter().rev().find(|(_, points)| *points > 0);
    is_short.then(|| latest.map_or(soon, |(end, _)| end.max(soon)))
}
