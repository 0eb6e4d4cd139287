//! What the entries of one person come to.

use alloc::vec::Vec;

use serde::Serialize;

use super::entries::Entry;
use crate::referral::Instant;

/// Points that become available together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OnHold {
    /// When the last of them do, in milliseconds since 1970: the server sums up those of a day (UTC).
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
        let sums = entries.into_iter().map(|it| OnHold { until: it.held_until, points: it.points });
        Self::of_sums(sums, now)
    }

    /// The same, of sums of entries that are on hold until the same instant or day.
    pub fn of_sums(sums: impl IntoIterator<Item = OnHold>, now: Instant) -> Self {
        let mut balance = Self::default();
        for OnHold { until, points } in sums {
            balance.points = balance.points.saturating_add(points);
            if until <= now {
                balance.available = balance.available.saturating_add(points);
                continue;
            }
            let on_hold = &mut balance.on_hold;
            match on_hold.iter_mut().find(|held| held.until == until) {
                Some(held) => held.points = held.points.saturating_add(points),
                None => on_hold.push(OnHold { until, points }),
            }
        }
        balance.on_hold.retain(|held| held.points != 0);
        balance.on_hold.sort_unstable_by_key(|held| held.until);
        balance
    }

    /// How many points can be exchanged. What was taken back since counts, even if other points are still on hold.
    pub fn spendable(&self) -> u64 {
        u64::try_from(self.available.min(self.points)).unwrap_or_default()
    }
}
