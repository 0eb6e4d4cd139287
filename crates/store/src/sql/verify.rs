//! Checks whether a database is intact and its records are consistent.

use std::collections::HashSet;
use std::pin::pin;

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use super::fault::store_error;
use super::fingerprints::KeyedHash;
use super::referrals;
use super::row::Fields;
use super::{Counts, Store, accounts, copy, messages, referrers};
use crate::Result;

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
        "sums that are not those of the referrals",
        "SELECT COUNT(*) AS there FROM counters WHERE one = 1 AND EXISTS ( \
         SELECT 1 FROM (SELECT COUNT(*) AS total, \
         COUNT(CASE WHEN status = 'Pending' THEN 1 END) AS pending, \
         COUNT(CASE WHEN status = 'Successful' THEN 1 END) AS successful, \
         COALESCE(SUM(points >> 32), 0) AS points_high, \
         COALESCE(SUM(points & 4294967295), 0) AS points_low FROM referrals) AS s \
         WHERE s.total <> counters.total OR s.pending <> counters.pending \
         OR s.successful <> counters.successful OR s.points_high <> counters.points_high \
         OR s.points_low <> counters.points_low)",
    ),
    ("rows of sums too few", "SELECT 1 - COUNT(*) AS there FROM counters"),
    (
        "referrals whose history ends otherwise than they stand",
        "SELECT COUNT(*) AS there FROM referrals AS r WHERE NOT EXISTS ( \
         SELECT 1 FROM changes AS c WHERE c.referral_id = r.id \
         AND c.seq = (SELECT MAX(l.seq) FROM changes AS l WHERE l.referral_id = r.id) \
         AND c.status = r.status AND c.points = r.points)",
    ),
    (
        "changes of referrals that are not there",
        "SELECT COUNT(*) AS there FROM changes AS c \
         WHERE NOT EXISTS (SELECT 1 FROM referrals AS r WHERE r.id = c.referral_id)",
    ),
    (
        "submissions of referrals that are not there",
        "SELECT COUNT(*) AS there FROM submissions AS s WHERE s.referral_id IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM referrals AS r WHERE r.id = s.referral_id)",
    ),
];

/// The same for tables that earlier versions do not have.
const LATER_INCONSISTENCIES: &[(&str, &str)] = &[
    (
        "sums of lengths that are not those of the stays",
        "WITH counted AS (SELECT days, day, service, stage, runs, bucket, COUNT(*) AS stays \
     FROM visit_lengths GROUP BY days, day, service, stage, runs, bucket) \
     SELECT COUNT(*) AS there FROM ( \
     SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM stage_lengths) AS missing UNION ALL \
     SELECT * FROM (SELECT * FROM stage_lengths EXCEPT SELECT * FROM counted) AS wrong) AS different",
    ),
    (
        "sums of stages that are not those of the visits",
        "WITH each AS (SELECT referral_id / 86400000 AS day, service, stage, reason, is_first, took \
     FROM stage_visits \
     UNION ALL SELECT -1 - referral_id / 2764800000, service, stage, reason, is_first, took \
     FROM stage_visits), \
     counted AS (SELECT day, service, stage, reason, CAST(SUM(is_first) AS BIGINT) AS reached, \
     COUNT(*) - COUNT(took) AS here, COUNT(*) AS visits FROM each \
     GROUP BY day, service, stage, reason), \
     kept AS (SELECT day, service, stage, reason, reached, here, visits FROM stage_days) \
     SELECT COUNT(*) AS there FROM ( \
     SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept) AS missing UNION ALL \
     SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted) AS wrong) AS different",
    ),
    (
        "sums of referrers that are not those of their referrals",
        "WITH each AS (SELECT referrer_number AS number, '' AS service, stage, points, id \
     FROM referrals WHERE referrer_number <> '' \
     UNION ALL SELECT referrer_number, shown_service, stage, points, id \
     FROM referrals WHERE referrer_number <> '' AND shown_service <> ''), \
     counted AS (SELECT number, service, COUNT(*) AS referrals, \
     COUNT(CASE WHEN stage IN ('successful', 'declined', 'withdrawn') THEN 1 END) AS closed, \
     COUNT(CASE WHEN stage = 'successful' THEN 1 END) AS successful, \
     CAST(SUM(points >> 32) AS BIGINT) AS points_high, \
     CAST(SUM(points & 4294967295) AS BIGINT) AS points_low, MAX(id) AS latest \
     FROM each GROUP BY number, service), \
     kept AS (SELECT number, service, referrals, closed, successful, points_high, points_low, \
     latest FROM referrers) \
     SELECT COUNT(*) AS there FROM ( \
     SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM kept) AS missing UNION ALL \
     SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM counted) AS wrong) AS different",
    ),
];

