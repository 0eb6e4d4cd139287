//! Who did what: a row for each event of a referral, and one for its submission. The events themselves
//! are in the referral's record.

use std::collections::{BTreeMap, BTreeSet};

use domain::case::Case;
use domain::history::event_id;
use domain::mobile::MobileNumber;
use domain::pipeline::STAFF_PREFIX;
use domain::referral::{Instant, Referral, Status};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::Result;
use crate::db::Store;
use crate::db::fault::retry;
use crate::db::people::{Person, stored};
use crate::db::row::{Fields, decode, int, millis};
use crate::db::statement::Statement;
use crate::db::text::storable;
use crate::referrals::records::{Actor, StoredEntry};
use crate::referrals::sql::referrals;

/// How many rows a statement inserts.
const ROWS: usize = 500;

/// The rows of a referral, with the names of colleagues; ends where the order begins.
macro_rules! rows {
    () => {
        "SELECT h.event, h.at, h.actor, h.actor_mobile, h.status, h.points, s.name \
         FROM history AS h LEFT JOIN staff AS s ON h.actor IN ('staff:' || s.id, 'import:' || s.id) \
         WHERE h.referral_id = $1 "
    };
}

impl Store {
    /// All entries of a referral, oldest first, with the text of each event; the submission has
    /// none. Empty if there is no such referral.
    pub async fn history(&self, key: &str) -> Result<Vec<(Option<String>, StoredEntry)>> {
        retry!(self, "history", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let Some(found) = referrals::find_in(&mut tx, key).await? else {
                return Ok(Vec::new());
            };
            let history = found.case.history();
            let texts: BTreeMap<_, _> =
                history.texts().map(|text| (event_id(text), text.to_owned())).collect();
            let rows = sqlx::query(concat!(rows!(), "ORDER BY h.seq"));
            let rows = rows.bind(millis(found.referral().id)).fetch_all(&mut *tx).await?;
            tx.rollback().await?;
            let mut entries = Vec::with_capacity(rows.len());
            for row in &rows {
                match row.maybe_text("event")?.map(|id| texts.get(&id).cloned()) {
                    Some(None) => {}
                    event => entries.push((event.flatten(), entry(row)?)),
                }
            }
            Ok(entries)
        })
    }
}

/// The last entry of a referral. Every referral has at least its submission.
pub(crate) async fn last(tx: &mut AnyConnection, id: Instant) -> sqlx::Result<StoredEntry> {
    let last = sqlx::query(concat!(rows!(), "ORDER BY h.seq DESC LIMIT 1"));
    entry(&last.bind(millis(id)).fetch_one(tx).await?)
}

/// When what an import brought of a referral came here.
#[derive(Debug, Default)]
pub(crate) struct Arrivals {
    /// The referral; `None` if it was submitted here.
    pub(crate) referral: Option<Instant>,
    /// The events, by their ids.
    pub(crate) events: BTreeMap<String, Instant>,
}

impl Arrivals {
    /// Those of a referral that is here.
    pub(crate) async fn of(tx: &mut AnyConnection, id: Instant) -> sqlx::Result<Self> {
        let rows = sqlx::query(
            "SELECT event, at, actor FROM history WHERE referral_id = $1 \
             AND (event IS NULL OR actor LIKE 'import%') ORDER BY seq DESC",
        );
        let (mut arrivals, mut was_submitted) = (Self::default(), false);
        for row in rows.bind(millis(id)).fetch_all(tx).await? {
            let at = row.instant("at")?;
            if row.text("actor")?.starts_with(IMPORT) {
                // The first of all is the last here.
                arrivals.referral = Some(at);
            } else {
                was_submitted = true;
            }
            arrivals.events.extend(row.maybe_text("event")?.map(|event| (event, at)));
        }
        arrivals.referral = arrivals.referral.filter(|_| !was_submitted);
        Ok(arrivals)
    }

    /// Those of a case that an import brings now, in so far as it was not here before.
    pub(crate) fn add(&mut self, before: Option<&Case>, case: &Case, now: Instant) {
        if before.is_none() {
            self.referral = Some(now);
        }
        let known = before.map(Case::history).unwrap_or_default();
        let known: BTreeSet<_> = known.texts().collect();
        let history = case.history();
        let new = history.events().filter(|stored| !known.contains(stored.text.as_str()));
        self.events.extend(new.map(|stored| (stored.id(), now)));
    }
}

