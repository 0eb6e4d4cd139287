//! Messages on their way to somebody's mailbox.

use domain::referral::Instant;
use sqlx::AssertSqlSafe;

use super::SqlStore;
use super::messages::message;
use super::row::{Fields, millis};
use crate::StoredMessage;

/// Claims messages that nobody else has claimed.
pub(super) async fn claim(
    store: &SqlStore,
    now: Instant,
    until: Instant,
    most: u32,
) -> sqlx::Result<Vec<StoredMessage>> {
    let sql = format!(
        "UPDATE messages SET claimed_until = $2 WHERE id IN (SELECT id FROM messages \
         WHERE forward = 1 AND forwarded_at IS NULL AND claimed_until <= $1 \
         ORDER BY id LIMIT $3{}) RETURNING id, name, email, subject, message, at",
        store.dialect.for_update_of_free()
    );
    let mut tx = store.begin().await?;
    let mut rows = sqlx::query(AssertSqlSafe(sql))
        .bind(millis(now))
        .bind(millis(until))
        .bind(i64::from(most))
        .fetch_all(&mut *tx)
        .await?;
    tx.commit().await?;
    rows.sort_by_key(|row| row.int("id").unwrap_or_default());
    rows.iter().map(message).collect()
}

/// A message has been forwarded.
pub(super) async fn done(store: &SqlStore, key: &str, now: Instant) -> sqlx::Result<()> {
    let Ok(id) = key.parse::<i64>() else { return Ok(()) };
    let mut tx = store.begin().await?;
    sqlx::query("UPDATE messages SET forwarded_at = $2 WHERE id = $1 AND forwarded_at IS NULL")
        .bind(id)
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    tx.commit().await
}
