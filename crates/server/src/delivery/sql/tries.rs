//! Trying deliveries: which is due, whose it is for as long as it is tried, and how that went.

use api::{MessageState, Notify};
use domain::event::Kind;
use domain::mobile::MobileNumber;
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::dialect::Dialect;
use crate::db::fault::{commit, retry};
use crate::db::row::{Fields, int, millis};
use crate::db::statement::Statement;
use crate::db::{Result, Store};
use crate::delivery::records::{Channel, ClaimedDelivery, FailedTry, Recipient, Subject};
use crate::delivery::sql::outbox::{columns, delivery};
use crate::delivery::sql::webhooks;
use crate::login::sql::accounts;
use crate::messages::sql::messages;
use crate::referrals::sql::referrals;
use crate::rewards::redemptions::sql::{self as redemptions, StoredRedemption};

impl Store {
    /// The channels with due deliveries, the longest due first; without webhooks that are off or
    /// resting. Deliveries of those are not read, however many there are.
    pub async fn due_channels(&self, now: Instant) -> Result<Vec<Channel>> {
        retry!(self, "due_channels", async {
            let rows = sqlx::query(CHANNELS).bind(millis(now)).fetch_all(&self.readers).await?;
            let channel = |row: &AnyRow| {
                Ok(match row.maybe_text("webhook")? {
                    Some(id) => Channel::Webhook(id),
                    None if row.text("channel")? == Channel::Text.name() => Channel::Text,
                    None => Channel::Message,
                })
            };
            rows.iter().map(channel).collect()
        })
    }

    /// Claims the delivery of a channel that has been due for longest, among those that nobody else
    /// has claimed; none of a webhook that is off or resting. It belongs to this caller until
    /// `until`, and the try is counted.
    pub async fn claim_delivery(
        &self,
        channel: &Channel,
        now: Instant,
        until: Instant,
    ) -> Result<Option<ClaimedDelivery>> {
        retry!(self, "claim_delivery", async {
            loop {
                let mut tx = self.begin().await?;
                let Some(id) = claim_of(self, &mut tx, channel, now, until).await? else {
                    return Ok(None);
                };
                let select = sqlx::query(concat!(
                    "SELECT ",
                    columns!(),
                    ", o.message_id, o.redemption_id, o.said, r.key, r.version, \
                     r.status AS referral_status, r.stage \
                     FROM outbox AS o LEFT JOIN referrals AS r ON r.id = o.referral_id \
                     WHERE o.id = $1"
                ));
                let row = select.bind(id.as_str()).fetch_one(&mut *tx).await?;
                let recipient = match channel {
                    Channel::Message => office(&mut tx, &row).await?,
                    Channel::Text => match redemption(&mut tx, &row).await? {
                        Some(redemption) => member(&mut tx, redemption).await?,
                        None => referrer(&mut tx, &row).await?,
                    },
                    Channel::Webhook(_) => Some(Recipient::Webhook(
                        Box::new(webhooks::of_delivery(&mut tx, &id).await?),
                        match redemption(&mut tx, &row).await? {
                            Some(redemption) => Subject::Redemption {
                                id: redemption.id,
                                status: redemption.status.as_str(),
                                points: redemption.chosen.points,
                                offer: redemption.chosen.id,
                            },
                            None => subject(&row)?,
                        },
                    )),
                };
                if recipient.is_none() {
                    // The recipient does not want to be notified any more.
                    let drop = sqlx::query("DELETE FROM outbox WHERE id = $1").bind(id);
                    drop.execute(&mut *tx).await?;
                }
                let delivery = delivery(&row)?;
                commit(tx).await?;
                if let Some(recipient) = recipient {
                    let channel = channel.clone();
                    return Ok(Some(ClaimedDelivery { channel, delivery, recipient }));
                }
            }
        })
    }

    /// Records that the receiver has accepted a delivery, with its status if there was one.
    pub async fn delivered(&self, id: &str, status: Option<u16>, now: Instant) -> Result<()> {
        retry!(self, "delivered", async {
            let mut tx = self.begin().await?;
            sqlx::query(
                "UPDATE messages SET state = $2 WHERE state = $3 \
                 AND id = (SELECT message_id FROM outbox WHERE id = $1 AND channel = 'message')",
            )
            .bind(id)
            .bind(MessageState::Forwarded.as_str())
            .bind(MessageState::Waiting.as_str())
            .execute(&mut *tx)
            .await?;
            sqlx::query(
                "UPDATE outbox SET due_at = NULL, delivered_at = $2, failed_at = NULL, failure = NULL, \
                 status = $3 WHERE id = $1",
            )
            .bind(id)
            .bind(millis(now))
            .bind(status.map(i64::from))
            .execute(&mut *tx)
            .await?;
            commit(tx).await
        })
    }

