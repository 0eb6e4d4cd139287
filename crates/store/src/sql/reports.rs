//! The numbers of reports. Triggers maintain sums for each day and for all days together, and
//! histograms of the durations of stays. A quantile is found by reading one bucket of the histogram
//! along an index.

use std::collections::BTreeMap;
use std::ops::Range;

use api::{DAY_MS, TOP_REFERRERS};
use domain::event::Stage;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use super::Store;
use super::dialect::Dialect;
use super::referrers::{ALL, points};
use super::row::{Fields, int};
use super::text::word;
use crate::{Quantiles, ReferrerSum, ReportScope, ReportSums, StageSum};

/// The numbers of a report, all from the same snapshot.
pub(super) async fn sums(store: &Store, scope: &ReportScope) -> sqlx::Result<ReportSums> {
    let mut tx = store.readers.begin_with(store.dialect.begin_snapshot()).await?;
    let mut report = ReportSums {
        sums: stages(&mut tx, scope).await?,
        referrers: referrers(store.dialect, &mut tx, scope).await?,
        ..ReportSums::default()
    };
    for ((stage, runs), buckets) in lengths(&mut tx, scope).await? {
        let (stays, known) = match runs {
            true => (&RUNNING, &mut report.running),
            false => (&FINISHED, &mut report.finished),
        };
        if Stage::from(stage.clone()).is_open() {
            let quantiles = quantiles(&mut tx, scope, stays, &stage, &buckets).await?;
            known.insert(stage, quantiles);
        }
    }
    tx.rollback().await?;
    Ok(report)
}

/// The conditions of a report on some columns, with their values from a placeholder on.
struct Conditions {
    text: String,
    values: Vec<i64>,
    services: Vec<String>,
}

impl Conditions {
    /// The conditions on an id and a service.
    fn of(scope: &ReportScope, id: &str, service: &str, from: usize) -> Self {
        let mut conditions = Self { text: String::new(), values: Vec::new(), services: Vec::new() };
        let Range { start, end } = scope.submitted;
        if start > 0 {
            conditions.values.push(int(start));
            conditions.text += &format!(" AND {id} >= ${from}");
        }
        if end < u64::MAX {
            conditions.values.push(int(end));
            conditions.text += &format!(" AND {id} < ${}", from + conditions.values.len() - 1);
        }
        if let Some(services) = &scope.services {
            let first = from + conditions.values.len();
            let places = (first..first + services.len()).map(|place| format!("${place}"));
            let places = places.collect::<Vec<_>>().join(", ");
            conditions.text += &match services.is_empty() {
                true => " AND 1 = 0".to_owned(),
                false => format!(" AND {service} IN ({places})"),
            };
            conditions.services = services.iter().map(|service| word(service)).collect();
        }
        conditions
    }

    /// The conditions on the services only, from the first placeholder on.
    fn of_services(scope: &ReportScope) -> Self {
        Self::of(&ReportScope { submitted: 0..u64::MAX, ..scope.clone() }, "0", "service", 1)
    }

    fn bind<'q>(&self, query: Query<'q, Any, AnyArguments>) -> Query<'q, Any, AnyArguments> {
        let query = self.values.iter().fold(query, |query, &value| query.bind(value));
        self.services.iter().fold(query, |query, service| query.bind(service.clone()))
    }
}

