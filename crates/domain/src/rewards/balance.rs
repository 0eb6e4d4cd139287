//! What the entries of one person come to.

use alloc::vec::Vec;

use serde::Serialize;

use super::entries::Entry;
use crate::referral::Instant;

/// Points that become available at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnHold {
    /// When, in milliseconds since 1970.
    pub until: Instant,
    /// How many.
    pub points: i64,
}

/// What somebody has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    /// All points: the sum of the entries.
    pub points: i64,
    /// Those that are available.
    pub available: i64,
    /// The others, by when they become available; the soonest first.
    pub on_hold: Vec<OnHold>,
}

impl Balance {
    /// The balance at an instant. What is taken back is taken from what is on hold until the same instant.
    pub fn of<'e>(entries: impl IntoIterator<Item = &'e Entry>, now: Instant) -> Self {
        let held = |entry: &Entry| OnHold { until: entry.held_until, points: entry.points };
        Self::of_sums(entries.into_iter().map(held), now)
    }

    /// The same from sums of entries, each with the instant from which all of it is available.
    pub fn of_sums(sums: impl IntoIterator<Item = OnHold>, now: Instant) -> Self {
        let mut balance = Self::default();
        for sum in sums {
            balance.points = balance.points.saturating_add(sum.points);
            if sum.until <= now {
                balance.available = balance.available.saturating_add(sum.points);
                continue;
            }
            match balance.on_hold.iter_mut().find(|held| held.until == sum.until) {
                Some(held) => held.points = held.points.saturating_add(sum.points),
                None => balance.on_hold.push(sum),
            }
        }
        balance.on_hold.retain(|held| held.points != 0);
        balance.on_hold.sort_unstable_by_key(|held| held.until);
        balance
    }
}
