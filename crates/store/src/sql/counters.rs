//! The totals of all referrals, which are stored and updated with every change.

use std::ops::{AddAssign, SubAssign};

use domain::limits::POINTS_MAX;
use domain::referral::{Referral, Status};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::row::{Fields, int};

/// A change of the totals: the columns of `counters` in their order. Points are added up in two
/// halves, so that no sum overflows its column however many referrals there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Delta([i64; 5]);

/// How many bits the lower half of the points has.
const HALF: u32 = 32;

impl Delta {
    /// The change when a referral is added.
    pub(super) fn added(referral: &Referral) -> Self {
        Self::of(referral.status.as_str(), int(referral.points.get()))
    }

    /// The change for a row with this status and these points.
    pub(super) fn of(status: &str, points: i64) -> Self {
        let is = |wanted: Status| i64::from(status == wanted.as_str());
        let (high, low) = (points >> HALF, points & ((1 << HALF) - 1));
        Self([1, is(Status::Pending), is(Status::Successful), high, low])
    }
}

impl AddAssign for Delta {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum += more);
    }
}

impl SubAssign for Delta {
    fn sub_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, less)| *sum -= less);
    }
}

/// Applies a change. This locks the row of totals, so that the history is written one transaction
/// at a time and its rows are numbered in the order in which they become visible. Transactions do
/// this last.
pub(super) async fn apply(tx: &mut AnyConnection, delta: &Delta) -> sqlx::Result<()> {
    let update = sqlx::query(
        "UPDATE counters SET total = total + $1, pending = pending + $2, \
         successful = successful + $3, points_high = points_high + $4, \
         points_low = points_low + $5",
    );
    delta.0.iter().fold(update, |update, &sum| update.bind(sum)).execute(tx).await?;
    Ok(())
}

/// The columns of a sum of points, by halves.
pub(super) const POINTS: &str = "CAST(COALESCE(SUM(points >> 32), 0) AS BIGINT) AS points_high, \
                      CAST(COALESCE(SUM(points & 4294967295), 0) AS BIGINT) AS points_low";

/// The points in a row, which are stored in two halves.
pub(super) fn points(row: &AnyRow) -> sqlx::Result<u64> {
    let high = u128::from(row.count("points_high")?) << 32;
    let points = high + u128::from(row.count("points_low")?);
    Ok(u64::try_from(points).map_or(POINTS_MAX, |points| points.min(POINTS_MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_cancel_out() {
        let mut delta = Delta::of("Pending", int(POINTS_MAX));
        delta += Delta::of("Successful", 1);
        delta -= Delta::of("Successful", int(POINTS_MAX));
        delta -= Delta::of("Pending", 1);
        assert_eq!(delta, Delta::default());
    }
}
