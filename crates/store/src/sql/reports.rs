//! The numbers of reports. Triggers maintain sums for each day and for all days together, and
//! histograms of the durations of stays, from which the quantiles are estimated.

use std::collections::BTreeMap;
use std::ops::Range;

use api::{DAY_MS, TOP_REFERRERS};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::Store;
use super::counters::{POINTS, points};
use super::dialect::Dialect;
use super::fault::retry;
use super::referrers::ALL;
use super::row::{Fields, int, places};
use super::text::word;
use crate::{Quantiles, ReferrerSum, ReportScope, ReportSums, Result, StageSum};

impl Store {
    /// The numbers of a report, all from the same snapshot.
    pub async fn report(&self, scope: &ReportScope) -> Result<ReportSums> {
        retry!(self, "report", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let mut report = ReportSums {
                sums: stages(&mut tx, scope).await?,
                referrers: referrers(self.dialect, &mut tx, scope).await?,
                ..ReportSums::default()
            };
            for ((stage, runs), buckets) in lengths(&mut tx, scope).await? {
                let quantiles = quantiles(&mut tx, scope, &stage, runs, &buckets).await?;
                let known = if runs { &mut report.running } else { &mut report.finished };
                known.insert(stage, quantiles);
            }
            tx.rollback().await?;
            Ok(report)
        })
    }
}

/// The condition on a column with the service, with placeholders from `$1` on.
fn of_services(scope: &ReportScope, column: &str) -> String {
    let Some(services) = &scope.services else { return String::new() };
    match services.len() {
        0 => " AND 1 = 0".to_owned(),
        count => format!(" AND {column} IN ({})", places(1, count)),
    }
}

/// A statement with the values of [`of_services`].
fn query(scope: &ReportScope, sql: String) -> Query<'static, Any, AnyArguments> {
    let services = scope.services.iter().flatten();
    services.fold(sqlx::query(AssertSqlSafe(sql)), |query, service| query.bind(word(service)))
}

/// How many referrals are in each stage, for these services or for all.
pub(super) async fn here(
    connection: &mut AnyConnection,
    services: Option<Vec<String>>,
) -> sqlx::Result<BTreeMap<String, u64>> {
    let scope = ReportScope { services, submitted: 0..u64::MAX };
    let mut counts = BTreeMap::new();
    for StageSum { stage, here, .. } in stages(connection, &scope).await? {
        *counts.entry(stage).or_default() += here;
    }
    Ok(counts)
}

fn is_of_all_days(scope: &ReportScope) -> bool {
    scope.submitted == (0..u64::MAX)
}

/// The whole days of a period, and the remaining hours before and after them.
fn days_and_hours(period: Range<u64>) -> (Range<u64>, Vec<Range<u64>>) {
    let (first, last) = (period.start.div_ceil(DAY_MS), period.end / DAY_MS);
    let (days, mut hours) = match first < last {
        true => (first..last, vec![period.start..first * DAY_MS, last * DAY_MS..period.end]),
        false => (first..first, vec![period]),
    };
    // Nothing is submitted at the end of time.
    hours.retain(|hours| hours.start < hours.end && hours.end < u64::MAX);
    (days, hours)
}

