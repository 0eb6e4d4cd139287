//! The numbers of reports, counted when they are asked for along indexes that have all they need.

use std::collections::BTreeMap;
use std::ops::Range;

use api::{DAY_MS, OpeningReport, SourceKind, SourceReport, TOP_OPENINGS, TOP_REFERRERS};
use domain::event::Stage;
use sqlx::AnyConnection;

use crate::db::Result;
use crate::db::Store;
use crate::db::dialect::Dialect;
use crate::db::fault::retry;
use crate::db::row::{Fields, int};
use crate::db::statement::Statement;
use crate::db::text::word;
use crate::referrals::sql::listing::{POINTS, points};
use crate::referrals::sql::referrals;
use crate::reports::records::{
    IntervalSum, Quantiles, ReferrerSum, ReportScope, ReportSums, StageSum,
};

impl Store {
    /// The numbers of a report, all from the same snapshot.
    pub async fn report(&self, scope: &ReportScope) -> Result<ReportSums> {
        retry!(self, "report", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let sums = stages(&mut tx, scope).await?;
            let report = ReportSums {
                sources: sources(&mut tx, scope, &sums).await?,
                finished: quantiles(&mut tx, scope, &sums, &FINISHED).await?,
                running: quantiles(&mut tx, scope, &sums, &RUNNING).await?,
                openings: openings(&mut tx, scope).await?,
                referrers: referrers(self.dialect, &mut tx, scope).await?,
                sums,
            };
            tx.rollback().await?;
            Ok(report)
        })
    }

    /// What has become of the referrals of intervals of submission, all from the same snapshot.
    pub async fn intervals(&self, scopes: &[ReportScope]) -> Result<Vec<IntervalSum>> {
        retry!(self, "intervals", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let mut sums = Vec::new();
            for scope in scopes {
                sums.push(interval(&mut tx, scope).await?);
            }
            tx.rollback().await?;
            Ok(sums)
        })
    }
}

/// The current stays of the referrals of a scope, which are read in the order of submission.
fn current(scope: &ReportScope, what: &str) -> Statement {
    let select = Statement::new("SELECT ").add(what).add(" FROM stays WHERE took IS NULL AND ");
    within(select, scope, ["referral_id", "service || ''", "owner"])
}

/// How many are in each stage now.
fn counts_of(scope: &ReportScope) -> Statement {
    current(scope, "stage, COUNT(*) AS here").add(" GROUP BY stage")
}

/// How long the one with this rank took from its submission to success, from 0, the quickest first.
fn to_success(scope: &ReportScope, rank: u64) -> Statement {
    current(scope, "entered_at - referral_id AS value")
        .add(" AND stage || '' = ")
        .bind(Stage::Successful.as_str())
        .add(" ORDER BY entered_at - referral_id LIMIT 1 OFFSET ")
        .bind(int(rank))
}

