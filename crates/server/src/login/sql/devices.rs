//! Known devices: those on which somebody has logged in.

use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::AnyConnection;

use crate::db::Result;
use crate::db::Store;
use crate::db::fault::{commit, retry};
use crate::db::people::stored;
use crate::db::row::millis;
use crate::login::records::NewDevice;

impl Store {
    /// Stores a device as known.
    pub async fn remember_device(&self, new: &NewDevice) -> Result<()> {
        retry!(self, "remember_device", async {
            let mut tx = self.begin_for(new.session.as_ref()).await?;
            if let Some(before) = &new.replaces {
                sqlx::query("UPDATE devices SET token = $1 WHERE token = $2")
                    .bind(new.token.as_slice())
                    .bind(before.as_slice())
                    .execute(&mut *tx)
                    .await?;
                // Codes that were sent for its old token keep counting.
                sqlx::query("UPDATE code_requests SET device = $1 WHERE device = $2")
                    .bind(new.token.as_slice())
                    .bind(before.as_slice())
                    .execute(&mut *tx)
                    .await?;
            }
            sqlx::query(
                "INSERT INTO devices (token, mobile, expires_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (token, mobile) DO UPDATE SET expires_at = excluded.expires_at",
            )
            .bind(new.token.as_slice())
            .bind(stored(&new.mobile))
            .bind(millis(new.expires_at))
            .execute(&mut *tx)
            .await?;
            commit(tx).await
        })
    }
}

/// Whether this token's device has been used to log in with this number.
pub(crate) async fn is_known(
    tx: &mut AnyConnection,
    token: &[u8; 32],
    mobile: &MobileNumber,
    now: Instant,
) -> sqlx::Result<bool> {
    let found = sqlx::query(
        "SELECT expires_at FROM devices WHERE token = $1 AND mobile = $2 AND expires_at > $3",
    )
    .bind(token.as_slice())
    .bind(stored(mobile))
    .bind(millis(now))
    .fetch_optional(tx)
    .await?;
    Ok(found.is_some())
}
