//! Checks whether a database is intact and its records are consistent.

use std::collections::HashSet;
use std::pin::pin;

use domain::case::Case;
use domain::rewards::{Entry, are_of};
use futures_util::TryStreamExt;
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::Result;
use crate::db::copy::Counts;
use crate::db::fault::store_error;
use crate::db::fingerprints::KeyedHash;
use crate::db::row::Fields;
use crate::db::{Store, copy, fingerprints};
use crate::login::sql::accounts;
use crate::messages::sql::messages;
use crate::referrals::sql::referrals;
use crate::rewards::batches::sql as batches;
use crate::rewards::entries::{entry, entry_columns};
use crate::rewards::redemptions::sql as redemptions;

/// The result of the checks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// The number of rows of each table.
    pub counts: Counts,
    /// The faults, in words without names or numbers; empty if there are none.
    pub faults: Vec<String>,
}

/// Inconsistencies, with a query that counts each.
const INCONSISTENCIES: &[(&str, &str)] = &[
    (
        "referrals whose status or points are not those of their history's end",
        "SELECT COUNT(*) AS there FROM referrals AS r WHERE NOT EXISTS ( \
         SELECT 1 FROM history AS h WHERE h.referral_id = r.id \
         AND h.seq = (SELECT MAX(l.seq) FROM history AS l WHERE l.referral_id = r.id) \
         AND h.status = r.status AND h.points = r.points)",
    ),
    (
        "rows of the history of missing referrals",
        "SELECT COUNT(*) AS there FROM history AS h \
         WHERE NOT EXISTS (SELECT 1 FROM referrals AS r WHERE r.id = h.referral_id)",
    ),
    (
        "submissions of missing referrals",
        "SELECT COUNT(*) AS there FROM submissions AS s WHERE s.referral_id IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM referrals AS r WHERE r.id = s.referral_id)",
    ),
    (
        "duplicates of missing referrals",
        "SELECT COUNT(*) AS there FROM referrals AS r WHERE r.duplicate_of IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM referrals AS e WHERE e.id = r.duplicate_of)",
    ),
    (
        "requests to exchange points whose entries do not agree with them",
        "SELECT COUNT(*) AS there FROM redemptions AS r WHERE \
         (SELECT COUNT(*) FROM reward_entries AS e WHERE e.redemption = r.id AND e.kind = 'redeemed' \
         AND e.points = -r.points) <> 1 \
         OR (SELECT COUNT(*) FROM reward_entries AS e WHERE e.redemption = r.id \
         AND e.kind = 'refunded' AND e.points = r.points) \
         <> CASE WHEN r.status IN ('failed', 'declined', 'cancelled') THEN 1 ELSE 0 END \
         OR (SELECT COUNT(*) FROM reward_entries AS e WHERE e.redemption = r.id) \
         <> CASE WHEN r.status IN ('failed', 'declined', 'cancelled') THEN 2 ELSE 1 END",
    ),
    (
        "entries of exchanged points without a request",
        "SELECT COUNT(*) AS there FROM reward_entries AS e \
         WHERE e.kind IN ('redeemed', 'refunded') \
         AND NOT EXISTS (SELECT 1 FROM redemptions AS r WHERE r.id = e.redemption)",
    ),
    (
        "award entries without a referral or an awarder",
        "SELECT COUNT(*) AS there FROM reward_entries AS e \
         WHERE e.kind IN ('earned', 'adjusted', 'reversed') \
         AND e.referral_id IS NULL AND e.awarded_by IS NULL",
    ),
    (
        "entries by hand without a note, or other entries with one",
        "SELECT COUNT(*) AS there FROM reward_entries AS e WHERE (e.note <> '') \
         <> (e.kind = 'manual' AND e.holder IS NOT NULL)",
    ),
    (
        "requests being paid that are in no batch",
        "SELECT COUNT(*) AS there FROM redemptions AS r WHERE r.status IN ('batched', 'paid', 'failed') \
         AND NOT EXISTS (SELECT 1 FROM batches AS b WHERE b.id = r.batch)",
    ),
];

impl Store {
    /// Checks the present state of the whole database: its file and indexes; whether its schema is the one that
    /// this program makes, or in PostgreSQL, whether tables have triggers or rules; whether history and
    /// references match the referrals; whether what was erased is here again, for which it needs the
    /// secret; whether every record is readable, and has the columns that are made of it; and whether the
    /// entries of awards are of those that hold. A changed letter in a text other than a referral's, a row that
    /// is gone from a table by itself, whoever got points, and how many an erased referral or a rule for the
    /// person referred gave, are no faults to it. With a fault in the schema, nothing else is read.
    /// It changes nothing. In SQLite, writers wait while its full-text index is checked.
    ///
    /// # Errors
    /// Errors of the database; faults that were found are not errors.
    pub async fn verify(&self) -> Result<Verified> {
        // The schema of a damaged file may be unreadable. Then its error waits for what else is said of the damage.
        let of_schema = self.schema_faults().await;
        if let Ok(faults) = &of_schema
            && !faults.is_empty()
        {
            return Ok(Verified { counts: Counts::new(), faults: faults.clone() });
        }
        let mut faults = self.integrity().await?;
        of_schema?;
        let snapshot = self.readers.begin_with(self.dialect.begin_snapshot()).await;
        let mut connection = snapshot.map_err(store_error)?;
        let counts = copy::count(self.dialect, &mut connection).await.map_err(store_error)?;
        let found = async {
            inconsistencies(&mut connection, &mut faults).await?;
            unearned(&mut connection, &mut faults).await?;
            erased_and_here(&mut connection, &self.keyed_hash, &mut faults).await?;
            unreadable(&mut connection, &mut faults).await?;
            connection.rollback().await
        };
        found.await.map_err(store_error)?;
        Ok(Verified { counts, faults })
    }
}

