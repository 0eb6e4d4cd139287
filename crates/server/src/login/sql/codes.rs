//! One-time codes.

use api::{CODE_TRIES, SendHistory, SendRefusal, SentCode};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::Result;
use crate::db::allowances::{Purpose, day};
use crate::db::fault::{commit, retry};
use crate::db::locks::Lock;
use crate::db::people::stored;
use crate::db::row::{Fields, decode, millis};
use crate::db::{Store, allowances, locks};
use crate::login::records::{CodeToSend, FoundCode, NewCode};
use crate::login::sql::code_requests;

/// Decides, inside the transaction, whether another code may be sent.
pub type SendRule<'a> =
    &'a (dyn Fn(&SendHistory) -> std::result::Result<(), SendRefusal> + Send + Sync);

impl Store {
    /// Counts the codes sent before, asks `rule` and, if it agrees, stores the new code. This is
    /// atomic among all servers: two requests never both take the last place. Returns the counts
    /// from before this code.
    pub async fn store_code(
        &self,
        new: &CodeToSend,
        rule: SendRule<'_>,
    ) -> Result<std::result::Result<SendHistory, SendRefusal>> {
        retry!(self, "store_code", async {
            // Whoever waits here holds no connection, so that other requests can use them.
            let _turn = self.code_turns.acquire().await.map_err(|_| sqlx::Error::PoolClosed)?;
            let mut tx = self.begin().await?;
            // One at a time among all servers, because the total counts everybody's codes.
            locks::take(&mut tx, Lock::Codes).await?;
            let (sends, device) = code_requests::count(&mut tx, new).await?;
            if let Err(reason) = rule(&sends) {
                tx.rollback().await?;
                return Ok(Err(reason));
            }
            code_requests::add(&mut tx, new, device).await?;
            insert(&mut tx, &new.code).await?;
            commit(tx).await?;
            Ok(Ok(sends))
        })
    }

    /// Removes a code that could not be sent. It still counts for the network that requested it.
    pub async fn cancel_code(&self, challenge: &str) -> Result<()> {
        retry!(self, "cancel_code", async {
            let mut tx = self.begin().await?;
            sqlx::query("DELETE FROM codes WHERE challenge = $1")
                .bind(challenge)
                .execute(&mut *tx)
                .await?;
            let sent =
                sqlx::query("DELETE FROM code_requests WHERE challenge = $1 RETURNING address, at")
                    .bind(challenge)
                    .fetch_optional(&mut *tx)
                    .await?;
            if let Some(sent) = sent {
                let (address, day) = (sent.bytes("address")?, day(sent.instant("at")?));
                allowances::add(&mut tx, Purpose::FailedCodes, &address, day, 1).await?;
            }
            commit(tx).await
        })
    }

    /// Stores a code that is not sent and not counted.
    pub async fn keep_code(&self, new: &NewCode) -> Result<()> {
        retry!(self, "keep_code", async {
            let mut tx = self.begin().await?;
            insert(&mut tx, new).await?;
            audit::sql::commit(tx).await
        })
    }

    /// Finds a sent code and counts this try in one step; returns the code as it was before the
    /// try. A code with [`CODE_TRIES`](api::CODE_TRIES) tries is found, but not counted further. So
    /// even if many tries arrive together, no more than that many see a number below the limit.
    pub async fn try_code(&self, challenge: &str) -> Result<Option<FoundCode>> {
        retry!(self, "try_code", async {
            let mut tx = self.begin().await?;
            let counted = sqlx::query(
                "UPDATE codes SET tries = tries + 1 WHERE challenge = $1 AND tries < $2 \
                 RETURNING mobile, code, sent_at, used, tries - 1 AS tries",
            )
            .bind(challenge)
            .bind(i64::from(CODE_TRIES))
            .fetch_optional(&mut *tx)
            .await?;
            let found = match counted {
                Some(row) => Some(found_code(&row, count_try(&mut tx, challenge, &row).await?)?),
                None => {
                    let select = sqlx::query(
                        "SELECT mobile, code, sent_at, used, tries FROM codes WHERE challenge = $1",
                    );
                    let row = select.bind(challenge).fetch_optional(&mut *tx).await?;
                    row.map(|row| found_code(&row, 0)).transpose()?
                }
            };
            commit(tx).await?;
            Ok(found)
        })
    }

    /// Marks a code as used; false if it was used before.
    pub async fn use_code(&self, challenge: &str) -> Result<bool> {
        retry!(self, "use_code", async {
            let mut tx = self.begin().await?;
            let done = sqlx::query("UPDATE codes SET used = 1 WHERE challenge = $1 AND used = 0")
                .bind(challenge)
                .execute(&mut *tx)
                .await?;
            commit(tx).await?;
            Ok(done.rows_affected() == 1)
        })
    }
}

async fn insert(tx: &mut AnyConnection, new: &NewCode) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO codes (challenge, mobile, code, sent_at, tries, used) \
         VALUES ($1, $2, $3, $4, 0, 0)",
    )
    .bind(new.challenge.as_str())
    .bind(stored(&new.mobile))
    .bind(new.code.as_slice())
    .bind(millis(new.now))
    .execute(tx)
    .await?;
    Ok(())
}

/// Also counts the try for the number, if the code was sent for an unknown device; returns the
/// number of such tries before. An operator's code was not sent, and is not counted this way.
async fn count_try(tx: &mut AnyConnection, challenge: &str, code: &AnyRow) -> sqlx::Result<u32> {
    let sent =
        sqlx::query("SELECT number FROM code_requests WHERE challenge = $1 AND device IS NULL");
    let Some(sent) = sent.bind(challenge).fetch_optional(&mut *tx).await? else { return Ok(0) };
    let (number, day) = (sent.bytes("number")?, day(code.instant("sent_at")?));
    let tries = allowances::add(tx, Purpose::Tries, &number, day, 1).await?;
    Ok(u32::try_from(tries - 1).unwrap_or(u32::MAX))
}

fn found_code(row: &AnyRow, tries_by_unknown_devices: u32) -> sqlx::Result<FoundCode> {
    Ok(FoundCode {
        mobile: row.mobile("mobile")?,
        code: row.hash("code")?,
        sent: SentCode {
            sent_at: row.instant("sent_at")?,
            tries: u32::try_from(row.int("tries")?).map_err(decode)?,
            used: row.int("used")? != 0,
            tries_by_unknown_devices,
        },
    })
}
