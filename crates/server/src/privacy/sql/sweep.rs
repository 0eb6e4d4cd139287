//! Deleting expired data.

use crate::db::Result;
use api::{
    DAY_MS, INTEGRATIONS_KEPT_MS, LINKS_KEPT_MS, SECURITY_EVENTS_KEPT_MS, SESSION_IDLE_MS,
    SESSION_LIFE_MS, SPREADSHEETS_KEPT_MS,
};
use domain::referral::Instant;

use crate::db::Store;
use crate::db::fault::{commit, retry};
use crate::db::row::{int, millis};

/// How long codes, sends and tries are kept: as long as they may count, plus one day.
const TRACES_MS: u64 = 2 * DAY_MS;

/// How long idempotency keys are kept.
const KEYS_MS: u64 = 7 * DAY_MS;

impl Store {
    /// Deletes expired data: ended sessions, codes and sends from before yesterday, devices and
    /// proofs, idempotency keys after a week, security events, the list of imported spreadsheets
    /// and links that were ended after 400 days, deliveries after 90 days, and tokens 90 days after they expire. Returns the
    /// number of rows.
    pub async fn sweep(&self, now: Instant) -> Result<u64> {
        retry!(self, "sweep", async {
            let mut tx = self.begin().await?;
            let mut rows = 0;
            for (statement, age) in [
                ("DELETE FROM sessions WHERE seen_at <= $1", SESSION_IDLE_MS),
                ("DELETE FROM sessions WHERE created_at <= $1", SESSION_LIFE_MS),
                ("DELETE FROM codes WHERE sent_at <= $1", TRACES_MS),
                ("DELETE FROM code_requests WHERE at <= $1", TRACES_MS),
                ("DELETE FROM devices WHERE expires_at <= $1", 0),
                ("DELETE FROM person_pages WHERE expires_at <= $1", 0),
                ("DELETE FROM used_proofs WHERE expires_at <= $1", 0),
                ("DELETE FROM passkey_challenges WHERE expires_at <= $1", 0),
                ("DELETE FROM factor_tries WHERE at <= $1", TRACES_MS),
                ("DELETE FROM used_steps WHERE at <= $1", TRACES_MS),
                ("DELETE FROM security_events WHERE at <= $1", SECURITY_EVENTS_KEPT_MS),
                ("DELETE FROM spreadsheets WHERE at <= $1", SPREADSHEETS_KEPT_MS),
                ("DELETE FROM links WHERE ended_at <= $1", LINKS_KEPT_MS),
                ("DELETE FROM submissions WHERE at <= $1", KEYS_MS),
                ("DELETE FROM answers WHERE at <= $1", KEYS_MS),
                (
                    "DELETE FROM outbox WHERE at <= $1 AND channel <> 'message'",
                    INTEGRATIONS_KEPT_MS,
                ),
                ("DELETE FROM tokens WHERE expires_at <= $1", INTEGRATIONS_KEPT_MS),
                (
                    "UPDATE messages SET idempotency = NULL WHERE at <= $1 AND idempotency IS NOT NULL",
                    KEYS_MS,
                ),
            ] {
                let until = millis(now) - int(age);
                rows += sqlx::query(statement).bind(until).execute(&mut *tx).await?.rows_affected();
            }
            let yesterday = int(now.as_millis() / DAY_MS) - 1;
            let counts = sqlx::query("DELETE FROM daily_counts WHERE day < $1").bind(yesterday);
            rows += counts.execute(&mut *tx).await?.rows_affected();
            commit(tx).await?;
            Ok(rows)
        })
    }
}
