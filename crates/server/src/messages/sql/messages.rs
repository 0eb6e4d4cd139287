//! Contact messages.

use std::collections::BTreeSet;

use api::{DeliveryFailure, MessageState, MessageView, SEARCHED, WebhookEvent};
use domain::contact::ContactDraft;
use domain::referral::Instant;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::allowances::Purpose;
use crate::db::dialect::Dialect;
use crate::db::fault::{commit, retry};
use crate::db::row::{Fields, millis, page};
use crate::db::statement::Statement;
use crate::db::text::{digest, haystack, needles, storable};
use crate::db::{Page, Result};
use crate::db::{Store, allowances};
use crate::delivery::sql::outbox::{self, EventSubject};
use crate::messages::records::{MessageFilter, MessageOutcome, NewMessage};
use crate::privacy::sql::mentions::{self, RECENT};
use crate::referrals::sql::grams;

/// The state of a message, as the index has it.
macro_rules! state {
    () => {
        "(CASE WHEN forwarded_at IS NOT NULL THEN 'forwarded' \
         WHEN handled_at IS NOT NULL THEN 'handled' \
         WHEN failed_at IS NOT NULL THEN 'undeliverable' WHEN forward = 1 THEN 'waiting' \
         ELSE 'received' END)"
    };
}
pub(crate) use state;

/// The columns that [`message`] reads.
macro_rules! columns {
    () => {
        concat!(
            "id, name, email, subject, message, at, attempts, failure, handled_at, owner, ",
            crate::messages::sql::messages::state!(),
            " AS state"
        )
    };
}
pub(crate) use columns;

impl Store {
    /// Stores a contact message, once for each idempotency key.
    pub async fn keep_message(&self, new: &NewMessage) -> Result<MessageOutcome> {
        retry!(self, "keep_message", async {
            let mut tx = self.begin_for(new.session.as_ref()).await?;
            let idempotency = digest(&new.idempotency_key);
            let mut id = new.now;
            while !insert(&mut tx, new, millis(id), &idempotency).await? {
                if is_here(&mut tx, &idempotency).await? {
                    tx.rollback().await?;
                    return Ok(MessageOutcome::Repeated);
                }
                if id == id.next() {
                    return Err(sqlx::Error::Protocol("no id is left".to_owned()));
                }
                id = id.next();
            }
            if let Some(allowance) = &new.allowance
                && !allowances::take(&mut tx, Purpose::Messages, allowance, new.now).await?
            {
                tx.rollback().await?;
                return Ok(MessageOutcome::AllowanceUsed);
            }
            let event = WebhookEvent::MessageReceived.as_str();
            outbox::enqueue(
                self.dialect,
                &mut tx,
                event,
                EventSubject::Message(millis(id)),
                new.now,
            )
            .await?;
            commit(tx).await?;
            Ok(MessageOutcome::New)
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
            let select = concat!("SELECT ", columns!(), " FROM messages WHERE id < ");
            let mut select = Statement::new(select).bind(after);
            if let Some(state) = state {
                // As the index has it, so that it is used.
                select = select.add(concat!(" AND ", state!(), " = ")).bind(state.as_str());
            }
            match owner.as_deref() {
                None => {}
                Some("") => select = select.add(" AND owner IS NULL"),
                Some(owner) => select = select.add(" AND owner = ").bind(storable(owner)),
            }
            let select = found(self.dialect, search, select).add(" ORDER BY id DESC LIMIT ");
            let rows = select.bind(i64::from(limit) + 1).query().fetch_all(&self.readers).await?;
            page(&rows, limit, message, |last| Ok(last.int("id")?.to_string()))
        })
    }
}

/// Adds the conditions that a message contains a search text.
fn found(dialect: Dialect, search: &str, mut select: Statement) -> Statement {
    if search.is_empty() {
        return select;
    }
    let needles = needles(search);
    if needles.is_empty() {
        return select.add(" AND 1 = 0");
    }
    match grams::condition(&needles) {
        Some(grams) if dialect == Dialect::Sqlite => {
            let found = " AND id IN (SELECT rowid FROM message_index WHERE message_index MATCH ";
            select = select.add(found).bind(grams).add(")");
        }
        Some(_) => {}
        // Too short for the index.
        None => {
            let newest =
                " AND id >= COALESCE((SELECT id FROM messages ORDER BY id DESC LIMIT 1 OFFSET ";
            select = select.add(newest).bind(i64::from(SEARCHED)).add("), 0)");
        }
    }
    for needle in needles {
        let place = select.place(dialect.part(needle));
        select = select.add(" AND ").add(&dialect.has_part("haystack", &place));
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
    let since = mentions::in_messages(tx, key, millis(now) - RECENT).await?;
    let ids: BTreeSet<i64> = found.iter().copied().chain(since).collect();
    let (mut erased, mut blanked) = (0, 0);
    for id in ids {
        let Some(row) = find(tx, id).await? else { continue };
        let message = message(&row)?;
        if numbers::mentions(&message.email, key) {
            let delete = sqlx::query("DELETE FROM messages WHERE id = $1").bind(id);
            erased += delete.execute(&mut *tx).await?.rows_affected();
            continue;
        }
        let blank = |text: &str| mentions::blank(text, key);
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

/// The row of the message with this id.
pub(crate) async fn find(tx: &mut AnyConnection, id: i64) -> sqlx::Result<Option<AnyRow>> {
    let find = sqlx::query(concat!("SELECT ", columns!(), " FROM messages WHERE id = $1"));
    find.bind(id).fetch_optional(tx).await
}

/// The message in a row.
pub(crate) fn message(row: &AnyRow) -> sqlx::Result<MessageView> {
    let (name, attempts) = (row.text("state")?, row.count("attempts")?);
    let state = MessageState::ALL.iter().copied().find(|state| state.as_str() == name);
    let failure = row.maybe_text("failure")?;
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
    let done = sqlx::query(
        "INSERT INTO messages \
         (id, idempotency, name, email, subject, message, at, forward, claimed_until, attempts, \
         haystack) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, $9) ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(idempotency)
    .bind(storable(&new.message.name))
    .bind(storable(&new.message.email))
    .bind(storable(&new.message.subject))
    .bind(storable(&new.message.message))
    .bind(millis(new.now))
    .bind(i64::from(new.forward))
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