impl Store {
    /// Checks the present state of the whole database: its file and indexes; whether totals,
    /// history and references match the referrals; whether what was erased is here again, for which
    /// it needs the secret; and whether every record is readable. A changed letter in a text and a
    /// row that is gone from a table by itself are no faults to it. It changes nothing. In SQLite, writers wait while its full-text index is checked.
    ///
    /// # Errors
    /// Errors of the database; faults that were found are not errors.
    pub async fn verify(&self) -> Result<Verified> {
        let mut faults = self.integrity().await?;
        let is_current = self.schema().await?.missing.is_empty();
        let snapshot = self.readers.begin_with(self.dialect.begin_snapshot()).await;
        let mut connection = snapshot.map_err(store_error)?;
        let counts = copy::count(self.dialect, &mut connection).await.map_err(store_error)?;
        let found = async {
            inconsistencies(&mut connection, INCONSISTENCIES, &mut faults).await?;
            erased_and_here(&mut connection, &self.keyed_hash, &mut faults).await?;
            // This program cannot read everything that earlier versions wrote.
            if is_current {
                inconsistencies(&mut connection, LATER_INCONSISTENCIES, &mut faults).await?;
                let logins = referrers::logins_of_erased(&self.keyed_hash, &mut connection).await?;
                if !logins.is_empty() {
                    faults.push(format!("{} logins of accounts that were erased", logins.len()));
                }
                unreadable(&mut connection, &mut faults).await?;
            }
            connection.rollback().await
        };
        found.await.map_err(store_error)?;
        Ok(Verified { counts, faults })
    }
}

async fn inconsistencies(
    connection: &mut AnyConnection,
    inconsistencies: &[(&str, &'static str)],
    faults: &mut Vec<String>,
) -> sqlx::Result<()> {
    for &(what, sql) in inconsistencies {
        let there = sqlx::query(sql).fetch_one(&mut *connection).await?.int("there")?;
        if there != 0 {
            faults.push(format!("{there} {what}"));
        }
    }
    Ok(())
}

/// Counts referrals that exist although they were erased. Keyed fingerprints can be recognised
/// only with the key.
async fn erased_and_here(
    connection: &mut AnyConnection,
    keyed_hash: &KeyedHash,
    faults: &mut Vec<String>,
) -> sqlx::Result<()> {
    let rows = sqlx::query("SELECT key FROM graves").fetch_all(&mut *connection).await?;
    let erased: HashSet<String> =
        rows.iter().map(|row| row.text("key")).collect::<sqlx::Result<_>>()?;
    let here = "SELECT key FROM referrals UNION ALL \
                SELECT origin FROM referrals WHERE origin IS NOT NULL";
    let mut rows = sqlx::query(here).fetch(connection);
    let mut count = 0_u64;
    while let Some(row) = rows.try_next().await? {
        let is_erased =
            keyed_hash.referral(&row.text("key")?).iter().any(|key| erased.contains(key));
        count += u64::from(is_erased);
    }
    if count > 0 {
        faults.push(format!("{count} referrals that are here and erased"));
    }
    Ok(())
}

/// Reads all records and counts the unreadable ones of each kind.
async fn unreadable(connection: &mut AnyConnection, faults: &mut Vec<String>) -> sqlx::Result<()> {
    type Reads = fn(&AnyRow) -> bool;
    let referrals = format!("SELECT {} FROM referrals AS r", referrals::columns());
    let kinds: [(&str, &str, Reads); 4] = [
        ("referrals", &referrals, |row| referrals::stored(row).is_ok()),
        ("accounts", "SELECT mobile, name, registered_at FROM accounts", |row| {
            accounts::user(row).is_ok()
        }),
        ("sessions", "SELECT mobile, name, registered_at FROM sessions", |row| {
            accounts::user(row).is_ok()
        }),
        ("messages", "SELECT id, name, email, subject, message, at FROM messages", |row| {
            messages::received(row).is_ok()
        }),
    ];
    for (kind, sql, can_be_read) in kinds {
        let mut rows = pin!(sqlx::query(AssertSqlSafe(sql.to_owned())).fetch(&mut *connection));
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
