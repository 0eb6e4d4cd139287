//! Sessions.

use std::time::Duration;

use domain::account::User;
use domain::hosted::{MINUTE_MS, SessionTimes};
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::AnyConnection;
use tokio::time::timeout;

use super::row::{Fields, millis};
use super::text::storable;
use super::{SqlStore, accounts, security};
use crate::{ListedSession, NewSession, Opened, StoredSession};

/// How long somebody who reads waits for it to be noted that they did.
const NOTING: Duration = Duration::from_millis(500);

/// Begins a session, and registers its user if that is wanted.
pub(super) async fn open(
    store: &SqlStore,
    new: &NewSession,
    register: bool,
) -> sqlx::Result<Opened> {
    let mut tx = store.begin().await?;
    if register && !register_user(&mut tx, new).await? {
        tx.rollback().await?;
        return Ok(Opened::AlreadyRegistered);
    }
    if let Some(token) = &new.replaces {
        sqlx::query("DELETE FROM sessions WHERE token = $1")
            .bind(token.as_slice())
            .execute(&mut *tx)
            .await?;
    }
    sqlx::query(
        "INSERT INTO sessions \
         (token, mobile, name, registered_at, created_at, seen_at, confirmed, device) \
         VALUES ($1, $2, $3, $4, $5, $5, 0, $6)",
    )
    .bind(new.token.as_slice())
    .bind(new.user.mobile_number.as_str())
    .bind(storable(&new.user.name))
    .bind(new.user.registered_at.map(millis))
    .bind(millis(new.now))
    .bind(new.device.as_deref().map(storable))
    .execute(&mut *tx)
    .await?;
    security::commit(tx).await?;
    Ok(Opened::Done)
}

/// Finds a session, and keeps it from ending while it is used.
pub(super) async fn find(
    store: &SqlStore,
    token: &[u8; 32],
    now: Instant,
) -> sqlx::Result<Option<StoredSession>> {
    let row = sqlx::query(
        "SELECT mobile, name, registered_at, created_at, seen_at, confirmed, confirmed_at \
         FROM sessions WHERE token = $1",
    )
    .bind(token.as_slice())
    .fetch_optional(&store.readers)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let times =
        SessionTimes { created_at: row.instant("created_at")?, seen_at: row.instant("seen_at")? };
    // One that has ended is not used again by being looked for.
    let idle = now.as_millis().saturating_sub(times.seen_at.as_millis());
    if idle > MINUTE_MS && times.holds(now) {
        // What is here can be read though nothing can be written just now, not even that it was; and
        // nobody who reads waits long for somebody who writes.
        let _ = timeout(NOTING, touch(store, token, now)).await;
    }
    let confirmed = row.int("confirmed")? != 0;
    let confirmed_at = row.maybe_instant("confirmed_at")?;
    Ok(Some(StoredSession { user: accounts::user(&row)?, times, confirmed, confirmed_at }))
}

/// All sessions of a number that hold.
pub(super) async fn list(
    store: &SqlStore,
    mobile: &MobileNumber,
    now: Instant,
) -> sqlx::Result<Vec<ListedSession>> {
    let rows = sqlx::query(
        "SELECT token, created_at, seen_at, device FROM sessions WHERE mobile = $1 \
         ORDER BY seen_at DESC, created_at DESC, token",
    )
    .bind(mobile.as_str())
    .fetch_all(&store.readers)
    .await?;
    let mut sessions = Vec::with_capacity(rows.len());
    for row in &rows {
        let created_at = row.instant("created_at")?;
        let times = SessionTimes { created_at, seen_at: row.instant("seen_at")? };
        if times.holds(now) {
            let (token, device) = (row.hash("token")?, row.maybe_text("device")?);
            sessions.push(ListedSession { token, times, device });
        }
    }
    Ok(sessions)
}

/// Ends a session.
pub(super) async fn close(store: &SqlStore, token: &[u8; 32]) -> sqlx::Result<()> {
    let mut tx = store.begin().await?;
    sqlx::query("DELETE FROM sessions WHERE token = $1")
        .bind(token.as_slice())
        .execute(&mut *tx)
        .await?;
    security::commit(tx).await
}

/// Ends all sessions of a number.
pub(super) async fn close_all(store: &SqlStore, mobile: &MobileNumber) -> sqlx::Result<u64> {
    let mut tx = store.begin().await?;
    let done = sqlx::query("DELETE FROM sessions WHERE mobile = $1")
        .bind(mobile.as_str())
        .execute(&mut *tx)
        .await?;
    security::commit(tx).await?;
    Ok(done.rows_affected())
}

/// Registers the user of a session; false if the number is registered.
async fn register_user(tx: &mut AnyConnection, new: &NewSession) -> sqlx::Result<bool> {
    if !accounts::insert(tx, &new.user).await? {
        return Ok(false);
    }
    // Later than the erasure of what was stored under the number before: so the new account is
    // told from copies of the old one. Asked for now that nobody else can erase it.
    if let Some(then) = accounts::departed_at(tx, &new.user.mobile_number).await? {
        let registered_at = Some(new.now.max(then.next()));
        accounts::update(tx, &User { registered_at, ..new.user.clone() }).await?;
    }
    Ok(true)
}

async fn touch(store: &SqlStore, token: &[u8; 32], now: Instant) -> sqlx::Result<()> {
    let mut tx = store.begin().await?;
    sqlx::query("UPDATE sessions SET seen_at = $2 WHERE token = $1 AND seen_at < $2")
        .bind(token.as_slice())
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    tx.commit().await
}
