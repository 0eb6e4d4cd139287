//! Finding ids.

use domain::referral::{Instant, Referral};
use sqlx::AnyConnection;

use super::referrals;
use super::row::{Fields, millis};
use crate::Stored;

/// Keeps a referral under an id or, where somebody else has it, the next free one; `None` if there
/// is none left.
pub(super) async fn insert_referral(
    tx: &mut AnyConnection,
    mut id: Instant,
    record: impl Fn(Instant) -> Referral,
    origin: Option<&str>,
) -> sqlx::Result<Option<Stored>> {
    loop {
        if let Some(stored) = referrals::insert(tx, record(id), origin).await? {
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
pub(super) async fn free_referral_id(
    tx: &mut AnyConnection,
    wanted: Instant,
) -> sqlx::Result<Instant> {
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
