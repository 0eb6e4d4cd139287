//! What is to go out: events to webhooks and referrers, and contact messages to those who answer them.
//! [`tries`](super::tries) sends it.

use api::{
    DAY_MS, DeliveryFailure, DeliveryState, DeliveryView, MessageAction, TEST_EVENT,
    TO_REFERRER_IN_A_DAY, WebhookEvent,
};
use domain::limits::UNDO_BY_AUTHOR_MS;
use domain::referral::{Instant, Referral};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::Store;
use crate::db::dialect::Dialect;
use crate::db::fault::retry;
use crate::db::row::{Fields, decode, int, millis, page};
use crate::db::statement::Statement;
use crate::db::{Page, Result};
use crate::delivery::records::UndeliveredText;

/// The columns that [`delivery`] reads from `outbox AS o`.
macro_rules! columns {
    () => {
        "o.id, o.event, o.at, o.attempts, o.status, o.failure, o.due_at, o.delivered_at"
    };
}
pub(crate) use columns;

/// The subject of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum EventSubject {
    /// A referral, by its id.
    Referral(Instant),
    /// A contact message, by its id.
    Message(i64),
    /// A request to exchange points, by its id.
    Redemption(i64),
}

/// Adds a delivery for each webhook that wants an event, in the transaction of the event.
pub(crate) async fn enqueue(
    dialect: Dialect,
    tx: &mut AnyConnection,
    event: &str,
    about: EventSubject,
    at: Instant,
) -> sqlx::Result<()> {
    let subject = match about {
        EventSubject::Referral(id) => [Some(millis(id)), None, None],
        EventSubject::Message(id) => [None, Some(id), None],
        EventSubject::Redemption(id) => [None, None, Some(id)],
    };
    // If a webhook is being removed, this waits, and adds nothing for it.
    let insert = Statement::new(
        "INSERT INTO outbox (id, channel, webhook, event, referral_id, message_id, redemption_id, at, \
         due_at, attempts) SELECT ",
    )
    .add(dialect.random_id())
    .add(", 'webhook', w.id, ")
    .bind_all([event])
    .add(", ")
    .bind_all(subject)
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
    .bind(int(TO_REFERRER_IN_A_DAY as u64))
    .add(
        " AND NOT EXISTS (SELECT 1 FROM outbox WHERE channel = 'text' AND due_at IS NOT NULL \
         AND said IS NULL AND attempts = 0 AND referral_id = ",
    )
    .bind(id)
    .add(")");
    insert.execute(tx).await?;
    Ok(())
}

/// Adds a text message to the member whose request to exchange points has gone on, if they want any. It has the
/// state at the time when it is sent, so one is enough for several steps, and there are only so many in a day.
pub(crate) async fn notify_member(
    store: &Store,
    tx: &mut AnyConnection,
    redemption: i64,
    mobile: &str,
    at: Instant,
) -> sqlx::Result<()> {
    let insert = Statement::new(
        "INSERT INTO outbox (id, channel, event, redemption_id, at, due_at, attempts) SELECT ",
    )
    .add(store.dialect.random_id())
    .add(", 'text', ")
    .bind(WebhookEvent::RedemptionRequested.as_str())
    .add(", ")
    .bind_all([redemption, millis(at), millis(at)])
    .add(", 0 FROM accounts WHERE notify = 'sms' AND number = ")
    .bind(numbers::key(mobile))
    .add(
        " AND (SELECT COUNT(*) FROM outbox AS o JOIN redemptions AS r ON r.id = o.redemption_id \
         WHERE o.channel = 'text' AND r.mobile = ",
    )
    .bind(mobile)
    .add(" AND o.at > ")
    .bind(millis(at) - int(DAY_MS))
    .add(") < ")
    .bind(int(TO_REFERRER_IN_A_DAY as u64))
    .add(
        " AND NOT EXISTS (SELECT 1 FROM outbox WHERE channel = 'text' AND due_at IS NOT NULL \
         AND attempts = 0 AND redemption_id = ",
    )
    .bind(redemption)
    .add(")");
    insert.execute(tx).await?;
    Ok(())
}

/// Adds the text message of an event in which something is said to the referrer.
pub(crate) async fn say(
    store: &Store,
    tx: &mut AnyConnection,
    referral: Instant,
    event: &str,
    at: Instant,
) -> sqlx::Result<()> {
    let insert = Statement::new(
        "INSERT INTO outbox (id, channel, event, said, referral_id, at, due_at, attempts) SELECT ",
    )
    .add(store.dialect.random_id())
    .add(", 'text', ")
    .bind_all([WebhookEvent::ReferralChanged.as_str(), event])
    .add(", ")
    .bind_all([millis(referral), millis(at), millis(at)])
    .add(", 0");
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
            let select = concat!(
                "SELECT ",
                columns!(),
                " FROM outbox AS o WHERE o.id = $1 AND o.webhook IS NOT NULL"
            );
            let row = sqlx::query(select).bind(id).fetch_optional(&mut *tx).await?;
            let Some(row) = row else { return Ok(None) };
            audit::sql::commit(tx).await?;
            delivery(&row).map(Some)
        })
    }

    /// The text messages to the referrer of a referral that are not tried any more, earliest first. They are here as long
    /// as other deliveries.
    pub async fn undelivered_texts(&self, key: &str) -> Result<Vec<UndeliveredText>> {
        retry!(self, "undelivered_texts", async {
            let rows = sqlx::query(
                "SELECT o.id, o.said, o.failed_at, o.attempts, o.failure FROM outbox AS o \
                 JOIN referrals AS r ON r.id = o.referral_id WHERE r.key = $1 AND o.channel = 'text' \
                 AND o.due_at IS NULL AND o.failed_at IS NOT NULL ORDER BY o.failed_at, o.id",
            );
            let rows = rows.bind(key).fetch_all(&self.readers).await?;
            let text = |row: &AnyRow| {
                Ok(UndeliveredText {
                    id: row.text("id")?,
                    said: row.maybe_text("said")?,
                    at: row.instant("failed_at")?,
                    attempts: row.count("attempts")?,
                    failure: DeliveryFailure::of_code(
                        &row.maybe_text("failure")?.unwrap_or_default(),
                    ),
                })
            };
            rows.iter().map(text).collect()
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

pub(crate) fn delivery(row: &AnyRow) -> sqlx::Result<DeliveryView> {
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
