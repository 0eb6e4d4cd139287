//! The second factors that staff set up themselves: authenticator apps and passkeys.

use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::Result;
use crate::db::fault::retry;
use crate::db::locks::{self, Lock};
use crate::db::row::{Fields, millis};
use crate::db::statement::Statement;
use crate::db::text::storable;
use crate::db::{Store, fault};
use crate::login::records::{NewConfirmation, RemovedFactor};
use crate::staff::records::{StaffFactors, StoredPasskey};

impl Store {
    /// The second factors of a member of staff, by their id and the fingerprint of their number.
    pub async fn factors(&self, staff: &str, number: &[u8; 32]) -> Result<StaffFactors> {
        retry!(self, "factors", async {
            let row = sqlx::query(
                "SELECT totp, totp_next, reset_at, (SELECT COUNT(*) FROM recovery_codes \
                 WHERE number = $2 AND used_at IS NULL) AS codes_left FROM staff WHERE id = $1",
            )
            .bind(staff)
            .bind(number.as_slice())
            .fetch_optional(&self.readers)
            .await?;
            let Some(row) = row else { return Ok(StaffFactors::default()) };
            let passkeys = sqlx::query(
                "SELECT id, name, credential, static_state, dynamic_state, made_at, used_at FROM passkeys \
                 WHERE staff = $1 ORDER BY made_at, id",
            )
            .bind(staff)
            .fetch_all(&self.readers)
            .await?;
            Ok(StaffFactors {
                totp: row.maybe_bytes("totp")?,
                totp_next: row.maybe_bytes("totp_next")?,
                passkeys: passkeys.iter().map(passkey).collect::<sqlx::Result<_>>()?,
                recovery_codes: row.count("codes_left")?,
                reset_at: row.maybe_instant("reset_at")?,
            })
        })
    }

    /// Stores the random part of an authenticator app's secret until a code confirms the app.
    pub async fn offer_totp(
        &self,
        staff: &str,
        part: &[u8],
        session: Option<&[u8; 32]>,
    ) -> Result<()> {
        retry!(self, "offer_totp", async {
            let mut tx = self.begin_for(session).await?;
            sqlx::query("UPDATE staff SET totp_next = $2 WHERE id = $1")
                .bind(staff)
                .bind(part)
                .execute(&mut *tx)
                .await?;
            fault::commit(tx).await
        })
    }

    /// Stores the challenge for a session's passkey, in place of any earlier one.
    pub async fn keep_challenge(
        &self,
        session: &[u8; 32],
        state: &[u8],
        expires_at: Instant,
    ) -> Result<()> {
        retry!(self, "keep_challenge", async {
            let mut tx = self.begin_for(Some(session)).await?;
            sqlx::query(
                "INSERT INTO passkey_challenges (session, state, expires_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (session) DO UPDATE SET state = excluded.state, \
                 expires_at = excluded.expires_at",
            )
            .bind(session.as_slice())
            .bind(state)
            .bind(millis(expires_at))
            .execute(&mut *tx)
            .await?;
            fault::commit(tx).await
        })
    }

    /// Removes and returns the challenge of a session's passkey, if it is still valid. It can be
    /// used once.
    pub async fn take_challenge(
        &self,
        session: &[u8; 32],
        now: Instant,
    ) -> Result<Option<Vec<u8>>> {
        retry!(self, "take_challenge", async {
            let mut tx = self.begin().await?;
            let row = sqlx::query(
                "DELETE FROM passkey_challenges WHERE session = $1 RETURNING state, expires_at",
            )
            .bind(session.as_slice())
            .fetch_optional(&mut *tx)
            .await?;
            fault::commit(tx).await?;
            let Some(row) = row else { return Ok(None) };
            let is_good = row.instant("expires_at")? > now;
            Ok(if is_good { Some(row.bytes("state")?) } else { None })
        })
    }

