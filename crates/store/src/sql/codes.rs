//! One-time codes, and how often they are sent.

use domain::hosted::{CODE_TRIES, DAY_MS, Dispatch, HostedCode, SEND_WINDOW_MS, Sends};
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use super::gates::Gate;
use super::row::{Fields, decode, int, millis};
use super::text::digest;
use super::{SqlStore, gates};
use crate::{Dispatched, JudgeSends, NewDispatch};

/// Counts, judges, and keeps.
pub(super) async fn dispatch(
    store: &SqlStore,
    new: &NewDispatch,
    judge: JudgeSends<'_>,
) -> sqlx::Result<Result<(), HostedCode>> {
    let mut tx = store.begin().await?;
    // One at a time among all servers: the last count is over everybody's codes.
    gates::pass(&mut tx, Gate::Codes).await?;
    let number = digest(new.mobile.as_str());
    let sends = count(&mut tx, &number, new).await?;
    if let Err(code) = judge(&sends) {
        tx.rollback().await?;
        return Ok(Err(code));
    }
    sqlx::query("INSERT INTO sends (number, address, at) VALUES ($1, $2, $3)")
        .bind(number)
        .bind(new.address.as_slice())
        .bind(millis(new.now))
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "INSERT INTO codes (challenge, mobile, code, sent_at, tries, used) \
         VALUES ($1, $2, $3, $4, 0, 0)",
    )
    .bind(new.challenge.as_str())
    .bind(new.mobile.as_str())
    .bind(new.code.as_slice())
    .bind(millis(new.now))
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Ok(()))
}

/// Counts a try, up to the limit.
pub(super) async fn try_code(
    store: &SqlStore,
    challenge: &str,
) -> sqlx::Result<Option<Dispatched>> {
    let mut tx = store.begin().await?;
    let counted = sqlx::query(
        "UPDATE codes SET tries = tries + 1 WHERE challenge = $1 AND tries < $2 \
         RETURNING mobile, code, sent_at, used, tries - 1 AS tries",
    )
    .bind(challenge)
    .bind(i64::from(CODE_TRIES))
    .fetch_optional(&mut *tx)
    .await?;
    let row = match counted {
        Some(row) => Some(row),
        None => {
            sqlx::query("SELECT mobile, code, sent_at, used, tries FROM codes WHERE challenge = $1")
                .bind(challenge)
                .fetch_optional(&mut *tx)
                .await?
        }
    };
    tx.commit().await?;
    row.as_ref().map(dispatched).transpose()
}

/// Uses a code, once.
pub(super) async fn use_code(store: &SqlStore, challenge: &str) -> sqlx::Result<bool> {
    let mut tx = store.begin().await?;
    let done = sqlx::query("UPDATE codes SET used = 1 WHERE challenge = $1 AND used = 0")
        .bind(challenge)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(done.rows_affected() == 1)
}

async fn count(tx: &mut AnyConnection, number: &[u8], new: &NewDispatch) -> sqlx::Result<Sends> {
    let lately = since(new.now, SEND_WINDOW_MS);
    let today = since(new.now, DAY_MS);
    let row = sqlx::query(
        "SELECT (SELECT COUNT(*) FROM sends WHERE number = $1 AND at > $2) AS lately, \
         (SELECT COUNT(*) FROM sends WHERE number = $1 AND at > $3) AS today, \
         (SELECT COUNT(*) FROM sends WHERE address = $4 AND at > $3) AS from_address, \
         (SELECT COUNT(*) FROM sends WHERE at > $3) AS overall",
    )
    .bind(number)
    .bind(lately)
    .bind(today)
    .bind(new.address.as_slice())
    .fetch_one(tx)
    .await?;
    let count = |column| row.count(column).map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    Ok(Sends {
        lately: count("lately")?,
        today: count("today")?,
        from_address: count("from_address")?,
        overall: count("overall")?,
    })
}

/// The instant that is just not within a window any more.
fn since(now: Instant, window: u64) -> i64 {
    millis(now) - int(window)
}

fn dispatched(row: &AnyRow) -> sqlx::Result<Dispatched> {
    Ok(Dispatched {
        mobile: row.mobile("mobile")?,
        code: row.hash("code")?,
        dispatch: Dispatch {
            sent_at: row.instant("sent_at")?,
            tries: u32::try_from(row.int("tries")?).map_err(decode)?,
            used: row.int("used")? != 0,
        },
    })
}
