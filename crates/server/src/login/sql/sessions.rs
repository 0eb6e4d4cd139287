//! Sessions.

use std::time::Duration;

use api::{MINUTE_MS, SessionTimes};
use domain::account::{Registration, User};
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use domain::rejection::Rejections;
use sqlx::AnyConnection;
use tokio::time::timeout;

use crate::audit;
use crate::db::Result;
use crate::db::fault::retry;
use crate::db::people::{Person, stored};
use crate::db::row::{Fields, millis};
use crate::db::text::storable;
use crate::db::{Store, fault};
use crate::login::records::{ListedSession, NewSession, StoredSession};
use crate::login::sql::accounts;
use crate::reports::sql::referrers;
use crate::staff::records::StaffMember;
use crate::staff::sql::leaving::end_sessions;
use crate::staff::sql::staff;

/// How long a read request waits for its use of the session to be written.
pub(crate) const TOUCH_TIMEOUT: Duration = Duration::from_millis(500);

/// Decides, inside the transaction, on a login or sign-up: the domain's
/// [`enter`](domain::account::Verified::enter) with the verified number filled in.
pub type Enter<'a> =
    &'a (dyn Fn(Registration) -> std::result::Result<Option<User>, Rejections> + Send + Sync);

impl Store {
    /// Looks up the account, asks `enter` about the login or sign-up, stores a new account and
    /// begins the session: all of it or, if refused, nothing. Returns who has logged in, with the
    /// account's name, and the staff record.
    pub async fn open_session(
        &self,
        new: &NewSession,
        enter: Enter<'_>,
    ) -> Result<std::result::Result<(User, Option<StaffMember>), Rejections>> {
        retry!(self, "open_session", async {
            let mobile = &new.user.mobile_number;
            let mut tx = self.begin().await?;
            let (name, staff, has_account) = loop {
                if let Some((id, owner)) = &new.first_owner {
                    staff::make_first_owner(self, &mut tx, id, owner, new.now).await?;
                }
                // An erasure of the account, or of the member of staff, waits for this transaction, or comes before it.
                let lock = self.dialect.for_key_share();
                let staff = staff::log_in(&mut tx, &new.user, new.now, lock).await?;
                let account = accounts::find_locked(&mut tx, mobile, lock).await?;
                let erased_at = accounts::erased_at(self, &mut tx, mobile).await?;
                let (has_account, is_staff) = (account.is_some(), staff.is_some());
                let name = name_of(&mut tx, account, &new.user).await?;
                let account = match enter(Registration { has_account, erased_at, is_staff }) {
                    Ok(Some(account)) => account,
                    Ok(None) => break (name, staff, has_account),
                    Err(rejections) => {
                        tx.rollback().await?;
                        return Ok(Err(rejections));
                    }
                };
                let account = User { mobile_number: numbers::normal(mobile), ..account };
                let is_new = accounts::insert(&mut tx, &account).await?;
                if is_new && accounts::erased_at(self, &mut tx, mobile).await? == erased_at {
                    break (name, staff, true);
                }
                // Another request was faster: look up and decide again.
                tx.rollback().await?;
                tx = self.begin().await?;
            };
            accounts::set_language(&mut tx, mobile, new.language).await?;
            if let Some(token) = &new.replaces {
                sqlx::query("DELETE FROM sessions WHERE token = $1")
                    .bind(token.as_slice())
                    .execute(&mut *tx)
                    .await?;
            }
            sqlx::query(
                "INSERT INTO sessions \
                 (token, mobile, name, registered_at, created_at, seen_at, device) \
                 VALUES ($1, $2, $3, $4, $5, $5, $6)",
            )
            .bind(new.token.as_slice())
            .bind(stored(mobile))
            .bind(storable(&name))
            .bind(new.user.registered_at.map(millis))
            .bind(millis(new.now))
            .bind(new.device.as_deref().map(storable))
            .execute(&mut *tx)
            .await?;
            // Of former staff without an account, only the id may remain.
            if staff.is_none() || has_account {
                referrers::note_login(&mut tx, mobile, new.now).await?;
            }
            audit::sql::commit(tx).await?;
            Ok(Ok((User { name, ..new.user.clone() }, staff)))
        })
    }

