//! What goes out: events to webhooks and referrers, and contact messages to those who answer them.

use api::{
    DAY_MS, DeliveryFailure, DeliveryState, DeliveryView, MessageAction, MessageState, Notify,
    TEST_EVENT, WebhookEvent,
};
use domain::limits::UNDO_BY_AUTHOR_MS;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::Store;
use crate::db::dialect::Dialect;
use crate::db::fault::{commit, retry};
use crate::db::row::{Fields, decode, int, millis, page};
use crate::db::statement::Statement;
use crate::db::{Page, Result};
use crate::delivery::records::{Channel, ClaimedDelivery, FailedTry, Recipient, Subject};
use crate::delivery::sql::webhooks;
use crate::login::sql::accounts;
use crate::messages::sql::messages;
use crate::referrals::sql::referrals;

/// The maximum number of text messages about referrals to one number per day.
const TEXTS_IN_A_DAY: i64 = 5;

/// The columns that [`delivery`] reads from `outbox AS o`.
macro_rules! columns {
    () => {
        "o.id, o.event, o.at, o.attempts, o.status, o.failure, o.due_at, o.delivered_at"
    };
}

/// The subject of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EventSubject {
    /// A referral, by its id.
    Referral(Instant),
    /// A contact message, by its id.
    Message(i64),
}

/// Adds a delivery for each webhook that wants an event, in the transaction of the event.
pub(crate) async fn enqueue(
    dialect: Dialect,
    tx: &mut AnyConnection,
    event: &str,
    about: EventSubject,
    at: Instant,
) -> sqlx::Result<()> {
    let (referral, message) = match about {
        EventSubject::Referral(id) => (Some(millis(id)), None),
        EventSubject::Message(id) => (None, Some(id)),
    };
    // If a webhook is being removed, this waits, and adds nothing for it.
    let insert = Statement::new(
        "INSERT INTO outbox (id, channel, webhook, event, referral_id, message_id, at, due_at, \
         attempts) SELECT ",
    )
    .add(dialect.random_id())
    .add(", 'webhook', w.id, ")
    .bind_all([event])
    .add(", ")
    .bind_all([referral, message])
    .add(", ")
    .bind_all([millis(at), millis(at)])
    .add(", 0 FROM webhooks AS w WHERE w.enabled = 1 AND (w.events = ' ' OR w.events LIKE ")
    .bind(format!("% {event} %"))
    .add(")")
    .add(dialect.for_key_share());
    insert.execute(tx).await?;
    Ok(())
}

/// Adds the forwarding of a contact message.
pub(crate) async fn forward(
    dialect: Dialect,
    tx: &mut AnyConnection,
    message: i64,
    at: Instant,
) -> sqlx::Result<()> {
    let insert = Statement::new(
        "INSERT INTO outbox (id, channel, event, message_id, at, due_at, attempts) SELECT ",
    )
    .add(dialect.random_id())
    .add(", 'message', ")
    .bind(WebhookEvent::MessageReceived.as_str())
    .add(", ")
    .bind_all([message, millis(at), millis(at)])
    .add(", 0");
    insert.execute(tx).await?;
    Ok(())
}

/// Forwards a message again that could not be forwarded, or stops forwarding one that is handled.
pub(crate) async fn forward_again(
    tx: &mut AnyConnection,
    message: i64,
    action: MessageAction,
    now: Instant,
) -> sqlx::Result<()> {
    let update = match action {
        MessageAction::Assign => return Ok(()),
        MessageAction::SendAgain => sqlx::query(
            "UPDATE outbox SET due_at = $2, attempts = 0, failure = NULL, failed_at = NULL \
             WHERE message_id = $1 AND channel = 'message'",
        )
        .bind(message)
        .bind(millis(now)),
        MessageAction::MarkHandled => {
            let stop =
                "UPDATE outbox SET due_at = NULL WHERE message_id = $1 AND channel = 'message'";
            sqlx::query(stop).bind(message)
        }
    };
    update.execute(tx).await?;
    Ok(())
}

