//! The second factor: how often it was tried, and which of its codes was used last.

use domain::mobile::MobileNumber;
use domain::referral::Instant;

use super::SqlStore;
use super::row::{Fields, int, millis};

/// Counts a try.
pub(super) async fn count_try(
    store: &SqlStore,
    mobile: &MobileNumber,
    now: Instant,
    since: Instant,
) -> sqlx::Result<u32> {
    let mut tx = store.begin().await?;
    // The row is the lock: tries of one number are counted one after the other.
    sqlx::query(
        "INSERT INTO second_factors (mobile, step) VALUES ($1, -1) \
         ON CONFLICT (mobile) DO UPDATE SET step = second_factors.step",
    )
    .bind(mobile.as_str())
    .execute(&mut *tx)
    .await?;
    sqlx::query("INSERT INTO second_factor_tries (mobile, at) VALUES ($1, $2)")
        .bind(mobile.as_str())
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    let row = sqlx::query(
        "SELECT COUNT(*) AS tries FROM second_factor_tries WHERE mobile = $1 AND at >= $2",
    )
    .bind(mobile.as_str())
    .bind(millis(since))
    .fetch_one(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(u32::try_from(row.count("tries")?).unwrap_or(u32::MAX))
}

/// Uses a time step, once, and confirms a session by it.
pub(super) async fn confirm(
    store: &SqlStore,
    token: &[u8; 32],
    mobile: &MobileNumber,
    step: u64,
) -> sqlx::Result<bool> {
    let mut tx = store.begin().await?;
    let used = sqlx::query(
        "INSERT INTO second_factors (mobile, step) VALUES ($1, $2) \
         ON CONFLICT (mobile) DO UPDATE SET step = excluded.step \
         WHERE second_factors.step < excluded.step",
    )
    .bind(mobile.as_str())
    .bind(int(step))
    .execute(&mut *tx)
    .await?;
    let confirmed =
        sqlx::query("UPDATE sessions SET confirmed = 1 WHERE token = $1 AND mobile = $2")
            .bind(token.as_slice())
            .bind(mobile.as_str())
            .execute(&mut *tx)
            .await?;
    if used.rows_affected() == 0 || confirmed.rows_affected() == 0 {
        tx.rollback().await?;
        return Ok(false);
    }
    sqlx::query("DELETE FROM second_factor_tries WHERE mobile = $1")
        .bind(mobile.as_str())
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(true)
}
