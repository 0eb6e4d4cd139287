//! Totals of lists. The totals of all referrals are stored and updated with every change.

use std::ops::{AddAssign, SubAssign};

use domain::event::Stage;
use domain::ledger::Totals;
use domain::referral::{Referral, Status};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::row::{Fields, int};
use super::text::word;
use super::{Store, referrers, reports};
use crate::Scope;

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

/// The totals of a list.
pub(super) async fn totals(store: &Store, scope: &Scope) -> sqlx::Result<Totals> {
    let row = match scope {
        Scope::All => sqlx::query("SELECT * FROM counters").fetch_one(&store.readers).await?,
        Scope::Of(mobile) => {
            let sql = format!(
                "SELECT COUNT(*) AS total, COUNT(CASE WHEN status = $1 THEN 1 END) AS pending, \
                 COUNT(CASE WHEN status = $2 THEN 1 END) AS successful, {POINTS} \
                 FROM referrals WHERE referrer_number = $3"
            );
            sqlx::query(AssertSqlSafe(sql))
                .bind(Status::Pending.as_str())
                .bind(Status::Successful.as_str())
                .bind(numbers::key(mobile.as_str()))
                .fetch_one(&store.readers)
                .await?
        }
        // This list shows no totals.
        Scope::About(_) => return Ok(Totals::default()),
        Scope::Services(services) if services.is_empty() => return Ok(Totals::default()),
        Scope::Services(services) => return of_services(store, services).await,
    };
    read(&row)
}

/// The columns of a sum of points, by halves.
pub(super) const POINTS: &str = "CAST(COALESCE(SUM(points >> 32), 0) AS BIGINT) AS points_high, \
                      CAST(COALESCE(SUM(points & 4294967295), 0) AS BIGINT) AS points_low";

/// What the lists of some services add up to, all from the same snapshot. How many are in each stage is
/// kept; points are summed up along an index, of those that have any.
async fn of_services(store: &Store, services: &[String]) -> sqlx::Result<Totals> {
    let mut tx = store.readers.begin_with(store.dialect.begin_snapshot()).await?;
    let here = reports::here(&mut tx, Some(services.to_vec())).await?;
    let of = |is: fn(&Stage) -> bool| {
        let of = here.iter().filter(|(stage, _)| is(&Stage::from((*stage).clone())));
        usize::try_from(of.map(|(_, count)| count).sum::<u64>()).unwrap_or_default()
    };
    let places = (1..=services.len()).map(|place| format!("${place}")).collect::<Vec<_>>();
    let sql = format!(
        "SELECT {POINTS} FROM referrals WHERE shown_service IN ({}) AND points > 0",
        places.join(", ")
    );
    let query = sqlx::query(AssertSqlSafe(sql));
    let query = services.iter().fold(query, |query, service| query.bind(word(service)));
    let points = referrers::points(&query.fetch_one(&mut *tx).await?)?;
    tx.rollback().await?;
    Ok(Totals {
        all: of(|_| true),
        pending: of(Stage::is_open),
        successful: of(|stage| *stage == Stage::Successful),
        points,
    })
}

fn read(row: &AnyRow) -> sqlx::Result<Totals> {
    let number = |column| row.count(column).map(|count| usize::try_from(count).unwrap_or_default());
    Ok(Totals {
        all: number("total")?,
        pending: number("pending")?,
        successful: number("successful")?,
        points: referrers::points(row)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::limits::POINTS_MAX;

    #[test]
    fn what_is_added_and_taken_away_again_leaves_nothing() {
        let mut delta = Delta::of("Pending", int(POINTS_MAX));
        delta += Delta::of("Successful", 1);
        delta -= Delta::of("Successful", int(POINTS_MAX));
        delta -= Delta::of("Pending", 1);
        assert_eq!(delta, Delta::default());
    }
}
