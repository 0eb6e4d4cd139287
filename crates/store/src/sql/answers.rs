//! Stored answers to writes, by idempotency key.

use sqlx::AnyConnection;

use super::Store;
use super::fault::commit;
use super::row::{Fields, millis};
use super::text::digest;
use crate::RetryKey;

/// Claims a key before the transaction writes anything, so that a second request with the same key
/// waits for this one. Returns the answer if the write was already done.
pub(super) async fn claim(
    tx: &mut AnyConnection,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Option<String>> {
    let Some(retry) = retry else { return Ok(None) };
    if insert(tx, retry, "").await? { Ok(None) } else { answer(tx, &retry.name).await }
}

/// Stores the answer of a write whose key was claimed.
pub(super) async fn finish(
    tx: &mut AnyConnection,
    retry: Option<&RetryKey>,
    answer: &str,
) -> sqlx::Result<()> {
    let Some(retry) = retry else { return Ok(()) };
    sqlx::query("UPDATE answers SET answer = $2 WHERE name = $1")
        .bind(digest(&retry.name))
        .bind(answer)
        .execute(tx)
        .await?;
    Ok(())
}

/// The answer for a key.
pub(super) async fn find(store: &Store, name: &str) -> sqlx::Result<Option<String>> {
    answer(&mut *store.readers.acquire().await?, name).await
}

/// Stores an answer, unless there is one already.
pub(super) async fn keep(store: &Store, retry: &RetryKey, answer: &str) -> sqlx::Result<()> {
    let mut tx = store.begin().await?;
    insert(&mut tx, retry, answer).await?;
    commit(tx).await
}

async fn insert(tx: &mut AnyConnection, retry: &RetryKey, answer: &str) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO answers (name, answer, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(digest(&retry.name))
    .bind(answer)
    .bind(millis(retry.at))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

async fn answer(connection: &mut AnyConnection, name: &str) -> sqlx::Result<Option<String>> {
    let row = sqlx::query("SELECT answer FROM answers WHERE name = $1")
        .bind(digest(name))
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.text("answer")).transpose()
}