/// How many referrals are in each stage, for these services or for all.
pub(super) async fn here(
    store: &Store,
    services: Option<Vec<String>>,
) -> sqlx::Result<BTreeMap<String, u64>> {
    let scope = ReportScope { services, submitted: 0..u64::MAX };
    let mut counts = BTreeMap::new();
    let mut connection = store.readers.acquire().await?;
    for StageSum { stage, here, .. } in stages(&mut connection, &scope).await? {
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

/// The sums of the whole days, plus counts for the remaining hours.
async fn stages(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<Vec<StageSum>> {
    let (Range { start, end }, hours) = days_and_hours(scope.submitted.clone());
    let days = match is_of_all_days(scope) {
        // The sums of 32 days each.
        true => "day < 0".to_owned(),
        false => format!("day >= {} AND day < {}", int(start), int(end)),
    };
    let mut parts = vec![format!(
        "SELECT service, stage, reason, reached, here, visits FROM stage_days WHERE {days}"
    )];
    parts.extend(hours.into_iter().map(|Range { start, end }| {
        format!(
            "SELECT service, stage, reason, is_first AS reached, \
             CASE WHEN took IS NULL THEN 1 ELSE 0 END AS here, 1 AS visits FROM stage_visits \
             WHERE referral_id >= {} AND referral_id < {}",
            int(start),
            int(end)
        )
    }));
    let services = Conditions::of_services(scope);
    let sql = format!(
        "SELECT service, stage, reason, CAST(SUM(reached) AS BIGINT) AS reached, \
         CAST(SUM(here) AS BIGINT) AS here, CAST(SUM(visits) AS BIGINT) AS visits \
         FROM ({}) AS s WHERE 1 = 1{} GROUP BY service, stage, reason",
        parts.join(" UNION ALL "),
        services.text
    );
    let rows = services.bind(sqlx::query(AssertSqlSafe(sql))).fetch_all(tx).await?;
    let sum = |row: &sqlx::any::AnyRow| {
        Ok(StageSum {
            service: row.text("service")?,
            stage: row.text("stage")?,
            reason: row.text("reason")?,
            reached: row.count("reached")?,
            here: row.count("here")?,
            visits: row.count("visits")?,
        })
    };
    rows.iter().map(sum).collect()
}

/// A kind of stays: its column, its condition, and the order from the shortest to the longest.
struct Stays {
    column: &'static str,
    condition: &'static str,
    order: &'static str,
}

const FINISHED: Stays = Stays { column: "took", condition: "took IS NOT NULL", order: "ASC" };

/// Running stays: the longest began first.
const RUNNING: Stays = Stays { column: "entered_at", condition: "took IS NULL", order: "DESC" };

/// How many days the longer sums of durations cover. In the sums over all days, it is also the
/// width of a bucket of running stays.
const LONG: u64 = 32;

/// The number of days that stands for all days.
const FOREVER: u64 = 200_000_000;

/// The width of a bucket. Finished stays are in buckets of the same two leading digits.
fn width(scope: &ReportScope, column: &str, least: i64) -> i64 {
    match (column, is_of_all_days(scope)) {
        ("took", _) => 10_i64.pow(least.checked_ilog10().unwrap_or_default().saturating_sub(1)),
        (_, true) => int(LONG * DAY_MS),
        (_, false) => int(DAY_MS),
    }
}

/// The number of stays in each bucket of durations, shortest first, by stage and by whether they
/// are still running.
type Lengths = BTreeMap<(String, bool), Vec<(i64, u64)>>;

/// The histogram from the sums of whole days (the longest possible) and from the remaining hours.
async fn lengths(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<Lengths> {
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
    let services = Conditions::of_services(scope);
    let sql = format!(
        "SELECT stage, CAST(runs AS BIGINT) AS runs, bucket, CAST(SUM(stays) AS BIGINT) AS stays \
         FROM ({}) AS s WHERE 1 = 1{} GROUP BY stage, runs, bucket \
         ORDER BY CASE runs WHEN 1 THEN -bucket ELSE bucket END",
        sums.chain(counted).collect::<Vec<_>>().join(" UNION ALL "),
        services.text
    );
    let mut lengths = Lengths::new();
    for row in services.bind(sqlx::query(AssertSqlSafe(sql))).fetch_all(tx).await? {
        let of_stage = lengths.entry((row.text("stage")?, row.int("runs")? == 1)).or_default();
        of_stage.push((row.int("bucket")?, row.count("stays")?));
    }
    Ok(lengths)
}

/// The quantiles of the stays in a stage, by nearest rank. The histogram gives the bucket, which is
/// then read.
async fn quantiles(
    tx: &mut AnyConnection,
    scope: &ReportScope,
    Stays { column, condition, order }: &Stays,
    stage: &str,
    buckets: &[(i64, u64)],
) -> sqlx::Result<Quantiles> {
    let conditions = Conditions::of(scope, "referral_id", "service", 5);
    let sql = format!(
        "SELECT {column} AS value FROM stage_visits WHERE stage = $1 AND {condition} \
         AND {column} >= $2 AND {column} < $3{} ORDER BY {column} {order} LIMIT 1 OFFSET $4",
        conditions.text
    );
    let count = buckets.iter().map(|(_, stays)| stays).sum::<u64>();
    let mut values = [0; 2];
    for (value, percent) in values.iter_mut().zip([50, 90]) {
        let mut rank = (count * percent).div_ceil(100) - 1;
        let mut buckets = buckets.iter();
        let found = buckets.find(|&&(_, stays)| {
            let is_here = rank < stays;
            rank -= if is_here { 0 } else { stays };
            is_here
        });
        let &(least, _) = found.ok_or(sqlx::Error::RowNotFound)?;
        let query = sqlx::query(AssertSqlSafe(sql.clone())).bind(stage.to_owned());
        let query = query.bind(least).bind(least + width(scope, column, least)).bind(int(rank));
        *value = conditions.bind(query).fetch_one(&mut *tx).await?.count("value")?;
    }
    let [median, p90] = values;
    Ok(Quantiles { count, median, p90 })
}

/// The referrers with the most successful referrals, and how many they have made.
async fn referrers(
    dialect: Dialect,
    tx: &mut AnyConnection,
    scope: &ReportScope,
) -> sqlx::Result<Vec<ReferrerSum>> {
    match scope.services.as_deref() {
        None if is_of_all_days(scope) => referrers_of_all_days(tx, ALL).await,
        Some([service]) if is_of_all_days(scope) => referrers_of_all_days(tx, &word(service)).await,
        _ => count_referrers(dialect, tx, scope).await,
    }
}

/// The same from the stored sums of a service or of all.
async fn referrers_of_all_days(
    tx: &mut AnyConnection,
    service: &str,
) -> sqlx::Result<Vec<ReferrerSum>> {
    let rows = sqlx::query(
        "SELECT l.referrer_name, l.referrer_mobile, s.referrals, s.successful, s.points_high, \
         s.points_low FROM referrers AS s JOIN referrals AS l ON l.id = s.latest \
         WHERE s.service = $1 AND s.successful > 0 ORDER BY s.successful DESC, s.number LIMIT $2",
    )
    .bind(service.to_owned())
    .bind(i64::from(TOP_REFERRERS));
    let sum = |row: &sqlx::any::AnyRow| {
        Ok(ReferrerSum {
            name: row.text("referrer_name")?,
            mobile: row.text("referrer_mobile")?,
            referrals: row.count("referrals")?,
            successful: row.count("successful")?,
            points: points(row)?,
        })
    };
    rows.fetch_all(tx).await?.iter().map(sum).collect()
}

/// The same by reading each successful referral.
async fn count_referrers(
    dialect: Dialect,
    tx: &mut AnyConnection,
    scope: &ReportScope,
) -> sqlx::Result<Vec<ReferrerSum>> {
    let conditions = Conditions::of(scope, "r.id", "r.shown_service", 2);
    // Otherwise SQLite sorts all referrals of the stage.
    let index = match dialect {
        Dialect::Sqlite if scope.submitted == (0..u64::MAX) => " INDEXED BY referrals_successful",
        Dialect::Sqlite => " INDEXED BY referrals_successful_by_time",
        Dialect::Postgres => "",
    };
    let top = format!(
        "SELECT r.referrer_number AS number, COUNT(*) AS successful, \
         CAST(SUM(r.points) AS TEXT) AS points, MAX(r.id) AS latest \
         FROM referrals AS r{index} \
         WHERE r.stage = 'successful' AND r.referrer_number <> ''{} GROUP BY r.referrer_number \
         ORDER BY COUNT(*) DESC, r.referrer_number LIMIT $1",
        conditions.text
    );
    let top = sqlx::query(AssertSqlSafe(top)).bind(i64::from(TOP_REFERRERS));
    let of_them = Conditions::of(scope, "r.id", "r.shown_service", 3);
    let sql = format!(
        "SELECT l.referrer_name, l.referrer_mobile, (SELECT COUNT(*) FROM referrals AS r \
         WHERE r.referrer_number = $1{}) AS referrals FROM referrals AS l WHERE l.id = $2",
        of_them.text
    );
    let mut referrers = Vec::new();
    for row in conditions.bind(top).fetch_all(&mut *tx).await? {
        let query = sqlx::query(AssertSqlSafe(sql.clone()));
        let query = query.bind(row.text("number")?).bind(row.int("latest")?);
        // Erased in the meantime.
        let Some(latest) = of_them.bind(query).fetch_optional(&mut *tx).await? else {
            continue;
        };
        referrers.push(ReferrerSum {
            name: latest.text("referrer_name")?,
            mobile: latest.text("referrer_mobile")?,
            referrals: latest.count("referrals")?,
            successful: row.count("successful")?,
            points: row.text("points")?.parse().unwrap_or(u64::MAX),
        });
    }
    Ok(referrers)
}