    /// Removes a second factor, unless it is the last one; `has_configured` says whether the
    /// operator has configured another. Recovery codes do not count as factors, because they are
    /// for people who have lost theirs. False if nothing was removed.
    pub async fn remove_factor(
        &self,
        staff: &str,
        removed: &RemovedFactor,
        has_configured: bool,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<bool> {
        retry!(self, "remove_factor", async {
            let mut tx = self.begin().await?;
            locks::take(&mut tx, Lock::Staff).await?;
            self.must_be_open(&mut tx, session).await?;
            let (gone, has_another) = match removed {
                // Also removes the app that the operator configured, which this one had replaced.
                RemovedFactor::Totp => {
                    let gone = sqlx::query(
                        "UPDATE staff SET totp = NULL, reset_at = $2 WHERE id = $1 AND totp IS NOT NULL",
                    );
                    (gone.bind(staff).bind(millis(now)), false)
                }
                RemovedFactor::Passkey(id) => {
                    let gone = sqlx::query("DELETE FROM passkeys WHERE staff = $1 AND id = $2");
                    (gone.bind(staff).bind(storable(id)), has_configured)
                }
            };
            let gone = gone.execute(&mut *tx).await?.rows_affected() == 1;
            if !gone || !(has_another || has_any(&mut tx, staff).await?) {
                tx.rollback().await?;
                return Ok(false);
            }
            audit::sql::commit(tx).await?;
            Ok(true)
        })
    }
}

/// Whether a session may add a factor: it has the second factor, or the member has none yet.
pub(crate) async fn may_add(
    store: &Store,
    tx: &mut AnyConnection,
    session: &[u8; 32],
    staff: &str,
    may_be_first: bool,
) -> sqlx::Result<bool> {
    // Requests that add a first factor at the same time wait for each other.
    locks::take(tx, Lock::Staff).await?;
    let select = "SELECT confirmed_at FROM sessions WHERE token = ";
    let select = Statement::new(select).bind(session.as_slice()).add(store.dialect.for_key_share());
    let row = select.row(&mut *tx).await?;
    let row = row.ok_or_else(fault::session_ended)?;
    Ok(row.maybe_int("confirmed_at")?.is_some() || (may_be_first && !has_any(tx, staff).await?))
}

/// False if a passkey with this credential exists already.
pub(crate) async fn add_passkey(
    tx: &mut AnyConnection,
    staff: &str,
    passkey: &StoredPasskey,
) -> sqlx::Result<bool> {
    let added = sqlx::query(
        "INSERT INTO passkeys (id, staff, name, credential, static_state, dynamic_state, made_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential) DO NOTHING",
    )
    .bind(passkey.id.as_str())
    .bind(staff)
    .bind(storable(&passkey.name))
    .bind(passkey.credential.as_slice())
    .bind(passkey.static_state.as_slice())
    .bind(passkey.dynamic_state.as_slice())
    .bind(millis(passkey.made_at))
    .execute(tx)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// False if another app was offered in the meantime. The app that the operator configured is no
/// longer valid.
pub(crate) async fn add_totp(
    tx: &mut AnyConnection,
    new: &NewConfirmation,
    staff: &str,
    part: &[u8],
) -> sqlx::Result<bool> {
    let added = sqlx::query(
        "UPDATE staff SET totp = $2, totp_next = NULL, reset_at = $3 \
         WHERE id = $1 AND totp_next = $2",
    )
    .bind(staff)
    .bind(part)
    .bind(millis(new.now))
    .execute(tx)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// False if the passkey does not exist, or was used since its state was read.
pub(crate) async fn use_passkey(
    tx: &mut AnyConnection,
    new: &NewConfirmation,
    id: &str,
    before: &[u8],
    after: &[u8],
) -> sqlx::Result<bool> {
    let used = sqlx::query(
        "UPDATE passkeys SET dynamic_state = $3, used_at = $4 WHERE id = $1 AND dynamic_state = $2",
    )
    .bind(id)
    .bind(before)
    .bind(after)
    .bind(millis(new.now))
    .execute(tx)
    .await?;
    Ok(used.rows_affected() == 1)
}

async fn has_any(tx: &mut AnyConnection, staff: &str) -> sqlx::Result<bool> {
    let any = sqlx::query(
        "SELECT id FROM staff AS s WHERE id = $1 AND (totp IS NOT NULL \
         OR EXISTS (SELECT 1 FROM passkeys AS p WHERE p.staff = s.id))",
    );
    Ok(any.bind(staff).fetch_optional(tx).await?.is_some())
}

fn passkey(row: &AnyRow) -> sqlx::Result<StoredPasskey> {
    Ok(StoredPasskey {
        id: row.text("id")?,
        name: row.text("name")?,
        credential: row.bytes("credential")?,
        static_state: row.bytes("static_state")?,
        dynamic_state: row.bytes("dynamic_state")?,
        made_at: row.instant("made_at")?,
        used_at: row.maybe_instant("used_at")?,
    })
}