    /// Records a failed try of a claimed delivery. If somebody else has claimed it since, their try
    /// counts instead; if it was stopped, it stays so. What a webhook's address answered says nothing about another
    /// one that the webhook has since.
    pub async fn not_delivered(
        &self,
        tried: &ClaimedDelivery,
        how: &FailedTry,
        now: Instant,
    ) -> Result<()> {
        retry!(self, "not_delivered", async {
            let mut tx = self.begin().await?;
            if how.next.is_none() {
                sqlx::query(
                    "UPDATE messages SET state = $3 WHERE state = $4 AND id = \
                     (SELECT message_id FROM outbox WHERE id = $1 AND channel = 'message' \
                     AND attempts = $2 AND due_at IS NOT NULL)",
                )
                .bind(tried.delivery.id.as_str())
                .bind(int(tried.delivery.attempts))
                .bind(MessageState::Undeliverable.as_str())
                .bind(MessageState::Waiting.as_str())
                .execute(&mut *tx)
                .await?;
            }
            let noted = sqlx::query(
                "UPDATE outbox SET due_at = $3, failed_at = $4, failure = $5, status = $6 \
                 WHERE id = $1 AND attempts = $2 AND due_at IS NOT NULL",
            )
            .bind(tried.delivery.id.as_str())
            .bind(int(tried.delivery.attempts))
            .bind(how.next.map(millis))
            .bind(if how.next.is_none() { Some(millis(now)) } else { None })
            .bind(how.failure)
            .bind(how.status.map(i64::from))
            .execute(&mut *tx)
            .await?;
            if let Recipient::Webhook(webhook, _) = &tried.recipient
                && noted.rows_affected() > 0
            {
                sqlx::query(
                    "UPDATE webhooks SET resting_until = $2, enabled = CASE WHEN $3 = 1 THEN 0 ELSE enabled END \
                     WHERE id = $1 AND url = $4",
                )
                .bind(webhook.id.as_str())
                .bind(millis(how.rest_until))
                .bind(i64::from(how.gone))
                .bind(webhook.url.as_str())
                .execute(&mut *tx)
                .await?;
            }
            audit::sql::commit(tx).await
        })
    }
}

const CHANNELS: &str = "SELECT q.channel, q.webhook FROM (\
     SELECT 'webhook' AS channel, w.id AS webhook, (SELECT MIN(o.due_at) FROM outbox AS o \
     WHERE o.channel = 'webhook' AND o.webhook = w.id AND o.due_at IS NOT NULL) AS due \
     FROM webhooks AS w WHERE w.enabled = 1 AND w.resting_until <= $1 \
     UNION ALL SELECT 'text', NULL, MIN(o.due_at) FROM outbox AS o \
     WHERE o.channel = 'text' AND o.webhook IS NULL AND o.due_at IS NOT NULL \
     UNION ALL SELECT 'message', NULL, MIN(o.due_at) FROM outbox AS o \
     WHERE o.channel = 'message' AND o.webhook IS NULL AND o.due_at IS NOT NULL) AS q \
     WHERE q.due <= $1 ORDER BY q.due";

/// Claims the delivery of a channel that has been due for longest; `None` if all are claimed or the
/// webhook is resting.
async fn claim_of(
    store: &Store,
    tx: &mut AnyConnection,
    channel: &Channel,
    now: Instant,
    until: Instant,
) -> sqlx::Result<Option<String>> {
    let row = claim(store.dialect, channel, now, until).row(tx).await?;
    row.map(|row| row.text("id")).transpose()
}

fn claim(dialect: Dialect, channel: &Channel, now: Instant, until: Instant) -> Statement {
    let update = "UPDATE outbox SET attempts = attempts + 1, due_at = ";
    let claim = Statement::new(update).bind(millis(until));
    let claim = claim.add(" WHERE id IN (SELECT o.id FROM outbox AS o WHERE o.channel = ");
    let claim = claim.bind(channel.name());
    let claim = match channel.webhook() {
        Some(id) => claim
            .add(" AND o.webhook = ")
            .bind(id)
            .add(" AND EXISTS (SELECT 1 FROM webhooks AS w WHERE w.enabled = 1 AND w.id = ")
            .bind(id)
            .add(" AND w.resting_until <= ")
            .bind(millis(now))
            .add(")"),
        None => claim.add(" AND o.webhook IS NULL"),
    };
    let claim = claim.add(" AND o.due_at <= ").bind(millis(now));
    let claim = claim.add(" ORDER BY o.due_at, o.at, o.id LIMIT 1");
    claim.add(dialect.for_update_of_free()).add(") RETURNING id")
}