/// Adds a delivery to the referrer, if they want to be notified. It is sent when the author can no
/// longer undo the change, and has the state at that time, so one is enough for several changes.
/// Only members are notified, only about their own referrals (whose texts they wrote), and only so
/// often per day.
pub(crate) async fn notify_referrer(
    store: &Store,
    tx: &mut AnyConnection,
    referral: &Referral,
    at: Instant,
) -> sqlx::Result<()> {
    let number = numbers::key(&referral.referrer_mobile);
    let (id, at, due) = (millis(referral.id), millis(at), millis(at) + int(UNDO_BY_AUTHOR_MS));
    let insert = Statement::new(
        "INSERT INTO outbox (id, channel, event, referral_id, at, due_at, attempts) SELECT ",
    )
    .add(store.dialect.random_id())
    .add(", 'text', ")
    .bind(WebhookEvent::ReferralChanged.as_str())
    .add(", ")
    .bind_all([id, at, due])
    .add(", 0 FROM accounts WHERE notify = 'sms' AND number = ")
    .bind(number.as_str())
    .add(
        " AND EXISTS (SELECT 1 FROM history WHERE event IS NULL AND actor = 'member' \
         AND referral_id = ",
    )
    .bind(id)
    .add(
        ") AND (SELECT COUNT(*) FROM outbox AS o JOIN referrals AS r ON r.id = o.referral_id \
         WHERE o.channel = 'text' AND r.referrer_number = ",
    )
    .bind(number.as_str())
    .add(" AND o.at > ")
    .bind(at - int(DAY_MS))
    .add(") < ")
    .bind(TEXTS_IN_A_DAY)
    .add(
        " AND NOT EXISTS (SELECT 1 FROM outbox WHERE channel = 'text' AND due_at IS NOT NULL \
         AND attempts = 0 AND referral_id = ",
    )
    .bind(id)
    .add(")");
    insert.execute(tx).await?;
    Ok(())
}

