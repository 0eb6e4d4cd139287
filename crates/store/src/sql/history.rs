//! The history of referrals: one row for each event, and one for the submission of each referral.

use std::collections::{BTreeMap, BTreeSet};

use domain::case::Case;
use domain::mobile::MobileNumber;
use domain::referral::{Instant, Referral, Status};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::Store;
use super::fault::retry;
use super::people::Person;
use super::row::{Fields, decode, int, millis, placeholders};
use super::text::storable;
use crate::{Actor, Result, Stored, StoredEntry};

/// How many rows a statement inserts.
const ROWS: usize = 500;

/// SQL for the event of a row of `changes AS c`; NULL if it has none. Versions without events wrote
/// a row when points were saved; for those the event is built as the domain builds it for such
/// records. For imported referrals, the referral's own fields have the events.
macro_rules! event {
    () => {
        "COALESCE(c.event, CASE WHEN c.status = 'Successful' AND c.actor NOT LIKE 'import%' THEN \
         '{\"at\":' || c.at || ',\"saw\":0,\"by\":\"admin\",\"kind\":\"points\",\"points\":' \
         || c.points || '}' END)"
    };
}
pub(super) use event;

impl Store {
    /// All entries of a referral, oldest first, with the text of each event; the submission has
    /// none. Empty if there is no such referral.
    pub async fn history(&self, key: &str) -> Result<Vec<(Option<String>, StoredEntry)>> {
        retry!(self, "history", async {
            let sql = concat!(
                "SELECT ",
                event!(),
                " AS event, c.at, c.actor, c.actor_mobile, c.status, c.points, s.name FROM changes AS c \
                 JOIN referrals AS r ON r.id = c.referral_id \
                 LEFT JOIN staff AS s ON c.actor IN ('staff:' || s.id, 'import:' || s.id) \
                 WHERE r.key = $1 ORDER BY c.seq"
            );
            let rows = sqlx::query(sql).bind(storable(key)).fetch_all(&self.readers).await?;
            rows.iter().map(|row| Ok((row.maybe_text("event")?, entry(row)?))).collect()
        })
    }
}

/// The last entry of a referral. Every referral has at least its submission.
pub(super) async fn last(tx: &mut AnyConnection, id: Instant) -> sqlx::Result<StoredEntry> {
    let row = sqlx::query(
        "SELECT c.at, c.actor, c.actor_mobile, c.status, c.points, s.name FROM changes AS c \
         LEFT JOIN staff AS s ON c.actor IN ('staff:' || s.id, 'import:' || s.id) \
         WHERE c.referral_id = $1 \
         ORDER BY c.seq DESC LIMIT 1",
    )
    .bind(millis(id))
    .fetch_one(tx)
    .await?;
    entry(&row)
}

/// The texts of a referral's events that have a row, each with whether it came by an import.
pub(super) async fn events(
    tx: &mut AnyConnection,
    stored: &Stored,
) -> sqlx::Result<BTreeMap<String, bool>> {
    let sql = concat!(
        "SELECT ",
        event!(),
        " AS event, c.actor FROM changes AS c WHERE c.referral_id = $1 ORDER BY c.seq"
    );
    let rows = sqlx::query(sql).bind(millis(stored.referral().id)).fetch_all(tx).await?;
    let mut events = BTreeMap::new();
    for row in rows {
        if let Some(event) = row.maybe_text("event")? {
            let imported = row.text("actor")?.starts_with(IMPORT);
            events.entry(event).or_insert(imported);
        }
    }
    Ok(events)
}

/// A row to add, with the status and points from then on.
#[derive(Debug)]
pub(super) struct Entry {
    id: Instant,
    at: Instant,
    by: Actor,
    status: String,
    points: u64,
    event: Option<String>,
}

impl Entry {
    /// The row for the submission of a referral.
    pub(super) fn submission(referral: &Referral, at: Instant, by: &Actor) -> Self {
        let (status, points) = (storable(referral.status.as_str()), referral.points.get());
        Self { id: referral.id, at, by: by.clone(), status, points, event: None }
    }