async fn interval(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<IntervalSum> {
    let mut sum = IntervalSum::default();
    for row in counts_of(scope).rows(&mut *tx).await? {
        sum.stages.insert(row.text("stage")?, row.count("here")?);
    }
    if let Some(count) = sum.stages.get(Stage::Successful.as_str()) {
        let row = to_success(scope, (count - 1) / 2).row(&mut *tx).await?;
        sum.to_success = Some(row.ok_or(sqlx::Error::RowNotFound)?.count("value")?);
    }
    Ok(sum)
}

/// Adds the conditions of a scope on the columns with the instant of submission, the service and the owner. A plus
/// sign or a concatenation keeps the index of a column out.
fn within(
    select: Statement,
    scope: &ReportScope,
    [submitted, service, owner]: [&str; 3],
) -> Statement {
    // Without this, PostgreSQL would expect few rows of all days, and sort them.
    let mut select = match scope.submitted {
        Range { start: 0, end: u64::MAX } => select.add("1 = 1"),
        Range { start, end } => {
            let select = select.add(submitted).add(" >= ").bind(int(start));
            select.add(" AND ").add(submitted).add(" < ").bind(int(end))
        }
    };
    if let Some(services) = &scope.services {
        select = select.add(" AND ").add(service).add(" IN (");
        select = select.bind_all(services.iter().map(|service| word(service))).add(")");
    }
    if let Some(owners) = &scope.owners {
        select = select.add(" AND ").add(owner).add(" IN (");
        select = select.bind_all(owners.iter().map(|owner| word(owner))).add(")");
    }
    select
}

async fn stages(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<Vec<StageSum>> {
    let sum = |row: &sqlx::any::AnyRow| {
        Ok(StageSum {
            service: row.text("service")?,
            stage: row.text("stage")?,
            reason: row.text("reason")?,
            reached: row.count("reached")?,
            finished: row.count("finished")?,
            here: row.count("here")?,
        })
    };
    stages_of(scope).rows(tx).await?.iter().map(sum).collect()
}

fn stages_of(scope: &ReportScope) -> Statement {
    let select = Statement::new(
        "SELECT service, stage, reason, CAST(SUM(is_first) AS BIGINT) AS reached, \
         COUNT(took) AS finished, COUNT(*) - COUNT(took) AS here FROM stays WHERE ",
    );
    let select = within(select, scope, ["+referral_id", "service", "owner"]);
    select.add(" GROUP BY service, stage, reason")
}

/// Stays that are over, or not; the column whose quantiles are asked for, from the shortest stay to the longest;
/// and how many there are.
struct Stays {
    condition: &'static str,
    column: &'static str,
    shortest_first: [&'static str; 2],
    count: fn(&StageSum) -> u64,
}

const FINISHED: Stays = Stays {
    condition: "took IS NOT NULL",
    column: "took",
    shortest_first: ["", " DESC"],
    count: |sum| sum.finished,
};

/// What began last is the shortest.
const RUNNING: Stays = Stays {
    condition: "took IS NULL",
    column: "entered_at",
    shortest_first: [" DESC", ""],
    count: |sum| sum.here,
};

impl Stays {
    /// The value with this rank, from 0, among so many: from the nearer end.
    fn ranked(&self, scope: &ReportScope, stage: &Stage, rank: u64, count: u64) -> Statement {
        let is_near = rank < count / 2;
        let [forwards, backwards] = self.shortest_first;
        let select = Statement::new("SELECT ").add(self.column).add(" AS value FROM stays WHERE ");
        let select = select.add(self.condition).add(" AND stage = ").bind(stage.as_str());
        let select = within(select.add(" AND "), scope, ["+referral_id", "service", "owner"]);
        let select = select.add(" ORDER BY ").add(self.column);
        let select = select.add(if is_near { forwards } else { backwards });
        let offset = if is_near { rank } else { count - 1 - rank };
        select.add(" LIMIT 1 OFFSET ").bind(int(offset))
    }
}

/// For each open stage that has had some: the median and the 90th percentile (nearest rank) of its stays.
async fn quantiles(
    tx: &mut AnyConnection,
    scope: &ReportScope,
    sums: &[StageSum],
    stays: &Stays,
) -> sqlx::Result<BTreeMap<String, Quantiles>> {
    let mut quantiles = BTreeMap::new();
    for stage in Stage::ALL.iter().filter(|stage| stage.is_open()) {
        let of_stage = sums.iter().filter(|sum| sum.stage == stage.as_str());
        let count: u64 = of_stage.map(stays.count).sum();
        if count == 0 {
            continue;
        }
        let mut values = [0; 2];
        for (value, percent) in values.iter_mut().zip([50, 90]) {
            let rank = (count * percent).div_ceil(100) - 1;
            let row = stays.ranked(scope, stage, rank, count).row(&mut *tx).await?;
            *value = row.ok_or(sqlx::Error::RowNotFound)?.count("value")?;
        }
        let [median, p90] = values;
        quantiles.insert(stage.as_str().to_owned(), Quantiles { count, median, p90 });
    }
    Ok(quantiles)
}

/// How the referrals of a scope came, along an index of those that came in other ways than by the form: all others
/// came by it.
async fn sources(
    tx: &mut AnyConnection,
    scope: &ReportScope,
    sums: &[StageSum],
) -> sqlx::Result<Vec<SourceReport>> {
    let here = |sum: &StageSum| sum.here;
    let successful = sums.iter().filter(|sum| sum.stage == Stage::Successful.as_str());
    let [asked, agreed, refused] = consents(&mut *tx, scope).await?;
    let mut form = SourceReport {
        source: SourceKind::Form,
        opened: None,
        submitted: sums.iter().map(here).sum(),
        asked,
        agreed,
        refused,
        successful: successful.map(here).sum(),
    };
    let mut counted = BTreeMap::new();
    for row in other_sources(scope).rows(&mut *tx).await? {
        let consents = consents_in(&row)?;
        let counts = (row.count("submitted")?, row.count("successful")?, consents);
        counted.insert(row.text("source")?, counts);
    }
    let mut sources = Vec::new();
    for source in SourceKind::ALL.into_iter().filter(|source| *source != SourceKind::Form) {
        let (submitted, successful, [asked, agreed, refused]) =
            counted.get(source.as_str()).copied().unwrap_or_default();
        let opened = match source {
            SourceKind::Link => opened(&mut *tx, scope).await?,
            _ => None,
        };
        for (all, other) in [
            (&mut form.submitted, submitted),
            (&mut form.asked, asked),
            (&mut form.agreed, agreed),
            (&mut form.refused, refused),
            (&mut form.successful, successful),
        ] {
            *all = all.saturating_sub(other);
        }
        sources.push(SourceReport {
            source,
            opened,
            submitted,
            asked,
            agreed,
            refused,
            successful,
        });
    }
    sources.insert(0, form);
    Ok(sources)
}

/// How many were asked, agree and refuse.
const CONSENTS: &str = "COUNT(CASE WHEN consent <> '' THEN 1 END) AS asked, \
                        COUNT(CASE WHEN consent = 'agreed' THEN 1 END) AS agreed, \
                        COUNT(CASE WHEN consent = 'refused' THEN 1 END) AS refused";

fn consents_in(row: &sqlx::any::AnyRow) -> sqlx::Result<[u64; 3]> {
    Ok([row.count("asked")?, row.count("agreed")?, row.count("refused")?])
}

/// The same of all referrals of a scope, along an index of those whose person has said something, or was asked.
async fn consents(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<[u64; 3]> {
    let row = consents_of(scope).row(&mut *tx).await?;
    consents_in(&row.ok_or(sqlx::Error::RowNotFound)?)
}

fn consents_of(scope: &ReportScope) -> Statement {
    let select = Statement::new("SELECT ").add(CONSENTS);
    let select = select.add(" FROM referrals WHERE consent <> '' AND ");
    within(select, scope, ["id", "service || ''", "owner || ''"])
}

fn other_sources(scope: &ReportScope) -> Statement {
    let select = Statement::new(
        "SELECT source, COUNT(*) AS submitted, \
         COUNT(CASE WHEN stage = 'successful' THEN 1 END) AS successful, ",
    );
    let select = select.add(CONSENTS).add(" FROM referrals WHERE source <> 'form' AND ");
    let select = within(select, scope, ["+id", "service || ''", "owner || ''"]);
    select.add(" GROUP BY source")
}

/// The vacancies and courses with the most referrals of a scope.
async fn openings(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<Vec<OpeningReport>> {
    let report = |row: &sqlx::any::AnyRow| {
        Ok(OpeningReport {
            opening: row.text("opening")?,
            submitted: row.count("submitted")?,
            successful: row.count("successful")?,
        })
    };
    openings_of(scope).rows(tx).await?.iter().map(report).collect()
}

fn openings_of(scope: &ReportScope) -> Statement {
    let select = Statement::new(
        "SELECT opening, COUNT(*) AS submitted, \
         COUNT(CASE WHEN stage = 'successful' THEN 1 END) AS successful \
         FROM referrals WHERE opening <> '' AND ",
    );
    // Along the index of titles: most referrals are for none.
    let select = within(select, scope, ["+id", "service || ''", "owner || ''"]);
    let select = select.add(" GROUP BY opening ORDER BY COUNT(*) DESC, opening LIMIT ");
    select.bind(i64::from(TOP_OPENINGS))
}

/// How often links were opened in a period. A link is for all services and nobody's work.
async fn opened(tx: &mut AnyConnection, scope: &ReportScope) -> sqlx::Result<Option<u64>> {
    if scope.services.is_some() || scope.owners.is_some() {
        return Ok(None);
    }
    let [first, last] = [scope.submitted.start, scope.submitted.end.saturating_sub(1)];
    let opened = sqlx::query(
        "SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) AS opened FROM link_opens \
         WHERE day BETWEEN $1 AND $2",
    );
    let opened = opened.bind(int(first / DAY_MS)).bind(int(last / DAY_MS));
    opened.fetch_one(tx).await?.count("opened").map(Some)
}

/// The referrers with the most successful referrals, and how many they have made.
async fn referrers(
    dialect: Dialect,
    tx: &mut AnyConnection,
    scope: &ReportScope,
) -> sqlx::Result<Vec<ReferrerSum>> {
    let mut referrers = Vec::new();
    for row in best(dialect, scope).rows(&mut *tx).await? {
        let made = Statement::new("SELECT COUNT(*) AS referrals, MAX(id) AS latest, ").add(POINTS);
        let made = made.add(" FROM referrals WHERE referrer_number = ").bind(row.text("number")?);
        // Along the index of the referrer: whoever has few referrals may have a service with many.
        let made = within(made.add(" AND "), scope, ["id", "service || ''", "owner || ''"]);
        let made = made.row(&mut *tx).await?;
        let made = made.ok_or(sqlx::Error::RowNotFound)?;
        let latest = referrals::find_by_id(&mut *tx, made.int("latest")?).await?;
        let latest = latest.ok_or(sqlx::Error::RowNotFound)?;
        let latest = latest.referral();
        referrers.push(ReferrerSum {
            name: latest.referrer_name.clone(),
            mobile: latest.referrer_mobile.clone(),
            referrals: made.count("referrals")?,
            successful: row.count("successful")?,
            points: points(&made)?,
        });
    }
    Ok(referrers)
}

fn best(dialect: Dialect, scope: &ReportScope) -> Statement {
    let select =
        Statement::new("SELECT referrer_number AS number, COUNT(*) AS successful FROM referrals");
    // Otherwise SQLite sorts all referrals of the stage.
    let select = select.add(dialect.by_index(" INDEXED BY referrals_successful"));
    let select = select.add(" WHERE stage = 'successful' AND referrer_number <> '' AND ");
    let select = within(select, scope, ["+id", "service || ''", "owner || ''"]);
    let select =
        select.add(" GROUP BY referrer_number ORDER BY COUNT(*) DESC, referrer_number LIMIT ");
    select.bind(i64::from(TOP_REFERRERS))
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;

    /// At the sizes of the other tests, reading whole rows and sorting them would not be noticed.
    #[tokio::test]
    async fn scenario_10_a_report_reads_indexes_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/plans.db", folder.path().display());
        let store = Store::open(&url).await.unwrap();
        let all = ReportScope { services: None, owners: None, submitted: 0..u64::MAX };
        let others = || Some(vec!["others".to_owned()]);
        let team = || Some(["asha", "ravi", "sara"].map(str::to_owned).to_vec());
        let scopes = [
            all.clone(),
            ReportScope { services: others(), ..all.clone() },
            ReportScope { owners: team(), ..all.clone() },
            ReportScope { services: others(), owners: team(), ..all },
        ];
        let in_period = |scope: &ReportScope| ReportScope { submitted: 5..9, ..scope.clone() };
        for scope in scopes.iter().map(in_period).chain(scopes.clone()) {
            let stage = Stage::Received;
            for (statement, sorts) in [
                (stages_of(&scope), false),
                (FINISHED.ranked(&scope, &stage, 1, 9), false),
                (RUNNING.ranked(&scope, &stage, 1, 9), false),
                (consents_of(&scope), false),
                (other_sources(&scope), false),
                // Titles and referrers, by how many referrals they have.
                (openings_of(&scope), true),
                (best(store.dialect, &scope), true),
            ] {
                let plan = statement.explained().query();
                let rows = plan.fetch_all(&store.readers).await.unwrap();
                let plan: String =
                    rows.iter().map(|row| row.get::<String, _>("detail") + "\n").collect();
                assert!(plan.contains("COVERING INDEX "), "{plan}");
                assert!(!plan.contains("TEMP B-TREE FOR GROUP BY"), "{plan}");
                assert_eq!(plan.contains("TEMP B-TREE FOR ORDER BY"), sorts, "{plan}");
            }
            // Intervals always have ends.
            let of_intervals = [counts_of(&scope), to_success(&scope, 1)].into_iter();
            for statement in of_intervals.filter(|_| scope.submitted.start > 0) {
                let plan = statement.explained().query();
                let row = plan.fetch_all(&store.readers).await.unwrap().swap_remove(0);
                let plan = row.get::<String, _>("detail");
                let by_time = "PRIMARY KEY (referral_id>? AND referral_id<?)";
                assert!(plan.contains(by_time), "{plan}");
            }
        }
    }
}