async fn stages(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<Vec<StageSum>> {
    let rows = query(scope, stages_sql(scope)).fetch_all(tx).await?;
    let sum = |row: &sqlx::any::AnyRow| {
        Ok(StageSum {
            service: row.text("service")?,
            stage: row.text("stage")?,
            reason: row.text("reason")?,
            reached: row.count("reached")?,
            here: row.count("here")?,
        })
    };
    rows.iter().map(sum).collect()
}

/// The sums of the whole days, plus counts for the remaining hours.
fn stages_sql(scope: &ReportScope) -> String {
    let (Range { start, end }, hours) = days_and_hours(scope.submitted.clone());
    let days = match is_of_all_days(scope) {
        // The sums of 32 days each.
        true => "day < 0".to_owned(),
        false => format!("day >= {} AND day < {}", int(start), int(end)),
    };
    let mut parts =
        vec![format!("SELECT service, stage, reason, reached, here FROM stage_days WHERE {days}")];
    parts.extend(hours.into_iter().map(|Range { start, end }| {
        format!(
            "SELECT service, stage, reason, is_first AS reached, \
             CASE WHEN took IS NULL THEN 1 ELSE 0 END AS here FROM stage_visits \
             WHERE referral_id >= {} AND referral_id < {}",
            int(start),
            int(end)
        )
    }));
    format!(
        "SELECT service, stage, reason, CAST(SUM(reached) AS BIGINT) AS reached, \
         CAST(SUM(here) AS BIGINT) AS here \
         FROM ({}) AS s WHERE 1 = 1{} GROUP BY service, stage, reason",
        parts.join(" UNION ALL "),
        of_services(scope, "service")
    )
}

/// How many days the longer sums of durations cover. In the sums over all days, it is also the
/// width of a bucket of running stays.
const LONG: u64 = 32;

/// The number of days that stands for all days.
const FOREVER: u64 = 200_000_000;

/// The number of stays in each bucket of durations, shortest first, by stage and by whether they
/// are still running.
type Lengths = BTreeMap<(String, bool), Vec<(i64, u64)>>;

async fn lengths(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<Lengths> {
    let mut lengths = Lengths::new();
    for row in query(scope, lengths_sql(scope)).fetch_all(tx).await? {
        let of_stage = lengths.entry((row.text("stage")?, row.int("runs")? == 1)).or_default();
        of_stage.push((row.int("bucket")?, row.count("stays")?));
    }
    Ok(lengths)
}

/// The histogram from the sums of whole days (the longest possible) and from the remaining hours.
fn lengths_sql(scope: &ReportScope) -> String {
    let (Range { start, end }, hours) = days_and_hours(scope.submitted.clone());
    let (first, last) = (start.next_multiple_of(LONG), end / LONG * LONG);
    let days = match first < last {
        _ if is_of_all_days(scope) => vec![(FOREVER, 0..1)],
        true => vec![(1, start..first), (LONG, first..last), (1, last..end)],
        false => vec![(1, start..end)],
    };
    let sums = days.into_iter().map(|(days, Range { start, end })| {
        format!(
            "SELECT service, stage, runs, bucket, stays FROM stage_lengths \
             WHERE days = {days} AND day >= {} AND day < {}",
            int(start),
            int(end)
        )
    });
    let counted = hours.into_iter().map(|Range { start, end }| {
        format!(
            "SELECT service, stage, runs, bucket, 1 AS stays FROM visit_lengths \
             WHERE days = 1 AND referral_id >= {} AND referral_id < {}",
            int(start),
            int(end)
        )
    });
    format!(
        "SELECT stage, CAST(runs AS BIGINT) AS runs, bucket, CAST(SUM(stays) AS BIGINT) AS stays \
         FROM ({}) AS s WHERE 1 = 1{} GROUP BY stage, runs, bucket \
         ORDER BY CASE runs WHEN 1 THEN -bucket ELSE bucket END",
        sums.chain(counted).collect::<Vec<_>>().join(" UNION ALL "),
        of_services(scope, "service")
    )
}

/// Estimates the median and the 90th percentile (nearest rank) as the middles of their buckets.
/// Buckets of finished stays have the same two leading digits, so the error is at most 5 %. Buckets
/// of running stays are days (UTC) on which they began, so the error is at most half a day.
async fn quantiles(
    tx: &mut AnyConnection,
    scope: &ReportScope,
    stage: &str,
    runs: bool,
    buckets: &[(i64, u64)],
) -> sqlx::Result<Quantiles> {
    let count = buckets.iter().map(|(_, stays)| stays).sum::<u64>();
    let mut quantiles = [0; 2];
    for (quantile, percent) in quantiles.iter_mut().zip([50, 90]) {
        let found = bucket_of(buckets, (count * percent).div_ceil(100));
        let (mut least, rank) = found.ok_or(sqlx::Error::RowNotFound)?;
        if runs && is_of_all_days(scope) {
            let day = bucket_of(&days_of(tx, scope, stage, least).await?, rank);
            (least, _) = day.ok_or(sqlx::Error::RowNotFound)?;
        }
        let least = u64::try_from(least).unwrap_or_default();
        let digits = least.checked_ilog10().unwrap_or_default();
        let width = if runs { DAY_MS } else { 10_u64.pow(digits.saturating_sub(1)) };
        *quantile = least + width / 2;
    }
    let [median, p90] = quantiles;
    Ok(Quantiles { count, median, p90 })
}

/// The bucket of the stay with this rank (from 1), and the rank within the bucket.
fn bucket_of(buckets: &[(i64, u64)], mut rank: u64) -> Option<(i64, u64)> {
    for &(least, stays) in buckets {
        if rank <= stays {
            return Some((least, rank));
        }
        rank -= stays;
    }
    None
}

/// The days of a bucket of running stays in the sums over all days, from the sums of 32 days.
async fn days_of(
    tx: &mut AnyConnection,
    scope: &ReportScope,
    stage: &str,
    least: i64,
) -> sqlx::Result<Vec<(i64, u64)>> {
    let of_stage = scope.services.as_ref().map_or(0, Vec::len) + 1;
    let sql = format!(
        "SELECT l.bucket, CAST(SUM(l.stays) AS BIGINT) AS stays \
         FROM (SELECT DISTINCT day, service, stage FROM stage_days \
         WHERE day < 0 AND here > 0 AND stage = ${of_stage}{}) AS d \
         JOIN stage_lengths AS l ON l.days = {LONG} AND l.day = (-1 - d.day) * {LONG} \
         AND l.service = d.service AND l.stage = d.stage AND l.runs = 1 \
         AND l.bucket >= {least} AND l.bucket < {} GROUP BY l.bucket ORDER BY l.bucket DESC",
        of_services(scope, "service"),
        least + int(LONG * DAY_MS)
    );
    let rows = query(scope, sql).bind(stage.to_owned()).fetch_all(tx).await?;
    rows.iter().map(|row| Ok((row.int("bucket")?, row.count("stays")?))).collect()
}

async fn referrers(
    dialect: Dialect,
    tx: &mut AnyConnection,
    scope: &ReportScope,
) -> sqlx::Result<Vec<ReferrerSum>> {
    let sum = |row: &sqlx::any::AnyRow| {
        Ok(ReferrerSum {
            name: row.text("referrer_name")?,
            mobile: row.text("referrer_mobile")?,
            referrals: row.count("referrals")?,
            successful: row.count("successful")?,
            points: points(row)?,
        })
    };
    query(scope, referrers_sql(dialect, scope)).fetch_all(tx).await?.iter().map(sum).collect()
}

/// The referrers with the most successful referrals, and how many they have made.
fn referrers_sql(dialect: Dialect, scope: &ReportScope) -> String {
    let top = match scope.services.as_deref() {
        // The stored sums of a service or of all.
        None if is_of_all_days(scope) => format!("referrers AS s WHERE s.service = '{ALL}'"),
        Some([_]) if is_of_all_days(scope) => "referrers AS s WHERE s.service = $1".to_owned(),
        _ => format!("({}) AS s WHERE 1 = 1", counted_referrers(dialect, scope)),
    };
    format!(
        "SELECT l.referrer_name, l.referrer_mobile, s.referrals, s.successful, s.points_high, \
         s.points_low FROM (SELECT s.* FROM {top} AND s.successful > 0 \
         ORDER BY s.successful DESC, s.number LIMIT {TOP_REFERRERS}) AS s \
         JOIN referrals AS l ON l.id = s.latest ORDER BY s.successful DESC, s.number"
    )
}

/// A statement for the same sums by reading each successful referral of the scope, and then each
/// referral of the most successful referrers.
fn counted_referrers(dialect: Dialect, scope: &ReportScope) -> String {
    // Otherwise SQLite sorts all referrals of the stage.
    let index = match dialect {
        Dialect::Sqlite if is_of_all_days(scope) => " INDEXED BY referrals_successful",
        Dialect::Sqlite => " INDEXED BY referrals_successful_by_time",
        Dialect::Postgres => "",
    };
    let Range { start, end } = &scope.submitted;
    let of_scope = |service| {
        let (start, end, services) = (int(*start), int(*end), of_services(scope, service));
        format!("r.id >= {start} AND r.id < {end}{services}")
    };
    format!(
        "SELECT t.number, t.successful, COUNT(*) AS referrals, \
         {POINTS}, MAX(r.id) AS latest \
         FROM (SELECT r.referrer_number AS number, COUNT(*) AS successful FROM referrals AS r{index} \
         WHERE r.stage = 'successful' AND r.referrer_number <> '' AND {} GROUP BY r.referrer_number \
         ORDER BY COUNT(*) DESC, r.referrer_number LIMIT {TOP_REFERRERS}) AS t \
         CROSS JOIN referrals AS r WHERE r.referrer_number = t.number AND {} \
         GROUP BY t.number, t.successful",
        of_scope("r.shown_service"),
        // Along the index of the referrer: whoever has few referrals may have a service with many.
        of_scope("r.shown_service || ''")
    )
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;

    /// At the sizes of the other tests, reading all rows would not be noticed.
    #[tokio::test]
    async fn scenario_10_a_report_reads_no_table_whole() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/plans.db", folder.path().display());
        let store = Store::open(&url).await.unwrap();
        let half = DAY_MS / 2;
        // A year that begins in the middle of a day.
        let year = 20_000 * DAY_MS + half..20_365 * DAY_MS + half;
        for (submitted, of_days, of_successful) in [
            (0..u64::MAX, "(day<?)", "referrers_by_success (service=? AND successful>?)"),
            (year, "(day>? AND day<?)", "referrals_successful_by_time (id>? AND id<?)"),
        ] {
            let scope = ReportScope { services: Some(vec!["others".to_owned()]), submitted };
            let mut plan = String::new();
            let referrers = referrers_sql(store.dialect, &scope);
            for sql in [stages_sql(&scope), lengths_sql(&scope), referrers] {
                let rows = query(&scope, format!("EXPLAIN QUERY PLAN {sql}"));
                for row in rows.fetch_all(&store.readers).await.unwrap() {
                    plan += &(row.get::<String, _>("detail") + "\n");
                }
            }
            let of_days = format!("SEARCH stage_days USING PRIMARY KEY {of_days}");
            let of_lengths = "SEARCH stage_lengths USING PRIMARY KEY (days=? AND day>?";
            for part in [&of_days, of_lengths, of_successful] {
                assert!(plan.contains(part), "{part} is not in\n{plan}");
            }
            // Of subqueries, what they have found is read whole.
            let found = ["SCAN s", "SCAN t", "SCAN CONSTANT ROW"];
            let is_scan = |line: &&str| line.starts_with("SCAN") && !found.contains(line);
            assert_eq!(plan.lines().filter(is_scan).collect::<Vec<_>>(), [""; 0], "{plan}");
        }
    }
}