/// A row to add, with the status and points from then on.
#[derive(Debug)]
pub(crate) struct Entry {
    id: Instant,
    at: Instant,
    by: Actor,
    status: String,
    points: u64,
    event: Option<String>,
}

impl Entry {
    /// The row for the submission of a referral.
    pub(crate) fn submission(referral: &Referral, at: Instant, by: &Actor) -> Self {
        let (status, points) = (storable(referral.status.as_str()), referral.points.get());
        Self { id: referral.id, at, by: by.clone(), status, points, event: None }
    }

    /// The rows for the events of a case that it did not have before, dated `at` or, without, when the
    /// last of them happened.
    pub(crate) fn events(
        before: Option<&Case>,
        case: &Case,
        at: Option<Instant>,
        by: &Actor,
    ) -> Vec<Self> {
        let (referral, history) = (case.referral(), case.history());
        // An event without an instant counts as old as the referral.
        let happened = || history.last_at().unwrap_or_default().max(referral.id);
        let at = at.unwrap_or_else(happened);
        let before = before.map(Case::history).unwrap_or_default();
        let known: BTreeSet<_> = before.texts().collect();
        let new = history.texts().filter(|text| !known.contains(text));
        new.map(|text| Self { event: Some(event_id(text)), ..Self::submission(referral, at, by) })
            .collect()
    }
}

/// Inserts rows. The caller has the lock of the history, so that whoever sees one of these rows also sees
/// all earlier ones.
pub(crate) async fn write_all(tx: &mut AnyConnection, entries: &[Entry]) -> sqlx::Result<()> {
    for entries in entries.chunks(ROWS) {
        let mut insert = Statement::new(
            "INSERT INTO history (referral_id, at, actor, actor_mobile, status, points, event) \
             VALUES ",
        );
        let mut between = "(";
        for Entry { id, at, by, status, points, event } in entries {
            let (actor, mobile) = match by {
                Actor::Guest => (GUEST.into(), None),
                Actor::Member(mobile) => (MEMBER.into(), Some(stored(mobile))),
                Actor::Staff { id, .. } => (format!("{STAFF_PREFIX}{id}"), None),
                Actor::Import { id, .. } if id.is_empty() => (IMPORT.into(), None),
                Actor::Import { id, .. } => (format!("{IMPORT}:{id}"), None),
                Actor::Erased => (ERASED.into(), None),
            };
            insert = insert.add(between).bind(millis(*id)).add(", ").bind(millis(*at)).add(", ");
            insert = insert.bind(actor).add(", ").bind(mobile).add(", ").bind(status.as_str());
            insert = insert.add(", ").bind(int(*points)).add(", ").bind(event.clone()).add(")");
            between = ", (";
        }
        insert.execute(&mut *tx).await?;
    }
    Ok(())
}

/// Overwrites a person's number in the author column before rows are deleted. The new text has the
/// same length, so that the row stays in place and no copy of the number remains in a database
/// page.
pub(crate) async fn blank(tx: &mut AnyConnection, person: &Person) -> sqlx::Result<()> {
    let blanked = "UPDATE history SET actor_mobile = substr('xxxxxxxxxxxxxxx', 1, \
                   length(actor_mobile)) WHERE actor_mobile = $1";
    person.execute(tx, blanked).await?;
    Ok(())
}

/// Removes the overwritten authors from the remaining changes and returns how many.
pub(crate) async fn forget(tx: &mut AnyConnection) -> sqlx::Result<u64> {
    let forgotten = "UPDATE history SET actor = $1, actor_mobile = NULL \
                     WHERE actor_mobile >= 'x'";
    Ok(sqlx::query(forgotten).bind(ERASED).execute(tx).await?.rows_affected())
}

const GUEST: &str = "guest";
const MEMBER: &str = "member";
const IMPORT: &str = "import";
const ERASED: &str = "erased";

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
                match (other.strip_prefix(STAFF_PREFIX), other.strip_prefix(IMPORT)) {
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
