//! What one person got and gave back: a page of their entries, and what all of them come to.

use std::collections::BTreeMap;

use domain::case::Case;
use domain::referral::Instant;
use domain::rewards::{Entry, OnHold};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::fault::retry;
use crate::db::row::{Fields, millis, page};
use crate::db::statement::Statement;
use crate::db::{Result, Store};
use crate::referrals::sql::referrals;
use crate::rewards::sql::entry;

/// A page of somebody's entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    /// All points of theirs, by the instant from which they are available: one sum for what is available now,
    /// and one for each day on which more is.
    pub sums: Vec<OnHold>,
    /// The entries of the page, the newest first, each with its referral as long as that is here.
    pub page: Vec<(Entry, Option<Case>)>,
    /// What the entries before them come to.
    pub before: i64,
    /// The cursor of the next page.
    pub next: Option<String>,
}

impl Store {
    /// A page of the entries of whoever has the number of this key, and what all of them come to; nothing for
    /// somebody without a number.
    pub async fn entries_of(
        &self,
        key: &str,
        after: Option<&str>,
        now: Instant,
        limit: u32,
    ) -> Result<Entries> {
        let Some(holder) = self.keyed_hash.holder(key) else { return Ok(Entries::default()) };
        let after = after.and_then(|after| after.parse().ok());
        retry!(self, "entries_of", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let sums = sums(&holder, now).rows(&mut tx).await?;
            let sums = sums.iter().map(|row| {
                Ok(OnHold { until: row.instant("until")?, points: points(row, "points")? })
            });
            let sums = sums.collect::<sqlx::Result<_>>()?;
            let rows = newest(&holder, after, limit).rows(&mut tx).await?;
            let found = page(&rows, limit, place, |row| Ok(row.int("seq")?.to_string()))?;
            let before = match found.items.last() {
                Some((seq, _)) => sum_before(&holder, *seq).rows(&mut tx).await?,
                None => Vec::new(),
            };
            let before = before.first().map_or(Ok(0), |row| points(row, "points"))?;
            let cases = cases(&mut tx, found.items.iter().filter_map(|(_, id)| *id)).await?;
            tx.rollback().await?;
            let with_case = |(row, (_, id)): (&AnyRow, &(i64, Option<i64>))| {
                Ok((entry(row)?, id.and_then(|id| cases.get(&id).cloned())))
            };
            let page = rows.iter().zip(&found.items).map(with_case);
            let page = page.collect::<sqlx::Result<_>>()?;
            Ok(Entries { sums, page, before, next: found.next })
        })
    }
}

/// The place of an entry among all, and its referral.
fn place(row: &AnyRow) -> sqlx::Result<(i64, Option<i64>)> {
    Ok((row.int("seq")?, row.maybe_int("referral_id")?))
}

/// The newest entries, or those before one; one more than wanted, to know whether more follow.
fn newest(holder: &[u8], before: Option<i64>, limit: u32) -> Statement {
    let select = Statement::new(
        "SELECT seq, referral_id, receiver, kind, event, at, award, awarded_at, version, rule, \
         service, points, cuts, held_until, success FROM reward_entries WHERE holder = ",
    );
    let select = select.bind(holder);
    let select = match before {
        Some(seq) => select.add(" AND seq < ").bind(seq),
        None => select,
    };
    select.add(" ORDER BY seq DESC LIMIT ").bind(i64::from(limit) + 1)
}

/// What the entries come to that were made before one.
fn sum_before(holder: &[u8], seq: i64) -> Statement {
    let select = Statement::new(
        "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries WHERE holder = ",
    );
    select.bind(holder).add(" AND seq < ").bind(seq)
}

/// What is available now, and what becomes so on each day: at the latest by the last instant of that day.
fn sums(holder: &[u8], now: Instant) -> Statement {
    let select = Statement::new(
        "SELECT MAX(held_until) AS until, SUM(CAST(points AS DOUBLE PRECISION)) AS points \
         FROM reward_entries WHERE holder = ",
    );
    let select = select.bind(holder).add(" GROUP BY CASE WHEN held_until <= ").bind(millis(now));
    select.add(" THEN -1 ELSE held_until / 86400000 END")
}

/// A sum of points. It is exact up to 2^53, as all sums of points are.
pub(crate) fn points(row: &AnyRow, column: &str) -> sqlx::Result<i64> {
    let points: Option<f64> = row.read(column)?;
    Ok(points.unwrap_or_default() as i64)
}

/// These referrals, by id.
async fn cases(
    tx: &mut AnyConnection,
    ids: impl Iterator<Item = i64>,
) -> sqlx::Result<BTreeMap<i64, Case>> {
    let select = Statement::new("SELECT id, record FROM referrals WHERE id IN (").bind_all(ids);
    let rows = select.add(")").rows(tx).await?;
    rows.iter().map(|row| Ok((row.int("id")?, referrals::case(row)?))).collect()
}

/// The statements of a page, for the test of their plans.
#[cfg(test)]
pub(crate) fn statements(holder: &[u8], now: Instant) -> [Statement; 4] {
    [
        newest(holder, None, 50),
        newest(holder, Some(5), 50),
        sum_before(holder, 5),
        sums(holder, now),
    ]
}