    /// The session of a token, by its hash. If `seen_at` is more than a minute old, it is set to
    /// `now`, unless the session has ended. If writing is impossible or slow now, `seen_at` stays
    /// as it is.
    pub async fn session(&self, token: &[u8; 32], now: Instant) -> Result<Option<StoredSession>> {
        retry!(self, "session", async {
            let sql = concat!(
                "SELECT t.mobile, t.name, t.registered_at, t.created_at, t.seen_at, \
                 t.confirmed_at, ",
                staff::columns!(),
                " FROM sessions AS t LEFT JOIN staff AS s ON s.mobile = t.mobile WHERE t.token = $1"
            );
            let row = sqlx::query(sql).bind(token.as_slice()).fetch_optional(&self.readers).await?;
            let Some(row) = row else { return Ok(None) };
            let staff = match row.maybe_text("id")? {
                Some(_) => Some(staff::member(&row)?),
                None => None,
            };
            let times = SessionTimes {
                created_at: row.instant("created_at")?,
                seen_at: row.instant("seen_at")?,
            };
            // An expired session is not revived by looking it up.
            let idle = now.as_millis().saturating_sub(times.seen_at.as_millis());
            if idle > MINUTE_MS && times.holds(now) {
                // Reading works even if writing does not, and a reader does not wait long for a
                // writer.
                let _ = timeout(TOUCH_TIMEOUT, touch(self, token, now)).await;
            }
            let confirmed_at = row.maybe_instant("confirmed_at")?;
            let (user, confirmed) = (accounts::user(&row)?, confirmed_at.is_some());
            Ok(Some(StoredSession { user, times, confirmed, confirmed_at, staff }))
        })
    }

    /// The open sessions of a number, the most recently used first.
    pub async fn sessions(
        &self,
        mobile: &MobileNumber,
        now: Instant,
    ) -> Result<Vec<ListedSession>> {
        retry!(self, "sessions", async {
            let rows = sqlx::query(
                "SELECT token, created_at, seen_at, device FROM sessions WHERE mobile = $1 \
                 ORDER BY seen_at DESC, created_at DESC, token",
            );
            let rows = rows.bind(stored(mobile)).fetch_all(&self.readers).await?;
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
        })
    }

    /// Ends a session.
    pub async fn close_session(&self, token: &[u8; 32]) -> Result<()> {
        retry!(self, "close_session", async {
            let mut tx = self.begin().await?;
            sqlx::query("DELETE FROM sessions WHERE token = $1")
                .bind(token.as_slice())
                .execute(&mut *tx)
                .await?;
            audit::sql::commit(tx).await
        })
    }

    /// Ends all sessions of a number and forgets its devices; returns the number of sessions. `by` is the session of
    /// whoever does it, which must be open; the operator has none.
    pub async fn close_sessions(
        &self,
        mobile: &MobileNumber,
        by: Option<&[u8; 32]>,
    ) -> Result<u64> {
        retry!(self, "close_sessions", async {
            let mut tx = self.begin_for(by).await?;
            let person = Person::of(mobile.as_str());
            let ended = end_sessions(&mut tx, &person).await?;
            audit::sql::commit(tx).await?;
            Ok(ended)
        })
    }
}

/// The name of an account, or of a `new` one. Who has never logged in is called like anybody new: the account came
/// by a file, which can call anybody anything.
async fn name_of(
    tx: &mut AnyConnection,
    account: Option<User>,
    new: &User,
) -> sqlx::Result<String> {
    let Some(account) = account else { return Ok(new.name.clone()) };
    let key = numbers::key(account.mobile_number.as_str());
    if accounts::is_proven(tx, &key).await? {
        return Ok(account.name);
    }
    sqlx::query("UPDATE accounts SET name = $2 WHERE number = $1")
        .bind(key)
        .bind(storable(&new.name))
        .execute(tx)
        .await?;
    Ok(new.name.clone())
}

async fn touch(store: &Store, token: &[u8; 32], now: Instant) -> sqlx::Result<()> {
    let mut tx = store.begin().await?;
    sqlx::query("UPDATE sessions SET seen_at = $2 WHERE token = $1 AND seen_at < $2")
        .bind(token.as_slice())
        .bind(millis(now))
        .execute(&mut *tx)
        .await?;
    fault::commit(tx).await
}
