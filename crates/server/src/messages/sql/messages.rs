//! Contact messages.

use std::collections::BTreeSet;

use api::{
    DeliveryFailure, MessageAction, MessageRequest, MessageState, MessageView, SEARCHED,
    WebhookEvent,
};
use domain::contact::ContactDraft;
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit;
use crate::db::allowances::Purpose;
use crate::db::dialect::Dialect;
use crate::db::fault::{commit, retry};
use crate::db::row::{Fields, millis, page};
use crate::db::statement::Statement;
use crate::db::text::{digest, haystack, needles, storable};
use crate::db::{Page, Result};
use crate::db::{Store, allowances};
use crate::delivery::sql::outbox::{self, EventSubject};
use crate::messages::records::{MessageChanged, MessageFilter, MessageOutcome, NewMessage};
use crate::privacy::sql::blanking;
use crate::privacy::sql::mentions::{self, RECENT, Source};

/// Selects what [`message`] reads; ends where the conditions begin.
macro_rules! select {
    () => {
        "SELECT m.id, m.name, m.email, m.subject, m.message, m.at, m.state, m.owner, o.failure, \
         o.attempts FROM messages AS m \
         LEFT JOIN outbox AS o ON o.message_id = m.id AND o.channel = 'message' "
    };
}

impl Store {
    /// Stores a contact message, once for each idempotency key.
    pub async fn keep_message(&self, new: &NewMessage) -> Result<MessageOutcome> {
        retry!(self, "keep_message", async {
            let mut tx = self.begin_for(new.session.as_ref()).await?;
            let outcome = keep_in(self, &mut tx, new).await?;
            match outcome {
                MessageOutcome::New => commit(tx).await?,
                _ => tx.rollback().await?,
            }
            Ok(outcome)
        })
    }

