//! What is counted by the day (UTC). Nothing but time takes a count away: no erasure makes room.

use api::DAY_MS;
use domain::referral::Instant;
use sqlx::AnyConnection;

use super::row::{Fields, int};
use crate::Allowance;

/// What is counted by itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    /// Referrals of an account or of a network's guests.
    Referrals,
    /// Contact messages of a network.
    Messages,
    /// Tries of codes that were sent to a number for devices that are not known.
    Tries,
    /// Codes that a network has asked for and that could not be sent.
    FailedCodes,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Self::Referrals => "referrals",
            Self::Messages => "messages",
            Self::Tries => "tries",
            Self::FailedCodes => "failed codes",
        }
    }
}

/// Counts one more; false if that is more than the allowance has: then the transaction is to be given
/// up.
pub(super) async fn take(
    tx: &mut AnyConnection,
    purpose: Purpose,
    allowance: &Allowance,
    now: Instant,
) -> sqlx::Result<bool> {
    let count = add(tx, purpose, &allowance.of, day(now), 1).await?;
    Ok(count <= u64::from(allowance.limit))
}

/// Counts more; says how much it is then.
pub(super) async fn add(
    tx: &mut AnyConnection,
    purpose: Purpose,
    of: &[u8],
    day: i64,
    more: i64,
) -> sqlx::Result<u64> {
    sqlx::query(
        "INSERT INTO daily_counts (purpose, network, day, count) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (purpose, network, day) DO UPDATE SET count = daily_counts.count + excluded.count \
         RETURNING count",
    )
    .bind(purpose.name())
    .bind(of)
    .bind(day)
    .bind(more)
    .fetch_one(tx)
    .await?
    .count("count")
}

/// How much was counted on a day.
pub(super) async fn counted(
    tx: &mut AnyConnection,
    purpose: Purpose,
    of: &[u8],
    day: i64,
) -> sqlx::Result<u32> {
    let row = sqlx::query(
        "SELECT count FROM daily_counts WHERE purpose = $1 AND network = $2 AND day = $3",
    )
    .bind(purpose.name())
    .bind(of)
    .bind(day)
    .fetch_optional(tx)
    .await?;
    let count = row.map_or(Ok(0), |row| row.count("count"))?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The day of an instant, counted from 1970.
pub(super) fn day(at: Instant) -> i64 {
    int(at.as_millis() / DAY_MS)
}
