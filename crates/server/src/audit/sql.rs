//! Security events.

use api::EventOutcome;
use domain::referral::Instant;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Transaction};

use crate::audit::security::{self, EventFilter, RecordedEvent, SecurityEvent};
use crate::db::fault::retry;
use crate::db::row::{Fields, decode, millis, page};
use crate::db::statement::Statement;
use crate::db::text::storable;
use crate::db::{Page, Result};
use crate::db::{Store, fault};

/// Commits a transaction together with the security event that it belongs to.
pub(crate) async fn commit(mut tx: Transaction<'static, Any>) -> sqlx::Result<()> {
    if let Some(event) = security::current() {
        write(&mut tx, &event).await?;
    }
    fault::commit(tx).await
}

/// The same, with an explicit outcome. With `once_since`, the event is written only if there is no
/// equal one since then.
pub(crate) async fn commit_as(
    mut tx: Transaction<'static, Any>,
    outcome: EventOutcome,
    once_since: Option<Instant>,
) -> sqlx::Result<()> {
    if let Some(event) = security::current() {
        let event = SecurityEvent { outcome, ..event };
        if !is_repeated(&mut tx, &event, once_since).await? {
            write(&mut tx, &event).await?;
        }
    }
    fault::commit(tx).await
}

impl Store {
    /// Records an event that is not part of another change; for those, see [`security::recorded`].
    /// With `once_since`, it is recorded only if there is no equal event since then.
    pub async fn record_event(
        &self,
        event: &SecurityEvent,
        once_since: Option<Instant>,
    ) -> Result<()> {
        retry!(self, "record_event", async {
            let mut tx = self.begin().await?;
            if !is_repeated(&mut tx, event, once_since).await? {
                write(&mut tx, event).await?;
            }
            fault::commit(tx).await
        })
    }

    /// A page of the events that match a filter, newest first. `after` is the `next` of the
    /// previous page.
    pub async fn event_page(
        &self,
        filter: &EventFilter,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Page<RecordedEvent>> {
        retry!(self, "event_page", async {
            let EventFilter { kinds, people } = filter;
            let after = after.and_then(|seq| seq.parse().ok()).unwrap_or(i64::MAX);
            let mut select = Statement::new(
                "SELECT seq, at, kind, outcome, actor, target, request FROM security_events \
                 WHERE seq < ",
            )
            .bind(after);
            if !kinds.is_empty() {
                let kinds = kinds.iter().map(|kind| storable(kind));
                select = select.add(" AND kind IN (").bind_all(kinds).add(")");
            }
            if let Some(people) = people {
                select = select.add(" AND (1 = 0");
                for range in people {
                    for column in [" OR actor BETWEEN ", " OR target BETWEEN "] {
                        select = select.add(column).bind(range.start().as_slice());
                        select = select.add(" AND ").bind(range.end().as_slice());
                    }
                }
                select = select.add(")");
            }
            let select = select.add(" ORDER BY seq DESC LIMIT ").bind(i64::from(limit) + 1);
            let rows = select.query().fetch_all(&self.readers).await?;
            page(&rows, limit, recorded, |last| Ok(last.int("seq")?.to_string()))
        })
    }
}

async fn write(tx: &mut AnyConnection, event: &SecurityEvent) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO security_events (at, kind, outcome, actor, target, request) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(millis(event.at))
    .bind(event.kind.as_str())
    .bind(event.outcome.as_str())
    .bind(event.actor.as_ref().map(<[u8; 32]>::as_slice))
    .bind(event.target.as_ref().map(<[u8; 32]>::as_slice))
    .bind(event.request.as_str())
    .execute(tx)
    .await?;
    Ok(())
}

/// Whether the last event of this person with this kind and outcome is as recent as that.
async fn is_repeated(
    tx: &mut AnyConnection,
    event: &SecurityEvent,
    once_since: Option<Instant>,
) -> sqlx::Result<bool> {
    let (Some(since), Some(actor)) = (once_since, &event.actor) else { return Ok(false) };
    let row = sqlx::query(
        "SELECT 1 AS found FROM security_events \
         WHERE actor = $1 AND at >= $2 AND kind = $3 AND outcome = $4 LIMIT 1",
    )
    .bind(actor.as_slice())
    .bind(millis(since))
    .bind(event.kind.as_str())
    .bind(event.outcome.as_str())
    .fetch_optional(tx)
    .await?;
    Ok(row.is_some())
}

fn recorded(row: &AnyRow) -> sqlx::Result<RecordedEvent> {
    Ok(RecordedEvent {
        at: row.instant("at")?,
        kind: row.text("kind")?,
        outcome: row.text("outcome")?,
        actor: person(row, "actor")?,
        target: person(row, "target")?,
        request: row.text("request")?,
    })
}

/// The fingerprint of a person in a column.
pub(crate) fn person(row: &AnyRow, column: &str) -> sqlx::Result<Option<[u8; 32]>> {
    let Some(bytes) = row.maybe_bytes(column)? else { return Ok(None) };
    <[u8; 32]>::try_from(bytes.as_slice()).map(Some).map_err(decode)
}