    /// Contact messages, newest first.
    pub async fn messages(
        &self,
        filter: &MessageFilter,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Page<MessageView>> {
        retry!(self, "messages", async {
            let MessageFilter { state, owner, search } = filter;
            let after = after.and_then(|key| key.parse().ok()).unwrap_or(i64::MAX);
            let select = concat!(select!(), "WHERE m.id < ");
            let mut select = Statement::new(select).bind(after);
            if let Some(state) = state {
                select = select.add(" AND m.state = ").bind(state.as_str());
            }
            match owner.as_deref() {
                None => {}
                Some("") => select = select.add(" AND m.owner IS NULL"),
                Some(owner) => select = select.add(" AND m.owner = ").bind(storable(owner)),
            }
            let select = found(self.dialect, search, select).add(" ORDER BY m.id DESC LIMIT ");
            let rows = select.bind(i64::from(limit) + 1).query().fetch_all(&self.readers).await?;
            page(&rows, limit, message, |last| Ok(last.int("id")?.to_string()))
        })
    }

    /// Assigns a message, or forwards one again that could not be, or marks one as handled that was not
    /// forwarded; returns the message.
    /// It changes nothing if the message has the requested state already, or if somebody else has
    /// changed it in the meantime.
    pub async fn change_message(
        &self,
        key: &str,
        request: &MessageRequest,
        now: Instant,
        session: Option<&[u8; 32]>,
    ) -> Result<MessageChanged> {
        retry!(self, "change_message", async {
            let Ok(id) = key.parse::<i64>() else { return Ok(MessageChanged::Gone) };
            let mut tx = self.begin_for(session).await?;
            let staff = storable(request.staff.as_deref().unwrap_or_default());
            let query = match (request.action, &request.shown) {
                (MessageAction::Assign, None) => sqlx::query(
                    "UPDATE messages SET owner = NULLIF($2, '') \
                     WHERE id = $1 AND COALESCE(owner, '') <> $2",
                )
                .bind(id)
                .bind(staff.clone()),
                (MessageAction::Assign, Some(shown)) => sqlx::query(
                    "UPDATE messages SET owner = NULLIF($2, '') \
                     WHERE id = $1 AND COALESCE(owner, '') <> $2 AND COALESCE(owner, '') = $3",
                )
                .bind(id)
                .bind(staff.clone())
                .bind(storable(shown)),
                (MessageAction::SendAgain, _) => sqlx::query(
                    "UPDATE messages SET state = $2 WHERE id = $1 AND state <> $2 AND EXISTS \
                     (SELECT 1 FROM outbox WHERE message_id = $1 AND channel = 'message' \
                     AND failed_at IS NOT NULL)",
                )
                .bind(id)
                .bind(MessageState::Waiting.as_str()),
                (MessageAction::MarkHandled, _) => sqlx::query(
                    "UPDATE messages SET state = $2 WHERE id = $1 AND state NOT IN ($2, $3)",
                )
                .bind(id)
                .bind(MessageState::Handled.as_str())
                .bind(MessageState::Forwarded.as_str()),
            };
            let is_changed = query.execute(&mut *tx).await?.rows_affected() == 1;
            if is_changed {
                outbox::forward_again(&mut tx, id, request.action, now).await?;
            }
            let Some(message) = find(&mut tx, id).await? else { return Ok(MessageChanged::Gone) };
            let is_so = match request.action {
                MessageAction::Assign => message.owner.as_deref().unwrap_or_default() == staff,
                MessageAction::SendAgain => true,
                MessageAction::MarkHandled => message.state == MessageState::Handled,
            };
            if is_changed {
                audit::sql::commit(tx).await?;
            }
            Ok(if is_so {
                MessageChanged::Done(Box::new(message), is_changed)
            } else {
                MessageChanged::Stale
            })
        })
    }
}

/// Stores a contact message within a transaction, which the caller commits only if it is new.
pub(crate) async fn keep_in(
    store: &Store,
    tx: &mut AnyConnection,
    new: &NewMessage,
) -> sqlx::Result<MessageOutcome> {
    let idempotency = digest(&new.idempotency_key);
    let mut id = new.now;
    while !insert(tx, new, millis(id), &idempotency).await? {
        if is_here(tx, &idempotency).await? {
            return Ok(MessageOutcome::Repeated);
        }
        if id == id.next() {
            return Err(sqlx::Error::Protocol("no id is left".to_owned()));
        }
        id = id.next();
    }
    if let Some(allowance) = &new.allowance
        && !allowances::take(tx, Purpose::Messages, allowance, new.now).await?
    {
        return Ok(MessageOutcome::AllowanceUsed);
    }
    let event = WebhookEvent::MessageReceived.as_str();
    let subject = EventSubject::Message(millis(id));
    outbox::enqueue(store.dialect, tx, event, subject, new.now).await?;
    if new.forward {
        outbox::forward(store.dialect, tx, millis(id), new.now).await?;
    }
    Ok(MessageOutcome::New)
}

/// Adds the conditions that a message contains a search text, among the newest [`SEARCHED`].
fn found(dialect: Dialect, search: &str, mut select: Statement) -> Statement {
    if search.is_empty() {
        return select;
    }
    let needles = needles(search);
    if needles.is_empty() {
        return select.add(" AND 1 = 0");
    }
    select = select.add(&format!(
        " AND m.id >= COALESCE((SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET {SEARCHED}), 0)"
    ));
    for needle in needles {
        let place = select.place(dialect.part(needle));
        select = select.add(" AND ").add(&dialect.has_part("m.haystack", &place));
    }
    select
}

/// Erases a number from messages: from those in `found`, which were searched before this
/// transaction, and from newer ones. A message whose sender's address contains the number is
/// deleted. In other messages, which may be somebody else's, the number is replaced. Returns the
/// count of each kind.
pub(crate) async fn erase(
    tx: &mut AnyConnection,
    key: &str,
    found: &[i64],
    now: Instant,
) -> sqlx::Result<(u64, u64)> {
    let since =
        mentions::in_messages(&mut Source::Transaction(tx), key, millis(now) - RECENT).await?;
    let ids: BTreeSet<i64> = found.iter().copied().chain(since).collect();
    let (mut erased, mut blanked) = (0, 0);
    for id in ids {
        let Some(message) = find(tx, id).await? else { continue };
        if numbers::mentions(&message.email, key) {
            let delete = sqlx::query("DELETE FROM messages WHERE id = $1").bind(id);
            erased += delete.execute(&mut *tx).await?.rows_affected();
            continue;
        }
        let blank = |text: &str| blanking::blank(text, key);
        let (name, subject, text) =
            (blank(&message.name), blank(&message.subject), blank(&message.message));
        let update = sqlx::query(
            "UPDATE messages SET name = $2, subject = $3, message = $4, haystack = $5 \
             WHERE id = $1",
        );
        let haystack = haystack(&[&name, &message.email, &subject, &text], &[]);
        let update = update.bind(id).bind(name).bind(subject).bind(text).bind(haystack);
        blanked += update.execute(&mut *tx).await?.rows_affected();
    }
    Ok((erased, blanked))
}

/// The message with this id.
pub(crate) async fn find(tx: &mut AnyConnection, id: i64) -> sqlx::Result<Option<MessageView>> {
    let find = sqlx::query(concat!(select!(), "WHERE m.id = $1"));
    find.bind(id).fetch_optional(tx).await?.as_ref().map(message).transpose()
}

/// The message in a row.
fn message(row: &AnyRow) -> sqlx::Result<MessageView> {
    let name = row.text("state")?;
    let state = MessageState::ALL.iter().copied().find(|state| state.as_str() == name);
    let (failure, attempts) = (row.maybe_text("failure")?, row.maybe_int("attempts")?);
    let attempts = u64::try_from(attempts.unwrap_or_default()).unwrap_or_default();
    Ok(MessageView {
        state: state.ok_or(sqlx::Error::RowNotFound)?,
        reason: failure.map(|code| DeliveryFailure::of_code(&code).words(attempts)),
        owner: row.maybe_text("owner")?,
        ..received(row)?
    })
}

/// The message without its state of forwarding and owner.
pub(crate) fn received(row: &AnyRow) -> sqlx::Result<MessageView> {
    Ok(MessageView {
        key: row.int("id")?.to_string(),
        at: row.instant("at")?,
        name: row.text("name")?,
        email: row.text("email")?,
        subject: row.text("subject")?,
        message: row.text("message")?,
        state: MessageState::default(),
        reason: None,
        owner: None,
    })
}

async fn insert(
    tx: &mut AnyConnection,
    new: &NewMessage,
    id: i64,
    idempotency: &[u8],
) -> sqlx::Result<bool> {
    let ContactDraft { name, email, subject, message } = &new.message;
    let state = if new.forward { MessageState::Waiting } else { MessageState::Received };
    let done = sqlx::query(
        "INSERT INTO messages \
         (id, idempotency, name, email, subject, message, at, state, haystack) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(idempotency)
    .bind(storable(&new.message.name))
    .bind(storable(&new.message.email))
    .bind(storable(&new.message.subject))
    .bind(storable(&new.message.message))
    .bind(millis(new.now))
    .bind(state.as_str())
    .bind(haystack(&[name, email, subject, message], &[]))
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

async fn is_here(tx: &mut AnyConnection, idempotency: &[u8]) -> sqlx::Result<bool> {
    let row = sqlx::query("SELECT id FROM messages WHERE idempotency = $1")
        .bind(idempotency)
        .fetch_optional(tx)
        .await?;
    Ok(row.is_some())
}