/// The subject of a delivery, with its present state.
fn subject(row: &AnyRow) -> sqlx::Result<Subject> {
    Ok(match (row.maybe_text("key")?, row.maybe_int("message_id")?) {
        (Some(key), _) => Subject::Referral {
            key,
            status: row.text("referral_status")?,
            stage: row.text("stage")?,
            version: row.count("version")?,
        },
        (None, Some(message)) => Subject::Message(message.to_string()),
        (None, None) => Subject::Nothing,
    })
}

/// The request to exchange points that a row is about, as it is now.
async fn redemption(
    tx: &mut AnyConnection,
    row: &AnyRow,
) -> sqlx::Result<Option<StoredRedemption>> {
    match row.maybe_int("redemption_id")? {
        Some(id) => redemptions::find(tx, id).await,
        None => Ok(None),
    }
}

/// The member whose request it is, if they still want to be notified.
async fn member(
    tx: &mut AnyConnection,
    redemption: StoredRedemption,
) -> sqlx::Result<Option<Recipient>> {
    let Some(Ok(mobile)) = redemption.mobile.as_deref().map(MobileNumber::parse) else {
        return Ok(None);
    };
    if accounts::notify(tx, &mobile).await? != Notify::Sms {
        return Ok(None);
    }
    let language = accounts::language(tx, &mobile).await?;
    let step = redemption.steps.last().cloned();
    Ok(step.map(|step| Recipient::Member(mobile, language, redemption.chosen.title, step)))
}

/// The referrer of the referral in a row, if they still want to be notified.
async fn referrer(tx: &mut AnyConnection, row: &AnyRow) -> sqlx::Result<Option<Recipient>> {
    let Some(key) = row.maybe_text("key")? else { return Ok(None) };
    let Some(stored) = referrals::find_in(tx, &key).await? else { return Ok(None) };
    // A guest may have typed the number of a member in any spelling.
    let spelling = numbers::spellings(&stored.referral().referrer_mobile).into_iter().next();
    let Some(Ok(mobile)) = spelling.map(|number| MobileNumber::parse(&number)) else {
        return Ok(None);
    };
    if accounts::notify(tx, &mobile).await? != Notify::Sms {
        return Ok(None);
    }
    let Some(said) = row.maybe_text("said")? else {
        let language = accounts::language(tx, &mobile).await?;
        return Ok(Some(Recipient::Referrer(mobile, language, Box::new(stored.case))));
    };
    let history = stored.case.history();
    let event = history.events().find(|event| event.id() == said).map(|event| &event.event.kind);
    Ok(match event {
        Some(Kind::Said { words, .. }) => Some(Recipient::Said(mobile, words.clone())),
        _ => None,
    })
}

/// Those who answer the message in a row.
async fn office(tx: &mut AnyConnection, row: &AnyRow) -> sqlx::Result<Option<Recipient>> {
    let Some(id) = row.maybe_int("message_id")? else { return Ok(None) };
    let message = messages::find(tx, id).await?;
    Ok(message.map(|message| Recipient::Office(Box::new(message))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row;

    #[tokio::test]
    async fn deliveries_of_a_paused_webhook_are_not_scanned() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/plans.db", folder.path().display());
        let store = Store::open(&url).await.unwrap();
        let channels = [Channel::Webhook("w".to_owned()), Channel::Text, Channel::Message];
        let now = Instant::default();
        let claims = channels.map(|channel| (claim(store.dialect, &channel, now, now), false));
        // The few webhooks are sorted.
        let of_channels = Statement::new(CHANNELS);
        for (statement, is_put_in_order) in [(of_channels, true)].into_iter().chain(claims) {
            let plan = statement.explained().query();
            let rows = plan.fetch_all(&store.readers).await.unwrap();
            let plan: String =
                rows.iter().map(|row| row.get::<String, _>("detail") + "\n").collect();
            let reads = plan.lines().filter(|line| line.contains(" o "));
            for read in reads {
                let of_one = "SEARCH o USING COVERING INDEX outbox_due (channel=? AND webhook=?";
                let of_one_row = of_one.replace("COVERING ", "");
                assert!(read.contains(of_one) || read.contains(&of_one_row), "{plan}");
            }
            assert!(plan.contains("outbox_due"), "{plan}");
            assert_eq!(plan.contains("TEMP B-TREE FOR ORDER BY"), is_put_in_order, "{plan}");
        }
    }
}
