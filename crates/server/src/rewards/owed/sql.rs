//! What is owed in points: sums of all entries of people who are still known, along two indexes.

use api::{DAY_MS, EXPIRY_DAYS, OWED_AGES, OWED_REFERRERS, OwedPoints};
use domain::case::Case;
use domain::referral::Instant;
use sqlx::AnyConnection;

use crate::clock::before;
use crate::db::fault::retry;
use crate::db::row::{Fields, decode, int, millis};
use crate::db::statement::Statement;
use crate::db::{Result, Store};
use crate::referrals::sql::referrals;
use crate::rewards::balance::points;

/// What is owed by one version of the rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwedByVersion {
    /// The version; 0 for none.
    pub version: u64,
    /// What is owed by it, by age as in [`OWED_AGES`].
    pub ages: Vec<OwedPoints>,
}

/// Somebody whom points are owed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// How many.
    pub owed: OwedPoints,
    /// A referral of theirs with its key, and whether they are the person who was referred in it; `None` if
    /// none is left.
    pub referral: Option<(String, Case, bool)>,
}

/// What is owed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owed {
    /// What was earned by each version, the newest first.
    pub versions: Vec<OwedByVersion>,
    /// What was exchanged of it, below zero.
    pub exchanged: i64,
    /// What has expired of it, below zero.
    pub expired: i64,
    /// What expires at most, in groups as in [`EXPIRY_DAYS`].
    pub expiring: Vec<i64>,
    /// Those whom most is owed, at most [`OWED_REFERRERS`].
    pub owners: Vec<Owner>,
}

impl Store {
    /// What is owed at an instant.
    pub async fn owed(&self, now: Instant) -> Result<Owed> {
        retry!(self, "owed", async {
            let mut tx = self.readers.begin_with(self.dialect.begin_snapshot()).await?;
            let mut owed = Owed { versions: versions(&mut tx, now).await?, ..Owed::default() };
            let row = sqlx::query(EXCHANGED).fetch_one(&mut *tx).await?;
            owed.exchanged = points(&row, "points")?;
            let row = sqlx::query(EXPIRED).fetch_one(&mut *tx).await?;
            owed.expired = points(&row, "points")?;
            for row in ending(now).rows(&mut tx).await? {
                for group in 0..EXPIRY_DAYS.len() {
                    owed.expiring.push(points(&row, &column("points", group))?);
                }
            }
            for row in most().rows(&mut tx).await? {
                let holder = row.bytes("holder")?;
                let held = held(&holder, now).one(&mut tx).await?;
                let sum = OwedPoints::of(points(&row, "points")?, points(&held, "points")?);
                let referral = referral_of(self, &mut tx, &holder).await?;
                owed.owners.push(Owner { owed: sum, referral });
            }
            tx.rollback().await?;
            Ok(owed)
        })
    }
}

fn column(sum: &str, age: usize) -> String {
    format!("{sum}{age}")
}

/// What each version has brought about, the newest first. Each sum reads its own part of the index.
async fn versions(tx: &mut AnyConnection, now: Instant) -> sqlx::Result<Vec<OwedByVersion>> {
    // What was awarded until then is as old as the age, or older.
    let begins = OWED_AGES.map(|days| millis(before(now, u64::from(days) * DAY_MS)));
    let mut versions: Vec<OwedByVersion> = Vec::new();
    loop {
        let newer = versions.last().map_or(i64::MAX, |found| int(found.version));
        let Some(version) = version_before(newer).one(tx).await?.maybe_int("version")? else {
            return Ok(versions);
        };
        let mut ages = Vec::new();
        for (place, begin) in begins.iter().enumerate() {
            // The youngest has whatever comes later, because a file may be of tomorrow.
            let until = Some(begin).filter(|_| place > 0);
            let row = sum(version, begins.get(place + 1), until, now).one(tx).await?;
            ages.push(OwedPoints::of(points(&row, "points")?, points(&row, "held")?));
        }
        versions.push(OwedByVersion { version: version.try_into().map_err(decode)?, ages });
    }
}

/// What was earned: neither exchanged, nor taken away at the end of its validity.
const EARNED: &str =
    " FROM reward_entries WHERE holder IS NOT NULL AND redemption IS NULL AND kind <> 'expired'";

/// The newest of the versions that are older than this one.
fn version_before(newer: i64) -> Statement {
    let select = Statement::new("SELECT MAX(version) AS version").add(EARNED);
    select.add(" AND version < ").bind(newer)
}

/// What was earned by a version, after an instant and until another one, and how much of it is on hold.
fn sum(version: i64, after: Option<&i64>, until: Option<&i64>, now: Instant) -> Statement {
    let select = Statement::new(
        "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points, SUM(CASE WHEN held_until > ",
    );
    let select =
        select.bind(millis(now)).add(" THEN CAST(points AS DOUBLE PRECISION) END) AS held");
    let mut select = select.add(EARNED).add(" AND version = ").bind(version);
    for (condition, instant) in [(" AND awarded_at > ", after), (" AND awarded_at <= ", until)] {
        if let Some(instant) = instant {
            select = select.add(condition).bind(*instant);
        }
    }
    select
}