    /// The rows for all events that are not in `known`, dated `at` or, if later, when the last of
    /// them happened.
    pub(super) fn events(
        case: &Case,
        at: Option<Instant>,
        by: &Actor,
        known: &mut BTreeSet<String>,
    ) -> Vec<Self> {
        let (referral, history) = (case.referral(), case.history());
        // An event without an instant counts as old as the referral.
        let happened = || history.last_at().unwrap_or_default().max(referral.id);
        let at = at.unwrap_or_else(happened);
        let new = history.texts().filter(|text| known.insert((*text).to_owned()));
        new.map(|text| Self { event: Some(text.to_owned()), ..Self::submission(referral, at, by) })
            .collect()
    }
}

/// Inserts rows. The caller has locked the row of totals, so that whoever sees one of these rows
/// also sees all earlier ones.
pub(super) async fn write_all(tx: &mut AnyConnection, entries: &[Entry]) -> sqlx::Result<()> {
    for entries in entries.chunks(ROWS) {
        let sql = format!(
            "INSERT INTO changes (referral_id, at, actor, actor_mobile, status, points, event) \
             VALUES {}",
            placeholders(entries.len(), 7)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for Entry { id, at, by, status, points, event } in entries {
            let (actor, mobile): (String, _) = match by {
                Actor::Guest => (GUEST.into(), None),
                Actor::Member(mobile) => (MEMBER.into(), Some(mobile.as_str())),
                Actor::Staff { id, .. } => (format!("{STAFF}{id}"), None),
                Actor::Import { id, .. } if id.is_empty() => (IMPORT.into(), None),
                Actor::Import { id, .. } => (format!("{IMPORT}:{id}"), None),
                Actor::Erased => (ERASED.into(), None),
            };
            query = query
                .bind(millis(*id))
                .bind(millis(*at))
                .bind(actor)
                .bind(mobile)
                .bind(status.as_str())
                .bind(int(*points))
                .bind(event.as_deref());
        }
        query.execute(&mut *tx).await?;
    }
    Ok(())
}

/// Overwrites a person's number in the author column before rows are deleted. The new text has the
/// same length, so that the row stays in place and no copy of the number remains in a database
/// page.
pub(super) async fn blank(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<()> {
    let blanked = "UPDATE changes SET actor_mobile = substr('xxxxxxxxxxxxxxx', 1, \
                   length(actor_mobile))";
    person.execute(tx, blanked, "actor_mobile").await?;
    Ok(())
}

/// Removes the overwritten authors from the remaining changes and returns how many.
pub(super) async fn forget(tx: &mut AnyConnection) -> sqlx::Result<u64> {
    let forgotten = "UPDATE changes SET actor = $1, actor_mobile = NULL \
                     WHERE actor_mobile >= 'x'";
    Ok(sqlx::query(forgotten).bind(ERASED).execute(tx).await?.rows_affected())
}

const GUEST: &str = "guest";
const MEMBER: &str = "member";
const IMPORT: &str = "import";
const ERASED: &str = "erased";
/// The prefix of a staff id.
const STAFF: &str = "staff:";

fn entry(row: &AnyRow) -> sqlx::Result<StoredEntry> {
    Ok(StoredEntry {
        at: row.instant("at")?,
        by: actor(row)?,
        status: Status::from(row.text("status")?),
        points: row.count("points")?,
    })
}

fn actor(row: &AnyRow) -> sqlx::Result<Actor> {
    Ok(match row.maybe_text("actor_mobile")? {
        Some(mobile) => {
            let mobile = MobileNumber::try_from(mobile).map_err(decode)?;
            Actor::Member(numbers::normal(&mobile))
        }
        None => match row.text("actor")?.as_str() {
            ERASED => Actor::Erased,
            other => {
                let name = row.maybe_text("name")?.unwrap_or_default();
                match (other.strip_prefix(STAFF), other.strip_prefix(IMPORT)) {
                    (Some(id), _) => Actor::Staff { id: id.to_owned(), name },
                    (_, Some(id)) => {
                        Actor::Import { id: id.trim_start_matches(':').to_owned(), name }
                    }
                    _ => Actor::Guest,
                }
            }
        },
    })
}