async fn inconsistencies(
    connection: &mut AnyConnection,
    faults: &mut Vec<String>,
) -> sqlx::Result<()> {
    for &(what, sql) in INCONSISTENCIES {
        let there = sqlx::query(sql).fetch_one(&mut *connection).await?.int("there")?;
        if there != 0 {
            faults.push(format!("{there} {what}"));
        }
    }
    Ok(())
}

/// Counts referrals that exist although they were erased. Their fingerprints can be recognised only with
/// the key.
async fn erased_and_here(
    connection: &mut AnyConnection,
    keyed_hash: &KeyedHash,
    faults: &mut Vec<String>,
) -> sqlx::Result<()> {
    let rows = sqlx::query("SELECT key FROM erased_referrals").fetch_all(&mut *connection).await?;
    let erased: HashSet<String> =
        rows.iter().map(|row| row.text("key")).collect::<sqlx::Result<_>>()?;
    let count = fingerprints::present(connection, keyed_hash, &erased).await?.len();
    if count > 0 {
        faults.push(format!("{count} erased referrals present"));
    }
    Ok(())
}

/// Counts referrals whose entries are not those of the award that holds, or of none. Names the first of them.
async fn unearned(connection: &mut AnyConnection, faults: &mut Vec<String>) -> sqlx::Result<()> {
    let rows = sqlx::query(concat!(
        "SELECT r.id, r.record, e.* FROM referrals AS r LEFT JOIN (SELECT referral_id, seq, ",
        entry_columns!(),
        " FROM reward_entries) AS e ON e.referral_id = r.id \
         WHERE e.seq IS NOT NULL OR r.points > 0 OR r.status = 'Successful' ORDER BY r.id, e.seq",
    ));
    let mut rows = pin!(rows.fetch(connection));
    let mut wrong = Vec::new();
    let mut before: Option<(i64, Option<Case>, Vec<Entry>)> = None;
    // One that cannot be read is counted as such.
    let wrong_id = |(id, case, entries): (i64, Option<Case>, Vec<Entry>)| {
        case.is_some_and(|case| !are_of(&entries, &case)).then_some(id)
    };
    while let Some(row) = rows.try_next().await? {
        let id = row.int("id")?;
        if before.as_ref().is_none_or(|(known, ..)| *known != id) {
            let case = referrals::case(&row).ok();
            wrong.extend(before.replace((id, case, Vec::new())).and_then(wrong_id));
        }
        if let Some((_, _, entries)) = &mut before
            && row.maybe_text("kind")?.is_some()
        {
            entries.push(entry(&row)?);
        }
    }
    wrong.extend(before.and_then(wrong_id));
    if let Some(first) = wrong.first() {
        let count = wrong.len();
        faults.push(format!(
            "{count} referrals whose entries do not match their award, the first with the id {first}"
        ));
    }
    Ok(())
}

/// Reads all records and counts the unreadable ones of each kind.
async fn unreadable(connection: &mut AnyConnection, faults: &mut Vec<String>) -> sqlx::Result<()> {
    type Reads = fn(&AnyRow) -> bool;
    let kinds: [(&str, &'static str, Reads); 6] = [
        ("referrals", referrals::ALL_COLUMNS, referrals::is_sound),
        ("accounts", "SELECT mobile, name, registered_at FROM accounts", |row| {
            accounts::user(row).is_ok()
        }),
        ("sessions", "SELECT mobile, name, registered_at FROM sessions", |row| {
            accounts::user(row).is_ok()
        }),
        ("messages", "SELECT id, name, email, subject, message, at FROM messages", |row| {
            messages::received(row).is_ok()
        }),
        ("requests to exchange points", redemptions::SELECT, redemptions::is_sound),
        ("batches", batches::SELECT, batches::is_sound),
    ];
    for (kind, sql, can_be_read) in kinds {
        let mut rows = pin!(sqlx::query(sql).fetch(&mut *connection));
        let mut count = 0_u64;
        while let Some(row) = rows.try_next().await? {
            count += u64::from(!can_be_read(&row));
        }
        if count > 0 {
            faults.push(format!("{count} {kind} that cannot be read"));
        }
    }
    Ok(())
}
