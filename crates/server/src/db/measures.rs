//! What the metrics show of the database.

use std::collections::BTreeMap;

use api::DAY_MS;
use domain::referral::Instant;
use sqlx::any::AnyRow;

use crate::db::Store;
use crate::db::dialect::Dialect;
use crate::db::fault::retry;
use crate::db::row::{Fields, int, millis};
use crate::db::{EventKind, Result};

/// What an operator wants to know of the database.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    /// What the outbox has still to deliver, by the names of the channels; not to webhooks that are
    /// off.
    pub queues: BTreeMap<String, Queue>,
    /// The one-time codes of the last 24 hours.
    pub codes_last_day: u64,
    /// The size of the database in bytes.
    pub size_bytes: u64,
    /// When the database was last copied by the operator's command.
    pub copied_at: Option<Instant>,
}

/// Deliveries of one channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// How many are still to be made.
    pub waiting: u64,
    /// When the oldest of them was written.
    pub oldest: Option<Instant>,
}

impl Store {
    /// Measures the database.
    pub async fn measure(&self, now: Instant) -> Result<Measures> {
        retry!(self, "measure", async {
            let queues = sqlx::query(QUEUES).fetch_all(&self.readers).await?;
            let codes = sqlx::query("SELECT COUNT(*) AS count FROM code_requests WHERE at > $1");
            let codes = codes.bind(millis(now) - int(DAY_MS)).fetch_one(&self.readers).await?;
            let size = match self.dialect {
                Dialect::Sqlite => SQLITE_SIZE,
                Dialect::Postgres => "SELECT pg_database_size(current_database()) AS size",
            };
            let size = sqlx::query(size).fetch_one(&self.readers).await?;
            let copied = sqlx::query(COPIED).bind(EventKind::DatabaseCopied.as_str());
            let copied = copied.fetch_optional(&self.readers).await?;
            Ok(Measures {
                queues: queues.iter().map(queue).collect::<sqlx::Result<_>>()?,
                codes_last_day: codes.count("count")?,
                size_bytes: size.count("size")?,
                copied_at: copied.map(|row| row.instant("at")).transpose()?,
            })
        })
    }
}

// Only what is due: a server asks every half minute, and deliveries of 90 days are kept.
const QUEUES: &str = "SELECT o.channel, COUNT(*) AS waiting, MIN(o.at) AS oldest FROM outbox AS o \
     LEFT JOIN webhooks AS w ON w.id = o.webhook \
     WHERE o.due_at IS NOT NULL AND (w.id IS NULL OR w.enabled = 1) GROUP BY o.channel";

const COPIED: &str = "SELECT at FROM security_events WHERE kind = $1 ORDER BY seq DESC LIMIT 1";

const SQLITE_SIZE: &str =
    "SELECT c.page_count * s.page_size AS size FROM pragma_page_count AS c, pragma_page_size AS s";

fn queue(row: &AnyRow) -> sqlx::Result<(String, Queue)> {
    let queue = Queue { waiting: row.count("waiting")?, oldest: row.maybe_instant("oldest")? };
    Ok((row.text("channel")?, queue))
}