/// What was exchanged and not given back.
const EXCHANGED: &str = "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries \
                         WHERE redemption IS NOT NULL AND holder IS NOT NULL";

/// What has expired.
const EXPIRED: &str = "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries \
                       WHERE kind = 'expired' AND holder IS NOT NULL";

/// What expires within some days, without those of the group before.
fn ending(now: Instant) -> Statement {
    let mut select = Statement::new("SELECT ");
    let day = |days: u32| millis(now) + i64::from(days) * int(DAY_MS);
    let mut begin = select.place(millis(now));
    for (group, days) in EXPIRY_DAYS.into_iter().enumerate() {
        let end = select.place(day(days));
        select = select.add(&format!(
            "{}SUM(CASE WHEN expires_at > {begin} AND expires_at <= {end} \
             THEN CAST(points AS DOUBLE PRECISION) END) AS {}",
            if group > 0 { ", " } else { "" },
            column("points", group)
        ));
        begin = end;
    }
    let select = select.add(" FROM reward_entries WHERE holder IS NOT NULL AND expires_at > ");
    select.bind(millis(now)).add(&format!(" AND expires_at <= {begin}"))
}

/// Those with most points.
fn most() -> Statement {
    let select = Statement::new(
        "SELECT holder, SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries \
         WHERE holder IS NOT NULL GROUP BY holder \
         HAVING SUM(CAST(points AS DOUBLE PRECISION)) > 0 ORDER BY points DESC, holder LIMIT ",
    );
    select.bind(i64::from(OWED_REFERRERS))
}

/// How many of somebody's points are on hold.
fn held(holder: &[u8], now: Instant) -> Statement {
    let select = Statement::new(
        "SELECT SUM(CAST(points AS DOUBLE PRECISION)) AS points FROM reward_entries WHERE holder = ",
    );
    select.bind(holder).add(" AND held_until > ").bind(millis(now))
}

/// A referral in which somebody is the referrer or, if they made none, the person who was referred. A number
/// may have been corrected since they got points for it.
async fn referral_of(
    store: &Store,
    tx: &mut AnyConnection,
    holder: &[u8],
) -> sqlx::Result<Option<(String, Case, bool)>> {
    for (receiver, is_referred) in [("referrer", false), ("referred", true)] {
        let newest = Statement::new(
            "SELECT r.key, r.record FROM referrals AS r WHERE r.id = (SELECT MAX(e.referral_id) \
             FROM reward_entries AS e WHERE e.holder = ",
        );
        let newest = newest.bind(holder).add(" AND e.receiver = ").bind(receiver).add(")");
        let Some(row) = newest.row(&mut *tx).await? else { continue };
        let case = referrals::case(&row)?;
        let number = match is_referred {
            true => case.corrected().referred_phone,
            false => case.referral().referrer_mobile.clone(),
        };
        if store.keyed_hash.holder(&numbers::key(&number)).as_deref() == Some(holder) {
            return Ok(Some((row.text("key")?, case, is_referred)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;
    use crate::rewards::balance::sums;
    use crate::rewards::expiry::{ended, expires, of_holder};
    use crate::rewards::statement::sql::statements;

    /// At the sizes of the other tests, reading whole rows and sorting them would not be noticed.
    #[tokio::test]
    async fn sums_read_indexes_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/plans.db", folder.path().display());
        let store = Store::open(&url).await.unwrap();
        let now = Instant::default();
        let plan = async |statement: Statement| {
            let rows = statement.explained().query().fetch_all(&store.readers).await.unwrap();
            rows.iter().map(|row| row.get::<String, _>("detail") + "\n").collect::<String>()
        };
        let most = plan(most()).await;
        assert!(most.contains("COVERING INDEX "), "{most}");
        assert!(!most.contains("TEMP B-TREE FOR GROUP BY"), "{most}");
        let of_version = plan(sum(1, Some(&0), Some(&1), now)).await;
        let range = "INDEX reward_entries_owed (version=? AND awarded_at>? AND awarded_at<?)";
        assert!(of_version.contains(range), "{of_version}");
        let version = version_before(1);
        for statement in
            [version, held(&[1], now), ending(now), Statement::new(EXPIRED), ended(Some(now), now)]
        {
            let plan = plan(statement).await;
            assert!(plan.contains("SEARCH") && plan.contains("COVERING INDEX "), "{plan}");
        }
        let first = plan(expires(&[1])).await;
        assert!(first.contains("COVERING INDEX reward_entries_by_hold (holder=?"), "{first}");
        let shares = plan(of_holder(&[1])).await;
        assert!(shares.contains("COVERING INDEX reward_entries_by_hold (holder=?"), "{shares}");
        for statement in statements(&[1]).into_iter().chain([sums(&[1], now)]) {
            let plan = plan(statement).await;
            assert!(plan.contains("INDEX reward_entries_statement (holder=?"), "{plan}");
            assert!(!plan.contains("TEMP B-TREE FOR ORDER BY"), "{plan}");
        }
    }
}