impl Store {
    /// Adds a test delivery to a webhook; `None` if there is none with this id.
    pub async fn test_webhook(
        &self,
        id: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<DeliveryView>> {
        retry!(self, "test_webhook", async {
            let mut tx = self.begin_for(session).await?;
            let insert = Statement::new(
                "INSERT INTO outbox (id, channel, webhook, event, at, due_at, attempts) SELECT ",
            )
            .add(self.dialect.random_id())
            .add(", 'webhook', w.id, ")
            .bind(TEST_EVENT)
            .add(", ")
            .bind_all([millis(now), millis(now)])
            .add(", 0 FROM webhooks AS w WHERE w.id = ")
            .bind(id)
            .add(" RETURNING id, event, at, attempts, status, failure, due_at, delivered_at");
            let row = insert.row(&mut tx).await?;
            let Some(row) = row else { return Ok(None) };
            audit::sql::commit(tx).await?;
            delivery(&row).map(Some)
        })
    }

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
                    ", o.message_id, r.key, r.version, r.status AS referral_status, r.stage \
                     FROM outbox AS o LEFT JOIN referrals AS r ON r.id = o.referral_id \
                     WHERE o.id = $1"
                ));
                let row = select.bind(id.as_str()).fetch_one(&mut *tx).await?;
                let recipient = match channel {
                    Channel::Message => office(&mut tx, &row).await?,
                    Channel::Text => referrer(&mut tx, &row).await?,
                    Channel::Webhook(_) => Some(Recipient::Webhook(
                        Box::new(webhooks::of_delivery(&mut tx, &id).await?),
                        subject(&row)?,
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
    /// counts instead; if it was stopped, it stays so.
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
            sqlx::query(
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
            if let Some(webhook) = tried.channel.webhook() {
                sqlx::query(
                    "UPDATE webhooks SET resting_until = $2, enabled = CASE WHEN $3 = 1 THEN 0 ELSE enabled END \
                     WHERE id = $1",
                )
                .bind(webhook)
                .bind(millis(how.rest_until))
                .bind(i64::from(how.gone))
                .execute(&mut *tx)
                .await?;
            }
            audit::sql::commit(tx).await
        })
    }

    /// Sends a finished or abandoned delivery again, as if it were new; `None` if there is none
    /// with this id. A waiting delivery is left as it is.
    pub async fn replay_delivery(
        &self,
        id: &str,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<Option<DeliveryView>> {
        retry!(self, "replay_delivery", async {
            let mut tx = self.begin_for(session).await?;
            sqlx::query(
                "UPDATE outbox SET due_at = $2, attempts = 0, status = NULL, failure = NULL, \
                 failed_at = NULL, delivered_at = NULL \
                 WHERE id = $1 AND due_at IS NULL AND webhook IS NOT NULL",
            )
            .bind(id)
            .bind(millis(now))
            .execute(&mut *tx)
            .await?;
            let select = concat!("SELECT ", columns!(), " FROM outbox AS o WHERE o.id = $1");
            let row = sqlx::query(select).bind(id).fetch_optional(&mut *tx).await?;
            let Some(row) = row else { return Ok(None) };
            audit::sql::commit(tx).await?;
            delivery(&row).map(Some)
        })
    }

    /// The deliveries of a webhook, newest first.
    pub async fn deliveries(
        &self,
        webhook: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Page<DeliveryView>> {
        retry!(self, "deliveries", async {
            let after = after.and_then(|text| text.split_once('-'));
            let after = after.and_then(|(at, id)| Some((at.parse::<i64>().ok()?, id)));
            let (at, id) = after.unwrap_or((i64::MAX, ""));
            let select = concat!(
                "SELECT ",
                columns!(),
                " FROM outbox AS o WHERE o.webhook = $1 AND (o.at < $2 OR (o.at = $2 AND o.id < $3)) \
                 ORDER BY o.at DESC, o.id DESC LIMIT $4"
            );
            let rows = sqlx::query(select)
                .bind(webhook)
                .bind(at)
                .bind(id)
                .bind(i64::from(limit) + 1)
                .fetch_all(&self.readers)
                .await?;
            page(&rows, limit, delivery, |last| {
                Ok(format!("{}-{}", last.int("at")?, last.text("id")?))
            })
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

/// The referrer of the referral in a row, if they still want to be notified.
async fn referrer(tx: &mut AnyConnection, row: &AnyRow) -> sqlx::Result<Option<Recipient>> {
    let Some(key) = row.maybe_text("key")? else { return Ok(None) };
    let Some(stored) = referrals::find_in(tx, &key).await? else { return Ok(None) };
    let Ok(mobile) = MobileNumber::parse(&stored.referral().referrer_mobile) else {
        return Ok(None);
    };
    let wants = accounts::notify(tx, &mobile).await? == Notify::Sms;
    let recipient = Recipient::Referrer(numbers::normal(&mobile), Box::new(stored.case));
    Ok(wants.then_some(recipient))
}

/// Those who answer the message in a row.
async fn office(tx: &mut AnyConnection, row: &AnyRow) -> sqlx::Result<Option<Recipient>> {
    let Some(id) = row.maybe_int("message_id")? else { return Ok(None) };
    let message = messages::find(tx, id).await?;
    Ok(message.map(|message| Recipient::Office(Box::new(message))))
}

fn delivery(row: &AnyRow) -> sqlx::Result<DeliveryView> {
    let (delivered_at, due_at) = (row.maybe_int("delivered_at")?, row.maybe_instant("due_at")?);
    let state = match (delivered_at, due_at) {
        (Some(_), _) => DeliveryState::Delivered,
        (None, Some(_)) => DeliveryState::Waiting,
        (None, None) => DeliveryState::Failed,
    };
    Ok(DeliveryView {
        id: row.text("id")?,
        event: row.text("event")?,
        at: row.instant("at")?,
        state,
        attempts: row.count("attempts")?,
        status: row.maybe_int("status")?.map(u16::try_from).transpose().map_err(decode)?,
        failure: row.maybe_text("failure")?.as_deref().map(DeliveryFailure::of_code),
        next_try: due_at,
    })
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
