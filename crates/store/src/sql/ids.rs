//! Finding ids.

use std::sync::{Arc, Mutex, PoisonError};

use domain::case::Case;
use domain::referral::Instant;
use sqlx::AnyConnection;

use super::referrals;
use super::row::{Fields, millis};
use crate::Stored;

/// A run of ids of which none is free. When many submit at once, ids run ahead of the clock, and
/// nobody is to walk over all that were given out for one moment to find the next.
#[derive(Clone, Debug, Default)]
pub(super) struct TakenIds(Arc<Mutex<Option<(Instant, Instant)>>>);

impl TakenIds {
    /// The first id from `wanted` on that may be free.
    pub(super) fn skip(&self, wanted: Instant) -> Instant {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some((first, last)) if (first..=last).contains(&wanted) => last.next(),
            _ => wanted,
        }
    }

    /// None from `first` to `last` is free.
    pub(super) fn note(&self, first: Instant, last: Instant) {
        let mut run = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *run = match *run {
            Some((start, end)) if (start..=end.next()).contains(&first) => {
                Some((start, end.max(last)))
            }
            _ => Some((first, last)),
        };
    }
}

/// Keeps a referral under an id or, where somebody else has it, the next free one; `None` if there
/// is none left.
pub(super) async fn insert_referral(
    tx: &mut AnyConnection,
    mut id: Instant,
    case: impl Fn(Instant) -> Case,
    origin: Option<&str>,
) -> sqlx::Result<Option<Stored>> {
    loop {
        if let Some(stored) = referrals::insert(tx, case(id), origin).await? {
            return Ok(Some(stored));
        }
        let next = free_referral_id(tx, id).await?;
        if next == id {
            return Ok(None);
        }
        id = next;
    }
}

/// The first id from `wanted` on that no referral has or had. At the end of time, the last id,
/// taken or not. Somebody else may be quicker to take it.
async fn free_referral_id(tx: &mut AnyConnection, wanted: Instant) -> sqlx::Result<Instant> {
    let taken = sqlx::query(
        "SELECT id FROM referrals WHERE id = $1 UNION ALL SELECT id FROM graves WHERE id = $1",
    )
    .bind(millis(wanted))
    .fetch_optional(&mut *tx)
    .await?;
    if taken.is_none() {
        return Ok(wanted);
    }
    // The id after the first one that is taken and whose successor is not.
    let last = sqlx::query(
        "SELECT taken.id FROM (SELECT id FROM referrals WHERE id >= $1 \
         UNION ALL SELECT id FROM graves WHERE id >= $1) AS taken \
         WHERE NOT EXISTS (SELECT 1 FROM referrals WHERE referrals.id = taken.id + 1) \
         AND NOT EXISTS (SELECT 1 FROM graves WHERE graves.id = taken.id + 1) \
         ORDER BY taken.id LIMIT 1",
    )
    .bind(millis(wanted))
    .fetch_one(tx)
    .await?;
    Ok(last.instant("id")?.next())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Instant {
        Instant::try_from(millis).unwrap()
    }

    #[test]
    fn a_run_grows_at_its_end_and_gives_way_to_a_later_one() {
        let taken = TakenIds::default();
        assert_eq!(taken.skip(at(5)), at(5));
        taken.note(at(5), at(7));
        taken.note(at(8), at(9));
        assert_eq!([4, 5, 9, 10].map(|id| taken.skip(at(id))), [4, 10, 10, 10].map(at));
        taken.note(at(6), at(6));
        assert_eq!(taken.skip(at(5)), at(10));
        taken.note(at(50), at(50));
        assert_eq!([5, 50].map(|id| taken.skip(at(id))), [5, 51].map(at));
    }
}
