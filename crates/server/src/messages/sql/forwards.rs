//! Forwarding contact messages by email.
//!
//! `claimed_until` hides a message: from other senders while one forwards it, from all until its
//! next try, and for ever once it is given up or handled.

use api::{MessageAction, MessageRequest, MessageView};
use domain::referral::Instant;

use crate::audit;
use crate::db::Result;
use crate::db::Store;
use crate::db::fault::{commit, retry};
use crate::db::row::{Fields, int, millis};
use crate::db::statement::Statement;
use crate::db::text::storable;
use crate::messages::records::MessageChanged;
use crate::messages::sql::messages::{columns, find, message};

/// Hides a message for ever.
const NEVER_DUE: i64 = i64::MAX;

impl Store {
    /// Claims messages whose next try is due and that nobody else has claimed, the longest due
    /// first. They belong to this caller until `until`. Returns each with the number of its tries,
    /// including this one.
    pub async fn claim_forwards(
        &self,
        now: Instant,
        until: Instant,
        limit: u32,
    ) -> Result<Vec<(MessageView, u64)>> {
        retry!(self, "claim_forwards", async {
            let claim = "UPDATE messages SET attempts = attempts + 1, claimed_until = ";
            let claim = Statement::new(claim).bind(millis(until)).add(
                " WHERE id IN (SELECT id FROM messages WHERE forward = 1 AND forwarded_at IS NULL \
                 AND claimed_until <= ",
            );
            let claim = claim.bind(millis(now)).add(
                " ORDER BY CASE claimed_until WHEN 0 THEN at ELSE claimed_until END, id LIMIT ",
            );
            let claim = claim.bind(i64::from(limit)).add(self.dialect.for_update_of_free());
            let claim = claim.add(concat!(") RETURNING ", columns!()));
            let mut tx = self.begin().await?;
            let mut rows = claim.rows(&mut tx).await?;
            commit(tx).await?;
            rows.sort_by_key(|row| row.int("id").unwrap_or_default());
            rows.iter().map(|row| Ok((message(row)?, row.count("attempts")?))).collect()
        })
    }

    /// Marks a message as forwarded.
    pub async fn forwarded(&self, key: &str, now: Instant) -> Result<()> {
        retry!(self, "forwarded", async {
            let Ok(id) = key.parse::<i64>() else { return Ok(()) };
            let mut tx = self.begin().await?;
            sqlx::query(
                "UPDATE messages SET forwarded_at = $2, failed_at = NULL, failure = NULL \
                 WHERE id = $1 AND forwarded_at IS NULL",
            )
            .bind(id)
            .bind(millis(now))
            .execute(&mut *tx)
            .await?;
            commit(tx).await
        })
    }

    /// Records that the try with this number of a claimed message has failed. It is tried again at
    /// `next`; never, if that is `None`. If somebody else has claimed the message since, their try
    /// counts instead.
    pub async fn not_forwarded(
        &self,
        key: &str,
        attempts: u64,
        failure: &str,
        next: Option<Instant>,
        now: Instant,
    ) -> Result<()> {
        retry!(self, "not_forwarded", async {
            let Ok(id) = key.parse::<i64>() else { return Ok(()) };
            let mut tx = self.begin().await?;
            sqlx::query(
                "UPDATE messages SET failure = $3, claimed_until = $4, failed_at = $5 \
                 WHERE id = $1 AND attempts = $2 AND forwarded_at IS NULL AND handled_at IS NULL",
            )
            .bind(id)
            .bind(int(attempts))
            .bind(failure)
            .bind(next.map_or(NEVER_DUE, millis))
            .bind(if next.is_none() { Some(millis(now)) } else { None })
            .execute(&mut *tx)
            .await?;
            commit(tx).await
        })
    }

    /// Assigns a message, or changes the state of one that was not forwarded; returns the message.
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
                    "UPDATE messages SET attempts = 0, failure = NULL, failed_at = NULL, \
                     handled_at = NULL, claimed_until = 0 \
                     WHERE id = $1 AND failed_at IS NOT NULL AND forwarded_at IS NULL",
                )
                .bind(id),
                (MessageAction::MarkHandled, _) => sqlx::query(
                    "UPDATE messages SET handled_at = $2, claimed_until = $3 \
                     WHERE id = $1 AND handled_at IS NULL AND forwarded_at IS NULL",
                )
                .bind(id)
                .bind(millis(now))
                .bind(NEVER_DUE),
            };
            let is_changed = query.execute(&mut *tx).await?.rows_affected() == 1;
            let Some(row) = find(&mut tx, id).await? else { return Ok(MessageChanged::Gone) };
            let message = message(&row)?;
            let is_so = match request.action {
                MessageAction::Assign => message.owner.as_deref().unwrap_or_default() == staff,
                MessageAction::SendAgain => true,
                MessageAction::MarkHandled => row.maybe_int("handled_at")?.is_some(),
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
