//! What referrals add up to. Days are summed up already; how long stays were is a walk along an index
//! that is in the order of their lengths.

use std::collections::BTreeMap;
use std::ops::Range;

use api::{DAY_MS, TOP_REFERRERS};
use domain::event::Stage;
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe};

use super::Store;
use super::dialect::Dialect;
use super::row::{Fields, int};
use super::text::word;
use crate::{Quantiles, ReferrerSum, ReportScope, ReportSums, StageSum};

/// What the referrals of a report add up to.
pub(super) async fn sums(store: &Store, scope: &ReportScope) -> sqlx::Result<ReportSums> {
    let sums = stages(store, scope).await?;
    let mut finished = BTreeMap::<&str, u64>::new();
    let mut running = BTreeMap::<&str, u64>::new();
    for StageSum { stage, here, visits, .. } in &sums {
        *finished.entry(stage).or_default() += visits.saturating_sub(*here);
        *running.entry(stage).or_default() += here;
    }
    let is_open = |stage: &str| Stage::from(stage.to_owned()).is_open();
    // One after the other: whoever looks at a report takes one connection of those that read.
    let mut report = ReportSums {
        finished: BTreeMap::new(),
        running: BTreeMap::new(),
        referrers: referrers(store, scope).await?,
        sums: Vec::new(),
    };
    for (counts, stays, known) in [
        (finished, Stays::Finished, &mut report.finished),
        (running, Stays::Running, &mut report.running),
    ] {
        for (stage, count) in
            counts.into_iter().filter(|&(stage, count)| count > 0 && is_open(stage))
        {
            known.extend(quantiles(store, scope, stays, stage.to_owned(), count).await?);
        }
    }
    report.sums = sums;
    Ok(report)
}

/// The conditions of a report on some columns, with the values that they take from a place on.
struct Conditions {
    text: String,
    values: Vec<i64>,
    services: Vec<String>,
}

impl Conditions {
    /// On an id and a service.
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

    fn bind<'q>(&self, query: Query<'q, Any, AnyArguments>) -> Query<'q, Any, AnyArguments> {
        let query = self.values.iter().fold(query, |query, &value| query.bind(value));
        self.services.iter().fold(query, |query, service| query.bind(service.clone()))
    }
}

/// The sums of whole days, and of the hours before and after them, which are counted.
async fn stages(store: &Store, scope: &ReportScope) -> sqlx::Result<Vec<StageSum>> {
    const OF_VISITS: &str = "SELECT service, stage, reason, is_first AS reached, \
        CASE WHEN took IS NULL THEN 1 ELSE 0 END AS here, 1 AS visits FROM stage_visits";
    let Range { start, end } = scope.submitted;
    let (first, last) = (start.div_ceil(DAY_MS), end / DAY_MS);
    let whole = if first < last { (first, last) } else { (first, first) };
    let edges = match first < last {
        true => [start..first * DAY_MS, last * DAY_MS..end],
        false => [start..end, 0..0],
    };
    let days = format!(
        "SELECT service, stage, reason, reached, here, visits FROM stage_days \
         WHERE day >= {} AND day < {}",
        int(whole.0),
        int(whole.1)
    );
    let mut parts = vec![days];
    for Range { start, end } in edges {
        // Nothing is submitted at the end of time.
        if start < end && end < u64::MAX {
            let (start, end) = (int(start), int(end));
            parts.push(format!("{OF_VISITS} WHERE referral_id >= {start} AND referral_id < {end}"));
        }
    }
    let services =
        Conditions::of(&ReportScope { submitted: 0..u64::MAX, ..scope.clone() }, "0", "service", 1);
    let sql = format!(
        "SELECT service, stage, reason, CAST(SUM(reached) AS BIGINT) AS reached, \
         CAST(SUM(here) AS BIGINT) AS here, CAST(SUM(visits) AS BIGINT) AS visits \
         FROM ({}) AS s WHERE 1 = 1{} GROUP BY service, stage, reason",
        parts.join(" UNION ALL "),
        services.text
    );
    let rows = services.bind(sqlx::query(AssertSqlSafe(sql))).fetch_all(&store.readers).await?;
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

/// Which stays in a stage.
#[derive(Clone, Copy)]
enum Stays {
    /// Those that are over, by their length.
    Finished,
    /// Those that go on, by when they began.
    Running,
}

/// The quantiles of so many stays in a stage; `None` if they have gone meanwhile.
async fn quantiles(
    store: &Store,
    scope: &ReportScope,
    stays: Stays,
    stage: String,
    count: u64,
) -> sqlx::Result<Option<(String, Quantiles)>> {
    let (column, condition, order) = match stays {
        Stays::Finished => ("took", "took IS NOT NULL", ["took", "took DESC"]),
        // The longest began first.
        Stays::Running => ("entered_at", "took IS NULL", ["entered_at DESC", "entered_at"]),
    };
    let conditions = Conditions::of(scope, "referral_id", "service", 3);
    let at = async |order: &str, offset: u64| {
        let sql = format!(
            "SELECT {column} AS value FROM stage_visits WHERE stage = $1 AND {condition}{} \
             ORDER BY {order} LIMIT 1 OFFSET $2",
            conditions.text
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(stage.clone()).bind(int(offset));
        let row = conditions.bind(query).fetch_optional(&store.readers).await?;
        row.map(|row| row.count("value")).transpose()
    };
    // The nearest rank.
    let median = at(order[0], (count - 1) / 2).await?;
    let p90 = at(order[1], count - (count * 9).div_ceil(10)).await?;
    let quantiles = median.zip(p90).map(|(median, p90)| Quantiles { count, median, p90 });
    Ok(quantiles.map(|quantiles| (stage, quantiles)))
}

/// Who has the most successful referrals, and how many they have made.
async fn referrers(store: &Store, scope: &ReportScope) -> sqlx::Result<Vec<ReferrerSum>> {
    let conditions = Conditions::of(scope, "r.id", "r.shown_service", 2);
    // SQLite would rather sort those of the stage.
    let index = match store.dialect {
        Dialect::Sqlite => " INDEXED BY referrals_successful",
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
    let mut connection = store.readers.acquire().await?;
    let of_them = Conditions::of(scope, "r.id", "r.shown_service", 3);
    let sql = format!(
        "SELECT l.referrer_name, l.referrer_mobile, (SELECT COUNT(*) FROM referrals AS r \
         WHERE r.referrer_number = $1{}) AS referrals FROM referrals AS l WHERE l.id = $2",
        of_them.text
    );
    let mut referrers = Vec::new();
    for row in conditions.bind(top).fetch_all(&mut *connection).await? {
        let query = sqlx::query(AssertSqlSafe(sql.clone()));
        let query = query.bind(row.text("number")?).bind(row.int("latest")?);
        // Erased meanwhile, they are nobody's any more.
        let Some(latest) = of_them.bind(query).fetch_optional(&mut *connection).await? else {
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
