//! To which programs events go.

use api::{Maker, WEBHOOKS_MAX, WebhookChange, WebhookEvent};
use domain::pipeline::StaffRole;
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::Result;
use crate::db::Store;
use crate::db::fault::retry;
use crate::db::row::{Fields, millis};
use crate::delivery::records::{NewWebhook, Webhook};

/// The columns that [`webhook`] reads; ends where the conditions begin.
macro_rules! columns {
    () => {
        "SELECT w.id AS webhook_id, w.url, w.events, w.enabled, w.seed, w.previous_seed, \
         w.previous_until, w.made_at, w.made_by, \
         (SELECT s.name FROM staff AS s WHERE s.id = w.made_by) AS maker_name \
         FROM webhooks AS w "
    };
}

impl Store {
    /// Adds a webhook; `None` if there are [`WEBHOOKS_MAX`](api::WEBHOOKS_MAX).
    pub async fn add_webhook(
        &self,
        new: &NewWebhook,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        retry!(self, "add_webhook", async {
            let mut tx = self.begin_for(session).await?;
            let added = sqlx::query(
                "INSERT INTO webhooks \
                 (id, url, events, enabled, seed, resting_until, made_at, made_by) \
                 SELECT $1, $2, $3, 1, $4, 0, $5, $7 WHERE (SELECT COUNT(*) FROM webhooks) < $6",
            )
            .bind(new.id.as_str())
            .bind(new.url.as_str())
            .bind(names(&new.events))
            .bind(new.seed.as_slice())
            .bind(millis(new.now))
            .bind(i64::from(WEBHOOKS_MAX))
            .bind(new.made_by.as_str())
            .execute(&mut *tx)
            .await?;
            if added.rows_affected() == 0 {
                return Ok(None);
            }
            let webhook = find_in(&mut tx, &new.id).await?;
            audit::sql::commit(tx).await?;
            Ok(webhook)
        })
    }

    /// All webhooks, oldest first.
    pub async fn webhooks(&self) -> Result<Vec<Webhook>> {
        retry!(self, "webhooks", async {
            let rows = sqlx::query(concat!(columns!(), "ORDER BY w.made_at, w.id"));
            let rows = rows.fetch_all(&self.readers).await?;
            rows.iter().map(webhook).collect()
        })
    }

    /// Changes a webhook; `None` if there is none with this id. When it is switched on, deliveries
    /// are tried at once, and if its maker has left, it runs under the name of `by`, a member of
    /// staff.
    pub async fn change_webhook(
        &self,
        id: &str,
        change: &WebhookChange,
        by: &str,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        retry!(self, "change_webhook", async {
            let mut tx = self.begin_for(session).await?;
            sqlx::query(
                "UPDATE webhooks SET url = COALESCE($2, url), events = COALESCE($3, events), \
                 enabled = COALESCE($4, enabled), resting_until = 0 WHERE id = $1",
            )
            .bind(id)
            .bind(change.url.as_deref())
            .bind(change.events.as_deref().map(names))
            .bind(change.enabled.map(i64::from))
            .execute(&mut *tx)
            .await?;
            sqlx::query(
                "UPDATE webhooks SET made_by = $2 WHERE id = $1 AND enabled = 1 AND NOT EXISTS \
                 (SELECT 1 FROM staff AS s WHERE s.id = made_by AND s.revoked_at IS NULL \
                 AND s.role = $3)",
            )
            .bind(id)
            .bind(by)
            .bind(StaffRole::Owner.as_str())
            .execute(&mut *tx)
            .await?;
            let Some(webhook) = find_in(&mut tx, id).await? else { return Ok(None) };
            audit::sql::commit(tx).await?;
            Ok(Some(webhook))
        })
    }

    /// Gives a webhook a new seed; the previous one stays valid until `until`. `None` if there is
    /// none with this id.
    pub async fn rotate_webhook(
        &self,
        id: &str,
        seed: &[u8; 32],
        until: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<Webhook>> {
        retry!(self, "rotate_webhook", async {
            let mut tx = self.begin_for(session).await?;
            sqlx::query(
                "UPDATE webhooks SET previous_seed = seed, previous_until = $3, seed = $2 WHERE id = $1",
            )
            .bind(id)
            .bind(seed.as_slice())
            .bind(millis(until))
            .execute(&mut *tx)
            .await?;
            let Some(webhook) = find_in(&mut tx, id).await? else { return Ok(None) };
            audit::sql::commit(tx).await?;
            Ok(Some(webhook))
        })
    }

    /// Removes a webhook with its deliveries; false if there is none with this id.
    pub async fn remove_webhook(&self, id: &str, session: Option<&[u8; 32]>) -> Result<bool> {
        retry!(self, "remove_webhook", async {
            let mut tx = self.begin_for(session).await?;
            let removed = sqlx::query("DELETE FROM webhooks WHERE id = $1").bind(id);
            if removed.execute(&mut *tx).await?.rows_affected() == 0 {
                return Ok(false);
            }
            audit::sql::commit(tx).await?;
            Ok(true)
        })
    }
}

async fn find_in(tx: &mut AnyConnection, id: &str) -> sqlx::Result<Option<Webhook>> {
    let row =
        sqlx::query(concat!(columns!(), "WHERE w.id = $1")).bind(id).fetch_optional(tx).await?;
    row.as_ref().map(webhook).transpose()
}

/// The webhook of a delivery.
pub(crate) async fn of_delivery(tx: &mut AnyConnection, id: &str) -> sqlx::Result<Webhook> {
    let row =
        sqlx::query(concat!(columns!(), "JOIN outbox AS o ON o.webhook = w.id WHERE o.id = $1"));
    webhook(&row.bind(id).fetch_one(tx).await?)
}

/// The webhook in a row.
fn webhook(row: &AnyRow) -> sqlx::Result<Webhook> {
    let previous = match row.maybe_bytes("previous_seed")? {
        Some(_) => Some((row.hash("previous_seed")?, row.instant("previous_until")?)),
        None => None,
    };
    let events = row.text("events")?;
    // Event names of a later version are unknown here; the column keeps them.
    let events = WebhookEvent::ALL
        .iter()
        .copied()
        .filter(|event| events.split(' ').any(|name| name == event.as_str()))
        .collect();
    Ok(Webhook {
        id: row.text("webhook_id")?,
        url: row.text("url")?,
        events,
        enabled: row.int("enabled")? != 0,
        seed: row.hash("seed")?,
        previous,
        made_at: row.instant("made_at")?,
        made_by: maker(row)?,
    })
}

/// Who made it, by `made_by` and `maker_name`.
pub(crate) fn maker(row: &AnyRow) -> sqlx::Result<Option<Maker>> {
    let Some(id) = row.maybe_text("made_by")? else { return Ok(None) };
    Ok(Some(Maker { id, name: row.maybe_text("maker_name")?.unwrap_or_default() }))
}

/// The names, each surrounded by blanks.
fn names(events: &[WebhookEvent]) -> String {
    events.iter().fold(" ".to_owned(), |names, event| names + event.as_str() + " ")
}
