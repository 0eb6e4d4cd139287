//! What somebody has: the sum of all that they got and gave back.

use api::DAY_MS;
use domain::referral::Instant;
use domain::rewards::{Balance, OnHold};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::db::fault::retry;
use crate::db::row::{Fields, int, millis};
use crate::db::statement::Statement;
use crate::db::{Result, Store};

impl Store {
    /// What a member has at an instant.
    pub async fn balance(&self, key: &str, now: Instant) -> Result<Balance> {
        retry!(self, "balance", async {
            let holder = self.keyed_hash.holder(key);
            balance(&mut *self.readers.acquire().await?, holder.as_deref(), now).await
        })
    }
}

/// What somebody has at an instant; nothing without a number.
pub(crate) async fn balance(
    connection: &mut AnyConnection,
    holder: Option<&[u8]>,
    now: Instant,
) -> sqlx::Result<Balance> {
    let Some(holder) = holder else { return Ok(Balance::default()) };
    let rows = sums(holder, now).rows(connection).await?;
    let sum = |row: &AnyRow| -> sqlx::Result<OnHold> {
        Ok(OnHold { until: row.instant("until")?, points: points(row, "points")? })
    };
    Ok(Balance::of_sums(rows.iter().map(sum).collect::<sqlx::Result<Vec<_>>>()?, now))
}

/// What is available now, in one row however many entries there are; and what becomes so on each day, at the latest by
/// the last instant of that day.
pub(crate) fn sums(holder: &[u8], now: Instant) -> Statement {
    let select = Statement::new(
        "SELECT MAX(held_until) AS until, SUM(CAST(points AS DOUBLE PRECISION)) AS points \
         FROM reward_entries WHERE holder = ",
    );
    let select = select.bind(holder).add(" GROUP BY CASE WHEN held_until <= ").bind(millis(now));
    select.add(" THEN -1 ELSE held_until / ").bind(int(DAY_MS)).add(" END")
}

/// A sum of points. It is exact up to 2^53, as all sums of points are.
pub(crate) fn points(row: &AnyRow, column: &str) -> sqlx::Result<i64> {
    let points: Option<f64> = row.read(column)?;
    Ok(points.unwrap_or_default() as i64)
}
