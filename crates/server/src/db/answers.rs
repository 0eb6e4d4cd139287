//! Stored answers to writes, by idempotency key.

use sqlx::AnyConnection;

use crate::db::Result;
use crate::db::Store;
use crate::db::fault::{commit, retry};
use crate::db::row::{Fields, millis};
use crate::db::text::digest;
use domain::referral::Instant;

/// Identifies a write, so that a retry of it is recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryKey {
    /// The client's own key together with the sender and everything that was sent, so that another
    /// content is another write.
    pub stored_key: String,
    /// When the write arrived. The key is remembered for a week.
    pub at: Instant,
}

/// Claims a key before the transaction writes anything, so that a second request with the same key
/// waits for this one. Returns the answer if the write was already done.
pub(crate) async fn claim(
    tx: &mut AnyConnection,
    retry: Option<&RetryKey>,
) -> sqlx::Result<Option<String>> {
    let Some(retry) = retry else { return Ok(None) };
    if insert(tx, retry, "").await? { Ok(None) } else { answer(tx, &retry.stored_key).await }
}

/// Stores the answer of a write whose key was claimed.
pub(crate) async fn finish(
    tx: &mut AnyConnection,
    retry: Option<&RetryKey>,
    answer: &str,
) -> sqlx::Result<()> {
    let Some(retry) = retry else { return Ok(()) };
    sqlx::query("UPDATE answers SET answer = $2 WHERE key = $1")
        .bind(digest(&retry.stored_key))
        .bind(answer)
        .execute(tx)
        .await?;
    Ok(())
}

impl Store {
    /// The answer to the write with this [`RetryKey`]; `None` if it was not done, or too long ago.
    pub async fn answer(&self, stored_key: &str) -> Result<Option<String>> {
        retry!(self, "answer", async {
            answer(&mut *self.readers.acquire().await?, stored_key).await
        })
    }

    /// Stores the answer to a write, unless there is one already.
    pub async fn keep_answer(&self, retry: &RetryKey, answer: &str) -> Result<()> {
        retry!(self, "keep_answer", async {
            let mut tx = self.begin().await?;
            insert(&mut tx, retry, answer).await?;
            commit(tx).await
        })
    }
}

async fn insert(tx: &mut AnyConnection, retry: &RetryKey, answer: &str) -> sqlx::Result<bool> {
    let done = sqlx::query(
        "INSERT INTO answers (key, answer, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    )
    .bind(digest(&retry.stored_key))
    .bind(answer)
    .bind(millis(retry.at))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

async fn answer(connection: &mut AnyConnection, stored_key: &str) -> sqlx::Result<Option<String>> {
    let row = sqlx::query("SELECT answer FROM answers WHERE key = $1")
        .bind(digest(stored_key))
        .fetch_optional(connection)
        .await?;
    row.map(|row| row.text("answer")).transpose()
}
